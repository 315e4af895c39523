"""Eight beasts: who stands on which card, where its sun stands, and what its corners show.

Each suit's beasts have their signs, their pose and their time of day: clubs climb and coil at noon, diamonds stand up
in front of a harlequin net, hearts sit or are stuck at sunset, spades go about at night.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.beasts import chameleon, cobra, frilled, glutton, knot, lizard, snake
from cardgen.art.beasts.panel import Silhouette, Sun
from cardgen.art.suits import CLUBS, DIAMONDS, HEARTS, SPADES

if TYPE_CHECKING:
    from cardgen.art.beasts.colours import Coat
    from cardgen.pdf.ink import Ink

LIZARD, SNAKE = "lizard", "snake"


Stand = tuple[float, float, float]
STILL = (1.0, 31.75, 44.45)
CLIMBING: tuple[Stand, Stand, Stand] = (STILL, (0.92, 32.4, 46.7), (0.87, 33.2, 47.2))
SITTING: tuple[Stand, Stand, Stand] = (STILL, STILL, STILL)
RUNNING: tuple[Stand, Stand, Stand] = (STILL, (1.0, 32.0, 43.8), (1.0, 31.8, 43.2))
BLUFFING: tuple[Stand, Stand, Stand] = ((1.0, 31.8, 44.0), (0.93, 30.9, 41.2), (0.91, 29.8, 40.5))
COILED: tuple[Stand, Stand, Stand] = (STILL, (0.95, 31.8, 45.0), (0.93, 31.8, 45.2))
RISING: tuple[Stand, Stand, Stand] = (STILL, STILL, (0.98, 31.4, 44.4))
KNOTTED: tuple[Stand, Stand, Stand] = ((0.96, 31.2, 46.9), (0.91, 33.6, 48.2), (0.92, 34.6, 48.2))
DIGESTING: tuple[Stand, Stand, Stand] = (STILL, (0.97, 33.4, 45.8), (0.95, 32.4, 44.5))


class Pose(NamedTuple):
    """How a beast is drawn where it stands on a poker card, its sun there, and its figure for the corners.

    `stands` says how much smaller it is, and where the card's middle then lies, for each of three sizes of corners.
    """

    draw: Callable[[Ink, Coat], None]
    sun: Sun
    corner: Silhouette
    stands: tuple[Stand, Stand, Stand]


POSES: dict[tuple[str, str], Pose] = {
    (LIZARD, CLUBS): Pose(
        lizard.draw_lizard, Sun(31.75, 46.5, 23.8), Silhouette(lizard.draw_silhouette, 15.5, 46.0, 68.2), CLIMBING
    ),
    (LIZARD, DIAMONDS): Pose(
        frilled.draw_frilled, Sun(31.4, 50.0, 23.0), Silhouette(frilled.draw_silhouette, 8.0, 42.4, 66.0), BLUFFING
    ),
    (LIZARD, HEARTS): Pose(
        chameleon.draw_chameleon,
        Sun(31.75, 44.6, 23.6),
        Silhouette(chameleon.draw_silhouette, 7.6, 45.6, 68.5),
        SITTING,
    ),
    (LIZARD, SPADES): Pose(
        lizard.draw_dropper, Sun(31.0, 47.0, 22.0), Silhouette(lizard.draw_dropped, 10.0, 44.4, 71.0), RUNNING
    ),
    (SNAKE, CLUBS): Pose(
        snake.draw_snake, Sun(31.4, 41.2, 24.2), Silhouette(snake.draw_silhouette, 9.9, 46.0, 63.7), COILED
    ),
    (SNAKE, DIAMONDS): Pose(
        cobra.draw_cobra, Sun(34.4, 55.0, 21.0), Silhouette(cobra.draw_silhouette, 7.0, 41.8, 68.0), RISING
    ),
    (SNAKE, HEARTS): Pose(
        knot.draw_knot, Sun(31.4, 43.4, 23.6), Silhouette(knot.draw_silhouette, 7.0, 49.0, 66.0), KNOTTED
    ),
    (SNAKE, SPADES): Pose(
        glutton.draw_glutton, Sun(31.0, 45.6, 23.4), Silhouette(glutton.draw_silhouette, 9.0, 45.4, 72.0), DIGESTING
    ),
}
