"""The printer's test sheet as plain numbers: where its targets and scales lie, and what their readings mean."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.paper import Paper
from cardgen.layout.profile import Profile, check, from_readings

Edge = Literal["left", "right", "top", "bottom"]
Flip = Literal["long", "short"]

REACH_MM = 6
"""How far off a back may be and still be read."""
FOLD_MM = 16.0
"""How far from the paper's edge it is folded over."""
SCALE_MM = 8.0
"""How far from the paper's edge a folded scale is read."""
EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")


class Target(Struct, frozen=True):
    """A cross on the front to be pricked, and the middle of its grid on the back; millimetres from the lower left."""

    number: int
    x_mm: float
    y_mm: float
    back_x_mm: float
    back_y_mm: float


def targets(paper: Paper, flip: Flip) -> tuple[Target, ...]:
    """Return the five targets of a test sheet: one in the middle, one near each corner."""
    wide, high = paper.width_mm, paper.height_mm
    in_x, in_y = min(36.0, wide * 0.2), min(54.0, high * 0.2)
    places = [
        (wide / 2, high / 2),
        (in_x, high - in_y),
        (wide - in_x, high - in_y),
        (in_x, in_y),
        (wide - in_x, in_y),
    ]
    return tuple(
        Target(n, x, y, *((wide - x, y) if flip == "long" else (x, high - y))) for n, (x, y) in enumerate(places, 1)
    )


def back_edge(edge: Edge, flip: Flip) -> Edge:
    """Return which edge of the back page is the front's `edge`."""
    across = edge in ("left", "right")
    if across != (flip == "long"):
        return edge
    return {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[edge]  # type: ignore[return-value]


def from_holes(paper: Paper, flip: Flip, holes: Mapping[int, tuple[float, float]]) -> Profile:
    """Work out a nameless profile from where the holes lie on the back's grids, in millimetres right and up.

    One hole gives the offset; three or more give turn and scale too. Raises PrintError for a grid that is not there or
    a reading off the grid.
    """
    known = {target.number: target for target in targets(paper, flip)}
    if not holes:
        raise PrintError("there is no reading: read at least one grid")
    for number, (x, y) in holes.items():
        if number not in known:
            raise PrintError(f"there is no grid {number} on the sheet: they are numbered 1 to {len(known)}")
        if max(abs(x), abs(y)) > REACH_MM + 2:
            raise PrintError(f"{x:g}, {y:g} lies off grid {number}, which reaches {REACH_MM} mm each way")
    points = [
        (known[n].back_x_mm - paper.width_mm / 2, known[n].back_y_mm - paper.height_mm / 2) for n in sorted(holes)
    ]
    return _settled(from_readings(points, [holes[n] for n in sorted(holes)]), flip)


def from_folds(paper: Paper, flip: Flip, folds: Mapping[Edge, float]) -> Profile:
    """Work out a nameless profile from the scales on the folded edges (named as on the front), in millimetres.

    The left and right edge tell how far up backs have to go, the top and bottom edge how far right, and two opposite
    edges the turn. Raises PrintError for a reading off the scale, or when one of the two directions was not read.
    """
    for edge, mm in folds.items():
        if abs(mm) > REACH_MM + 2:
            raise PrintError(f"{mm:g} lies off the scale at the {edge} edge, which reaches {REACH_MM} mm each way")
    on_back = {back_edge(edge, flip): mm for edge, mm in folds.items()}
    ups = [on_back[edge] for edge in ("left", "right") if edge in on_back]
    rights = [on_back[edge] for edge in ("top", "bottom") if edge in on_back]
    if not ups or not rights:
        raise PrintError("folding needs the left or right edge, and the top or bottom edge, at the least")
    half_x, half_y = paper.width_mm / 2 - SCALE_MM, paper.height_mm / 2 - SCALE_MM
    turned = weight = 0.0
    if len(ups) == 2:
        turned += half_x * (on_back["right"] - on_back["left"]) / 2
        weight += half_x**2
    if len(rights) == 2:
        turned -= half_y * (on_back["top"] - on_back["bottom"]) / 2
        weight += half_y**2
    turn = math.degrees(math.atan(turned / weight)) if weight else 0.0
    return _settled(Profile(x_mm=sum(rights) / len(rights), y_mm=sum(ups) / len(ups), turn_deg=turn), flip)


def refined(old: Profile, more: Profile) -> Profile:
    """Return the profile that does what `old` did and then takes away what a sheet printed with it still read."""
    a, b, c, d, _, _ = old.matrix(0, 0) if not old.is_zero else (1, 0, 0, 1, 0, 0)
    k, m, n, p, _, _ = more.matrix(0, 0) if not more.is_zero else (1, 0, 0, 1, 0, 0)
    # Both about the middle of the page: first `more`, then `old`.
    xx, xy, yx, yy = a * k + c * m, a * n + c * p, b * k + d * m, b * n + d * p
    return replace(
        _settled(
            Profile(
                x_mm=old.x_mm + a * more.x_mm + c * more.y_mm,
                y_mm=old.y_mm + b * more.x_mm + d * more.y_mm,
                turn_deg=math.degrees((math.atan2(yx, yy) + math.atan2(-xy, xx)) / 2),
                x_scale=math.hypot(xx, xy),
                y_scale=math.hypot(yx, yy),
            ),
            old.flip or "long",
        ),
        printer=old.printer,
        tray=old.tray,
        flip=old.flip,
    )


def _settled(profile: Profile, flip: str) -> Profile:
    """Round to what paper can show: hundredths of a millimetre over a whole sheet."""
    return check(
        Profile(
            x_mm=round(profile.x_mm, 2) + 0.0,
            y_mm=round(profile.y_mm, 2) + 0.0,
            turn_deg=round(profile.turn_deg, 3) + 0.0,
            x_scale=round(profile.x_scale, 5),
            y_scale=round(profile.y_scale, 5),
            flip=flip,
        )
    )
