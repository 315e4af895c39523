"""What a kit holds beside deck and book: reference cards, the sealed answer sheet, note slips."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cardgen.deck import Deck
from cardgen.paper import PAPERS, Paper
from cardgen.sheet import Sides
from factbank.facts import Facts


def reference_deck(game: str, options: msgspec.Struct, players: int) -> Deck:
    """Return one reference card a player, front and back, as a deck for `deckpdf`."""
    raise NotImplementedError


def write_answer_sheet(
    facts: Facts,
    options: msgspec.Struct,
    players: int,
    seed: int,
    out: Path,
    *,
    paper: Paper = PAPERS["a4"],
    sides: Sides = "long",
    low_ink: bool = False,
) -> Path:
    """Write the sealed sheet of a person who referees Liar's Lair: one truth and one deal, drawn by `seed`.

    Raises PrintError when the kit is too small or the table does not fit on the sheet, and OSError.
    """
    raise NotImplementedError
