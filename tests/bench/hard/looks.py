"""Every deck in every way that it can look: ink, indices, aid, ground, theme and size; as contact sheets where asked.

``python -m tests.bench.hard.looks FOLDER`` renders the whole product at 50 dpi, a picture for each setting, to be
looked at; ``make hard`` draws a share of it and measures: nothing fails, a face's ink stays within its bounds, a back is
the same turned by half.
"""

import sys
from collections.abc import Iterator
from itertools import product
from math import ceil
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from cardgen.decks.faces import REGISTRY, DeckOptions, make_deck
from cardgen.decks.model import Deck, Size
from cardgen.layout.impose import SheetOptions
from cardgen.layout.paper import CARDS
from cardgen.pdf.theme import WORLDS, read_theme
from cardgen.print.preview import card_picture
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from tests.bench.hard.report import Report, last_frames
from tests.cardgen.pictures import coverage, drawn, picture, turned_difference

FULL = 768
SAMPLE = 4
DPI, ACROSS, GAP = 50, 13, 4
MOST_LOW = 13.0  # percent of a face in little ink
SIZES = ("poker", "bridge", "tarot", "mini")


class Look(NamedTuple):
    """One way to print one deck."""

    deck: str
    low: bool
    indices: str
    aid: bool
    theme: str
    size: str

    def __str__(self) -> str:
        words = [self.deck, self.theme, self.size, "low" if self.low else "full", self.indices]
        return "-".join([*words, *(["aid"] if self.aid else [])])


def looks() -> list[Look]:
    """List the whole product."""
    flags = (False, True)
    return [Look(*each) for each in product(REGISTRY, flags, ("normal", "jumbo"), flags, WORLDS, SIZES)]


def _deck(look: Look) -> Deck:
    facts = draw(Wish(pairs=6, seed=7), Seen())[0].facts if look.deck == "liars-lair" else None
    jokers = 2 if look.deck == "standard52" else 0
    return make_deck(look.deck, DeckOptions(facts=facts, indices=look.indices, jokers=jokers))  # type: ignore[arg-type]


def faces(look: Look) -> Iterator[Image.Image]:
    """Draw the deck's faces, each once, and its back."""
    deck, card = _deck(look), CARDS[look.size]
    size = Size(card.width_mm, card.height_mm, 0, card.radius_mm)
    theme = read_theme(look.theme)
    options = SheetOptions(card=card, low_ink=look.low, colour_aid=look.aid, theme=theme)
    for face in (*dict.fromkeys(face.draw for face in deck.cards), deck.back):
        yield card_picture(face, size, options, DPI).convert("RGB")


def sheet(look: Look) -> Image.Image:
    """Lay the deck out in rows."""
    cards = list(faces(look))
    wide, high = cards[0].width + GAP, cards[0].height + GAP
    whole = Image.new("RGB", (ACROSS * wide + GAP, ceil(len(cards) / ACROSS) * high + GAP), "#8C8F92")
    for i, card in enumerate(cards):
        whole.paste(card, (GAP + i % ACROSS * wide, GAP + i // ACROSS * high))
    return whole


def run(count: int, seed: int) -> Report:
    """Draw so many looks, a few faces of each, and measure them."""
    report, rng = Report("looks"), Random(seed)
    chosen = rng.sample(looks(), min(count, len(looks())))
    most = 0.0
    for look in chosen:
        try:
            deck, card = _deck(look), CARDS[look.size]
            size, theme = Size(card.width_mm, card.height_mm, 3, card.radius_mm), read_theme(look.theme)
            some = list(dict.fromkeys(face.draw for face in deck.cards))
            for face in some if count >= FULL else rng.sample(some, min(4, len(some))):
                seen = picture(drawn(face, size, low=look.low, aid=look.aid, theme=theme))
                report.counts["faces"] += 1
                if look.low:
                    most = max(most, coverage(seen))
                    if coverage(seen) > MOST_LOW:
                        report.fault(f"{look}: {coverage(seen):.1f} % of a face in little ink is inked")
                elif coverage(seen) < 1:
                    report.fault(f"{look}: an empty face")
            if deck.back_turns and turned_difference(
                picture(drawn(deck.back, size, bleed=True, low=look.low, theme=theme))
            ):
                report.fault(f"{look}: its back tells which way up it is")
        except Exception as error:  # whatever drawing may raise is the fault that is looked for
            report.fault(f"{look}: {last_frames(error)}")
    report.figures |= {"looks": len(chosen), "of": len(looks()), "most ink in little ink, percent": round(most, 1)}
    return report


def main() -> None:
    """Render the whole product, or what the words after the folder all name."""
    folder, *words = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    for look in looks():
        if set(words) <= set(str(look).split("-")) | {look.deck}:
            sheet(look).save(Path(folder) / f"{look}.png")


if __name__ == "__main__":
    main()
