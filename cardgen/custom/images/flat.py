"""Transparency flattened for print shops: what lies under a see-through picture is drawn with it, as one picture.

Presses are given four inks and no transparency (PDF/X-1a). So a see-through picture is drawn, with everything that lies
below it in its box, as it would be on any other page; at 400 dpi that becomes a picture, and this one the four inks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardgen.pdf.drawing import Size

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink

Below = Callable[["Ink"], None]
FLAT_DPI = 400


def draw_flat(ink: Ink, draw: Below, width: float, height: float) -> None:
    """Draw what `draw` does in a box (millimetres, its corner at the origin) as one opaque picture."""
    from reportlab.lib.utils import ImageReader

    from cardgen.layout.impose import SheetOptions
    from cardgen.pdf.cmyk import convert_picture
    from cardgen.print.preview import card_picture

    # A whole number of pixels, or the last ones would be half white.
    across, down = (max(1, round(side / 25.4 * FLAT_DPI)) for side in (width, height))
    page = Size(across / FLAT_DPI * 25.4, down / FLAT_DPI * 25.4, 0, 0)

    def drawn(pen: Ink, _: Size) -> None:
        with pen.moved((page.width_mm / width, 0, 0, page.height_mm / height, 0, 0)):
            draw(pen)

    options = SheetOptions(theme=ink.theme, low_ink=ink.low, colour_aid=ink.aid)
    picture = card_picture(drawn, page, options, FLAT_DPI).crop((0, 0, across, down))
    ink.picture(ImageReader(convert_picture(picture)), width, height)
