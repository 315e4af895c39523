"""Printer profiles, which correct misplaced backs, and the test sheet from which they are measured."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout import MM, Paper, Profile, check, from_readings, parse_length
from cardgen.pages.engine import TextFace, note
from cardgen.pages.guide import arrow_up, caps, rule, step_number
from cardgen.pdf.ink import Document, Mark, PictureMark, Style, Text, bookmark, draw, finish, label_page, open_canvas
from cardgen.pdf.path import compound, ellipse, poly, rect, segment
from cardgen.pdf.type import SANS, SANS_SEMIBOLD, SERIF_ITALIC, SERIF_SEMIBOLD, cap_mm
from liarsdeck import formats
from liarsdeck.english import hint, listed
from liarsdeck.errors import OPTION
from liarsdeck.files import FORMAT_KEY, check_format, data_dir, write_atomic
from liarsdeck.installed import typed

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink


FORMAT = 1  # the newest format of the file that is read
FILE_LIMIT = 1_000_000  # bytes: more printers than a printing house has
NONE = "none"
"""The name that asks for no profile, where one is the default."""


class _Entry(Struct, omit_defaults=True):
    """A printer's profile as it is stored in the file; fields with their default value are left out.

    `offset` is in mm right and up, `turn` in degrees anticlockwise, and `scale` are factors across and up the page.
    `flip` is the edge on which the test sheet was flipped ("": any). `default` is true for the profile to use if no
    printer is named.
    """

    name: str | int
    tray: str | int = ""
    offset: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    flip: str = ""
    default: bool | None = None


class _File(Struct):
    printer: list[_Entry] = []


def path() -> Path:
    """Return the path of the user's TOML file of printer profiles; it need not exist."""
    return data_dir() / "printers.toml"


def known() -> tuple[list[Profile], Profile | None]:
    """Return all stored profiles, and the one to use if no printer is named (None if there is none).

    Raises PrintError if the file cannot be read.
    """
    file = path()
    if not file.exists():
        return [], None
    try:
        document = formats.read(file, FILE_LIMIT)[1]
        check_format(document, FORMAT, "this file of printers")
    except ValueError as error:
        raise PrintError(f"{file} cannot be read: {error}") from None
    profiles: list[Profile] = []
    default = None
    try:
        for entry in convert(document, _File).printer:
            place = str(entry.name), str(entry.tray), *entry.offset, entry.turn, *entry.scale, entry.flip
            profiles.append(check(Profile(*place)))
            default = profiles[-1] if entry.default else default
    except ValueError:
        raise PrintError(
            f"{file}: a [[printer]] has a name, and may have tray, offset = [x, y], turn and scale = [x, y]"
        ) from None
    return profiles, default


def remember(profile: Profile, *, default: bool = False) -> Path:
    """Store a profile, in place of the one for the same printer and tray, and return the file's path.

    With `default`, this profile is used from now on if no printer is named. Raises PrintError if a name has control
    characters, or if the file cannot be read.
    """
    for called in (profile.printer, profile.tray):
        if not called.isprintable():
            raise PrintError(f"a printer or tray cannot be called {called!a}: some of it cannot be printed")
    profiles, was = known()
    key = _key(profile.printer, profile.tray)
    kept = [other for other in profiles if _key(other.printer, other.tray) != key]
    if default or (was is not None and _key(was.printer, was.tray) == key):
        was = profile
    lines = [formats.line(FORMAT_KEY, FORMAT) + "\n"]
    for one in [*kept, profile]:
        offset = round(one.x_mm, 3) + 0.0, round(one.y_mm, 3) + 0.0
        scale = round(one.x_scale, 5), round(one.y_scale, 5)
        turn = round(one.turn_deg, 3) + 0.0
        entry = _Entry(one.printer, one.tray, offset, turn, scale, one.flip, one == was or None)
        rows = [formats.line(name, value) for name, value in to_builtins(entry).items()]
        lines.append("\n".join(["[[printer]]", *rows]) + "\n")
    file = path()
    write_atomic(file, "\n".join(lines).encode(), private=True)
    return file


