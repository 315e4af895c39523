"""A seat as a screen shows it: who sits there, whether the game waits for it, whether its phone is here."""

from msgspec import Struct


class SeatMark(Struct, frozen=True):
    """A seat of the ribbon, clockwise. ``cards`` None where no hand is counted; ``acts``: the game waits for it.

    ``laptop``: it has no phone; ``closed``: and no phone may have it until the host says so.
    """

    name: str
    you: bool = False
    acts: bool = False
    out: bool = False
    cards: int | None = None
    score: int = 0
    sits: bool = False
    laptop: bool = False
    here: bool = False
    bot: bool = False
    closed: bool = False

    @property
    def away(self) -> bool:
        """Whether its phone is gone, and is missed."""
        return self.sits and not (self.here or self.out or self.bot)

    @property
    def marks(self) -> str:
        """Its classes on the page."""
        found = [(self.you, "you"), (self.acts, "now"), (self.out, "gone"), (self.away, "away"), (self.bot, "bot")]
        return " ".join(name for on, name in found if on)

    @property
    def spoken(self) -> str:
        """What a screen reader adds to its name."""
        found = [
            (self.you, "you"),
            (self.acts, "next"),
            (self.bot, "a bot"),
            (self.out, "out"),
            (self.away, "away"),
        ]
        return "".join(f", {words}" for on, words in found if on)
