"""How much does skill count: one of a kind among others; and is there a strategy that always wins?"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from liarsdeck.english import counted, listed
from referee.lab.estimate import Share, percent, share
from referee.lab.played import Lab, Table, finished
from referee.lab.section import Bar, Plot, Section

SURE = 0.05
_MOST_CYCLES, _FEW_KINDS, _FEW_TABLES = 8, 3, 2


class Meeting(Struct, frozen=True):
    """One of a kind among others of one other kind: how often it won; whether that is more (1) or less than fair."""

    one: str
    other: str
    won: Share
    sign: int
    unfinished: Share


def meetings(lab: Lab, table: Table) -> list[Meeting]:
    """Return all meetings at a table, who is better by a binomial test, corrected for how many there are (Holm)."""
    from scipy.stats import binomtest
    from statsmodels.stats.multitest import multipletests

    players, found = table[0], []
    for cell, rows in lab.cells.items():
        if (cell.players, cell.options) == table and len(set(cell.lineup)) == 2 and rows:
            played = finished(rows)
            many = sum((row.index % players in row.winners) / len(row.winners) for row in played)
            open_ = share(len(rows) - len(played), len(rows))
            found.append((cell.lineup[0], cell.lineup[1], share(many, len(played)), open_))
            if players == 2:
                found.append((cell.lineup[1], cell.lineup[0], share(len(played) - many, len(played)), open_))
    if not found:
        return []
    chances = [binomtest(round(won.many), won.of, 1 / players).pvalue if won.of else 1.0 for _, _, won, _ in found]
    held = multipletests(chances, method="holm")[1]
    return [
        Meeting(one, other, won, _sign(won.share, 1 / players) if p < SURE else 0, open_)
        for (one, other, won, open_), p in zip(found, held, strict=True)
    ]


def _sign(value: float, fair: float) -> int:
    return (value > fair) - (value < fair)


def cycles(met: Sequence[Meeting]) -> list[tuple[str, str, str]]:
    """Return every three of which each beats the next and the last the first, each once."""
    beats = {(one.one, one.other) for one in met if one.sign > 0}
    words = sorted({one.one for one in met})
    return [
        three
        for three in permutations(words, 3)
        if three[0] == min(three) and all((three[at], three[(at + 1) % 3]) in beats for at in range(3))
    ]


def said_of(lab: Lab, table: Table) -> list[str]:
    """Return what the meetings at a table come to, in sentences; where there are several tables, with its name."""
    met = meetings(lab, table)
    return [f"{lab.where(table)}{sentence}" for sentence in _sentences(table, met)] if met else []


def section(lab: Lab) -> Section | None:
    """Say who beats whom; None where only players alike met."""
    words: list[str] = []
    rows: list[tuple[str, ...]] = []
    plots: list[Plot] = []
    found = {table: met for table in lab.tables if (met := meetings(lab, table))}
    if lab.best:
        many = len(found) > _FEW_TABLES and len(lab.strategies) <= _FEW_KINDS
        words = _over_all(lab, found) if many else [said for table in found for said in said_of(lab, table)]
    if not lab.best:
        games = counted(lab.plan.each, "game")
        words = [f"Each played {games} as one among others of each other kind: in short it is said what that comes to."]
    for table, met in found.items():
        for one in met:
            stands = {1: "more than fair", 0: "", -1: "less than fair"}[one.sign]
            open_ = one.unfinished.said() if one.unfinished.many else "none"
            rows.append((lab.named(table), one.one, one.other, one.won.said(), stands, open_))
        if len(plots) < 4:
            plots.append(_plot(lab, table, met))
    if not rows:
        return None
    title = (
        "Is there a strategy that always wins?" if len(lab.strategies) > _FEW_KINDS else "How much does skill count?"
    )
    head = ("table", "one", "among", "wins of the one", "", "unfinished")
    return Section(title, tuple(words), head, tuple(rows), tuple(plots))


def _over_all(lab: Lab, found: Mapping[Table, Sequence[Meeting]]) -> list[str]:
    """Say for each kind among each other how it fares at all tables together, and where it does best."""
    words = []
    for one, other in dict.fromkeys((met.one, met.other) for all_met in found.values() for met in all_met):
        at = {table: met for table, all_met in found.items() for met in all_met if (met.one, met.other) == (one, other)}
        games = sum(met.won.of for met in at.values())
        if not games:
            continue
        won = share(sum(met.won.many for met in at.values()), games)
        fair = sum(met.won.of / table[0] for table, met in at.items()) / games
        best = max(at, key=lambda table: at[table].won.share * table[0])
        more, less = (sum(met.sign == sign for met in at.values()) for sign in (1, -1))
        words.append(
            f"One {one} among {other} wins {won.said()} at all tables together, where {percent(fair)} % is fair: more "
            f"than fair at {more} of {len(at)} tables, less at {less}. It does best at {lab.named(best)}: "
            f"{at[best].won.said()}."
        )
    return words


def _sentences(table: Table, met: Sequence[Meeting]) -> list[str]:
    fair, kinds = 1 / table[0], sorted({one.one for one in met})
    if len(kinds) <= _FEW_KINDS:
        said = met[::2] if table[0] == 2 else met
        return [f"One {one.one} among {one.other} wins {one.won.said()}; fair is {percent(fair)} %." for one in said]
    wins = {kind: [one.other for one in met if one.one == kind and one.sign > 0] for kind in kinds}
    losses = {kind: [one.other for one in met if one.one == kind and one.sign < 0] for kind in kinds}
    words = [
        f"{kind} does better than fair among every other kind: it always wins, and nobody should play anything else."
        for kind in kinds
        if len(wins[kind]) == len(kinds) - 1
    ]
    if not words:
        words.append("No strategy does better than fair among every other kind.")
    stands = [kind for kind in kinds if not losses[kind]]
    if stands:
        fewest = min(one.won.of for one in met)
        words.append(f"Nothing holds {listed(stands, 'or')} under a fair share, as far as {fewest} games can tell.")
    round_ = cycles(met)
    if round_:
        shown = "; ".join(" beats ".join((*three, three[0])) for three in round_[:_MOST_CYCLES])
        words.append(f"There are {len(round_)} circles of three, like scissors, paper and stone: {shown}.")
    else:
        words.append("There is no circle of three: who is better is better among all.")
    weak = [kind for kind in kinds if len(losses[kind]) == len(kinds) - 1]
    if weak:
        words.append(f"{listed(weak, 'and')} does worse than fair among every other kind.")
    stuck = max(met, key=lambda one: one.unfinished.share)
    if stuck.unfinished.many:
        words.append(f"{stuck.one} and {stuck.other} leave {stuck.unfinished.said()} of their games unfinished.")
    return words


def _plot(lab: Lab, table: Table, met: Sequence[Meeting]) -> Plot:
    """Draw how each kind fares among all others taken together."""
    bars = []
    for kind in dict.fromkeys(one.one for one in met):
        all_won = [one.won for one in met if one.one == kind]
        won = share(sum(part.many for part in all_won), sum(part.of for part in all_won))
        bars.append(Bar(kind, 100 * won.share, 100 * won.low, 100 * won.high))
    bars.sort(key=lambda bar: -bar.value)
    return Plot(f"Wins among all others: {lab.named(table)}", "per cent", tuple(bars), 100 / table[0])
