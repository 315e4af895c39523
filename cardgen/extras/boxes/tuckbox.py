"""The tuck box as a net: front, sides and back in a row, a lid that tucks in, and a base that is glued."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.extras.boxes.net import Kind, Net, Panel, Point, flap, notch, rectangle, settled
from cardgen.extras.stock import Stock
from cardgen.layout.paper import PAPERS, CardSize, Paper
from liarsdeck.english import counted, listed

CLEARANCE_MM = 1.0
"""Free room beside, above and before the cards."""
LIFT_MM = 5.2
"""What the net wants round it on the page for its marks."""
SLACK_MM = 0.25
"""How much narrower than the room inside, at either side, what is tucked into it is."""

_GLUE_MM, _LEAST_GLUE_MM = 12.0, 6.0
_TUCK_MM = 15.0


def tuck_box(card: CardSize, cards: int, stock: Stock, *, glue_mm: float = _GLUE_MM) -> Net:
    """Return the net of a box for so many cards.

    The walls are as thick as the cards' stock (unsleeved): a panel is as much larger than the room inside as the walls
    and the flaps that lie against it take up.
    """
    wall = stock.card_mm
    wide, high = stock.card(card)
    inner = wide + CLEARANCE_MM, high + CLEARANCE_MM, stock.thickness(cards) + CLEARANCE_MM
    # Across two walls; down the lid on its dust flap and the base under two flaps; deep two walls, tuck and glue flap.
    w, h, d = inner[0] + 2 * wall, inner[1] + 5 * wall, inner[2] + 4 * wall
    x1, x2, x3, x4 = d, d + w, 2 * d + w, 2 * (d + w)
    thumb = min(9.0, w / 5)
    dust = min(w / 2 - 1, max(d * 1.1, 9.0), 22.0)
    tuck = min(_TUCK_MM, h / 3)
    glue = min(glue_mm, w / 2)
    front = (
        (x1, 0.0),
        (x2, 0.0),
        (x2, h),
        *notch((x1 + x2) / 2, h, thumb),
        (x1, h),
    )

    def hung(name: str, kind: Kind, parent: str, a: Point, b: Point, outline: tuple[Point, ...]) -> Panel:
        return Panel(name, kind, outline, parent, (a, b))

    def flapped(name: str, kind: Kind, parent: str, a: Point, b: Point, length: float, slope: float, r: float) -> Panel:
        return Panel(name, kind, flap(a, b, length, slope, r), parent, (a, b))

    slope, r = min(1.6, d / 8), min(5.0, dust / 2)
    s = wall + SLACK_MM
    panels = (
        Panel("front", "face", front),
        hung("left", "face", "front", (x1, 0), (x1, h), rectangle(0, 0, x1, h)),
        hung("right", "face", "front", (x2, h), (x2, 0), rectangle(x2, 0, x3, h)),
        hung("back", "face", "right", (x3, h), (x3, 0), rectangle(x3, 0, x4, h)),
        flapped("glue", "glue", "left", (0, 0), (0, h), glue, glue * 0.35 + 1, 0),
        hung("lid", "face", "back", (x3, h), (x4, h), rectangle(x3, h, x4, h + d)),
        flapped("tuck", "flap", "lid", (x3 + s, h + d), (x4 - s, h + d), tuck, 0, tuck * 0.6),
        flapped("dust left", "flap", "left", (0, h), (x1, h), dust, slope, r),
        flapped("dust right", "flap", "right", (x2, h), (x3, h), dust, slope, r),
        hung("base", "face", "front", (x2, 0), (x1, 0), rectangle(x1, -d, x2, 0)),
        flapped("base left", "glue", "left", (x1, 0), (0, 0), dust, slope, r),
        flapped("base right", "glue", "right", (x3, 0), (x2, 0), dust, slope, r),
        flapped("base back", "glue", "back", (x4 - s, 0), (x3 + s, 0), d - s, min(4.0, d / 3), 0),
    )
    return settled(panels, inner)


class NetSpot(Struct, frozen=True):
    """Where a net lies, in millimetres: the page's width and height, and the net's lower left corner."""

    width: float
    height: float
    x: float
    y: float


Above = Callable[[Net, int], float]
"""How far up, from the net's foot, what is told beside a box for so many cards reaches; in millimetres."""
MOST_BOXES = 6


def lay_net(net: Net, paper: Paper, margin_mm: float, top_mm: float = 0.0) -> NetSpot | None:
    """Lay a net in the middle of the printable area, the paper upright or lying; None where it does not fit.

    `top_mm` is how far up, from the net's foot, what belongs to it reaches.
    """
    wide, high = net.size[0], max(net.size[1], top_mm)
    for page in ((paper.width_mm, paper.height_mm), (paper.height_mm, paper.width_mm)):
        if wide + 2 * LIFT_MM <= page[0] - 2 * margin_mm and high + 2 * LIFT_MM <= page[1] - 2 * margin_mm:
            return NetSpot(*page, (page[0] - wide) / 2, (page[1] - high) / 2)
    return None


def fitting_boxes(
    card: CardSize, cards: int, stock: Stock, paper: Paper, margin_mm: float, above: Above | None = None
) -> list[tuple[int, Net, NetSpot]]:
    """Share out the cards to as few boxes as the paper holds, a sheet each: cards, box, and where it lies.

    The glue flap is as wide as there is room for. Raises PrintError that says what would fit: another paper, or how
    many cards a box on this one holds.
    """
    for boxes in range(1, min(cards, MOST_BOXES) + 1):
        shares = [cards // boxes + (number < cards % boxes) for number in range(boxes)]
        found = [_fitting(card, share, stock, paper, margin_mm, above) for share in shares]
        fit = [(share, *one) for share, one in zip(shares, found, strict=True) if one]
        if len(fit) == boxes:
            return fit
    wide, high = tuck_box(card, cards, stock, glue_mm=_LEAST_GLUE_MM).size
    ways = [other.name for other in PAPERS.values() if _fitting(card, cards, stock, other, margin_mm, above)]
    advice = [f"it fits on {listed(ways)}"] if ways else []
    most = next((n for n in range(cards - 1, 0, -1) if _fitting(card, n, stock, paper, margin_mm, above)), 0)
    if most:
        advice.append(f"a box on {paper.name} holds {most} of them")
    many = counted(cards, f"{card.name} card")
    raise PrintError(
        f"a box for {many}{' in sleeves' if stock.sleeved else ''} is {wide + 2 * LIFT_MM:.0f} ×"
        f" {high + 2 * LIFT_MM:.0f} mm flat, and {paper.name} has {paper.width_mm - 2 * margin_mm:.0f} ×"
        f" {paper.height_mm - 2 * margin_mm:.0f} mm to print on: "
        + ("; ".join(advice) or "no paper that we know is large enough")
    )


def _fitting(
    card: CardSize, cards: int, stock: Stock, paper: Paper, margin_mm: float, above: Above | None
) -> tuple[Net, NetSpot] | None:
    for glue in (_GLUE_MM, 10.0, 8.0, _LEAST_GLUE_MM):
        net = tuck_box(card, cards, stock, glue_mm=glue)
        place = lay_net(net, paper, margin_mm, above(net, cards) if above else 0.0)
        if place:
            return net, place
    return None
