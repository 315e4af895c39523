"""The print-me-first page of a kit: its list of files, printing steps with pictures, and a ruler.

`Cover` is the page. Other printed instructions use its parts (paragraphs, panels, rules, small pictures), too. Lengths
are in mm; a point (x, y) is measured from the lower left corner of the page or picture. A parameter `look` has the
page's colours, and whether it saves ink. A parameter `it`, `text` or `cover` is the page's content.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Literal

from msgspec import Struct

from cardgen.art.signs import draw_sign
from cardgen.layout import Box, Layout, Paper, SheetOptions, on_slots
from cardgen.pages.engine import TextFace, divider, note, numbered, placed
from cardgen.pdf import ink as pdf
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink, Mark, PictureMark, Shape, Style, Text, bookmark, draw, finish, label_page, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, compound, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE
from liarsdeck.language import ENGLISH, both, decimal, later, say, say_n, spoken

# --- pictures about the origin, 34 millimetres wide at most


def dialog(ink: Ink) -> None:
    """Draw a picture of a print dialog in which the scale 100 % is selected, centred on the origin."""
    draw_sign(ink, "print-dialog")
    for y, text, on in ((4.4, "100 %", True), (-1.2, say("Fit"), False), (-6.4, say("Shrink"), False)):
        width = ink.text(-4.6, y - 1.25, text, lettering.SANS_SEMIBOLD if on else lettering.SANS, 9)
        if not on:
            ink.line(-5.2, y, -4 + width, y, 0.5)


def flip(ink: Ink, *, long: bool) -> None:
    """Draw a sheet that turns over its long edge (short edge if `long` is false), centred on the origin."""
    with ink.at(0, 0 if long else 1, 0 if long else 90, 1 if long else 0.85):
        draw_sign(ink, "flip")
    for side, text in ((1, "1"), (-1, "2")):
        x, y = (side * 6.0, -2.0) if long else (2.0, side * 5.2 + 1)
        ink.text(x, y - 1.7, text, lettering.SERIF_SEMIBOLD, 13, None, "centre")


def passes(ink: Ink, *, long: bool) -> None:
    """Draw the two passes of manual feed, first fronts, then backs, as a picture centred on the origin.

    Between the passes the stack is turned over its long edge, or over its short edge if `long` is false.
    """
    draw_sign(ink, "passes-long" if long else "passes-short")
    for y, word, below, numbers in ((7.6, say("fronts"), 5.4, "123"), (-8.6, say("backs"), -7.4, "321")):
        for at, number in enumerate(numbers):
            ink.text(at * 8.2 - 8.2, y - 1.4, number, lettering.SERIF_SEMIBOLD, 10.5, None, "centre")
        ink.text(0, y + below, word, lettering.SANS, 7.4, None, "centre")


_THUMBNAILS = {"booklet": "booklet", "sealed": "sealed", "box": "tuck-box"}


def thumbnail(ink: Ink, kind: str, layout: Layout | None, sheets: int) -> None:
    """Draw a small picture of one file of a kit about the origin, at most 30 mm wide and 25 mm high.

    `kind` is what the file holds, as in `FileRow`. For `cards` the picture shows the sheet of `layout` with its cards,
    as a stack if `sheets` (the number of sheets) is more than 1. For another kind, or if `layout` is None, the picture
    is a fixed sign.
    """
    if kind != "cards" or layout is None:
        with ink.at(*((-12, -12, 0, 24 / 17) if kind == "sealed" else ())):
            draw_sign(ink, _THUMBNAILS.get(kind, "written-page"))
        return
    k = min(25 / layout.height, 30 / layout.width)
    for shift in (1.4, 0.7, 0) if sheets > 1 else (0,):
        width, height = layout.width * k, layout.height * k
        sheet = rect(shift - width / 2, shift - height / 2, width, height)
        ink.draw(sheet, WHITE, ink.black, 0.9, join="mitre")

    def placed(box: Box) -> tuple[float, float, float, float]:
        return (box.x0 - layout.width / 2) * k, (box.y0 - layout.height / 2) * k, box.width * k, box.height * k

    for spot in layout.fronts:
        x, y, wide, high = placed(spot.trim)
        ink.draw(rect(x, y, wide, high), ink.paper, ink.black, 0.3, join="mitre")
        ink.flat(lozenge(x + wide / 2, y + high / 2, 0.7, 1), ink.palette.red.base, 0.3)
    for spot in () if layout.fold is None else layout.backs:
        ink.flat(rect(*placed(spot.trim)), ink.palette.red.base, 0.3)


# --- marks


def panel(look: Style, x: float, y: float, width: float, height: float) -> Mark:
    """Return a tinted rectangle with round corners, its lower left at (x, y); where ink is saved, an outlined one."""
    shape = rect(x, y, width, height, 2)
    if look.low:
        return Shape(shape, None, look.palette.ink, 0.4, join="round")
    return Shape(shape, look.palette.panel)


def step_number(look: Style, x: float, y: float, text: str, radius: float = 2.9) -> list[Mark]:
    """Return the number `text` of a step in a lozenge about (x, y); `radius` is half the lozenge's width."""
    return numbered(look, x, y, radius, radius * 1.24, text, 3.3 * radius)