def find(printer: str, tray: str) -> Profile | None:
    """Return the stored profile of exactly this printer and tray ("": no tray), ignoring case; else None."""
    return next((one for one in known()[0] if _key(one.printer, one.tray) == _key(printer.strip(), tray.strip())), None)


def _key(printer: str, tray: str) -> tuple[str, str]:
    return printer.casefold(), tray.casefold()


def choose(printer: str | None, tray: str | None, back_offset: str | None) -> Profile:
    """Return the profile that these command-line options ask for; an option that was not given is None.

    With `printer`, this is the stored profile of that printer and `tray`. If `printer` is None, it is the default
    profile. If there is no default profile, or `printer` is `none`, it is a profile without correction. `back_offset`
    (mm right and up, such as `0.8,-0.3`) replaces the offset of the profile. Raises PrintError if the printer or tray
    has no profile; the error lists those that have one.
    """
    profile = Profile() if printer is not None and printer.casefold() == NONE else _measured(printer, tray)
    if back_offset is not None:
        x_mm, y_mm = parse_offset(back_offset, "back-offset")
        profile = check(replace(profile, x_mm=x_mm, y_mm=y_mm, flip=""))
    return profile


def _measured(printer: str | None, tray: str | None) -> Profile:
    """Return the stored profile for `printer` and `tray`.

    If `printer` is None, the default printer is meant; if there is no default and `tray` is None, too, a profile
    without correction is returned. If `tray` is None and the printer has several profiles, the one without a tray is
    returned, else the default one. Raises PrintError if no profile or more than one fits.
    """
    profiles, default = known()
    if printer is None:
        if tray is None:
            return default or Profile()
        if default is None:
            raise PrintError(f"{OPTION.tray} needs {OPTION.printer:NAME} beside it, since no printer is the default")
        printer = default.printer
    of_printer = [one for one in profiles if one.printer.casefold() == printer.casefold()]
    if not of_printer:
        names = list(dict.fromkeys(one.printer for one in profiles))
        near = hint(printer, names) if names else "none has been measured yet"
        raise PrintError(
            f'there is no profile of a printer "{printer}"; {near} ({typed("cardgen calibrate")} measures one)'
        )
    fitting = of_printer
    if tray is not None:
        fitting = [one for one in of_printer if one.tray.casefold() == tray.casefold()]
    elif len(of_printer) > 1:
        fitting = [one for one in of_printer if not one.tray] or [one for one in of_printer if one == default]
    if len(fitting) != 1:
        trays = listed(one.tray or "(none)" for one in of_printer)
        raise PrintError(f'which tray of "{of_printer[0].printer}"? Write {OPTION.tray} with one of {trays}')
    return fitting[0]


def parse_offset(text: str, option: str) -> tuple[float, float]:
    """Return the offset in a text such as `0.8,-0.3` as (mm to the right, mm up).

    Raises PrintError if the text is no such offset; the error names the command-line option `option` (without dashes).
    """
    parts = text.split(",")
    if len(parts) != 2:
        raise PrintError(
            f'{OPTION[option]} cannot be "{text}": write millimetres to the right and up, such as 0.8,-0.3'
        )
    return parse_length(parts[0], option), parse_length(parts[1], option)


# --- the test sheet's readings

Edge = Literal["left", "right", "top", "bottom"]
Flip = Literal["long", "short"]

REACH_MM = 6
"""How far off a back may be and still be read."""
FOLD_MM = 16.0
"""How far from the paper's edge it is folded over."""
SCALE_MM = 8.0
"""How far from the paper's edge a folded scale is read."""
EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")


class Target(Struct, frozen=True):
    """One of the places to measure on a test sheet: a cross on the front and a grid on the back, both with this number.

    A needle through the centre of the cross, at (`x_mm`, `y_mm`), should come out in the centre of the grid, at
    (`back_x_mm`, `back_y_mm`). Each is in mm from its page's lower left corner.
    """

    number: int
    x_mm: float
    y_mm: float
    back_x_mm: float
    back_y_mm: float


