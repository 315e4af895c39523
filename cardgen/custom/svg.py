"""SVG files of users: checked, and converted to our own paths."""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from math import atan2, degrees, hypot, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.errors import PrintError
from cardgen.layout import IDENTITY, Matrix, transform
from cardgen.pdf import type as fonts
from cardgen.pdf.path import POINTS_PER_MM, Outline, ellipse, poly, rect, segment

if TYPE_CHECKING:
    from lxml.etree import _Element as Node

    from cardgen.pdf.ink import Ink
    from cardgen.pdf.path import Cap, Join, Segment
    from cardgen.pdf.type import Align

MOST_BYTES = 10_000_000
MOST_SHAPES = 20_000
MOST_SIGNS = 1_000_000  # of its outlines and texts together
MOST_RULES, MOST_MATCHES = 4000, 300_000  # rules of its styles, and those times its parts, each tried on each
FARTHEST = 1e6

# --- which files are taken

_FORBIDDEN = {
    "script": "a script",
    "foreignobject": "foreign content",
    "image": "a picture; give that as PNG or JPEG",
    "feimage": "a picture",
    "iframe": "foreign content",
    "handler": "a script",
    "animate": "an animation",
    "set": "an animation",
}
_LEFT_OUT = {
    "mask": "masks",
    "filter": "filters",
    "pattern": "patterns",
    "marker": "markers",
    "textpath": "text along a path",
    "mix-blend-mode": "blend modes",
}
"""What a picture may hold, and is drawn without."""


def left_out(root: Node) -> tuple[str, ...]:
    """Name what an SVG file holds that is left out when it is drawn."""
    found = set()
    for node in root.iter():
        found |= {_local(node)} & _LEFT_OUT.keys()
        styles = f"{node.get('style', '')} {node.text if _local(node) == 'style' else ''}"
        if "mix-blend-mode" in node.attrib or "mix-blend-mode" in styles:
            found.add("mix-blend-mode")
    return tuple(text for name, text in _LEFT_OUT.items() if name in found)


