"""The twelve people on the court cards, and the joker: colours by suit, and the places of their parts.

The parts of the twelve are drawings in `templates/art/courts`. Each is drawn at its place on the upper half of a card,
with the origin in the card's middle. A king holds a weapon (sword, spear, axe, mace), a queen a flower (tulip, star,
clover) or a fan, and a jack a staff that ends in the suit's sign, so that the twelve differ in outline as well. The
joker is a dancing fool at full length on harlequin boards, from `templates/art/joker`, with the face of the courts.
"""

from functools import lru_cache
from math import ceil, cos, radians, sin
from typing import NamedTuple

from cardgen.art.pictures import ART, draw_picture, picture
from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_NAMES, draw_suit, suit_path
from cardgen.art.signs import draw_frame
from cardgen.art.standard import Indices, draw_corners, index_scale
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import Outline, arc, compound, ellipse, lozenge, poly, rect, segment
from cardgen.pdf.theme import WHITE, Colour, mix
from cardgen.pdf.type import cap_mm


class Roles(NamedTuple):
    """The colours in which a king, queen, jack or joker is drawn, by role (what a colour paints).

    `main` and `shade` are the colours of the robe and of its dark parts, `second` is its other colour, `metal` that of
    gold, and `pale` that of skin and linen. `halo` is the colour of the disc behind the head, `leaf` of green parts,
    `sign` of the suit signs, `hair` of the hair, `strands` of the lines in it, and `trim` of the outline of a
    moustache.
    """

    main: Colour
    shade: Colour
    second: Colour
    metal: Colour
    pale: Colour
    halo: Colour
    leaf: Colour
    sign: Colour
    hair: Colour
    strands: Colour
    trim: Colour

    def draw(self, ink: Ink, name: str) -> None:
        """Draw the picture `name` of `templates/art` (as `courts/hand`) in these colours about the origin."""
        draw_picture(ink, name, self._asdict())


def roles(ink: Ink, suit: str, *, slate: bool = False) -> Roles:
    """Return the colours of a figure of this suit (`c d h s`).

    Robes are red for hearts and diamonds, blue for spades and clubs. With `slate`, the blue robes are grey, for games
    in which only red and black count. If ink is saved (`ink.low`), only the suit signs and some lines have a colour,
    and all else is white.
    """
    palette = ink.palette
    red = suit in (HEARTS, DIAMONDS)
    sign = palette.red.base if red else ink.black
    if ink.low:
        return Roles(WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, sign, WHITE, ink.black, ink.black)
    robe = palette.red if red else palette.blue
    main, shade = robe.base, robe.shade
    if slate and not red:  # a grey with a breath of blue
        main, shade = (
            mix(palette.black.shade, palette.blue.tint, 0.28),
            mix(palette.black.base, palette.blue.shade, 0.35),
        )
    metal, pale = palette.yellow.base, palette.paper
    dark = suit in (HEARTS, SPADES)
    hair, strands, trim = (ink.black, metal, pale) if dark else (metal, ink.black, ink.black)
    return Roles(main, shade, ink.black, metal, pale, palette.halo, palette.green.base, sign, hair, strands, trim)


class Person(NamedTuple):
    """The drawings that make one king, queen or jack, without those that all figures of a rank share.

    `hair`, `beard` and `held` (the object in the hand) have names of files in `templates/art/courts`; () means none. If
    `profile` is true, the face is seen from the side, else from the front, with eyes of its own drawing.
    """

    hair: tuple[str, ...] = ()
    profile: bool = False
    beard: tuple[str, ...] = ()
    held: str = "staff"


