"""The design of boxes and of books' covers: a hem of lozenges, a picture on a sun, and a lettered title.

Games differ in the colours and in the picture, which is called the hero. A `Painter` is a function that draws one face
of a box. Sizes in the code are for a front 92 mm wide and 130 mm high; on a smaller front they shrink in proportion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.art import backs
from cardgen.art.beasts import lizards
from cardgen.art.beasts.panel import coat
from cardgen.art.icons import draw_icon
from cardgen.art.shapes import CIRCLE, HEART, HEARTS, SPADES, TRIANGLE, draw_shape, draw_suit
from cardgen.art.signs import draw_eye, draw_frame, draw_mouth, draw_sky, tongue
from cardgen.errors import PrintError
from cardgen.pages import engine
from cardgen.pages.engine import Element, TextFace, column_marks, height_of, line_marks, note, numbered, placed, shrunk
from cardgen.pdf import type as fonts
from cardgen.pdf.ink import Drawing, Size, Style, Text, draw
from cardgen.pdf.letters import letters
from cardgen.pdf.path import POINTS_PER_MM, Outline, compound, ellipse, lozenge, rect, segment
from cardgen.pdf.theme import LARGE, WHITE, Colour, Theme, Tone, contrast, legible, mix, type_on
from cardgen.pdf.type import SANS, SANS_BOLD, SANS_SEMIBOLD, SERIF_BLACK, SERIF_ITALIC, SERIF_SEMIBOLD, fit, sizes
from liarsdeck.language import say

if TYPE_CHECKING:
    from cardgen.decks import Deck
    from cardgen.layout import CardSize
    from cardgen.pdf.ink import Ink, Mark
    from cardgen.pdf.theme import Palette

WIDE_MM, HIGH_MM = 92.0, 130.0
SUN_MM = 28.2
"""The radius of the disc behind a hero, and the size of the front that it stands on."""
Row = tuple[str, float]


class Dress(Struct, frozen=True):
    """The design of a game's box, also for its pads and its book's cover.

    `title` is the game's title. `tone` is the game's colour in its shades, `ground` the colour of the front, `ray` that
    of the rays on the front, `disc` that of the sun behind the hero. `emblem` draws the hero about the origin. `back`
    draws the back of the game's cards. `rows` are the lines of the lettered title, each with its type size in mm; with
    () the title is broken into lines to fit.
    """

    title: str
    tone: Tone
    ground: Colour
    ray: Colour
    disc: Colour
    emblem: Callable[[Ink], None]
    back: Drawing
    rows: tuple[Row, ...] = ()


class Label(Struct, frozen=True):
    """The words on a box besides the title, and the cards shown on its back.

    `facts` are the phrases at the foot of the front (players, minutes, age), `held` those at the foot of the back, on
    what the box holds. `hook` is the line over the title. `pitch` are two lines that advertise the game, at the top of
    the back; with () the back of the box looks like the back of a card. `steps` are three pairs of a heading and a
    sentence. `side` are two lines for the right wall. `note` is small print on the back, `code` the kit's code.
    `company` are alternative phrases for the guests named in the facts, longest first; the first that fits replaces the
    second line of `side`. `shown` are functions that draw the cards on the back, each of the size `card`. "" and ()
    mean that the part is left out.
    """

    facts: tuple[str, ...]
    held: tuple[str, ...]
    hook: str = ""
    pitch: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    side: tuple[str, ...] = ()
    note: str = ""
    code: str = ""
    company: tuple[str, ...] = ()
    shown: tuple[Drawing, ...] = ()
    card: Size = Size(bleed_mm=0.0)


Bleeds = tuple[float, float, float, float]
Painter = Callable[["Ink", float, float, Bleeds], None]
"""Draws a face, whose lower left corner is the origin: its width and height, and how far its ground goes beyond its
left, lower, right and upper edge; in mm."""


# --- the games


def _mouth(ink: Ink) -> None:
    red = ink.palette.red
    if ink.low:
        draw_mouth(ink, 1.76, ink.paper, ink.paper, ink.paper, ink.black)
    else:
        draw_mouth(ink, 1.76, ink.palette.sun, red.base, mix(red.base, red.tint, 0.42), red.tint)


def _climber(ink: Ink) -> None:
    k = 0.7
    with ink.at(-34.2 * k, -45.4 * k, 0, k):
        lizards.draw_lizard(ink, coat(ink, "c"))


def _shapes(ink: Ink) -> None:
    draw_shape(ink, HEART, "r", 0, 10.2, 20)
    draw_shape(ink, TRIANGLE, "g", 11.6, -8.6, 20)
    draw_shape(ink, CIRCLE, "y", -11.6, -8.0, 19)


def _suits(ink: Ink) -> None:
    outline = 0.9 if ink.low else 0
    draw_suit(ink, HEARTS, -12, 0, 25, outline_pt=outline)
    draw_suit(ink, SPADES, 12.6, 0, 25, outline_pt=outline)


def _eye(ink: Ink) -> None:
    draw_eye(ink, 0, 0, 4.6, ink.paper, ink.paper if ink.low else ink.palette.yellow.base)


_DRESSES: dict[str, tuple[str, str, str, Callable[[Ink], None], Drawing, tuple[Row, ...]]] = {
    "liars-lair": ("Liar’s Lair", "red", "sun", _mouth, backs.draw_harlequin, (("Liar’s", 21.5), ("Lair", 26))),
    "liars-guess": ("Liars’ Guess", "yellow", "paper", _shapes, backs.draw_weave, (("Liars’", 20), ("Guess", 23))),
    "lizard": ("Lizard", "green", "sun", _climber, backs.draw_scales, (("Lizard", 25.5),)),
    "red-and-black": ("Red & Black", "red", "paper", _suits, backs.draw_split, (("Red &", 21), ("Black", 23))),
    "liar-poker": ("Liar Poker", "blue", "paper", _eye, backs.draw_chips, (("Liar", 21), ("Poker", 23))),
}
GAMES = tuple(_DRESSES)
HOUSE_BACKS = {game: made[4] for game, made in _DRESSES.items()}
"""The back of each game's cards; people's own is on the box, too."""
_RAY, _STRONG_RAY = 0.34, 1.0
"""How much of a tone's shade is in its rays; two games in red differ by it."""


