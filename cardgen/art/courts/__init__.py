"""Court cards: twelve liars, each a half figure above a belt and its own half turn below.

The panel is 39.4 by 75.2. A figure is built from a small vocabulary: halo, robe, hair, collar, two-faced face, crown,
and what it holds (see the files here). It is drawn once, stored, and placed twice; the belt covers the seam.
Its ornament, what is behind the figures, and the frame are of the theme's world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.art.courts.face import draw_face
from cardgen.art.courts.head import draw_beard, draw_collar, draw_crown, draw_hair, draw_halo, draw_moustache
from cardgen.art.courts.held import draw_hand, draw_held
from cardgen.art.courts.people import PEOPLE, draw_fan, draw_profile
from cardgen.art.courts.robe import draw_robe
from cardgen.art.courts.roles import roles
from cardgen.art.courts.world import draw_belt, draw_ground
from cardgen.art.suits import draw_suit
from cardgen.art.worlds.frames import draw_frame
from cardgen.pdf.path import rect

if TYPE_CHECKING:
    from cardgen.art.index import Indices
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink

HALF_W, HALF_H, RADIUS = 19.7, 37.6, 1.6
BELT = 1.9
OUT = 0.7  # how far outside the panel the middle of a theme's frame runs
CORNER_PIP = (-15.1, 32.4, 6.6)
LOW_WEIGHT = 0.75  # of every line, so that a figure keeps its detail and takes a tenth of the ink
JUMBO_SHARE = 0.86  # large indices need room beside the panel


def draw_court(ink: Ink, size: Size, rank: str, suit: str, indices: Indices = "normal", *, slate: bool = False) -> None:
    """Draw a king, queen or jack (K, Q, J) in its panel, centred on the card."""
    k = size.scale * (JUMBO_SHARE if indices == "jumbo" else 1)
    # On a card that is taller for its width the robe is longer, so that the panel stretches with the card.
    drop = max(0.0, HALF_H * (size.stretch - 1))
    with ink.at(size.width_mm / 2, size.height_mm / 2, 0, k):
        _panel(ink, rank, suit, slate, drop)


def _panel(ink: Ink, rank: str, suit: str, slate: bool, drop: float) -> None:
    colours = roles(ink, suit, slate=slate)
    panel = rect(-HALF_W, -HALF_H - drop, 2 * HALF_W, 2 * (HALF_H + drop), RADIUS)

    def half(ink: Ink) -> None:
        with ink.clip(rect(-HALF_W, -drop, 2 * HALF_W, HALF_H + drop)), ink.weighing(LOW_WEIGHT if ink.low else 1):
            _figure(ink, rank, suit, slate, drop)
        x, y, height = CORNER_PIP
        draw_suit(ink, suit, x, y, height, outline_pt=0.6 if ink.low else 0, pattern=True)

    with ink.clip(panel):
        draw_ground(ink, colours, HALF_W, HALF_H + drop)
        for turn, y in ((0, drop), (180, -drop)):
            ink.form(("court", rank, suit, slate, drop), half, (-HALF_W, -drop, HALF_W, HALF_H), 0, y, turn)
    draw_belt(ink, colours, HALF_W, BELT)
    ink.draw(panel, None, ink.black, 0.9)
    around = HALF_W + OUT, HALF_H + drop + OUT
    draw_frame(ink, rect(-around[0], -around[1], 2 * around[0], 2 * around[1], RADIUS))


def _figure(ink: Ink, rank: str, suit: str, slate: bool, drop: float) -> None:
    """Draw the upper half figure from back to front; its robe goes on `drop` below the origin."""
    colours = roles(ink, suit, slate=slate)
    person = PEOPLE[rank, suit]
    draw_halo(ink, rank, colours)
    draw_robe(ink, rank, suit, colours, drop)
    if person.profile:
        draw_collar(ink, rank, colours)
        draw_profile(ink, 0.9, 20.2, colours)
    else:
        draw_hair(ink, rank, colours, person.cut)
        draw_collar(ink, rank, colours)
        draw_face(ink, 0, 20.2, colours, person)
    if rank == "K":
        draw_beard(ink, colours, person.cut)
    elif person.cut == "moustache":
        draw_moustache(ink, colours, 1.0)
    draw_crown(ink, rank, suit, colours)
    if person.fan:
        draw_fan(ink, colours)
        draw_hand(ink, 10.0, 5.0, colours)
    else:
        draw_held(ink, rank, suit, colours)
