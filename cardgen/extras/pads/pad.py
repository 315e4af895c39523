"""What pads and slips share: how large they are cut, their heading, their ruled tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.extras.boxes.dress import dress
from cardgen.layout.impose import SheetOptions
from cardgen.layout.marks import RIM_MM
from cardgen.layout.paper import CardSize
from cardgen.layout.refusals import lay_out
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Drawing, Size
from cardgen.pdf.fonts import SANS_BOLD, SERIF_ITALIC, SERIF_SEMIBOLD, Align
from cardgen.pdf.marks import Look, Mark, PictureMark, Shape, Text, draw
from cardgen.pdf.path import Cap, Join, Path, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import WHITE

if TYPE_CHECKING:
    from cardgen.decks.model import Deck
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

LINE = "#8E8A94"
INSET_MM = 5.5
LABEL_PT, LABEL_TRACK = 7.0, 70


def pad_size(sheet: SheetOptions, name: str, width_mm: float, height_mm: float) -> CardSize:
    """Return how large pads of about this size are on the sheet's paper: they share it out, upright or lying.

    The one whose pads come nearest to the wish is taken.
    """
    rim = 0.0 if sheet.marks == "none" else RIM_MM
    best: tuple[float, CardSize] | None = None
    for paper in (
        (sheet.paper.width_mm, sheet.paper.height_mm),
        (sheet.paper.height_mm, sheet.paper.width_mm),
    ):
        wide, high = (side - 2 * (sheet.margin_mm + rim) for side in paper)
        columns, rows = max(1, round(wide / width_mm)), max(1, round(high / height_mm))
        # Less a hair, so that rounding never asks for more than there is.
        size = CardSize(name, int(wide / columns * 10) / 10, int(high / rows * 10) / 10)
        off = abs(size.width_mm / width_mm - 1) + abs(size.height_mm / height_mm - 1)
        if best is None or off < best[0] - 1e-9:
            best = off, size
    assert best
    return best[1]


def pad_sheet(sheet: SheetOptions, size: CardSize) -> SheetOptions:
    """Return the sheet for pads: butted, and one side of the paper where cards would be folded and glued."""
    sides = "fronts" if sheet.sides == "fold" else sheet.sides
    marks = "corners" if sheet.marks == "lines" else sheet.marks
    return replace(sheet, card=size, sides=sides, gap_mm=0.0, marks=marks)


def with_spares(deck: Deck, sheet: SheetOptions) -> Deck:
    """Return the deck with so many more of its last pad that no place of the last sheet stays empty."""
    there = lay_out(sheet).capacity
    more = -len(deck.cards) % there
    return replace(deck, cards=(*deck.cards, *[replace(deck.cards[-1], name="spare", title="Spare")] * more))


class Pad:
    """A pad in the making: what is set on it goes to `marks`, in millimetres from its lower left corner."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.marks: list[Mark] = []

    def text(
        self, x: float, y: float, text: str, font: str, size_pt: float, fill: Colour | None = None,
        align: Align = "left", *, track: float = 0,
    ) -> float:  # fmt: skip
        """Set one line with its baseline at y; return its width in millimetres."""
        mark = Text(x, y, text, font, size_pt, fill or self.look.palette.ink, align, track)
        self.marks.append(mark)
        return mark.width

    def shape(
        self, path: Path, fill: Colour | None = None, stroke: Colour | None = None, width_pt: float = 0.5, *,
        cap: Cap = "round", join: Join = "round",
    ) -> None:  # fmt: skip
        """Fill a path, stroke it, or both."""
        self.marks.append(Shape(path, fill, stroke, width_pt, cap, join))

    def line(self, x1: float, y1: float, x2: float, y2: float, width_pt: float, stroke: Colour | None = None) -> None:
        """Draw a straight line, in ink where no colour is given."""
        self.shape(segment(x1, y1, x2, y2), None, stroke or self.look.palette.ink, width_pt, cap="butt")

    def heading(self, x0: float, x1: float, top: float, title: str, game: str, colour: Colour, name: str = "") -> float:
        """Set the head: the game in small capitals, the title, room for a name, the emblem, a rule; return the y below.

        `game` is the game's name as the referee spells it.
        """
        wear = dress(game, self.look.palette)
        y = top - lettering.cap_mm(SANS_BOLD, 7)
        self.text(x0, y, wear.title.upper(), SANS_BOLD, 7, track=120)
        y -= 2.2 + lettering.cap_mm(SERIF_SEMIBOLD, 15)
        end = x0 + self.text(x0, y, title, SERIF_SEMIBOLD, 15)
        self.marks.append(PictureMark(x1 - 5.4, y + 2.9, 0, 0, wear.emblem, 0.235))
        if name:
            start = max(end + 5, x0 + (x1 - x0) * 0.42)
            wide = self.text(start, y, name, SERIF_ITALIC, 9)
            self.line(start + wide + 1.2, y - 0.5, x1 - 12.5, y - 0.5, 0.4, LINE)
        y -= 3.6
        self._rule(x0, x1, y, colour)
        return y - 3.4

    def _rule(self, x0: float, x1: float, y: float, colour: Colour) -> None:
        """Draw a hairline with a lozenge in the game's colour in its middle."""
        middle = (x0 + x1) / 2
        for a, b in ((x0, middle - 2.4), (middle + 2.4, x1)):
            self.line(a, y, b, y, 0.5)
        outline = lozenge(middle, y, 1.1, 1.55)
        if self.look.low:
            self.shape(outline, None, self.look.palette.ink, 0.5, join="mitre")
        else:
            self.shape(outline, colour)

    def label(self, x: float, y: float, text: str, align: Align = "left", *, size_pt: float = LABEL_PT) -> float:
        """Set a column's head in small capitals; return its width."""
        return self.text(x, y, text.upper(), SANS_BOLD, size_pt, None, align, track=LABEL_TRACK)

    def section(self, x0: float, x1: float, y: float, text: str, colour: Colour, sentence: str = "") -> float:
        """Begin a part: a lozenge, its name, and in italics what to write there; return the y below it."""
        base = y - lettering.cap_mm(SANS_BOLD, 7)
        self.shape(lozenge(x0 + 0.8, base + 0.85, 0.8, 1.15), self.look.palette.ink if self.look.low else colour)
        end = x0 + 3 + self.label(x0 + 3, base, text)
        size = 8.0
        if sentence and end + 3 + lettering.width_mm(sentence, SERIF_ITALIC, size) <= x1:
            self.text(x1, base, sentence, SERIF_ITALIC, size, align="right")
        return base - 1.8

    def table(
        self, xs: Sequence[float], top: float, rows: int, pitch: float, *, strong: Sequence[float] = ()
    ) -> list[float]:
        """Rule `rows` rows with columns at `xs`; return the rows' lower edges. `strong` columns stand out."""
        ys = [top - row * pitch for row in range(rows + 1)]
        self.shape(lines(xs, ys), None, LINE, 0.35, cap="butt")
        for x in strong:
            self.line(x, ys[0], x, ys[-1], 0.7)
        for y in (ys[0], ys[-1]):
            self.line(xs[0], y, xs[-1], y, 0.7)
        return ys[1:]

    def tick_box(self, x: float, y: float, side: float = 3.4) -> None:
        """Draw a box to tick about (x, y)."""
        self.shape(rect(x - side / 2, y - side / 2, side, side, 0.5), WHITE, self.look.palette.ink, 0.5)

    def ring(self, x: float, y: float, r: float) -> None:
        """Draw a ring about (x, y) to write in."""
        self.shape(ellipse(x, y, r), WHITE, self.look.palette.ink, 0.5)

    def ruled(self, x0: float, x1: float, top: float, foot: float, pitch: float = 6.6) -> None:
        """Rule writing lines as far as there is room."""
        y = top - pitch
        while y >= foot - 0.01:
            self.line(x0, y, x1, y, 0.35, LINE)
            y -= pitch


Setting = Callable[[Pad, Size], None]
"""What sets one side of a pad of this size."""


def drawing(setting: Setting) -> Drawing:
    """Return how a side of a pad is drawn: set first, then put on paper."""

    def put(ink: Ink, size: Size) -> None:
        with ink.on_white():
            pad = Pad(Look(low=ink.low, palette=ink.palette))
            setting(pad, size)
            draw(ink, pad.marks)

    return put


def label_size(heads: Sequence[str], rooms_mm: Sequence[float]) -> float:
    """Return the size in points at which heads that stand side by side each keep to their room."""
    widths = (lettering.width_mm(head.upper(), SANS_BOLD, LABEL_PT, LABEL_TRACK) for head in heads)
    return LABEL_PT * min(1.0, *(room / width for room, width in zip(rooms_mm, widths, strict=True)))


def lines(xs: Sequence[float], ys: Sequence[float]) -> Path:
    """Return a grid's lines: upright at `xs`, level at `ys`."""
    parts = [segment(x, min(ys), x, max(ys)) for x in xs] + [segment(min(xs), y, max(xs), y) for y in ys]
    return Path(piece for part in parts for piece in part.segments)
