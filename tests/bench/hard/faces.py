"""Faces of Liar's Lair on every size of card and with both indices: set together, by phrase, and larger in jumbo."""

import time

from cardgen.decks.faces.plain import LEAST_PT, lay_out
from cardgen.errors import PrintError
from cardgen.layout import CARDS
from cardgen.pdf.ink import Size
from cardgen.pdf.theme import Fonts
from cardgen.pdf.type import FILL_PT, LEAST_FILL
from factbank.deal.deal import Wish, draw
from factbank.deal.ledger import Seen
from tests.bench.hard.report import Report
from tests.cardgen.decks.faces.settings import better_breaks, fill, weak

FULL = 2000
SAMPLE = 6
THIN = 0.01  # at most that share of sentences stands in a thin column
FEW = 2  # in a sample of a few dozen a share says little
MILLISECONDS = 10  # a pair takes at most, on an average


def run(count: int, seed: int) -> Report:
    """Lay out so many pairs on all cards."""
    report = Report("faces")
    pairs = [
        pair
        for k in range(-(-count // 100))
        for pair in draw(Wish(pairs=min(count, 100), seed=seed + k), Seen())[0].facts.pairs
    ]
    pairs = pairs[:count]
    for card in CARDS.values():
        size = Size(card.width_mm, card.height_mm)
        small_pt = FILL_PT * min(1.0, size.scale)
        sentences = thin = broken = apart = refused = small = titles = 0
        begun = time.process_time()
        for pair in pairs:
            try:
                both = {indices: lay_out(pair, size, indices, Fonts()) for indices in ("normal", "jumbo")}
            except PrintError:
                refused += 1
                continue
            for indices, layout in both.items():
                one, other = layout.sentences
                apart += abs(one.size_pt - other.size_pt) > 1
                sentences += 2
                thin += sum(
                    setting.size_pt <= small_pt and fill(layout, setting, size, indices) < LEAST_FILL
                    for setting in layout.sentences
                )
                broken += weak(layout) and bool(better_breaks(pair, size, indices))
            normal, jumbo = (layout.sentences[0].size_pt for layout in both.values())
            small += normal > LEAST_PT and jumbo < 1.2 * normal - 0.01
            titles += both["jumbo"].title.size_pt < 1.2 * both["normal"].title.size_pt - 0.01
        spent = 1000 * (time.process_time() - begun) / len(pairs) / 2
        report.figures[card.name] = f"thin {thin} of {sentences}, {spent:.1f} ms a pair, refused {refused}"
        for wrong, what in (
            (apart, "pairs whose rivals differ by more than a point"),
            (max(0, thin - max(FEW, int(THIN * sentences))), "sentences in a thin column beyond one in a hundred"),
            (broken, "titles that break behind a small word though another break exists"),
            (small, "pairs whose sentences are not a fifth larger in jumbo"),
            (titles, "titles that are not a fifth larger in jumbo"),
            (int(spent > MILLISECONDS and count > SAMPLE), f"pairs took {spent:.1f} ms on an average"),
        ):
            if wrong:
                report.faults.append(f"{card.name}: {wrong} {what}")
    return report
