"""One piece of an emblem."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.pdf.path import Path


class Part(NamedTuple):
    """A path that is filled, or drawn as a line where `line_pt` is given; an `accent` shows the ground's colour."""

    path: Path
    accent: bool = False
    line_pt: float = 0
    evenodd: bool = False


def both(path: Path) -> Path:
    """Take a path and its mirror image."""
    return path + path.flip()


def mirrored(half: Path) -> Path:
    """Close an open right half, drawn from the axis to the axis, by its mirror image."""
    return half.joined(half.flip().reverse()).close()