def parse_svg(path: Path) -> Node:
    """Return the root of an SVG file. Raises PrintError for a file that cannot be drawn; OSError."""
    from lxml import etree

    if path.stat().st_size > MOST_BYTES:
        raise PrintError(f"{path.name} has more than {MOST_BYTES // 1_000_000} MB: simplify it, or give it as PNG")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(path.read_bytes(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        where = f" (line {error.lineno})" if isinstance(error, etree.XMLSyntaxError) and error.lineno else ""
        raise PrintError(f"{path.name} is no SVG that can be read{where}") from None
    if _local(root) != "svg":
        raise PrintError(f"{path.name} is no SVG: it begins with <{_local(root)}>")
    _check(path.name, root)
    _check_uses(path.name, root)
    # svglib clips groups, but gradients no shapes: every clipped shape gets a group that is clipped in its place.
    shapes = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text")
    for node in [node for node in root.iter() if _local(node) in shapes and node.get("clip-path")]:
        group = node.makeelement(f"{node.tag.rpartition('}')[0]}}}g" if "}" in node.tag else "g")
        for key in ("clip-path", "transform", "opacity"):
            if key in node.attrib:
                group.set(key, node.attrib.pop(key))
        node.getparent().replace(node, group)
        group.append(node)
    return root


def _local(node: Node) -> str:
    return node.tag.rpartition("}")[2].lower() if isinstance(node.tag, str) else ""


def _check(name: str, root: Node) -> None:
    """Raise PrintError for elements that a picture may not have."""
    rules = count = signs = 0
    for count, node in enumerate(root.iter()):
        if count > MOST_SHAPES:
            raise PrintError(f"{name} has more than {MOST_SHAPES} parts: simplify it, or give it as PNG")
        signs += len(node.text or "") + sum(map(len, node.attrib.values()))
        if signs > MOST_SIGNS:
            raise PrintError(
                f"{name} has more than {MOST_SIGNS // 1_000_000} MB of outlines: simplify it, or give it as PNG"
            )
        tag = _local(node)
        if not tag:
            raise PrintError(f"{name} has entities of its own, which are not taken: save it as “plain SVG”")
        if tag in _FORBIDDEN or tag.startswith("animate"):
            raise PrintError(f"{name} is refused, since it holds {_FORBIDDEN.get(tag, 'an animation')}")
        for key, value in node.attrib.items():
            bare = key.rpartition("}")[2].lower()
            if bare.startswith("on"):
                raise PrintError(f"{name} is refused, since it holds a script ({bare})")
            if bare in ("href", "src") and not value.strip().startswith("#"):
                raise PrintError(f"{name} is refused, since it links to something outside: {_short(value)}")
            _check_links(name, value)
        if tag == "style":
            rules += (node.text or "").count("{") + (node.text or "").count(",")
            _check_links(name, node.text or "")
    if rules > MOST_RULES or rules * count > MOST_MATCHES:
        raise PrintError(f"{name} has {rules} styles for {count} parts, which is too much: save it as “plain SVG”")


def _check_links(name: str, text: str) -> None:
    if "@import" in text.lower() or "@font-face" in text.lower():
        raise PrintError(f"{name} is refused, since its styles link to something outside")
    for link in re.findall(r"url\(\s*['\"]?\s*([^'\")]*)", text, re.IGNORECASE):
        if not link.startswith("#"):
            raise PrintError(f"{name} is refused, since it links to something outside: {_short(link)}")


def _short(link: str) -> str:
    return " ".join(link.split())[:60]


def _check_uses(name: str, root: Node) -> None:
    """Refuse a file whose `use` elements refer to themselves, or multiply beyond measure (PrintError)."""
    by_id = {node.get("id"): node for node in root.iter() if node.get("id")}
    sizes: dict[Node, int] = {}
    under_way: set[Node] = set()

    def size(node: Node) -> int:
        if node in sizes:
            return sizes[node]
        if node in under_way:
            raise PrintError(f"{name} refers to itself without end")
        under_way.add(node)
        total = 1 + sum(size(child) for child in node)
        if _local(node) == "use":
            link = next((v for k, v in node.attrib.items() if k.rpartition("}")[2] == "href"), "").strip()
            if link[1:] in by_id:
                total += size(by_id[link[1:]])
        if total > MOST_SHAPES:
            raise PrintError(f"{name} has more than {MOST_SHAPES} parts: simplify it, or give it as PNG")
        under_way.discard(node)
        sizes[node] = total
        return total

    try:
        size(root)
    except RecursionError:
        raise PrintError(f"{name} is nested too deeply") from None


# --- svglib, which reads the file into reportlab's shapes: untyped, and in part private

COVERS = "_covers"
"""The attribute of a group that tells how much of what lies below it covers, as a whole (0 to 1)."""


class Gradient(NamedTuple):
    """A gradient within a shape: round its start where it has a radius, otherwise along a line from start to end.

    `box` is the shape's left, bottom, right and top.
    """

    shape: Any
    colours: Sequence[Any]
    stops: tuple[float, ...]
    box: tuple[float, float, float, float]
    start: tuple[float, float]
    end: tuple[float, float]
    radius: float | None = None


def gradient(item: Any) -> Gradient | None:
    """Return what svglib keeps of a gradient; None for anything else.

    It has no public name for any of this, and only reportlab's shading to draw it by, which prints no CMYK of ours.
    `tests/cardgen/custom/images/test_svgrender.py` fails where svglib moves a name.
    """
    from svglib.svglib import LinearGradientShape, RadialGradientShape

    if not isinstance(item, LinearGradientShape | RadialGradientShape):
        return None
    own = vars(item)
    stops = tuple(max(0.0, min(1.0, float(stop))) for stop in own["_positions"])
    left, bottom, right, top = (float(v) for v in item.getBounds())
    radius = None
    if isinstance(item, RadialGradientShape):
        x0, y0, radius = (float(own[name]) for name in ("_cx", "_cy", "_r"))
        x1, y1 = x0, y0
    else:
        x0, y0, x1, y1 = (float(own[name]) for name in ("_x0", "_y0", "_x1", "_y1"))
    box = left, bottom, right, top
    return Gradient(own["_clip_shape"], own["_rl_colors"], stops, box, (x0, y0), (x1, y1), radius)


def rendered(path: Path, root: Any) -> Any:
    """Return the drawing of an SVG file's root. Raises whatever a strange file leads svglib to."""
    with _quiet():
        return _renderer()(str(path), font_map=_Fonts()).render(root)


class _Fonts:
    """Maps every font to one of ours, so that svglib does not search this computer."""

    def find_font(self, font_name: str, weight: str = "normal", style: str = "normal") -> tuple[str, bool]:
        """Return our font for a family, a weight and a style."""
        bold = str(weight) in ("bold", "bolder", "600", "700", "800", "900")
        if "serif" in font_name.lower().replace("sans-serif", "") or "times" in font_name.lower():
            name = fonts.SERIF_ITALIC if style == "italic" else fonts.SERIF_SEMIBOLD if bold else fonts.SERIF
        else:
            name = fonts.SANS_BOLD if bold else fonts.SANS
        return fonts.register(name), True


@cache
def _renderer() -> Any:
    """Return svglib's renderer, taught that `opacity` is of a whole (svglib leaves it out)."""
    from reportlab.graphics.shapes import Group
    from svglib.svglib import SvgRenderer, node_name

    not_drawn = ("clipPath", "mask", "defs", "style", "symbol", "linearGradient", "radialGradient")

    class Renderer(SvgRenderer):
        def renderNode(self, node: Any, parent: Any = None) -> None:  # noqa: N802
            covers = 1.0 if parent is None or node_name(node) in not_drawn else self._covers(node)
            if covers == 1:
                super().renderNode(node, parent)
                return
            whole = Group()
            setattr(whole, COVERS, covers)
            super().renderNode(node, whole)
            parent.add(whole)

        def _covers(self, node: Any) -> float:
            self.attrConverter.findAttr(node, "opacity")  # the rules of the file's styles become the node's own
            for key in ("fill-opacity", "stroke-opacity"):
                if "%" in node.attrib.get(key, ""):  # which svglib cannot read
                    node.attrib[key] = f"{share(node.attrib[key]):g}"
            covers = share(node.attrib.get("opacity", "1"))
            if node_name(node) == "text":  # whose fill svglib takes for solid
                covers *= share(self.attrConverter.findAttr(node, "fill-opacity") or "1")
            return covers

    return Renderer


def share(text: str) -> float:
    """Read an opacity, `0.5` or `50%`; what cannot be read covers all."""
    text = text.replace("!important", "").strip()
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(1.0, max(0.0, value)) if value == value else 1.0  # noqa: PLR0124


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep svglib's log messages off the terminal."""
    log, nowhere = logging.getLogger("svglib"), logging.NullHandler()  # its modules' loggers hand theirs up to it
    before, log.propagate = log.propagate, False
    log.addHandler(nowhere)
    try:
        yield
    finally:
        log.propagate = before
        log.removeHandler(nowhere)


# --- gradients: bands of colour, or a picture where they are half transparent

MOST_BANDS = 64
_STEP = 4 / 255
"""Bands whose colours differ by less than this cannot be told apart in print."""
FINE = 256
"""How many pixels a gradient has along its way; a printer shows no more shades."""

Parts = tuple[float, ...]
"""Red, green and blue, and how much is covered where that is told: 0 to 1."""


class Ramp(NamedTuple):
    """A gradient as a picture: its pixels, RGBA, and the matrix that lays the unit square (in millimetres) on it."""

    columns: int
    rows: int
    pixels: bytes
    matrix: Matrix

    def draw(self, ink: Ink) -> None:
        """Draw it; it reaches over all that it is clipped to."""
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        image = Image.frombytes("RGBA", (self.columns, self.rows), self.pixels)
        with ink.moved(self.matrix):
            ink.picture(ImageReader(image), 1, 1)


def ramp(shape: Gradient, colours: Sequence[Parts], to_mm: Matrix) -> Ramp:
    """Make a picture of a gradient whose colours (RGBA) are half transparent somewhere.

    It covers the box of the shape; `to_mm` takes the shape's coordinates to millimetres.
    """
    shades = [
        bytes(round(255 * max(0.0, min(1.0, part))) for part in _at(number / (FINE - 1), shape.stops, colours))
        for number in range(FINE)
    ]
    left, bottom, right, top = shape.box
    (x0, y0), (x1, y1) = shape.start, shape.end
    if shape.radius is not None:
        columns = rows = FINE
        r, wide, high = shape.radius or 1e-9, (right - left) / FINE, (top - bottom) / FINE
        pixels = b"".join(
            shades[min(FINE - 1, int(hypot(left + (i + 0.5) * wide - x0, top - (j + 0.5) * high - y0) / r * FINE))]
            for j in range(FINE)
            for i in range(FINE)
        )
        x, y, across, up = left, bottom, (right - left, 0.0), (0.0, top - bottom)
    else:
        length = hypot(x1 - x0, y1 - y0)
        ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
        corners = [(x, y) for x in (left, right) for y in (bottom, top)]
        ways = [(x - x0) * ux + (y - y0) * uy for x, y in corners]
        sides = [-(x - x0) * uy + (y - y0) * ux for x, y in corners]
        start, low = min(ways), min(sides)
        wide, high = max(ways) - start, max(sides) - low
        columns, rows = 4 * FINE, 1
        step = wide / columns
        shares = ((start + (i + 0.5) * step) / length if length else 1.0 for i in range(columns))
        pixels = b"".join(shades[round(max(0.0, min(1.0, way)) * (FINE - 1))] for way in shares)
        x, y = x0 + ux * start - uy * low, y0 + uy * start + ux * low
        across, up = (ux * wide, uy * wide), (-uy * high, ux * high)
    a, b, c, d, e, f = to_mm
    matrix = (
        a * across[0] + c * across[1], b * across[0] + d * across[1], a * up[0] + c * up[1], b * up[0] + d * up[1],
        a * x + c * y + e, b * x + d * y + f,
    )  # fmt: skip
    return Ramp(columns, rows, pixels, matrix)


def bands(shape: Gradient, colours: Sequence[Parts]) -> Iterator[tuple[Outline, str]]:
    """Yield what to paint over a gradient's shape, one after the other, in its own coordinates: each covers the rest.

    `colours` are its stops' red, green and blue (0 to 1).
    """

    def colour(way: float) -> str:
        return _spelt(_at(way, shape.stops, colours))

    left, bottom, right, top = shape.box
    apart = max((abs(a - b) for pair in pairwise(colours) for a, b in zip(*pair, strict=True)), default=0.0)
    count = max(1, min(MOST_BANDS, round(len(colours) * apart / _STEP)))
    whole = poly([(left - 1, bottom - 1), (right + 1, bottom - 1), (right + 1, top + 1), (left - 1, top + 1)])
    if shape.radius is not None:
        yield whole, colour(1.0)
        for band in range(count, 0, -1):
            yield ellipse(*shape.start, shape.radius * band / count), colour((band - 0.5) / count)
        return
    (x0, y0), (x1, y1) = shape.start, shape.end
    length = hypot(x1 - x0, y1 - y0)
    yield whole, colour(0.0 if length else 1.0)
    if not length:
        return
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    far = hypot(right - left, top - bottom) + 1.0
    reach = far + hypot(x0 - (left + right) / 2, y0 - (bottom + top) / 2) + length
    side_x, side_y = -uy * reach, ux * reach

    def beyond(x: float, y: float) -> Outline:
        """Return a box that begins across the way at (x, y) and reaches over all that lies beyond."""
        end_x, end_y = x + ux * reach, y + uy * reach
        return poly([(x + side_x, y + side_y), (end_x + side_x, end_y + side_y),
                     (end_x - side_x, end_y - side_y), (x - side_x, y - side_y)])  # fmt: skip

    for band in range(count):
        start = length * band / count
        yield beyond(x0 + ux * start, y0 + uy * start), colour((band + 0.5) / count)
    yield beyond(x1, y1), colour(1.0)


def _at(way: float, stops: Sequence[float], colours: Sequence[Parts]) -> Parts:
    """Return the colour at a share of the way."""
    after = bisect_right(stops, way)
    if after == 0:
        return colours[0]
    if after == len(stops):
        return colours[-1]
    before, beyond = stops[after - 1], stops[after]
    t = (way - before) / (beyond - before) if beyond > before else 1.0
    return tuple(a + (b - a) * t for a, b in zip(colours[after - 1], colours[after], strict=True))


# --- the drawing


class Mark(NamedTuple):
    """One step of a drawing: a path painted, a line of text, or a clip (`inside` is what it holds).

    `covers` is how much of what lies below a fill, and a stroke, covers; a mark without a path covers as a whole what
    is `inside` it. `ramp` is a gradient that is half transparent somewhere.
    """

    path: Outline | None = None
    fill: str | None = None
    stroke: str | None = None
    width_pt: float = 0.5
    cap: Cap = "butt"
    join: Join = "mitre"
    dash: tuple[float, ...] = ()
    evenodd: bool = False
    text: str = ""
    font: str = fonts.SANS
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
    """An SVG as it is drawn: its size in millimetres, and its marks. Equal only to itself.

    `left_out` names what the file holds that is not drawn.
    """

    def __init__(
        self, path: Path, width_mm: float, height_mm: float, marks: tuple[Mark, ...], left_out: tuple[str, ...] = ()
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
            self._as_one(ink, self.marks, ())
        else:
            self._marks(ink, self.marks, ())

    def _as_one(self, ink: Ink, marks: tuple[Mark, ...], where: tuple[int, ...]) -> None:
        key = ("see-through", self, where) if where else ("see-through", self)
        box = 0.0, 0.0, self.width_mm, self.height_mm
        ink.form(key, lambda pen: self._marks(pen, marks, where), box, see_through=True)

    def _marks(self, ink: Ink, marks: tuple[Mark, ...], where: tuple[int, ...]) -> None:
        for number, mark in enumerate(marks):
            if mark.covers == (1, 1):
                self._mark(ink, mark, (*where, number))
            else:
                with ink.covering(*mark.covers):
                    self._mark(ink, mark, (*where, number))

    def _mark(self, ink: Ink, mark: Mark, where: tuple[int, ...]) -> None:
        if mark.path is not None and (mark.inside or mark.ramp):
            with ink.clip(mark.path, evenodd=mark.evenodd):
                if mark.inside:
                    self._marks(ink, mark.inside, where)
                elif mark.ramp:
                    mark.ramp.draw(ink)
        elif mark.inside:
            self._as_one(ink, mark.inside, where)
        elif mark.text:
            with ink.at(mark.x, mark.y, mark.turn):
                ink.text(0, 0, mark.text, mark.font, mark.size_pt, mark.fill, mark.align)
        elif mark.path is not None:
            ink.draw(
                mark.path, mark.fill, mark.stroke, mark.width_pt,
                cap=mark.cap, join=mark.join, dash=mark.dash, evenodd=mark.evenodd,
            )  # fmt: skip


def read_svg(path: Path) -> Vector:
    """Read an SVG file. Raises PrintError for what is none, and for scripts, links and pictures in it; OSError."""
    root = parse_svg(path)
    unseen = left_out(root)
    try:
        drawing = rendered(path, root)
        marks = tuple(_Walker(path.name).walk(drawing.contents, _times(IDENTITY, drawing.transform)))
    except (PrintError, MemoryError):
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

    def walk(self, contents: Sequence[Any], matrix: Matrix) -> list[Mark]:
        """Make the marks of a group's contents; a clip holds everything behind it in the group."""
        marks: list[Mark] = []
        for number, item in enumerate(contents):
            self.count += 1
            if self.count > MOST_SHAPES:
                raise PrintError(f"{self.name} has more than {MOST_SHAPES} parts: simplify it, or give it as PNG")
            if getattr(item, "isClipPath", 0):
                inside = tuple(self.walk(contents[number + 1 :], matrix))
                path = self._moved(_path_of(item), matrix)
                return [*marks, Mark(path, inside=inside)] if inside and path else marks
            if hasattr(item, "contents"):
                group = self.walk(item.contents, _times(matrix, item.transform))
                marks += _as_one(group, getattr(item, COVERS, 1.0))
            elif filled := gradient(item):
                marks += self._gradient(filled, matrix)
            elif hasattr(item, "text"):
                marks += self._text(item, matrix)
            else:
                marks += self._painted(item, matrix)
        return marks

    def _painted(self, item: Any, matrix: Matrix) -> list[Mark]:
        """Make the marks of a shape: filled, outlined or both."""
        path = self._moved(_path_of(item), matrix)
        covers = _covers(item, "fill"), _covers(item, "stroke")
        fill = _hex(getattr(item, "fillColor", None)) if covers[0] else None
        stroke = _hex(getattr(item, "strokeColor", None)) if covers[1] else None
        if type(item).__name__ == "NoStrokePath":  # the fill of a path whose line follows
            stroke = None
        if path is None or not (fill or stroke):
            return []
        mark = Mark(path, fill, evenodd=getattr(item, "fillMode", 1) in (0, "even-odd"))
        if stroke is not None:
            scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
            width = float(item.strokeWidth or 0) * scale
            dash = tuple(float(v) * scale for v in (item.strokeDashArray or ()) if isinstance(v, int | float))
            cap, join = _CAPS[int(item.strokeLineCap or 0) % 3], _JOINS[int(item.strokeLineJoin or 0) % 3]
            mark = mark._replace(
                stroke=stroke if width > 0 else None, width_pt=width, cap=cap, join=join, dash=dash if any(dash) else ()
            )
        if covers == (1, 1):
            return [mark]
        # The outline lies over its own fill, so each is a mark that covers what lies below.
        parts = [
            mark._replace(stroke=None, covers=(covers[0], 1.0)),
            mark._replace(fill=None, covers=(1.0, covers[1])),
        ]
        return [part for part in parts if part.fill or part.stroke]

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

    def _text(self, item: Any, matrix: Matrix) -> list[Mark]:
        fill, covers = _hex(item.fillColor), _covers(item, "fill")
        text = " ".join(str(item.text).split())
        if not (fill and text and covers):
            return []
        x, y = self._near(transform(matrix, float(item.x), float(item.y)))
        font = item.fontName if item.fontName in fonts.FONTS else fonts.SANS
        if lost := fonts.missing(text, font):
            raise PrintError(f"{self.name}: our fonts have no {fonts.spell(lost[0])}; turn its text into paths")
        size = float(item.fontSize) * hypot(matrix[0], matrix[1])
        turn = degrees(atan2(matrix[1], matrix[0]))
        return [Mark(None, fill, text=text, font=font, size_pt=size, align=_ANCHORS.get(item.textAnchor, "left"),
                     x=x, y=y, turn=turn, covers=(covers, covers))]  # fmt: skip

    def _moved(self, path: Outline | None, matrix: Matrix) -> Outline | None:
        if path is None:
            return None
        moved: list[Segment] = []
        for name, *numbers in path.segments:
            points = [self._near(transform(matrix, *numbers[i : i + 2])) for i in range(0, len(numbers), 2)]
            moved.append((name, *(v for point in points for v in point)))
        return Outline(moved)

    def _near(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return a point in millimetres. Raises PrintError for one that lies nowhere."""
        x, y = point
        if not (abs(x) < FARTHEST and abs(y) < FARTHEST):
            raise PrintError(f"{self.name} has points that lie nowhere")
        return x / POINTS_PER_MM, y / POINTS_PER_MM


def _times(one: Sequence[float], other: Sequence[float]) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = map(float, other)
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


_CAPS: tuple[Cap, ...] = ("butt", "round", "square")
_JOINS: tuple[Join, ...] = ("mitre", "round", "bevel")
_ANCHORS: dict[str, Align] = {"start": "left", "middle": "centre", "end": "right"}
_OUTLINES: dict[str, tuple[Callable[..., Outline], tuple[str, ...]]] = {
    "Circle": (ellipse, ("cx", "cy", "r")),
    "Ellipse": (ellipse, ("cx", "cy", "rx", "ry")),
    "Line": (segment, ("x1", "y1", "x2", "y2")),
    "Rect": (rect, ("x", "y", "width", "height", "rx")),
}


def _path_of(item: Any) -> Outline | None:
    """Return a shape's outline, in its own coordinates."""
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
    return Outline(segments) if segments else None


def _as_one(marks: list[Mark], covers: float) -> list[Mark]:
    """Group marks so that their opacity applies to them as a whole."""
    if covers == 1 or not marks:
        return marks
    if covers == 0:
        return []
    mark = marks[0]
    if len(marks) == 1 and not mark.inside and mark.ramp is None and not (mark.fill and mark.stroke):
        return [mark._replace(covers=(mark.covers[0] * covers, mark.covers[1] * covers))]
    return [Mark(inside=tuple(marks), covers=(covers, covers))]


def _spelt(colour: Parts) -> str:
    return "#" + "".join(f"{round(255 * max(0.0, min(1.0, part))):02X}" for part in colour)


def _hex(colour: Any) -> str | None:
    return None if colour is None else _spelt(_parts(colour))


def _parts(colour: Any) -> tuple[float, float, float]:
    """Return red, green and blue (0 to 1)."""
    red, green, blue = (max(0.0, min(1.0, float(v))) for v in (colour.red, colour.green, colour.blue))
    return red, green, blue


def _alpha(colour: Any) -> float:
    alpha = getattr(colour, "alpha", 1)
    return 1.0 if alpha is None else max(0.0, min(1.0, float(alpha)))


def _covers(item: Any, what: str) -> float:
    """Return how much an item's `fill` or `stroke` covers."""
    given = getattr(item, f"{what}Opacity", None)
    if given is not None:
        return max(0.0, min(1.0, float(given)))
    return _alpha(getattr(item, f"{what}Color", None))
