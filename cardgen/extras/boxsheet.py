"""A net on its page: faces painted, flaps hatched and named, folds and cuts marked where nobody sees them later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardgen.art.path import POINTS_PER_MM, Path, poly, segment
from cardgen.document import Document, bookmark, finish, label_page, open_canvas
from cardgen.extras.boxart import Painter
from cardgen.extras.net import Line, Net, Panel, bleeds, cuts, ground, ticks
from cardgen.extras.tuckbox import Place
from cardgen.leaflet import broken, paragraph, step_number
from cardgen.theme import HARLEQUIN, Theme
from cardgen.type import SANS, SANS_SEMIBOLD, SERIF, SERIF_SEMIBOLD, cap_mm, width_mm

if TYPE_CHECKING:
    from cardgen.ink import Ink

GREY = "#737373"
HATCH = "#A7A3AC"

Told = tuple[str, str, Sequence[str]]
"""What stands beside a net: a heading, what it is for, and the steps."""


def net_pdf(
    net: Net,
    place: Place,
    paint: Mapping[str, Painter],
    about: Document,
    told: Told,
    note_at: tuple[float, float, float],
    *,
    theme: Theme = HARLEQUIN,
    low_ink: bool = False,
) -> bytes:
    """Return a page with the net; `told` (heading, line, steps) stands at `note_at` (x, foot, width) beside it."""
    from cardgen.ink import Ink

    canvas = open_canvas(about, place.width * POINTS_PER_MM, place.height * POINTS_PER_MM)
    ink = Ink(canvas, theme, low=low_ink)
    bookmark(canvas, about.title)
    label_page(canvas, told[0])
    with ink.at(place.x, place.y):
        draw_net(ink, net, paint)
        _note(ink, told, *note_at)
    canvas.showPage()
    return finish(canvas)


def draw_net(ink: Ink, net: Net, paint: Mapping[str, Painter]) -> None:
    """Draw a net from its lower left corner: grounds with their bleed, hatching, cuts, then the faces over all."""
    for panel in net.faces:
        x0, y0, x1, y1 = panel.box
        with ink.clip(poly(ground(net, panel))), ink.at(x0, y0):
            paint[panel.name](ink, x1 - x0, y1 - y0, bleeds(net, panel))
    for panel in net.panels:
        if panel.kind != "face":
            _draw_flap(ink, panel)
    ink.draw(_lines(cuts(net)), None, GREY, 1.0 if ink.low else 0.7, cap="butt")
    # Faces once more, inside their outline only: whatever mark came upon them is gone.
    for panel in net.faces:
        x0, y0, x1, y1 = panel.box
        with ink.clip(poly(panel.outline)):
            ink.draw(poly(panel.outline), ink.paper if ink.low else "#FFFFFF")
            with ink.at(x0, y0):
                paint[panel.name](ink, x1 - x0, y1 - y0, bleeds(net, panel))
    ink.draw(_lines(ticks(net)), None, ink.black, 0.5, cap="butt")


def _lines(lines: Sequence[Line]) -> Path:
    return Path(part for a, b in lines for part in segment(*a, *b).segments)


def _draw_flap(ink: Ink, panel: Panel) -> None:
    """Hatch a flap that is glued, and name every flap across its middle."""
    x0, y0, x1, y1 = panel.box
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    word = "GLUE" if panel.kind == "glue" else "TUCK IN" if panel.name == "tuck" else "FOLD IN"
    if panel.kind == "glue":
        inset = _inset(panel, 2.2)
        with ink.clip(poly(inset)):
            reach = x1 - x0 + y1 - y0
            strokes = Path()
            at = -reach
            while at < reach:
                strokes += segment(x0 + at, y0, x0 + at + reach, y0 + reach)
                at += 2.6
            ink.draw(strokes, None, HATCH, 0.3, cap="butt")
    # The word runs along the flap's longer side, where it has the room.
    wide, high = x1 - x0, y1 - y0
    half = width_mm(word, SANS_SEMIBOLD, 7, 120) / 2 + 1.2
    if min(wide, high) < 4.5 or max(wide, high) < 2 * half + 1.5:
        return
    with ink.at(middle_x, middle_y, 0 if wide >= high else 90):
        ink.draw(poly([(-half, -1.9), (half, -1.9), (half, 1.9), (-half, 1.9)]), "#FFFFFF")
        ink.text(0, -cap_mm(SANS_SEMIBOLD, 7) / 2, word, SANS_SEMIBOLD, 7, GREY, "centre", track=120)


def _inset(panel: Panel, by: float) -> list[tuple[float, float]]:
    """Shrink a convex outline towards its middle by about `by`."""
    x0, y0, x1, y1 = panel.box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    sx, sy = (max(0.1, 1 - 2 * by / side) for side in (x1 - x0, y1 - y0))
    return [(cx + (x - cx) * sx, cy + (y - cy) * sy) for x, y in panel.outline]


def _note(ink: Ink, told: Told, x: float, foot: float, width: float) -> None:
    """Set what stands beside a net, its last line at `foot`."""
    heading, line, steps = told
    rows = sum(len(broken(step, width - 4.6, SERIF, 8.0)) for step in steps)
    under = len(broken(line, width, SANS, 7.4)) * 9.4 + rows * 9.8
    y = foot + under / POINTS_PER_MM + 0.5 * len(steps) + 1.4
    ink.text(x, y, heading, SERIF_SEMIBOLD, 11)
    y = paragraph(ink, x, y - 4.4, width, line, SANS, 7.4, 9.4) - 0.6
    for number, step in enumerate(steps, 1):
        step_number(ink, x + 1.5, y + 0.9, str(number), 1.5)
        y = paragraph(ink, x + 4.6, y, width - 4.6, step, SERIF, 8.0, 9.8) - 0.5
