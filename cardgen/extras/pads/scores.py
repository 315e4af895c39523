"""Lizard: a score pad: a row for every round, and for every player the bid, the tricks won and the total."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from cardgen.decks.model import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.extras.occasion import Occasion
from cardgen.extras.pads.pad import INSET_MM, LINE, Pad, drawing, label_size
from cardgen.pdf import fonts as lettering
from cardgen.pdf.drawing import Size
from cardgen.pdf.fonts import SANS_BOLD, SANS_SEMIBOLD, SERIF_ITALIC
from cardgen.pdf.path import lozenge, rect
from cardgen.pdf.theme import WHITE, legible

PAD_MM = (142.0, 198.0)
PADS = 2
LEAST_ROW_MM, LEAST_COLUMN_MM = 5.4, 17.0
HEADS = ("Bid", "Won", "Points")
SHARES = (0.0, 0.26, 0.56, 1.0)  # where each begins and the last one ends, of a player's column
BETWEEN_HEADS_MM = 0.9


def score_pads(wish: Occasion) -> Deck:
    """Return two score pads for this table, as a deck for `deckpdf`; their backs are pads too.

    Drawing raises PrintError where a pad would be too small to write in.
    """
    from referee.core.setup import seated
    from referee.games.lizard import GAME
    from referee.games.lizard.state import RIGHT, TRICK, last_round

    rounds = last_round(seated(GAME, wish.players, wish.options))
    text = f"Right: {RIGHT}, and {TRICK} for each trick won.  Wrong: −{TRICK} for each trick of difference."
    draw = drawing(partial(_pad, players=wish.players, rounds=rounds, text=text))
    faces = tuple(CardFace(f"score-pad-{n}", f"Score pad {n}", draw) for n in range(1, PADS + 1))
    return Deck("lizard-scores", "Lizard: score pad", faces, draw, back_turns=False, game="lizard")


def _pad(pad: Pad, size: Size, *, players: int, rounds: int, text: str) -> None:
    x0, x1, foot = INSET_MM, size.width_mm - INSET_MM, INSET_MM
    green = pad.look.palette.green.base
    y = pad.heading(x0, x1, size.height_mm - INSET_MM, "Score", "lizard", green, "Date")
    round_w, trump_w = 10.6, 10.6
    left = x0 + round_w + trump_w
    column = (x1 - left) / players
    top = y - 13.0
    low = foot + 6.0
    pitch = min(9.4, (top - low) / (rounds + 1))
    if pitch < LEAST_ROW_MM or column < LEAST_COLUMN_MM:
        raise PrintError(
            f"a score pad of {size.width_mm:.0f} × {size.height_mm:.0f} mm has no room for {players} players and"
            f" {rounds} rounds: take larger paper"
        )
    base = top + 1.2
    pad.label(x0 + round_w / 2, base, "Round", "centre")
    pad.label(x0 + round_w + trump_w / 2, base, "Trump", "centre")
    bottom = top - rounds * pitch
    rooms = [column * (end - begin) - BETWEEN_HEADS_MM for begin, end in pairwise(SHARES)]
    size_pt = label_size(HEADS, rooms)
    for player in range(players):
        x = left + player * column
        shares = [x + column * share for share in SHARES]
        # the name stands over all three
        pad.line(x + 1.5, top + 6.2, x + column - 1.5, top + 6.2, 0.4, LINE)
        for at, head in enumerate(HEADS):
            pad.label((shares[at] + shares[at + 1]) / 2, base, head, "centre", size_pt=size_pt)
        if player % 2 == 0 and not pad.look.low:
            pad.shape(rect(x, bottom, column, top - bottom), pad.look.palette.panel)
        for x1_ in shares[1:3]:
            pad.line(x1_, top, x1_, bottom, 0.3, LINE)
    _rows(pad, x0, x0 + round_w, x1, top, rounds, pitch, green)
    for x in (x0 + round_w, *(left + player * column for player in range(players + 1))):
        end = bottom if x < left - 0.1 else bottom - pitch
        pad.line(x, top, x, end, 0.35 if x < left - 0.1 else 0.7)
    for y in (top, bottom, bottom - pitch):
        pad.line(x0 if y > bottom - 1 else left, y, x1, y, 0.9 if y == bottom else 0.7)
    cap = lettering.cap_mm(SANS_BOLD, 7.4)
    pad.text(left - 2, bottom - pitch / 2 - cap / 2, "TOTAL", SANS_BOLD, 7.4, None, "right", track=100)
    pad.text((x0 + x1) / 2, foot, text, SERIF_ITALIC, 8.6, None, "centre")


def _rows(pad: Pad, x0: float, x_round: float, x1: float, top: float, rounds: int, pitch: float, colour: str) -> None:
    """Number the rounds and rule them."""
    for number in range(1, rounds + 1):
        y = top - number * pitch
        if number < rounds:
            pad.line(x0, y, x1, y, 0.35, LINE)
        size = 9.4
        middle = (x0 + x_round) / 2
        base = y + pitch / 2 - lettering.cap_mm(SANS_SEMIBOLD, size) / 2
        if number == rounds:
            shape = lozenge(middle, y + pitch / 2, 3.4, pitch / 2 - 0.5)
            pad.shape(
                shape,
                None if pad.look.low else legible(colour, pad.look.palette.ink, (WHITE,)),
                pad.look.palette.ink if pad.look.low else None,
                0.5,
                join="mitre",
            )
        fill = WHITE if number == rounds and not pad.look.low else None
        pad.text(middle, base, str(number), SANS_SEMIBOLD, size, fill, "centre")
