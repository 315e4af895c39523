"""Marked-up text on users' cards: `**bold**`, `*italic*`, `:flame:` for an icon, a backslash before a literal sign.

A paragraph has its characters and their looks. An icon is one character that no font has; it stands on the baseline,
as high as a capital. `measure` gives the widths of such a paragraph to the line breaker of `cardgen.pdf`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.pdf import type as lettering
from cardgen.pdf.path import POINTS_PER_MM

if TYPE_CHECKING:
    from cardgen.custom.art import Art
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

ICON = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The character that stands for an icon in a paragraph."""
_SLANT = 0.2
"""How far an upright font leans where it has no italics: the tangent of its angle."""
_AIR_EM = 0.06
"""The space on either side of an icon, in ems."""
_BOLD = {
    lettering.SERIF: lettering.SERIF_SEMIBOLD,
    lettering.SERIF_ITALIC: lettering.SERIF_SEMIBOLD,
    lettering.SANS: lettering.SANS_BOLD,
    lettering.SANS_SEMIBOLD: lettering.SANS_BOLD,
}
_NAMED = re.compile(r":([A-Za-z][\w-]*|[^:\s][^:]*\.\w{3,4}):")
MARKED = re.compile(rf"\*\*\S[^*]*\*\*|(?<![\w*])\*[^\s*][^*]*\*|</?[a-z]+>|{_NAMED.pattern}")
"""What looks like marked text where a deck does not ask for it; its group is the name of what may be an icon."""


class Look(NamedTuple):
    """How a character is set.

    It is bold, italic, or replaced by the icon with the name `icon` ("": no icon). `art` is the picture of a user's own
    icon (None: an icon of the program).
    """

    bold: bool = False
    italic: bool = False
    icon: str = ""
    art: Art | None = None


class Paragraph(NamedTuple):
    """A paragraph of marked-up text.

    `text` has its characters, with spaces collapsed and one character for each icon. `looks` has the look of each of
    these characters.
    """

    text: str
    looks: tuple[Look, ...]

    @property
    def words(self) -> str:
        """The paragraph as plain text, in which the name of an icon replaces the icon."""
        return "".join(look.icon.rpartition(".")[0] or look.icon or c for c, look in zip(*self, strict=True))