def dress(game: str, palette: Palette) -> Dress:
    """Return the design of a game's box in the colours of a palette. Raises KeyError for a game that has none."""
    title, name, disc, emblem, back, rows = _DRESSES[game]
    tone: Tone = getattr(palette, name)
    share = _STRONG_RAY if game == "red-and-black" else _RAY
    return Dress(title, tone, *_field(tone, palette, share), getattr(palette, disc), emblem, back, rows)


def _field(tone: Tone, palette: Palette, share: float = _RAY) -> tuple[Colour, Colour]:
    """Return the colour of a front, and the colour of the rays on the front.

    The front has the base colour of `tone`, darkened if needed, so that small type in paper's colour or in ink is
    readable on it. The rays are mixed from the front's colour and the shade of `tone`; `share` (0 to 1) is the part of
    the shade.
    """
    pale = contrast(tone.base, palette.paper) < LARGE
    ground = tone.base if pale else legible(tone.base, tone.shade, (palette.paper,))
    return ground, mix(ground, tone.shade, share)


EMBLEM_MM = 40.0
FAN_MM = 44.0
"""How high a card in the fan is; a wide one is as wide."""
_PIVOT_MM = 53.0


def deck_dress(deck: Deck, card: CardSize, theme: Theme) -> Dress:
    """Return a design for the box of any deck, in the deck's colour (blue if it has none).

    The hero is the deck's emblem, or, if it has none, a fan of up to three of its cards. `card` is the size of the
    cards; `theme` has the colours and fonts. Raises PrintError if the fonts lack a character of the deck's title.
    """
    for font in (theme.fonts.title, SERIF_SEMIBOLD):
        if lost := fonts.missing(deck.title, font):
            raise PrintError(f"our fonts have no {fonts.spell(lost[0])}, and “{deck.title[:60]}” is on the box")
    palette = theme.palette
    tone: Tone = getattr(palette, deck.colour or "blue")
    field = _field(tone, palette)
    if deck.emblem:

        def emblem(ink: Ink) -> None:
            colours = (ink.black, ink.paper) if ink.low else (tone.shade, ink.palette.sun)
            draw_icon(ink, deck.emblem, 0, 0, EMBLEM_MM, *colours)

        return Dress(deck.title, tone, *field, palette.sun, emblem, deck.back)
    faces = list({face.name: face for face in deck.cards}.values())
    shown = [faces[round(i * (len(faces) - 1) / 2)] for i in range(3)] if len(faces) > 2 else faces
    size = Size(card.width_mm, card.height_mm, 0.0, card.radius_mm)
    fan = partial(_fan, faces=[face.draw for face in shown], size=size)
    return Dress(deck.title, tone, *field, palette.sun, fan, deck.back)


def _fan(ink: Ink, *, faces: Sequence[Drawing], size: Size) -> None:
    """Draw one to three cards about the origin, fanned as they are held in the hand.

    Each of `faces` draws a card of the size `size`; the cards are scaled down to 44 mm in their longer dimension.
    """
    scale = FAN_MM / max(size.width_mm, size.height_mm)
    turns = {1: (0.0,), 2: (6.0, -6.0)}.get(len(faces), (13.0, 0.0, -13.0))
    for face, turn in zip(faces, turns, strict=True):
        with ink.at(0, -_PIVOT_MM - 1.0, turn):
            _card(ink, face, size, 0, _PIVOT_MM, scale)


