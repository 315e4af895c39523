"""The book's lines as marks: words, and the signs among them: numbers of cards, suits, shapes of West."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.art.shapes import COLOURS, shape_path
from cardgen.art.suits import suit_path
from cardgen.book.text import SIGN_HIGH, Run, TextFace, TextLine, number_radius, number_size, space
from cardgen.pdf import fonts as lettering
from cardgen.pdf.marks import Look, Mark, Shape, Text
from cardgen.pdf.path import lozenge

_SPACE_SLACK_MM = 0.02  # a font whose blank is wider or narrower than the line's begins a new string at every word


def line_marks(line: TextLine, face: TextFace, x: float, y: float, look: Look) -> Iterator[Mark]:
    """Set a line from x on: neighbouring words of one font become one string."""
    gap = space(face)
    pending: list[str] = []
    font: tuple[str, float, float] = ("", 0, 0)
    start = x

    def flush() -> Iterator[Mark]:
        if pending:
            yield Text(start, y, "".join(pending).rstrip(" "), font[0], font[1], face.fill, track=font[2])
            pending.clear()

    for at, word in enumerate(line.words):
        if at:
            if pending and not font[2] and abs(lettering.width_mm(" ", font[0], font[1]) - gap) < _SPACE_SLACK_MM:
                pending.append(" ")
            else:
                yield from flush()
            x += gap
        for run in word.runs:
            key = (run.font, run.size, run.track)
            if run.kind != "text":
                yield from flush()
                yield from _sign(run, x, y, look)
            else:
                if pending and key != font:
                    yield from flush()
                if not pending:
                    start, font = x, key
                pending.append(run.text)
            x += run.width
    yield from flush()


def _sign(run: Run, x: float, y: float, look: Look) -> Iterator[Mark]:
    middle = y + lettering.cap_mm(lettering.SERIF, run.size) / 2
    if run.kind == "suit":
        yield from _suit(run, x + run.width / 2, middle, look)
        return
    if run.kind == "shape":
        colour, shape = run.text[:-1], run.text[-1]
        fill = getattr(look.palette, COLOURS[colour]).base if colour else None
        path = shape_path(shape, x + run.width / 2, middle + (0.1 if shape == "t" else 0), run.size * SIGN_HIGH * 0.94)
        yield Shape(path, fill, look.palette.ink, 0.5)
        return
    if run.kind == "mark":
        yield Shape(lozenge(x + run.width / 2, middle - 0.15, run.size * 0.075, run.size * 0.11), look.accent)
        return
    radius = number_radius(run.text, run.size)
    size = number_size(run.size)
    yield look.lozenge(x + radius + 0.15, middle, radius, max(run.size, 9.3) * 0.24)
    below = middle - lettering.cap_mm(run.font, size) / 2
    yield Text(x + radius + 0.15, below, run.text, run.font, size, look.reversed, "centre")


def _suit(run: Run, x: float, y: float, look: Look) -> Iterator[Mark]:
    suit = "cdhs"["♣♦♥♠".index(run.text)]
    fill = look.palette.red.base if suit in "dh" else look.palette.ink
    yield Shape(suit_path(suit, x, y, run.size * SIGN_HIGH), fill)
