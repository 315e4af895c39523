"""Two hundred real PDFs, rasterised: backs on fronts, nothing in the margin, no mark on a card.

Every card is a target: a disc in its middle on both sides and nothing else, so whatever else lies on it is a fault, and
the discs' middles tell to a hundredth of a millimetre where the printer would put it. Real decks are looked at for
their margins too.
"""

import math
from random import Random
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageChops, ImageOps

from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.layout import CARDS, IDENTITY, MM, PAPERS, Box, Layout, SheetOptions, lay_out, transform
from cardgen.pdf.ink import Ink, Size
from cardgen.pdf.path import ellipse
from cardgen.print.sheets import deck_pdf
from tests.bench.hard.report import Report, last_frames
from tests.bench.hard.sheets import some_options

FULL = 200
SAMPLE = 3
DPI = 200
WITHIN_MM = 0.1
DISC_MM = 4.0
REAL = 10  # every tenth is a real deck


def run(count: int, seed: int) -> Report:
    """Print and look at ``count`` PDFs."""
    report = Report("rasterised PDFs")
    rng = Random(seed)
    worst = 0.0
    done = 0
    while done < count:
        real = done % REAL == REAL - 1
        options = _options(rng, real)
        try:
            layout = lay_out(options)
        except PrintError:
            continue
        if layout.capacity > 60:
            continue
        done += 1
        try:
            worst = max(worst, _real(layout, rng) if real else _targets(layout, rng))
        except PrintError:
            report.counts["refused: too small for its art"] += 1
        except Exception as error:
            report.fault(f"{last_frames(error)}: {options}")
    report.figures |= {"PDFs": done, "farthest back from its front in mm": worst}
    if worst > WITHIN_MM:
        report.fault(f"a back lies {worst:.3f} mm off")
    return report


def _options(rng: Random, real: bool) -> SheetOptions:
    options = some_options(rng, profiles=not real)
    if max(options.paper.width_mm, options.paper.height_mm) > 450:
        options = replace(options, paper=rng.choice(list(PAPERS.values())))
    if real:
        options = replace(options, card=rng.choice((CARDS["poker"], CARDS["bridge"])), low_ink=rng.random() < 0.5)
    return replace(options, cover=False)


def _target(ink: Ink, size: Size) -> None:
    ink.draw(ellipse(size.width_mm / 2, size.height_mm / 2, DISC_MM, DISC_MM), "#000000")


def _targets(layout: Layout, rng: Random) -> float:
    cards = rng.randint(1, 2 * layout.capacity)
    faces = tuple(CardFace(str(n), f"Card {n}", _target) for n in range(cards))
    deck = Deck("targets", "Targets", faces, _target, back_turns=rng.random() < 0.5)
    pages = _pages(deck_pdf(deck, layout), layout)
    sides = layout.options.sides
    held = min(cards, layout.capacity)
    fronts = _middles(pages[0], layout, layout.fronts[:held]) if sides != "backs" else []
    back_page = pages[0] if sides in ("fold", "backs") else pages[1] if sides != "fronts" else None
    backs = _middles(back_page, layout, layout.backs[:held], layout.back_matrix) if back_page is not None else []
    if sides == "fold":  # both on one side of the paper: each looks at its own places
        fronts = _middles(pages[0], layout, layout.fronts[:held])
    for page in pages:
        _margin_is_white(page, layout)
    _cards_are_bare(pages[0], layout, held, front=sides != "backs")
    worst = 0.0
    for front, back in zip(fronts, backs, strict=False):
        worst = max(worst, math.dist(front, _held_against_the_light(layout, back)))
    return worst


