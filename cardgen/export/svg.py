"""SVG for screens: each card as a file, or all cards of a deck as symbols of one file (a sprite)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct

from cardgen.decks import Deck
from cardgen.export import ExportOptions, Step
from cardgen.export.pictures import BLEED_MM, file_names, safe
from cardgen.pdf.ink import Drawing, Size
from cardgen.pdf.svgink import ROOT, UNITS, SvgInk, spelled

SPRITE = "sprite.svg"
_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


class CardSide(Struct, frozen=True):
    """A side of a card: file name (no suffix), id in a sprite, title, the text that can be read on it, and drawing."""

    file: str
    id: str
    title: str
    text: str
    draw: Drawing


def sides(deck: Deck) -> list[CardSide]:
    """Return the sides of a deck: all faces in order, then the common back, or all backs if these differ."""
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
    if not deck.has_own_backs:
        return [*found, CardSide("back", f"{own}-back", "back", "", deck.back)]
    return found + [
        CardSide(f"backs/{file}", f"{own}-{name}-back", f"back of {card.title}", "", deck.back_of(card))
        for file, name, card in zip(files, names, deck.cards, strict=True)
    ]


def write(deck: Deck, target: str, options: ExportOptions, inside: Path, final: Path, step: Step) -> tuple[str, str]:
    """Write a deck's drawings into the folder `inside`; return a one-line summary, and the README's text.

    With `options.sprite` all sides are in one file, else each side has a file of its own. `target` is `svg`; `final`,
    where the folder will be moved, is not used. `step` is called after each side.
    """
    del target, final
    found = sides(deck)
    if options.sprite:
        text = sprite(found, options, safe(deck.name), step)
        (inside / SPRITE).write_bytes(text.encode())
        names = "\n".join(f"{side.id}  {side.title}" for side in found)
        about = _SPRITE.format(first=found[0].id, names=names)
        return f"{len(found)} drawings in one file of {len(text.encode()) / 1000:.0f} kB", about
    if any("/" in side.file for side in found):
        (inside / "backs").mkdir()
    for side in found:
        (inside / f"{side.file}.svg").write_bytes(single(side, options).encode())
        step()
    return f"{len(found)} drawings", _SINGLE


def _drawn(
    found: Sequence[CardSide], options: ExportOptions, prefix: str, step: Step = lambda: None
) -> tuple[str, str, list[tuple[str, str]]]:
    """Return the view box of card sides, the definitions that they share, and two SVG texts for each side.

    The view box is the same for all sides. The first text of a side is its title and description as SVG elements, the
    second its drawing with y down. With `options.bleed` the whole side is drawn with 3 mm of bleed, else it is cut out
    with round corners. Ids of shared shapes begin with `prefix`. `step` is called after each side.
    """
    ink = SvgInk(prefix, options.theme, low=options.low_ink, aid=options.colour_aid)
    card, edge = options.card, BLEED_MM if options.bleed else 0.0
    size = Size(card.width_mm, card.height_mm, edge or 0.3, card.radius_mm)
    drawn = []
    for side in found:
        if options.bleed:
            side.draw(ink, size)
        else:
            with ink.clip(size.outline):
                side.draw(ink, size)
        drawn.append(ink.taken())
        step()
    definitions, once = ink.definitions([part for parts in drawn for part in parts])
    box = (-edge, -edge, card.width_mm + 2 * edge, card.height_mm + 2 * edge)
    written = []
    for side, parts in zip(found, drawn, strict=True):
        text = f"<desc>{escape(side.text)}</desc>" if side.text else ""
        written.append((f"<title>{escape(side.title)}</title>{text}", _y_down(spelled(parts, once), card.height_mm)))
    return " ".join(f"{v * UNITS + 0.0:g}" for v in box), definitions, written


def single(side: CardSide, options: ExportOptions) -> str:
    """Return a side as a complete SVG document: cut out with round corners, or with its bleed if `options.bleed`."""
    view, definitions, [(title, drawing)] = _drawn([side], options, side.id)
    return _document(view, title, definitions, drawing)


def picture(ink: SvgInk, width_mm: float, height_mm: float, title: str) -> str:
    """Return what was drawn with `ink` as an SVG document of this size and title; its lower left is the origin."""
    parts = ink.taken()
    definitions, once = ink.definitions(parts)
    view = f"0 0 {width_mm * UNITS:g} {height_mm * UNITS:g}"
    return _document(view, f"<title>{escape(title)}</title>", definitions, _y_down(spelled(parts, once), height_mm))


def _document(view: str, title: str, definitions: str, drawing: str) -> str:
    wide, high = (float(number) / UNITS for number in view.split()[2:])
    return (
        f'<svg {_XMLNS} viewBox="{view}" width="{wide:g}mm" height="{high:g}mm" role="img">{title}'
        f"<defs>{definitions}</defs>{drawing}</svg>\n"
    )


def _y_down(drawing: str, height_mm: float) -> str:
    return f'<g {ROOT} transform="matrix(1 0 0-1 0 {height_mm * UNITS:g})">{drawing}</g>'


def sprite(found: Sequence[CardSide], options: ExportOptions, prefix: str, step: Step = lambda: None) -> str:
    """Return card sides as symbols of one SVG document; shapes that several sides have are stored once.

    The id of a symbol is that of its side; ids of shared shapes begin with `prefix`. `options` are as for `single`
    (with bleed or cut out, for example). `step` is called after each side.
    """
    view, definitions, written = _drawn(found, options, prefix, step)
    symbols = "\n".join(
        f'<symbol id="{side.id}" viewBox="{view}">{title}{drawing}</symbol>'
        for side, (title, drawing) in zip(found, written, strict=True)
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
