"""An ink that writes SVG, so that the code that draws cards for print also draws them for the screen.

A drawing is a tree of shapes and groups in hundredths of a millimetre, y up, so that nearly all numbers are short and
whole. Art that is placed several times stands once among the definitions and is placed by `use`; art that is placed
once is written in its place. Letters are outlines, each glyph once, so a browser needs no font. Every id begins with a
prefix, so that many drawings can stand in one page.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import hypot
from typing import NamedTuple, cast

from cardgen.pdf import type as lettering
from cardgen.pdf.ink import DETAIL_PT, Canvas, Ink, encoded, number
from cardgen.pdf.letters import glyph
from cardgen.pdf.path import POINTS_PER_MM, Cap, Join, Outline, turn_of
from cardgen.pdf.theme import HARLEQUIN, Colour, Theme
from cardgen.pdf.type import Align

UNITS = 100  # to the millimetre
_CAPS: dict[str, str] = {"butt": ' stroke-linecap="butt"', "round": "", "square": ' stroke-linecap="square"'}
_JOINS: dict[str, str] = {
    "mitre": ' stroke-linejoin="miter" stroke-miterlimit="20"',
    "round": "",
    "bevel": ' stroke-linejoin="bevel"',
}
ROOT = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
"""What holds for every shape that does not say otherwise: the group round a drawing says it."""


class SvgPath(NamedTuple):
    """An SVG path: `paint` is the text of its fill and stroke attributes, `outline` its path data (`d`)."""

    paint: str
    outline: str


class SvgGroup(NamedTuple):
    """An SVG group: `parts` share `attributes`, the text in its tag (such as a transformation or a clip path)."""

    attributes: str
    parts: list[Part]


class Use(NamedTuple):
    """A reference to the stored drawing `id`; `attributes`, the text in its tag, say where it is placed."""

    id: str
    attributes: str


class Image(NamedTuple):
    """A raster picture in an SVG drawing: the tag's attributes, the kind of file (`png`, `jpeg`), and its base64."""

    attributes: str
    kind: str
    data: str


Part = SvgPath | SvgGroup | Use | Image


