"""Write the SVG pictures for web pages (`make sprites`): card sides, box fronts, the studio's sample cards.

The studio's first page shows sample cards, and makes others on request. Their facts come from a pack (a file of topics)
of their own, `templates/studio/show.toml`. No deck is dealt from that pack, and none of its facts is entered in a
ledger (the list of pairs that a household has played with).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, repeat, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from cardgen.decks import REGISTRY, USUAL
from cardgen.errors import PrintError
from cardgen.export import ExportOptions
from cardgen.export.svg import picture, sides, single
from cardgen.extras.boxes.words import label_of
from cardgen.pages.dress import GAMES, HIGH_MM, WIDE_MM, dress, painters
from cardgen.pdf.svgink import SvgInk
from cardgen.pdf.theme import HARLEQUIN
from cardgen.spec import KitSpec
from factbank import factfile
from factbank.deal.choose import Chosen, is_spoken
from factbank.deal.deal import number
from factbank.factfile import Card, Facts
from factbank.fill import Filler
from factbank.looks import with_emblems
from factbank.packs.reader import read
from liarsdeck.english import counted
from liarsdeck.files import templates
from liarsdeck.language import ENGLISH, localized, spoken
from referee import games

FOLDER = "host/static/cards"
SAMPLE = 17
"""The seed of the sample cards that the studio's first page shows at first."""
_IN_FAN = 5


def pictures() -> Iterator[tuple[str, str]]:
    """Yield (path, SVG document) for each picture that the web pages of `referee host` and the studio show.

    Paths are relative to `FOLDER`. If a game's cards show facts, these are the facts of the example in its rulebook;
    the studio's sample cards have facts of their own.
    """
    for deck, entry in REGISTRY.items():
        if entry.screens is not None:
            facts = factfile.read(templates() / "examples" / f"{deck}.json") if entry.needs_facts else None
            made = sides(entry.make(deck, replace(USUAL, facts=facts)))
            drawn = {side.file.partition("-")[2] or side.file: side for side in made}
            for name in entry.screens or drawn:
                yield f"{deck}/{name}.svg", single(drawn[name], ExportOptions())
    for game in GAMES:
        yield f"boxes/{game}.svg", box_front(game)
    for name, at, _ in shown(SAMPLE):
        yield f"show/{name}.svg", shown_card(SAMPLE, at)


def box_front(game: str) -> str:
    """Return the front of a game's box as an SVG document, for the usual number of players and house rules."""
    it = games.game(game)
    spec = KitSpec(game, it.options(), it.usual)
    worn = dress(game, HARLEQUIN.palette)
    ink = SvgInk(f"box-{game}", HARLEQUIN)
    painters(worn, label_of(spec, [counted(spec.cards, "card")]))["front"](ink, WIDE_MM, HIGH_MM, (0, 0, 0, 0))
    return picture(ink, WIDE_MM, HIGH_MM, f"The box of {worn.title}")


class Shown(NamedTuple):
    """A sample card of the studio.

    `name` is its place on the studio's page: `fan-1` to `fan-5`, `pair-1` or `pair-2`. `number` is the number that is
    printed on the card, `text` the card's sentence.
    """

    name: str
    number: int
    text: str


def shown(seed: int) -> list[Shown]:
    """Return the sample cards for a seed: five from different pairs (the fan), then both of a sixth pair."""
    *first, last = shown_facts(seed).pairs[: _IN_FAN + 1]
    fan = [Shown(f"fan-{at}", *_said(pair.cards[0])) for at, pair in enumerate(first, 1)]
    return [*fan, *(Shown(f"pair-{at}", *_said(card)) for at, card in enumerate(last.cards, 1))]


def _said(card: Card) -> tuple[int, str]:
    return card.number, card.text


def shown_card(seed: int, number: int) -> str:
    """Return the sample card with this number as an SVG document. Raises PrintError if the seed has no such card."""
    faces = REGISTRY["liars-lair"].make("liars-lair", replace(USUAL, facts=shown_facts(seed)))
    side = next((side for side in sides(faces) if side.file.partition("-")[0] == f"{number:02d}"), None)
    if side is None:
        raise PrintError("there is no such card")
    return single(side, ExportOptions())


def shown_facts(seed: int) -> Facts:
    """Return the facts of the sample cards for a seed, in the current language and in the order of display.

    If the language has a pack of sample facts (a file of topics), there is one pair for each topic; pairs that quote
    somebody and other pairs alternate. Otherwise, the pairs are those of the example in the rulebook, shuffled by the
    seed.
    """
    return _shown_facts(seed, spoken())


@lru_cache(maxsize=4)
def _shown_facts(seed: int, code: str) -> Facts:
    file = localized("show.toml") if code != ENGLISH else templates() / "studio" / "show.toml"
    if not file.is_file():
        example = factfile.read(localized("examples/liars-lair.json"))
        pairs = Random(f"show {seed}").sample(example.pairs, len(example.pairs))
        return factfile.make(pairs, language=example.language)
    pack, _ = read(file)
    rng = Random(f"show {seed}")
    topics = rng.sample(pack.topics, len(pack.topics))
    spoken, told = ([topic for topic in topics if is_spoken(topic) is wanted] for wanted in (True, False))
    in_turn = [topic for topic in chain.from_iterable(zip_longest(spoken, told)) if topic]
    fillings = tuple(next(filter(None, map(Filler(topic).draw, repeat(rng)))) for topic in in_turn)
    return factfile.make(with_emblems(number(Chosen(fillings, Counter(), ()), rng)), language=code)


def write_screens(folder: Path) -> int:
    """Write all `pictures` into a folder, and return how many; delete other SVG files there except emblems."""
    wanted = dict(pictures())
    for path in folder.rglob("*.svg"):
        if path.relative_to(folder).as_posix() not in wanted and path.parent.name != "emblems":
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_bytes(text.encode())
    return len(wanted)


if __name__ == "__main__":
    print(write_screens(templates() / FOLDER), "pictures")  # noqa: T201
