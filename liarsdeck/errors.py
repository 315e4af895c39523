"""The base of all errors that a person can cause."""


class UserError(Exception):
    """An error that a person caused, in one sentence or several.

    The command line prints each sentence on a line of its own and exits with status 2. ``str()`` joins them.
    """

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, one for each fault."""
        return self.args if len(self.args) > 1 else (str(self),)
