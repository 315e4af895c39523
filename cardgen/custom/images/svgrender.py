"""What svglib makes of an SVG file: a reportlab drawing, whose groups know how see-through they are."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path as File
from typing import Any, NamedTuple, Protocol

from cardgen.pdf import fonts as lettering

COVERS = "_covers"
"""The attribute of a group that tells how much of what lies below it covers, as a whole (0 to 1)."""
_UNSEEN = ("clipPath", "mask", "defs", "style", "symbol", "linearGradient", "radialGradient")


class Colour(Protocol):
    """A colour as svglib has it: 0 to 1."""

    red: float
    green: float
    blue: float


class Gradient(NamedTuple):
    """A gradient within a shape: round its start where it has a radius, otherwise along a line from start to end."""

    shape: object
    colours: Sequence[Colour]
    stops: tuple[float, ...]
    box: tuple[float, float, float, float]
    """Left, bottom, right and top of the shape."""
    start: tuple[float, float]
    end: tuple[float, float]
    radius: float | None = None


def gradient(item: Any) -> Gradient | None:
    """Return what svglib keeps of a gradient; None for anything else.

    It has no public name for any of this, and only reportlab's shading to draw it by, which prints no CMYK of ours.
    `tests/cardgen/custom/images/test_svgrender.py` fails where svglib moves a name.
    """
    from svglib.svglib import LinearGradientShape, RadialGradientShape

    if not isinstance(item, LinearGradientShape | RadialGradientShape):
        return None
    own = vars(item)
    shape, colours = own["_clip_shape"], own["_rl_colors"]
    stops = tuple(max(0.0, min(1.0, float(stop))) for stop in own["_positions"])
    left, bottom, right, top = (float(v) for v in item.getBounds())
    box = left, bottom, right, top
    if isinstance(item, RadialGradientShape):
        centre = float(own["_cx"]), float(own["_cy"])
        return Gradient(shape, colours, stops, box, centre, centre, float(own["_r"]))
    x0, y0, x1, y1 = (float(own[name]) for name in ("_x0", "_y0", "_x1", "_y1"))
    return Gradient(shape, colours, stops, box, (x0, y0), (x1, y1))


def rendered(path: File, root: Any) -> Any:
    """Return the drawing of an SVG file's root. Raises whatever a strange file leads svglib to."""
    with _quiet():
        return _renderer()(str(path), font_map=_Fonts()).render(root)


class _Fonts:
    """Tells svglib that every font is one of the house's, so that it looks for none on this computer."""

    def find_font(self, font_name: str, weight: str = "normal", style: str = "normal") -> tuple[str, bool]:
        """Return the house's font for a family, a weight and a style."""
        bold = str(weight) in ("bold", "bolder", "600", "700", "800", "900")
        serif = "serif" in font_name.lower().replace("sans-serif", "") or "times" in font_name.lower()
        if serif:
            name = (
                lettering.SERIF_ITALIC if style == "italic" else lettering.SERIF_SEMIBOLD if bold else lettering.SERIF
            )
        else:
            name = lettering.SANS_BOLD if bold else lettering.SANS
        return lettering.register(name), True


@cache
def _renderer() -> Any:
    """Return svglib's renderer, taught that `opacity` is of a whole (svglib leaves it out)."""
    from reportlab.graphics.shapes import Group
    from svglib.svglib import SvgRenderer, node_name

    class Renderer(SvgRenderer):
        def renderNode(self, node: Any, parent: Any = None) -> None:  # noqa: N802
            covers = 1.0 if parent is None or node_name(node) in _UNSEEN else self._covers(node)
            if covers == 1:
                super().renderNode(node, parent)
                return
            whole = Group()
            setattr(whole, COVERS, covers)
            super().renderNode(node, whole)
            parent.add(whole)

        def _covers(self, node: Any) -> float:
            self.attrConverter.findAttr(node, "opacity")  # the rules of the file's styles become the node's own
            for key in ("fill-opacity", "stroke-opacity"):
                if "%" in node.attrib.get(key, ""):  # which svglib cannot read
                    node.attrib[key] = f"{share(node.attrib[key]):g}"
            covers = share(node.attrib.get("opacity", "1"))
            if node_name(node) == "text":  # whose fill svglib takes for solid
                covers *= share(self.attrConverter.findAttr(node, "fill-opacity") or "1")
            return covers

    return Renderer


def share(text: str) -> float:
    """Read an opacity, `0.5` or `50%`; what cannot be read covers all."""
    text = text.replace("!important", "").strip()
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(1.0, max(0.0, found)) if found == found else 1.0  # noqa: PLR0124


@contextmanager
def _quiet() -> Iterator[None]:
    """Let svglib keep its remarks to itself: what matters is said in a sentence of ours."""
    log, nowhere = logging.getLogger("svglib"), logging.NullHandler()  # its modules' loggers hand theirs up to it
    before, log.propagate = log.propagate, False
    log.addHandler(nowhere)
    try:
        yield
    finally:
        log.propagate = before
        log.removeHandler(nowhere)
