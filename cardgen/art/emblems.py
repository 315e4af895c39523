"""Emblems: wood engravings, one for a pair of cards. Each is an SVG file, drawn on cards and shown on phones alike.

Each path has the class of its role: ``ink``, ``ground`` (what is cut away shows it) or ``red`` (the one accent), with
``line`` where it is drawn rather than filled; the title says what is shown. A view is 18 mm wide, with the origin in
its middle. `factbank/emblems.toml` has the words of each emblem.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from cardgen.art.pictures import Mark, Vector, parse_svg, picture
from cardgen.pdf.ink import Ink
from cardgen.pdf.theme import Colour
from factbank.emblems import own_emblems
from liarsdeck.files import templates

ACROSS = 17.0
"""How wide and high the largest figures are, in millimetres."""
VIEW = 18.0
_OURS = templates() / "host" / "static" / "cards" / "emblems"


def file(name: str) -> Path:
    """Return the path of the emblem's SVG file, ours or one that the user added."""
    ours = _OURS / f"{name}.svg"
    return ours if ours.is_file() else own_emblems().get(name, ours)


def emblem(name: str) -> Vector:
    """Return the drawing of an emblem, in mm about its middle, y up.

    Raises PrintError for a file of people's own that is no drawing.
    """
    return picture(file(name), VIEW)


def describe(name: str) -> str:
    """Return the sentence that says what an emblem shows, such as “An owl on a rail.”; its paths are not read."""
    return parse_svg(file(name)).findtext("title", "")


def middle(name: str) -> tuple[float, float]:
    """Return the x and y in mm of the middle of the emblem's black areas."""
    return _middle(emblem(name))


@lru_cache(maxsize=512)
def _middle(drawing: Vector) -> tuple[float, float]:
    lefts, bottoms, rights, tops = zip(*_boxes(drawing.marks), strict=True)
    return (min(lefts) + max(rights)) / 2, (min(bottoms) + max(tops)) / 2


def _boxes(marks: tuple[Mark, ...]) -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes of the areas that are not ground, each cut to the clip paths around it."""
    for mark in marks:
        if mark.path is not None and mark.role != "ground":
            left, bottom, right, top = mark.path.box()
            for box in _boxes(mark.inside) if mark.inside else ((left, bottom, right, top),):
                yield max(left, box[0]), max(bottom, box[1]), min(right, box[2]), min(top, box[3])


def draw_emblem(
    ink: Ink, name: str, ground: Colour, colour: Colour | None = None, accent: Colour | None = None
) -> None:
    """Draw an emblem about the origin, at its own size in mm.

    `colour` (by default the ink's black) paints it, `accent` (by default red) its coloured parts; its gaps show
    `ground`.
    """
    red = accent or colour or (ink.black if ink.low else ink.palette.red.base)
    emblem(name).draw(ink, {"ink": colour or ink.black, "ground": ground, "red": red})
