"""Type: the fonts, their kerning, and how wide and how high a text is.

Fonts come from two packages of the Source family (OFL 1.1) and are read only when first used. `kerned` asks HarfBuzz
once for each text, and everybody measures and draws with the same numbers, in thousandths of the type size. (reportlab
kerns with HarfBuzz too, seven times as slowly and only where it breaks the lines itself.) Widths come out in
millimetres.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardgen.pdf.path import POINTS_PER_MM as POINTS_PER_MM  # noqa: PLC0414 (others find it here)
from liarsdeck.system import signals_deferred

if TYPE_CHECKING:
    import uharfbuzz

    from cardgen.pdf.canvas import TrueType

Align = Literal["left", "centre", "right"]

SERIF = "SourceSerifPro-Regular"
SERIF_SEMIBOLD = "SourceSerifPro-Semibold"
SERIF_ITALIC = "SourceSerifPro-It"
SANS = "SourceSansPro-Regular"
SANS_SEMIBOLD = "SourceSansPro-Semibold"
SANS_BOLD = "SourceSansPro-Bold"
FONTS = (SERIF, SERIF_SEMIBOLD, SERIF_ITALIC, SANS, SANS_SEMIBOLD, SANS_BOLD)
NAMES = dict(zip(("serif", "serif-semibold", "italic", "sans", "sans-semibold", "sans-bold"), FONTS, strict=True))
"""What people call them in decks and themes of their own."""

_KERNED_ONLY = {"kern": True, "liga": False, "clig": False, "calt": False, "ccmp": False}

# Nothing on a card is set smaller.
SMALLEST_PT = 7.0


class Font(NamedTuple):
    """One font: what reportlab embeds and what HarfBuzz measures with."""

    font: TrueType
    shaper: uharfbuzz.Font
    characters: frozenset[int]
    advances: dict[int, float]
    cap_height: float
    x_height: float


@cache
def face(name: str) -> Font:
    """Read a font by its PDF name, once, and register it with reportlab.

    A theme's own font is called by the path of its file. Raises KeyError when there is no such font.
    """
    import uharfbuzz
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    path = font_path(name)
    # Subsets that hold only what is used: reportlab would put all of ASCII into each. It makes faults of its own of
    # whatever is raised while it reads, Ctrl-C too.
    with signals_deferred():
        font: TrueType = TTFont(name, path, asciiReadable=False)
    pdfmetrics.registerFont(font)
    shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)))
    glyph = shaper.get_glyph_extents(shaper.get_nominal_glyph(ord("x")))
    return Font(
        font,
        shaper,
        frozenset(font.face.charToGlyph),
        font.face.charWidths,
        font.face.capHeight / 1000,
        glyph.y_bearing / 1000,
    )


def font_path(name: str) -> str:
    """Find the file of one of the house's fonts; a TrueType file's own path is found too.

    Raises KeyError when none is called that.
    """
    if name.lower().endswith(".ttf"):
        return name
    if name not in FONTS:
        raise KeyError(name)
    if name.startswith("SourceSerif"):
        import font_source_serif_pro as package
    else:
        import font_source_sans_pro as package
    return f"{package.font_directory}/{name}.ttf"


def register(name: str = SERIF) -> str:
    """Make sure that reportlab knows a font, and give its name back (for a canvas's `initialFontName`)."""
    face(name)
    return name


def tidy(text: str) -> str:
    """Compose accents, so that one character is one glyph."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def missing(text: str, font: str) -> list[str]:
    """List the characters of a text that a font can't draw, each once, in the order they come."""
    known = face(font).characters
    return list(dict.fromkeys(c for c in tidy(text) if ord(c) not in known or unicodedata.combining(c)))


def spell(character: str) -> str:
    """Name a character so that it can be found even where it can't be shown: “☃” (U+2603 snowman)."""
    name = unicodedata.name(character, "").lower()
    return f"“{character}” (U+{ord(character):04X}{' ' + name if name else ''})"


@lru_cache(maxsize=4096)
def kerned(text: str, font: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Give for each character of a text its advance and the kerning after it, in thousandths of the type size.

    The text must be `tidy`. Kerning stands to the right of a character and is not part of its advance.
    """
    import uharfbuzz

    it, codes = face(font), [ord(c) for c in text]
    known = it.advances.get
    advances = tuple([known(0x20 if code == 0xA0 else code, 0.0) for code in codes])
    buffer = uharfbuzz.Buffer()
    buffer.add_codepoints(codes)
    buffer.guess_segment_properties()
    uharfbuzz.shape(it.shaper, buffer, _KERNED_ONLY)
    positions = buffer.glyph_positions or ()
    if len(positions) != len(text):
        return advances, (0.0,) * len(text)
    return advances, tuple([p.x_advance - a for p, a in zip(positions, advances, strict=True)])


def width_em(text: str, font: str, track: float = 0) -> float:
    """Measure a kerned text in ems; `track` (thousandths) lies between characters only."""
    width, gaps = _measured(text, font)
    return (width + track * gaps) / 1000


@lru_cache(maxsize=32768)
def _measured(text: str, font: str) -> tuple[float, int]:
    """Give a text's width in thousandths of the type size, and how many gaps there are between its characters."""
    advances, kerns = kerned(tidy(text), font)
    return sum(advances) + sum(kerns), max(0, len(advances) - 1)


def width_pt(text: str, font: str, size_pt: float, track: float = 0) -> float:
    """Measure a kerned text in points."""
    return width_em(text, font, track) * size_pt


def width_mm(text: str, font: str, size_pt: float, track: float = 0) -> float:
    """Measure a kerned text in millimetres."""
    width, gaps = _measured(text, font)
    return (width + track * gaps) / 1000 * size_pt / POINTS_PER_MM


def cap_mm(font: str, size_pt: float) -> float:
    """Give the height of a capital."""
    return face(font).cap_height * size_pt / POINTS_PER_MM


def depth_mm(text: str, font: str, size_pt: float) -> float:
    """Give how far the deepest letter of a text reaches below the baseline, as a Q's tail does; 0 when none does."""
    it = face(font)
    glyphs = (it.shaper.get_nominal_glyph(ord(c)) for c in tidy(text))
    boxes = [box for box in (it.shaper.get_glyph_extents(glyph) for glyph in glyphs if glyph is not None) if box]
    lowest: float = min((box.y_bearing + box.height for box in boxes), default=0)
    upem: int = it.shaper.face.upem
    return max(0.0, -lowest / upem) * size_pt / POINTS_PER_MM


def x_height_mm(font: str, size_pt: float) -> float:
    """Give the height of a small x."""
    return face(font).x_height * size_pt / POINTS_PER_MM
