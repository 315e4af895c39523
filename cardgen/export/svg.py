"""SVG: every card as a small vector drawing for screens, a file each, or all of a deck in one sprite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct
from msgspec.structs import replace

from cardgen.decks import REGISTRY, USUAL, Deck
from cardgen.export import ExportOptions, Step
from cardgen.export.pictures import BLEED_MM, back_of, file_names, has_own_backs, safe
from cardgen.pdf.ink import Drawing, Size
from cardgen.pdf.path import rect
from cardgen.pdf.svgink import ROOT, UNITS, Part, SvgInk, spelled
from factbank.factfile import read
from referee.books.rulebook import templates

SPRITE = "sprite.svg"
_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


class CardSide(Struct, frozen=True):
    """One side of a card: its file (no suffix), its id in a sprite, what it is called and says, how it is drawn."""

    file: str
    id: str
    title: str
    text: str
    draw: Drawing


def sides(deck: Deck) -> list[CardSide]:
    """List what is drawn: all faces in order, then the back, or each card's own."""
    files, own = file_names(deck.cards), safe(deck.name)
    names: list[str] = []
    for card in deck.cards:  # the second lizard of a deck is lizard-2
        name = again = safe(card.name)
        while again in names:
            again = f"{name}-{int(again[len(name) + 1 :] or 1) + 1}"
        names.append(again)
    found = [
        CardSide(file, f"{own}-{name}", card.title, card.text, card.draw)
        for file, name, card in zip(files, names, deck.cards, strict=True)
    ]
    if not has_own_backs(deck):
        return [*found, CardSide("back", f"{own}-back", "back", "", deck.back)]
    return found + [
        CardSide(f"backs/{file}", f"{own}-{name}-back", f"back of {card.title}", "", back_of(deck, card))
        for file, name, card in zip(files, names, deck.cards, strict=True)
    ]


def write(deck: Deck, target: str, options: ExportOptions, inside: Path, final: Path, step: Step) -> tuple[str, str]:
    """Write a deck's drawings; return one line about them, and the text for the README."""
    del target, final
    found = sides(deck)
    if options.sprite:
        text = sprite(found, options, safe(deck.name), step)
        (inside / SPRITE).write_bytes(text.encode())
        about = _SPRITE.format(first=found[0].id, names=_names(found))
        return f"{len(found)} drawings in one file of {len(text.encode()) / 1000:.0f} kB", about
    if any("/" in side.file for side in found):
        (inside / "backs").mkdir()
    for side in found:
        (inside / f"{side.file}.svg").write_bytes(single(side, options).encode())
        step()
    return f"{len(found)} drawings", _SINGLE


def _names(found: Sequence[CardSide]) -> str:
    return "\n".join(f"{side.id}  {side.title}" for side in found)


def _size(options: ExportOptions) -> Size:
    card = options.card
    return Size(card.width_mm, card.height_mm, BLEED_MM if options.bleed else 0.3, card.radius_mm)


def _ink(prefix: str, options: ExportOptions) -> SvgInk:
    return SvgInk(prefix, options.theme, low=options.low_ink, aid=options.colour_aid)


def _drawn(ink: SvgInk, side: CardSide, options: ExportOptions) -> list[Part]:
    """Draw a side: cut out with its round corners, or whole where its bleed is wanted."""
    size = _size(options)
    if options.bleed:
        side.draw(ink, size)
    else:
        with ink.clip(rect(0, 0, size.width_mm, size.height_mm, size.radius_mm)):
            side.draw(ink, size)
    return ink.taken()


def _box(options: ExportOptions) -> tuple[float, float, float]:
    """Give the edge past the cut, and the width and height of the whole."""
    edge = BLEED_MM if options.bleed else 0.0
    return edge, options.card.width_mm + 2 * edge, options.card.height_mm + 2 * edge


