"""Drawing in a PDF: the class `Ink`, the marks of which a page is laid out, and reportlab's canvas, typed.

Card faces and other art call the methods of `Ink`. Pages of text are laid out as marks (`Text`, `Shape`,
`PictureMark`), which `draw` draws. reportlab has no types, and four of the things needed here have no public name. This
module alone uses reportlab's private names, and `tests/cardgen/pdf/test_canvas.py` fails if one of them changes. Only
the user's own art can be half transparent. Such art is stored in a form that is a transparency group in RGB, and files
for print shops never contain one.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.pdf import type as lettering
from cardgen.pdf.path import POINTS_PER_MM, Cap, Join, Outline, lozenge, rect, segment, turn_of
from cardgen.pdf.theme import HARLEQUIN, READABLE, WHITE, Colour, Palette, Theme, contrast, legible
from cardgen.pdf.type import SANS, register

Numbers = tuple[float, float, float, float]


class Canvas(Protocol):
    """The part of reportlab's canvas that is used here: a PDF document whose pages are drawn in turn, in points."""

    # What each does, reportlab's own documentation says.
    def setTitle(self, title: str) -> None: ...  # noqa: N802, D102
    def setAuthor(self, author: str) -> None: ...  # noqa: N802, D102
    def setSubject(self, subject: str) -> None: ...  # noqa: N802, D102
    def setKeywords(self, keywords: str) -> None: ...  # noqa: N802, D102
    def setCreator(self, creator: str) -> None: ...  # noqa: N802, D102
    def setPageSize(self, size: tuple[float, float]) -> None: ...  # noqa: N802, D102
    def setTrimBox(self, size: Numbers) -> None: ...  # noqa: N802, D102
    def setBleedBox(self, size: Numbers) -> None: ...  # noqa: N802, D102
    def getPageNumber(self) -> int: ...  # noqa: N802, D102
    def addPageLabel(self, pageNum: int, *, prefix: str) -> None: ...  # noqa: N802, N803, D102
    def bookmarkPage(self, key: str) -> object: ...  # noqa: N802, D102
    def addOutlineEntry(self, title: str, key: str, level: int) -> None: ...  # noqa: N802, D102
    def transform(self, a: float, b: float, c: float, d: float, e: float, f: float) -> None: ...  # noqa: D102
    def showPage(self) -> None: ...  # noqa: N802, D102
    def getpdfdata(self) -> bytes: ...  # noqa: D102
    def hasForm(self, name: str) -> bool: ...  # noqa: N802, D102
    def beginForm(self, name: str, lowerx: float, lowery: float, upperx: float, uppery: float) -> None: ...  # noqa: N802, D102
    def endForm(self, **extra_attributes: object) -> None: ...  # noqa: N802, D102
    def doForm(self, name: str) -> None: ...  # noqa: N802, D102
    def drawImage(  # noqa: N802, D102
        self, image: object, x: float, y: float, width: float, height: float, mask: str | None
    ) -> object: ...


class _Private(Protocol):
    _code: list[str]
    _doc: _Document
    _preamble: str

    def _setXObjects(self, thing: object) -> None: ...  # noqa: N802


class _Document(Protocol):
    def ensureMinPdfVersion(self, *features: str) -> None: ...  # noqa: N802


def put(canvas: Canvas, operators: str) -> None:
    """Append PDF operators, such as `0 0 m 9 9 l S`, to the page or form that is being drawn.

    A form is a stored drawing. The operators go to a private list of reportlab, because reportlab's own methods are
    several times as slow and write six decimals.
    """
    cast("_Private", canvas)._code.append(operators)  # noqa: SLF001


def document(canvas: Canvas) -> _Document:
    """Return the reportlab document of a canvas, which knows what letters of each font are to be embedded."""
    return cast("_Private", canvas)._doc  # noqa: SLF001


def drawn(canvas: Canvas) -> str:
    """Return the operators of the form (stored drawing) that is being drawn.

    reportlab's `endForm` needs them in order to write a form with transparency.
    """
    own = cast("_Private", canvas)
    return "\n".join([own._preamble, *own._code])  # noqa: SLF001


