"""Print cards, books and extras as PDFs.

This is the public interface, described in docs/library.md. Anything that is not named here may change.
"""

from typing import TYPE_CHECKING

__all__ = ["Deck", "PrintError", "deck", "print_kit", "print_rulebook"]

if TYPE_CHECKING:
    from cardgen.errors import PrintError
    from cardgen.library import Deck, deck, print_kit, print_rulebook
else:
    from liarsdeck import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            **dict.fromkeys(("Deck", "deck", "print_kit", "print_rulebook"), "cardgen.library"),
            "PrintError": "cardgen.errors",
        },
        retired={
            "DeckOptions": "cardgen.decks",
            "ExportOptions": "cardgen.export",
            "Night": "cardgen.spec:KitSpec",
            "SheetOptions": "cardgen.layout",
            "choose_cards": "cardgen.decks:choose",
            "export_deck": "cardgen.export",
            "make_deck": "cardgen.decks",
            "make_kit": "cardgen.kit",
            "parse_card": "cardgen.layout",
            "parse_paper": "cardgen.layout",
            "print_deck": "cardgen.print.sheets",
            "read_deck": "cardgen.custom.deckfile",
            "write_rulebook": "cardgen.kit",
        },
    )
