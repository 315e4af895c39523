"""Print boxes: the design of each game's box, the tuck box, and the trump block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import acos, cos, degrees, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from cardgen.art import backs
from cardgen.art.backs import draw_medallion
from cardgen.art.beasts import lizards, snakes
from cardgen.art.beasts.panel import coat, tone_of
from cardgen.art.icons import draw_icon
from cardgen.art.shapes import (
    CIRCLE,
    CLUBS,
    DIAMONDS,
    HEART,
    HEARTS,
    SPADES,
    SUIT_NAMES,
    TRIANGLE,
    draw_shape,
    draw_suit,
)  # fmt: skip
from cardgen.art.signs import draw_band, draw_frame, draw_mouth, draw_rays, draw_sky
from cardgen.decks import CardFace, Deck, DeckOptions, make_deck
from cardgen.errors import PrintError
from cardgen.extras.boxes.net import (
    BLEED_MM,
    LIFT_MM,
    Line,
    Net,
    NetSpot,
    Panel,
    Point,
    bay,
    bleeds,
    cuts,
    fitting_boxes,
    flap,
    ground,
    hatching,
    lay_net,
    rectangle,
    settled,
    ticks,
)  # fmt: skip
from cardgen.layout import PAPERS
from cardgen.pages.engine import TextFace, note
from cardgen.pages.guide import step_number, weight
from cardgen.pdf import type as fonts
from cardgen.pdf.ink import Document, Drawing, Mark, Size, Style, bookmark, draw, finish, label_page, open_canvas
from cardgen.pdf.path import POINTS_PER_MM, Outline, arc, compound, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import HARLEQUIN, READABLE, WHITE, Colour, Theme, Tone, contrast, mix, type_on
from cardgen.pdf.type import SANS, SANS_SEMIBOLD, SERIF_ITALIC, SERIF_SEMIBOLD, fit, sizes
from cardgen.spec import KitSpec
from liarsdeck.english import counted, listed
from liarsdeck.files import write_atomic
from referee import games

if TYPE_CHECKING:
    from cardgen.layout import CardSize
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Palette


class Dress(Struct, frozen=True):
    """The design of a game's box and pads: `ground` is the box's colour, `tone` that of its panel and lozenges.

    `emblem` is drawn about the origin, over a sun of `sun` mm radius, and reaches `half` mm up and down.
    """

    title: str
    tone: Tone
    ground: Colour
    emblem: Callable[[Ink], None]
    back: Drawing
    sun: float = 21.0
    half: float = 23.2


def dress(game: str, palette: Palette) -> Dress:
    """Return the design of a game's box. Raises KeyError for a game that has none."""
    title, tone, ground, emblem, back, half = _DRESSES[game]
    return Dress(title, getattr(palette, tone), palette.deep(getattr(palette, ground)), emblem, back, half=half)


def _mouth(ink: Ink) -> None:
    """Draw the mouth in the harlequin's medallion."""
    rx, ry = 14.4, 24.2
    red = ink.palette.red
    dark, line = (ink.paper, ink.black) if ink.low else (ink.black, ink.palette.yellow.base)
    ink.draw(lozenge(0, 0, rx, ry), ink.paper, ink.black, 0.9, join="mitre")
    ink.draw(lozenge(0, 0, rx - 1.1, ry - 1.85), dark, ink.black, 0.4, join="mitre")
    ink.draw(lozenge(0, 0, rx - 2.1, ry - 3.5), None, line, 0.6, join="mitre")
    draw_rays(ink, rx - 2.9, ry - 4.85, line)
    if ink.low:
        draw_mouth(ink, 0.78, dark, ink.paper, ink.paper, ink.black)
    else:
        draw_mouth(ink, 0.78, dark, red.base, mix(red.base, red.tint, 0.42), red.tint)


def _climber(ink: Ink) -> None:
    k = 0.66
    with ink.at(-34.6 * k, -45.6 * k, 0, k):
        lizards.draw_lizard(ink, coat(ink, "c"))


def _shapes(ink: Ink) -> None:
    """Draw one of each shape, in one of each colour."""
    draw_shape(ink, HEART, "r", 0, 10.2, 18)
    draw_shape(ink, TRIANGLE, "g", -10.6, -8.6, 18)
    draw_shape(ink, CIRCLE, "y", 10.6, -9.0, 18)


