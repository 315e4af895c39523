"""Words that lie a slip away from what was typed."""

from collections.abc import Sequence


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """Return the known words that begin with ``word`` or lie a slip away (two from five letters on), nearest first."""
    low = word.casefold()
    reach = 1 if len(low) < 5 else 2
    if len(low) < 2 or any(sign.isdigit() for sign in low):
        return []
    near = [(1 if name.casefold().startswith(low) else slips(low, name.casefold(), reach), name) for name in known]
    return [name for count, name in sorted(near, key=lambda pair: pair[0]) if 0 < count <= reach and name != word]


def slips(one: str, other: str, reach: int) -> int:
    """Return how many slips (a letter more, fewer, other, two swapped) part two words; ``reach + 1`` when too many."""
    if abs(len(one) - len(other)) > reach:
        return reach + 1
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, start=1):
        last = rows[-1]
        row = [i]
        for j, b in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return min(rows[-1][-1], reach + 1)
