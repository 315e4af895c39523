"""The rulebook as a PDF: a booklet to fold and staple, or plain pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from cardgen.paper import PAPERS, Paper
from cardgen.sheet import Sides
from factbank.facts import Facts


class PrintedBook(msgspec.Struct, frozen=True):
    """What was written: the file, its pages, the sheets of paper it takes, and whether they are folded."""

    path: Path
    pages: int
    sheets: int
    booklet: bool


def write_rulebook(
    game: str,
    options: msgspec.Struct,
    players: int,
    out: Path,
    *,
    facts: Facts | None = None,
    paper: Paper = PAPERS["a4"],
    sides: Sides = "long",
    booklet: bool = True,
    low_ink: bool = False,
    step: Callable[[], None] | None = None,
) -> PrintedBook:
    """Write the rulebook of `game` for these options and this number of players to `out`.

    `facts` give the kit's code and number of pairs. `sides` is the kit's setting: with `long` or `short` the book is a
    booklet, whose second sides are turned where that flip wants it; with `fold`, `fronts` or `backs`, or without
    `booklet`, it is plain single pages. Raises PrintError, RecordError and OSError; nothing is half-written.
    """
    raise NotImplementedError
