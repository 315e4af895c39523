"""A net on its page: faces painted, flaps hatched and named, folds and cuts marked where nobody sees them later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.extras.boxes.art import Painter
from cardgen.extras.boxes.net import BLEED_MM, Line, Net, Panel, bay, bleeds, cuts, ground, hatching, ticks
from cardgen.extras.boxes.tuckbox import NetSpot
from cardgen.guide.parts import lines, paragraph, step_number
from cardgen.pdf.document import Document, bookmark, finish, label_page, open_canvas
from cardgen.pdf.fonts import SANS, SANS_SEMIBOLD, SERIF, SERIF_SEMIBOLD, cap_mm, width_mm
from cardgen.pdf.marks import Look, Mark, draw
from cardgen.pdf.path import POINTS_PER_MM, Path, ellipse, poly, segment
from cardgen.pdf.theme import HARLEQUIN, Colour, Theme

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

GREY = "#737373"
PALE = "#D8D4DA"
"""What is cut beside a ground: the grounds are dark."""
HATCH = "#A7A3AC"
CUT_PT = 0.6
_HEADING_PT = 12.6
"""From line to line of a note's heading."""

Caption = tuple[str, str, Sequence[str]]
"""What stands beside a net: a heading, what it is for, and the steps."""


class NetPage(Struct, frozen=True):
    """A net, where it lies on its page, how its faces are painted, and the note beside it.

    `caption` is the note's heading, line and steps; it stands at `note_at` (x, foot, width). `seen` is the
    ground of what a notch shows of the tuck.
    """

    net: Net
    place: NetSpot
    paint: Mapping[str, Painter]
    caption: Caption
    note_at: tuple[float, float, float]
    seen: Colour | None = None


def nets_pdf(pages: Sequence[NetPage], about: Document, *, theme: Theme = HARLEQUIN, low_ink: bool = False) -> bytes:
    """Return a PDF of nets, each on a page of its own."""
    from cardgen.pdf.ink import Ink

    canvas = open_canvas(about, *_points(pages[0].place))
    ink = Ink(canvas, theme, low=low_ink)
    for page in pages:
        canvas.setPageSize(_points(page.place))
        bookmark(canvas, page.caption[0])
        label_page(canvas, page.caption[0])
        with ink.at(page.place.x, page.place.y):
            draw_net(ink, page.net, page.paint, page.seen)
            with ink.on_white():
                draw(ink, _note(Look(low=ink.low, palette=ink.palette), page.caption, *page.note_at))
        canvas.showPage()
    return finish(canvas)


def _points(place: NetSpot) -> tuple[float, float]:
    return place.width * POINTS_PER_MM, place.height * POINTS_PER_MM


def draw_net(ink: Ink, net: Net, paint: Mapping[str, Painter], seen: Colour | None = None) -> None:
    """Draw a net from its lower left corner: faces with their bleed, then flaps, and what is cut outside the faces.

    `seen` is the ground of what is seen of the tuck through the front's notch.
    """
    if not ink.low:
        # First a hair into its neighbours, so that no white shows between two faces, then each to its own edge.
        for panel in net.faces:
            _paint(ink, net, panel, paint[panel.name], 0.2)
    for panel in net.faces:
        _paint(ink, net, panel, paint[panel.name])
    for panel in net.panels:
        if panel.kind != "face":
            notch = bay(net["front"])[1] if panel.name == "tuck" else 0.0
            _draw_flap(ink, panel, notch + BLEED_MM if notch and not ink.low else 0.0, seen)
    flaps = [panel for panel in net.panels if panel.kind != "face"]
    ink.draw(_lines(cuts(net, flaps)), None, GREY, CUT_PT, cap="round")
    outside = CUT_PT / 2 / POINTS_PER_MM
    ink.draw(_lines(cuts(net, net.faces, outside)), None, GREY if ink.low else PALE, CUT_PT, cap="square")
    with ink.on_white():
        ink.draw(_lines(ticks(net)), None, ink.black, 0.5, cap="butt")


def _paint(ink: Ink, net: Net, panel: Panel, paint: Painter, least: float = 0.0) -> None:
    x0, y0, x1, y1 = panel.box
    left, bottom, right, top = (max(least, bleed) for bleed in bleeds(net, panel))
    with ink.clip(poly(ground(net, panel, least))), ink.at(x0, y0):
        paint(ink, x1 - x0, y1 - y0, (left, bottom, right, top))


def _lines(lines: Sequence[Line]) -> Path:
    return Path(part for a, b in lines for part in segment(*a, *b).segments)


def _draw_flap(ink: Ink, panel: Panel, notch: float, seen: Colour | None) -> None:
    """Hatch a flap that is glued, paint what a notch of this radius shows of it, and name it in its middle."""
    x0, y0, x1, y1 = panel.box
    free = y0
    if panel.kind == "glue":
        ink.draw(_lines(hatching(panel)), None, HATCH, 0.3, cap="butt")
    elif notch and seen:
        free += notch
        with ink.clip(poly(panel.outline)):
            ink.draw(ellipse((x0 + x1) / 2, y0, notch), seen)
    word = "GLUE" if panel.kind == "glue" else "TUCK IN" if panel.name == "tuck" else "FOLD IN"
    # The word runs along the flap's longer side, where it has the room.
    wide, high = x1 - x0, y1 - free
    half = width_mm(word, SANS_SEMIBOLD, 7, 120) / 2 + 1.2
    if min(wide, high) < 3.6 or max(wide, high) < 2 * half + 3.5:
        return
    with ink.at((x0 + x1) / 2, (free + y1) / 2, 0 if wide >= high else 90):
        ink.draw(poly([(-half, -1.7), (half, -1.7), (half, 1.7), (-half, 1.7)]), "#FFFFFF")
        ink.text(0, -cap_mm(SANS_SEMIBOLD, 7) / 2, word, SANS_SEMIBOLD, 7, GREY, "centre", track=120)


def note_mm(caption: Caption, width: float) -> float:
    """Return how high the note is that stands beside a net."""
    heading, line, steps = caption
    more = len(lines(heading, width, SERIF_SEMIBOLD, 11)) - 1
    rows = sum(len(lines(step, width - 4.6, SERIF, 8.0)) for step in steps)
    under = more * _HEADING_PT + len(lines(line, width, SANS, 7.4)) * 9.4 + rows * 9.8
    return under / POINTS_PER_MM + 0.5 * len(steps) + 1.4 + cap_mm(SERIF_SEMIBOLD, 11)


def _note(look: Look, caption: Caption, x: float, foot: float, width: float) -> list[Mark]:
    """Set what stands beside a net, its last line at `foot`."""
    heading, line, steps = caption
    y = foot + note_mm(caption, width) - cap_mm(SERIF_SEMIBOLD, 11)
    marks, y = paragraph(x, y, width, heading, SERIF_SEMIBOLD, 11, _HEADING_PT)
    words, y = paragraph(x, y + _HEADING_PT / POINTS_PER_MM - 4.4, width, line, SANS, 7.4, 9.4)
    marks += words
    y -= 0.6
    for number, step in enumerate(steps, 1):
        marks += step_number(look, x + 1.5, y + 0.9, str(number), 1.5)
        words, y = paragraph(x + 4.6, y, width - 4.6, step, SERIF, 8.0, 9.8)
        marks += words
        y -= 0.5
    return marks
