"""People's own SVG files: looked through, and drawn as paths of the house."""

from __future__ import annotations

import itertools
import logging
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from math import atan2, degrees, hypot, isfinite
from pathlib import Path
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from cardgen.errors import PrintError
from cardgen.layout import IDENTITY, Matrix, transform
from cardgen.pdf import type as lettering
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
_SHAPES = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text")
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
_UNSEEN = {
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
        found |= {_local(node)} & _UNSEEN.keys()
        styles = f"{node.get('style', '')} {node.text if _local(node) == 'style' else ''}"
        if "mix-blend-mode" in node.attrib or "mix-blend-mode" in styles:
            found.add("mix-blend-mode")
    return tuple(text for name, text in _UNSEEN.items() if name in found)


def parse_svg(path: Path) -> Node:
    """Return the root of an SVG file that is fit to be drawn. Raises PrintError for any other; OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise PrintError(f"{path.name} has more than {MOST_BYTES // 1_000_000} MB: simplify it, or give it as PNG")
    root = _parsed(path)
    _check(path.name, root)
    _wrap_clips(root)
    return root


def _parsed(path: Path) -> Node:
    from lxml import etree

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
    return root


def _local(node: Node) -> str:
    return node.tag.rpartition("}")[2].lower() if isinstance(node.tag, str) else ""


def _check(name: str, root: Node) -> None:
    """Refuse what a picture has no use for."""
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
    _check_uses(name, root)


def _check_links(name: str, text: str) -> None:
    if "@import" in text.lower() or "@font-face" in text.lower():
        raise PrintError(f"{name} is refused, since its styles link to something outside")
    for link in re.findall(r"url\(\s*['\"]?\s*([^'\")]*)", text, re.IGNORECASE):
        if not link.startswith("#"):
            raise PrintError(f"{name} is refused, since it links to something outside: {_short(link)}")


def _short(link: str) -> str:
    return " ".join(link.split())[:60]


def _check_uses(name: str, root: Node) -> None:
    """Refuse a file whose `use` elements refer to themselves, or multiply beyond measure."""
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


def _wrap_clips(root: Node) -> None:
    """Give every clipped shape a group that is clipped in its place: svglib clips groups, but gradients no shapes."""
    for node in [node for node in root.iter() if _local(node) in _SHAPES and node.get("clip-path")]:
        group = node.makeelement(f"{node.tag.rpartition('}')[0]}}}g" if "}" in node.tag else "g")
        for key in ("clip-path", "transform", "opacity"):
            if key in node.attrib:
                group.set(key, node.attrib.pop(key))
        node.getparent().replace(node, group)
        group.append(node)


COVERS = "_covers"
"""The attribute of a group that tells how much of what lies below it covers, as a whole (0 to 1)."""
_SVGRENDER_UNSEEN = ("clipPath", "mask", "defs", "style", "symbol", "linearGradient", "radialGradient")


class Colour(Protocol):
    """A colour as svglib has it: 0 to 1."""

    red: float
    green: float
    blue: float


class Gradient(NamedTuple):
    """A gradient within a shape: round its start where it has a radius, otherwise along a line from start to end."""

    shape: object
    colours: Sequence[Colour]
    stops: tuple[float, ...]
    box: tuple[float, float, float, float]
    """Left, bottom, right and top of the shape."""
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
    shape, colours = own["_clip_shape"], own["_rl_colors"]
    stops = tuple(max(0.0, min(1.0, float(stop))) for stop in own["_positions"])
    left, bottom, right, top = (float(v) for v in item.getBounds())
    box = left, bottom, right, top
    if isinstance(item, RadialGradientShape):
        centre = float(own["_cx"]), float(own["_cy"])
        return Gradient(shape, colours, stops, box, centre, centre, float(own["_r"]))
    x0, y0, x1, y1 = (float(own[name]) for name in ("_x0", "_y0", "_x1", "_y1"))
    return Gradient(shape, colours, stops, box, (x0, y0), (x1, y1))


def rendered(path: File, root: Any) -> Any:
    """Return the drawing of an SVG file's root. Raises whatever a strange file leads svglib to."""
    with _quiet():
        return _renderer()(str(path), font_map=_Fonts()).render(root)


class _Fonts:
    """Tells svglib that every font is one of the house's, so that it looks for none on this computer."""

    def find_font(self, font_name: str, weight: str = "normal", style: str = "normal") -> tuple[str, bool]:
        """Return the house's font for a family, a weight and a style."""
        bold = str(weight) in ("bold", "bolder", "600", "700", "800", "900")
        serif = "serif" in font_name.lower().replace("sans-serif", "") or "times" in font_name.lower()
        if serif:
            name = (
                lettering.SERIF_ITALIC if style == "italic" else lettering.SERIF_SEMIBOLD if bold else lettering.SERIF
            )
        else:
            name = lettering.SANS_BOLD if bold else lettering.SANS
        return lettering.register(name), True


@cache
def _renderer() -> Any:
    """Return svglib's renderer, taught that `opacity` is of a whole (svglib leaves it out)."""
    from reportlab.graphics.shapes import Group
    from svglib.svglib import SvgRenderer, node_name

    class Renderer(SvgRenderer):
        def renderNode(self, node: Any, parent: Any = None) -> None:  # noqa: N802
            covers = 1.0 if parent is None or node_name(node) in _SVGRENDER_UNSEEN else self._covers(node)
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
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(1.0, max(0.0, found)) if found == found else 1.0  # noqa: PLR0124


@contextmanager
def _quiet() -> Iterator[None]:
    """Let svglib keep its remarks to itself: what matters is said in a sentence of ours."""
    log, nowhere = logging.getLogger("svglib"), logging.NullHandler()  # its modules' loggers hand theirs up to it
    before, log.propagate = log.propagate, False
    log.addHandler(nowhere)
    try:
        yield
    finally:
        log.propagate = before
        log.removeHandler(nowhere)


MOST_BANDS = 64
_STEP = 4 / 255
"""Bands whose colours differ by less than this cannot be told apart in print."""

Band = tuple[Outline, str]
Parts = tuple[float, ...]
"""Red, green and blue, and how much is covered where that is told: 0 to 1."""
FINE = 256
"""How many pixels a gradient has along its way; a printer shows no more shades."""


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
    return (_linear if shape.radius is None else _radial)(shape, shades, to_mm)


def _radial(shape: Gradient, shades: Sequence[bytes], to_mm: Matrix) -> Ramp:
    left, bottom, right, top = shape.box
    (x0, y0), r = shape.start, shape.radius or 1e-9
    wide, high = (right - left) / FINE, (top - bottom) / FINE
    pixels = b"".join(
        shades[min(FINE - 1, int(hypot(left + (i + 0.5) * wide - x0, top - (j + 0.5) * high - y0) / r * FINE))]
        for j in range(FINE)
        for i in range(FINE)
    )
    return Ramp(FINE, FINE, pixels, _laid(to_mm, (left, bottom), (right - left, 0), (0, top - bottom)))


def _linear(shape: Gradient, shades: Sequence[bytes], to_mm: Matrix) -> Ramp:
    left, bottom, right, top = shape.box
    (x0, y0), (x1, y1) = shape.start, shape.end
    length = hypot(x1 - x0, y1 - y0)
    along = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
    corners = [(x, y) for x in (left, right) for y in (bottom, top)]
    ways = [(x - x0) * along[0] + (y - y0) * along[1] for x, y in corners]
    sides = [-(x - x0) * along[1] + (y - y0) * along[0] for x, y in corners]
    start, end, low, high = min(ways), max(ways), min(sides), max(sides)
    columns = 4 * FINE
    step = (end - start) / columns

    def share(column: int) -> float:
        return (start + (column + 0.5) * step) / length if length else 1.0

    pixels = b"".join(shades[round(max(0.0, min(1.0, share(i))) * (FINE - 1))] for i in range(columns))
    corner = (x0 + along[0] * start - along[1] * low, y0 + along[1] * start + along[0] * low)
    wide, high = end - start, high - low
    across, up = (along[0] * wide, along[1] * wide), (-along[1] * high, along[0] * high)
    return Ramp(columns, 1, pixels, _laid(to_mm, corner, across, up))


def _laid(to_mm: Matrix, corner: tuple[float, float], across: tuple[float, float], up: tuple[float, float]) -> Matrix:
    """Return the matrix that lays the unit square on a corner and two sides of a shape."""
    a, b, c, d, e, f = to_mm
    x, y = corner
    return (
        a * across[0] + c * across[1], b * across[0] + d * across[1],
        a * up[0] + c * up[1], b * up[0] + d * up[1],
        a * x + c * y + e, b * x + d * y + f,
    )  # fmt: skip


def bands(shape: Gradient, colours: Sequence[Parts]) -> Iterator[Band]:
    """Yield what to paint over a gradient's shape, one after the other, in its own coordinates: each covers the rest.

    `colours` are its stops' red, green and blue (0 to 1).
    """
    left, bottom, right, top = shape.box
    stops = shape.stops
    apart = max(
        (abs(a - b) for pair in itertools.pairwise(colours) for a, b in zip(*pair, strict=True)),
        default=0.0,
    )
    count = max(1, min(MOST_BANDS, round(len(colours) * apart / _STEP)))
    far = hypot(right - left, top - bottom) + 1.0
    whole = poly([(left - 1, bottom - 1), (right + 1, bottom - 1), (right + 1, top + 1), (left - 1, top + 1)])
    if shape.radius is not None:
        yield whole, _spelt(_at(1.0, stops, colours))
        for band in range(count, 0, -1):
            yield ellipse(*shape.start, shape.radius * band / count), _spelt(_at((band - 0.5) / count, stops, colours))
        return
    (x0, y0), (x1, y1) = shape.start, shape.end
    length = hypot(x1 - x0, y1 - y0)
    yield whole, _spelt(_at(0.0 if length else 1.0, stops, colours))
    if not length:
        return
    along = ((x1 - x0) / length, (y1 - y0) / length)
    reach = far + hypot(x0 - (left + right) / 2, y0 - (bottom + top) / 2) + length
    for band in range(count):
        start = length * band / count
        near = (x0 + along[0] * start, y0 + along[1] * start)
        end = (near[0] + along[0] * reach, near[1] + along[1] * reach)
        side = (-along[1] * reach, along[0] * reach)
        corners = [
            (near[0] + side[0], near[1] + side[1]), (end[0] + side[0], end[1] + side[1]),
            (end[0] - side[0], end[1] - side[1]), (near[0] - side[0], near[1] - side[1]),
        ]  # fmt: skip
        yield poly(corners), _spelt(_at((band + 0.5) / count, stops, colours))
    last = (x1 + along[0] * reach, y1 + along[1] * reach)
    side = (-along[1] * reach, along[0] * reach)
    yield (
        poly([(x1 + side[0], y1 + side[1]), (last[0] + side[0], last[1] + side[1]),
              (last[0] - side[0], last[1] - side[1]), (x1 - side[0], y1 - side[1])]),
        _spelt(_at(1.0, stops, colours)),
    )  # fmt: skip


def _at(share: float, stops: Sequence[float], colours: Sequence[Parts]) -> Parts:
    """Return the colour at a share of the way."""
    after = bisect_right(stops, share)
    if after == 0:
        return colours[0]
    if after == len(stops):
        return colours[-1]
    before, beyond = stops[after - 1], stops[after]
    t = (share - before) / (beyond - before) if beyond > before else 1.0
    return tuple(a + (b - a) * t for a, b in zip(colours[after - 1], colours[after], strict=True))


def _spelt(colour: Parts) -> str:
    return "#" + "".join(f"{round(255 * max(0.0, min(1.0, part))):02X}" for part in colour)


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

    path: Outline | None = None
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

    def _moved(self, path: Outline | None, matrix: Matrix) -> Outline | None:
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
        return Outline(moved)

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


_OUTLINES: dict[str, tuple[Callable[..., Outline], tuple[str, ...]]] = {
    "Circle": (ellipse, ("cx", "cy", "r")),
    "Ellipse": (ellipse, ("cx", "cy", "rx", "ry")),
    "Line": (segment, ("x1", "y1", "x2", "y2")),
    "Rect": (rect, ("x", "y", "width", "height", "rx")),
}


def _path_of(item: object) -> Outline | None:
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
    return Outline(segments) if segments else None


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