def forms_drawn(canvas: Canvas) -> object:
    """Return the dictionary of the forms that the form being drawn uses; None if it uses none."""
    held = SimpleNamespace(XObjects=None)
    cast("_Private", canvas)._setXObjects(held)  # noqa: SLF001
    return held.XObjects


def is_clear(reader: object) -> bool:
    """Return whether a picture (reportlab's ImageReader) has an alpha channel."""
    image = getattr(reader, "_image", None)
    return image is not None and image.mode == "RGBA"


def encoded(reader: object) -> tuple[str, bytes]:
    """Return file type and bytes of a picture (reportlab's ImageReader): a JPEG unchanged, all else as PNG."""
    jpeg = reader.jpeg_fh() if hasattr(reader, "jpeg_fh") else None
    if jpeg:
        return "jpeg", bytes(jpeg.read())
    image, out = getattr(reader, "_image", None), io.BytesIO()
    assert image is not None, "a picture that was made without Pillow"
    image.save(out, "PNG", optimize=True)
    return "png", out.getvalue()


Shares = tuple[float, float]
"""How much of what is filled, and of what is stroked, covers what lies below: from 0 to 1."""


def shares_name(shares: Shares) -> str:
    """Return the name under which a PDF stream refers to a pair of opacities (of fills and of strokes, each 0 to 1)."""
    return "O" + "x".join(str(round(1000 * share)) for share in shares)


def group(canvas: Canvas, used: Mapping[str, Shares]) -> dict[str, object]:
    """Return the keyword arguments for reportlab's `endForm` that make the form being drawn a transparency group.

    `used` maps each name in its stream (see `shares_name`) to a pair of opacities.
    """
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName

    stream = pdfdoc.PDFStream()
    stream.content = pdfdoc.pdfdocEnc(drawn(canvas))
    stream.dictionary["Group"] = PDFDictionary(
        {"Type": PDFName("Group"), "S": PDFName("Transparency"), "CS": PDFName("DeviceRGB"), "I": "true"}
    )
    resources = pdfdoc.PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    if forms := forms_drawn(canvas):
        resources.XObject = forms
    resources.ExtGState = {
        name: PDFDictionary({"ca": round(fill, 4), "CA": round(stroke, 4)}) for name, (fill, stroke) in used.items()
    }
    document(canvas).ensureMinPdfVersion("transparency")
    return {"Contents": stream, "Resources": resources}


_CAPS = {"butt": "0 J", "round": "1 J", "square": "2 J"}
_JOINS = {"mitre": "0 j 20 M", "round": "1 j", "bevel": "2 j"}

# Line weights, in points.
CONTOUR_PT = 0.9
DETAIL_PT = 0.5
HAIRLINE_PT = 0.3
HALO_PT = 2.6
THINNEST_PT = 0.25  # on paper, however small a drawing is placed: anything thinner breaks up


def number(value: float, places: int = 2) -> str:
    """Return a number as text for a PDF stream: rounded to `places` decimals, without trailing zeros."""
    return f"{round(value, places) + 0.0:g}" if abs(value) < 1000 else f"{round(value, places) + 0.0:.{places}f}"


@lru_cache(maxsize=256)
def rgb_operands(colour: Colour) -> str:
    """Return a colour as text for a PDF stream: red, green and blue, each 0 to 1."""
    return " ".join(number(int(colour[i : i + 2], 16) / 255, 3) for i in (1, 3, 5))