_DRESSES: dict[str, tuple[str, str, str, Callable[[Ink], None], Drawing, float]] = {
    "liars-lair": ("Liar’s Lair", "red", "black", _mouth, backs.draw_harlequin, 24.2),
    "liars-guess": ("Liars’ Guess", "yellow", "green", _shapes, backs.draw_weave, 23.2),
    "lizard": ("Lizard", "green", "green", _climber, backs.draw_scales, 23.2),
    "red-and-black": ("Red & Black", "red", "black", lambda ink: draw_medallion(ink, 1.06), backs.draw_split, 23.2),
    "liar-poker": (
        "Liar Poker", "blue", "blue", lambda ink: backs.draw_chip_medallion(ink, 1.14), backs.draw_chips, 23.2
    ),
}  # fmt: skip
GAMES = tuple(_DRESSES)


EMBLEM_MM = 30.0
FAN_MM = 33.0
"""How high a card in the fan is; a wide one is as wide."""
_PIVOT_MM = 40.0


def deck_dress(deck: Deck, card: CardSize, theme: Theme) -> Dress:
    """Return the design of the box of a deck. Raises PrintError if our fonts lack a character of its title."""
    for font in (theme.fonts.title, fonts.SERIF_SEMIBOLD):
        if lost := fonts.missing(deck.title, font):
            raise PrintError(f"our fonts have no {fonts.spell(lost[0])}, and “{deck.title[:60]}” is on the box")
    palette = theme.palette
    tone = getattr(palette, deck.colour or "blue")
    ground = palette.deep(tone)
    if contrast(palette.ink if palette.dark else palette.paper, ground) < READABLE:
        ground = palette.deep(palette.black)
    if deck.emblem:

        def emblem(ink: Ink) -> None:
            colours = (ink.black, ink.paper) if ink.low else (tone.base, ink.palette.sun)
            draw_icon(ink, deck.emblem, 0, 0, EMBLEM_MM, *colours)

        return Dress(deck.title, tone, ground, emblem, deck.back)
    faces = list({face.name: face for face in deck.cards}.values())
    shown = [faces[round(i * (len(faces) - 1) / 2)] for i in range(3)] if len(faces) > 2 else faces
    size = Size(card.width_mm, card.height_mm, 0.0, card.radius_mm)
    return Dress(deck.title, tone, ground, partial(_fan, faces=shown, size=size), deck.back)


def _fan(ink: Ink, *, faces: list[CardFace], size: Size) -> None:
    """Draw up to three cards of the deck as they are held in the hand, about the origin."""
    scale = FAN_MM / max(size.width_mm, size.height_mm)
    turns = {1: (0.0,), 2: (6.0, -6.0)}.get(len(faces), (13.0, 0.0, -13.0))
    outline = rect(0, 0, size.width_mm, size.height_mm, size.radius_mm)
    box = (0.0, 0.0, size.width_mm, size.height_mm)
    middle = size.width_mm * scale / 2, size.height_mm * scale / 2
    for face, turn in zip(faces, turns, strict=True):
        with ink.at(0, -_PIVOT_MM - 1.0, turn), ink.at(-middle[0], _PIVOT_MM - middle[1], 0, scale):
            with ink.clip(outline):
                ink.form(("on a box", face.draw, size), partial(_draw_at, draw=face.draw, size=size), box)
            ink.draw(outline, None, ink.black, 0.6 / scale)


def _draw_at(ink: Ink, *, draw: Drawing, size: Size) -> None:
    draw(ink, size)


Bleeds = tuple[float, float, float, float]
Painter = Callable[["Ink", float, float, Bleeds], None]

INSET_MM = 4.2
SMALL_TITLE_PT = 15.0
"""A title that would be smaller than this on one line is set on several."""
RAYS = 40  # in little ink twice as many lines


class Label(Struct, frozen=True):
    """The texts on a box beside its title: the players (`table`), the contents (`held`), and the kit's code.

    `company` are phrases for the guests in the facts, the longest first; the first that fits is printed.
    """

    table: str
    held: str
    code: str = ""
    company: tuple[str, ...] = ()