def rule(look: Style, x0: float, x1: float, y: float) -> list[Mark]:
    """Return a hairline from x0 to x1 at the height y, with a red lozenge in its middle."""
    return divider(look, x0, x1, y, look.palette.red.base, hollow=True)


def caps(x: float, y: float, text: str, size_pt: float = 7.8, align: lettering.Align = "left") -> Mark:
    """Return a label of `size_pt` points in spaced capitals, its baseline at y; `align` says which end is at x."""
    return Text(x, y, text.upper(), lettering.SANS_BOLD, size_pt, None, align, 120)


def band(look: Style, x: float, y: float, width: float, height: float = 9) -> list[Mark]:
    """Return a row of red and dark lozenges between two hairlines; (x, y) is its lower left corner."""
    count = max(3, int(width / 6.2) // 2 * 2 + 1)
    wide = width / count
    middles = [(x + (i + 0.5) * wide, y + height / 2) for i in range(count)]
    large = [lozenge(*middle, wide / 2, height / 2) for middle in middles]
    inner = [lozenge(*middle, wide / 2 - 0.85, height / 2 - 1.25) for middle in middles]
    studs = [ellipse(x + i * wide, y + height / 2, 0.5) for i in range(count + 1)]
    ink = look.palette.ink
    if look.low:
        marks: list[Mark] = [
            Shape(compound(large[::2] + large[1::2]), None, ink, 0.5),
            Shape(compound(inner[::2]), None, ink, 0.3),
        ]
    else:
        marks = [
            Shape(compound(large[::2]), look.palette.red.base),
            Shape(compound(large[1::2]), ink),
            Shape(compound(inner[::2]), None, "#F3A48F", 0.4),
            Shape(compound(inner[1::2]), None, "#7A7484", 0.4),
            Shape(compound(studs), look.palette.yellow.base),
        ]
    return [*marks, *(look.rule(x, at, x + width, at, 0.5) for at in (y - 0.7, y + height + 0.7))]


def ruler(look: Style, x: float, y: float, millimetres: int, unit: float = 1.0) -> list[Mark]:
    """Return the marks of a ruler that is `millimetres` long and begins at (x, y), towards the right.

    `unit` is the length in this drawing of one millimetre on paper; it is not 1 if the drawing is scaled when printed.
    """
    marks: list[Mark] = [look.rule(x, y, x + millimetres * unit, y, 0.5, cap="butt")]
    for tall, width, every in ((2.0, 0.3, 1), (3.2, 0.4, 5), (4.4, 0.6, 10)):
        ticks = [
            segment(x + n * unit, y, x + n * unit, y + tall * unit)
            for n in range(millimetres + 1)
            if n % every == 0 and not any(n % e == 0 for e in (5, 10) if e > every)
        ]
        marks.append(Shape(compound(ticks), None, look.palette.ink, width, "butt", "round"))
    figures = [
        Text(x + n * unit, y - 3.3, str(n), lettering.SANS, 7.6, None, "centre") for n in range(0, millimetres + 1, 10)
    ]
    return [*marks, *figures]


def ring(look: Style, x: float, y: float, unit: float = 1.0) -> list[Mark]:
    """Return the marks of the registration ring about (x, y), for the back of a sheet.

    If backs lie right, the ring is around the cross on the front (see `cross`). `unit` is the length in this drawing of
    one millimetre on paper; it is not 1 if the drawing is scaled when printed.
    """
    return [
        Shape(ellipse(x, y, radius * unit), None, look.palette.ink, width, join="round")
        for radius, width in ((5.0, 0.9), (2.0, 0.4))
    ]


def cross(look: Style, x: float, y: float, arm: float = 5.0, unit: float = 1.0) -> list[Mark]:
    """Return the marks of a registration cross about (x, y), whose four arms are `arm` mm long on paper.

    `unit` is the length in this drawing of one millimetre on paper; it is not 1 if the drawing is scaled when printed.
    """
    reach = arm * unit
    ends = ((x - reach, y, x + reach, y), (x, y - reach, x, y + reach))
    return [look.rule(*four, cap="butt") for four in ends]


def arrow_up(look: Style, x: float, y: float, height: float = 9, width: float = 7) -> Mark:
    """Return a broad arrow that points up, with its tip at (x, y), of this height and width."""
    neck = width * 0.2
    right = [(width / 2, -height * 0.5), (neck, -height * 0.5), (neck, -height)]
    shape = poly([(x, y), *((x + u, y + v) for u, v in right), *((x - u, y + v) for u, v in right[::-1])])
    if look.low:
        return Shape(shape, WHITE, look.palette.ink, 0.7, join="round")
    return Shape(shape, look.palette.red.base)


Step = tuple[str, str, Callable[[Ink], None]]


def _sign(name: str) -> Callable[[Ink], None]:
    return partial(draw_sign, name=name)


Kind = Literal["cards", "booklet", "sealed", "page", "box"]
Stock = Literal["card", "plain", "stout"]
"""Paper for cards, for what is read or written on, and for what has to stand or to be handled like coins."""
_WEIGHTS: dict[Stock | Literal["glued"], tuple[str, str]] = {
    "card": ("200–250\u00a0g/m²", "110\u00a0lb index / 80\u00a0lb cover"),
    "plain": ("80–120\u00a0g/m²", "20–32\u00a0lb bond"),
    "stout": ("200–300\u00a0g/m²", "80–110\u00a0lb cover"),
    "glued": ("120–160\u00a0g/m²", "32\u00a0lb bond / 60\u00a0lb cover"),
}
"""In g/m², and as shops in the United States sell it; `glued` becomes a card when it is folded and glued."""
_STOCKS: dict[Kind, Stock] = {"cards": "card", "booklet": "plain", "sealed": "plain", "page": "plain", "box": "stout"}
_AFTER: dict[Kind, str] = {
    "cards": later("cut"), "booklet": later("fold, staple"), "sealed": later("fold shut"), "page": "",
    "box": later("cut, fold, glue"),
}  # fmt: skip


class FileRow(Struct, frozen=True):
    """An entry in a kit's list of files.

    `title` is the title, `sheets` the number of sheets, `file` the file's name ("": none). `kind` is what the file
    holds: cards, a booklet, a sealed sheet, a page, or a box; the usual paper and the usual work after printing follow
    from it. `layout` is the layout of the cards' sheets (None for other kinds). `stock` is the paper ("": the usual
    one). `after` says what to do with the printed sheets ("": the usual work), `need` says when or for what the file is
    needed. `after` and `need` are in English and are translated when shown. `beside` says what else is on the file's
    last sheet ("": nothing).
    """

    title: str
    sheets: int
    file: str = ""
    kind: Kind = "cards"
    layout: Layout | None = None
    stock: Stock | Literal[""] = ""
    after: str = ""
    need: str = later("tonight")
    beside: str = ""


class PrintedAs(Struct, frozen=True):
    """How a file of a kit is printed, in words for a reader.

    The fields are the number of sheets, the paper, the printed sides, what to do after printing ("": nothing), and what
    the file is for.
    """

    sheets: str
    stock: str
    sides: str
    after: str
    need: str

    def __str__(self) -> str:
        """Return all fields as one line of text."""
        return f"{self.sheets}, {self.stock}, {self.sides}: {'; '.join(filter(None, (self.after, self.need)))}"


class SideUse(Struct, frozen=True):
    """The share (0 to 1) of a sheet's side that ink covers: `now` as the user chose, `low` in low ink."""

    now: float
    low: float


class InkUse(Struct, frozen=True):
    """How much of a full sheet of cards is covered with ink.

    `fronts` and `backs` are the shares of the two sides. `engraved` is the share (0 to 1) of the back side if its backs
    were engravings on white; None if ink is saved already. `unpatterned` is true if the option `--colour-aid` would add
    patterns.
    """

    fronts: SideUse
    backs: SideUse
    engraved: float | None = None
    unpatterned: bool = False


SetSide = Callable[[Style, "Cover", float, float], list[Mark]]
"""Sets a side: the page's style, the cover, how high the field is, and how long a true millimetre is in it."""


class Cover(Struct, frozen=True):
    """A kit's first page, which says how to print the kit; it draws its front and its back, on upright paper.

    `title` is the title of the kit. `layout` is the layout of the cards' sheets. `parts` are the entries for all files.
    `code` is the kit's code ("": none). `ink` is the ink that a sheet takes (None: the page says nothing about ink).
    `company` names the guests in the kit's facts ("": none).
    """

    title: str
    layout: Layout
    parts: tuple[FileRow, ...]
    code: str = ""
    ink: InkUse | None = None
    company: str = ""

    @property
    def two_sided(self) -> bool:
        """Whether any file is printed on both sides; the cover then has a back page."""
        return any(is_two_sided(part, self.layout.options) for part in self.parts)

    @property
    def follows(self) -> str:
        """A phrase with the number of sheets that follow: `1 sheet of A4 follows`, `9 sheets of A4 follow`."""
        sheets = sum(part.sheets for part in self.parts)
        paper = self.layout.options.paper.name
        return say_n("{n} sheet of {paper} follows", "{n} sheets of {paper} follow", sheets, paper=paper)

    @property
    def size_pt(self) -> tuple[float, float]:
        """Its width and height in points, upright."""
        return min(self.layout.width, self.layout.height), max(self.layout.width, self.layout.height)

    def draw_front(self, ink: Ink) -> None:
        """Draw the front page, and end the page of the PDF."""
        ink.canvas.setPageSize(self.size_pt)
        bookmark(ink.canvas, say("Print me first"))
        label_page(ink.canvas, "print me first")
        self._set(ink, _front, front)
        ink.canvas.showPage()
        ink.canvas.setPageSize((self.layout.width, self.layout.height))

    def draw_back(self, ink: Ink) -> None:
        """Draw the back page, corrected by the printer's profile, and end this page of the PDF.

        The correction shifts the page for a printer that prints backs elsewhere than fronts.
        """
        width, height = self.size_pt
        ink.canvas.setPageSize((width, height))
        label_page(ink.canvas, "print me first, back")
        options = self.layout.options
        ink.canvas.transform(*options.profile.seen(options.sides).matrix(width, height))
        if options.feed == "manual":
            # The arrows point at the edge that goes in first, however the page's words are turned; the small back has
            # no room for them.
            self._set(ink, lambda look, _cover, high, _unit: _feed_arrows(look, high), lambda *_: [])
        # Turned over the short edge, the sheet's head comes to lie at the foot of its back.
        turn = (width / POINTS_PER_MM, height / POINTS_PER_MM, 180) if options.sides == "short" else (0, 0, 0)
        with ink.at(*turn):
            self._set(ink, _back, back)
        ink.canvas.showPage()
        ink.canvas.setPageSize((self.layout.width, self.layout.height))

    def _set(self, ink: Ink, side: SetSide, small: SetSide) -> None:
        """Draw one side of the cover, scaled to the paper.

        `side` makes the marks of the full page. If the full page would be too small to read (on photo paper), `small`
        makes the marks of the short page instead.
        """
        width, height = (length / POINTS_PER_MM for length in self.size_pt)
        wide, scale = _WIDE, min(width / _WIDE, height / _HIGH)
        if scale < _SMALLEST:
            wide, side = WIDE, small
            scale = min(width / wide, height / HIGH)
        with ink.on_white(), ink.at((width - wide * scale) / 2, 0, scale=scale):
            draw(ink, side(Style(low=ink.low, palette=ink.palette), self, height / scale, 1 / scale))


def weight(stock: Stock | Literal["glued"], paper: Paper) -> str:
    """Return the usual weight of this kind of paper as text in g/m²; if `paper` is a US size, also in lb.

    `stock` is `card`, `plain`, `stout`, or `glued` for paper that becomes a card when it is folded and glued.
    """
    metric, american = _WEIGHTS[stock]
    return f"{metric} ({american})" if paper.american else metric


def is_two_sided(part: FileRow, sheet: SheetOptions) -> bool:
    """Return whether a file of a kit is printed on both sides; `sheet` are the options of the kit's sheets."""
    sides = part.layout.options.sides if part.layout else sheet.sides
    return part.kind in ("cards", "booklet", "sealed") and sides in ("long", "short")


def printed_as(part: FileRow, sheet: SheetOptions) -> PrintedAs:
    """Return how a file is printed, in words; `sheet` are the options of the kit's sheets."""
    sides = part.layout.options.sides if part.layout else sheet.sides
    folded = part.kind == "cards" and sides == "fold"
    both = is_two_sided(part, sheet)
    stock = part.stock or _STOCKS[part.kind]
    after = say(part.after or _AFTER[part.kind]) if part.after or _AFTER[part.kind] else ""
    return PrintedAs(
        say_n("{n} sheet", "{n} sheets", part.sheets),
        weight("glued" if folded and stock != "plain" else stock, sheet.paper),
        (say("fronts, then backs") if sheet.feed == "manual" else say("both sides")) if both else say("one side"),
        say("fold, glue, {after}", after=after) if folded else after,
        say(part.need),
    )


def _glossed(part: FileRow) -> bool:
    """Return whether a file's title is shown beside its name.

    File names are English, so this is true if the file has a name and another language is spoken.
    """
    return bool(part.file) and spoken() != ENGLISH


def listed_files(parts: Sequence[FileRow], sheet: SheetOptions, width: int) -> list[str]:
    """Return lines of text that list a kit's files, each with its name and how to print it.

    A line has at most `width` characters; a long entry takes several lines. `sheet` are the options of the kit's
    sheets. Raises ValueError if `parts` is empty.
    """
    wide = max(len(part.file) for part in parts)
    out: list[str] = []
    for part in parts:
        title = f"{part.title}: " if _glossed(part) else ""
        out += wrap(
            f"{title}{printed_as(part, sheet)}", width, initial_indent=f"  {part.file:<{wide}}  ",
            subsequent_indent=" " * (wide + 4), break_on_hyphens=False,
        )  # fmt: skip
    return out


def steps(text: Cover) -> list[Step]:
    """Return the printing steps for the kit `text`, in the order in which they are done.

    A step is a triple: a heading, sentences with `**bold**` words, and a function that draws a picture about the
    origin.
    """
    options, slots = text.layout.options, on_slots(text.layout.options)
    long = options.sides == "long"
    at_100 = say(
        "In the print window choose **Actual size** or **100 %**. Never Fit, Shrink or Scale: cards would miss their "
        "backs."
    )
    listed: list[Step] = [(say("At 100 %"), at_100, dialog)]
    if text.two_sided:
        if options.feed == "manual":
            heading = say("Feed by hand")
            words = say(
                "For each pair of files print the **fronts**. Turn the stack over its **long edge**, like a page of a "
                "book, its **last sheet on top**, arrows first, and print the **backs**."
            ) if long else say(
                "For each pair of files print the **fronts**. Turn the stack over its **short edge**, like a wall "
                "calendar, its **last sheet on top**, arrows first, and print the **backs**."
            )  # fmt: skip
        else:
            same = say("Some of what follows has **one side** only.")
            if any(part.kind == "booklet" for part in text.parts):
                same = say("Cards and booklet use the same setting.")
            elif all(is_two_sided(part, options) for part in text.parts):
                same = say("Every file uses the same setting.")
            heading = say("Flip on the long edge") if long else say("Flip on the short edge")
            words = say(
                "Print on **both sides** and let the paper turn on its **long edge**, like a page of a book. {same}",
                same=same,
            ) if long else say(
                "Print on **both sides** and let the paper turn on its **short edge**, like a wall calendar. {same}",
                same=same,
            )  # fmt: skip
        listed.append((heading, words, partial(passes if options.feed == "manual" else flip, long=long)))
    else:
        one_side = say(_ONE_SIDE.get(options.sides) or _ONE_SIDE["none"])
        listed.append((say("One side only"), one_side, _sign("fold" if options.sides == "fold" else "page-of-cards")))
    if slots:
        words = say(
            "**Cards** go on “{sheet}”, this page on **ordinary paper**. Try one sheet on ordinary paper first, and "
            "hold it against a prepared one.",
            sheet=slots.title,
        )
        listed.append((say("Prepared sheets"), words, _sign("thick-paper")))
    else:
        kind, what = "stout", later("{weight} for the boxes")
        if any(p.kind == "cards" for p in text.parts):
            kind, what = "card", later("{weight} for the cards")
            if options.sides == "fold":
                kind, what = "glued", later("{weight} for what is folded and glued")
        thick = say(what, weight=weight(kind, options.paper))  # type: ignore[arg-type]
        if any(_STOCKS[p.kind] == "plain" for p in text.parts):
            heavy = say(
                "**{thick}**; {weight} for what is read. Choose the heavy paper in the print window too.",
                thick=thick, weight=weight("plain", options.paper),
            )  # fmt: skip
        else:
            heavy = say("**{thick}**. Choose the heavy paper in the print window too.", thick=thick)
        listed.append((say("Thick paper"), heavy, _sign("thick-paper")))
    if slots and options.marks == "none":
        out = say("Take the cards out along the **perforation**, or cut along the edges of their places.")
        return [*listed, (say("Take them out"), out, _sign("cut"))]
    cut = [say(_CUTTING[options.marks]), say("Round the corners if you like.")]
    last = [(part.file, part.beside) for part in text.parts if part.beside]
    cut += [say("The last cards of **{file}** are {beside}.", file=file, beside=beside) for file, beside in last]
    return [*listed, (say("Cut"), " ".join(cut), _sign("cut"))]


_ONE_SIDE = {
    "none": later("Print on **one side**."),
    "fold": later("Print on **one side**. Fold each sheet along the dashed line, print outside, and glue the halves "
    "flat before you cut."),
    "fronts": later("Print on **one side**. These are the fronts alone; the backs come from another print, or stay "
    "white."),
    "backs": later("Print on **one side**. These are the backs alone, each where its front lies when the sheet is "
    "turned."),
}  # fmt: skip
_CUTTING = {
    "corners": later("Join the two **ticks** of each cut with a ruler and draw a sharp knife along it, right across "
    "the sheet."),
    "lines": later("Cut along the **thin lines**, right across the sheet, and leave the line on the waste."),
    "none": later("Cut along the edges of the cards with a ruler and a sharp knife."),
}  # fmt: skip


def ink_note(it: Cover) -> str:
    """Return sentences on how much ink a sheet takes and how to save some; "" if `it.ink` is None.

    If patterns are possible, a sentence says that they help colour-blind people.
    """
    if it.ink is None:
        return ""
    fronts, backs, engraved = it.ink.fronts, it.ink.backs, it.ink.engraved
    sides = [(later("**{share}** of its front"), fronts), (later("**{share}** of its back"), backs)]
    shown = [(words, side) for words, side in sides if side.now]
    if it.layout.options.sides == "fold":
        shown = [(later("**{share}** of its face"), SideUse(fronts.now + backs.now, fronts.low + backs.low))]
        engraved = None if engraved is None else engraved + fronts.now
    taken = both(say(words, share=_percent(side.now)) for words, side in shown)
    said = [say("A full sheet of cards inks {taken}.", taken=taken)]
    low = both(_percent(side.low) for _, side in shown)
    is_less = low != both(_percent(side.now) for _, side in shown)
    if engraved is not None and backs.now and _percent(engraved) != _percent(shown[-1][1].now):
        said.append(_sparing(_percent(engraved), low if is_less else "", it.layout.options.sides == "fold"))
    elif is_less:
        said.append(say("In **low ink** it is {low}.", low=low))
    if it.layout.options.low_ink and any(part.kind == "sealed" for part in it.parts):
        said.append(say("The answer sheet’s hatching stays grey all over: it hides what is inside."))
    if it.ink.unpatterned:
        said.append(say("For grey printers or colour-blind eyes it comes **with patterns**, too."))
    return " ".join(said)


def _sparing(engraved: str, low: str, face: bool) -> str:
    """Return a sentence on the ink that a sheet takes with engraved backs, and in low ink.

    `engraved` and `low` are percentages as text; with `low` "" the sentence says nothing about low ink. With `face` the
    sentence is about a sheet to fold, with fronts and backs on one side.
    """
    if face and low:
        words = later("**Sparing on backs**, the face takes {share}; in **low ink** it is {low}.")
    elif face:
        words = later("**Sparing on backs**, the face takes {share}.")
    elif low:
        words = later("**Sparing on backs**, the back takes {share}; in **low ink** it is {low}.")
    else:
        words = later("**Sparing on backs**, the back takes {share}.")
    return say(words, share=engraved, low=low)


def _percent(share: float) -> str:
    return f"{max(1, round(100 * share))}\u00a0%"


def profile_note(it: Cover, *, short: bool = False) -> str:
    """Return a sentence about the correction that the backs get for this printer, or on how to measure one.

    If nothing is printed on the back, the sentence says that no correction is needed. With `short` the sentence on
    measuring has fewer words.
    """
    options = it.layout.options
    if options.sides != "backs" and not it.two_sided:
        return say("None is needed for one side.")
    if options.profile.is_zero and short:
        return say("None yet. Measure the printer: **cardgen calibrate**.")
    if options.profile.is_zero:
        return say(
            "None yet. If the ring misses the cross, measure this printer, once and for all: **cardgen calibrate**."
        )
    moved = say("{profile}. The backs are moved by this.", profile=options.profile.describe())
    stood = it.layout.stood or any(part.layout and part.layout.stood for part in it.parts)
    upright = say("Sheets that lie stand upright in the file.")
    return f"{moved} {upright}" if stood else moved


WIDE, HIGH = 105.0, 150.0
_EDGE = 9.0


def front(look: Style, cover: Cover, high: float, unit: float) -> list[Mark]:
    """Return the marks of the short front page, for small paper.

    The page is `WIDE` mm wide and `high` mm high. `cover` is the page's content. `unit` is the length in this drawing
    of one millimetre on paper, as the drawing is scaled when it is printed.
    """
    options = cover.layout.options
    middle, right = WIDE / 2, WIDE - _EDGE
    marks: list[Mark] = []
    if options.feed == "manual" and cover.two_sided:
        marks += [arrow_up(look, x, high - 7, 10, 7) for x in (_EDGE, right)]
        marks.append(caps(middle, high - 8, say("This side up · this edge first"), 7, "centre"))
    y = high - 18
    marks.append(Text(middle, y, say("Print me first"), lettering.SERIF_SEMIBOLD, 20, None, "centre", 4))
    told = [cover.follows, *([say("kit {kit}", kit=cover.code)] if cover.code else [])]
    marks.append(caps(middle, y - 5.5, " · ".join(told), 7, "centre"))
    marks += rule(look, _EDGE, right, y - 9.5)
    y -= 15.5
    length = 50 if 50 * unit < right - _EDGE - 4 else 30
    sentence = say("This line must measure {length} mm.", length=length)
    marks.append(Text(middle, y, sentence, lettering.SERIF_ITALIC, 9, None, "centre"))
    marks += ruler(look, middle - length * unit / 2, y - 8, length, unit)
    y -= 20.5
    for number, (heading, text, _) in enumerate(steps(cover), 1):
        marks += step_number(look, _EDGE + 2.4, y + 1.2, str(number), 2.4)
        marks.append(Text(_EDGE + 7.5, y, heading, lettering.SERIF_SEMIBOLD, 10.5, None))
        words, below = note(text, TextFace(8.2, 10.4), _EDGE + 7.5, y - 4.4, right - _EDGE - 7.5)
        marks += words
        y = below - 2.8
    x = _EDGE
    if cover.two_sided:
        marks += cross(look, _EDGE + 4, 12, 4)
        x = _EDGE + 12
        light = say("Against the light, the ring on the back lies round this cross.")
        marks += note(light, TextFace(8.2, 10.2), x, 14.4, 40)[0]
        x = 62
    marks.append(caps(x, 14.4, say("Printer profile"), 7))
    return [*marks, *note(profile_note(cover, short=True), TextFace(8.2, 10.2), x, 10.6, right - x)[0]]


def back(look: Style, cover: Cover, high: float, unit: float) -> list[Mark]:
    """Return the marks of the short back page, for small paper.

    The page is `WIDE` mm wide and `high` mm high. The page says which way is up, answers three frequent mistakes, and
    has the registration ring. `cover` is the page's content. `unit` is not used; `front` has the same parameters.
    """
    long = cover.layout.options.sides == "long"
    del unit
    marks = [arrow_up(look, WIDE / 2, high - 14, 10, 8), caps(WIDE / 2, high - 29, say("Top"), 8, "centre")]
    y = high - 48
    for heading, text in (
        (
            say("Upside down?"),
            say("Choose **flip on the long edge** in the print window.")
            if long
            else say("Choose **flip on the short edge** in the print window."),
        ),
        (say("The ring beside the cross?"), say("Measure the printer: **cardgen calibrate** says how, and remembers.")),
        (say("The ruler too short?"), say("Choose **Actual size** in the print window.")),
    ):
        marks += step_number(look, _EDGE + 2.4, y + 1.2, "", 1.4)
        marks.append(Text(_EDGE + 7.5, y, heading, lettering.SERIF_SEMIBOLD, 10.5, None))
        words, below = note(text, TextFace(8.6, 11), _EDGE + 7.5, y - 4.6, WIDE - 2 * _EDGE - 7.5)
        marks += words
        y = below - 4.5
    return [*marks, *ring(look, WIDE - _EDGE - 4, 12)]


_WIDE, _HIGH = 210.0, 254.0
_COVER_EDGE = 18.0
_SMALLEST = 0.68
"""How far the page may be scaled down before its smallest type is under 5 points."""
_NOTE = TextFace(9.2, 12.2)
"""The type of notes at the foot of the page."""


def cover_pdf(cover: Cover) -> bytes:
    """Return a PDF of the cover alone; it has a back page if any file is printed on both sides."""

    about = pdf.Document(
        title=say("{title}: print me first", title=cover.title),
        subject=say("How to print kit {kit}", kit=cover.code) if cover.code else say("How to print what follows"),
        keywords=("print and play", "playing cards", cover.title),
    )
    canvas = open_canvas(about, *cover.size_pt)
    ink = Ink(canvas, low=cover.layout.options.low_ink)
    cover.draw_front(ink)
    if cover.two_sided:
        cover.draw_back(ink)
    return finish(canvas)


# --- the front


def _front(look: Style, cover: Cover, high: float, unit: float) -> list[Mark]:
    spare = high - _HIGH
    options = cover.layout.options
    right = _WIDE - _COVER_EDGE
    y = high - 20
    marks = band(look, _COVER_EDGE, y, _WIDE - 2 * _COVER_EDGE)
    if options.feed == "manual" and cover.two_sided:
        marks += _feed_arrows(look, high)
    y -= 15.5 + spare * 0.12
    marks.append(Text(_WIDE / 2, y, say("Print me first"), lettering.SERIF_SEMIBOLD, 31, None, "centre", 4))
    y -= 8
    code = say("kit {kit}", kit=cover.code) if cover.code else ""
    told = filter(None, (cover.title.replace("'", "’"), code, cover.company, cover.follows))
    marks.append(caps(_WIDE / 2, y, " · ".join(told), 8.2, "centre"))
    y -= 5.5 + spare * 0.06
    marks += rule(look, _COVER_EDGE, right, y)
    y -= 5 + spare * 0.1
    marks.append(panel(look, _COVER_EDGE, y - 22, right - _COVER_EDGE, 22))
    length = 100 if 100 * unit < right - _COVER_EDGE - 10 else 50
    sentence = say(
        "Lay a ruler on this line: from 0 to {length} it must measure {length} mm ({inches} in) exactly.",
        length=length, inches=decimal(f"{length / 25.4:.2f}"),
    )  # fmt: skip
    marks.append(Text(_WIDE / 2, y - 6.4, sentence, lettering.SERIF_ITALIC, 10.6, None, "centre"))
    marks += ruler(look, (_WIDE - length * unit) / 2, y - 16, length, unit)
    y -= 31 + spare * 0.14
    for i, (heading, text, picture) in enumerate(steps(cover)):
        x, top = (_COVER_EDGE if i % 2 == 0 else 109.0), y - (i // 2) * (42 + spare * 0.12)
        marks += step_number(look, x + 2.9, top + 1.5, str(i + 1))
        marks.append(Text(x + 8.6, top, heading, lettering.SERIF_SEMIBOLD, 13.5, None))
        marks += note(text, TextFace(9.8, 13), x + 8.6, top - 6.8, 44)[0]
        marks.append(PictureMark(x + 68, top - 17, 0, 0, picture))
    y -= 84 + spare * 0.36
    follows = say("What follows")
    start = max(27.0, lettering.width_mm(follows.upper(), lettering.SANS_BOLD, 8, 120) + 3)
    marks += [caps(_COVER_EDGE, y, follows, 8), look.rule(_COVER_EDGE + start, y + 1, right, y + 1)]
    marks += _map(look, cover, y - 3.4, right)
    if text := ink_note(cover):
        x = _COVER_EDGE + 16
        y = 31.5 + (len(placed(text, _NOTE, right - x)) - 1) * _NOTE.pitch
        marks += [caps(_COVER_EDGE, y, say("Ink"), 7.2), *note(text, _NOTE, x, y, right - x)[0]]
    marks.append(look.rule(_COVER_EDGE, 27, right, 27))
    x = _COVER_EDGE
    if cover.two_sided:
        marks += cross(look, _COVER_EDGE + 6, 16, 5.4)
        against = say(
            "**Hold this sheet against the light.** The ring on its back must lie round this cross, and the top of the "
            "back at this top. If it does not, measure your printer before you print on good paper."
        )
        marks += note(against, _NOTE, _COVER_EDGE + 16, 20, 78)[0]
        x = 126.0
    text = profile_note(cover)
    text = text[0].upper() + text[1:]
    face, y = _NOTE, 15.6
    if len(placed(text, face, right - x)) > 3:
        # Much to say: smaller, and from higher up, so that its last line stays clear of the printer's margin.
        face = TextFace(7.8, 9.8)
        y = max(y, 5.8 + (len(placed(text, face, right - x)) - 1) * face.pitch)
    return [*marks, caps(x, y + 4.4, say("Printer profile"), 7.2), *note(text, face, x, y, right - x)[0]]


def _feed_arrows(look: Style, high: float) -> list[Mark]:
    arrows = [arrow_up(look, x, high - 9, 12, 8) for x in (9.0, _WIDE - 9.0)]
    return [*arrows, caps(_WIDE / 2, high - 8.2, say("This side up  ·  this edge first"), 7.6, "centre")]


_COLUMNS = (
    (later("file"), 9.0), (later("sheets"), 58.0), (later("paper"), 75.0), (later("print"), 99.0),
    (later("then"), 124.0), (later("for"), 150.0),
)  # fmt: skip
"""The table's heads, and where its columns begin, in millimetres from its left."""


def _map(look: Style, cover: Cover, top: float, right: float) -> Iterator[Mark]:
    """Yield the marks of the table of a kit's files, a row for each file.

    A row has a small picture, the file's name, sheets, paper, printed sides, the work after printing, and what the file
    is for. If the language is not English, the title stands beside the name. `top` is the y of the table's upper edge,
    `right` the x of its right edge.
    """
    pitch = min(6.4, 39.0 / max(1, len(cover.parts)))
    ends = [x for _, x in _COLUMNS[1:]] + [right - _COVER_EDGE + 1.5]
    for name, x in _COLUMNS:
        yield Text(_COVER_EDGE + x, top - 1.6, say(name), lettering.SANS_SEMIBOLD, 7.6, None)
    for i, part in enumerate(cover.parts):
        y = top - 1.6 - pitch * (i + 1)
        small = partial(thumbnail, kind=part.kind, layout=part.layout, sheets=part.sheets)
        yield PictureMark(_COVER_EDGE + 3.2, y + 1.0, 0, 0, small, pitch * 0.92 / 30)
        row = printed_as(part, cover.layout.options)
        # A narrow column: of the two units the one that this paper is sold by, and of two papers the one.
        paper = re.sub(r".*\((?:.* / )?(.*)\)", r"\1", row.stock)
        cells = (part.file or part.title, row.sheets, paper, row.sides, row.after, row.need)
        for (_, x), end, text in zip(_COLUMNS, ends, cells, strict=True):
            first = x == _COLUMNS[0][1]
            font = lettering.SANS_SEMIBOLD if first else lettering.SANS
            beside = f"  {part.title}" if first and _glossed(part) else ""
            wide = lettering.width_mm(text, font, 8.4) + lettering.width_mm(beside, lettering.SANS, 8.4)
            size = min(8.4, 8.4 * (end - x - 1.5) / max(1.0, wide))
            cell = Text(_COVER_EDGE + x, y, text, font, size, None)
            yield cell
            if beside:
                yield Text(_COVER_EDGE + x + cell.width, y, beside, lettering.SANS, size, None)
        yield look.rule(_COVER_EDGE, y - pitch * 0.34, right, y - pitch * 0.34, 0.25)


# --- the back

_TURNED = later("The top of this page lies at the other side’s foot")
_WRONG_LONG = (
    _TURNED,
    later("The printer turned the paper on the wrong edge. Choose **flip on the long edge**; where the printer will "
    "not, print the kit again for the **short edge**."),
)  # fmt: skip
_WRONG_SHORT = (
    _TURNED,
    later("The printer turned the paper on the wrong edge. Choose **flip on the short edge**; where the printer will "
    "not, print the kit again for the **long edge**."),
)  # fmt: skip
_TROUBLE = (
    (later("The ring does not lie round the cross"), later("The printer puts backs elsewhere than fronts, as most do "
    "by a millimetre or two. **cardgen calibrate** prints one sheet that measures it, and remembers the answer.")),
    (later("The ruler is too short or too long"), later("The print window scales the page. Choose **Actual size**. If "
    "it still differs in one direction only, the same sheet takes that away as well.")),
    (later("The colours swim, or the paper curls"), later("Tell the print window that the paper is heavy, or print the "
    "kit again in **low ink**: outlines on white, with a tenth of the ink.")),
    (later("The printer refuses thick paper"), later("Use the rear feed. A kit can also be printed **for feeding by "
    "hand,** all fronts and then all backs, or **to fold and glue:** one side of thin paper makes a firm card.")),
)  # fmt: skip


def _back(look: Style, cover: Cover, high: float, unit: float) -> list[Mark]:
    del unit
    spare = (high - _HIGH) / 5
    y = high - 62 - spare
    marks = [
        *band(look, _COVER_EDGE, high - 20, _WIDE - 2 * _COVER_EDGE),
        arrow_up(look, _WIDE / 2, high - 27, 12, 9),
        caps(_WIDE / 2, high - 45, say("Top"), 9, "centre"),
        Text(_WIDE / 2, y, say("Does it look right?"), lettering.SERIF_SEMIBOLD, 24, None, "centre", 4),
        *rule(look, _COVER_EDGE + 30, _WIDE - _COVER_EDGE - 30, y - 8),
    ]
    y -= 22 + spare / 2
    wrong_edge = _WRONG_LONG if cover.layout.options.sides == "long" else _WRONG_SHORT
    for heading, text in ((say(one), say(other)) for one, other in (wrong_edge, *_TROUBLE)):
        marks += step_number(look, _COVER_EDGE + 21, y + 1.5, "", 1.5)
        marks.append(Text(_COVER_EDGE + 26, y, heading, lettering.SERIF_SEMIBOLD, 12, None))
        words, below = note(text, TextFace(10.4, 14.2), _COVER_EDGE + 26, y - 6, 128)
        marks += words
        y = below - 8 - spare / 2
    # Where the cross of the front shows through.
    return [*marks, *ring(look, _WIDE - _COVER_EDGE - 6, 16)]
