"""The beasts of the game Lizard: the lizard and the snake of each suit, and how a card places them."""

from collections.abc import Callable
from typing import NamedTuple

from cardgen.art.beasts import lizards, snakes
from cardgen.art.beasts.panel import Coat, Silhouette, Sun
from cardgen.art.shapes import CLUBS, DIAMONDS, HEARTS, SPADES
from cardgen.pdf.ink import Ink

LIZARD, SNAKE = "lizard", "snake"

Stand = tuple[float, float, float]
STILL = (1.0, 31.75, 44.45)


class Pose(NamedTuple):
    """How a beast is placed on its card.

    `draw` draws the beast, `sun` is the disc behind it, and `corner` the small figure in the two cut-out corners of the
    panel. `stands` has one placing of the beast for each of three sizes of these corners, the smallest size first. A
    placing is a scale (1 or less), and x and y in mm of the point in the beast's drawing that lies in the middle of the
    card.
    """

    draw: Callable[[Ink, Coat], None]
    sun: Sun
    corner: Silhouette
    stands: tuple[Stand, Stand, Stand]


POSES: dict[tuple[str, str], Pose] = {
    (LIZARD, CLUBS): Pose(
        lizards.draw_lizard, Sun(31.75, 46.5, 23.8), Silhouette(lizards.draw_lizard_silhouette, 15.5, 46.0, 68.2),
        (STILL, (0.92, 32.4, 46.7), (0.87, 33.2, 47.2)),
    ),
    (LIZARD, DIAMONDS): Pose(
        lizards.draw_frilled, Sun(31.4, 50.0, 23.0), Silhouette(lizards.draw_frilled_silhouette, 8.0, 42.4, 66.0),
        ((1.0, 31.8, 44.0), (0.93, 30.9, 41.2), (0.91, 29.8, 40.5)),
    ),
    (LIZARD, HEARTS): Pose(
        lizards.draw_chameleon, Sun(31.75, 44.6, 23.6), Silhouette(lizards.draw_chameleon_silhouette, 7.6, 45.6, 68.5),
        (STILL, STILL, STILL),
    ),
    (LIZARD, SPADES): Pose(
        lizards.draw_dropper, Sun(31.0, 47.0, 22.0), Silhouette(lizards.draw_dropped, 10.0, 44.4, 71.0),
        (STILL, (1.0, 32.0, 43.8), (1.0, 31.8, 43.2)),
    ),
    (SNAKE, CLUBS): Pose(
        snakes.draw_snake, Sun(31.4, 41.2, 24.2), Silhouette(snakes.draw_snake_silhouette, 9.9, 46.0, 63.7),
        (STILL, (0.95, 31.8, 45.0), (0.93, 31.8, 45.2)),
    ),
    (SNAKE, DIAMONDS): Pose(
        snakes.draw_cobra, Sun(34.4, 55.0, 21.0), Silhouette(snakes.draw_cobra_silhouette, 7.0, 41.8, 68.0),
        (STILL, STILL, (0.98, 31.4, 44.4)),
    ),
    (SNAKE, HEARTS): Pose(
        snakes.draw_knot, Sun(31.4, 43.4, 23.6), Silhouette(snakes.draw_knot_silhouette, 7.0, 49.0, 66.0),
        ((0.96, 31.2, 46.9), (0.91, 33.6, 48.2), (0.92, 34.6, 48.2)),
    ),
    (SNAKE, SPADES): Pose(
        snakes.draw_glutton, Sun(31.0, 45.6, 23.4), Silhouette(snakes.draw_glutton_silhouette, 9.0, 45.4, 72.0),
        (STILL, (0.97, 33.4, 45.8), (0.95, 32.4, 44.5)),
    ),
}  # fmt: skip
