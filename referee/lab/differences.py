"""Find measures that differ between two sets of games beyond chance (Fisher, Mann–Whitney, Holm)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from referee.lab.measures import forced, leader_wins, lies_caught, minutes, unfinished
from referee.lab.run import Row
from referee.lab.statistics import Lab, Share, Table, finished, likely, ratio, share, spread

SURE = 0.05


class Difference(Struct, frozen=True):
    """A measure that differs between two sets of games.

    ``table`` is the name of the table, and ``what`` the name of the measure. ``before`` and ``after`` are its values in
    both sets, as text. ``sign`` is 1 for a rise, −1 for a fall. ``p`` is the p-value of this test alone, and ``held``
    the p-value after Holm's correction for all tests.
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
        """Whether the corrected p-value is below 0.05."""
        return self.held < SURE

    def __str__(self) -> str:
        how = "up" if self.sign > 0 else "down"
        return f"{self.table}: {self.what} {how}, from {self.before} to {self.after} ({likely(self.held)})."


def _leader_wins(rows: Sequence[Row]) -> Share:
    led = leader_wins(rows)
    return share(round(led.many), led.of)


SHARES: Mapping[str, Callable[[Sequence[Row]], Share]] = {
    "unfinished games": unfinished,
    "wins of who begins": lambda rows: ratio(finished(rows), lambda row: row.starter in row.winners, lambda _: 1),
    "wins of who leads at half time": _leader_wins,
    "lies caught": lies_caught,
    "decisions without a choice": forced,
}
VALUES: Mapping[str, Callable[[Row], float]] = {
    "rounds": lambda row: row.rounds,
    "choices made": lambda row: row.acts,
    "minutes": minutes,
    "lines to choose from": lambda row: row.width / row.looked if row.looked else 0,
}
MATTERS = ("unfinished games", "rounds", "minutes", "wins of who begins", "wins of who leads at half time",
           "lies caught")  # fmt: skip
"""The measures by which house rules are compared."""


def differences(table: str, before: Sequence[Row], after: Sequence[Row]) -> list[Difference]:
    """Return a ``Difference`` for each measure whose values differ between two sets of games.

    ``table`` is the name of the table (players, house rules), which goes into the results. The p-values are from
    Fisher's exact test for shares, and from Mann and Whitney's test for values. They are not corrected for several
    tests; ``corrected`` does this.
    """
    from scipy.stats import mannwhitneyu

    found = [share_ for what, measure in SHARES.items() for share_ in _fisher(table, what, measure, before, after)]
    for what, value in VALUES.items():
        first, second = list(map(value, before)), list(map(value, after))
        if first and second and sorted(first) != sorted(second):
            sign = direction(sum(first) / len(first), sum(second) / len(second))
            p = float(mannwhitneyu(first, second).pvalue)
            found.append(Difference(table, what, spread(first).brief(), spread(second).brief(), sign, p))
    return found


def _fisher(
    table: str, what: str, measure: Callable[[Sequence[Row]], Share], before: Sequence[Row], after: Sequence[Row]
) -> list[Difference]:
    """Return a list of one ``Difference`` if a share differs between two sets of games, else [].

    ``table`` and ``what`` are the names of the table and of the share. ``measure`` computes the share from the rows of
    games. The p-value is from Fisher's exact test.
    """
    from scipy.stats import fisher_exact

    one, two = measure(before), measure(after)
    if not one.of or not two.of or (one.many, one.of) == (two.many, two.of):
        return []
    p = fisher_exact([[one.many, one.of - one.many], [two.many, two.of - two.many]]).pvalue
    return [Difference(table, what, str(one), str(two), direction(one.share, two.share), float(p))]


def direction(one: float, two: float) -> int:
    """Return 1 if ``two`` is higher than ``one``, −1 if it is lower and 0 if they are equal."""
    return (two > one) - (two < one)


def corrected(found: Sequence[Difference]) -> list[Difference]:
    """Return the differences ``found``, the most significant first, with Holm's p-values in ``held``."""
    from msgspec.structs import replace
    from statsmodels.stats.multitest import multipletests

    if not found:
        return []
    held = multipletests([test.p for test in found], method="holm")[1]
    done = [replace(test, held=float(p)) for test, p in zip(found, held, strict=True)]
    return sorted(done, key=lambda test: (test.held, test.p))