PEOPLE: dict[tuple[str, str], Person] = {
    ("K", SPADES): Person(("hair-king",), beard=("beard-forked", "moustache"), held="spear"),
    ("K", HEARTS): Person(("hair-king",), beard=("beard-scalloped",), held="sword"),
    ("K", DIAMONDS): Person(("hair-king",), beard=("beard-scalloped", "moustache"), held="axe"),
    ("K", CLUBS): Person(("hair-king",), beard=("beard-imperial", "moustache-twirled"), held="mace"),
    ("Q", SPADES): Person(("hair-veiled",), held="tulip"),
    ("Q", HEARTS): Person(("hair-curled",), held="fan"),
    ("Q", DIAMONDS): Person(("hair-plaited",), held="star"),
    ("Q", CLUBS): Person(("hair-waved",), held="clover"),
    ("J", SPADES): Person(profile=True),
    ("J", HEARTS): Person(profile=True),
    ("J", DIAMONDS): Person(("hair-jack",), beard=("moustache",)),
    ("J", CLUBS): Person(("hair-jack",)),
}
RANK_NAMES = {"K": "king", "Q": "queen", "J": "jack"}
HANDS = {"fan": (-5.6, -1.4), "tulip": (-0.7, 0.2), "star": (-0.7, 0.2), "clover": (-0.7, 0.2)}  # moved from the staff
CROWN_TIPS = ((-8.2, 33.9), (-4.1, 33.1), (0, 35.7), (4.1, 33.1), (8.2, 33.9))
PROFILE_AT = (0.9, 20.2, 0.0, 0.96)  # x, y, turn, scale
FLOWER = (15.2, 19.6)
STAFF = (15.6, 23.4)
STAFF_SIGNS = {DIAMONDS: 2.8, HEARTS: 2.6, SPADES: 2.4, CLUBS: 2.2}


def _head(ink: Ink, rank: str, suit: str, c: Roles) -> None:
    """Draw hair, collar, face, beard and crown of a king, queen or jack.

    `rank` is K, Q or J, `suit` is c, d, h or s, and `c` has the colours.
    """
    person, name = PEOPLE[rank, suit], RANK_NAMES[rank]
    face = () if person.profile else ("face", f"eyes-{name}-of-{SUIT_NAMES[suit]}")
    for part in (*person.hair, f"collar-{name}"):
        c.draw(ink, f"courts/{part}")
    if person.profile:
        with ink.at(*PROFILE_AT):
            c.draw(ink, "courts/profile")
    for part in (*face, *person.beard, f"crown-{name}"):
        c.draw(ink, f"courts/{part}")
    if rank == "K":
        for x, y in CROWN_TIPS:
            ink.draw(suit_path(suit, x, y, 2.7), c.main, ink.black, 0.55)


def _held(ink: Ink, rank: str, suit: str, c: Roles) -> None:
    """Draw the object that a king, queen or jack holds, the signs of the suit on it, and the hand.

    `rank` is K, Q or J, `suit` is c, d, h or s, and `c` has the colours.
    """
    held = PEOPLE[rank, suit].held
    c.draw(ink, f"courts/{held}")
    if rank == "Q" and held != "fan":
        draw_suit(ink, suit, *FLOWER, 2.1, c.sign)
    elif rank == "J":
        x, y = STAFF
        if suit == DIAMONDS:
            ink.draw(lozenge(x, y, 2.4, 4.2), c.pale, ink.black, 0.8)
        else:
            ink.sticker([suit_path(suit, x, y - 0.2, 6.6)], c.pale, ink.black, 0.7)
        draw_suit(ink, suit, x, y + (0.4 if suit == HEARTS else 0), STAFF_SIGNS[suit], c.sign)
        c.draw(ink, "courts/ferrule")
    with ink.at(*HANDS.get(held, (0, 0))):
        c.draw(ink, "courts/hand")
    if rank == "K":
        c.draw(ink, "courts/pommel")


# --- robes

PATTERN_MM = {SPADES: 34.0, HEARTS: 25.5, DIAMONDS: 28.8, CLUBS: 21.672}
"""After how many mm a robe's pattern repeats on a tall card."""
RINGS = (4.2, 12.848, 3.612)  # on clubs: how far apart rings are, how high the uppermost are, and how high a row is
SIGNS = (4.0, 7.2)


def _robe(ink: Ink, rank: str, suit: str, c: Roles, drop: float) -> None:
    """Draw the robe with its suit's pattern, and the strip of suit signs down its middle.

    Pattern and signs go on to `drop` mm below the origin (0 on a poker card). `rank` is K, Q or J, `suit` is c, d, h or
    s, and `c` has the colours.
    """
    outline = picture(ART / "courts" / f"robe-{RANK_NAMES[rank]}.svg").marks[0].path or Outline()
    ink.draw(outline, c.main)
    with ink.clip(outline):
        for i in range(1 + ceil(drop / PATTERN_MM[suit])):
            with ink.at(0, -i * PATTERN_MM[suit]):
                c.draw(ink, f"courts/pattern-{SUIT_NAMES[suit]}")
                if suit == CLUBS:
                    _clubs(ink, c)
    ink.draw(outline, None, ink.black, 1.0)
    c.draw(ink, "courts/robe-panel")
    step = SIGNS[1] - SIGNS[0]
    for y in (*SIGNS, *(SIGNS[0] - step * i for i in range(1, 1 + int(drop / step)))):
        draw_suit(ink, suit, 0, y, 2.1)


