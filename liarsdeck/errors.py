"""The base of all errors that a person can cause."""

import contextlib
import os
from collections.abc import Iterator
from contextvars import ContextVar


class UserError(Exception):
    """An error that a person caused. Its arguments are one sentence or several on what is wrong.

    The command line prints each sentence on a line of its own and exits with status 2. ``str()`` joins them.
    """

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, one for each fault."""
        return self.args if len(self.args) > 1 else (str(self),)


def of_file(error: OSError) -> str:
    """Return what is wrong with a file, as a phrase that begins with the file's name if the error has one."""
    what = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {what}" if error.filename else what


@contextlib.contextmanager
def file_errors_as(kind: type[UserError]) -> Iterator[None]:
    """Convert an ``OSError`` in the block, or in the function that this decorates, to an error of class ``kind``."""
    try:
        yield
    except OSError as error:
        raise kind(of_file(error)) from None


MAKE = "LIARSDECK_MAKE"
"""The environment variable by which the Makefile says that it called the program."""

_OF_MAKE = {
    **{name: name.upper() for name in ("players", "each", "jokes", "kit", "paper", "card", "sides", "ink", "seed")},
    **{name: name.upper() for name in ("theme", "difficulty", "titles", "face", "language", "out")},
    "guest": "GUESTS",
    "option": "OPTIONS",
}
"""The Makefile's variable for each option of `cardgen kit` that has one."""

_keywords = ContextVar("_keywords", default=False)


@contextlib.contextmanager
def naming_keywords() -> Iterator[None]:
    """In the block, let ``OPTION`` format options as Python keywords (``paper=a4``) in place of ``--paper a4``."""
    before = _keywords.set(True)
    try:
        yield
    finally:
        _keywords.reset(before)


def by_make() -> bool:
    """Return whether make started this program; hints then use make's notation (``OPTIONS="each=2"``)."""
    return bool(os.environ.get(MAKE))


class _Option:
    """An option of a command line, for sentences that name it.

    ``f"{OPTION.paper:a4}"`` is the option with the value a4, written as ``OPTION`` explains; without a format it is
    only the name of the option.
    """

    def __init__(self, name: str) -> None:
        self._name = name.replace("-", "_")

    def __str__(self) -> str:
        return format(self, "")

    def __format__(self, value: str) -> str:
        if _keywords.get():
            return f"{self._name}={value}" if value else self._name
        if by_make() and self._name in _OF_MAKE:
            quoted = f'"{value}"' if "=" in value else value
            return _OF_MAKE[self._name] + (f"={quoted}" if value else "")
        return f"--{self._name.replace('_', '-')} {value}".rstrip()


class _Options:
    def __getattr__(self, name: str) -> _Option:
        return _Option(name)

    def __getitem__(self, name: str) -> _Option:
        return _Option(name)


OPTION = _Options()
"""The options of our command lines, for sentences that name one.

``f"{OPTION.paper:a4}"`` is ``--paper a4`` in a shell, ``PAPER=a4`` if make started the program and has the option, and
``paper=a4`` in Python.
"""


def elsewhere(folder: object, held: str, *, force: bool = True) -> str:
    """Return the sentence that refuses to write to a folder because it holds something else.

    ``held`` names what it holds, such as ``another kit``. With ``force``, the sentence also offers ``--force``.
    """
    named = "" if _keywords.get() else " with OUT=" if by_make() else " with -o"
    also = "" if not force or by_make() else f", or replace it with {OPTION.force}"
    return f"{folder} holds {held}: name {'another' if force else 'an empty or a new'} folder{named}{also}"