class SvgInk(Ink):
    """A pen with the methods of `Ink` that draws SVG.

    `taken` returns the parts drawn, and the function `spelled` writes these as text. Every id in the drawing begins
    with `prefix`, so that several drawings can stand in one page. `theme` gives the colours. With `low`, drawings save
    ink (outlines on white in place of filled areas); with `aid`, colours also get patterns.
    """

    def __init__(self, prefix: str, theme: Theme = HARLEQUIN, *, low: bool = False, aid: bool = False) -> None:
        # Whatever would ask for the canvas is written anew below.
        super().__init__(cast("Canvas", None), theme, low=low, aid=aid)
        self.prefix = prefix
        self._parts: list[Part] = []
        self._kept_forms: dict[str, list[Part]] = {}
        self._ids: dict[object, str] = {}
        self._clips: dict[tuple[str, bool], str] = {}
        self._glyphs: dict[tuple[str, str], str] = {}
        self._fine = 1.0  # by how much what is drawn now is enlarged
        self._covers = (1.0, 1.0)

    def taken(self) -> list[Part]:
        """Return the parts drawn since the last call."""
        parts, self._parts = self._parts, []
        return parts

    def _id(self) -> str:
        return f"{self.prefix}_{len(self._kept_forms) + len(self._clips) + len(self._glyphs):x}"

    def _outline(self, path: Outline) -> str:
        return outline(path, UNITS, 0 if self._fine < 2.5 else 1 if self._fine < 25 else 2)

    def draw(
        self, path: Outline, fill: Colour | None = None, stroke: Colour | None = None, width_pt: float = DETAIL_PT, *,
        cap: Cap = "round", join: Join = "round", dash: Sequence[float] = (), evenodd: bool = False,
    ) -> None:  # fmt: skip
        """Fill a path with the colour `fill`, stroke the path with `stroke`, or both.

        A colour that is None is not painted. The line is `width_pt` points wide. `dash` lists the lengths of dashes and
        gaps in points. With `evenodd`, a path with several contours is filled by the even-odd rule, else by the nonzero
        rule.
        """
        if fill is None and stroke is None:
            return
        paint = ""
        if fill is not None:
            paint = f' fill="{_colour(fill)}"' + (' fill-rule="evenodd"' if evenodd else "")
            paint += _share("fill-opacity", self._covers[0])
        if stroke is not None:
            unit = UNITS / POINTS_PER_MM
            paint += f' stroke="{_colour(stroke)}" stroke-width="{_short(self._line_pt(width_pt) * unit, 1)}"'
            paint += _CAPS[cap] + _JOINS[join] + _share("stroke-opacity", self._covers[1])
            if dash:
                paint += f' stroke-dasharray="{" ".join(_short(d * unit, 1) for d in dash)}"'
        outlined, last = self._outline(path), self._parts[-1] if self._parts else None
        # Lines that nothing fills may share a path: they cover the same whatever their order.
        if fill is None and self._covers[1] == 1 and isinstance(last, SvgPath) and last.paint == paint and not dash:
            self._parts[-1] = SvgPath(paint, last.outline + outlined)
        else:
            self._parts.append(SvgPath(paint, outlined))

    @contextmanager
    def _within(self, attributes: str, enlarged: float = 1.0) -> Iterator[None]:
        before, fine, self._parts, self._fine = self._parts, self._fine, [], self._fine * enlarged
        try:
            yield
        finally:
            if self._parts:
                before.append(SvgGroup(attributes, self._parts))
            self._parts, self._fine = before, fine

    @contextmanager
    def clip(self, path: Outline, *, evenodd: bool = False) -> Iterator[None]:
        """In this context, draw only what lies inside a path, by the even-odd rule if `evenodd` (else: nonzero)."""
        key = self._outline(path), evenodd
        name = self._clips.get(key) or self._clips.setdefault(key, self._id())
        with self._within(f' clip-path="url(#{name})"'):
            yield

    @contextmanager
    def at(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """In this context, place the origin at (x, y) in mm, and turn and scale what is drawn.

        `turn` is in degrees anticlockwise. `scale` is a factor for all lengths, line widths too.
        """
        before, self._scale = self._scale, self._scale * scale
        try:
            with self._within(_placed(x, y, turn, scale), scale):
                yield
        finally:
            self._scale = before

    @contextmanager
    def moved(self, matrix: tuple[float, float, float, float, float, float]) -> Iterator[None]:
        """In this context, transform coordinates by a PDF matrix of six numbers, the last two in mm."""
        with self._within(_matrix(matrix), hypot(matrix[0], matrix[1])):
            yield

    def form(
        self, key: object, draw: Callable[[Ink], None], box_mm: tuple[float, float, float, float],
        x: float = 0, y: float = 0, turn: float = 0, scale: float = 1, *, as_if: float | None = None,
        see_through: bool = False,
    ) -> None:  # fmt: skip
        """Place a drawing that repeats; the drawing is stored once, under `key`.

        `draw` is called only the first time. Two drawings that differ need different keys, unless only theme, scale,
        `low` or `aid` differ. `x`, `y` (in mm), `turn` and `scale` place the drawing, as in `at`. Its thinnest lines
        are chosen for the scale `as_if` (None: the scale where it is first placed). `box_mm` and `see_through`, which
        `Ink.form` needs, are ignored.
        """
        del box_mm, see_through
        drawn = self._scale if as_if is None else as_if
        key = self._stored(key, drawn)
        name = self._ids.get(key)
        if name is None:
            name = self._ids[key] = self._id()
            self._kept_forms[name] = []
            before, here, covers, fine = self._parts, self._scale, self._covers, self._fine
            self._parts, self._scale, self._covers, self._fine = [], drawn, (1.0, 1.0), max(drawn, fine * scale)
            draw(self)
            self._kept_forms[name] = self._parts
            self._parts, self._scale, self._covers, self._fine = before, here, covers, fine
        self._parts.append(Use(name, _placed(x, y, turn, scale) + _share("opacity", self._covers[0])))

    @contextmanager
    def covering(self, fill: float, stroke: float) -> Iterator[None]:
        """In this context, fills and strokes have these opacities (0 to 1)."""
        before, self._covers = self._covers, (fill, stroke)
        try:
            yield
        finally:
            self._covers = before

    def picture(self, reader: object, width_mm: float, height_mm: float) -> None:
        """Draw a raster picture (reportlab's ImageReader) of this size with its lower left corner at the origin."""
        kind, data = encoded(reader)
        wide, high = _short(width_mm * UNITS), _short(height_mm * UNITS)
        self._parts.append(
            SvgGroup(
                f' transform="matrix(1 0 0-1 0 {high})"',
                [Image(f'width="{wide}" height="{high}" preserveAspectRatio="none"', kind, b64encode(data).decode())],
            )
        )

    def text(
        self, x: float, y: float, text: str, font: str = lettering.SERIF, size_pt: float = 10,
        fill: Colour | None = None, align: Align = "left", *, track: float = 0, stretch: float = 1,
    ) -> float:  # fmt: skip
        """Draw one line of kerned text as outlines of its letters, and return its width in mm.

        The baseline is at `y`; `x` is the text's left end, middle or right end, as `align` says; both are in mm.
        `size_pt` is the type size in points. `fill` is the colour (None: the theme's black). `track` is letter space in
        thousandths of the type size; `stretch` is a factor for the letters' width. Raises KeyError for an unknown font.
        """
        text = lettering.tidy(text)
        width = lettering.width_mm(text, font, size_pt, track) * stretch
        x -= {"left": 0.0, "centre": width / 2, "right": width}[align]
        advances, kerns = lettering.kerned(text, font)
        here, letters = 0.0, list[Part]()
        for character, advance, kern in zip(text, advances, kerns, strict=True):
            if glyph_outline(font, character):
                key = font, character
                name = self._glyphs.get(key) or self._glyphs.setdefault(key, self._id())
                letters.append(Use(name, f' x="{_short(here)}"' if round(here) else ""))
            here += advance + kern + track
        k = size_pt / 1000 / POINTS_PER_MM
        paint = f' fill="{_colour(fill or self.black)}"' + _share("fill-opacity", self._covers[0])
        place = _matrix((k * stretch * UNITS, 0, 0, k * UNITS, x, y))
        self._parts.append(SvgGroup(place + paint, letters))
        return width

    def definitions(self, drawn: Sequence[Part]) -> tuple[str, dict[str, str]]:
        """Return the content of `<defs>` for the parts `drawn`, and the drawings that are used only once.

        The definitions are the drawings used several times, the glyphs and the clip paths. The drawings used once are a
        mapping from ids to SVG text; pass this mapping to `spelled`, which writes each of them in its place.
        """
        counts: dict[str, int] = {}

        def count(parts: Sequence[Part]) -> None:
            for part in parts:
                if isinstance(part, Use):
                    counts[part.id] = counts.get(part.id, 0) + 1
                    if counts[part.id] == 1:
                        count(self._kept_forms.get(part.id, ()))
                elif isinstance(part, SvgGroup):
                    count(part.parts)

        count(drawn)
        once: dict[str, str] = {}
        written: list[str] = []
        # Art that other art is made of was finished first, but numbered later: so the last come first.
        for name, parts in reversed(self._kept_forms.items()):
            if counts.get(name):
                inside = spelled(parts, once)
                if counts[name] == 1:
                    once[name] = inside
                else:
                    written.append(f'<g id="{name}">{inside}</g>')
        for (font, character), name in self._glyphs.items():
            if counts.get(name):
                written.append(f'<path id="{name}" d="{glyph_outline(font, character)}"/>')
        for (path, evenodd), name in self._clips.items():
            rule = ' clip-rule="evenodd"' if evenodd else ""
            written.append(f'<clipPath id="{name}"><path d="{path}"{rule}/></clipPath>')
        return "".join(written), once


def spelled(parts: Sequence[Part], once: dict[str, str]) -> str:
    """Return parts of a drawing as SVG text.

    `once` is the second result of `SvgInk.definitions`. It maps the ids of drawings that are used once to their SVG
    text, which replaces the reference. Other references become a `<use>` tag.
    """
    written: list[str] = []
    at = 0
    while at < len(parts):
        part = parts[at]
        at += 1
        if isinstance(part, SvgPath):
            run = [part]
            while at < len(parts) and isinstance(following := parts[at], SvgPath) and following.paint == part.paint:
                run.append(following)
                at += 1
            if len(run) == 1:
                written.append(f'<path{part.paint} d="{part.outline}"/>')
            else:
                paths = "".join(f'<path d="{one.outline}"/>' for one in run)
                written.append(f"<g{part.paint}>{paths}</g>")
        elif isinstance(part, Use):
            inside = once.get(part.id)
            if inside is None:
                written.append(f'<use href="#{part.id}"{part.attributes}/>')
            else:
                written.append(f"<g{part.attributes}>{inside}</g>" if part.attributes else inside)
        elif isinstance(part, Image):
            written.append(f'<image {part.attributes} href="data:image/{part.kind};base64,{part.data}"/>')
        else:
            written.append(f"<g{part.attributes}>{spelled(part.parts, once)}</g>")
    return "".join(written)


def outline(path: Outline, units: float, places: int = 0) -> str:
    """Return a path as SVG path data, in relative coordinates rounded to `places` decimals; a mm has `units` units."""
    grain = 10**places
    out: list[str] = []
    x = y = first_x = first_y = 0
    for segment in path.segments:
        letter = segment[0]
        if letter == "Z":
            out.append("z")
            x, y = first_x, first_y
            continue
        points = [round(v * units * grain) for v in segment[1:]]
        moved = [v - (y if i % 2 else x) for i, v in enumerate(points)]
        if letter == "M":
            out.append("M" + _joined(points, grain))
            first_x, first_y = points
        elif letter == "L" and (moved[0] == 0) != (moved[1] == 0):
            out.append(("v" if moved[0] == 0 else "h") + _joined([moved[0] or moved[1]], grain))
        else:
            out.append(letter.lower() + _joined(moved, grain))
        x, y = points[-2:]
    return "".join(out)


def _joined(values: Sequence[int], grain: int) -> str:
    text = ""
    for value in values:
        one = f"{value / grain:g}" if grain > 1 else str(value)
        text += one if not text or one[0] == "-" else f" {one}"
    return text


def _short(value: float, places: int = 0) -> str:
    return f"{round(value, places) + 0.0:.10g}"


def _colour(colour: Colour) -> str:
    """Return a colour as SVG text: `#rgb` if that is exact, else `#rrggbb`."""
    c = colour.lower()
    return f"#{c[1]}{c[3]}{c[5]}" if c[1] == c[2] and c[3] == c[4] and c[5] == c[6] else c


def _share(name: str, share: float) -> str:
    return "" if share >= 1 else f' {name}="{number(share, 3)}"'


def _placed(x: float, y: float, turn: float, scale: float) -> str:
    c, s = turn_of(turn)
    if (c, s, scale) == (1.0, 0.0, 1):
        return f' transform="translate({_short(x * UNITS, 1)} {_short(y * UNITS, 1)})"' if x or y else ""
    return _matrix((c * scale, s * scale, -s * scale, c * scale, x, y))


def _matrix(matrix: tuple[float, float, float, float, float, float]) -> str:
    parts = [number(v, 5) for v in matrix[:4]] + [_short(v * UNITS, 1) for v in matrix[4:]]
    return f' transform="matrix({" ".join(parts)})"'


@lru_cache(maxsize=1024)
def glyph_outline(font: str, character: str) -> str:
    """Return the outline of a character as SVG path data, 1000 units to the type size; "" for a space."""
    upem: int = lettering.face(font).shaper.face.upem
    return outline(glyph(font, character), 1000 / upem)