def _pages(data: bytes, layout: Layout) -> list[Image.Image]:
    """Return the first two pages as pictures; a lying sheet that was sent upright is laid down again."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    pages = [document[at].render(scale=DPI / 72, grayscale=True).to_pil() for at in range(min(2, len(document)))]
    return [page.transpose(Image.Transpose.ROTATE_270) if layout.stood else page for page in pages]


def _crop(page: Image.Image, layout: Layout, box: Box) -> tuple[Image.Image, float, float, float]:
    """Return a piece of the page, ink white on black, with its left and upper edge in points and pixels a point."""
    scale = page.width / layout.width
    left, upper = math.floor(box.x0 * scale), math.floor((layout.height - box.y1) * scale)
    right, lower = math.ceil(box.x1 * scale), math.ceil((layout.height - box.y0) * scale)
    return ImageOps.invert(page.crop((left, upper, right, lower))), left, upper, scale


def _middles(page: Any, layout: Layout, spots: Any, matrix: Any = IDENTITY) -> list[tuple[float, float]]:
    """Return the disc's middle on each card, in millimetres of the page; a moved back is moved back again."""
    found = []
    for spot in spots:
        x, y = transform(matrix, *spot.trim.centre)
        reach = (DISC_MM + 2) * MM
        piece, left, upper, scale = _crop(page, layout, Box(x - reach, y - reach, x + reach, y + reach))
        across = _weights(piece.resize((piece.width, 1), Image.Resampling.BOX))
        down = _weights(piece.resize((1, piece.height), Image.Resampling.BOX))
        seen = ((left + across) / scale, layout.height - (upper + down) / scale)
        if matrix != IDENTITY:  # what the profile adds the printer takes away
            seen = _back(matrix, *seen)
        found.append((seen[0] / MM, seen[1] / MM))
    return found


def _weights(line: Image.Image) -> float:
    values = list(line.tobytes())
    assert sum(values), "there is no disc"
    return sum((at + 0.5) * value for at, value in enumerate(values)) / sum(values)


def _back(matrix: Any, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y, room = x - e, y - f, a * d - b * c
    return (d * x - c * y) / room, (a * y - b * x) / room


def _held_against_the_light(layout: Layout, place: tuple[float, float]) -> tuple[float, float]:
    x, y = place
    upright = layout.height >= layout.width
    sideways = layout.options.sides == "fold" or (layout.options.sides != "short") == upright
    return (layout.width / MM - x, y) if sideways else (x, layout.height / MM - y)


def _margin_is_white(page: Image.Image, layout: Layout) -> None:
    """Nothing is printed where the printer can't print; a pixel on the edge may be grey."""
    inked = ImageOps.invert(page)
    scale = page.width / layout.width
    edge = math.floor(layout.options.margin_mm * MM * scale) - 1
    if edge > 0:
        inked.paste(0, (edge, edge, page.width - edge, page.height - edge))
        assert inked.getbbox() is None, f"something is printed in the margin, at {inked.getbbox()}"


def _cards_are_bare(page: Image.Image, layout: Layout, held: int, *, front: bool) -> None:
    """But for the disc a card is white: no mark, no fold line, nothing of a neighbour."""
    hair = 0.3 * MM
    spots = (layout.fronts if front else layout.backs)[:held] if layout.back_matrix == IDENTITY or front else ()
    for spot in spots:
        trim = spot.trim
        inside = Box(trim.x0 + hair, trim.y0 + hair, trim.x1 - hair, trim.y1 - hair)
        piece, left, upper, scale = _crop(page, layout, inside)
        x, y = trim.centre
        reach = (DISC_MM + 0.3) * MM
        disc = Image.new("L", piece.size, 0)
        across, down = x * scale - left, (layout.height - y) * scale - upper
        ends = (across - reach * scale, down - reach * scale, across + reach * scale, down + reach * scale)
        disc.paste(255, tuple(round(end) for end in ends))
        rest = ImageChops.multiply(piece, ImageOps.invert(disc))
        assert rest.getbbox() is None, f"something lies on a card, at {rest.getbbox()}"


def _real(layout: Layout, rng: Random) -> float:
    from cardgen.decks import DeckOptions, make_deck

    deck = make_deck(rng.choice(("lizard", "west", "liar-poker", "red-and-black")), DeckOptions())
    few = rng.sample(list(deck.cards), min(len(deck.cards), layout.capacity, 9))
    for page in _pages(deck_pdf(replace(deck, cards=tuple(few)), layout), layout):
        _margin_is_white(page, layout)
    return 0.0
