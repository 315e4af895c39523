"""What the print-me-first page tells: which files follow, and the steps in words, each with its picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.guide import pictograms
from cardgen.layout.impose import Layout, SheetOptions, on_slots
from liarsdeck.english import counted

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

Step = tuple[str, str, Callable[["Ink"], None]]

Kind = Literal["cards", "booklet", "sealed", "page", "box"]
Stock = Literal["card", "plain", "stout"]
"""Paper for cards, for what is read or written on, and for what has to stand or to be handled like coins."""
WEIGHTS: dict[Stock, str] = {"card": "200–250\u00a0g/m²", "plain": "80–120\u00a0g/m²", "stout": "200–300\u00a0g/m²"}
GLUED = "120–160\u00a0g/m²"
"""What becomes a card when it is folded and glued."""
_STOCKS: dict[Kind, Stock] = {"cards": "card", "booklet": "plain", "sealed": "plain", "page": "plain", "box": "stout"}
_AFTER: dict[Kind, str] = {
    "cards": "cut",
    "booklet": "fold, staple",
    "sealed": "fold shut",
    "page": "",
    "box": "cut, fold, glue",
}


class FileRow(Struct, frozen=True):
    """Something that follows: what it is, in which file, on how many sheets, and what it looks like on the map.

    `stock` is the paper it wants, "" for what its kind wants; `after` what is done with it once it is printed, and
    `need` whether the evening needs it.
    """

    title: str
    sheets: int
    file: str = ""
    kind: Kind = "cards"
    layout: Layout | None = None
    stock: Stock | Literal[""] = ""
    after: str = ""
    need: str = "tonight"


class PrintedAs(Struct, frozen=True):
    """What a row of the table says: how many sheets, of which paper, on which sides; what then, and for what."""

    sheets: str
    stock: str
    sides: str
    after: str
    need: str

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.sheets}, {self.stock}, {self.sides}: {'; '.join(filter(None, (self.after, self.need)))}"


class SideUse(Struct, frozen=True):
    """How much of a sheet's side is inked (0 to 1): as it is printed, and in low ink."""

    now: float
    low: float


class InkUse(Struct, frozen=True):
    """What a full sheet of cards costs in ink; `engraved` is that of its backs as engravings on white.

    `unpatterned` says that its colours would have patterns with `--colour-aid`, and have none now.
    """

    fronts: SideUse
    backs: SideUse
    engraved: float | None = None
    unpatterned: bool = False


class Sheaf(Struct, frozen=True):
    """What the page tells: of what (`title`, `code`, whom it is about), for which layout, and all that follows."""

    title: str
    layout: Layout
    parts: tuple[FileRow, ...]
    code: str = ""
    ink: InkUse | None = None
    company: str = ""

    @property
    def two_sided(self) -> bool:
        """Whether the cover brings its own back page."""
        return self.layout.options.sides in ("long", "short")


def printed_as(part: FileRow, sheet: SheetOptions) -> PrintedAs:
    """Say how a part is printed on sheets like this one, and what is done with it."""
    sides = part.layout.options.sides if part.layout else sheet.sides
    folded = part.kind == "cards" and sides == "fold"
    both = part.kind in ("cards", "booklet", "sealed") and sides in ("long", "short")
    stock = part.stock or _STOCKS[part.kind]
    after = part.after or _AFTER[part.kind]
    return PrintedAs(
        counted(part.sheets, "sheet"),
        GLUED if folded and stock != "plain" else WEIGHTS[stock],
        ("fronts, then backs" if sheet.feed == "manual" else "both sides") if both else "one side",
        f"fold, glue, {after}" if folded else after,
        part.need,
    )


def listed_files(parts: Sequence[FileRow], sheet: SheetOptions, width: int) -> list[str]:
    """Return the same as lines of text, `width` characters wide at most, what is said of a file beside its name."""
    wide = max(len(part.file) for part in parts)
    out: list[str] = []
    for part in parts:
        out += wrap(
            str(printed_as(part, sheet)), width, initial_indent=f"  {part.file:<{wide}}  ",
            subsequent_indent=" " * (wide + 4), break_on_hyphens=False,
        )  # fmt: skip
    return out


