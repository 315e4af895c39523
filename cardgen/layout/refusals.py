"""Where cards lie on the paper, or a sentence that says why they cannot, and what would fit."""

from __future__ import annotations

import math

from msgspec.structs import replace

from cardgen.errors import PrintError
from cardgen.layout.boxes import around
from cardgen.layout.impose import Layout, NoRoom, SheetOptions, check_lengths, fit, on_slots
from cardgen.layout.paper import CARDS, MM, PAPERS, CardSize, format_length
from cardgen.layout.profile import transform
from liarsdeck.english import listed


def lay_out(options: SheetOptions) -> Layout:
    """Lay the largest grid on the paper, upright or lying, whichever holds more (upright when equal).

    Raises PrintError, naming what would fit, when not one card fits, when a gap leaves room for a single card only,
    when a length is out of reason, or when the printer's profile pushes cards past the printable area.
    """
    check_lengths(options)
    try:
        return fit(options)
    except NoRoom as no:
        raise PrintError(sentence(options, no)) from None


def sentence(options: SheetOptions, no: NoRoom) -> str:
    """Say in one sentence why not, and what would fit."""
    if no.why == "gap":
        return _gap_too_wide(options)
    if no.why == "profile" and no.layout:
        return _pushed_out(options, no.layout)
    return _nothing_fits(options)


def _fits(options: SheetOptions) -> bool:
    try:
        fit(options)
    except NoRoom:
        return False
    return True


def _others(options: SheetOptions) -> list[str]:
    """Return what a person could write instead so that the cards lie on the paper, the nearest change first."""
    ways = []
    if on_slots(options):
        lower = (f"--margin {mm}mm" for mm in reversed(range(math.ceil(options.margin_mm)))
                 if _fits(replace(options, margin_mm=float(mm))))  # fmt: skip
        return [way for way in [next(lower, "")] if way]
    if options.marks != "none" and _fits(replace(options, marks="none")):
        ways.append("--marks none")
    for margin in reversed(range(2, math.ceil(options.margin_mm))):
        if _fits(replace(options, margin_mm=float(margin))):
            ways.append(f"--margin {margin}mm")
            break
    if options.sides == "fold" and _fits(replace(options, sides="long")):
        ways.append("--sides long")
    papers = [paper.name for paper in PAPERS.values() if _fits(replace(options, paper=paper))]
    if papers:
        ways.append("--paper " + listed(papers[:3]))
    cards = [card.name for card in CARDS.values() if _fits(replace(options, card=card))]
    if cards:
        ways.append("--card " + listed(cards[:3]))
    return ways


def _what(card: CardSize) -> str:
    size = f"{card.width_mm:g} × {card.height_mm:g} mm"
    return f"a card of {size}" if card.name[0].isdigit() else f"a {card.name} card ({size})"


def _nothing_fits(options: SheetOptions) -> str:
    where = (
        options.paper.name if options.sides != "fold" else f"half of {options.paper.name} (the other half is folded)"
    )
    around_it = "" if options.marks == "none" else " and 1 mm for the marks"
    ways = _others(options)
    would = f"; what fits: {'; '.join(ways)}" if ways else "; no paper that is known holds it"
    margin = format_length(options.margin_mm)
    return f"{_what(options.card)} does not fit on {where} inside a margin of {margin}{around_it}{would}"


def _gap_too_wide(options: SheetOptions) -> str:
    gaps = (gap for gap in range(int(options.gap_mm), -1, -1) if _fits(replace(options, gap_mm=float(gap))))
    most = next(gaps, None)
    if most is None:  # the printer's profile pushes them out, whatever the gap
        options = replace(options, gap_mm=0.0)
        try:
            fit(options)
        except NoRoom as no:
            return sentence(options, no)
        raise AssertionError(options)
    held = fit(replace(options, gap_mm=float(most)))
    return (
        f"a gap of {format_length(options.gap_mm)} leaves room for a single card on {options.paper.name}; "
        f"--gap {most}mm still holds {held.columns} × {held.rows}"
    )


def _pushed_out(options: SheetOptions, layout: Layout) -> str:
    grid = around([spot.trim for spot in layout.backs])
    corners = [transform(layout.back_matrix, x, y) for x in (grid.x0, grid.x1) for y in (grid.y0, grid.y1)]
    inside = layout.printable
    past = max(max(inside.x0 - x, x - inside.x1, inside.y0 - y, y - inside.y1) for x, y in corners)
    ways = _others(options)
    would = f"; what has the room: {'; '.join(ways)}" if ways else ""
    return (
        f"the printer's profile ({options.profile.describe()}) pushes {_cards(options.card)} {past / MM:.1f} mm past "
        f"the printable area of {options.paper.name}{would}"
    )


def _cards(card: CardSize) -> str:
    return "cards of this size" if card.name[0].isdigit() else f"{card.name} cards"
