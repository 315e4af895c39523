"""Ten thousand random sheets, paper × card × options: every geometric promise, measured anew on the boxes."""

import math
from random import Random

from cardgen.errors import PrintError
from cardgen.layout import (
    CARDS,
    MARKS,
    MM,
    PAPERS,
    SIDES,
    Box,
    Layout,
    Profile,
    SheetOptions,
    impose,
    lay_out,
    parse_card,
    parse_paper,
)
from tests.bench.hard.report import SLOW_S, Report

FULL = 10_000
SAMPLE = 50
NEAR = 1e-6
RIM_MM = 1.0  # a grid fits only with so much round it, unless there are no marks
HAIRLINE = 0.25


def run(count: int, seed: int) -> Report:
    """Lay ``count`` sheets."""
    report = Report("random sheets")
    rng = Random(seed)
    for _ in range(count):
        options = some_options(rng)
        with report.trial(options, SLOW_S):
            try:
                layout, said = lay_out(options), ""
            except PrintError as error:
                layout, said = None, str(error)
            report.counts["refused" if layout is None else "laid"] += 1
            if layout is not None:
                check(layout, rng.randint(1, 60))
                continue
            assert 20 < len(said) < 500, f"a refusal of {len(said)} characters"
            assert _most(options) == 0 or options.gap_mm or options.profile != Profile(), "one that fits was refused"
    report.figures["sheets"] = count
    return report


def some_options(rng: Random, *, profiles: bool = True) -> SheetOptions:
    """Return options of a sheet at random, the usual ones more often."""
    paper = rng.choice(list(PAPERS.values()))
    if rng.random() < 0.4:
        paper = parse_paper(f"{rng.randint(500, 9000) / 10}x{rng.randint(500, 9000) / 10}mm")
    card = rng.choice(list(CARDS.values()))
    if rng.random() < 0.4:
        card = parse_card(f"{rng.randint(250, 1500) / 10}x{rng.randint(250, 2000) / 10}mm")
    gap = rng.choice((0.0, 0.0, 0.0, 3.0, rng.randint(0, 150) / 10))
    marks = rng.choice(MARKS)
    if marks == "lines" and gap < 2:
        gap = 3.0
    profile = Profile()
    if profiles and rng.random() < 0.3:
        scale = rng.choice((1.0, 1.01, 0.99))
        turn = rng.choice((0.0, 0.5, -0.3))
        profile = Profile("one", "", rng.randint(-50, 50) / 10, rng.randint(-50, 50) / 10, turn, scale, 1.0)
    return SheetOptions(
        paper=paper,
        card=card,
        sides=rng.choice(SIDES),
        gap_mm=gap,
        bleed_mm=rng.choice((0.0, 1.0, 3.0, 3.0, 8.0)),
        back_bleed_mm=rng.choice((0.0, 3.0, 3.0, 6.0, 12.0)),
        margin_mm=rng.choice((0.0, 3.0, 5.0, 5.0, 6.35, 12.7, 30.0)),
        marks=marks,
        profile=profile,
    )


def check(layout: Layout, cards: int) -> None:
    """Assert every promise of a sheet."""
    options = layout.options
    margin = options.margin_mm * MM
    inner = Box(margin, margin, layout.width - margin, layout.height - margin)
    assert {layout.width, layout.height} == {options.paper.width_mm * MM, options.paper.height_mm * MM}
    assert layout.capacity == _most(options), f"{layout.capacity} cards where {_most(options)} fit"
    for spots in (layout.fronts, layout.backs):
        _lie_apart(layout, [spot.trim for spot in spots], [spot.bleed for spot in spots], inner)
    through = [_through(layout, spot.trim) for spot in layout.backs]
    for front, back in zip(layout.fronts, through, strict=True):
        for one, two in zip(front.trim.centre, back.centre, strict=True):
            assert math.isclose(one, two, abs_tol=NEAR), "a back is not behind its front"
    trims = [spot.trim for spot in layout.fronts]
    for mark in layout.marks:
        ink = _inked(mark)
        assert _inside(inner, Box(*_sorted(mark))), "a mark in the margin"
        assert not any(_overlap(ink, box) for box in (*trims, *through)), "a mark on a card"
        if options.marks == "corners":
            assert math.hypot(mark.x1 - mark.x0, mark.y1 - mark.y0) >= RIM_MM * MM - NEAR, "a mark under 1 mm"
    if options.marks == "corners":
        _every_cut_has_its_marks(layout)
    if options.profile != Profile() and options.sides in ("long", "short", "backs"):
        a, b, c, d, e, f = layout.back_matrix
        for spot in layout.backs:
            for x, y in ((spot.trim.x0, spot.trim.y0), (spot.trim.x1, spot.trim.y1), (spot.trim.x0, spot.trim.y1)):
                moved = (a * x + c * y + e, b * x + d * y + f)
                assert _inside(inner, Box(*moved, *moved), 0.01), "the profile pushes a card into the margin"
    _pages(layout, cards)