def parse(text: str, icon: Callable[[str], Art | None]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a marked-up text, one for each line that is not empty.

    `icon` is called with the name of each icon. It returns the picture of a user's own icon, or None for an icon of the
    program, and may raise an exception for an unknown name.
    """
    lines = (re.sub(r"[ \t\r\f\v]+", " ", line).strip(" ") for line in lettering.tidy(text).split("\n"))
    made = (_paragraph(line, icon) for line in lines)
    return tuple(one for one in made if one.text)


def _paragraph(line: str, icon: Callable[[str], Art | None]) -> Paragraph:
    text: list[str] = []
    looks: list[Look] = []
    bold = italic = False

    def add(characters: str, look: Look) -> None:
        text.append(characters)
        looks.extend([look] * len(characters))

    # Underscores are in the names of icons and mean nothing here.
    for token in _reader().parseInline(line.replace("_", _UNDERSCORE))[0].children or ():
        bold = token.type == "strong_open" or (bold and token.type != "strong_close")
        italic = token.type == "em_open" or (italic and token.type != "em_close")
        words = token.content.replace(_UNDERSCORE, "_")
        pieces = _NAMED.split(words) if token.type == "text" else [words]
        for number, piece in enumerate(pieces):
            if number % 2:
                add(ICON, Look(bold, italic, piece, icon(piece)))
            else:
                add(piece, Look(bold, italic))
    return Paragraph("".join(text), tuple(looks))


_UNDERSCORE = "\ue05f"
_OPEN = re.compile(r"\*\*(?=\S)|(?<=\S)\*\*|(?<!\S)\*(?=\w)")


def unclosed(text: str) -> str:
    """Return the first `*` or `**` in a text that seems to mark italics or bold, but has no partner.

    The result is "" if there is none. Escaped asterisks do not count.
    """
    for line in text.split("\n"):
        for token in _reader().parseInline(line)[0].children or ():
            if token.type == "text" and (found := _OPEN.search(token.content)):
                return found[0]
    return ""


@cache
def _reader() -> Any:
    """Return a Markdown parser that knows only emphasis and escapes; escaped signs are tokens of their own."""
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable(["emphasis", "escape"]).disable("text_join")


def cut(font: str, look: Look) -> tuple[str, float]:
    """Return the font for characters with this look in a box whose font is `font`, and a slant.

    The slant replaces a missing italic. It is the horizontal shift divided by the height, and 0 if no slant is needed.
    """
    sloped = (font == lettering.SERIF_ITALIC) != look.italic
    name = _BOLD.get(font, font) if look.bold else lettering.SERIF if font == lettering.SERIF_ITALIC else font
    if name == lettering.SERIF and sloped:
        return lettering.SERIF_ITALIC, 0.0
    return name, _SLANT if sloped else 0.0


def has_bold(font: str) -> bool:
    """Return whether `font` has a bold weight: the program's fonts have one, users' own fonts have none."""
    return font in lettering.FONTS


def _runs(text: str, looks: Sequence[Look]) -> Iterator[tuple[str, Look]]:
    at = 0
    for look, run in groupby(looks):
        count = len(list(run))
        # Two equal icons side by side are two.
        for piece in text[at : at + count] if look.icon else [text[at : at + count]]:
            yield piece, look
        at += count


def lost(paragraph: Paragraph, font: str) -> list[str]:
    """Return the characters of a paragraph that are missing in `font`, or in the bold or italic that goes with it."""
    return [c for run, look in _runs(*paragraph) if not look.icon for c in lettering.missing(run, cut(font, look)[0])]


def _icon_em(look: Look, font: str) -> float:
    """Return the width of an icon, with the space on both sides, in ems (1 is the type size)."""
    from cardgen.custom.art import ratio

    wide = ratio(look.art) if look.art else 1.0
    return lettering.face(font).cap_height * wide + 2 * _AIR_EM


def measure(paragraph: Paragraph) -> lettering.Measure:
    """Return a function that measures the characters of this paragraph, for the line breaker.

    It takes the paragraph's text and the font of the box, and returns widths and kerning as `cardgen.pdf.type.kerned`
    does for plain text.
    """

    def measured(text: str, font: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
        assert text == paragraph.text
        advances: list[float] = []
        kerns: list[float] = []
        for run, look in _runs(*paragraph):
            wide, tight = (
                ((1000 * _icon_em(look, font),), (0.0,)) if look.icon else lettering.kerned(run, cut(font, look)[0])
            )
            advances += wide
            kerns += [*tight[:-1], 0.0]
        return tuple(advances), tuple(kerns)

    return measured


def lines_of(paragraphs: Sequence[Paragraph], lines: Sequence[str]) -> Iterator[Paragraph]:
    """Yield each line of a text that was broken into lines, with the looks of its characters.

    `paragraphs` is the whole text. `lines` are the texts of its lines from the line breaker, with "" between two
    paragraphs.
    """
    looks = [look for paragraph in paragraphs for look in (*paragraph.looks, Look())]
    at = 0
    for line in lines:
        if line:
            yield Paragraph(line, tuple(looks[at : at + len(line)]))
            at += len(line) + 1


IconDrawing = Callable[[Look, float, float, float, float], None]
"""A function that draws an icon: takes its look, x and y of its lower left corner, width and height in millimetres."""


def draw_line(
    ink: Ink, line: Paragraph, x: float, y: float, font: str, size_pt: float, colour: Colour, align: lettering.Align,
    track: float, icon: IconDrawing,
) -> None:  # fmt: skip
    """Draw a line of marked-up text with its baseline at the height `y` (mm).

    `x` is the left end, the middle or the right end of the line, as `align` says. `font` is the font of plain
    characters, and `size_pt` the type size in points. `track` is the letter space in thousandths of the type size.
    `icon` is called to draw each icon.
    """
    em, gap = size_pt / POINTS_PER_MM, track / 1000 * size_pt / POINTS_PER_MM
    cap = lettering.cap_mm(font, size_pt)
    placed: list[tuple[str, Look, float]] = []
    end = 0.0
    for run, look in _runs(*line):
        placed.append((run, look, end))
        wide = _icon_em(look, font) * em if look.icon else lettering.width_mm(run, cut(font, look)[0], size_pt, track)
        end += wide + gap
    x -= {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * (end - gap)
    for run, look, at in placed:
        if look.icon:
            icon(look, x + at + _AIR_EM * em, y, (_icon_em(look, font) - 2 * _AIR_EM) * em, cap)
            continue
        name, slant = cut(font, look)
        if slant:
            with ink.moved((1, 0, slant, 1, x + at, y)):
                ink.text(0, 0, run, name, size_pt, colour, track=track)
        else:
            ink.text(x + at, y, run, name, size_pt, colour, track=track)
