"""Everything for one game night, in one folder: cards, book, reference cards, answer sheet, facts and how to print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.cover import Cover, Part, cover_pdf
from cardgen.deckpdf import Printed, print_deck
from cardgen.errors import PrintError
from cardgen.faces import DeckOptions, make_deck
from cardgen.paper import CARDS
from cardgen.places import whole_folder
from cardgen.readme import readme
from cardgen.sheet import SheetOptions, lay_out
from factbank.facts import Facts, format_facts

Step = Callable[[], None]

COVER, DECK, BOOK, REFERENCE, ANSWER = (
    "print-me-first.pdf",
    "deck.pdf",
    "rulebook.pdf",
    "reference-cards.pdf",
    "answer-sheet.pdf",
)
FACTS, README = "facts.json", "README.txt"
NOTES = {"long": "front and back", "short": "front and back", "fold": "fold and glue"}
STEPS = 5
"""How often `step` is called for a kit."""


class Night(Struct, frozen=True):
    """What a kit is for: the game, its house rules, how many play, the facts, and what deals the answer sheet."""

    game: str
    options: Any
    players: int
    facts: Facts
    deal_seed: int


class Kit(Struct, frozen=True):
    """A kit that was written: its folder, and how much paper it asks for."""

    folder: Path
    code: str
    cards: int
    sheets: int


def check_pairs(night: Night) -> None:
    """Refuse facts that are too few for the table, with the referee's own sentence (PrintError)."""
    from referee import games
    from referee.game import RULES_VERSION, Setup

    seats = tuple(f"Seat {number}" for number in range(1, night.players + 1))
    fault = games.game(night.game).check(Setup(night.game, seats, night.options, RULES_VERSION, night.facts))
    if fault is not None:
        raise PrintError(fault[1])


def make_kit(night: Night, sheet: SheetOptions, folder: Path, *, booklet: bool = True, step: Step | None = None) -> Kit:
    """Write a kit's folder, whole or not at all.

    Raises PrintError, RecordError and OSError; `folder` is then as it was before.
    """
    from cardgen.book import write_rulebook
    from cardgen.extras import write_answer_sheet

    step = step or (lambda: None)
    check_pairs(night)
    layout = lay_out(sheet)
    pages = replace(sheet, cover=False)
    with whole_folder(folder) as inside:
        deck = make_deck(night.game, DeckOptions(night.facts))
        cards = print_deck(deck, pages, inside / DECK)
        step()
        book = write_rulebook(
            night.game,
            night.options,
            night.players,
            inside / BOOK,
            facts=night.facts,
            paper=sheet.paper,
            sides=sheet.sides,
            booklet=booklet,
            low_ink=sheet.low_ink,
        )
        step()
        reference = _print_reference(night, pages, inside / REFERENCE)
        step()
        write_answer_sheet(
            night.facts,
            night.options,
            night.players,
            night.deal_seed,
            inside / ANSWER,
            paper=sheet.paper,
            sides=sheet.sides,
            low_ink=sheet.low_ink,
        )
        step()
        note = NOTES.get(sheet.sides, "one side")
        parts = (
            Part("Cards", cards.sheets, note, _file(cards, DECK), "cards", layout),
            Part(
                "Rulebook",
                book.sheets,
                "fold and staple" if book.booklet else "one side",
                BOOK,
                "booklet" if book.booklet else "page",
            ),
            Part("Reference cards", reference.sheets, note, _file(reference, REFERENCE), "cards", reference.layout),
            Part("Answer sheet", 1, "do not look", ANSWER, "sealed"),
        )
        if sheet.cover:
            cover = Cover(deck.title, layout, parts, night.facts.kit)
            (inside / COVER).write_bytes(cover_pdf(cover))
        (inside / FACTS).write_bytes(format_facts(night.facts))
        (inside / README).write_text(readme(night, sheet, parts), encoding="utf-8")
        step()
    return Kit(folder, night.facts.kit, cards.cards, sum(part.sheets for part in parts) + sheet.cover)


def _print_reference(night: Night, pages: SheetOptions, out: Path) -> Printed:
    """Print the reference cards, on poker cards where the kit's own have no room for their text."""
    from cardgen.extras import reference_deck

    deck = reference_deck(night.game, night.options, night.players)
    poker = CARDS["poker"]
    try:
        return print_deck(deck, pages, out)
    except PrintError:
        if pages.card.width_mm >= poker.width_mm and pages.card.height_mm >= poker.height_mm:
            raise
        return print_deck(deck, replace(pages, card=poker), out)


def _file(printed: Printed, name: str) -> str:
    if len(printed.paths) == 1:
        return name
    return f"{Path(name).stem}-fronts, -backs"
