"""Drawing in a PDF: the ink of a page, the marks that a page is laid out in, and reportlab's canvas, typed.

Art and faces call the methods of `Ink`; pages of text are laid out as marks (`Text`, `Shape`, `PictureMark`), which
`draw` draws. reportlab has no types, and four of the things that we need have no public name: all its private names
stand here, and `tests/cardgen/pdf/test_canvas.py` fails when one of them moves. Only art of people's own can be half
transparent: it stands in a form that is a transparency group in RGB, and print shops never get one.
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
    """A document whose pages are drawn one after the other; lengths in points."""

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
    """Add operators to the stream of the page or form that is being drawn.

    A private list of lines, since reportlab's own calls are several times as slow and write six decimals.
    """
    cast("_Private", canvas)._code.append(operators)  # noqa: SLF001


def document(canvas: Canvas) -> _Document:
    """Return the document of a canvas: fonts keep their subsets by it, and only the canvas knows it."""
    return cast("_Private", canvas)._doc  # noqa: SLF001


def drawn(canvas: Canvas) -> str:
    """Return the stream of the form that is being drawn.

    `endForm` makes a form's stream and resources itself only when it is given neither, and transparency wants both.
    """
    own = cast("_Private", canvas)
    return "\n".join([own._preamble, *own._code])  # noqa: SLF001


def forms_drawn(canvas: Canvas) -> object:
    """Return the dictionary of the forms that the form being drawn has placed; None where there are none."""
    held = SimpleNamespace(XObjects=None)
    cast("_Private", canvas)._setXObjects(held)  # noqa: SLF001
    return held.XObjects


def is_clear(reader: object) -> bool:
    """Tell whether a picture (an ImageReader) has transparent parts: it keeps what it was made of in a private name."""
    image = getattr(reader, "_image", None)
    return image is not None and image.mode == "RGBA"


def encoded(reader: object) -> tuple[str, bytes]:
    """Return a picture (an ImageReader) as a file of its own: jpeg as it came, else png."""
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
    """Name a pair of shares, as a form's stream calls it."""
    return "O" + "x".join(str(round(1000 * share)) for share in shares)


def group(canvas: Canvas, used: Mapping[str, Shares]) -> dict[str, object]:
    """Return what reportlab's `endForm` takes to make the form being drawn a group that knows these shares."""
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
    """Spell a number for a PDF stream: rounded, without needless zeros."""
    return f"{round(value, places) + 0.0:g}" if abs(value) < 1000 else f"{round(value, places) + 0.0:.{places}f}"


@lru_cache(maxsize=256)
def rgb_operands(colour: Colour) -> str:
    """Spell a colour's three parts for a PDF stream."""
    return " ".join(number(int(colour[i : i + 2], 16) / 255, 3) for i in (1, 3, 5))