def compared(before: Lab, after: Lab) -> list[Difference]:
    """Return the differences between two labs (sets of games), the most significant first.

    Each cell (number of players, house rules, strategies) that both labs have is compared. If there is none, cells are
    compared that have equal numbers of players and equal strategies, whatever their house rules.
    """
    old, new = before.cells, after.cells
    pairs = [(cell, cell) for cell in old if cell in new]
    pairs = pairs or [(a, b) for a in old for b in new if (a.players, a.lineup) == (b.players, b.lineup)]
    found = []
    for was, now in pairs:
        word, alike, players = now.lineup[0], len(set(now.lineup)) == 1, now.players
        met = f"all play {word}" if alike else f"one {word} among {now.lineup[1]}"
        name = f"{after.named((players, now.options))}, {met}"
        found += differences(name, old[was], new[now])
        if not alike:

            def won(rows: Sequence[Row], players: int = players) -> Share:
                """Return the share of finished games that the strategy in the first place of the line-up wins."""
                return ratio(finished(rows), lambda row: row.index % players in row.winners, lambda _: 1)

            found += _fisher(name, f"wins of {word}", won, old[was], new[now])
    return corrected(found)


def report(before: Lab, after: Lab, found: Sequence[Difference]) -> list[str]:
    """Return what changed between two labs, as sentences. ``found`` are their differences (``compared``)."""
    real = [test for test in found if test.real]
    lines = [*map(str, real)] or ["Nothing changed that these games could show."]
    if before.plan.said != after.plan.said:
        lines = [f"From: {before.plan.said}", f"To: {after.plan.said}", *lines]
    games = f"{len(before.rows):,} and {len(after.rows):,} games"
    return [*lines, f"{len(real)} of {len(found)} differences are more than chance, by Holm’s correction; {games}."]


def _neighbours(tables: Sequence[Table]) -> list[tuple[Table, Table, str]]:
    """Return (first table, other table, house rule) for each two tables that differ in only this rule.

    The first table has the first value of the rule in the lab, the other any other value. Two tables with other values
    are not compared with each other.
    """
    firsts = dict(pair for _, options in reversed(tables) for pair in reversed(options))
    found = []
    for players, options in tables:
        for name, value in options:
            base = (players, tuple((key, firsts[key] if key == name else held) for key, held in options))
            if value != firsts[name] and base in tables:
                found.append((base, (players, options), name))
    return found


def varied(lab: Lab) -> list[str]:
    """Return the names of the house rules in which two otherwise equal tables of the lab differ."""
    return sorted({name for _, _, name in _neighbours(lab.tables)})


def by_rule(lab: Lab) -> list[Difference]:
    """Return the differences between tables that differ in only one house rule, the most significant first."""
    found: list[Difference] = []
    for one, other, name in _neighbours(lab.tables):
        old, new = dict(one[1])[name], dict(other[1])[name]
        rest = ", ".join([f"{one[0]} players", *(f"{key} = {value}" for key, value in one[1] if key != name)])
        piles, told = (lab.plain(one), lab.plain(other)), f"{name} = {new} instead of {old} ({rest})"
        found += [
            test
            for test in differences(told, *piles)
            if test.what in MATTERS and not _is_set(test.what, name, zip((old, new), piles, strict=True))
        ]
    return corrected(found)


def _is_set(what: str, name: str, tables: Iterable[tuple[object, Sequence[Row]]]) -> bool:
    """Return whether a house rule itself sets a measure, so that a difference would say nothing.

    ``what`` is the name of the measure, ``name`` that of the rule; ``tables`` has (value of the rule, rows of the
    games) for each table. The rule sets the measure if the measure's name is a part of its name (``max_rounds`` and
    “rounds”), or if at each table the median of the measure equals the value of the rule.
    """
    if what in name.split("_"):
        return True
    with suppress(KeyError, ValueError):
        measure = VALUES[what]
        return all(spread([*map(measure, rows)]).middle == float(str(value)) for value, rows in tables)
    return False


def strongest(lab: Lab) -> list[str]:
    """Return a sentence for each varied house rule: its most significant effect, or that none was found."""
    real, words = [test for test in by_rule(lab) if test.real], []
    for name in varied(lab):
        first = next((str(test) for test in real if test.table.startswith(f"{name} =")), "")
        words.append(first or f"{name}: no value makes a difference that these games could show.")
    return words
