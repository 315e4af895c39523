"""What each colour does in a court card, by suit: hearts and spades are dark-haired, diamonds and clubs fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.suits import DIAMONDS, HEARTS, SPADES
from cardgen.pdf.theme import WHITE, Colour, Palette, mix

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink


class Roles(NamedTuple):
    """The robe's colour and its shade, the second colour, the metal, what shows the paper, the halo, and so on."""

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


def _slate(palette: Palette) -> tuple[Colour, Colour]:
    """Mix a grey with a breath of blue, and its shade."""
    return mix(palette.black.shade, palette.blue.tint, 0.28), mix(palette.black.base, palette.blue.shade, 0.35)


def roles(ink: Ink, suit: str, *, slate: bool = False) -> Roles:
    """Dress a suit: hearts and diamonds in red, the others in blue, or in slate where blue would be a third side."""
    palette = ink.palette
    red = suit in (HEARTS, DIAMONDS)
    sign = palette.red.base if red else ink.black
    if ink.low:
        return Roles(WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, sign, WHITE, ink.black)
    if red:
        main, shade = palette.red.base, palette.red.shade
    else:
        main, shade = _slate(palette) if slate else (palette.blue.base, palette.blue.shade)
    metal, dark = palette.yellow.base, suit in (HEARTS, SPADES)
    hair, strands = (ink.black, metal) if dark else (metal, ink.black)
    return Roles(main, shade, ink.black, metal, palette.paper, palette.halo, palette.green.base, sign, hair, strands)