class Ink:
    """Draws on one canvas; lengths in millimetres, line widths and type sizes in points.

    `low` asks motifs for outlines on white paper; `aid` for patterns beside colours. `operands` spells a colour for the
    stream with `fill_op` and `stroke_op` behind it: red, green and blue unless an export wants CMYK.
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
        """Whether colours are written as four inks."""
        return self._fill_op == "k"

    @property
    def palette(self) -> Palette:
        """Give the theme's colours."""
        return self.theme.palette

    @property
    def paper(self) -> Colour:
        """Give the ground of a face: white when ink is low."""
        return WHITE if self.low else self.theme.palette.paper

    @property
    def black(self) -> Colour:
        """Give the colour of contours and text."""
        return self.theme.palette.ink

    def _put(self, operators: str) -> None:
        """Add operators to the stream of the page or form being drawn."""
        put(self.canvas, operators)

    def _changed(self, what: str, value: object) -> bool:
        """Note one part of the graphics state; False where it is so already, and nothing need be written.

        Outside all contexts others may draw on the canvas in between, so nothing is taken for granted there.
        """
        if self._depth and self._state.get(what) == value:
            return False
        self._state[what] = value
        return True

    def _line_pt(self, width_pt: float) -> float:
        """Give the weight of a line that is asked for in `width_pt`."""
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
        """Fill a path, stroke it, or both (`dash` in points)."""
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
        """Draw one straight line, in ink unless told otherwise."""
        self.draw(segment(x1, y1, x2, y2), None, stroke or self.black, width_pt, cap=cap)

    def flat(self, path: Outline, colour: Colour, low_width_pt: float = DETAIL_PT, *, join: Join = "round") -> None:
        """Fill a shape with flat colour; outline it in ink on white when ink is low."""
        if self.low:
            self.draw(path, WHITE, self.black, low_width_pt, join=join)
        else:
            self.draw(path, colour)

    def tint(self, path: Outline, colour: Colour, low_width_pt: float = DETAIL_PT, *, join: Join = "round") -> None:
        """Fill a shape with flat colour; with low ink draw its outline alone, over whatever lies below."""
        if self.low:
            self.draw(path, None, self.black, low_width_pt, join=join)
        else:
            self.draw(path, colour)

    def contour(self, path: Outline, colour: Colour, width_pt: float = CONTOUR_PT, *, join: Join = "round") -> None:
        """Fill a shape with flat colour (white when ink is low) and outline it in ink."""
        self.draw(path, WHITE if self.low else colour, self.black, width_pt, join=join)

    def sticker(
        self, paths: Sequence[Outline], fill: Colour, stroke: Colour | None = None, width_pt: float = CONTOUR_PT,
        *, join: Join = "round",
    ) -> None:  # fmt: skip
        """Draw overlapping parts as one shape with one outline: all stroked doubly, then all filled."""
        edge = stroke or self.black
        for path in paths:
            self.draw(path, edge, edge, 2 * width_pt, join=join)
        for path in paths:
            self.draw(path, fill)

    def halo(self, paths: Sequence[Outline], colour: Colour | None = None, width_pt: float = HALO_PT) -> None:
        """Lift parts off what lies behind them with an even edge of paper."""
        edge = colour or self.paper
        for path in paths:
            self.draw(path, edge, edge, 2 * width_pt)

    def inline(
        self, path: Outline, base: Colour, stroke: Colour, inset_mm: float = 1.5, width_mm: float = 0.28,
        *, join: Join = "mitre",
    ) -> None:  # fmt: skip
        """Draw a line inside a shape, everywhere `inset_mm` from its edge (over what fills it already)."""
        with self.clip(path):
            self.draw(path, None, stroke, 2 * (inset_mm + width_mm) * POINTS_PER_MM, join=join)
            self.draw(path, None, base, 2 * inset_mm * POINTS_PER_MM, join=join)

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Put the graphics state back afterwards."""
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
        """Draw only inside a path."""
        with self._kept():
            self._put(f"{path.operators()}\n{'W*' if evenodd else 'W'} n")
            yield

    @contextmanager
    def at(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """Draw with the origin moved to (x, y), turned by degrees anticlockwise, and scaled (line widths too)."""
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
        """Draw in coordinates that a matrix (its last two numbers millimetres) takes to those of here."""
        with self._kept():
            shift = (number(v * POINTS_PER_MM, 3) for v in matrix[4:])
            self._put(" ".join([*(number(v, 5) for v in matrix[:4]), *shift, "cm"]))
            yield

    @contextmanager
    def weighing(self, share: float) -> Iterator[None]:
        """Draw with lines of a `share` of their weight, no thinner than a hairline.

        Less for dense art in little ink, more for art that is placed so small that its lines would be lost.
        """
        before, self._weight = self._weight, self._weight * share
        try:
            yield
        finally:
            self._weight = before

    @contextmanager
    def half_turn(self, width_mm: float, height_mm: float) -> Iterator[None]:
        """Draw with a card of this size turned by 180 degrees about its centre."""
        with self.at(width_mm, height_mm, 180):
            yield

    @contextmanager
    def on_white(self) -> Iterator[None]:
        """Draw what lies on white, not on the theme's paper: in inks that can be read there."""
        before, self.theme = self.theme, self.theme.on_white()
        try:
            yield
        finally:
            self.theme = before

    def _stored(self, key: object, scale: float) -> object:
        """Give the key under which art is kept: what is drawn smaller, or on white, may look otherwise."""
        if self.theme is not self._own_theme:
            key = ("on white", key)
        return key if scale >= 1 else (key, round(scale, 3))

    def form(
        self, key: object, draw: Callable[[Ink], None], box_mm: tuple[float, float, float, float],
        x: float = 0, y: float = 0, turn: float = 0, scale: float = 1, *, as_if: float | None = None,
        see_through: bool = False,
    ) -> None:  # fmt: skip
        """Place repeated art, which is stored once in the document under `key`.

        `draw` is called the first time only; `box_mm` (left, bottom, right, top) must hold all its ink, and `key` must
        tell everything that the drawing depends on but this Ink's own theme, mode and scale. Art that is placed at many
        scales is stored once if it is drawn `as_if` at one of them. What is half transparent (`covering`) stands in
        forms that are `see_through`, and never on a page for a print shop.
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

    @contextmanager
    def covering(self, fill: float, stroke: float) -> Iterator[None]:
        """Draw so that what is filled, and what is stroked, covers this share of what lies below (0 to 1).

        Only inside a `form` that is `see_through`.
        """
        name = shares_name((fill, stroke))
        self._shares[name] = (fill, stroke)
        with self._kept():
            self._put(f"/{name} gs")
            yield

    def picture(self, reader: object, width_mm: float, height_mm: float) -> None:
        """Lay a picture (an ImageReader of reportlab's) on a box at the origin; in a `form` it is stored once.

        What is transparent in it stays so, in a form that is `see_through`.
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
        """Set one line with its baseline at y, kerned, and give its width in millimetres.

        It stays text: searchable, one string, in reading order. `track` is in thousandths of the size; `stretch`
        narrows or widens the letters. Raises KeyError for an unknown font.
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
        """Spell a text as show operators, one a font subset: `(Goats) Tj`, or `[(T) 80 (o)] TJ` where it is kerned."""
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
    """What a PDF says about itself."""

    title: str
    subject: str = ""
    keywords: tuple[str, ...] = ()


def open_canvas(about: Document, width: float, height: float, *, packed: bool = True) -> Canvas:
    """Return a reportlab canvas whose pages are `width` × `height` points."""
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
    """Give the page that is being drawn its label, as viewers show it in place of the number."""
    canvas.addPageLabel(canvas.getPageNumber() - 1, prefix=label)


def bookmark(canvas: Canvas, title: str, level: int = 0) -> None:
    """Let an outline entry point at the page that is being drawn."""
    key = f"part-{canvas.getPageNumber()}-{level}"
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(title, key, level)


def finish(canvas: Canvas) -> bytes:
    """Return the document's bytes; every page has to be shown already."""
    with plain_streams():
        return canvas.getpdfdata()


@contextmanager
def plain_streams() -> Iterator[None]:
    """Let reportlab write compressed streams as they are, not as text, and never the clock."""
    from reportlab import rl_config

    before = rl_config.useA85, rl_config.invariant
    rl_config.useA85, rl_config.invariant = 0, 1
    try:
        yield
    finally:
        rl_config.useA85, rl_config.invariant = before


POKER_WIDTH_MM, POKER_HEIGHT_MM = 63.5, 88.9


class Size(Struct, frozen=True):
    """The card that a drawing is made for, in millimetres.

    The lower-left corner of the cut card is the origin; `bleed_mm` is how far a drawing may be asked to go past the
    cut (what is drawn further is clipped away, and so is bleed that the sheet has no room for).
    """

    width_mm: float = POKER_WIDTH_MM
    height_mm: float = POKER_HEIGHT_MM
    bleed_mm: float = 3.0
    radius_mm: float = 3.2

    @property
    def scale(self) -> float:
        """How much smaller or larger than on a poker card art is drawn."""
        return min(self.width_mm / POKER_WIDTH_MM, self.height_mm / POKER_HEIGHT_MM)

    @property
    def stretch(self) -> float:
        """How much taller for its width the card is than a poker card; 1 where it is not taller."""
        return self.height_mm / POKER_HEIGHT_MM / self.scale

    @property
    def ground(self) -> Outline:
        """The whole card with its bleed."""
        b = self.bleed_mm
        return rect(-b, -b, self.width_mm + 2 * b, self.height_mm + 2 * b)


Drawing = Callable[["Ink", Size], None]


PALETTE = HARLEQUIN.palette


class Text(Struct, frozen=True):
    """A string on its baseline."""

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
        """Its width in millimetres."""
        return lettering.width_mm(self.text, self.font, self.size, self.track)


class Shape(Struct, frozen=True):
    """A path, filled or stroked."""

    path: Outline
    fill: Colour | None = None
    stroke: Colour | None = None
    width_pt: float = 0.5
    cap: Cap = "round"
    join: Join = "mitre"
    dash: tuple[float, ...] = ()
    """In points."""


class PictureMark(Struct, frozen=True):
    """A drawing that draws itself with its lower left corner at (x, y), scaled."""

    x: float
    y: float
    width: float
    height: float
    draw: Callable[[Ink], None]
    scale: float = 1


Mark = Text | Shape | PictureMark


class Style(Struct, frozen=True):
    """The style of a page: its palette and accent, its rules, bars and panels, with full or low ink."""

    low: bool = False
    accent: Colour = PALETTE.red.base
    palette: Palette = PALETTE
    cover: Colour = ""
    """The backs of cards in pictures, where the accent would be taken for a face."""

    def lozenge(self, x: float, y: float, rx: float, ry: float, fill: Colour | None = None) -> Shape:
        """A solid lozenge, or its outline with low ink."""
        if self.low and rx > 1.5:
            return Shape(lozenge(x, y, rx, ry), WHITE, self.palette.ink, 0.6)
        return Shape(lozenge(x, y, rx, ry), fill or self.palette.ink)

    @property
    def blank(self) -> Colour:
        """What is left blank in a picture: white, or paper where the ink is too pale for white."""
        return WHITE if contrast(self.palette.ink, WHITE) >= READABLE else self.palette.paper

    @property
    def reversed(self) -> Colour:
        """The colour of a figure inside a lozenge."""
        return self.palette.ink if self.low else self.blank

    @property
    def accent_type(self) -> Colour:
        """The accent as type: as near to the ink as it has to be to be read on the page and on a panel."""
        return legible(self.accent, self.palette.ink, (self.blank, self.palette.paper, self.palette.panel))

    def panel(self, x: float, y: float, width: float, height: float) -> Shape:
        """The tinted ground of a figure."""
        outline = rect(x, y, width, height, 2)
        return Shape(outline, WHITE, self.palette.black.ray, 0.5) if self.low else Shape(outline, self.palette.panel)

    def bar(self, x: float, y: float, height: float) -> Shape:
        """The bar beside an example."""
        if self.low:
            return self.rule(x + 0.55, y, x + 0.55, y + height, 1.2)
        return Shape(rect(x, y, 1.1, height), self.palette.yellow.base)

    def rule(self, x1: float, y1: float, x2: float, y2: float, width_pt: float = 0.4, stroke: str = "") -> Shape:
        """A straight line."""
        return Shape(segment(x1, y1, x2, y2), None, stroke or self.palette.ink, width_pt)


def moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark that lies elsewhere."""
    if isinstance(mark, Shape):
        return replace(mark, path=mark.path.at(x, y))
    return replace(mark, x=mark.x + x, y=mark.y + y)


def draw(ink: Ink, marks: Iterable[Mark], x: float = 0, y: float = 0) -> None:
    """Draw marks whose own origin lies at (x, y)."""
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
