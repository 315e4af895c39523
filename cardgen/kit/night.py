"""One game night: what a kit is made for, before anything of it is printed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks.model import Deck
from cardgen.extras.occasion import Occasion
from cardgen.extras.registry import extras_of
from cardgen.extras.stock import Stock
from cardgen.layout.impose import SheetOptions
from factbank.facts import Facts


class Night(Struct, frozen=True):
    """What a kit is for: the game, its house rules, how many play, how large indices and print are.

    A game of facts has its `facts`. `deal_seed` repeats a deal of the answer sheet; without one it is drawn.
    """

    game: str
    options: Struct
    players: int
    facts: Facts | None = None
    deal_seed: int | None = None
    indices: Literal["normal", "jumbo"] = "normal"
    stock: Stock = Stock()
    large: bool = False

    @property
    def code(self) -> str:
        """Give the kit's code; a game without facts has none, since all its kits are alike."""
        return self.facts.kit if self.facts else ""

    def table(self, sheet: SheetOptions, deck: Deck | None = None) -> Occasion:
        """Give what the night's extras are printed for; `deck` is what is played with."""
        stock = replace(self.stock, layers=2 if sheet.sides == "fold" else 1)
        return Occasion(
            self.game, self.options, self.players, self.facts, stock, self.deal_seed, deck=deck, large=self.large
        )

    def steps(self, sheet: SheetOptions) -> int:
        """Count how often `step` is called for the kit: for deck, book, each extra and the cover."""
        return 3 + len(extras_of(self.table(sheet)))
