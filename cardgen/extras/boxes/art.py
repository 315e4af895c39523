"""What is printed on a box: front, back, sides, lid and base, each drawn from its own lower left corner."""

from __future__ import annotations

from collections.abc import Callable
from math import acos, cos, degrees, radians, sin
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.art.worlds.boxes import draw_band, draw_sky
from cardgen.art.worlds.frames import draw_frame
from cardgen.errors import PrintError
from cardgen.extras.boxes.dress import Dress
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fit import fit, sizes
from cardgen.pdf.fonts import SERIF_ITALIC
from cardgen.pdf.path import Path, arc, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import type_on

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

Bleeds = tuple[float, float, float, float]
Painter = Callable[["Ink", float, float, Bleeds], None]

INSET_MM = 4.2
SMALL_TITLE_PT = 15.0
"""A title that would be smaller than this on one line is set on several."""
RAYS = 40  # in little ink twice as many lines


class Label(Struct, frozen=True):
    """What a box says beside its title: who plays (`table`), what is in it (`held`), and a kit's code.

    `company` says whom the facts are about, in more words and in fewer: the first that has room is printed.
    """

    table: str
    held: str
    code: str = ""
    company: tuple[str, ...] = ()


def painters(dress: Dress, label: Label, thumb_mm: float) -> dict[str, Painter]:
    """Return how each face of the box is painted."""

    def front(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        _ground(ink, w, h, bleed, dress.ground)
        _front(ink, w, h, dress, label, thumb_mm)

    def back(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        del bleed
        dress.back(ink, Size(w, h, 3.0))

    def side(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        _ground(ink, w, h, bleed, dress.ground)
        _spine(ink, w, h, dress, *label.company)

    def coded(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        _ground(ink, w, h, bleed, dress.ground)
        _spine(ink, w, h, dress, *([f"Kit {label.code}"] if label.code else []))

    def lid(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        _ground(ink, w, h, bleed, dress.ground)
        with ink.at(w, h, 180):  # its far edge comes to lie at the front
            _line(ink, w, h, dress.title, ink.theme.fonts.title, 13, _on(ink, dress))

    def base(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        _ground(ink, w, h, bleed, dress.ground)
        text = label.held.upper() + (f" · KIT {label.code}" if label.code else "")
        _line(ink, w, h, text, ink.theme.fonts.label, 7.4, _on(ink, dress), 100)

    return {"front": front, "back": back, "left": coded, "right": side, "lid": lid, "base": base}


def _ground(ink: Ink, w: float, h: float, bleed: Bleeds, colour: Colour) -> None:
    left, bottom, right, top = bleed
    if not ink.low:
        ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), colour)


def _on(ink: Ink, dress: Dress) -> Colour:
    """The colour of type on a box's ground."""
    return ink.black if ink.low else type_on(dress.ground, ink.palette.paper, ink.black)


def _gilt(ink: Ink) -> Colour:
    """The colour of fine lines on a box's ground."""
    return ink.black if ink.low else ink.palette.yellow.base


# --- the front


def _front(ink: Ink, w: float, h: float, dress: Dress, label: Label, thumb: float) -> None:
    """A panel with a low sun's rays, the emblem before it, and the title on a plate below."""
    k = min(w / 65, h / 91)
    inset = INSET_MM * k
    left, right, top, foot = inset, w - inset, h - inset, inset
    plate = foot + 22.5 * k
    edge = _panel(left, foot, right, top, w / 2, h, thumb + inset * 0.9)
    # The emblem stands in the middle of what is free between the chain and the notch, and clear of both.
    ceiling = min(top, h - thumb - inset * 0.9)
    sun_x, sun_y = w / 2, (plate + 3.1 * k + ceiling) / 2
    room = (ceiling - plate - 3.1 * k) / 2 - 1.4 * k
    size = min(k, room / dress.half)
    with ink.clip(edge):
        if ink.low:
            ink.draw(_rays_low(sun_x, sun_y, dress.sun * size), None, "#8E8A94", 0.3)
        else:
            ink.draw(edge, dress.tone.tint)
            draw_sky(ink, sun_x, sun_y, left, plate, right, top, dress.tone)
            ink.draw(ellipse(sun_x, sun_y, (dress.sun + 2.2) * size), dress.tone.tint)
            ink.draw(ellipse(sun_x, sun_y, (dress.sun + 1.1) * size), None, dress.tone.shade, 0.5)
            ink.draw(ellipse(sun_x, sun_y, dress.sun * size), ink.palette.sun)
        ink.draw(rect(left, foot, right - left, plate - foot), ink.paper)
    with ink.at(sun_x, sun_y, 0, size):
        dress.emblem(ink)
    _chain(ink, left, right, plate, 3.1 * k, dress)
    ink.draw(edge, None, ink.black if ink.low else _gilt(ink), 0.9)
    draw_frame(ink, edge, ink.theme.box)
    _title(ink, w / 2, foot, plate - 1.6 * k, right - left - 7 * k, dress, label)


def _panel(left: float, foot: float, right: float, top: float, x: float, y: float, r: float) -> Path:
    """The panel's edge: round corners, and a bay round the thumb's notch (centre x, y; radius r)."""
    corner = 2.4
    a = degrees(acos((y - top) / r)) if r > y - top else 0.0
    path = Path().move(left + corner, foot).line(right - corner, foot)
    path = path.joined(arc(right - corner, foot + corner, corner, -90, 0))
    path = path.joined(arc(right - corner, top - corner, corner, 0, 90))
    if a:
        path = path.joined(arc(x, y, r, -90 + a, -90 - a))
    path = path.joined(arc(left + corner, top - corner, corner, 90, 180))
    return path.joined(arc(left + corner, foot + corner, corner, 180, 270)).close()


def _rays_low(x: float, y: float, near: float) -> Path:
    lines = Path()
    for i in range(2 * RAYS):
        a = radians(i * 180 / RAYS)
        lines += segment(
            x + (near + 2) * cos(a), y + (near + 2) * sin(a), x + 150 * cos(a), y + 150 * sin(a)
        )  # fmt: skip
    return lines


def _chain(ink: Ink, left: float, right: float, y: float, half: float, dress: Dress) -> None:
    """A band of harlequin lozenges across the panel, whole ones only, between two lines."""
    if ink.theme.box != "harlequin":
        draw_band(ink, left, right, y, half, dress.tone)
        return
    count = max(5, round((right - left) / (half * 2.1)) // 2 * 2 + 1)
    wide = (right - left) / count
    ink.draw(rect(left, y - half, right - left, 2 * half), ink.paper if ink.low else ink.black)
    for i in range(count):
        x = left + (i + 0.5) * wide
        if ink.low:
            ink.draw(lozenge(x, y, wide / 2 - 0.3, half - 0.4), None, ink.black, 0.5, join="mitre")
            continue
        full = dress.tone.base if i % 2 == 0 else ink.palette.paper
        ink.draw(lozenge(x, y, wide / 2, half), full)
        line = dress.tone.tint if i % 2 == 0 else dress.tone.base
        ink.draw(lozenge(x, y, wide / 2 - 0.9, half - 1.05), None, line, 0.45, join="mitre")
    for at in (y - half, y + half):
        ink.line(left, at, right, at, 0.7, _gilt(ink), cap="butt")


def _title(ink: Ink, x: float, foot: float, top: float, width: float, dress: Dress, label: Label) -> None:
    """The title as large as its plate allows, on several lines where one would be small, and who plays below it."""
    title, caps = ink.theme.fonts.title, ink.theme.fonts.label
    size = 30.0
    while lettering.width_mm(dress.title, title, size, 6) > width or size > (top - foot) * 1.55:
        size -= 0.25
    small = max(7.0, min(7.6, (top - foot) * 0.42))
    low = lettering.cap_mm(caps, small)
    lines: tuple[str, ...] = (dress.title,)
    leading = 0.0
    if size < SMALL_TITLE_PT:
        found = fit(
            dress.title,
            width,
            (top - foot - low) * 0.8,
            title,
            sizes(20, lettering.SMALLEST_PT),
            leading=1.15,
        )
        if found is None:
            raise PrintError(f"“{dress.title[:60]}…” is too long for the front of its box: give it a shorter title")
        size, lines, leading = found.size_pt, found.lines, found.leading_mm
    high = lettering.cap_mm(title, size) + (len(lines) - 1) * leading
    room = top - foot - high - low
    base = foot + room * 0.40
    for number, line in enumerate(reversed(lines)):
        ink.text(x, base + low + room * 0.27 + number * leading, line, title, size, None, "centre", track=6)
    half = ink.text(x, base, label.table.upper(), caps, small, None, "centre", track=120) / 2
    for side in (-1, 1):
        shape = lozenge(x + side * (half + 3.0), base + low / 2, 0.8, 1.15)
        ink.draw(shape, ink.black if ink.low else dress.tone.base)


# --- sides, lid and base


def _spine(ink: Ink, w: float, h: float, dress: Dress, *texts: str) -> None:
    """The title down a side, a chain of lozenges above and below it; at its end the first text that has room."""
    title, font, colour = dress.title, ink.theme.fonts.title, _on(ink, dress)
    size = min(15.0, w * 1.35 if w < 12 else 15.0)
    while size > lettering.SMALLEST_PT and lettering.width_mm(title, font, size, 10) > h - 16:
        size -= 0.25
    if lettering.width_mm(title, font, size, 10) > h - 12:  # better no title than one that is cut off
        title = ""
    half = lettering.width_mm(title, font, size, 10) / 2
    cap = lettering.cap_mm(font, size)
    with ink.at(w / 2, h / 2, -90):
        # From here x runs down the side.
        room = h / 2 - half
        ink.text(0, -cap / 2, title, font, size, colour, "centre", track=10)
        start, end = half + 4.5, h / 2 - 5.0
        for text in texts:
            wide = lettering.width_mm(text, SERIF_ITALIC, 8.4)
            if wide < room - 14 and not lettering.missing(text, SERIF_ITALIC):
                small = lettering.cap_mm(SERIF_ITALIC, 8.4)
                ink.text(h / 2 - 6.0, -small / 2, text, SERIF_ITALIC, 8.4, colour, "right")
                _beads(ink, start, h / 2 - 6.0 - wide - 3.5, w, mirrored=False)
                _beads(ink, -start, -end, w, mirrored=False)
                return
        _beads(ink, start if title else 0.0, end, w, mirrored=True)


def _beads(ink: Ink, start: float, end: float, w: float, *, mirrored: bool) -> None:
    """Lozenges from `start` outwards to `end`, large and small in turn."""
    way = 1 if end > start else -1
    step = 3.1
    count = int(abs(end - start) / step)
    for i in range(count + 1):
        big = i % 2 == 0
        long, tall = (1.5, min(1.05, w / 9)) if big else (0.55, 0.4)
        for side in (1, -1) if mirrored else (1,):
            shape = lozenge(side * (start + way * i * step), 0, long, tall)
            ink.draw(shape, None if ink.low and big else _gilt(ink), ink.black if ink.low else None, 0.5, join="mitre")


def _line(ink: Ink, w: float, h: float, text: str, font: str, size: float, colour: Colour, track: float = 10) -> None:
    """One line in the middle of a face, lozenges beside it."""
    size = min(size, h * 1.5)
    while lettering.width_mm(text, font, size, track) > w - 16 and size > 6.5:
        size -= 0.2
    if lettering.width_mm(text, font, size, track) > w - 8:
        text = ""
    half = lettering.width_mm(text, font, size, track) / 2
    cap = lettering.cap_mm(font, size)
    ink.text(w / 2, h / 2 - cap / 2, text, font, size, colour, "centre", track=track)
    with ink.at(w / 2, h / 2):
        _beads(ink, half + 4.0 if text else 0.0, w / 2 - 4.5, h, mirrored=True)
