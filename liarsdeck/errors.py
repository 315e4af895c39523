"""The base of all errors that a person can cause."""

import contextlib
from collections.abc import Iterator


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


def of_file(error: OSError) -> str:
    """Return what is wrong with a file, in one sentence that begins with the file's name."""
    what = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {what}" if error.filename else what


@contextlib.contextmanager
def file_errors_as(kind: type[UserError]) -> Iterator[None]:
    """Raise an ``OSError`` of the block, or of the function that this decorates, as an error of this kind."""
    try:
        yield
    except OSError as error:
        raise kind(of_file(error)) from None
