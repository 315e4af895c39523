"""How a claim speaks: a headline, a review, a notice, a proverb or a report looks like what it is, in one family.

Each voice has a small mark in a lozenge, its way with the rule under the title, and its type. A pair about a guest of
the table bears the guest's name. Both rivals look the same but for their sentence.
"""

from __future__ import annotations

import re
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.art.emblems.burin import curve, shape
from cardgen.art.tongue import draw_tongue
from cardgen.art.worlds.rules import draw_line
from cardgen.pdf import fonts as lettering
from cardgen.pdf.fonts import SANS_BOLD, SERIF, SERIF_ITALIC, SERIF_SEMIBOLD
from cardgen.pdf.path import POINTS_PER_MM, Path, ellipse, lozenge, rect, segment, star

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink
    from factbank.facts import Pair

LABEL_PT, LABEL_TRACK = 8.0, 140


class Register(NamedTuple):
    """One voice: its mark, the word in its rule, its type, whether rules stand under its sentence too.

    `inset` is by how much its sentence is narrower at each side, in millimetres on a poker card.
    """

    mark: str = "tongue"
    label: str = ""
    style: str = "plain"  # of the text: plain, semibold or italic
    leading: float = 1.24
    rule: str = "plain"
    framed: bool = False
    inset: float = 0.0

    def font(self, text_font: str, *, jumbo: bool) -> str:
        """Give the sentence's font; a theme's own font has one style alone."""
        if text_font != SERIF:
            return text_font
        if jumbo:
            return SERIF_SEMIBOLD
        return {"semibold": SERIF_SEMIBOLD, "italic": SERIF_ITALIC}.get(self.style, SERIF)


CLAIM = Register()
REGISTERS = {
    "headline": Register("horn", style="semibold", leading=1.13, rule="double", framed=True),
    "review": Register("star", style="italic", leading=1.22, rule="stars"),
    "notice": Register("hand", "NOTICE", rule="bill", framed=True, inset=2.2),
    "proverb": Register("quill", style="italic", leading=1.22, rule="swelling"),
    "report": Register("sheet", "REPORT", rule="label"),
    "minutes": Register("sheet", "MINUTES", rule="label"),
    "study": Register("sheet", "A STUDY", rule="label"),
    "small-print": Register("sheet", "SMALL PRINT", rule="label"),
    "speech": Register("horn", "A SPEECH", style="italic", leading=1.22, rule="label"),
    "gossip": Register("ear", "GOSSIP", style="italic", leading=1.22, rule="label"),
}


def register_of(pair: Pair) -> Register:
    """Give the voice that a pair speaks in."""
    if pair.guest:
        return CLAIM._replace(mark="bust", label=pair.guest.upper(), rule="guest")
    return REGISTERS.get(pair.register, CLAIM)


def stars_of(text: str) -> int:
    """Give how many stars a review says it gives: “One star for …”; 0 where it does not say."""
    found = re.search(r"\b(one|two|three|four|five) stars?\b", text, re.IGNORECASE)
    return ("one", "two", "three", "four", "five").index(found[1].lower()) + 1 if found else 0


# --- the mark, about the origin, 3 mm across


def draw_mark(ink: Ink, name: str) -> None:
    """Draw a voice's mark."""
    black, red = ink.black, ink.black if ink.low else ink.palette.red.base
    ground = ink.paper if ink.low else ink.palette.plate
    if name == "tongue":
        draw_tongue(ink, 0, 0, 0.155, red)
    elif name == "horn":
        ink.draw(shape("-1.5,-0.3! -0.6,-0.35 1.3,-1.2! 1.5,0.2 1.3,1.6! -0.6,0.65 -1.5,0.6!"), black)
        ink.draw(shape("-0.9,-0.3! -0.1,-0.5! 0.2,-1.6! -0.5,-1.65!"), black)
        for turn in (-22, 0, 22):
            c, s = cos(radians(turn)), sin(radians(turn))
            ink.draw(segment(1.75 * c + 0.2, 0.2 + 1.75 * s, 2.25 * c + 0.2, 0.2 + 2.3 * s), None, red, 0.6)
    elif name == "star":
        ink.draw(star(0, 0, 5, 1.95, 0.78), red)
    elif name == "hand":
        fist = (
            "-1.5,-0.8! -1.5,0.7! -0.7,0.85 0.0,1.3 0.45,0.9! 0.3,0.5 2.15,0.5 2.15,0.0 0.7,-0.05! 0.8,-0.85 "
            "0.2,-1.05 -0.7,-1.0"
        )
        ink.draw(shape(fist).at(0.1, -0.1, 0.95), black)
        ink.draw(segment(0.1, -0.42, 0.62, -0.42) + segment(0.05, -0.78, 0.56, -0.78), None, ground, 0.4)
        ink.draw(rect(-1.95, -1.0, 0.5, 1.7, 0.1), red)
    elif name == "quill":
        ink.draw(shape("-1.2,-2.4! -0.7,-0.9 -0.9,0.6 0.2,2.2 1.5,2.9! 1.6,1.3 0.9,-0.4 -0.4,-1.0"), black)
        ink.draw(curve("-1.0,-1.9 0.0,0.2 1.2,2.2"), None, ground, 0.4)
        ink.draw(segment(-1.5, -2.5, 0.7, -2.5), None, red, 0.6)
    elif name == "sheet":
        ink.draw(shape("-1.5,1.9! 0.7,1.9! 1.5,1.1! 1.5,-1.9! -1.5,-1.9!"), black)
        for k in range(4):
            ink.draw(segment(-1.0, 0.9 - 0.65 * k, 0.9 - (0.7 if k == 3 else 0), 0.9 - 0.65 * k), None, ground, 0.4)
        ink.draw(segment(-1.0, 1.4, 0.2, 1.4), None, ground if ink.low else ink.palette.yellow.base, 0.5)
    elif name == "ear":
        ear = "-0.6,-2.0 0.2,-1.6 0.3,-0.6 1.3,0.4 1.3,1.7 0.1,2.3 -1.1,1.8 -1.3,0.6 -1.2,-1.4"
        ink.draw(shape(ear), black)
        ink.draw(curve("-0.7,0.5 -0.6,1.3 0.1,1.6 0.7,1.1 0.3,0.4 -0.3,0.2 -0.2,-0.5 -0.5,-1.2"), None, ground, 0.45)
        ink.draw(segment(1.9, 0.9, 2.4, 1.1) + segment(1.8, 0.2, 2.3, 0.0), None, red, 0.6)
    else:  # a bust
        ink.draw(ellipse(0, 1.1, 0.95, 1.1), black)
        ink.draw(shape("-1.7,-2.0! -1.5,-0.7 -0.6,-0.25 0,-0.6 0.6,-0.25 1.5,-0.7 1.7,-2.0!"), black)
        ink.draw(lozenge(0, -1.25, 0.4, 0.55), red)