def steps(text: Sheaf) -> list[Step]:
    """Return what to do, in order: a heading, a sentence or two, and a picture."""
    options = text.layout.options
    listed: list[Step] = [
        (
            "At 100 %",
            (
                "In the print window choose **Actual size** or **100 %**. Never Fit, Shrink or Scale: cards would miss "
                "their backs."
            ),
            pictograms.dialog,
        )
    ]
    booklet = any(part.kind == "booklet" for part in text.parts)
    long = options.sides == "long"
    if options.sides in ("long", "short"):
        like = "like a page of a book" if options.sides == "long" else "like a wall calendar"
        everything = "Cards and booklet use the same setting." if booklet else "Every file uses the same setting."
        if options.feed == "manual":
            listed.append(
                (
                    "Feed by hand",
                    (
                        f"For each pair of files print the **fronts**. Turn the stack over its **{options.sides} "
                        f"edge**, {like}, its **last sheet on top**, arrows first, and print the **backs**."
                    ),
                    lambda ink: pictograms.passes(ink, long=long),
                )
            )
        else:
            listed.append(
                (
                    f"Flip on the {options.sides} edge",
                    (
                        f"Print on **both sides** and let the paper turn on its **{options.sides} edge**, {like}. "
                        f"{everything}"
                    ),
                    lambda ink: pictograms.flip(ink, long=long),
                )
            )
    else:
        how = {
            "fold": "Print on **one side**. Fold each sheet along the dashed line, print outside, and glue the halves "
            "flat before you cut.",
            "fronts": "Print on **one side**. These are the fronts alone; the backs come from another print, or stay "
            "white.",
            "backs": "Print on **one side**. These are the backs alone, each where its front lies when the sheet is "
            "turned.",
        }[options.sides]
        listed.append(("One side only", how, pictograms.fold if options.sides == "fold" else pictograms.page))
    cards = f"{GLUED} for what is folded and glued" if options.sides == "fold" else f"{WEIGHTS['card']} for the cards"
    rest = f"; {WEIGHTS['plain']} for what is read" if any(p.kind != "cards" for p in text.parts) else ""
    if slots := on_slots(options):
        listed.append(
            (
                "Prepared sheets",
                (
                    f"**Cards** go on “{slots.title}”, this page on **ordinary paper**. Try one sheet on ordinary "
                    "paper first, and hold it against a prepared one."
                ),
                pictograms.stack,
            )
        )
    else:
        listed.append(
            ("Stout paper", f"**{cards}**{rest}. Choose the heavy paper in the print window too.", pictograms.stack)
        )
    if slots and options.marks == "none":
        out = "Take the cards out along the **perforation**, or cut along the edges of their places."
        return [*listed, ("Take them out", out, pictograms.cut)]
    cut = {
        "corners": "Join the two **ticks** of each cut with a ruler and draw a sharp knife along it, right across the "
        "sheet.",
        "lines": "Cut along the **thin lines**, right across the sheet, and leave the line on the waste.",
        "none": "Cut along the edges of the cards with a ruler and a sharp knife.",
    }[options.marks]
    listed.append(("Cut", f"{cut} Round the corners if you like.", pictograms.cut))
    return listed


def ink_note(it: Sheaf) -> str:
    """Say what a sheet of cards costs in ink, what would cost less, and what helps where colours cannot be seen."""
    if it.ink is None:
        return ""
    fronts, backs, engraved = it.ink.fronts, it.ink.backs, it.ink.engraved
    both = [(name, side) for name, side in (("front", fronts), ("back", backs)) if side.now]
    if it.layout.options.sides == "fold":
        both = [("face", SideUse(fronts.now + backs.now, fronts.low + backs.low))]
        engraved = None if engraved is None else engraved + fronts.now
    taken = " and ".join(f"**{_percent(side.now)}** of its {name}" for name, side in both)
    said = [f"A full sheet of cards inks {taken}."]
    if engraved is not None and backs.now and _percent(engraved) != _percent(both[-1][1].now):
        said.append(f"**--back-ink low** makes the {both[-1][0]} {_percent(engraved)};")
    low = " and ".join(_percent(side.low) for _, side in both)
    if low != " and ".join(_percent(side.now) for _, side in both):
        said.append(f"**--ink low** makes it {low}.")
    if said[-1].endswith(";"):
        said[-1] = said[-1][:-1] + "."
    if it.ink.unpatterned:
        said.append("For a grey printer, or eyes that mix up colours, **--colour-aid** gives each colour a pattern.")
    return " ".join(said)


def _percent(share: float) -> str:
    return f"{max(1, round(100 * share))}\u00a0%"


def profile_note(it: Sheaf) -> str:
    """Say which profile moves the backs, if any."""
    options = it.layout.options
    if options.sides in ("fold", "fronts"):
        return "None is needed for one side."
    if options.profile.is_zero:
        return "None: backs are printed where the file has them."
    stood = it.layout.stood or any(part.layout and part.layout.stood for part in it.parts)
    upright = " Sheets that lie stand upright in the file." if stood else ""
    return f"{options.profile.describe()}. The backs are moved by this.{upright}"