def painters(dress: Dress, label: Label, thumb_mm: float) -> dict[str, Painter]:
    """Return, by panel, the function that paints each face of the box; `thumb_mm` is the size of the thumb notch."""
    code = f"Kit {label.code}" if label.code else ""

    def on_ground(paint: Callable[[Ink, float, float], None]) -> Painter:
        def painted(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
            left, bottom, right, top = bleed
            if not ink.low:
                ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), dress.ground)
            paint(ink, w, h)

        return painted

    def lid(ink: Ink, w: float, h: float) -> None:
        with ink.at(w, h, 180):  # its far edge comes to lie at the front
            _line(ink, w, h, dress.title, ink.theme.fonts.title, 13, _on(ink, dress))

    def base(ink: Ink, w: float, h: float) -> None:
        text = label.held.upper() + (f" · {code.upper()}" if code else "")
        _line(ink, w, h, text, ink.theme.fonts.label, 7.4, _on(ink, dress), 100)

    return {
        "front": on_ground(lambda ink, w, h: _front(ink, w, h, dress, label, thumb_mm)),
        "back": lambda ink, w, h, _bleed: dress.back(ink, Size(w, h, 3.0)),
        "left": on_ground(lambda ink, w, h: _spine(ink, w, h, dress, *filter(None, [code]))),
        "right": on_ground(lambda ink, w, h: _spine(ink, w, h, dress, *label.company)),
        "lid": on_ground(lid),
        "base": on_ground(base),
    }


def _on(ink: Ink, dress: Dress) -> Colour:
    """Return the colour of type on a box's ground."""
    return ink.black if ink.low else type_on(dress.ground, ink.palette.paper, ink.black)


def _rule_ink(ink: Ink) -> Colour:
    """Return the colour of fine lines on a box's ground."""
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
            near = dress.sun * size + 2
            angles = [(cos(a), sin(a)) for a in (radians(i * 180 / RAYS) for i in range(2 * RAYS))]
            rays = compound(
                segment(sun_x + near * c, sun_y + near * s, sun_x + 150 * c, sun_y + 150 * s) for c, s in angles
            )
            ink.draw(rays, None, "#8E8A94", 0.3)
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
    ink.draw(edge, None, ink.black if ink.low else _rule_ink(ink), 0.9)
    draw_frame(ink, edge, ink.theme.box)
    _title(ink, w / 2, foot, plate - 1.6 * k, right - left - 7 * k, dress, label)


def _panel(left: float, foot: float, right: float, top: float, x: float, y: float, r: float) -> Outline:
    """The panel's edge: round corners, and a bay round the thumb's notch (centre x, y; radius r)."""
    corner = 2.4
    a = degrees(acos((y - top) / r)) if r > y - top else 0.0
    path = Outline().move(left + corner, foot).line(right - corner, foot)
    path = path.joined(arc(right - corner, foot + corner, corner, -90, 0))
    path = path.joined(arc(right - corner, top - corner, corner, 0, 90))
    if a:
        path = path.joined(arc(x, y, r, -90 + a, -90 - a))
    path = path.joined(arc(left + corner, top - corner, corner, 90, 180))
    return path.joined(arc(left + corner, foot + corner, corner, 180, 270)).close()


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
        ink.line(left, at, right, at, 0.7, _rule_ink(ink), cap="butt")


def _title(ink: Ink, x: float, foot: float, top: float, width: float, dress: Dress, label: Label) -> None:
    """The title as large as its plate allows, on several lines where one would be small, and who plays below it."""
    title, caps = ink.theme.fonts.title, ink.theme.fonts.label
    size = 30.0
    while fonts.width_mm(dress.title, title, size, 6) > width or size > (top - foot) * 1.55:
        size -= 0.25
    small = max(7.0, min(7.6, (top - foot) * 0.42))
    low = fonts.cap_mm(caps, small)
    lines: tuple[str, ...] = (dress.title,)
    leading = 0.0
    if size < SMALL_TITLE_PT:
        height, points = (top - foot - low) * 0.8, sizes(20, fonts.SMALLEST_PT)
        setting = fit(dress.title, width, height, title, points, leading=1.15)
        if setting is None:
            raise PrintError(f"“{dress.title[:60]}…” is too long for the front of its box: give it a shorter title")
        size, lines, leading = setting.size_pt, setting.lines, setting.leading_mm
    block = fonts.cap_mm(title, size) + (len(lines) - 1) * leading
    room = top - foot - block - low
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
    while size > fonts.SMALLEST_PT and fonts.width_mm(title, font, size, 10) > h - 16:
        size -= 0.25
    if fonts.width_mm(title, font, size, 10) > h - 12:  # better no title than one that is cut off
        title = ""
    half = fonts.width_mm(title, font, size, 10) / 2
    cap = fonts.cap_mm(font, size)
    with ink.at(w / 2, h / 2, -90):
        # From here x runs down the side.
        room = h / 2 - half
        ink.text(0, -cap / 2, title, font, size, colour, "centre", track=10)
        start, end = half + 4.5, h / 2 - 5.0
        for text in texts:
            wide = fonts.width_mm(text, SERIF_ITALIC, 8.4)
            if wide < room - 14 and not fonts.missing(text, SERIF_ITALIC):
                small = fonts.cap_mm(SERIF_ITALIC, 8.4)
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
            ink.draw(
                shape, None if ink.low and big else _rule_ink(ink), ink.black if ink.low else None, 0.5, join="mitre"
            )


