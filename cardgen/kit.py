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
    """Refuse a kit with too few pairs for the table, naming the largest deal and the largest table (PrintError)."""
    each, pairs = night.options.each, len(night.facts.pairs)
    if night.players * each <= pairs:
        return
    most_each, most_players = pairs // night.players, min(8, pairs // each)
    ways = []
    if most_each >= 2:
        ways.append(f"--each {most_each}")
    if most_players >= 3:
        ways.append(f"--players {most_players}")
    would = f"they serve {' or '.join(ways)}" if ways else "they are too few for any table"
    raise PrintError(
        f"{night.players} players with {each} truths and {each} lies each need {night.players * each} pairs of facts, "
        f"and these are {pairs}: {would}"
    )


def make_kit(night: Night, sheet: SheetOptions, folder: Path, *, booklet: bool = True, step: Step | None = None) -> Kit:
    """Write a kit's folder, whole or not at all.

    Raises PrintError, RecordError and OSError; `folder` is then as it was before.
    """
    from cardgen.book import write_rulebook
    from cardgen.extras import reference_deck, write_answer_sheet

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
        reference = print_deck(reference_deck(night.game, night.options, night.players), pages, inside / REFERENCE)
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
            Part("Reference cards", reference.sheets, note, _file(reference, REFERENCE), "cards", layout),
            Part("Answer sheet", 1, "do not look", ANSWER, "sealed"),
        )
        if sheet.cover:
            cover = Cover(deck.title, layout, parts, night.facts.kit)
            (inside / COVER).write_bytes(cover_pdf(cover))
        (inside / FACTS).write_bytes(format_facts(night.facts))
        (inside / README).write_text(readme(night, sheet, parts), encoding="utf-8")
        step()
    return Kit(folder, night.facts.kit, cards.cards, sum(part.sheets for part in parts) + sheet.cover)


def _file(printed: Printed, name: str) -> str:
    if len(printed.paths) == 1:
        return name
    return f"{Path(name).stem}-fronts, -backs"
