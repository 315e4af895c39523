"""What stands in for a game's back: the back of a theme's world, or an engraving where little ink is wanted behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.pdf.drawing import Size
    from cardgen.pdf.ink import Ink


def drawn_instead(ink: Ink, size: Size, name: str) -> bool:
    """Draw what stands in for the back of this name, if anything does, and say so."""
    if ink.theme.back != "harlequin":
        from cardgen.art.backs.worlds import draw_world

        draw_world(ink, size, ink.theme.back)
        return True
    if ink.theme.engraved and not ink.low:
        from cardgen.art.backs.engraved import draw_engraved

        draw_engraved(ink, size, name)
        return True
    return False
