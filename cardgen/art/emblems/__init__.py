"""Emblems: some hundred and fifty figures in one hand, cut like a wood engraving, one for a pair of cards.

Each is a function of a `Block` in one of the modules of `blocks`; `factbank.emblems` says which words it is drawn for.
A block is cut once and kept. It is about 16 mm across (`ACROSS`), about the origin.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING

from cardgen.art.emblems.burin import Block, Cut

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from cardgen.pdf.theme import Colour

ACROSS = 17.0
"""How wide and high the largest figures are, in millimetres."""


def _module(name: str) -> str:
    from factbank.emblems import table

    return next(module for module, names in table().items() if name in names)


@cache
def marks(name: str) -> tuple[Cut, ...]:
    """Cut the emblem of this name. Raises StopIteration for an unknown one."""
    block = Block()
    getattr(import_module(f"cardgen.art.emblems.blocks.{_module(name)}"), name)(block)
    return tuple(block.marks)


def _seen(mark: Cut) -> tuple[float, float, float, float]:
    """Give the box of what a mark leaves visible."""
    left, bottom, right, top = mark.path.box()
    if mark.clip is None:
        return left, bottom, right, top
    clip = mark.clip.box()
    return max(left, clip[0]), max(bottom, clip[1]), min(right, clip[2]), min(top, clip[3])


@cache
def middle(name: str) -> tuple[float, float]:
    """Give the middle of what an emblem leaves black, which lies near the origin."""
    boxes = [_seen(mark) for mark in marks(name) if mark.paint != "ground"]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return (min(lefts) + max(rights)) / 2, (min(bottoms) + max(tops)) / 2


def describe(name: str) -> str:
    """Say what an emblem shows: “An owl on a rail.”"""
    drawn = getattr(import_module(f"cardgen.art.emblems.blocks.{_module(name)}"), name)
    return str(drawn.__doc__).strip()


def draw_emblem(
    ink: Ink, name: str, ground: Colour, colour: Colour | None = None, accent: Colour | None = None
) -> None:
    """Draw an emblem about the origin; `ground` shows in its cuts, and `accent` (red) on what it holds of colour."""
    paints = {
        "ink": colour or ink.black,
        "ground": ground,
        "accent": accent or colour or (ink.black if ink.low else ink.palette.red.base),
    }
    for clip, cuts in groupby(marks(name), key=lambda mark: mark.clip):
        if clip is None:
            _draw(ink, cuts, paints)
        else:
            with ink.clip(clip):
                _draw(ink, cuts, paints)


def _draw(ink: Ink, cuts: Iterable[Cut], paints: dict[str, Colour]) -> None:
    for mark in cuts:
        if mark.line_pt:
            ink.draw(mark.path, None, paints[mark.paint], mark.line_pt)
        else:
            ink.draw(mark.path, paints[mark.paint], evenodd=mark.evenodd)
