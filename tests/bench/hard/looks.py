"""Every deck in every way that it can look: ink, indices, aid, theme and size; as contact sheets where asked.

``python -m tests.bench.hard.looks FOLDER [WORD…]`` renders the product of them all, to be looked at: a picture for each
deck, theme and size, a row for each of the eight settings of ink, indices and aid, the cards that differ most (with
``whole``, all). ``make hard`` draws a share of it and measures: nothing fails, a face's ink stays within its bounds, a
back is the same turned by half.
"""

import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from cardgen.decks import REGISTRY, Deck, DeckOptions, make_deck
from cardgen.layout import CARDS, SheetOptions
from cardgen.pdf.ink import Size
from cardgen.pdf.theme import WORLDS, read_theme
from cardgen.print.preview import card_picture
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from tests.bench.hard.report import Report
from tests.cardgen.pictures import coverage, drawn, picture, turned_difference

FULL = 768
SAMPLE = 2
DPI, GAP = 60, 4
TELLING = {
    *("As", "Ah", "Tc", "7d", "Ks", "Kh", "Kd", "Kc", "Qs", "Qd", "Js", "Jd", "joker-red", "joker-black"),
    *("lizard", "snake", "rc1", "yh2", "gt3", "rs?", "bo4", "ks1", "kh?", "yt?", "go2", "bs3"),
}
MOST_LOW = 13.0  # percent of a face in little ink
SIZES = ("poker", "bridge", "tarot", "mini")


class Style(NamedTuple):
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


def looks() -> list[Style]:
    """List the whole product."""
    flags = (False, True)
    return [Style(*each) for each in product(REGISTRY, flags, ("normal", "jumbo"), flags, WORLDS, SIZES)]


def _deck(look: Style) -> Deck:
    facts = draw(Wish(pairs=6, seed=7), Seen())[0].facts if look.deck == "liars-lair" else None
    jokers = 2 if look.deck == "standard52" else 0
    return make_deck(look.deck, DeckOptions(facts=facts, indices=look.indices, jokers=jokers))  # type: ignore[arg-type]


def faces(look: Style, *, whole: bool) -> list[Image.Image]:
    """Draw the deck's faces that tell most, or all, each once, and its back."""
    deck, card = _deck(look), CARDS[look.size]
    size = Size(card.width_mm, card.height_mm, 0, card.radius_mm)
    options = SheetOptions(card=card, low_ink=look.low, colour_aid=look.aid, theme=read_theme(look.theme))
    draws = {face.draw: face.name for face in deck.cards}
    telling = [draw for draw, name in draws.items() if whole or look.deck == "liars-lair" or name in TELLING]
    return [card_picture(draw, size, options, DPI).convert("RGB") for draw in (*telling, deck.back)]


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """Lay rows of cards out on grey."""
    wide, high = rows[0][0].width + GAP, rows[0][0].height + GAP
    picture = Image.new("RGB", (max(map(len, rows)) * wide + GAP, len(rows) * high + GAP), "#8C8F92")
    for j, row in enumerate(rows):
        for i, card in enumerate(row):
            picture.paste(card, (GAP + i * wide, GAP + j * high))
    return picture


def run(count: int, seed: int) -> Report:
    """Draw so many looks, a few faces of each, and measure them."""
    report, rng = Report("looks"), Random(seed)
    chosen = rng.sample(looks(), min(count, len(looks())))
    most = 0.0
    for look in chosen:
        with report.trial(look):
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
    report.figures |= {"looks": len(chosen), "of": len(looks()), "most ink in little ink, percent": round(most, 1)}
    return report


def main() -> None:
    """Render the product, or that part of it whose deck, theme and size are all among the words after the folder."""
    folder, words = Path(sys.argv[1]), set(sys.argv[2:])
    folder.mkdir(parents=True, exist_ok=True)
    for deck, theme, size in product(REGISTRY, WORLDS, SIZES):
        if words - {"whole"} <= {deck, theme, size}:
            same = [look for look in looks() if (look.deck, look.theme, look.size) == (deck, theme, size)]
            rows = [faces(look, whole="whole" in words) for look in same]
            sheet(rows).save(folder / f"{deck}-{theme}-{size}.png")


if __name__ == "__main__":
    main()