def _most(options: SheetOptions) -> int:
    """Return how many cards a sheet can hold, upright or lying."""
    best = 0
    rim = 0 if options.marks == "none" else 2 * RIM_MM
    for wide, tall in (
        (options.paper.width_mm, options.paper.height_mm),
        (options.paper.height_mm, options.paper.width_mm),
    ):
        width, height = wide - 2 * options.margin_mm, tall - 2 * options.margin_mm
        if options.sides == "fold":
            width = wide / 2 - options.margin_mm
        across = math.floor((width - rim + options.gap_mm + NEAR) / (options.card.width_mm + options.gap_mm))
        down = math.floor((height - rim + options.gap_mm + NEAR) / (options.card.height_mm + options.gap_mm))
        best = max(best, max(0, across) * max(0, down))
    return best


def _lie_apart(layout: Layout, trims: list[Box], bleeds: list[Box], inner: Box) -> None:
    options = layout.options
    for at, (trim, bleed) in enumerate(zip(trims, bleeds, strict=True)):
        assert math.isclose(trim.width, options.card.width_mm * MM, abs_tol=NEAR), "another width"
        assert math.isclose(trim.height, options.card.height_mm * MM, abs_tol=NEAR), "another height"
        assert _inside(inner, bleed), "something is outside of the margin"
        assert _inside(bleed, trim), "the bleed is smaller than the card"
        for other in range(at):
            assert not _overlap(bleed, bleeds[other]), "two cards overlap"
            assert not _overlap(bleed, trims[other]), "a bleed covers a card"


def _through(layout: Layout, box: Box) -> Box:
    """Return where a box of the back page lies when the sheet is held against the light, its front to the eye."""
    sides = layout.options.sides
    upright = layout.height >= layout.width
    # Flipped on the long edge an upright sheet turns like a page of a book: left becomes right.
    sideways = sides == "fold" or (sides != "short") == upright
    if sideways:
        return Box(layout.width - box.x1, box.y0, layout.width - box.x0, box.y1)
    return Box(box.x0, layout.height - box.y1, box.x1, layout.height - box.y0)


def _every_cut_has_its_marks(layout: Layout) -> None:
    """After the first cut the others' marks are still there: each cut line has one in two opposite rims."""
    for low, high, near, far in (("x0", "x1", "y0", "y1"), ("y0", "y1", "x0", "x1")):
        edges = {round(getattr(spot.trim, end), 2) for spot in layout.fronts for end in (low, high)}
        bottom = min(getattr(spot.trim, near) for spot in layout.fronts)
        top = max(getattr(spot.trim, far) for spot in layout.fronts)
        for edge in edges:
            ticks = [
                mark
                for mark in layout.marks
                if abs(getattr(mark, low) - edge) < 0.02 and abs(getattr(mark, high) - edge) < 0.02
            ]
            middles = [(getattr(mark, near) + getattr(mark, far)) / 2 for mark in ticks]
            assert any(middle < bottom for middle in middles), f"a cut at {edge} has no mark before it"
            assert any(middle > top for middle in middles), f"a cut at {edge} has no mark behind it"


def _pages(layout: Layout, cards: int) -> None:
    fronts: list[int] = []
    backs: list[int] = []
    for page in impose(layout, cards):
        assert len(page.cards) <= layout.capacity
        fronts += page.cards if page.side in ("front", "both") else ()
        backs += page.cards if page.side in ("back", "both") else ()
    everything = list(range(cards))
    assert fronts == ([] if layout.options.sides == "backs" else everything), "a front is missing or there twice"
    assert backs == ([] if layout.options.sides == "fronts" else everything), "a back is missing or there twice"


def _sorted(mark: object) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (getattr(mark, end) for end in ("x0", "y0", "x1", "y1"))
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _inked(mark: object) -> Box:
    x0, y0, x1, y1 = _sorted(mark)
    half = HAIRLINE / 2
    return Box(x0 - half, y0, x1 + half, y1) if x0 == x1 else Box(x0, y0 - half, x1, y1 + half)


def _inside(outer: Box, inner: Box, by: float = NEAR) -> bool:
    return (
        inner.x0 >= outer.x0 - by
        and inner.y0 >= outer.y0 - by
        and inner.x1 <= outer.x1 + by
        and inner.y1 <= outer.y1 + by
    )


def _overlap(one: Box, two: Box) -> bool:
    return min(one.x1, two.x1) - max(one.x0, two.x0) > NEAR and min(one.y1, two.y1) - max(one.y0, two.y0) > NEAR