def _view(options: ExportOptions) -> str:
    edge, wide, high = _box(options)
    return " ".join(f"{v * UNITS + 0.0:g}" for v in (-edge, -edge, wide, high))


def _upright(inside: str, options: ExportOptions) -> str:
    """Turn a drawing whose y runs up into one whose y runs down."""
    return f'<g {ROOT} transform="matrix(1 0 0-1 0 {options.card.height_mm * UNITS:g})">{inside}</g>'


def _said(side: CardSide) -> str:
    text = f"<desc>{escape(side.text)}</desc>" if side.text else ""
    return f"<title>{escape(side.title)}</title>{text}"


def single(side: CardSide, options: ExportOptions) -> str:
    """Write one side as a document of its own."""
    ink = _ink(side.id, options)
    drawn = _drawn(ink, side, options)
    definitions, once = ink.definitions(drawn)
    _, wide, high = _box(options)
    return (
        f'<svg {_XMLNS} viewBox="{_view(options)}" width="{wide:g}mm" height="{high:g}mm" role="img">{_said(side)}'
        f"<defs>{definitions}</defs>{_upright(spelled(drawn, once), options)}</svg>\n"
    )


def sprite(found: Sequence[CardSide], options: ExportOptions, prefix: str, step: Step = lambda: None) -> str:
    """Write sides as the symbols of one document, which share whatever they repeat."""
    ink, all_drawn = _ink(prefix, options), []
    for side in found:
        all_drawn.append(_drawn(ink, side, options))
        step()
    definitions, once = ink.definitions([part for drawn in all_drawn for part in drawn])
    view = _view(options)
    symbols = "\n".join(
        f'<symbol id="{side.id}" viewBox="{view}">{_said(side)}{_upright(spelled(drawn, once), options)}</symbol>'
        for side, drawn in zip(found, all_drawn, strict=True)
    )
    return f'<svg {_XMLNS} width="0" height="0"><defs>{definitions}</defs>\n{symbols}\n</svg>\n'


_SINGLE = """
One SVG a card, in the deck's order, and the back: cut out with round corners, or with --bleed 3 mm past the cut.
Letters are outlines, so no font is needed; what can be read on a card stands in its title and description too. The ids
in a file begin with the deck's and the card's name, so that any of them can stand in one page together.
"""
_SPRITE = """
All cards in one SVG, a symbol each; what they share is in it once. In a page beside it:

<svg width="126" height="178"><use href="sprite.svg#{first}"/></svg>

The symbols:

{names}
"""


FOLDER = "host/static/cards"
DECKS: dict[str, tuple[str, ...]] = {
    "standard52": (),
    "west": (),
    "lizard": ("lizard", "snake", "back"),
    "liars-lair": ("09", "back"),
}
"""The decks whose cards are drawn; where names are given, only those: Lizard's other cards are the standard ones, and
those of Liar's Lair are its book's, which are in no deck."""
BACKS = ("liar-poker", "red-and-black")


def pictures() -> Iterator[tuple[str, str]]:
    """Yield every file's path in the folder, and the SVG that belongs there."""
    options = ExportOptions()
    for deck, wanted in DECKS.items():
        drawn = {_name(side): side for side in _sides(deck)}
        for name in wanted or drawn:
            yield f"{deck}/{name}.svg", single(drawn[name], options)
    for deck in BACKS:
        yield f"{deck}/back.svg", single(_sides(deck)[-1], options)


def _sides(deck: str) -> list[CardSide]:
    facts = read(templates() / "examples" / f"{deck}.json") if REGISTRY[deck].needs_facts else None
    return sides(REGISTRY[deck].make(deck, replace(USUAL, facts=facts)))


def _name(side: CardSide) -> str:
    """Return a side's name in the record: its file's without the place in the deck."""
    return side.file.partition("-")[2] or side.file


def write_screens(folder: Path) -> int:
    """Write all pictures, and remove what is not one of them any more; return how many there are."""
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