def _line(ink: Ink, w: float, h: float, text: str, font: str, size: float, colour: Colour, track: float = 10) -> None:
    """One line in the middle of a face, lozenges beside it."""
    size = min(size, h * 1.5)
    while fonts.width_mm(text, font, size, track) > w - 16 and size > 6.5:
        size -= 0.2
    if fonts.width_mm(text, font, size, track) > w - 8:
        text = ""
    half = fonts.width_mm(text, font, size, track) / 2
    cap = fonts.cap_mm(font, size)
    ink.text(w / 2, h / 2 - cap / 2, text, font, size, colour, "centre", track=track)
    with ink.at(w / 2, h / 2):
        _beads(ink, half + 4.0 if text else 0.0, w / 2 - 4.5, h, mirrored=True)


GREY = "#737373"
PALE = "#D8D4DA"
"""The colour of cuts beside a ground: the grounds are dark."""
HATCH = "#A7A3AC"
CUT_PT = 0.6
_HEADING = TextFace(11, 12.6, SERIF_SEMIBOLD)
_USE = TextFace(7.4, 9.4, SANS, SANS_SEMIBOLD)
_STEP = TextFace(8.0, 9.8)
"""The type of a caption's heading, its use and its steps."""


class Caption(NamedTuple):
    """The caption beside a net: a heading, its use, and the steps."""

    heading: str
    line: str
    steps: Sequence[str]


class NetPage(Struct, frozen=True):
    """A net, its place on the page, the functions that paint its faces, and its caption.

    The caption is at `note_at` (x, foot, width). `seen` is the colour of the flap that the thumb notch shows.
    """

    net: Net
    place: NetSpot
    paint: Mapping[str, Painter]
    caption: Caption
    note_at: tuple[float, float, float]
    seen: Colour | None = None

    @property
    def size_pt(self) -> tuple[float, float]:
        """The page's width and height, in points."""
        return self.place.width * POINTS_PER_MM, self.place.height * POINTS_PER_MM


def nets_pdf(pages: Sequence[NetPage], about: Document, *, theme: Theme = HARLEQUIN, low_ink: bool = False) -> bytes:
    """Return a PDF with each net on a page of its own."""
    from cardgen.pdf.ink import Ink

    canvas = open_canvas(about, *pages[0].size_pt)
    ink = Ink(canvas, theme, low=low_ink)
    for page in pages:
        canvas.setPageSize(page.size_pt)
        bookmark(canvas, page.caption.heading)
        label_page(canvas, page.caption.heading)
        with ink.at(page.place.x, page.place.y):
            draw_net(ink, page.net, page.paint, page.seen)
            with ink.on_white():
                draw(ink, _note(Style(low=ink.low, palette=ink.palette), page.caption, *page.note_at))
        canvas.showPage()
    return finish(canvas)


