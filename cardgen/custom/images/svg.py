"""SVG of one's own as paths of the house.

svglib reads the shapes; they become paths, flat colours and text like all our art, so that a foreign file brings no
fonts and no colours but the ones that print. Gradients become bands. What is half transparent stays so: a drawing that
has such parts is `see_through`, and print shops get it as a picture (`flat.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, degrees, hypot, isfinite
from pathlib import Path as File
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from cardgen.custom.images.gradient import Ramp, bands, ramp
from cardgen.custom.images.svgfile import MOST_SHAPES, left_out, parse_svg
from cardgen.custom.images.svgrender import COVERS, Colour, Gradient, gradient, rendered
from cardgen.errors import PrintError
from cardgen.layout.profile import IDENTITY, Matrix, transform
from cardgen.pdf import fonts as lettering
from cardgen.pdf.path import POINTS_PER_MM, Path, ellipse, poly, rect, segment

if TYPE_CHECKING:
    from cardgen.pdf.fonts import Align
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import Cap, Join, Segment

FARTHEST = 1e6
_CAPS: tuple[Cap, ...] = ("butt", "round", "square")
_JOINS: tuple[Join, ...] = ("mitre", "round", "bevel")
_ANCHORS: dict[str, Align] = {"start": "left", "middle": "centre", "end": "right"}


class ShapeGroup(Protocol):
    """Shapes and groups that share a transformation."""

    @property
    def transform(self) -> Sequence[float]:
        """The six numbers of its matrix."""

    @property
    def contents(self) -> Sequence[object]:
        """What is in it, in the order of drawing."""


class Stroked(Protocol):
    """What is asked of a shape's outline."""

    strokeWidth: float | None  # noqa: N815
    strokeDashArray: Sequence[object] | None  # noqa: N815
    strokeLineCap: int | None  # noqa: N815
    strokeLineJoin: int | None  # noqa: N815


class Words(Protocol):
    """What is asked of a line of text."""

    text: object
    x: float
    y: float
    fontName: str  # noqa: N815
    fontSize: float  # noqa: N815
    textAnchor: str  # noqa: N815
    fillColor: Colour | None  # noqa: N815


class Mark(NamedTuple):
    """One step of a drawing: a path painted, a line of text, or a clip (`inside` is what it holds).

    `covers` is how much of what lies below a fill, and a stroke, covers; a mark without a path covers as a whole what
    is `inside` it. `ramp` is a gradient that is half transparent somewhere.
    """

    path: Path | None = None
    fill: str | None = None
    stroke: str | None = None
    width_pt: float = 0.5
    cap: Cap = "butt"
    join: Join = "mitre"
    dash: tuple[float, ...] = ()
    evenodd: bool = False
    text: str = ""
    font: str = lettering.SANS
    size_pt: float = 0
    align: Align = "left"
    x: float = 0
    y: float = 0
    turn: float = 0
    inside: tuple[Mark, ...] = ()
    covers: tuple[float, float] = (1.0, 1.0)
    ramp: Ramp | None = None

    @property
    def see_through(self) -> bool:
        """Whether anything of it is half transparent."""
        return self.covers != (1, 1) or self.ramp is not None or any(mark.see_through for mark in self.inside)


