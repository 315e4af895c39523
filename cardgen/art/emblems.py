"""Emblems: wood engravings, one for a pair of cards. Each is an SVG file, drawn on cards and shown on phones alike.

Coordinates are thousandths of a millimetre about the middle, y down. Each path has the class of its role: ``ink``,
``ground`` (what is cut away shows it) or ``red`` (the one accent), with ``line`` where it is drawn rather than filled;
the title says what is shown. A group may have a clip path. `factbank/emblems.toml` has the words of each emblem.
"""

from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from cardgen.pdf.ink import Ink
from cardgen.pdf.path import POINTS_PER_MM, Outline, svg
from cardgen.pdf.theme import Colour
from factbank.emblems import own_emblems
from liarsdeck.files import templates

ACROSS = 17.0
"""How wide and high the largest figures are, in millimetres."""
_UNIT_MM = 0.001
_SVG = "{http://www.w3.org/2000/svg}"


class Cut(NamedTuple):
    """One path of an emblem, and how it is painted.

    It is filled, or stroked `line_pt` points wide where that is not 0; what lies outside `clip` is not painted. `role`
    names the colour, `evenodd` the rule for filling paths that overlap.
    """

    path: Outline
    role: str
    line_pt: float
    evenodd: bool
    clip: Outline | None


def file(name: str) -> Path:
    """Return the path of the emblem's SVG file, ours or one that the user added."""
    ours = templates() / "host" / "static" / "cards" / "emblems" / f"{name}.svg"
    return ours if ours.is_file() else own_emblems().get(name, ours)


def _as_it_is(name: str) -> tuple[Path, int]:
    """Return the file of an emblem and when it was written: another of the same name may have taken its place."""
    found = file(name)
    return found, found.stat().st_mtime_ns


@lru_cache(maxsize=512)
def _drawing(svg_file: Path, _written_at: int) -> ElementTree.Element:
    return ElementTree.fromstring(svg_file.read_text("utf-8"))  # noqa: S314, a file of ours


def marks(name: str) -> tuple[Cut, ...]:
    """Return the paths of an emblem, in mm with y up, in the order in which they are drawn."""
    return _marks(*_as_it_is(name))


@lru_cache(maxsize=512)
def _marks(svg_file: Path, written_at: int) -> tuple[Cut, ...]:
    drawing = _drawing(svg_file, written_at)
    clips = {f"url(#{one.get('id')})": svg(one[0].get("d", ""), _UNIT_MM) for one in drawing.iter(f"{_SVG}clipPath")}

    def cut(path: ElementTree.Element, clip: str | None) -> Cut:
        role, _, line = path.get("class", "ink").partition(" ")
        width_pt = round(float(path.get("stroke-width", 0)) * _UNIT_MM * POINTS_PER_MM, 2) if line else 0
        evenodd = path.get("fill-rule") == "evenodd"
        return Cut(svg(path.get("d", ""), _UNIT_MM), role, width_pt, evenodd, clips[clip] if clip else None)

    found = []
    for part in drawing:
        if part.tag == f"{_SVG}path":
            found.append(cut(part, None))
        elif part.tag == f"{_SVG}g":
            found += [cut(path, part.get("clip-path")) for path in part]
    return tuple(found)


def middle(name: str) -> tuple[float, float]:
    """Return the x and y in mm of the middle of the emblem's black areas."""
    return _middle(*_as_it_is(name))


@lru_cache(maxsize=512)
def _middle(svg_file: Path, written_at: int) -> tuple[float, float]:
    boxes = []
    for mark in _marks(svg_file, written_at):
        if mark.role != "ground":
            box, clip = mark.path.box(), mark.clip.box() if mark.clip else mark.path.box()
            boxes.append((*map(max, box[:2], clip[:2]), *map(min, box[2:], clip[2:])))
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return (min(lefts) + max(rights)) / 2, (min(bottoms) + max(tops)) / 2


def describe(name: str) -> str:
    """Return the sentence that says what an emblem shows, such as “An owl on a rail.”"""
    return _drawing(*_as_it_is(name)).findtext(f"{_SVG}title", "")


def draw_emblem(
    ink: Ink, name: str, ground: Colour, colour: Colour | None = None, accent: Colour | None = None
) -> None:
    """Draw an emblem about the origin, at its own size in mm.

    `colour` (by default the ink's black) paints it, `accent` (by default red) its coloured parts; its gaps show
    `ground`.
    """
    paints = {
        "ink": colour or ink.black,
        "ground": ground,
        "red": accent or colour or (ink.black if ink.low else ink.palette.red.base),
    }

    def draw(cuts: list[Cut]) -> None:
        for mark in cuts:
            if mark.line_pt:
                ink.draw(mark.path, None, paints[mark.role], mark.line_pt)
            else:
                ink.draw(mark.path, paints[mark.role], evenodd=mark.evenodd)

    for clip, cuts in groupby(marks(name), key=lambda mark: mark.clip):
        if clip is None:
            draw([*cuts])
        else:
            with ink.clip(clip):
                draw([*cuts])