def draw_net(ink: Ink, net: Net, paint: Mapping[str, Painter], seen: Colour | None = None) -> None:
    """Draw a net from its lower left corner: faces with bleed, then flaps, then lines to cut.

    `seen` is the colour of the flap that the front's thumb notch shows.
    """
    # First a hair into its neighbours, so that no white shows between two faces, then each to its own edge.
    for least in (0.0,) if ink.low else (0.2, 0.0):
        for panel in net.faces:
            x0, y0, x1, y1 = panel.box
            left, bottom, right, top = (max(least, bleed) for bleed in bleeds(net, panel))
            with ink.clip(poly(ground(net, panel, least))), ink.at(x0, y0):
                paint[panel.name](ink, x1 - x0, y1 - y0, (left, bottom, right, top))
    flaps = [panel for panel in net.panels if panel.kind != "face"]
    for panel in flaps:
        notch = bay(net["front"])[1] if panel.name == "tuck" else 0.0
        _draw_flap(ink, panel, notch + BLEED_MM if notch and not ink.low else 0.0, seen)
    ink.draw(_lines(cuts(net, flaps)), None, GREY, CUT_PT, cap="round")
    outside = CUT_PT / 2 / POINTS_PER_MM
    ink.draw(_lines(cuts(net, net.faces, outside)), None, GREY if ink.low else PALE, CUT_PT, cap="square")
    with ink.on_white():
        ink.draw(_lines(ticks(net)), None, ink.black, 0.5, cap="butt")


def _lines(lines: Sequence[Line]) -> Outline:
    return compound(segment(*a, *b) for a, b in lines)


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
    width, height = x1 - x0, y1 - free
    half = fonts.width_mm(word, SANS_SEMIBOLD, 7, 120) / 2 + 1.2
    if min(width, height) < 3.6 or max(width, height) < 2 * half + 3.5:
        return
    with ink.at((x0 + x1) / 2, (free + y1) / 2, 0 if width >= height else 90):
        ink.draw(poly([(-half, -1.7), (half, -1.7), (half, 1.7), (-half, 1.7)]), WHITE)
        ink.text(0, -fonts.cap_mm(SANS_SEMIBOLD, 7) / 2, word, SANS_SEMIBOLD, 7, GREY, "centre", track=120)


def note_mm(caption: Caption, width: float) -> float:
    """Return the height of a caption set at this width, in millimetres."""
    return fonts.cap_mm(SERIF_SEMIBOLD, _HEADING.size) - _set_note(Style(), caption, 0, 0, width)[1] - 3.6


def _note(look: Style, caption: Caption, x: float, foot: float, width: float) -> list[Mark]:
    """Set the note beside a net, its last line at `foot`."""
    first = foot + note_mm(caption, width) - fonts.cap_mm(SERIF_SEMIBOLD, _HEADING.size)
    return _set_note(look, caption, x, first, width)[0]


def _set_note(look: Style, caption: Caption, x: float, y: float, width: float) -> tuple[list[Mark], float]:
    """Set a caption from its first baseline at (x, y); return its marks, and the y below its last line."""
    marks, y = note(caption.heading, _HEADING, x, y, width, look)
    words, y = note(caption.line, _USE, x, y + _HEADING.pitch - 4.4, width, look)
    marks += words
    y -= 0.6
    for number, step in enumerate(caption.steps, 1):
        marks += step_number(look, x + 1.5, y + 0.9, str(number), 1.5)
        words, y = note(step, _STEP, x + 4.6, y, width - 4.6, look)
        marks += words
        y -= 0.5
    return marks, y


# --- the tuck box

NOTE_LIFT_MM = 4.4
"""How far above the front the note stands."""
LEAST_NOTE_MM = 38.0
_CUT = "Cut out the net along its thin line, a little inside the edge of the colour."
_CUT_LOW = "Cut out the net along its outline."
_SCORE = "Lay a ruler on two ticks in line, and score every fold with an empty ballpoint pen."
_GLUE = "Fold away from the print. Glue the long flap inside the back, then the base over its three flaps."