def _clubs(ink: Ink, c: Roles) -> None:
    """Draw the small clubs inside the rings, which are the pattern on the robes of clubs."""
    step, top, down = RINGS
    for row in range(round(PATTERN_MM[CLUBS] / down)):
        for i in range(-5, 6):
            at = (i + row % 2 / 2) * step, top - row * down
            draw_suit(ink, CLUBS, *at, 1.3 if ink.low else 1.9, ink.black if ink.low else c.pale)


# --- the panel: its ground, both figures, and the belt between them

HALF_W, HALF_H, RADIUS = 19.7, 37.6, 1.6
OUT = 0.7  # how far outside the panel the middle of a theme's frame runs
CORNER_PIP = (-15.1, 32.4, 6.6)
LOW_WEIGHT = 0.75  # of every line, so that a figure keeps its detail and takes a tenth of the ink
JUMBO_SHARE = 0.86  # large indices need room beside the panel


def draw_court(ink: Ink, size: Size, rank: str, suit: str, indices: Indices = "normal", *, slate: bool = False) -> None:
    """Draw the figure of a king, queen or jack in its panel, centred on the card.

    `rank` is K, Q or J, `suit` is c, d, h or s. `indices` is the style of the card's corner indices: beside `jumbo`
    ones the panel is smaller. With `slate`, spades and clubs wear grey instead of blue.
    """
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" else 1)
    # On a card that is taller for its width the robe is longer, so that the panel stretches with the card.
    drop = max(0.0, HALF_H * (size.stretch - 1))
    c, half_h = roles(ink, suit, slate=slate), HALF_H + drop

    def half(ink: Ink) -> None:
        with ink.clip(rect(-HALF_W, -drop, 2 * HALF_W, half_h)), ink.weighing(LOW_WEIGHT if ink.low else 1):
            c.draw(ink, f"courts/halo-{RANK_NAMES[rank]}")
            _robe(ink, rank, suit, c, drop)
            _head(ink, rank, suit, c)
            _held(ink, rank, suit, c)
        x, y, height = CORNER_PIP
        draw_suit(ink, suit, x, y, height, outline_pt=0.6 if ink.low else 0, pattern=True)

    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, k):
        panel = rect(-HALF_W, -half_h, 2 * HALF_W, 2 * half_h, RADIUS)
        with ink.clip(panel):
            _ground(ink, c, HALF_W, half_h)
            for turn, y in ((0, drop), (180, -drop)):
                ink.form(("court", rank, suit, slate, drop), half, (-HALF_W, -drop, HALF_W, HALF_H), 0, y, turn)
        c.draw(ink, f"courts/belt-{ink.theme.court}")
        ink.draw(panel, None, ink.black, 0.9)
        draw_frame(ink, rect(-HALF_W - OUT, -half_h - OUT, 2 * (HALF_W + OUT), 2 * (half_h + OUT), RADIUS))


def _ground(ink: Ink, c: Roles, half_w: float, half_h: float) -> None:
    """Draw the background of the theme behind both halves of the figure: rings, stripes or nothing.

    Rings are left out if ink is saved. `half_w` and `half_h` are half the width and half the height of the panel in mm,
    and `c` has the figure's colours.
    """
    if ink.theme.court == "lacquer" and not ink.low:  # rings and robes in line alone would run together
        ink.draw(_sea(half_w, half_h), None, mix(c.main, ink.paper, 0.72), 0.45)
    elif ink.theme.court == "seaside":
        stripe = 2 * half_w / 9
        for i in range(9):
            x = -half_w + i * stripe
            if i % 2 == 0 and not ink.low:
                ink.draw(rect(x, -half_h, stripe, 2 * half_h), mix(c.main, ink.paper, 0.86))
            if i:
                line = ink.black if ink.low else mix(c.main, ink.paper, 0.6)
                ink.draw(segment(x, -half_h, x, half_h), None, line, 0.3)


@lru_cache(maxsize=4)
def _sea(half_w: float, half_h: float) -> Outline:
    """Return the outlines of a sea of rings that fills a panel.

    `half_w` and `half_h` are half the width and half the height of the panel in mm. The outlines are the same when they
    are turned by 180 degrees.
    """
    r, rings = 2.6, list[Outline]()
    for row in range(1, int(half_h / (0.8 * r)) + 2):
        for i in range(-int(half_w / r) - 1, int(half_w / r) + 2):
            if (i + row) % 2 == 0:
                x, y = i * r, row * r * 0.8 - 0.6
                rings += [arc(x, y, k * r, *((30, 150) if k == 1 else (10, 170))) for k in (1.0, 0.66, 0.32)]
    half = compound(rings)
    return half + half.at(turn=180)


