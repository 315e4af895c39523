"""Who wins: by their place after the player who begins, and by seat."""

from collections.abc import Sequence

from referee.lab.estimate import Share, even, mean, percent, share, unlike_nought
from referee.lab.played import Lab, Table, finished
from referee.lab.row import Row
from referee.lab.section import Bar, Bars, Section

SURE = 0.01
ORDINALS = ("who begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def wins(rows: Sequence[Row], players: int, *, from_starter: bool) -> list[Share]:
    """Return how often each place wins, counted from who acts first or from the first seat. A shared win is parted."""
    counts = [0.0] * players
    for row in rows:
        for seat in row.winners:
            counts[(seat - row.starter) % players if from_starter else seat] += 1 / len(row.winners)
    return [share(count, len(rows)) for count in counts]


def first_ahead(rows: Sequence[Row]) -> list[float]:
    """Return for each game how many points a deal who acts first gains more than who acts last; [] without points."""
    dealt = [row for row in rows if row.deals > 1 or (row.deals and max(row.scores) > 1)]
    return [(row.gains[0] - row.gains[-1]) / row.deals for row in dealt]


def section(lab: Lab) -> Section | None:
    """Say who wins by place, and whether that is more than chance; None in a league, whose deals come again."""
    if not lab.best:
        return None
    words: list[str] = []
    rows: list[tuple[str, ...]] = []
    plots: list[Bars] = []
    for table in lab.tables:
        played = finished(lab.plain(table))
        if not played:
            continue
        players = table[0]
        places, seats = wins(played, players, from_starter=True), wins(played, players, from_starter=False)
        chance = even([place.many for place in places])
        rows.append((lab.named(table), *(place.said() for place in places)))
        if chance < SURE:
            words.append(_sentence(lab, table, places))
        if len(plots) < 4:
            bars = tuple(
                Bar(ORDINALS[at], 100 * place.share, 100 * place.low, 100 * place.high)
                for at, place in enumerate(places)
            )
            plots.append(Bars(f"Wins by place: {lab.named(table)}", "per cent", bars, 100 / players))
        if even([seat.many for seat in seats]) < SURE / len(lab.tables):
            words.append(
                f"{lab.named(table)}: seats themselves win unevenly: {', '.join(one.said() for one in seats)}."
            )
    won = len(finished(lab.all_plain))
    if not won:
        words.append("Of places nothing can be said: no game was won.")
    elif not words:
        words.append(
            f"No place is better than another, as far as {won:,} game{'s' * (won != 1)} can tell: nowhere do they "
            "differ by more than chance would make in one test of a hundred."
        )
    for table in lab.tables:
        ahead = first_ahead(lab.plain(table))
        if ahead and unlike_nought(ahead) < SURE / len(lab.tables):
            other = "the other" if table[0] == 2 else "who acts last"
            sign, where = (1, "ahead of") if sum(ahead) > 0 else (-1, "behind")
            by = mean([sign * one for one in ahead]).said()
            words.append(
                f"{lab.where(table) or 'Here '}who acts first in a deal comes out {by} points {where} {other} in it."
            )
    most = max(players for players, _ in lab.tables)
    head = ("table", *ORDINALS[:most])
    padded = tuple((*row, *("",) * (len(head) - len(row))) for row in rows)
    return Section("Who wins: does it matter where one sits?", tuple(words), head, padded, tuple(plots))


def _sentence(lab: Lab, table: Table, places: Sequence[Share]) -> str:
    fair = 1 / table[0]
    best = max(range(len(places)), key=lambda at: places[at].share)
    worst = min(range(len(places)), key=lambda at: places[at].share)
    last = " (the last)" if best == len(places) - 1 else ""
    return (
        f"{lab.named(table)}: the place matters. {ORDINALS[best].capitalize()}{last} wins {places[best].said()}, "
        f"{ORDINALS[worst]} {places[worst].said()}; even would be {percent(fair)} %."
    )