def write_tuck_box(spec: KitSpec, out: Path) -> int:
    """Write the box for the kit's deck and the cards that belong to it; return the number of sheets.

    If the paper is too small, there are several boxes, each on one side of a sheet. Raises PrintError if that does not
    help, with what would fit, and OSError.
    """
    from cardgen.extras.pieces import bet_cards
    from cardgen.extras.reference import has_reference, reference_sheet

    sheet, stock = spec.sheet, spec.box_stock()
    # Beside the deck lie reference cards of its size, and bet cards.
    beside: list[tuple[int, str]] = []
    if not spec.boxed:
        if has_reference(spec.game) and reference_sheet(spec) == sheet:
            beside.append((spec.players, "reference card"))
        if spec.game and "bets" in games.game(spec.game).extras:
            beside.append((len(bet_cards(spec).cards), "bet card"))
    held = spec.boxed or spec.cards
    cards = held + sum(count for count, _ in beside)
    if spec.game in GAMES:
        wear = dress(spec.game, sheet.theme.palette)
        wear = replace(wear, back=spec.deck.back) if spec.deck else wear
    else:
        deck = spec.deck if spec.deck and spec.deck.cards else make_deck(spec.game, DeckOptions())
        back = spec.deck.back if spec.deck else deck.back
        wear = deck_dress(replace(deck, title=spec.title, back=back), sheet.card, sheet.theme)
    sleeved = " in sleeves" if stock.sleeved else ""
    steps = (_CUT_LOW if sheet.low_ink else _CUT, _SCORE, _GLUE)
    guests, shares = (spec.facts.guests, spec.facts.shares) if spec.facts else ((), "")
    company = (listed(guests, "&"), f"With {counted(len(guests), 'guest')}") if guests else ()

    def caption(here: int, number: int, boxes: int) -> Caption:
        what = f"{here} of the {cards} cards"
        if boxes == 1:
            what = listed((counted(count, name) for count, name in [(held, "card"), *beside] if count), "and")
        line = f"Holds {what}{sleeved}: {stock.thickness(here):.1f} mm. Paper of {weight('stout', sheet.paper)}."
        line += f" {shares}." if shares else ""
        return Caption(f"Tuck box{f' {number} of {boxes}' if boxes > 1 else ''} for {wear.title}", line, steps)

    def note_at(net: Net) -> tuple[float, float, float]:
        """Return where the note stands (left, foot, width): above the front, or above all where that is narrow."""
        left, _, right, top = net["front"].box
        if right - left - 6.0 >= LEAST_NOTE_MM:
            return left + 3.0, top + NOTE_LIFT_MM, right - left - 6.0
        return left + 3.0, net.size[1] + LIFT_MM, min(64.0, net.size[0] - left - 3.0)

    def top_of_note(net: Net, here: int) -> float:
        _, foot, width = note_at(net)
        return foot + note_mm(caption(here, 1, 1 if here == cards else 2), width)

    boxes = fitting_boxes(sheet.card, cards, stock, sheet.paper, sheet.margin_mm, top_of_note)
    about = Document(
        title=f"{wear.title}: tuck box{'es' if len(boxes) > 1 else ''}",
        subject=f"For {cards} {sheet.card.name} cards{sleeved}",
        keywords=tuple(filter(None, ("print and play", spec.game, "tuck box"))),
    )
    pages = []
    for number, (here, net, place) in enumerate(boxes, 1):
        inside = counted(held, "card") if len(boxes) == 1 else f"Box {number} of {len(boxes)}"
        label = Label(spec.seats or counted(held, "card"), inside, spec.code, company)
        paint = painters(wear, label, bay(net["front"])[1])
        pages.append(NetPage(net, place, paint, caption(here, number, len(boxes)), note_at(net), wear.ground))
    write_atomic(out, nets_pdf(pages, about, theme=sheet.theme, low_ink=sheet.low_ink))
    return len(boxes)


# --- the trump block

SIDE_MM = 34.0
GLUE_MM = 9.0
_ROW = (SPADES, HEARTS, CLUBS, DIAMONDS)


def block_net(side: float = SIDE_MM) -> Net:
    """Return the net of a cube, `side` mm wide: four faces in a row, the other two above and below the second."""
    s = side

    def glued(name: str, parent: str, a: Point, b: Point) -> Panel:
        return Panel(name, "glue", flap(a, b, GLUE_MM, GLUE_MM * 0.6), parent, (a, b))

    panels = (
        Panel(_ROW[0], "face", rectangle(0, 0, s, s)),
        *(
            Panel(_ROW[at], "face", rectangle(at * s, 0, at * s + s, s), _ROW[at - 1], ((at * s, s), (at * s, 0)))
            for at in range(1, 4)
        ),
        glued("glue", _ROW[3], (4 * s, s), (4 * s, 0)),
        Panel("ask", "face", rectangle(s, s, 2 * s, 2 * s), _ROW[1], ((s, s), (2 * s, s))),
        Panel("none", "face", rectangle(s, -s, 2 * s, 0), _ROW[1], ((2 * s, 0), (s, 0))),
        glued("ask left", "ask", (s, s), (s, 2 * s)),
        glued("ask right", "ask", (2 * s, 2 * s), (2 * s, s)),
        glued("ask top", "ask", (s, 2 * s), (2 * s, 2 * s)),
        glued("none left", "none", (s, -s), (s, 0)),
        glued("none right", "none", (2 * s, 0), (2 * s, -s)),
        glued("none foot", "none", (2 * s, -s), (s, -s)),
    )
    return settled(panels, (s, s, s))