# --- the joker: unlike the courts one figure, not two turned ones

SUN_Y = 12.0
FACE_Y, FACE_SCALE = 18.3, 0.86
COURT_FACE_Y = 20.2  # where its middle is in the drawings of the courts
BOARDS = -30.4
DEEPER = 0.8  # of the height that a tall card's panel has more at an end, the stage takes so much
WORD = "JOKER"
WORD_PT = 11.0
JUMBO = 1.3


def draw_joker(ink: Ink, size: Size, colour: str, indices: Indices = "normal") -> None:
    """Draw a joker's whole face, with its name down two corners.

    If `colour` is `red`, the joker is red; for any other text the joker is black and blue. With the `indices` `jumbo`,
    the name is larger.
    """
    suit = HEARTS if colour == "red" else SPADES
    more = max(0.0, HALF_H * (size.stretch - 1))
    half, deep, c = HALF_H + more, DEEPER * more, roles(ink, suit)
    paints = {**c._asdict(), "red": c.sign if ink.low else ink.palette.red.base}
    panel = rect(-HALF_W, -half, 2 * HALF_W, 2 * half, RADIUS)

    def fool(ink: Ink) -> None:
        with ink.clip(panel), ink.weighing(LOW_WEIGHT if ink.low else 1), ink.at(0, deep - more):
            _stage(ink, c, more, deep)
            draw_picture(ink, "joker/body", paints)
            with ink.at(0, FACE_Y - COURT_FACE_Y * FACE_SCALE, 0, FACE_SCALE):
                c.draw(ink, "courts/face")
                c.draw(ink, "courts/eyes-joker")
            with ink.at(0, FACE_Y, 0, FACE_SCALE):
                draw_picture(ink, "joker/grin", paints)
            c.draw(ink, "joker/band")

    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, size.scale):
        ink.form(("joker", suit, more), fool, (-HALF_W, -half, HALF_W, half))
        ink.draw(panel, None, ink.black, 0.9)
        draw_frame(ink, rect(-HALF_W - OUT, -half - OUT, 2 * (HALF_W + OUT), 2 * (half + OUT), RADIUS))
    font, tone = ink.theme.fonts.label, ink.palette.red.base if suit == HEARTS else ink.black
    type_pt = max(WORD_PT * index_scale(size) * (JUMBO if indices == "jumbo" else 1), 7.0)

    def corner(ink: Ink) -> None:
        y = size.height_mm - 5.6 * size.scale - cap_mm(font, type_pt)
        for letter in WORD:
            ink.text(6.7 * index_scale(size), y, letter, font, type_pt, tone, "centre")
            y -= type_pt * 0.92 / 72 * 25.4

    draw_corners(ink, size, corner)


def _stage(ink: Ink, c: Roles, more: float, deep: float) -> None:
    """Draw the sun behind the joker, and the stage under him.

    The stage is `deep` mm deeper than on a poker card. `more` is how many mm half the panel is higher than on a poker
    card; the rays of the sun are longer by twice as much.
    """
    rays, far = Outline(), 48 + 2 * more
    for i in range(0, 48, 2):
        a = radians(7.5 * i)
        points = [(17.2, a - 0.035), (far, a - 0.05), (far, a + 0.05), (17.2, a + 0.035)]
        rays += poly([(r * cos(t), SUN_Y + r * sin(t)) for r, t in points])
    ink.tint(rays, c.halo, 0.3)
    ink.draw(ellipse(0, SUN_Y, 15.4), c.halo, ink.black, 0.7)
    ink.draw(ellipse(0, SUN_Y, 14.5), None, ink.black, 0.3)
    floor = rect(-20, -38 - deep, 40, 7.6 + deep)
    ink.draw(floor, c.pale, ink.black, 0.8)
    with ink.clip(floor):
        for i in range(-9, 10):
            for j in range(i % 2, 4 + ceil(deep / 2), 2):
                tile = lozenge(i * 2.2, BOARDS - 1.0 - j * 2.0, 2.2, 2.0)
                ink.flat(tile, c.main if j % 2 else c.second, 0.35)
    ink.draw(segment(-20, BOARDS, 20, BOARDS), None, ink.black, 0.9)
