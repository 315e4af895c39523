"""How a face of Liar's Lair is set, measured without the code that sets it: shares of a box, ends of lines, breaks."""

from itertools import combinations, pairwise

from cardgen.decks.faces.plain import JUMBO, LEAST_TITLE_PT, _beside
from cardgen.pdf.type import SERIF_SEMIBOLD, SMALLEST_PT, names, width_mm

LITTLE = frozenset(["the", "a", "an", "of", "in", "on", "at", "to", "for", "with", "from", "by", "and", "&"])


def fill(layout, setting, size, indices):
    """Give the mean width of a sentence's lines, as a share of the space that a card has for them."""
    room = size.width_mm - (2 * 5.9 - (3.6 if indices == "jumbo" else 0)) * size.scale
    wide = [width_mm(line, layout.font, setting.size_pt) for line in setting.lines]
    return sum(wide) / len(wide) / room


def weak(layout):
    """Say whether a line of a title ends in a small word."""
    return ends_weakly(layout.title.lines)


def ends_weakly(lines, little=LITTLE):
    return any(line.split()[-1].strip("“”„«»¿¡").lower() in little for line in lines[:-1])


def better_breaks(pair, size, indices):
    """List all ways to set a title that end no line in a small word, part no name, and fit in its smallest type."""
    left, right = _beside(size, indices)
    least = max(LEAST_TITLE_PT * size.scale, SMALLEST_PT) * (JUMBO if indices == "jumbo" else 1)
    words, kept = pair.title.split(), (*pair.ties, *names(*(card.text for card in pair.cards)))
    found = []
    for count in (0, 1, 2):
        for inner in combinations(range(1, len(words)), count):
            lines = [" ".join(words[start:end]) for start, end in pairwise((0, *inner, len(words)))]
            whole = all(any(name in line for line in lines) for name in kept if name in pair.title)
            fits = all(width_mm(line, SERIF_SEMIBOLD, 4 * least // 1 / 4 + 0.25, 6) <= right - left for line in lines)
            if whole and fits and not ends_weakly(lines):
                found.append(lines)
    return found
