"""The base of all errors that a person can cause."""


class UserError(Exception):
    """One sentence or several for the person who caused it.

    The command line prints each sentence on a line of its own and exits with status 2. ``str()`` joins them.
    """

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, one for each fault."""
        return self.args if len(self.args) > 1 else (str(self),)