def _card(ink: Ink, face: Drawing, size: Size, x: float, y: float, scale: float) -> None:
    """Draw a card with an outline, its middle at (x, y) in mm.

    `face` draws the card, whose full size is `size`; `scale` is 1 for the full size.
    """
    with ink.at(x - size.width_mm * scale / 2, y - size.height_mm * scale / 2, 0, scale):
        with ink.clip(size.outline):
            box = (0.0, 0.0, size.width_mm, size.height_mm)
            ink.form(("on a box", face, size), lambda pen: face(pen, size), box)
        ink.draw(size.outline, None, ink.black, 0.6 / scale)


def draw_badge(ink: Ink, worn: Dress, r: float) -> None:
    """Draw the emblem of the design `worn` on a disc about the origin; `r` is the disc's radius in mm."""
    k = r / SUN_MM
    ink.draw(ellipse(0, 0, r), ink.paper if ink.low else worn.disc, ink.black, 2.3 * k)
    ink.draw(ellipse(0, 0, 26.4 * k), None, ink.black, 0.85 * k)
    with ink.at(0, 0, 0, k):
        worn.emblem(ink)


# --- the faces


def painters(worn: Dress, label: Label, thumb_mm: float = 0.0) -> dict[str, Painter]:
    """Return the functions that paint the faces of a box, by the names of the box's panels.

    The names are `front`, `back`, `left`, `right`, `lid` and `base` of a tuck box; `head` and `foot` are the short
    walls of a lid, and `wall` is any wall of a base. `worn` is the design, `label` has the words. `thumb_mm` is the
    radius of the thumb notch in the back (0: no notch).
    """

    def on(colour: Callable[[Ink], Colour], paint: Callable[[Ink, float, float], None]) -> Painter:
        def painted(ink: Ink, w: float, h: float, bleed: Bleeds) -> None:
            left, bottom, right, top = bleed
            if not ink.low:
                ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), colour(ink))
            paint(ink, w, h)

        return painted

    facts = " · ".join(label.facts)
    contents = " · ".join([*label.held[:1], *([say("Kit {kit}", kit=label.code)] if label.code else [])])
    side: Callable[[Ink, float, float], None] = partial(_side, worn=worn, label=label)
    pitch: Painter = partial(_back, worn=worn, label=label, thumb=thumb_mm)
    return {
        "front": on(_dark, partial(_front, worn=worn, label=label)),
        "back": pitch if label.pitch else lambda ink, w, h, _bleed: worn.back(ink, Size(w, h, 3.0)),
        "left": on(_dark, partial(_spine, worn=worn, turn=-90)),
        "right": on(lambda _: worn.ground, side) if label.side else on(_dark, partial(_spine, worn=worn, turn=90)),
        "lid": on(_dark, partial(_strip, worn=worn, text=worn.title, lettered=True)),
        "base": on(_dark, partial(_strip, worn=worn, text=contents, lettered=False, turned=True)),
        "head": on(_dark, partial(_strip, worn=worn, text=facts, lettered=False, turned=True)),
        "foot": on(_dark, partial(_strip, worn=worn, text=facts, lettered=False)),
        "wall": on(_dark, partial(_strip, worn=worn, text="", lettered=False)),
    }


def _dark(ink: Ink) -> Colour:
    """Return the dark colour around a front: the theme's ink, or its paper if the paper is darker."""
    return ink.palette.deep(ink.palette.black)


def _pale(ink: Ink) -> Colour:
    """Return the colour of letters and lozenges on a dark ground."""
    return ink.palette.ink if ink.palette.dark else ink.palette.paper


def _scale(w: float, h: float) -> float:
    return min(w / WIDE_MM, h / HIGH_MM)