# --- the rule between title and sentence


def draw_rule(ink: Ink, register: Register, width: float, y: float, k: float, inset: float, stars: int = 0) -> None:
    """Draw the rule of a card `width` mm wide at the height y; `inset` is how far it keeps from the card's sides."""
    red, middle = ink.black if ink.low else ink.palette.red.base, width / 2
    if register.rule == "double":
        ink.line(inset, y + 0.55 * k, width - inset, y + 0.55 * k, 1.6, cap="butt")
        ink.line(inset, y - 0.35 * k, width - inset, y - 0.35 * k, 0.4, cap="butt")
        return
    half = 2.6 * k
    if register.rule == "stars":
        half = 11.2 * k
        for i in range(5):
            one = star(middle + (i - 2) * 4.1 * k, y - 0.1 * k, 5, 1.75 * k, 0.7 * k)
            ink.draw(one, red if i < stars else ink.paper, red if i < stars else ink.black, 0.5, join="mitre")
    elif register.label:
        size = max(LABEL_PT * min(1.0, k), lettering.SMALLEST_PT)
        most = width - 2 * inset - 8 * k
        track = LABEL_TRACK
        while track > 0 and lettering.width_mm(register.label, SANS_BOLD, size, track) > most:
            track -= 20
        stretch = min(1.0, most / lettering.width_mm(register.label, SANS_BOLD, size, track))
        wide = ink.text(
            middle, y - lettering.cap_mm(SANS_BOLD, size) / 2, register.label, SANS_BOLD, size, red, "centre",
            track=track, stretch=stretch,
        )  # fmt: skip
        half = wide / 2 + (4.0 if register.rule == "guest" else 1.8) * k
        if register.rule == "guest":
            for side in (-1, 1):
                ink.draw(lozenge(middle + side * (half - 1.8 * k), y, 0.6 * k, 0.85 * k), ink.black)
    else:
        ink.flat(lozenge(middle, y, 1.15 * k, 1.6 * k), ink.palette.red.base, join="mitre")
    if register.rule == "swelling":
        for side in (-1, 1):
            _swelling(ink, middle + side * 3.6 * k, middle + side * (width / 2 - inset), y)
            ink.draw(lozenge(middle + side * 2.3 * k, y, 0.5 * k, 0.7 * k), ink.black)
    elif register.rule != "bill":
        for side in (-1, 1):
            if half < width / 2 - inset:
                draw_line(ink, middle + side * half, middle + side * (width / 2 - inset), y, k)


def _swelling(ink: Ink, x0: float, x1: float, y: float, pt: float = 1.5) -> None:
    h, d = pt / POINTS_PER_MM / 2, x1 - x0
    path = Path().move(x0, y + 0.05).curve(x0 + d * 0.3, y + h, x0 + d * 0.5, y + h * 0.9, x1, y)
    ink.draw(path.curve(x0 + d * 0.5, y - h * 0.9, x0 + d * 0.3, y - h, x0, y - 0.05).close(), ink.black)


def draw_frame(
    ink: Ink, register: Register, width: float, top: float, low: float, k: float, inset: float, foot_inset: float
) -> None:
    """Close what the rule opened: the lower double rule of a headline, the bill that a notice is printed on.

    A headline's lower rule keeps `foot_inset` from the card's sides.
    """
    if register.rule == "double":
        ink.line(foot_inset, low, width - foot_inset, low, 0.4, cap="butt")
        ink.line(foot_inset, low - 0.9 * k, width - foot_inset, low - 0.9 * k, 1.6, cap="butt")
        return
    a, b, n, m = inset - 0.4 * k, width - inset + 0.4 * k, 1.6 * k, 0.9 * k
    size = max(LABEL_PT * min(1.0, k), lettering.SMALLEST_PT)
    half = lettering.width_mm(register.label, SANS_BOLD, size, LABEL_TRACK) / 2 + n
    frame = Path().move(width / 2 - half, top).line(a + n, top).curve(a + n, top - m, a + m, top - n, a, top - n)
    frame = frame.line(a, low + n).curve(a + m, low + n, a + n, low + m, a + n, low)
    frame = frame.line(b - n, low).curve(b - n, low + m, b - m, low + n, b, low + n)
    frame = frame.line(b, top - n).curve(b - m, top - n, b - n, top - m, b - n, top).line(width / 2 + half, top)
    ink.draw(frame, None, ink.black, 0.9)
