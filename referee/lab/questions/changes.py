"""What a change did: two piles of games against each other, every test corrected for how many there are."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from referee.lab.estimate import Share, likely, share, spread
from referee.lab.played import Lab, finished, total
from referee.lab.questions.course import leader_wins
from referee.lab.row import Row

SURE = 0.05


class Difference(Struct, frozen=True):
    """Something that may have changed at a table: what it was and what it is, in words, and how sure that is.

    ``p`` is the chance that it looks so without a change; ``held`` the same after Holm's correction for all tests.
    ``sign`` is 1 where it went up, −1 where down.
    """

    table: str
    what: str
    before: str
    after: str
    sign: int
    p: float
    held: float = 1.0

    @property
    def real(self) -> bool:
        """Whether it is more than chance would make in one of twenty such comparisons as a whole."""
        return self.held < SURE

    def said(self) -> str:
        """Return it as a sentence."""
        how = "up" if self.sign > 0 else "down"
        return f"{self.table}: {self.what} {how}, from {self.before} to {self.after} ({likely(self.held)})."


Measure = Callable[[Sequence[Row]], Share]
SHARES: Mapping[str, Measure] = {
    "unfinished games": lambda rows: share(len(rows) - len(finished(rows)), len(rows)),
    "wins of who begins": lambda rows: share(
        sum(row.starter in row.winners for row in finished(rows)), len(finished(rows))
    ),
    "wins of who leads at half time": lambda rows: _whole(leader_wins(rows)),
    "lies caught": lambda rows: share(
        min(total(rows, lambda row: sum(row.caught)), total(rows, lambda row: sum(row.lies))),
        total(rows, lambda row: sum(row.lies)),
    ),
    "decisions without a choice": lambda rows: share(
        total(rows, lambda row: row.forced), total(rows, lambda row: row.looked)
    ),
}  # fmt: skip
VALUES: Mapping[str, Callable[[Row], float]] = {
    "rounds": lambda row: row.rounds,
    "choices made": lambda row: row.acts,
    "minutes": lambda row: round(row.seconds / 60),
    "lines to choose from": lambda row: row.width / row.looked if row.looked else 0,
}


def _whole(found: Share) -> Share:
    return share(round(found.many), found.of)


def differences(table: str, before: Sequence[Row], after: Sequence[Row]) -> list[Difference]:
    """Compare two piles of games: shares by Fisher's exact test, values by Mann and Whitney's. Not yet corrected."""
    from scipy.stats import fisher_exact, mannwhitneyu

    found = []
    for what, measure in SHARES.items():
        one, two = measure(before), measure(after)
        if one.of and two.of and (one.many, one.of) != (two.many, two.of):
            p = fisher_exact([[one.many, one.of - one.many], [two.many, two.of - two.many]]).pvalue
            found.append(Difference(table, what, one.said(), two.said(), _sign(one.share, two.share), float(p)))
    for what, value in VALUES.items():
        first, second = list(map(value, before)), list(map(value, after))
        if first and second and sorted(first) != sorted(second):
            p = mannwhitneyu(first, second).pvalue
            old, new = spread(first), spread(second)
            means = sum(first) / len(first), sum(second) / len(second)
            found.append(Difference(table, what, old.brief(), new.brief(), _sign(*means), float(p)))
    return found


def _sign(one: float, two: float) -> int:
    return (two > one) - (two < one)


def corrected(found: Sequence[Difference]) -> list[Difference]:
    """Return differences with Holm's correction for all of them, the surest first."""
    from msgspec.structs import replace
    from statsmodels.stats.multitest import multipletests

    if not found:
        return []
    held = multipletests([one.p for one in found], method="holm")[1]
    done = [replace(one, held=float(p)) for one, p in zip(found, held, strict=True)]
    return sorted(done, key=lambda one: (one.held, one.p))


def compared(before: Lab, after: Lab) -> list[Difference]:
    """Compare two labs, cell by cell of those that both have; where they share none, those of one line-up."""
    old, new = before.cells, after.cells
    pairs = [(cell, cell) for cell in old if cell in new]
    if not pairs:
        pairs = [(one, two) for one in old for two in new if (one.players, one.lineup) == (two.players, two.lineup)]
    found = []
    for one, two in pairs:
        name = f"{after.named((two.players, two.options))}, {_met(two.lineup)}"
        found += differences(name, old[one], new[two])
        if len(set(two.lineup)) > 1:
            found += _wins(name, two.lineup[0], two.players, old[one], new[two])
    return corrected(found)


def _met(lineup: Sequence[str]) -> str:
    return f"all play {lineup[0]}" if len(set(lineup)) == 1 else f"one {lineup[0]} among {lineup[1]}"


def _wins(table: str, word: str, players: int, before: Sequence[Row], after: Sequence[Row]) -> list[Difference]:
    """Compare how often the strategy in the first place of a line-up wins."""
    from scipy.stats import fisher_exact

    def won(rows: Sequence[Row]) -> Share:
        played = finished(rows)
        return share(sum(row.index % players in row.winners for row in played), len(played))

    one, two = won(before), won(after)
    if not one.of or not two.of or (one.many, one.of) == (two.many, two.of):
        return []
    p = fisher_exact([[one.many, one.of - one.many], [two.many, two.of - two.many]]).pvalue
    return [Difference(table, f"wins of {word}", one.said(), two.said(), _sign(one.share, two.share), float(p))]


def report(before: Lab, after: Lab, found: Sequence[Difference]) -> list[str]:
    """Return what changed, in sentences."""
    real = [one for one in found if one.real]
    lines = [one.said() for one in real]
    if not lines:
        lines = ["Nothing changed that these games could show."]
    if before.plan.said != after.plan.said:
        lines = [f"From: {before.plan.said}", f"To: {after.plan.said}", *lines]
    games = f"{len(before.rows):,} and {len(after.rows):,} games"
    return [*lines, f"{len(real)} of {len(found)} differences are more than chance, by Holm’s correction; {games}."]
