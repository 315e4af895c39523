"""The folded extras as PDFs: a game's tuck box and Lizard's trump block."""

from __future__ import annotations

from pathlib import Path

from cardgen.document import Document
from cardgen.errors import PrintError
from cardgen.extras.boxart import Label, painters
from cardgen.extras.boxsheet import net_pdf
from cardgen.extras.dress import dress
from cardgen.extras.net import Net
from cardgen.extras.table import Table
from cardgen.extras.trump import SIDE_MM, block_net, block_painters
from cardgen.extras.tuckbox import fitting_box, lay_net
from cardgen.paper import PAPERS
from cardgen.sheet import SheetOptions
from factbank.home import write_atomic

_STEPS = (
    "Cut out the net along its outline.",
    "Lay a ruler on two ticks in line, and score every fold with a dry pen.",
    "Fold away from the print. Glue the long flap, then the base.",
)


def write_tuck_box(table: Table, sheet: SheetOptions, out: Path) -> Path:
    """Write the box for the table's deck and all cards that belong to it, on one side of one sheet.

    Raises PrintError where the net does not fit on the paper, naming what would, and OSError.
    """
    stock = table.stock
    deck, more = table.cards, cards_beside(table)
    net, place = fitting_box(sheet.card, deck + more, stock, sheet.paper, sheet.margin_mm)
    wear = dress(table.game, sheet.theme.palette)
    thumb = (net["front"].box[2] - net["front"].box[0] - _flat(net)) / 2
    label = Label(table.seats, f"{deck} cards", table.code)
    sleeved = ", sleeved" if stock.sleeved else ""
    told = (
        f"For {deck} cards{f' and {more} beside' if more else ''}{sleeved}: {stock.thickness(deck + more):.1f} mm."
        " Paper of 200 to 300 g."
    )
    front = net["front"].box
    data = net_pdf(
        net,
        place,
        painters(wear, label, thumb),
        Document(
            title=f"{wear.title}: tuck box",
            subject=f"A box for {deck + more} {sheet.card.name} cards{sleeved}",
            keywords=("print and play", table.game, "tuck box"),
        ),
        (f"Tuck box for {wear.title}", told, _STEPS),
        (front[0] + 3.0, front[3] + 4.4, front[2] - front[0] - 6.0),
        theme=sheet.theme,
        low_ink=sheet.low_ink,
    )
    write_atomic(out, data)
    return out


def _flat(net: Net) -> float:
    """How much of the front's upper edge is straight: what the thumb's notch leaves."""
    x0, _, x1, top = net["front"].box
    bay = [x for x, y in net["front"].outline if x0 < x < x1 and abs(y - top) < 1e-6]
    return x1 - x0 - (max(bay) - min(bay))


def cards_beside(table: Table) -> int:
    """Count the cards that lie in the box with the deck: one reference card a player, and bet cards."""
    from cardgen.extras.bets import bet_cards

    return table.players + (len(bet_cards(table).cards) if table.game == "liar-poker" else 0)


def write_trump_block(table: Table, sheet: SheetOptions, out: Path) -> Path:
    """Write the trump block, on one side of one sheet. Raises PrintError where no block fits, and OSError."""
    side, place = SIDE_MM, None
    while place is None and side >= 20:
        net = block_net(side)
        place = lay_net(net, sheet.paper, sheet.margin_mm)
        side -= 1
    if place is None:
        ways = [paper.name for paper in PAPERS.values() if lay_net(block_net(), paper, sheet.margin_mm)]
        raise PrintError(f"a trump block has no room on {sheet.paper.name}: it fits on {' or '.join(ways)}")
    edge = net["none"].box
    x = edge[2] + 13.0
    data = net_pdf(
        net,
        place,
        block_painters(),
        Document(
            title="Lizard: trump block",
            subject="A cube that shows which suit is trump",
            keywords=("print and play", table.game, "trump"),
        ),
        (
            "Trump block",
            "Turn up what is trump, and leave it on the table.",
            (_STEPS[0], _STEPS[1], "Fold away from the print, and glue flap by flap."),
        ),
        (x, edge[1] + 2.0, net.size[0] - x),
        theme=sheet.theme,
        low_ink=sheet.low_ink,
    )
    write_atomic(out, data)
    return out