class Vector:
    """An SVG as the house draws it: its size in millimetres, and its marks. Equal only to itself.

    `left_out` names what the file holds that is not drawn.
    """

    def __init__(
        self, path: File, width_mm: float, height_mm: float, marks: tuple[Mark, ...], left_out: tuple[str, ...] = ()
    ) -> None:
        self.path = path
        self.width_mm = width_mm
        self.height_mm = height_mm
        self.marks = marks
        self.left_out = left_out
        self.see_through = any(mark.see_through for mark in marks)

    def draw(self, ink: Ink) -> None:
        """Draw it, its lower left corner at the origin; what is see-through must not come on a print shop's page."""
        if self.see_through:
            ink.form(("see-through", self), lambda pen: self._marks(pen, self.marks, ()), self._box(), see_through=True)
        else:
            self._marks(ink, self.marks, ())

    def _box(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, self.width_mm, self.height_mm

    def _marks(self, ink: Ink, marks: tuple[Mark, ...], where: tuple[int, ...]) -> None:
        for number, mark in enumerate(marks):
            if mark.covers == (1, 1):
                self._mark(ink, mark, (*where, number))
            else:
                with ink.covering(*mark.covers):
                    self._mark(ink, mark, (*where, number))

    def _mark(self, ink: Ink, mark: Mark, where: tuple[int, ...]) -> None:
        if mark.inside and mark.path is not None:
            with ink.clip(mark.path, evenodd=mark.evenodd):
                self._marks(ink, mark.inside, where)
        elif mark.inside:
            ink.form(
                ("see-through", self, where),
                lambda pen: self._marks(pen, mark.inside, where),
                self._box(),
                see_through=True,
            )
        elif mark.ramp is not None and mark.path is not None:
            with ink.clip(mark.path, evenodd=mark.evenodd):
                mark.ramp.draw(ink)
        elif mark.text:
            with ink.at(mark.x, mark.y, mark.turn):
                ink.text(0, 0, mark.text, mark.font, mark.size_pt, mark.fill, mark.align)
        elif mark.path is not None:
            ink.draw(
                mark.path, mark.fill, mark.stroke, mark.width_pt,
                cap=mark.cap, join=mark.join, dash=mark.dash, evenodd=mark.evenodd,
            )  # fmt: skip


def read_svg(path: File) -> Vector:
    """Read an SVG file. Raises PrintError for what is none, and for scripts, links and pictures in it; OSError."""
    root = parse_svg(path)
    unseen = left_out(root)
    try:
        drawing = rendered(path, root)
        marks = tuple(_Walker(path.name).walk(drawing, (1, 0, 0, 1, 0, 0)))
    except PrintError:
        raise
    except MemoryError:
        raise
    except Exception:  # svglib raises whatever a strange file leads it to
        raise PrintError(f"{path.name} cannot be read as SVG: save it as “plain SVG”") from None
    width, height = float(drawing.width), float(drawing.height)
    if not (isfinite(width) and isfinite(height) and 0 < width < FARTHEST and 0 < height < FARTHEST):
        raise PrintError(f"{path.name} does not say how large it is: it needs a viewBox, or a width and a height")
    if not marks:
        raise PrintError(f"{path.name} holds nothing that could be drawn")
    return Vector(path, width / POINTS_PER_MM, height / POINTS_PER_MM, marks, unseen)


class _Walker:
    """Walks through a reportlab drawing and makes marks of it, all coordinates in millimetres of the whole."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def walk(self, group: ShapeGroup, matrix: Matrix) -> list[Mark]:
        """Make the marks of a group; a clip holds everything behind it in the group."""
        a, b, c, d, e, f = (float(v) for v in group.transform)
        matrix = _times(matrix, (a, b, c, d, e, f))
        marks: list[Mark] = []
        for number, item in enumerate(group.contents):
            self.count += 1
            if self.count > MOST_SHAPES:
                raise PrintError(f"{self.name} has more than {MOST_SHAPES} parts: simplify it, or give it as PNG")
            if getattr(item, "isClipPath", 0):
                rest = _Rest(group.contents[number + 1 :])
                inside = tuple(self.walk(rest, matrix))
                path = self._moved(_path_of(item), matrix)
                return [*marks, Mark(path, inside=inside)] if inside and path else marks
            marks += self._item(item, matrix)
        return marks

    def _item(self, item: object, matrix: Matrix) -> list[Mark]:
        if hasattr(item, "contents"):
            return _as_one(self.walk(cast("ShapeGroup", item), matrix), getattr(item, COVERS, 1.0))
        if found := gradient(item):
            return self._gradient(found, matrix)
        if hasattr(item, "text"):
            return self._text(cast("Words", item), matrix)
        return self._painted(cast("Stroked", item), matrix)

    def _painted(self, item: Stroked, matrix: Matrix) -> list[Mark]:
        """Make the marks of a shape: filled, outlined or both."""
        path = self._moved(_path_of(item), matrix)
        covers = _covers(item, "fill"), _covers(item, "stroke")
        fill, stroke = (_hex(getattr(item, f"{what}Color", None)) for what in ("fill", "stroke"))
        if type(item).__name__ == "NoStrokePath":  # the fill of a path whose line follows
            stroke = None
        fill, stroke = fill if covers[0] else None, stroke if covers[1] else None
        if path is None or not (fill or stroke):
            return []
        mark = Mark(path, fill, evenodd=getattr(item, "fillMode", 1) in (0, "even-odd"))
        return _by_cover(_outlined(mark, item, stroke, matrix), covers)

    def _gradient(self, item: Gradient, matrix: Matrix) -> list[Mark]:
        path = self._moved(_path_of(item.shape), matrix)
        if path is None:
            return []
        whole = _covers(item.shape, "fill")
        colours = [(*_parts(colour), whole * _alpha(colour)) for colour in item.colours]
        if all(colour[3] == 1 for colour in colours):
            flat = bands(item, [colour[:3] for colour in colours])
            return [Mark(path, inside=tuple(Mark(self._moved(band, matrix), colour) for band, colour in flat))]
        to_mm = _times((1 / POINTS_PER_MM, 0, 0, 1 / POINTS_PER_MM, 0, 0), matrix)
        return [Mark(path, ramp=ramp(item, colours, to_mm))]

    def _text(self, item: Words, matrix: Matrix) -> list[Mark]:
        fill, covers = _hex(item.fillColor), _covers(item, "fill")
        text = " ".join(str(item.text).split())
        if not (fill and text and covers):
            return []
        x, y = transform(matrix, float(item.x), float(item.y))
        self._near(x, y)
        font = item.fontName if item.fontName in lettering.FONTS else lettering.SANS
        if lost := lettering.missing(text, font):
            raise PrintError(f"{self.name}: our fonts have no {lettering.spell(lost[0])}; turn its text into paths")
        size = float(item.fontSize) * hypot(matrix[0], matrix[1])
        turn = degrees(atan2(matrix[1], matrix[0]))
        k = POINTS_PER_MM
        return [Mark(None, fill, text=text, font=font, size_pt=size, align=_ANCHORS.get(item.textAnchor, "left"),
                     x=x / k, y=y / k, turn=turn, covers=(covers, covers))]  # fmt: skip

    def _moved(self, path: Path | None, matrix: Matrix) -> Path | None:
        if path is None:
            return None
        moved: list[Segment] = []
        for name, *numbers in path.segments:
            points = []
            for i in range(0, len(numbers), 2):
                x, y = transform(matrix, numbers[i], numbers[i + 1])
                self._near(x, y)
                points += [x / POINTS_PER_MM, y / POINTS_PER_MM]
            moved.append((name, *points))
        return Path(moved)

    def _near(self, x: float, y: float) -> None:
        if not (abs(x) < FARTHEST and abs(y) < FARTHEST):
            raise PrintError(f"{self.name} has points that lie nowhere")


class _Rest(NamedTuple):
    """What follows a clip in its group."""

    contents: Sequence[object]
    transform: Matrix = IDENTITY


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def _outlined(mark: Mark, item: Stroked, stroke: str | None, matrix: Matrix) -> Mark:
    """Give a mark the outline of a shape; one of no width is none."""
    if stroke is None:
        return mark
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    width = float(item.strokeWidth or 0) * scale
    dash = tuple(float(v) * scale for v in (item.strokeDashArray or ()) if isinstance(v, int | float))
    cap, join = _CAPS[int(item.strokeLineCap or 0) % 3], _JOINS[int(item.strokeLineJoin or 0) % 3]
    return mark._replace(
        stroke=stroke if width > 0 else None, width_pt=width, cap=cap, join=join, dash=dash if any(dash) else ()
    )


def _by_cover(mark: Mark, covers: tuple[float, float]) -> list[Mark]:
    """Let a mark's fill and outline cover so much; the outline lies over its own fill, so each is then a mark."""
    if covers == (1, 1):
        return [mark]
    parts = [
        mark._replace(stroke=None, covers=(covers[0], 1.0)),
        mark._replace(fill=None, covers=(1.0, covers[1])),
    ]
    return [part for part in parts if part.fill or part.stroke]


_OUTLINES: dict[str, tuple[Callable[..., Path], tuple[str, ...]]] = {
    "Circle": (ellipse, ("cx", "cy", "r")),
    "Ellipse": (ellipse, ("cx", "cy", "rx", "ry")),
    "Line": (segment, ("x1", "y1", "x2", "y2")),
    "Rect": (rect, ("x", "y", "width", "height", "rx")),
}


def _path_of(item: object) -> Path | None:
    """Take over a shape's outline, in its own coordinates."""
    kind = type(item).__name__
    if kind in _OUTLINES:
        outline, names = _OUTLINES[kind]
        numbers = [getattr(item, name) for name in names]
        if kind == "Rect":
            numbers[4] = min(numbers[4] or 0, numbers[2] / 2, numbers[3] / 2)
        return outline(*numbers)
    points = list(getattr(item, "points", ()))
    operators: Sequence[int] | None = getattr(item, "operators", None)
    if operators is None:
        pairs = list(zip(points[::2], points[1::2], strict=False))
        return poly(pairs, closed=kind == "Polygon") if len(pairs) > 1 else None
    segments: list[Segment] = []
    at = 0
    for operator in operators:
        count = (2, 2, 6, 0)[operator]
        segments.append(("MLCZ"[operator], *points[at : at + count]))
        at += count
    return Path(segments) if segments else None


def _as_one(marks: list[Mark], covers: float) -> list[Mark]:
    """Let marks cover what lies below as one thing."""
    if covers == 1 or not marks:
        return marks
    if covers == 0:
        return []
    mark = marks[0]
    if len(marks) == 1 and not mark.inside and mark.ramp is None and not (mark.fill and mark.stroke):
        return [mark._replace(covers=(mark.covers[0] * covers, mark.covers[1] * covers))]
    return [Mark(inside=tuple(marks), covers=(covers, covers))]


def _hex(colour: Colour | None) -> str | None:
    """Spell a colour."""
    return None if colour is None else "#" + "".join(f"{round(255 * part):02X}" for part in _parts(colour))


def _parts(colour: Colour) -> tuple[float, float, float]:
    """Give red, green and blue (0 to 1)."""
    red, green, blue = (max(0.0, min(1.0, float(v))) for v in (colour.red, colour.green, colour.blue))
    return red, green, blue


def _alpha(colour: object) -> float:
    alpha = getattr(colour, "alpha", 1)
    return 1.0 if alpha is None else max(0.0, min(1.0, float(alpha)))


def _covers(item: object, what: str) -> float:
    """Give how much an item's `fill` or `stroke` covers."""
    given = getattr(item, f"{what}Opacity", None)
    if given is not None:
        return max(0.0, min(1.0, float(given)))
    return _alpha(getattr(item, f"{what}Color", None))
