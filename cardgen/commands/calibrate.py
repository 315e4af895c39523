"""The command `cardgen calibrate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, cast

import click
from msgspec import Struct
from msgspec.structs import replace

from cardgen.commands.deck import gathered, one_of, output_file, written
from cardgen.errors import PrintError
from cardgen.layout import Paper, Profile, check, default_paper, parse_length, parse_paper
from cardgen.printers import (
    EDGES,
    NONE,
    choose,
    find,
    from_folds,
    from_holes,
    known,
    parse_offset,
    refined,
    remember,
    sheet_pdf,
    targets,
)  # fmt: skip
from liarsdeck.cli import command, note
from liarsdeck.files import write_atomic
from liarsdeck.installed import typed

if TYPE_CHECKING:
    from cardgen.printers import Edge, Flip


class Readings(Struct, frozen=True, kw_only=True):
    """Measurements of the test sheet, as options of a command line, taken in one of three ways.

    The first way is corrections: `offset`, `turn` and `scale`. The second is `holes`, and the third is `folds`. Fields
    of the other two ways are None or ().
    """

    offset: Annotated[
        str | None, "--offset X,Y", "Move backs by millimetres right and up, as seen on the printed back."
    ] = None
    turn: Annotated[float | None, "--turn DEGREES", "Turn backs, anticlockwise."] = None
    scale: Annotated[str | None, "--scale X,Y", "Enlarge backs across and up: 1.0,1.01 for a feed 1 % short."] = None
    holes: Annotated[tuple[str, ...], "--hole N=X,Y", "Where the hole lies on grid N; may be given again."] = ()
    folds: Annotated[tuple[str, ...], "--fold EDGE=MM", "What a folded edge says; may be given again."] = ()

    @property
    def given(self) -> bool:
        """Whether any measurements were given. Raises PrintError if they were given in more than one way."""
        plain = (self.offset, self.turn, self.scale) != (None, None, None)
        if plain + bool(self.holes) + bool(self.folds) > 1:
            raise PrintError("give either --hole, or --fold, or --offset with --turn and --scale")
        return plain or bool(self.holes or self.folds)

    def profile(self, sheet: Paper, flip: Flip | None) -> Profile:
        """Return the printer profile that follows from the measurements, without a name.

        `sheet` is the test sheet's paper, and `flip` the edge that it was flipped on. If `flip` is None, holes and
        folds count for the long edge, and corrections for either edge. Raises PrintError for measurements that cannot
        be read.
        """
        if self.holes:
            return from_holes(sheet, flip or "long", _read_holes(self.holes))
        if self.folds:
            return from_folds(sheet, flip or "long", _read_folds(self.folds))
        x_mm, y_mm = parse_offset(self.offset, "offset") if self.offset is not None else (0.0, 0.0)
        x_scale, y_scale = _numbers(self.scale, "--scale", "1.0,1.01") if self.scale is not None else (1.0, 1.0)
        return check(Profile("", "", x_mm, y_mm, self.turn or 0.0, x_scale, y_scale, flip or ""))


@command(
    "calibrate",
    examples=[
        "cardgen calibrate -o test.pdf",
        "cardgen calibrate --printer office --tray bypass --offset 0.8,-0.3",
        "cardgen calibrate --printer office --hole 1=0.8,-0.3 --hole 2=1,-0.5 --hole 5=0.6,0 --default",
        "cardgen calibrate --printer office --fold left=1 --fold right=0.5 --fold top=-1",
    ],
)
@click.option("--printer", metavar="NAME", help="The printer that was measured.")
@click.option("--tray", metavar="NAME", help="Its tray, where it has several.")
@gathered(Readings, "readings")
@click.option("--refine", is_flag=True, help="The sheet was printed with the profile: add the rest to it.")
@click.option("--default", "is_default", is_flag=True, help="Use this profile when no printer is named.")
@click.option("--ask", is_flag=True, help="Ask for the readings.")
@click.option("--paper", metavar="NAME|WxHmm", help="The test sheet’s paper. [default: by locale]")
@one_of("--sides", ["long", "short"], "The edge that the test sheet is flipped on. [default: long]")
@click.option("-o", "--out", metavar="FILE", help="The test sheet to write. [default: printer-test.pdf]")
def calibrate(
    printer: str | None,
    tray: str | None,
    readings: Readings,
    refine: bool,
    is_default: bool,
    ask: bool,
    paper: str | None,
    sides: Flip | None,
    out: str | None,
) -> None:
    """Measure where a printer puts backs, and remember it.

    Without readings a test sheet is written; the sheet says how it is read, with a needle or by folding. With --printer
    and readings the printer's profile is remembered, for --printer on everything that prints cards. Printed with that
    profile (--printer NAME -o FILE) the sheet reads zero.

    \f
    `printer` and `tray` name what was measured, `readings` are the measurements. `refine` says that the sheet was
    printed with the printer's profile, to which the readings are then added; with `is_default` the profile is used when
    no printer is named; with `ask` the readings are asked for. `paper` is the test sheet's (None: by locale), `sides`
    the edge on which it is flipped (None: the long one), `out` the test sheet to write (None: printer-test.pdf).
    """
    sheet = parse_paper(paper) if paper is not None else default_paper()
    flip: Flip = sides or "long"
    if readings.given:
        if printer is None or not printer.strip() or printer.casefold() == NONE:
            raise PrintError("whose readings are these? Name the printer with --printer NAME")
        _keep(readings.profile(sheet, sides), printer, tray or "", refine=refine, default=is_default)
    elif ask or (printer is not None and find(printer, tray or "") is None and out is None):
        _ask(sheet, flip, printer, tray, refine=refine, default=is_default)
    elif is_default:
        if printer is None:
            raise PrintError("which printer? Name it with --printer NAME")
        profile = choose(printer, tray, None)
        remember(profile, default=True)
        click.echo(f"{profile.describe()} (now the default)")
    else:
        profile = choose(NONE if printer is None else printer, tray, None)
        path = output_file(out, "printer-test.pdf")
        write_atomic(path, sheet_pdf(sheet, flip, profile))
        written(path)
        note(f"Print it on both sides, at 100 %, flipped on the {flip} edge. It says how it is read.")
        if sys.stdin.isatty() and sys.stdout.isatty():
            note(f"Then: {typed('cardgen calibrate')} --ask")


def _keep(measured: Profile, printer: str, tray: str, *, refine: bool, default: bool) -> None:
    if not (printer + tray).isprintable():
        raise PrintError("a printer's name is one line of text")
    profile = replace(measured, printer=printer.strip(), tray=tray.strip())
    old = find(printer, tray)
    if refine:
        if old is None:
            raise PrintError(f'there is nothing to refine: no profile of "{printer}" is known')
        profile = refined(old, profile)
    file = remember(profile, default=default)
    click.echo(profile.describe())
    now_default = known()[1]
    note(f"Remembered in {file}{' as the default' if now_default == profile else ''}.")


def _numbers(text: str, what: str, like: str) -> tuple[float, float]:
    try:
        first, second = (float(part.replace("−", "-")) for part in text.split(","))
    except ValueError:
        raise PrintError(f'{what} cannot be "{text}": write two numbers such as {like}') from None
    return first, second


def _read_holes(words: Sequence[str]) -> dict[int, tuple[float, float]]:
    holes = {}
    for word in words:
        number, equals, reading = word.partition("=")
        if not equals or not number.strip().isdecimal():
            raise PrintError(f'--hole cannot be "{word}": write grid and reading, such as 2=0.5,-1')
        holes[int(number)] = _numbers(reading, f"the reading of grid {number}", "0.5,-1")
    return holes


def _read_folds(words: Sequence[str]) -> dict[Edge, float]:
    folds: dict[Edge, float] = {}
    for word in words:
        edge, equals, reading = word.partition("=")
        if not equals or edge.strip().casefold() not in EDGES:
            raise PrintError(f'--fold cannot be "{word}": write edge and reading, such as left=0.5')
        folds[cast("Edge", edge.strip().casefold())] = parse_length(reading.replace("−", "-"), "fold")
    return folds


def _ask(sheet: Paper, flip: Flip, printer: str | None, tray: str | None, *, refine: bool, default: bool) -> None:
    """Ask in the terminal for the measurements, then store the printer's profile that follows from them.

    `sheet` is the paper of the test sheet, `flip` the edge that it was flipped on. `printer` and `tray` are names; if
    one is None, it is asked for too. With `refine`, the measurements are added to the profile that the printer has
    already. With `default`, the profile is used when no printer is named; without, the person is asked about this.
    Raises PrintError if an answer cannot be read.
    """

    def ask(question: str, default: str | None = None, kind: click.ParamType[str] | None = None) -> str:
        return str(click.prompt(question, default, show_default=bool(default), type=kind, err=True)).strip()

    printer = printer or ask("What shall the printer be called")
    if tray is None:
        tray = ask("Which tray (Enter if it has one)", default="")
    way = ask(
        "Did you use a needle, or fold the edges",
        default="needle",
        kind=click.Choice(["needle", "fold"], case_sensitive=False),
    )
    if way == "needle":
        questions = {str(target.number): f"Grid {target.number}: across,up" for target in targets(sheet, flip)}
    else:
        across = {edge: "up" if edge in ("left", "right") else "across" for edge in EDGES}
        questions = {edge: f"{edge.capitalize()} edge: {direction}" for edge, direction in across.items()}
    answers = {key: ask(f"{question} (Enter to leave it out)", default="") for key, question in questions.items()}
    readings = [f"{key}={answer}" for key, answer in answers.items() if answer]
    if way == "needle":
        measured = from_holes(sheet, flip, _read_holes(readings))
    else:
        measured = from_folds(sheet, flip, _read_folds(readings))
    default = default or click.confirm("Use it when no printer is named?", default=False, err=True)
    _keep(measured, printer, tray, refine=refine, default=default)