def _front(ink: Ink, w: float, h: float, *, worn: Dress, label: Label) -> None:
    """Draw the front: the hem, and inside it the hook, the lettered title, the hero, and the facts.

    `w` and `h` are the width and height of the front in mm. `worn` is the design, `label` has the words. Rays go out
    from the sun.
    """
    k, low = _scale(w, h), ink.low
    m = 5.2 * k
    left, right, top = m, w - m, h - m
    foot = m + max(12.5 * k, 7.4)
    x, y = w / 2, foot + 30.1 * k
    field = rect(m, m, w - 2 * m, h - 2 * m, 1.6 * k)
    gold = ink.black if low else ink.palette.sun
    _hem(ink, w, h, m, worn)
    with ink.clip(field):
        if not low:
            ink.draw(field, worn.ground)
            draw_sky(ink, x, y, left, foot, right, top, worn.tone._replace(ray=worn.ray))
            for a in range(0, 360, 12):
                bead = lozenge(0, 31.4 * k, 0.8 * k, 1.3 * k).at(x, y, turn=a)
                ink.draw(bead, gold)
        ink.draw(rect(left, m, right - left, foot - m), ink.paper if low else _dark(ink))
        ink.line(left, foot, right, foot, 1.4 * k, gold, cap="butt")
    ink.draw(field, None, gold, max(0.7, 1.4 * k))
    with ink.at(x, y):
        draw_badge(ink, worn, SUN_MM * k)
    on_ground = ink.black if low else type_on(worn.ground, _pale(ink), _dark(ink))
    head = _hook(ink, label.hook, w, top - 3.2 * k, right - left - 9 * k, k, on_ground)
    if low:
        angles = [(cos(a), sin(a)) for a in (radians(i * 180 / LOW_RAYS) for i in range(2 * LOW_RAYS))]
        near, far = (SUN_MM + 3) * k, w + h
        rays = compound(segment(x + near * c, y + near * s, x + far * c, y + far * s) for c, s in angles)
        with ink.clip(rect(left, foot, right - left, head - 1.6 * k - foot)):
            ink.draw(rays, None, "#8E8A94", 0.3)
    draw_title(ink, w, head - 1.6 * k, y + 29.5 * k, right - left - 4 * k, k, worn)
    size = max(7.0, 9.9 * k)
    fill = ink.black if low else _pale(ink)
    _facts(ink, w / 2, (m + foot) / 2, label.facts, size, fill, right - left - 4 * k)


LOW_RAYS = 40


def _hem(ink: Ink, w: float, h: float, m: float, worn: Dress) -> None:
    """Draw the hem of a front: a row of lozenges along each edge, or the theme's own frame.

    `w` and `h` are the width and height of the front, `m` is the width of the hem, all in mm. `worn` has the colours.
    """
    if ink.theme.box != "harlequin":
        draw_frame(ink, rect(m / 2, m / 2, w - m, h - m), ink.theme.box)
        return
    for a, b, turn in (((m, m / 2), (w - m, m / 2), 0), ((m, h - m / 2), (w - m, h - m / 2), 0),
                       ((m / 2, m), (m / 2, h - m), 90), ((w - m / 2, m), (w - m / 2, h - m), 90)):  # fmt: skip
        draw_lozenges(ink, a, b, m * 0.64, turn, worn)