def block_painters() -> dict[str, Painter]:
    """Return, by panel, the function that paints each face of the trump block."""

    def suit(letter: str) -> Painter:
        def inside(ink: Ink) -> None:
            draw_suit(ink, letter, 0, 1.8, 17.5, outline_pt=0.9 if ink.low else 0)

        return _block_face(SUIT_NAMES[letter], HEARTS if letter in (HEARTS, DIAMONDS) else SPADES, inside)

    def snake(ink: Ink) -> None:
        k = 0.30
        with ink.at(-33.2 * k, 1.8 - 43.5 * k, 0, k):
            if ink.low:
                snakes.draw_snake(ink, coat(ink, DIAMONDS), halo=False)
            else:
                snakes.draw_snake_silhouette(ink, ink.palette.blue.base)

    def lizard(ink: Ink) -> None:
        k = 0.30
        with ink.at(-34.6 * k, 1.8 - 44.5 * k, 0, k):
            if ink.low:
                lizards.draw_lizard(ink, coat(ink, CLUBS), halo=False)
            else:
                lizards.draw_lizard_silhouette(ink, ink.palette.green.base)

    return {
        **{letter: suit(letter) for letter in _ROW},
        "none": _block_face("No trump", DIAMONDS, snake),
        "ask": _block_face("Which suit?", CLUBS, lizard),
    }


def _block_face(word: str, tone_suit: str, inside: Callable[[Ink], None]) -> Painter:
    def paint(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
        left, bottom, right, top = bleed
        tone = tone_of(ink.palette, tone_suit)
        if not ink.low:
            ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), tone.base)
        edge = rect(2.6, 2.6, w - 5.2, h - 5.2, 2.0)
        ink.draw(edge, ink.paper, ink.black if ink.low else ink.palette.yellow.base, 0.8)
        with ink.at(w / 2, h / 2):
            inside(ink)
            ink.text(0, -h / 2 + 5.2, word.upper(), ink.theme.fonts.label, 7.4, None, "centre", track=100)
        for x in (5.0, w - 5.0):
            for y in (5.0, h - 5.0) if word in SUIT_NAMES.values() else (h - 5.0,):
                ink.draw(lozenge(x, y, 0.7, 1.0), ink.black if ink.low else tone.base)

    return paint


def write_trump_block(spec: KitSpec, out: Path) -> int:
    """Write the trump block, on one side of one sheet; return 1. Raises PrintError if it does not fit, and OSError."""
    sheet = spec.sheet
    sides = (SIDE_MM - less for less in range(int(SIDE_MM) - 19))  # down to 20 mm
    nets = ((net, lay_net(net, sheet.paper, sheet.margin_mm)) for net in map(block_net, sides))
    net, place = next(((net, place) for net, place in nets if place), (None, None))
    if net is None or place is None:
        ways = [paper.name for paper in PAPERS.values() if lay_net(block_net(), paper, sheet.margin_mm)]
        raise PrintError(f"a trump block has no room on {sheet.paper.name}: it fits on {listed(ways)}")
    edge = net["none"].box
    x = edge[2] + 13.0
    about = Document(
        title=f"{spec.title}: trump block",
        subject="A cube that shows which suit is trump",
        keywords=("print and play", spec.game, "trump"),
    )
    caption = Caption(
        "Trump block",
        "Turn up what is trump, and leave it on the table.",
        (_CUT_LOW if sheet.low_ink else _CUT, _SCORE, "Fold away from the print, and glue flap by flap."),
    )
    page = NetPage(net, place, block_painters(), caption, (x, edge[1] + 2.0, net.size[0] - x))
    write_atomic(out, nets_pdf([page], about, theme=sheet.theme, low_ink=sheet.low_ink))
    return 1
