"""The folded extras as PDFs: a game's tuck box and Lizard's trump block."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from cardgen.decks.faces import DeckOptions, make_deck
from cardgen.errors import PrintError
from cardgen.extras.boxes.art import Label, painters
from cardgen.extras.boxes.dress import GAMES, Dress, dress
from cardgen.extras.boxes.net import Net, bay
from cardgen.extras.boxes.own_dress import own_dress
from cardgen.extras.boxes.sheet import Caption, NetPage, nets_pdf, note_mm
from cardgen.extras.boxes.trump import SIDE_MM, block_net, block_painters
from cardgen.extras.boxes.tuckbox import LIFT_MM, fitting_boxes, lay_net
from cardgen.extras.occasion import Occasion
from cardgen.layout.impose import SheetOptions
from cardgen.layout.paper import PAPERS
from cardgen.pdf.document import Document
from liarsdeck.english import counted, listed
from liarsdeck.files import write_atomic

NOTE_LIFT_MM = 4.4
"""How far above the front the note stands."""
LEAST_NOTE_MM = 38.0
_CUT = "Cut out the net along its thin line, a little inside the edge of the colour."
_CUT_LOW = "Cut out the net along its outline."
_SCORE = "Lay a ruler on two ticks in line, and score every fold with a dry pen."
_GLUE = "Fold away from the print. Glue the long flap inside the back, then the base over its three flaps."


def write_tuck_box(table: Occasion, sheet: SheetOptions, out: Path) -> int:
    """Write the box for the table's deck and all cards that belong to it, on one side of one sheet.

    A deck whose box the paper does not hold gets several boxes, each on a sheet of its own. Return how many.
    Raises PrintError where not even that helps, naming what would fit, and OSError.
    """
    stock = table.stock
    held, beside = _held(table, sheet)
    cards = held + sum(count for count, _ in beside)
    wear = _wear(table, sheet)
    sleeved = " in sleeves" if stock.sleeved else ""
    steps = (_CUT_LOW if sheet.low_ink else _CUT, _SCORE, _GLUE)

    def caption(here: int, number: int, boxes: int) -> Caption:
        if boxes == 1:
            what = listed((counted(count, name) for count, name in [(held, "card"), *beside] if count), "and")
        else:
            what = f"{here} of the {cards} cards"
        line = f"Holds {what}{sleeved}: {stock.thickness(here):.1f} mm. Paper of 200 to 300 g/m²."
        return f"Tuck box{f' {number} of {boxes}' if boxes > 1 else ''} for {wear.title}", line, steps

    def note(net: Net, here: int) -> float:
        _, foot, width = _beside(net)
        return foot + note_mm(caption(here, 1, 1 if here == cards else 2), width)

    boxes = fitting_boxes(sheet.card, cards, stock, sheet.paper, sheet.margin_mm, note)
    about = Document(
        title=f"{wear.title}: tuck box{'es' if len(boxes) > 1 else ''}",
        subject=f"For {cards} {sheet.card.name} cards{sleeved}",
        keywords=tuple(word for word in ("print and play", table.game, "tuck box") if word),
    )
    pages = []
    for number, (here, net, place) in enumerate(boxes, 1):
        inside = counted(held, "card") if len(boxes) == 1 else f"Box {number} of {len(boxes)}"
        guests = table.facts.guests if table.facts else ()
        company = (listed(guests, "&"), f"With {counted(len(guests), 'guest')}") if guests else ()
        label = Label(table.seats or counted(held, "card"), inside, table.code, company)
        paint = painters(wear, label, bay(net["front"])[1])
        pages.append(NetPage(net, place, paint, caption(here, number, len(boxes)), _beside(net), wear.ground))
    write_atomic(out, nets_pdf(pages, about, theme=sheet.theme, low_ink=sheet.low_ink))
    return len(boxes)


def _beside(net: Net) -> tuple[float, float, float]:
    """Return where the note stands (left, foot, width): above the front, or above all where the front is narrow."""
    left, _, right, top = net["front"].box
    if right - left - 6.0 >= LEAST_NOTE_MM:
        return left + 3.0, top + NOTE_LIFT_MM, right - left - 6.0
    return left + 3.0, net.size[1] + LIFT_MM, min(64.0, net.size[0] - left - 3.0)


def _held(table: Occasion, sheet: SheetOptions) -> tuple[int, list[tuple[int, str]]]:
    """Count the cards of the deck, and what lies in the box beside it: reference cards of its size, and bet cards."""
    from cardgen.extras.bets import bet_cards
    from cardgen.extras.reference import has_reference, reference_card

    if table.boxed:
        return table.boxed, []
    beside = []
    if has_reference(table.game) and reference_card(table, sheet) == sheet.card:
        beside.append((table.players, "reference card"))
    if table.game == "liar-poker":
        beside.append((len(bet_cards(table).cards), "bet card"))
    return table.cards, beside


def _wear(table: Occasion, sheet: SheetOptions) -> Dress:
    """Return what the box wears: the game's dress, or the deck's own where there is none, and any back of one's own."""
    if table.game not in GAMES:
        deck = table.deck if table.deck and table.deck.cards else make_deck(table.game, DeckOptions())
        back = table.deck.back if table.deck else deck.back
        return own_dress(replace(deck, title=table.title, back=back), sheet.card, sheet.theme)
    wear = dress(table.game, sheet.theme.palette)
    return replace(wear, back=table.deck.back) if table.deck else wear


def write_trump_block(table: Occasion, sheet: SheetOptions, out: Path) -> Path:
    """Write the trump block, on one side of one sheet. Raises PrintError where no block fits, and OSError."""
    side, place = SIDE_MM, None
    while place is None and side >= 20:
        net = block_net(side)
        place = lay_net(net, sheet.paper, sheet.margin_mm)
        side -= 1
    if place is None:
        ways = [paper.name for paper in PAPERS.values() if lay_net(block_net(), paper, sheet.margin_mm)]
        raise PrintError(f"a trump block has no room on {sheet.paper.name}: it fits on {listed(ways)}")
    edge = net["none"].box
    x = edge[2] + 13.0
    about = Document(
        title="Lizard: trump block",
        subject="A cube that shows which suit is trump",
        keywords=("print and play", table.game, "trump"),
    )
    caption = (
        "Trump block",
        "Turn up what is trump, and leave it on the table.",
        (_CUT_LOW if sheet.low_ink else _CUT, _SCORE, "Fold away from the print, and glue flap by flap."),
    )
    page = NetPage(net, place, block_painters(), caption, (x, edge[1] + 2.0, net.size[0] - x))
    write_atomic(out, nets_pdf([page], about, theme=sheet.theme, low_ink=sheet.low_ink))
    return out
