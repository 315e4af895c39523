"""The pictures of cards that the host's pages carry: drawn by the printer's own hand, written when faces change.

`make sprites` writes them into templates/host/static/cards; a test says when they are not today's faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from cardgen.art.emblems import draw_emblem
from cardgen.decks.faces import REGISTRY, USUAL
from cardgen.export import ExportOptions
from cardgen.export.svg import CardSide, sides, single
from cardgen.pdf.svgink import ROOT, UNITS, SvgInk, spelled
from factbank.emblems import emblems
from factbank.facts import read
from referee.books.rulebook import templates

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
_HALF = 9 * UNITS  # of an emblem's box


def pictures() -> Iterator[tuple[str, str]]:
    """Yield every file's path in the folder, and the SVG that belongs there."""
    options = ExportOptions()
    for deck, wanted in DECKS.items():
        drawn = {_name(side): side for side in _sides(deck)}
        for name in wanted or drawn:
            yield f"{deck}/{name}.svg", single(drawn[name], options)
    for deck in BACKS:
        yield f"{deck}/back.svg", single(_sides(deck)[-1], options)
    for name in emblems():
        yield f"emblems/{name}.svg", emblem(name)


def _sides(deck: str) -> list[CardSide]:
    facts = read(templates() / "examples" / f"{deck}.json") if REGISTRY[deck].needs_facts else None
    return sides(REGISTRY[deck].make(deck, replace(USUAL, facts=facts)))


def _name(side: CardSide) -> str:
    """Return a side's name in the record: its file's without the place in the deck."""
    return side.file.partition("-")[2] or side.file


def emblem(name: str) -> str:
    """Return an emblem on nothing, in ink and red, in a box about its middle."""
    ink = SvgInk(name)
    draw_emblem(ink, name, ink.palette.plate)
    drawn = ink.taken()
    definitions, once = ink.definitions(drawn)
    box = f"{-_HALF} {-_HALF} {2 * _HALF} {2 * _HALF}"
    inside = (
        f"<defs>{definitions}</defs>" * bool(definitions)
        + f'<g {ROOT} transform="scale(1-1)">{spelled(drawn, once)}</g>'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>\n'


def write(folder: Path) -> int:
    """Write all pictures, and remove what is not one of them any more; return how many there are."""
    wanted = dict(pictures())
    for path in folder.rglob("*.svg"):
        if path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_bytes(text.encode())
    return len(wanted)


if __name__ == "__main__":
    print(write(templates() / FOLDER), "pictures")  # noqa: T201
