"""What is printed: cards, sheets, books and extras as PDF.

The front door; docs/library.md shows it. Whatever is not named here may change.
"""

from typing import TYPE_CHECKING

__all__ = [
    "Deck",
    "DeckOptions",
    "ExportOptions",
    "Night",
    "PrintError",
    "SheetOptions",
    "choose_cards",
    "export_deck",
    "make_deck",
    "make_kit",
    "parse_card",
    "parse_paper",
    "print_deck",
    "read_deck",
    "write_rulebook",
]

if TYPE_CHECKING:
    from cardgen.book.pdf import write_rulebook
    from cardgen.custom.deckfile import read_deck
    from cardgen.decks import Deck, DeckOptions, make_deck
    from cardgen.decks import choose as choose_cards
    from cardgen.errors import PrintError
    from cardgen.export import ExportOptions, export_deck
    from cardgen.kit import Night, make_kit
    from cardgen.layout import SheetOptions, parse_card, parse_paper
    from cardgen.print.sheets import print_deck
else:
    from liarsdeck import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "Deck": "cardgen.decks",
            "DeckOptions": "cardgen.decks",
            "ExportOptions": "cardgen.export",
            "Night": "cardgen.kit",
            "PrintError": "cardgen.errors",
            "SheetOptions": "cardgen.layout",
            "choose_cards": "cardgen.decks:choose",
            "export_deck": "cardgen.export",
            "make_deck": "cardgen.decks",
            "make_kit": "cardgen.kit",
            "parse_card": "cardgen.layout",
            "parse_paper": "cardgen.layout",
            "print_deck": "cardgen.print.sheets",
            "read_deck": "cardgen.custom.deckfile",
            "write_rulebook": "cardgen.book.pdf",
        },
    )