def draw_lozenges(
    ink: Ink, a: tuple[float, float], b: tuple[float, float], high: float, turn: int, worn: Dress
) -> None:
    """Draw a row of lozenges in two colours of the design `worn`, from the point `a` to `b`, in mm.

    `turn` is 0 for a level row and 90 for an upright one. The number of lozenges is odd. `high` is the size in mm of a
    lozenge across the row.
    """
    long = abs(b[0] - a[0]) + abs(b[1] - a[1])
    count = max(1, round(long / (high * 1.88)) // 2 * 2 + 1)
    step = long / count
    other = ink.palette.yellow.base if worn.tone == ink.palette.red and worn.disc != ink.palette.paper else None
    colours = (other or ink.palette.red.base, _pale(ink))
    for at in range(count):
        share = (at + 0.5) / count
        shape = lozenge(0, 0, min(step * 0.39, high * 0.74), high / 2)
        shape = shape.at(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, turn=turn)
        if ink.low:
            ink.draw(shape, None, ink.black, 0.4, join="mitre")
        else:
            ink.draw(shape, colours[at % 2])


def _hook(ink: Ink, text: str, w: float, top: float, width: float, k: float, fill: Colour) -> float:
    """Draw the hook (the line over the title) in capitals, and return the y of its lower edge.

    The hook is centred on a face `w` mm wide, with its upper edge at `top`. If it is wider than `width` mm, it is
    broken into lines. `k` is the scale of the box, `fill` the colour. Returns `top` if `text` is "".
    """
    size, font = max(7.0, 7.1 * k), ink.theme.fonts.label
    cap = fonts.cap_mm(font, size)
    if not text:
        return top
    text = text.upper()
    track = next((t for t in range(220, 30, -10) if fonts.width_mm(text, font, size, t) <= width), 0)
    lines = [text] if track else [line.text for line in placed(text, TextFace(size, size * 1.2, font), width)]
    for at, line in enumerate(lines):
        ink.text(
            w / 2, top - cap - at * size * 1.2 / POINTS_PER_MM, line, font, size, fill, "centre", track=track or 40
        )
    return top - cap - (len(lines) - 1) * size * 1.2 / POINTS_PER_MM


def _facts(ink: Ink, x: float, y: float, parts: Sequence[str], size: float, fill: Colour, width: float) -> None:
    """Draw phrases in one line centred about (x, y), with a small lozenge between any two.

    `size` is the type size in points, reduced to about 6 points until the line is at most `width` mm wide. `fill` is
    the colour of the type.
    """
    font = SANS_BOLD
    while size > 6.0:
        gap = engine.Run("  ", font, size)
        runs: list[engine.Run] = []
        for at, part in enumerate(parts):
            runs += [gap, engine.Run("", font, size, kind="mark"), gap] if at else []
            runs.append(engine.Run(part, font, size, 20))
        word = engine.Word.of(runs)
        if word.width <= width:
            break
        size -= 0.25
    look = Style(low=ink.low, accent=ink.black if ink.low else ink.palette.sun, palette=ink.palette)
    face = TextFace(size, size * 1.2, font, fill=fill)
    marks = line_marks(engine.TextLine((word,), word.width), face, -word.width / 2, -fonts.cap_mm(font, size) / 2, look)
    draw(ink, marks, x, y)


# --- lettering


def _title_font(ink: Ink) -> str:
    """Return the font of lettered titles: the theme's title font, or a heavy one if that is the usual font."""
    return SERIF_BLACK if ink.theme.fonts.title == SERIF_SEMIBOLD else ink.theme.fonts.title


def draw_lettering(
    ink: Ink, x: float, y: float, text: str, size_pt: float, shadow: Colour | None = None, depth: float = 0.035
) -> None:
    """Draw a line of heavy letters with an outline and a shadow.

    The line is centred about x and has its baseline at y, in mm. The letters stay text in the PDF; outline and shadow
    are drawn shapes. If ink is saved, the letters are white outlined shapes. `size_pt` is the type size in points.
    `shadow` is the colour of the shadow (None: the theme's dark colour). `depth` is how far the shadow is shifted to
    the lower right, as a fraction of the type size.
    """
    font, track = _title_font(ink), -12
    em = size_pt / POINTS_PER_MM
    left = x - fonts.width_mm(text, font, size_pt, track) / 2
    shape = letters(text, font, size_pt, track)
    behind = shape.at(left + depth * em, y - depth * 1.15 * em)
    if ink.low:
        ink.draw(behind, None, ink.black, 0.5)
        ink.draw(shape.at(left, y), WHITE, ink.black, 1.2)
        return
    ink.draw(behind, shadow or _dark(ink), shadow or _dark(ink), 0.02 * size_pt)
    ink.draw(shape.at(left, y), _dark(ink), _dark(ink), 0.024 * size_pt)
    ink.text(left, y, text, font, size_pt, _pale(ink), track=track)


def draw_title(ink: Ink, w: float, top: float, foot: float, width: float, k: float, worn: Dress) -> None:
    """Draw the lettered title of the design `worn` between the heights `top` and `foot`.

    The title is centred in a face `w` mm wide. `top` and `foot` are heights (y) in mm. The lines are at most `width` mm
    wide. `k` is the scale of the type, 1 for a front of 92 by 130 mm. In the title Liar’s Lair the apostrophe is a
    forked tongue. Raises PrintError if the title is too long.
    """
    font, lines = _title_font(ink), worn.rows
    if not lines:
        points = sizes(60 * k, 9.0)
        setting = fit(worn.title, width, (top - foot) * 0.94, font, points, leading=0.98)
        if setting is None:
            raise PrintError(f"“{worn.title[:60]}…” is too long for the front of its box: give it a shorter title")
        lines = tuple((line, setting.size_pt / POINTS_PER_MM / k) for line in setting.lines)
    set_ = [(text, size * k * POINTS_PER_MM) for text, size in lines]
    shrink = min(shrunk(text, font, size, width, track=-12) / size for text, size in set_)
    set_ = [(text, size * shrink) for text, size in set_]
    pitch = set_[-1][1] * 0.84 / POINTS_PER_MM
    block = fonts.cap_mm(font, set_[0][1]) + pitch * (len(set_) - 1)
    y = (top + foot + block) / 2 - fonts.cap_mm(font, set_[0][1])
    for text, size in set_:
        if worn.emblem is _mouth and text.endswith("’s"):
            _licking(ink, w / 2, y, text, size, font)
        else:
            draw_lettering(ink, w / 2, y, text, size)
        y -= pitch


def _licking(ink: Ink, x: float, y: float, text: str, size: float, font: str) -> None:
    """Draw a word that ends in ’s in heavy letters, with a forked tongue as its apostrophe.

    The word is centred about x with its baseline at y, in mm. `size` is the type size in points.
    """
    before, gap = text[:-2], 0.21 * size / POINTS_PER_MM
    wide, rest = (fonts.width_mm(part, font, size, -12) for part in (before, "s"))
    left = x - (wide + gap + rest) / 2
    draw_lettering(ink, left + wide / 2, y, before, size)
    draw_lettering(ink, left + wide + gap + rest / 2, y, "s", size)
    em = size / POINTS_PER_MM
    at, high = (left + wide + gap / 2, y + 0.51 * em), 0.54 * em / 36
    licking = tongue().at(0, 0, 1.55, tall=1.0)
    if not ink.low:
        ink.draw(licking.at(at[0] + 0.03 * em, at[1] - 0.034 * em, high), _dark(ink), _dark(ink), 0.02 * size)
    fill = ink.paper if ink.low else ink.palette.yellow.base
    ink.draw(licking.at(*at, high), fill, ink.black, 0.02 * size)


# --- the back


_HEAD_PT, _LINE_PT = 9.2, 8.0


def _back(ink: Ink, w: float, h: float, bleed: Bleeds, *, worn: Dress, label: Label, thumb: float) -> None:
    """Draw the back: two lines that advertise the game, cards, three steps, and the contents.

    The contents of the box are at the foot. `w` and `h` are the width and height of the face, and `bleed` is how far
    the ground goes beyond its left, lower, right and upper edge. `thumb` is the radius of the thumb notch (0: none).
    All are in mm. If the cards would be small, the steps lose their sentences, and if that is not enough, they are left
    out.
    """
    k, low = _scale(w, h), ink.low
    left, bottom, right, top = bleed
    dark = ink.paper if low else _dark(ink)
    if not low:
        ink.draw(rect(-left, -bottom, w + left + right, h + bottom + top), ink.palette.paper)
    band = 8.0 * k
    foot = _foot(ink, w, bleed, label, k)
    bay = thumb + 2.2 if thumb else 0.0
    ink.draw(rect(-left, h - band, w + left + right, band + top), dark)
    if bay:
        ink.draw(ellipse(w / 2, h, bay), dark, ink.black if low else None, 0.6)
    if low:
        ink.line(0, h - band, w / 2 - bay, h - band, 0.6, cap="butt")
        ink.line(w / 2 + bay, h - band, w, h - band, 0.6, cap="butt")
    beside = [(2.0 * k, w / 2 - bay), (w / 2 + bay, w - 2.0 * k)] if bay else [(0.0, w)]
    for a, b in beside:
        draw_lozenges(ink, (a, h - band / 2), (b, h - band / 2), 5.2 * k, 0, worn)
    y = h - (bay + 2.6 * k if bay else band + 5.0 * k)
    y = _pitch(ink, w, y, label.pitch, k) - 2.2 * k
    margin, look = 6.0 * k, Style(low=low, accent=worn.tone.base, palette=ink.palette)
    # The steps lose their sentences, then go, where the cards would be small.
    for steps in (label.steps, tuple((head, "") for head, _ in label.steps), ()):
        elements = _steps(steps, w - 2 * margin, look, k)
        low_edge = foot + 2.4 * k + height_of(elements) + (2.0 * k if elements else 0)
        if y - low_edge > min(30 * k, 0.24 * h):
            break
    draw(ink, column_marks(elements, margin, foot + 2.4 * k + height_of(elements)))
    _show(ink, margin, low_edge, w - margin, y, label.shown, label.card)


def _pitch(ink: Ink, w: float, y: float, lines: Sequence[str], k: float) -> float:
    """Draw the two lines that advertise the game, the second in red, and return the y below them.

    The lines are centred on a face `w` mm wide, from `y` downwards; they shrink together until the longer one fits. `k`
    is the scale of the box.
    """
    font = _title_font(ink)
    size = min(shrunk(line, font, max(11.0, 23.5 * k), w - 8 * k) for line in lines)
    for at, line in enumerate(lines):
        y -= fonts.cap_mm(font, size) if not at else size * 1.02 / POINTS_PER_MM
        colour = ink.palette.red.base if at and not ink.low else ink.black
        draw(ink, (Text(w / 2, y, line, font, size, colour, "centre"),))
    return y - 0.24 * size / POINTS_PER_MM


def _steps(steps: Sequence[tuple[str, str]], width: float, look: Style, k: float) -> list[Element]:
    """Return an element for each step: its number, its heading and its sentence.

    Each of `steps` is a pair of heading and sentence; with "" the sentence is left out. `width` is in mm, and `k` is
    the scale of the box.
    """
    heading = TextFace(max(8.2, _HEAD_PT * k), max(8.2, _HEAD_PT * k) * 1.16, SERIF_SEMIBOLD)
    line = TextFace(max(7.0, _LINE_PT * k), max(7.0, _LINE_PT * k) * 1.22, SANS)
    indent, elements = 4.2 * k + 2.6, []
    for number, (head, said) in enumerate(steps, 1):
        marks: list[Mark] = [*numbered(look, 1.9 * k + 0.6, -heading.pitch * 0.62, 1.9, 2.4, str(number), 7.0)]
        y = 0.0
        for text, face in ((head, heading), (said, line)):
            words, below = note(text, face, indent, y - face.pitch * 0.8, width - indent)
            marks += words
            y = below + face.pitch * 0.8
        elements.append(Element(max(-y, 5.0), tuple(marks), before=1.9 * k))
    return elements


def _foot(ink: Ink, w: float, bleed: Bleeds, label: Label, k: float) -> float:
    """Draw the dark foot of the back, and return its height in mm.

    The foot has a list of what the box holds, the small print, and the kit's code on a plate. `w` is the width of the
    face and `bleed` is how far the ground goes beyond its left, lower, right and upper edge, in mm. `k` is the scale of
    the box.
    """
    size, fill = max(7.0, 7.2 * k), ink.black if ink.low else _pale(ink)
    strong, plain = (TextFace(size, size * 1.3, font, fill=fill) for font in (SANS_SEMIBOLD, SANS))
    code = label.code
    plate = fonts.width_mm(code, SANS_BOLD, 7.6, 20) + 3.4 if code else 0.0
    width = w - 8 * k - (plate + 3.0 if code else 0.0)
    first = strong.pitch * 0.76
    marks, y = note(", ".join(label.held), strong, 4 * k, -first, width)
    more, y = note(label.note, plain, 4 * k, y, width)
    block = -first - y
    high = max(block + 3.4, 13.5 * k, 9.2 if code else 0.0)
    left, bottom, right, _ = bleed
    if ink.low:
        ink.line(0, high, w, high, 0.6, cap="butt")
    else:
        ink.draw(rect(-left, -bottom, w + left + right, high + bottom), _dark(ink))
    draw(ink, [*marks, *more], 0, (high + block) / 2)
    if code:
        x, middle = w - 4 * k - plate / 2, high / 2
        ink.draw(rect(x - plate / 2, middle - 3.5, plate, 7.0, 0.6), WHITE, ink.black if ink.low else None, 0.5)
        for text, up, size, font, track in ((say("KIT"), 0.8, 7.0, SANS_BOLD, 120), (code, -2.6, 7.6, SANS_BOLD, 20)):
            ink.text(x, middle + up, text, font, size, type_on(WHITE, ink.black), "centre", track=track)
    return high


def _show(ink: Ink, x0: float, y0: float, x1: float, y1: float, faces: Sequence[Drawing], size: Size) -> None:
    """Draw cards side by side in a rectangle, each a little turned; more than three overlap.

    The rectangle is from (x0, y0) to (x1, y1) in mm, and the cards are scaled to fill it. Each of `faces` draws a card
    of the size `size`.
    """
    count = len(faces)
    apart = 1.24 if count == 2 else 1.06 if count == 3 else 0.68
    across = 1.16 + (count - 1) * apart  # in widths of a card
    scale = min((y1 - y0) / (size.height_mm * 1.1), (x1 - x0) / (size.width_mm * across))
    for at, face in enumerate(faces):
        off = at - (count - 1) / 2
        turn = -10.0 * off / max(1, count - 1)
        x = (x0 + x1) / 2 + off * apart * size.width_mm * scale
        y = (y0 + y1) / 2 - abs(off) * (0.02 if count > 3 else 0) * size.height_mm * scale
        with ink.at(x, y, turn):
            _card(ink, face, size, 0, 0, scale)


# --- spine and side, lid and base


_THIN_MM = 3.4
"""How large the type of a title is at most, in mm, where it fills a thin wall."""


def _spine(ink: Ink, w: float, h: float, *, worn: Dress, turn: int) -> None:
    """Draw the title along a wall of a box, with a row of lozenges at both ends and the hero at its foot.

    `w` and `h` are the width and height of the wall in mm. `turn` is the angle of the title: -90 for the wall left of
    the front and 90 for the right one, so that the title is upright if the box lies on its back. A wall that is too
    narrow or too short has no hero and no title.
    """
    end, font = min(6.0 * w / 28, 6.0), _title_font(ink)
    for y in (end / 2 + 0.6, h - end / 2 - 0.6):
        draw_lozenges(ink, (0.6, y), (w - 0.6, y), end * 0.8, 0, worn)
    badge = min(w * 0.36, 9.0)
    with ink.at(w / 2, h / 2, turn):
        # From here x runs along the wall, to the right as the title is read.
        low, high = -h / 2 + end + 2.4, h / 2 - end - 2.4
        foot = turn < 0  # where the wall's foot is
        if badge > 2.4 and h > 60:
            with ink.at((high - badge - 0.6) if foot else (low + badge + 0.6), 0, -turn):
                draw_badge(ink, worn, badge)
            low, high = (low, high - 2 * badge - 2.4) if foot else (low + 2 * badge + 2.4, high)
        size = max(min(w * 0.6, 15.0), min((w - 0.9) / 0.78, _THIN_MM)) * POINTS_PER_MM
        size = shrunk(worn.title, font, size, high - low, track=-12)
        if size >= fonts.SMALLEST_PT:  # better no title than one that is cut off
            shadow = None if ink.low or worn.tone == ink.palette.black else ink.palette.red.base
            draw_lettering(ink, (low + high) / 2, -fonts.cap_mm(font, size) / 2, worn.title, size, shadow)


def _side(ink: Ink, w: float, h: float, *, worn: Dress, label: Label) -> None:
    """Draw the two lines `label.side` along a wall in the game's colour, on a row of large lozenges.

    `w` and `h` are the width and height of the wall in mm. If a phrase for the guests (`label.company`) fits, it
    replaces the second line. A thin wall has one line alone.
    """
    half = min(11.0, w * 0.4)
    count = max(3, round(h / (half * 1.45)))
    net = sum((lozenge(w / 2, h * (i + 0.5) / count, half, half * 1.41) for i in range(count)), Outline())
    with ink.clip(rect(0, 0, w, h)):
        ink.draw(net, None, "#B9B5BE" if ink.low else worn.ray, 0.4 if ink.low else min(2.8, w * 0.1))
    line, second = label.side
    with_guests = [text for text in label.company if not fonts.missing(text, SERIF_ITALIC)]
    colour = ink.black if ink.low else type_on(worn.ground, _pale(ink), _dark(ink))
    room = h - 13.0
    size = shrunk(line, SERIF_SEMIBOLD, min(14.7, w * 1.18), room)
    small = max(7.0, 0.8 * size)
    fits = (text for text in (*with_guests, second) if fonts.width_mm(text, SERIF_ITALIC, small) <= room)
    chosen = next(fits, "")
    lines = [(line, SERIF_SEMIBOLD, size)] if size >= fonts.SMALLEST_PT else []
    if chosen and (size + small) * 1.2 / POINTS_PER_MM <= w - 1.6:
        lines.append((chosen, SERIF_ITALIC, small))
    elif chosen in with_guests and size >= fonts.SMALLEST_PT:  # where there is room for one line, it is theirs
        lines = [(chosen, SERIF_ITALIC, shrunk(chosen, SERIF_ITALIC, size, room))]
    pitch = 1.24 * size / POINTS_PER_MM
    with ink.at(w / 2, h / 2, 90):
        y = ((len(lines) - 1) * pitch - 0.62 * size / POINTS_PER_MM) / 2
        for text, font, points in lines:
            ink.text(0, y, text, font, points, colour, "centre")
            y -= pitch


def _strip(ink: Ink, w: float, h: float, *, worn: Dress, text: str, lettered: bool, turned: bool = False) -> None:
    """Draw a narrow face of a box along its longer side: `text` between lozenges, or lozenges alone for "".

    `w` and `h` are the width and height of the face in mm. With `lettered` the text is in heavy letters, else in small
    capitals of sans serif. With `turned` the face is drawn upside down, for a face whose upper edge comes to lie at the
    foot of the box.
    """
    if turned:
        with ink.at(w, h, 180):
            _strip(ink, w, h, worn=worn, text=text, lettered=lettered)
        return
    if h > w:
        with ink.at(w / 2, h / 2, 90), ink.at(-h / 2, -w / 2):
            _strip(ink, h, w, worn=worn, text=text, lettered=lettered)
        return
    font = _title_font(ink) if lettered else SANS_BOLD
    size, track = 7.4, 80
    if lettered:
        size, track = max(min(18.0, h * 1.5), min((h - 0.9) / 0.78, _THIN_MM) * POINTS_PER_MM), -12
    text = text if lettered else text.upper()
    if lettered or fonts.width_mm(text, font, size, track) > w - 8:
        size = shrunk(text, font, size, w - 22, track=track)
    half = 0.0
    if text and size >= fonts.SMALLEST_PT:
        half = fonts.width_mm(text, font, size, track) / 2 + 2.6
        base = h / 2 - fonts.cap_mm(font, size) / 2
        if lettered:
            draw_lettering(ink, w / 2, base, text, size, None if ink.low else ink.palette.red.base)
        else:
            ink.text(w / 2, base, text, font, size, ink.black if ink.low else _pale(ink), "centre", track=track)
    high = min(h * 0.62, 5.2, 3.6 if half else 9)
    rows = ((3.0, w / 2 - half), (w / 2 + half, w - 3.0)) if half else ((2.0, w - 2.0),)
    for a, b in rows:
        if b - a > high:
            draw_lozenges(ink, (a, h / 2), (b, h / 2), high, 0, worn)
