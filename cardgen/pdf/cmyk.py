"""CMYK: the one place that says how a colour of ours becomes four inks.

No profile of a press is shipped, so the conversion is plain and the same everywhere, in four steps:

1. A dark colour that is all but grey, as the house's ink is, becomes black alone. Four inks never lie exactly on each
   other, and small type would get coloured fringes.
2. Grey is taken out of the three colours and given to black, but for the palest 3 %, where black dots would show.
3. Inks are not pure: magenta prints weaker than its number says, cyan does some of its work, and cyan over yellow
   makes a green that is too blue. So magenta and yellow are corrected, as engravers did it with masks.
4. At most 240 % of ink lies anywhere, which every print shop takes.

Vectors get their four numbers while they are drawn, so type stays type; pictures go through a table of the same
function.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFilter import Color3DLUT

    from cardgen.pdf.theme import Colour

MOST_INK = 2.4
"""The sum of the four inks that is nowhere passed (240 %)."""
LIGHT = 0.03
"""Grey up to this share is left to the three colours."""
MAGENTA, LESS_FOR_CYAN = 1.15, 0.17
YELLOW, MORE_FOR_CYAN = 1.08, 0.6
DARK, NEUTRAL = 0.3, 0.1
"""A colour whose strongest part is under `DARK` and whose parts differ by less than `NEUTRAL` is black alone."""

_TABLE = 33

Inks = tuple[float, float, float, float]


def inks(red: float, green: float, blue: float, most: float = MOST_INK) -> Inks:
    """Turn red, green and blue (each 0 to 1) into cyan, magenta, yellow and black (each 0 to 1), `most` in all."""
    strongest, weakest = max(red, green, blue), min(red, green, blue)
    if strongest < DARK and strongest - weakest < NEUTRAL:
        return 0.0, 0.0, 0.0, min(1.0, (1 - strongest) / (1 - DARK) * 0.87)
    black = max(0.0, (1 - strongest - LIGHT) / (1 - LIGHT))
    cyan, magenta, yellow = (max(0.0, 1 - part - black) / (1 - black) for part in (red, green, blue))
    magenta = max(0.0, min(1.0, MAGENTA * magenta - LESS_FOR_CYAN * cyan))
    yellow = min(1.0, yellow * (YELLOW + MORE_FOR_CYAN * cyan))
    less = min(1.0, (most - black) / max(cyan + magenta + yellow, 1e-9))
    cyan, magenta, yellow = cyan * less, magenta * less, yellow * less
    return cyan, magenta, yellow, black


@lru_cache(maxsize=1024)
def cmyk_operands(colour: Colour) -> str:
    """Spell a colour as four inks for a PDF stream, rounded downwards so that no sum passes the most."""
    parts = inks(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    return " ".join(f"{int(part * 1000 + 1e-6) / 1000:g}" for part in parts)


@cache
def _table(most: float) -> Color3DLUT:
    from PIL.ImageFilter import Color3DLUT

    return Color3DLUT.generate(_TABLE, partial(inks, most=most), channels=4, target_mode="CMYK")


def convert_picture(picture: Image, most: float = MOST_INK) -> Image:
    """Turn an RGB picture into a CMYK one, with at most so much ink anywhere."""
    return picture.filter(_table(most))
