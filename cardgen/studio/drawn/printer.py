"""The printer: its test sheet, what two numbers say of it, its profile kept. It runs where things are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.studio.drawn.kit import said
from liarsdeck.english import listed

if TYPE_CHECKING:
    from cardgen.layout.profile import Profile

Flip = Literal["long", "short"]


class Known(Struct, frozen=True):
    """A printer that was measured: its name and tray, what is done about it, whether it is the usual one."""

    name: str
    tray: str
    words: str
    usual: bool


@said
def known_printers() -> tuple[Known, ...]:
    """Return the printers that this household has measured."""
    from cardgen.printers.store import known

    profiles, usual = known()
    return tuple(Known(one.printer, one.tray, in_words(one), one == usual) for one in profiles)


@said
def usual_paper() -> str:
    """Return the name of the paper that this household's printers hold when nothing was chosen."""
    from cardgen.layout.paper import default_paper

    return default_paper().name


@said
def test_sheet(paper: str, flip: Flip, printer: str, tray: str) -> bytes:
    """Return the PDF of the test sheet; of a printer that is known, as a proof: it has to read zero."""
    from cardgen.layout.paper import default_paper, parse_paper
    from cardgen.layout.profile import Profile
    from cardgen.printers.store import choose
    from cardgen.printers.testsheet import sheet_pdf

    profile = choose(printer, tray or None, None) if printer else Profile()
    return sheet_pdf(parse_paper(paper) if paper else default_paper(), flip, profile)


@said
def test_picture() -> bytes:
    """Return the PNG of the test sheet's front, to be recognised."""
    from cardgen.print.preview import page_picture

    return page_picture(test_sheet("", "long", "", ""), 0, 48)


@said
def read(paper: str, flip: Flip, across: str, up: str) -> str:
    """Say in words what is done about a hole that lies so many millimetres to the right and up."""
    return in_words(_profile(paper, flip, across, up))


@said
def remember(paper: str, flip: Flip, across: str, up: str, name: str, tray: str, refine: bool) -> str:
    """Keep what was measured as a printer's profile, and make it the usual one; say in words what it is.

    With `refine` the sheet was a proof: what it read is added to what was known.
    """
    from cardgen.printers.readings import refined
    from cardgen.printers.store import NONE, find, remember

    name, tray = name.strip(), tray.strip()
    if not name or name.casefold() == NONE:
        raise PrintError("what shall the printer be called? Give it a name")
    profile = replace(_profile(paper, flip, across, up), printer=name, tray=tray)
    old = find(name, tray)
    if refine and old is not None:
        profile = refined(old, profile)
    remember(profile, default=True)
    return in_words(profile)


def _profile(paper: str, flip: Flip, across: str, up: str) -> Profile:
    from cardgen.layout.paper import default_paper, parse_paper
    from cardgen.printers.readings import from_holes

    sheet = parse_paper(paper) if paper else default_paper()
    return from_holes(sheet, flip, {1: (_mm(across, "sideways"), _mm(up, "up or down"))})


def _mm(text: str, what: str) -> float:
    try:
        value = float(text.strip().replace("−", "-").replace(",", ".").removesuffix("mm") or "0")
    except ValueError:
        raise PrintError(f"“{text[:20]}”, {what}, is no number of millimetres, such as 0.8 or −1.5") from None
    return value


def in_words(profile: Profile) -> str:
    """Say what is done: `Backs are moved 0.8 mm left and 0.3 mm up.`"""
    if profile.is_zero:
        return "Backs lie where they should: nothing is moved."
    return f"Backs are {'moved ' if profile.x_mm or profile.y_mm else ''}{listed(profile.moves, 'and')}."
