"""Pictures in a terminal: as they are where it takes pictures, in coloured half blocks where it has enough colours."""

from __future__ import annotations

import os
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PIL.Image import Image

Way = Literal["kitty", "iterm", "blocks", "blocks256"]

HALF = "▀"
# Fewer lines than these show no card that anybody would know.
FEWEST_ROWS, FEWEST_COLUMNS, MOST_ROWS = 20, 32, 60
_CHUNK = 4096


def way(environment: Mapping[str, str] | None = None, *, terminal: bool | None = None) -> Way | str:
    """Return how this terminal shows a picture best; where it can't, the reason in words."""
    env = os.environ if environment is None else environment
    if not (sys.stdout.isatty() if terminal is None else terminal):
        return "this is no terminal"
    if env.get("NO_COLOR"):
        return "NO_COLOR is set"
    return _pictures(env) or _half_blocks(env)


def _pictures(env: Mapping[str, str]) -> Way | None:
    """Return how this terminal takes pictures; None inside tmux or screen, which would pass them on to another."""
    if env.get("TMUX") or env.get("STY"):
        return None
    if env.get("TERM") == "xterm-kitty" or env.get("TERM_PROGRAM") == "ghostty":
        return "kitty"
    return "iterm" if env.get("TERM_PROGRAM") in ("iTerm.app", "WezTerm") else None


def _half_blocks(env: Mapping[str, str]) -> Way | str:
    """Return how many colours half blocks can have here; where they would show nothing, the reason in words."""
    every = env.get("COLORTERM") in ("truecolor", "24bit") or env.get("TERM", "").endswith("-direct")
    if not every and "256color" not in env.get("TERM", ""):
        return "this terminal has too few colours"
    columns, rows = shutil.get_terminal_size()
    if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
        return f"this window is too small: it takes {FEWEST_COLUMNS} columns and {FEWEST_ROWS} lines"
    if (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") != "utf8":
        return "this terminal's text is not UTF-8"
    return "blocks" if every else "blocks256"


def show(picture: Image, data: bytes, how: Way) -> str:
    """Return what to write to the terminal; `data` is the picture's PNG."""
    columns, rows = shutil.get_terminal_size()
    high = min(rows - 3, MOST_ROWS)
    if how == "kitty":
        return _kitty(data, high)
    if how == "iterm":
        return f"\x1b]1337;File=inline=1;height={high};preserveAspectRatio=1:{b64encode(data).decode()}\x07\n"
    wide = min(columns - 1, round(2 * high * picture.width / picture.height))
    return blocks(picture, wide, every=how == "blocks")


def _kitty(data: bytes, rows: int) -> str:
    coded = b64encode(data).decode()
    pieces = [coded[i : i + _CHUNK] for i in range(0, len(coded), _CHUNK)]
    out = []
    for i, piece in enumerate(pieces):
        first = f"a=T,f=100,r={rows}," if i == 0 else ""
        out.append(f"\x1b_G{first}m={int(i < len(pieces) - 1)};{piece}\x1b\\")
    return "".join(out) + "\n"


def blocks(picture: Image, columns: int, *, every: bool = True) -> str:
    """Return a picture in half blocks, two pixels a character; colours are told only where they change.

    Without `every` colour it makes do with the 240 that 256-colour terminals agree on.
    """
    from PIL.Image import Resampling

    lines = max(1, round(columns * picture.height / picture.width / 2))
    small = picture.convert("RGB").resize((columns, 2 * lines), Resampling.LANCZOS)
    data = small.tobytes()
    pixels = [tuple(data[i : i + 3]) for i in range(0, len(data), 3)]
    out = []
    for row in range(lines):
        before = None
        line = []
        for column in range(columns):
            upper, lower = pixels[2 * row * columns + column], pixels[(2 * row + 1) * columns + column]
            if (upper, lower) != before:
                line.append(f"\x1b[38;{_colour(*upper, every)};48;{_colour(*lower, every)}m")
                before = (upper, lower)
            line.append(HALF)
        out.append("".join(line) + "\x1b[0m\n")
    return "".join(out)


_STEPS = (0, 95, 135, 175, 215, 255)


@cache
def _colour(red: int, green: int, blue: int, every: bool) -> str:
    """Spell a colour for a terminal: as it is, or as the nearest of a cube of 216 and a row of 24 greys."""
    if every:
        return f"2;{red};{green};{blue}"
    wanted = (red, green, blue)
    r, g, b = (min(range(6), key=_from(part)) for part in wanted)
    grey = max(0, min(23, round((sum(wanted) / 3 - 8) / 10)))
    cube, level = (_STEPS[r], _STEPS[g], _STEPS[b]), 8 + 10 * grey
    far = [sum((one - other) ** 2 for one, other in zip(wanted, c, strict=True)) for c in (cube, (level,) * 3)]
    return f"5;{16 + 36 * r + 6 * g + b if far[0] <= far[1] else 232 + grey}"


def _from(part: int) -> Callable[[int], int]:
    return lambda step: abs(_STEPS[step] - part)
