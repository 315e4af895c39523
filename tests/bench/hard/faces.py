"""Faces of Liar's Lair on every size of card and with both indices: set together, by phrase, and larger in jumbo."""

from cardgen.decks.faces.lair.layout import LEAST_PT, lay_out
from cardgen.decks.model import Size
from cardgen.errors import PrintError
from cardgen.layout.paper import CARDS
from cardgen.pdf.fonts import width_mm
from cardgen.pdf.phrases import LEAST_FILL, SMALL_PT
from cardgen.pdf.theme import Fonts
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from tests.bench.hard.report import Report

FULL = 2000
SAMPLE = 12
LITTLE = frozenset(["the", "a", "an", "of", "in", "on", "at", "to", "for", "with", "from", "by", "and", "&"])
THIN, WEAK = 0.01, 0.005  # at most that share of sentences is thin, of titles ends a line behind a small word


def run(count: int, seed: int) -> Report:
    """Lay out so many pairs on all cards."""
    report = Report("faces")
    pairs = [
        pair for k in range(-(-count // 100)) for pair in draw(Wish(pairs=100, seed=seed + k), Seen())[0].facts.pairs
    ]
    pairs = pairs[:count]
    for card in CARDS.values():
        size = Size(card.width_mm, card.height_mm)
        k = min(1.0, size.scale)
        sentences = thin = weak = apart = refused = small = 0
        for pair in pairs:
            try:
                both = [lay_out(pair, size, indices, Fonts()) for indices in ("normal", "jumbo")]
            except PrintError:
                refused += 1
                continue
            for layout in both:
                one, other = layout.sentences
                apart += abs(one.size_pt - other.size_pt) > 1
                room = size.width_mm - (11.8 if layout is both[0] else 8.2) * size.scale
                for setting in layout.sentences:
                    fill = sum(width_mm(line, layout.font, setting.size_pt) for line in setting.lines) / len(
                        setting.lines
                    )
                    sentences += 1
                    thin += setting.size_pt <= SMALL_PT * k and fill / room < LEAST_FILL
                weak += any(line.split()[-1].lower() in LITTLE for line in layout.title.lines[:-1])
            normal, jumbo = (layout.sentences[0].size_pt for layout in both)
            small += normal > LEAST_PT and jumbo < 1.2 * normal - 0.01
        report.figures[card.name] = f"thin {thin}, weak {weak}, not a fifth larger {small}, refused {refused}"
        if apart:
            report.faults.append(f"{card.name}: {apart} pairs whose rivals differ by more than a point")
        if thin > THIN * sentences:
            report.faults.append(f"{card.name}: {thin} of {sentences} sentences stand in a thin column")
        if card.name == "poker" and weak > WEAK * 2 * len(pairs):
            report.faults.append(f"{card.name}: {weak} titles break behind a small word")
    return report