class Ink:
    """A pen that draws on one PDF canvas; lengths in mm, line widths and type sizes in points, y upwards.

    `theme` has the colours and fonts. With `low` drawings save ink: they are outlines on white instead of filled areas.
    With `aid` colours also get patterns. `cmyk` is a function that returns the four inks of a colour as PDF operands,
    for a print shop; with None the PDF has RGB colours. A method paints nothing for a colour that is None, unless its
    docstring names a default.
    """

    def __init__(
        self,
        canvas: Canvas,
        theme: Theme = HARLEQUIN,
        *,
        low: bool = False,
        aid: bool = False,
        cmyk: Callable[[Colour], str] | None = None,
    ) -> None:
        self.canvas = canvas
        self.theme = self._own_theme = theme.on_white() if low else theme
        self.low = low
        self.aid = aid
        self._operands = cmyk or rgb_operands
        self._fill_op, self._stroke_op = ("k", "K") if cmyk else ("rg", "RG")
        self._state: dict[str, object] = {}
        self._depth = 0
        self._weight = 1.0
        self._scale = 1.0
        self._forms: dict[object, str] = {}
        self._shares: dict[str, Shares] = {}

    @property
    def cmyk(self) -> bool:
        """Whether colours are written as cyan, magenta, yellow and black."""
        return self._fill_op == "k"

    @property
    def palette(self) -> Palette:
        """The theme's colours."""
        return self.theme.palette

    @property
    def paper(self) -> Colour:
        """The background colour of a card; white when ink is saved."""
        return WHITE if self.low else self.theme.palette.paper

    @property
    def black(self) -> Colour:
        """The theme's colour for outlines and text."""
        return self.theme.palette.ink

    def _put(self, operators: str) -> None:
        """Add operators to the stream of the page or form being drawn."""
        put(self.canvas, operators)

    def _changed(self, what: str, value: object) -> bool:
        """Store a setting of the PDF's graphics state, and return whether it must be written to the PDF.

        `what` names the setting, such as `width`. The result is False if `value` is in force already. Outside of any
        context the result is always True, since other code may draw there.
        """
        if self._depth and self._state.get(what) == value:
            return False
        self._state[what] = value
        return True

    def _line_pt(self, width_pt: float) -> float:
        """Return the width in points to draw for a line asked for as `width_pt`.

        The width is multiplied by the factor of `weighing`, and is never so thin that the line breaks up on paper.
        """
        weight = width_pt if self._weight == 1 else max(HAIRLINE_PT, width_pt * self._weight)
        return max(weight, THINNEST_PT / self._scale)

    def _fill(self, colour: Colour) -> None:
        if self._changed("fill", colour):
            self._put(f"{self._operands(colour)} {self._fill_op}")

    def _pen(self, stroke: Colour, width_pt: float, cap: Cap, join: Join, dash: tuple[float, ...]) -> None:
        if self._changed("stroke", stroke):
            self._put(f"{self._operands(stroke)} {self._stroke_op}")
        weight = self._line_pt(width_pt)
        if self._changed("width", weight):
            self._put(f"{number(weight, 3)} w")
        if self._changed("cap", cap):
            self._put(_CAPS[cap])
        if self._changed("join", join):
            self._put(_JOINS[join])
        if self._changed("dash", dash):
            self._put(f"[{' '.join(number(d) for d in dash)}] 0 d")

    def draw(
        self,
        path: Outline,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        width_pt: float = DETAIL_PT,
        *,
        cap: Cap = "round",
        join: Join = "round",
        dash: Sequence[float] = (),
        evenodd: bool = False,
    ) -> None:
        """Fill a path with the colour `fill`, stroke it with the colour `stroke`, or both.

        The line is `width_pt` points wide. `cap` is the form of its ends, `join` that of its corners. `dash` lists the
        lengths of dashes and gaps in points; with () the line is solid. With `evenodd` the path is filled by the
        even-odd rule, so that a contour inside another is a hole; else by the nonzero rule.
        """
        if fill is None and stroke is None:
            return
        if fill is not None:
            self._fill(fill)
        if stroke is not None:
            self._pen(stroke, width_pt, cap, join, tuple(dash))
        self._put(path.operators())
        paint = ("f*" if evenodd else "f") if stroke is None else ("B*" if evenodd else "B") if fill else "S"
        self._put(paint)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width_pt: float = DETAIL_PT, stroke: Colour | None = None,
        *, cap: Cap = "round",
    ) -> None:  # fmt: skip
        """Draw a line from (x1, y1) to (x2, y2) in mm, by default in the theme's black, `DETAIL_PT` wide."""
        self.draw(segment(x1, y1, x2, y2), None, stroke or self.black, width_pt, cap=cap)

    def flat(self, path: Outline, colour: Colour, low_width_pt: float = DETAIL_PT, *, join: Join = "round") -> None:
        """Fill a path with `colour`; if ink is saved, fill it white and draw its outline.

        The outline is `low_width_pt` points wide, with corners of the form `join`.
        """
        if self.low:
            self.draw(path, WHITE, self.black, low_width_pt, join=join)
        else:
            self.draw(path, colour)

    def tint(self, path: Outline, colour: Colour, low_width_pt: float = DETAIL_PT, *, join: Join = "round") -> None:
        """Fill a path with `colour`; if ink is saved, draw only its outline.

        In contrast to `flat`, what lies below then stays visible. The outline is `low_width_pt` points wide.
        """
        if self.low:
            self.draw(path, None, self.black, low_width_pt, join=join)
        else:
            self.draw(path, colour)

    def sticker(
        self, paths: Sequence[Outline], fill: Colour, stroke: Colour | None = None, width_pt: float = CONTOUR_PT,
        *, join: Join = "round",
    ) -> None:  # fmt: skip
        """Draw overlapping paths as one figure with an outline round the whole, and none between the paths.

        `fill` is the colour of the figure. `stroke` is the colour of the outline (None: the theme's black), which is
        `width_pt` points wide.
        """
        edge = stroke or self.black
        for path in paths:
            self.draw(path, edge, edge, 2 * width_pt, join=join)
        for path in paths:
            self.draw(path, fill)

    def halo(self, paths: Sequence[Outline], colour: Colour | None = None, width_pt: float = HALO_PT) -> None:
        """Draw an edge round paths, `width_pt` points wide; call it before the paths themselves are drawn.

        `colour` is the colour of the edge (None: the paper's colour).
        """
        edge = colour or self.paper
        for path in paths:
            self.draw(path, edge, edge, 2 * width_pt)

    def inline(
        self, path: Outline, base: Colour, stroke: Colour, inset_mm: float = 1.5, width_mm: float = 0.28,
        *, join: Join = "mitre",
    ) -> None:  # fmt: skip
        """Draw a line in the colour `stroke` inside a path, parallel to its edge.

        The line is `inset_mm` away from the edge and `width_mm` wide. The path must be filled already, with the colour
        `base`.
        """
        with self.clip(path):
            self.draw(path, None, stroke, 2 * (inset_mm + width_mm) * POINTS_PER_MM, join=join)
            self.draw(path, None, base, 2 * inset_mm * POINTS_PER_MM, join=join)

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """In this context the graphics state may change; afterwards it is restored."""
        self._put("q")
        before = self._state
        self._state = dict(before) if self._depth else {}
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            self._state = before
            self._put("Q")

    @contextmanager
    def clip(self, path: Outline, *, evenodd: bool = False) -> Iterator[None]:
        """In this context, draw only what lies inside a path.

        With `evenodd` the inside follows the even-odd rule, so that a contour inside another is a hole; else the
        nonzero rule.
        """
        with self._kept():
            self._put(f"{path.operators()}\n{'W*' if evenodd else 'W'} n")
            yield

    @contextmanager
    def at(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """In this context the origin is at (x, y) in mm, and all is turned `turn` degrees anticlockwise.

        All lengths are multiplied by `scale`, line widths too.
        """
        with self._kept():
            c, s = turn_of(turn)
            parts = (c * scale, s * scale, -s * scale, c * scale)
            shift = (number(x * POINTS_PER_MM, 3), number(y * POINTS_PER_MM, 3))
            self._put(" ".join([*(number(p, 5) for p in parts), *shift, "cm"]))
            before, self._scale = self._scale, self._scale * scale
            try:
                yield
            finally:
                self._scale = before

    @contextmanager
    def moved(self, matrix: tuple[float, float, float, float, float, float]) -> Iterator[None]:
        """In this context, transform coordinates by a PDF matrix (a, b, c, d, e, f).

        The shift e, f is in mm. Unlike `at`, the scale does not count for the least width of lines.
        """
        with self._kept():
            shift = (number(v * POINTS_PER_MM, 3) for v in matrix[4:])
            self._put(" ".join([*(number(v, 5) for v in matrix[:4]), *shift, "cm"]))
            yield

    @contextmanager
    def weighing(self, share: float) -> Iterator[None]:
        """In this context, multiply line widths by the factor `share`, but never below a hairline.

        A factor below 1 is for dense drawings when ink is saved, a factor above 1 for drawings so small that lines
        would vanish.
        """
        before, self._weight = self._weight, self._weight * share
        try:
            yield
        finally:
            self._weight = before

    @contextmanager
    def half_turn(self, width_mm: float, height_mm: float) -> Iterator[None]:
        """In this context, all is drawn turned by 180 degrees about the centre of a card of this size."""
        with self.at(width_mm, height_mm, 180):
            yield

    @contextmanager
    def on_white(self) -> Iterator[None]:
        """In this context, theme colours that are too pale on white paper are replaced by darker ones."""
        before, self.theme = self.theme, self.theme.on_white()
        try:
            yield
        finally:
            self.theme = before

    def _stored(self, key: object, scale: float) -> object:
        """Return the key under which a copy of the drawing ``key`` is stored at this scale (1: full size).

        Smaller copies, and copies in the colours for a white ground, look different, so each has a key of its own.
        """
        if self.theme is not self._own_theme:
            key = ("on white", key)
        return key if scale >= 1 else (key, round(scale, 3))

    def form(
        self, key: object, draw: Callable[[Ink], None], box_mm: tuple[float, float, float, float],
        x: float = 0, y: float = 0, turn: float = 0, scale: float = 1, *, as_if: float | None = None,
        see_through: bool = False,
    ) -> None:  # fmt: skip
        """Place a drawing that repeats; the PDF stores it once, as a form, under `key`.

        `draw` is called only when the key is new. Two drawings that differ need different keys, but theme, scale, `low`
        and `aid` may differ. `box_mm` (left, bottom, right, top) must contain all that `draw` draws. The drawing's
        origin is placed at (x, y) in mm, turned by `turn` degrees anticlockwise and scaled by `scale`. `as_if` is the
        scale for which the thinnest lines are chosen (None: the scale in force at the first placing). With
        `see_through` parts may be half transparent (see `covering`), which the pages for a print shop must not have.
        """
        drawn = self._scale if as_if is None else as_if
        key = self._stored(key, drawn)
        name = self._forms.get(key)
        if name is None:
            name = f"art{len(self._forms) + 1}" + ("" if not self.low else "low") + ("aid" if self.aid else "")
            while self.canvas.hasForm(name):
                name += "x"
            self._forms[key] = name
            left, bottom, right, top = (round(v * POINTS_PER_MM, 2) for v in box_mm)
            self.canvas.beginForm(name, left, bottom, right, top)
            before, depth = self._state, self._depth
            # Inside a form nobody else draws, but it inherits the state of wherever it is placed: so nothing is known.
            self._state, self._depth = {}, 1
            shares, self._shares = self._shares, {}
            here, self._scale = self._scale, drawn
            draw(self)
            self._scale = here
            self._state, self._depth = before, depth
            self.canvas.endForm(**group(self.canvas, self._shares) if see_through else {})
            self._shares = shares
        if x or y or turn or scale != 1:
            with self.at(x, y, turn, scale):
                self.canvas.doForm(name)
        else:
            self.canvas.doForm(name)

    def card(self, draw: Drawing, size: Size, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> None:
        """Place one side of a card of this size with its bleed, as `form` does: equal sides are stored once.

        `draw` draws the side. The lower left corner of the cut card comes to (x, y) in mm.
        """
        self.form(("card", draw, size), lambda pen: draw(pen, size), size.box, x, y, turn, scale)

    @contextmanager
    def covering(self, fill: float, stroke: float) -> Iterator[None]:
        """In this context, fills and strokes have these opacities (0 to 1). Only in a `form` that is `see_through`."""
        name = shares_name((fill, stroke))
        self._shares[name] = (fill, stroke)
        with self._kept():
            self._put(f"/{name} gs")
            yield

    def picture(self, reader: object, width_mm: float, height_mm: float) -> None:
        """Draw a raster picture of this size, with its lower left corner at the origin.

        `reader` is reportlab's ImageReader. A transparent picture is allowed only in a `form` with `see_through`.
        """

        with plain_streams():  # a JPEG is taken over here and now
            self.canvas.drawImage(
                reader,
                0,
                0,
                width_mm * POINTS_PER_MM,
                height_mm * POINTS_PER_MM,
                mask="auto" if is_clear(reader) else None,
            )

    def text(
        self, x: float, y: float, text: str, font: str = lettering.SERIF, size_pt: float = 10,
        fill: Colour | None = None, align: lettering.Align = "left", *, track: float = 0, stretch: float = 1,
    ) -> float:  # fmt: skip
        """Draw one line of kerned text with its baseline at y, and return the width of the line in mm.

        `x` is the left end, the middle or the right end of the line, as `align` says. `font` is a name in `type.FONTS`
        or the path of a font file, `size_pt` the type size in points. `fill` is the colour (None: the theme's black).
        `track` is the space between letters in thousandths of the type size, and `stretch` is a factor for the width of
        the letters. The text stays searchable in the PDF. Raises KeyError if the font is unknown.
        """
        text = lettering.tidy(text)
        width = lettering.width_mm(text, font, size_pt, track) * stretch
        x -= {"left": 0.0, "centre": width / 2, "right": width}[align]
        self._fill(fill or self.black)
        parts = ["BT"]
        if track:
            parts.append(f"{number(track * size_pt / 1000, 3)} Tc")
        if stretch != 1:
            parts.append(f"{number(stretch * 100)} Tz")
        k = POINTS_PER_MM
        size, start = number(size_pt, 3), f"{number(x * k)} {number(y * k)} Td"
        for i, (name, shown) in enumerate(self._runs(text, font)):
            parts.append(f"{name} {size} Tf" + (f" {start}" if i == 0 else ""))
            parts.append(shown)
        if track:
            parts.append("0 Tc")
        if stretch != 1:
            parts.append("100 Tz")
        parts.append("ET")
        self._put(" ".join(parts))
        return width

    def _runs(self, text: str, font: str) -> Iterator[tuple[str, str]]:
        """Yield pairs of a font's name in the PDF and the operators that show a part of the text in it.

        A part is what one subset of `font` contains. The operators are like `(Goats) Tj`, or like `[(T) 80 (o)] TJ`
        with kerning.
        """
        it = lettering.face(font).font
        from reportlab.lib.rl_accel import escapePDF

        doc = document(self.canvas)
        _, kerns = lettering.kerned(text, font)
        done = 0
        for subset, codes in it.splitString(text, doc):
            pieces: list[str] = []
            start = 0
            for i in range(len(codes)):
                kern = kerns[done + i]
                # A pen that moves by less than a thousandth of the size moves nothing.
                if abs(kern) >= 0.5 and (i + 1 < len(codes) or done + i + 1 < len(text)):
                    pieces += [f"({escapePDF(codes[start : i + 1])})", number(-kern, 0)]
                    start = i + 1
            if start < len(codes):
                pieces.append(f"({escapePDF(codes[start:])})")
            done += len(codes)
            shown = f"{pieces[0]} Tj" if len(pieces) == 1 else f"[{' '.join(pieces)}] TJ"
            yield it.getSubsetInternalName(subset, doc), shown


AUTHOR = "liarsdeck"


class Document(Struct, frozen=True):
    """The metadata of a PDF: its title, subject and keywords."""

    title: str
    subject: str = ""
    keywords: tuple[str, ...] = ()


def open_canvas(about: Document, width: float, height: float, *, packed: bool = True) -> Canvas:
    """Return a new PDF canvas whose pages are `width` by `height` points.

    `about` has the title, subject and keywords of the PDF; `packed` compresses its streams.
    """
    from reportlab.pdfgen import canvas as reportlab

    canvas: Canvas = reportlab.Canvas(
        io.BytesIO(),
        pagesize=(width, height),
        pageCompression=int(packed),
        invariant=1,
        initialFontName=register(SANS),  # otherwise a Helvetica is listed that is not embedded
    )
    canvas.setTitle(about.title)
    canvas.setAuthor(AUTHOR)
    canvas.setSubject(about.subject)
    canvas.setKeywords(", ".join(about.keywords))
    canvas.setCreator("cardgen")
    return canvas


def label_page(canvas: Canvas, label: str) -> None:
    """Set the label that viewers show for the current page in place of its number."""
    canvas.addPageLabel(canvas.getPageNumber() - 1, prefix=label)


def bookmark(canvas: Canvas, title: str, level: int = 0) -> None:
    """Add an entry `title` to the PDF's outline that points to the current page; `level` 0 is the outermost."""
    key = f"part-{canvas.getPageNumber()}-{level}"
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(title, key, level)


def finish(canvas: Canvas) -> bytes:
    """Return the whole PDF as bytes; call it once, when the last page has been ended."""
    with plain_streams():
        return canvas.getpdfdata()


class PdfPage(Struct, frozen=True):
    """A page of a PDF: its width and height in mm, and the function that draws it from its lower left corner.

    `label` is what viewers show in place of the page's number, and `bookmark` its entry in the outline ("": none).
    """

    width: float
    height: float
    draw: Callable[[Ink], None]
    label: str = ""
    bookmark: str = ""


def pages_pdf(about: Document, pages: Sequence[PdfPage], theme: Theme = HARLEQUIN, *, low: bool = False) -> bytes:
    """Return a PDF with these pages; `about` is its metadata, and with `low` drawings save ink."""
    canvas = open_canvas(about, pages[0].width * POINTS_PER_MM, pages[0].height * POINTS_PER_MM)
    ink = Ink(canvas, theme, low=low)
    for page in pages:
        canvas.setPageSize((page.width * POINTS_PER_MM, page.height * POINTS_PER_MM))
        if page.bookmark:
            bookmark(canvas, page.bookmark)
        if page.label:
            label_page(canvas, page.label)
        page.draw(ink)
        canvas.showPage()
    return finish(canvas)


@contextmanager
def plain_streams() -> Iterator[None]:
    """In this context, reportlab writes binary streams without re-encoding them as text, and writes no date."""
    from reportlab import rl_config

    before = rl_config.useA85, rl_config.invariant
    rl_config.useA85, rl_config.invariant = 0, 1
    try:
        yield
    finally:
        rl_config.useA85, rl_config.invariant = before


POKER_WIDTH_MM, POKER_HEIGHT_MM = 63.5, 88.9


class Size(Struct, frozen=True):
    """The size of the card to draw, in mm; the origin is the lower left corner of the cut card.

    `width_mm` and `height_mm` are those of the cut card. `bleed_mm` is how far a drawing must extend beyond the cut;
    anything farther out is not printed. `radius_mm` is the radius of the round corners.
    """

    width_mm: float = POKER_WIDTH_MM
    height_mm: float = POKER_HEIGHT_MM
    bleed_mm: float = 3.0
    radius_mm: float = 3.2

    @property
    def scale(self) -> float:
        """The factor by which drawings for a poker card are scaled, so that they fit both width and height."""
        return min(self.width_mm / POKER_WIDTH_MM, self.height_mm / POKER_HEIGHT_MM)

    @property
    def stretch(self) -> float:
        """The card's height divided by the height of a poker card scaled by `scale`; at least 1."""
        return self.height_mm / POKER_HEIGHT_MM / self.scale

    @property
    def ground(self) -> Outline:
        """The rectangle of the card with its bleed; the origin is the lower left corner of the cut card."""
        b = self.bleed_mm
        return rect(-b, -b, self.width_mm + 2 * b, self.height_mm + 2 * b)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The edges of the card with its bleed: left, bottom, right, top."""
        b = self.bleed_mm
        return -b, -b, self.width_mm + b, self.height_mm + b

    @property
    def outline(self) -> Outline:
        """The outline of the cut card, with its round corners."""
        return rect(0, 0, self.width_mm, self.height_mm, self.radius_mm)


Drawing = Callable[["Ink", Size], None]
"""Draws one side of a card of the given size, from its lower left corner."""


PALETTE = HARLEQUIN.palette


class Text(Struct, frozen=True):
    """One line of text on a page.

    `x` and `y` are its place in mm: y is the baseline, and x is the left end, the middle or the right end, as `align`
    says. `size` is the type size in points. `fill` is the colour (None: the ink of the theme). `track` is the space
    between letters in thousandths of the type size.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: Colour | None = None
    """None for the ink of the theme that the page is drawn in."""
    align: lettering.Align = "left"
    track: float = 0

    @property
    def width(self) -> float:
        """The width of this line of text in millimetres."""
        return lettering.width_mm(self.text, self.font, self.size, self.track)


class Shape(Struct, frozen=True):
    """A path on a page, filled with `fill`, stroked with `stroke`, or both; None paints nothing.

    `width_pt` is the width of the line in points, `cap` the form of its ends, `join` the form of its corners. `dash`
    lists the lengths of dashes and gaps in points; with () the line is solid.
    """

    path: Outline
    fill: Colour | None = None
    stroke: Colour | None = None
    width_pt: float = 0.5
    cap: Cap = "round"
    join: Join = "mitre"
    dash: tuple[float, ...] = ()
    """In points."""


class PictureMark(Struct, frozen=True):
    """A picture on a page, drawn by a function.

    `x` and `y` are the place in mm of the picture's origin. `width` and `height` are its size in mm, or 0 if nobody
    needs the size. `draw` draws the picture about its own origin, and is enlarged by the factor `scale`.
    """

    x: float
    y: float
    width: float
    height: float
    draw: Callable[[Ink], None]
    scale: float = 1


Mark = Text | Shape | PictureMark
"""A part of a page that is laid out and not yet drawn."""


class Style(Struct, frozen=True):
    """The colours of a printed page; its methods return the parts that pages share.

    With `low` the page saves ink. `accent` is the colour of ornaments and headings. `palette` has all other colours.
    """

    low: bool = False
    accent: Colour = PALETTE.red.base
    palette: Palette = PALETTE

    def lozenge(self, x: float, y: float, rx: float, ry: float, fill: Colour | None = None) -> Shape:
        """Return a lozenge about (x, y) of half width `rx` and half height `ry`, in mm.

        `fill` is its colour (None: the page's ink). If ink is saved, a lozenge wider than 3 mm is an outline on white.
        """
        if self.low and rx > 1.5:
            return Shape(lozenge(x, y, rx, ry), WHITE, self.palette.ink, 0.6)
        return Shape(lozenge(x, y, rx, ry), fill or self.palette.ink)

    @property
    def blank(self) -> Colour:
        """The colour of empty areas in a picture: white, or the paper's if the ink is too pale on white."""
        return WHITE if contrast(self.palette.ink, WHITE) >= READABLE else self.palette.paper

    @property
    def reversed(self) -> Colour:
        """The colour of a number inside a filled lozenge; if ink is saved, it is the page's ink."""
        return self.palette.ink if self.low else self.blank

    @property
    def accent_type(self) -> Colour:
        """The accent colour for type, darkened until the type is readable on the page and on a panel."""
        return legible(self.accent, self.palette.ink, (self.blank, self.palette.paper, self.palette.panel))

    def panel(self, x: float, y: float, width: float, height: float) -> Shape:
        """Return the tinted rectangle behind a figure; (x, y) is its lower left corner, in mm.

        If ink is saved, the rectangle is white with an outline.
        """
        outline = rect(x, y, width, height, 2)
        return Shape(outline, WHITE, self.palette.black.ray, 0.5) if self.low else Shape(outline, self.palette.panel)

    def bar(self, x: float, y: float, height: float) -> Shape:
        """Return the vertical bar beside an example; its lower end is (x, y), and all lengths are in mm."""
        if self.low:
            return self.rule(x + 0.55, y, x + 0.55, y + height, 1.2)
        return Shape(rect(x, y, 1.1, height), self.palette.yellow.base)

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, width_pt: float = 0.4, stroke: str = "", cap: Cap = "round"
    ) -> Shape:
        """Return a straight line from (x1, y1) to (x2, y2) in mm, `width_pt` points wide.

        `stroke` is its colour ("": the page's ink), and `cap` the form of its ends.
        """
        return Shape(segment(x1, y1, x2, y2), None, stroke or self.palette.ink, width_pt, cap)


def moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a copy of a mark, shifted by x and y mm."""
    if isinstance(mark, Shape):
        return replace(mark, path=mark.path.at(x, y))
    return replace(mark, x=mark.x + x, y=mark.y + y)


def draw(ink: Ink, marks: Iterable[Mark], x: float = 0, y: float = 0) -> None:
    """Draw the marks of a page on `ink`, with their origin at (x, y) in mm."""
    for mark in marks:
        match mark:
            case Text():
                ink.text(
                    x + mark.x, y + mark.y, mark.text, mark.font, mark.size, mark.fill, mark.align, track=mark.track
                )
            case Shape():
                path = mark.path.at(x, y) if x or y else mark.path
                ink.draw(path, mark.fill, mark.stroke, mark.width_pt, cap=mark.cap, join=mark.join, dash=mark.dash)
            case PictureMark():
                with ink.at(x + mark.x, y + mark.y, scale=mark.scale):
                    mark.draw(ink)