def targets(paper: Paper, flip: Flip) -> tuple[Target, ...]:
    """Return the five targets of a test sheet that is flipped on the edge `flip`.

    One target is in the middle of the sheet, and one near each corner.
    """
    wide, high = paper.width_mm, paper.height_mm
    in_x, in_y = min(36.0, wide * 0.2), min(54.0, high * 0.2)
    places = [
        (wide / 2, high / 2),
        (in_x, high - in_y),
        (wide - in_x, high - in_y),
        (in_x, in_y),
        (wide - in_x, in_y),
    ]
    return tuple(
        Target(n, x, y, *((wide - x, y) if flip == "long" else (x, high - y))) for n, (x, y) in enumerate(places, 1)
    )


def back_edge(edge: Edge, flip: Flip) -> Edge:
    """Return which edge of the back page lies behind this edge of the front, if the sheet is flipped on edge `flip`."""
    across = edge in ("left", "right")
    if across != (flip == "long"):
        return edge
    return {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[edge]  # type: ignore[return-value]


def from_holes(paper: Paper, flip: Flip, holes: Mapping[int, tuple[float, float]]) -> Profile:
    """Return a profile without a name, computed from needle holes in a test sheet.

    `flip` is the edge on which the sheet was flipped. `holes` maps the number of a grid on the back to the hole's
    position on that grid, in mm right and up of its centre. One or two holes give the offset; three or more also give
    rotation and scale. Raises PrintError if there is no hole, if a grid is unknown, or if a hole lies off its grid.
    """
    known = {target.number: target for target in targets(paper, flip)}
    if not holes:
        raise PrintError("there is no reading: read at least one grid")
    for number, (x, y) in holes.items():
        if number not in known:
            raise PrintError(f"there is no grid {number} on the sheet: they are numbered 1 to {len(known)}")
        if max(abs(x), abs(y)) > REACH_MM + 2:
            raise PrintError(f"{x:g}, {y:g} lies off grid {number}, which reaches {REACH_MM} mm each way")
    points = [
        (known[n].back_x_mm - paper.width_mm / 2, known[n].back_y_mm - paper.height_mm / 2) for n in sorted(holes)
    ]
    return _settled(from_readings(points, [holes[n] for n in sorted(holes)]), flip)


def from_folds(paper: Paper, flip: Flip, folds: Mapping[Edge, float]) -> Profile:
    """Return a profile without a name, computed from the scales along the folded edges of a test sheet.

    `flip` is the edge on which the sheet was flipped. `folds` maps an edge, as seen from the front, to the reading on
    its scale in mm. The left and right edges give the vertical offset, and the top and bottom edges the horizontal one.
    Two opposite edges also give the rotation. Raises PrintError if a reading lies off the scale, or if there is none
    for one of the two directions.
    """
    for edge, mm in folds.items():
        if abs(mm) > REACH_MM + 2:
            raise PrintError(f"{mm:g} lies off the scale at the {edge} edge, which reaches {REACH_MM} mm each way")
    on_back = {back_edge(edge, flip): mm for edge, mm in folds.items()}
    ups = [on_back[edge] for edge in ("left", "right") if edge in on_back]
    rights = [on_back[edge] for edge in ("top", "bottom") if edge in on_back]
    if not ups or not rights:
        raise PrintError("folding needs the left or right edge, and the top or bottom edge, at the least")
    half_x, half_y = paper.width_mm / 2 - SCALE_MM, paper.height_mm / 2 - SCALE_MM
    turned = weight = 0.0
    if len(ups) == 2:
        turned += half_x * (on_back["right"] - on_back["left"]) / 2
        weight += half_x**2
    if len(rights) == 2:
        turned -= half_y * (on_back["top"] - on_back["bottom"]) / 2
        weight += half_y**2
    turn = math.degrees(math.atan(turned / weight)) if weight else 0.0
    return _settled(Profile(x_mm=sum(rights) / len(rights), y_mm=sum(ups) / len(ups), turn_deg=turn), flip)


def refined(old: Profile, more: Profile) -> Profile:
    """Return the profile `old` corrected by `more`, which was measured on a test sheet printed with `old`."""
    a, b, c, d, _, _ = old.matrix(0, 0) if not old.is_zero else (1, 0, 0, 1, 0, 0)
    k, m, n, p, _, _ = more.matrix(0, 0) if not more.is_zero else (1, 0, 0, 1, 0, 0)
    # Both about the middle of the page: first `more`, then `old`.
    xx, xy, yx, yy = a * k + c * m, a * n + c * p, b * k + d * m, b * n + d * p
    return replace(
        _settled(
            Profile(
                x_mm=old.x_mm + a * more.x_mm + c * more.y_mm,
                y_mm=old.y_mm + b * more.x_mm + d * more.y_mm,
                turn_deg=math.degrees((math.atan2(yx, yy) + math.atan2(-xy, xx)) / 2),
                x_scale=math.hypot(xx, xy),
                y_scale=math.hypot(yx, yy),
            ),
            old.flip or "long",
        ),
        printer=old.printer,
        tray=old.tray,
        flip=old.flip,
    )


def _settled(profile: Profile, flip: str) -> Profile:
    """Return a profile with rounded values, the edge `flip`, and no printer's name.

    Offsets are rounded to hundredths of a mm; turn and scales are rounded so that the error over a whole sheet is about
    as small.
    """
    return check(
        Profile(
            x_mm=round(profile.x_mm, 2) + 0.0,
            y_mm=round(profile.y_mm, 2) + 0.0,
            turn_deg=round(profile.turn_deg, 3) + 0.0,
            x_scale=round(profile.x_scale, 5),
            y_scale=round(profile.y_scale, 5),
            flip=flip,
        )
    )


# --- the test sheet

_LOOK = Style()
_INWARD: dict[Edge, tuple[int, int]] = {"left": (1, 0), "right": (-1, 0), "top": (0, -1), "bottom": (0, 1)}


def sheet_pdf(paper: Paper, flip: Flip = "long", profile: Profile | None = None) -> bytes:
    """Return the test sheet as a PDF of two pages, for a sheet that is flipped on the edge `flip`.

    The back page is corrected by `profile` (None: no correction). If that profile is right, all readings on the printed
    sheet are zero.
    """
    from cardgen.pdf.ink import Ink

    profile = profile or Profile()
    width, height = paper.width_mm * MM, paper.height_mm * MM
    about = Document(
        title="Printer test",
        subject=f"Where a printer puts backs: one sheet of {paper.name}, flipped on the {flip} edge",
        keywords=("calibration", "duplex", "print and play"),
    )
    canvas = open_canvas(about, width, height)
    ink = Ink(canvas)
    bookmark(canvas, "Printer test")
    label_page(canvas, "1 front")
    wide, high = paper.width_mm, paper.height_mm
    k = min(1.0, wide / 210, high / 262)
    # The four lines to fold along, each with an arrow that points at the scale on the flap.
    d = FOLD_MM
    dots = compound(
        [
            segment(d, 6, d, high - 6),
            segment(wide - d, 6, wide - d, high - 6),
            segment(6, d, wide - 6, d),
            segment(6, high - d, wide - 6, high - d),
        ]
    )
    ink.draw(dots, None, ink.black, 0.7, cap="round", dash=(0, 3))
    for edge in EDGES:
        with ink.at(*_placed(wide, high, edge)):
            tip = 2 * d + 0.4  # the flap ends at twice the fold's distance
            ink.line(tip, 0, tip + 11.0, 0, 0.4, cap="butt")
            ink.draw(poly([(tip, 0.0), (tip + 3.4, 1.1), (tip + 3.4, -1.1)]), ink.palette.red.base)
    for target in targets(paper, flip):
        _cross(ink, target)
    draw(ink, _head(wide, high, 1, "Front"))
    with ink.at(wide / 2, high, scale=k):
        draw(ink, _front_words(paper, flip, profile, high / k, 66 / k, 48 / k))
    canvas.showPage()
    label_page(canvas, "2 back")
    canvas.transform(*profile.seen(flip).matrix(width, height))
    for edge in EDGES:
        _scale(ink, wide, high, back_edge(edge, flip), turned=(edge in ("top", "bottom")) == (flip == "long"))
    for target in targets(paper, flip):
        with ink.at(target.back_x_mm, target.back_y_mm):
            _grid_lines(ink)
            draw(ink, step_number(_LOOK, REACH_MM + 4.8, REACH_MM + 3.6, str(target.number), 2.6))
    draw(ink, _head(wide, high, 2, "Back"))
    with ink.at(wide / 2, high, scale=k):
        draw(ink, _back_words(-high / k / 2 - 47))
    canvas.showPage()
    return finish(canvas)


def _front_words(
    paper: Paper, flip: Flip, profile: Profile, height: float, above: float, last: float
) -> Iterator[Mark]:
    """Yield the marks for the texts on the front of the test sheet, with the steps to follow.

    All lengths are in mm; the origin is the middle of the page's upper edge, and the page is `height` high. The last
    step begins at least `above` over the lower edge, and the line that says how the sheet was printed stands `last`
    over that edge.
    """
    middle, bottom = -height / 2, -height
    y = -62.0
    yield Text(0, y, "Where do the backs land?", SERIF_SEMIBOLD, 23, None, "centre", 4)
    yield caps(0, y - 7.5, f"Printer test · {paper.name} · both sides · flip on the {flip} edge", 7.6, "centre")
    yield from rule(_LOOK, -52, 52, y - 13)
    y = min(y - 24, middle + 58)
    yield caps(-52, y + 5.5, "Either with a needle", 8)
    yield from _numbered(
        y - 1.5,
        "Print at **100 %**, no scaling. Lay the sheet on cardboard, this side up.",
        "Prick a needle straight through the middle of each of the five crosses.",
        "Turn the sheet over, its **Top** up. On each grid read where the hole is: **across** first, **up** second. "
        "Left and down are minus.",
    )
    y = middle - 18
    yield caps(-52, y, "Or by folding", 8)
    yield from _numbered(
        y - 7,
        "Fold each edge over, towards you, along its dotted line, so that the edge lies along itself.",
        "The arrow points at a number on the flap. The **left** and **right** edge say **up**, the **top** and "
        "**bottom** edge say **across**.",
    )
    y = max(middle - 60, bottom + above)
    yield caps(-52, y, "Then", 8)
    ask = "Run **cardgen calibrate --ask**: it asks for the readings, and remembers the printer and the tray."
    yield from _numbered(y - 7, ask, numbers=False)
    text = "Printed as it is." if profile.is_zero else f"Printed with {profile.describe()}. It should read zero."
    yield Text(0, bottom + last, text, SERIF_ITALIC, 9, None, "centre")


def _back_words(y: float) -> Iterator[Mark]:
    """Yield the marks for the texts on the back of the test sheet, which say how holes are read.

    An example of a grid is at the height `y`, in mm from the page's upper edge (negative below it).
    """

    def example(ink: Ink) -> None:
        _grid_lines(ink)
        ink.draw(ellipse(2.5, -1, 0.5), ink.palette.red.base, ink.black, 0.3)

    yield Text(0, -62, "Read the holes here", SERIF_SEMIBOLD, 23, None, "centre", 4)
    yield caps(0, -69.5, "Across first, up second", 7.6, "centre")
    yield from rule(_LOOK, -52, 52, -75)
    yield PictureMark(-30, y, 0, 0, example, 2)
    yield caps(-6, y + 9, "For example", 7.6)
    text = (
        "This hole lies 2.5 mm right of the middle and 1 mm below it. The grid reads **2.5, −1**. Half millimetres "
        "are near enough."
    )
    yield from note(text, TextFace(10.2, 13.8), -6, y + 3, 58)[0]


def _numbered(y: float, *steps: str, numbers: bool = True) -> Iterator[Mark]:
    for n, text in enumerate(steps, 1):
        yield from step_number(_LOOK, -49, y + 1.1, str(n) if numbers else "", 2.4 if numbers else 1.3)
        words, below = note(text, TextFace(10.2, 13.8), -43, y, 95)
        yield from words
        y = below - 1.6


def _head(wide: float, high: float, number: int, name: str) -> Iterator[Mark]:
    """Yield the marks at the top of a page of the test sheet, which show its top edge and which side it is.

    `wide` and `high` are the page's size in mm, `number` and `name` are those of the side, such as 1 and “Front”.
    """
    for x in (wide * 0.2, wide * 0.8):
        yield arrow_up(_LOOK, x, high - FOLD_MM - 3.5, 8, 6.5)
        yield caps(x, high - FOLD_MM - 15.5, "Top", 7.4, "centre")
    x, y = wide * 0.34, high - FOLD_MM - 9
    for side in (x, wide - x):
        yield from step_number(_LOOK, side, y, str(number), 4.6)
        yield caps(side, y - 9.6, name, 7.4, "centre")


def _placed(wide: float, high: float, edge: Edge) -> tuple[float, float, float]:
    """Return x and y of the middle of a page's edge, and an angle in degrees anticlockwise.

    If the axes are turned by this angle, the x axis points from the edge into the page. `wide` and `high` are the
    page's size in mm.
    """
    return {
        "left": (0.0, high / 2, 0.0),
        "right": (wide, high / 2, 180.0),
        "top": (wide / 2, high, 270.0),
        "bottom": (wide / 2, 0.0, 90.0),
    }[edge]


def _scale(ink: Ink, wide: float, high: float, edge: Edge, *, turned: bool) -> None:
    """Draw the scale along an edge of the back page, on which the folded edge is read.

    `wide` and `high` are the page's size in mm. With `turned`, the numbers stand upside down on the page, so that they
    are upright on the folded flap.
    """
    x, y, turn = _placed(wide, high, edge)
    ticks = []
    for half in range(-2 * REACH_MM, 2 * REACH_MM + 1):
        length = 4.2 if half == 0 else 3.0 if half % 2 == 0 else 1.8
        ticks.append(segment(5.4, half / 2, 5.4 + length, half / 2))
    with ink.at(x, y, turn):
        ink.draw(compound(ticks), None, ink.black, 0.35, cap="butt")
        ink.line(5.4, -REACH_MM, 5.4, REACH_MM, 0.5, cap="butt")
    inward = _INWARD[edge]
    for mm in range(-REACH_MM, REACH_MM + 1, 3):
        # The number tells the back page's own direction: up on upright scales, right on flat ones.
        along = (x + mm, y) if edge in ("top", "bottom") else (x, y + mm)
        with ink.at(along[0] + inward[0] * 12.2, along[1] + inward[1] * 11.4, 180 if turned else 0):
            ink.text(0, -cap_mm(SANS, 7.0) / 2, _signed(mm), SANS if mm else SANS_SEMIBOLD, 7.0, None, "centre")


def _cross(ink: Ink, target: Target) -> None:
    x, y = target.x_mm, target.y_mm
    ink.draw(ellipse(x, y, 6.2), None, ink.black, 0.5)
    for a, b in (((-8.2, 0), (-0.4, 0)), ((0.4, 0), (8.2, 0)), ((0, -8.2), (0, -0.4)), ((0, 0.4), (0, 8.2))):
        ink.line(x + a[0], y + a[1], x + b[0], y + b[1], 0.4, cap="butt")
    ink.draw(ellipse(x, y, 0.22), ink.palette.red.base)
    draw(ink, step_number(_LOOK, x + 6.3, y + 7.4, str(target.number), 2.2))


def _grid_lines(ink: Ink) -> None:
    r = REACH_MM
    for every, colour, width in ((False, "#9A97A0", 0.25), (True, ink.black, 0.5)):
        at = [mm for mm in range(-r, r + 1) if (mm % 3 == 0) == every]
        lines = [line for mm in at for line in (segment(mm, -r, mm, r), segment(-r, mm, r, mm))]
        ink.draw(compound(lines), None, colour, width, cap="butt")
    ink.draw(rect(-r, -r, 2 * r, 2 * r), None, ink.black, 0.6, join="mitre")
    ink.line(-r - 1.4, 0, r + 1.4, 0, 0.9, cap="butt")
    ink.line(0, -r - 1.4, 0, r + 1.4, 0.9, cap="butt")
    for mm in (-6, -3, 0, 3, 6):
        ink.text(mm, -r - 4.4, _signed(mm), SANS, 7.0, None, "centre")
        ink.text(-r - 2, mm - cap_mm(SANS, 7.0) / 2, _signed(mm), SANS, 7.0, None, "right")


def _signed(mm: int) -> str:
    return f"−{-mm}" if mm < 0 else str(mm)
