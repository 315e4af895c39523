"""Does the leader always win?"""

from collections.abc import Sequence

from referee.lab.estimate import Share, mean, percent, share
from referee.lab.played import Lab, Table, finished
from referee.lab.row import Row
from referee.lab.section import Section


def leader_wins(rows: Sequence[Row]) -> Share:
    """Return how often somebody who led alone or with others at half time has won."""
    led = [row for row in finished(rows) if row.half]
    return share(sum(len(set(row.half) & set(row.winners)) / len(row.half) for row in led), len(led))


def from_behind(rows: Sequence[Row]) -> Share:
    """Return how often a winner was last at half time."""
    led = [row for row in finished(rows) if row.half]
    return share(sum(any(_last(row, seat) for seat in row.winners) for row in led), len(led))


def _last(row: Row, seat: int) -> bool:
    scores = row.marks[(len(row.marks) - 1) // 2]
    return seat not in row.half and scores[seat] == min(scores)


def risen(rows: Sequence[Row], deal: int) -> Share:
    """Return how many of the players gained points in a deal, counted from 0."""
    dealt = [row for row in rows if len(row.rose) > deal]
    return share(sum(row.rose[deal] for row in dealt), sum(len(row.scores) for row in dealt))


def _easier(lab: Lab, table: Table) -> list[str]:
    """Say whether points come as often late as early, where several players can gain in a deal, or none."""
    rows = finished(lab.plain(table))
    deals = min((len(row.rose) for row in rows), default=0)
    if table[0] == 2 or deals < 3:
        return []
    first, last = risen(rows, 0), risen(rows, deals - 1)
    if not (first.apart(last.high) > 0 or first.apart(last.low) < 0):
        return []
    where = lab.where(table) or "Here "
    return [f"{where}in the first deal {first.said()} of the players gain points, in deal {deals} {last.said()}."]


def section(lab: Lab) -> Section | None:
    """Say what a lead at half time is worth; None in a game that has no course."""
    rows, found = [], []
    for table in lab.tables:
        played = lab.plain(table)
        leader = leader_wins(played)
        if leader.of:
            leads = mean([row.turns_of_lead for row in finished(played)])
            behind = from_behind(played)
            fair = 1 / table[0]
            rows.append((lab.named(table), leader.said(), percent(fair), behind.said(), leads.said()))
            found.append((leader, behind, lab.named(table)))
    if not rows:
        return None
    counted = any(max(row.scores, default=0) > 1 for row in lab.all_plain)
    what = "Who is ahead on points" if counted else "Who has the most cards"
    low, high = min(found, key=lambda one: one[0].share), max(found, key=lambda one: one[0].share)
    words = [f"{what} at half time wins {low[0].said()} of the games."]
    if len(found) > 1:
        ends = f"{low[0].said()} of the games at {low[2]} to {high[0].said()} at {high[2]}"
        words = [f"{what} at half time wins from {ends}."]
    most = max(found, key=lambda one: one[1].share)
    if len(found) > 1:
        words.append(f"Winners who were last at half time: at most {most[1].said()}, at {most[2]}.")
    elif lab.tables[0][0] > 2:
        words.append(f"Of the winners, {most[1].said()} were last at half time.")
    if high[0].low > 0.75:
        words.append(
            "A lead at half time decides more than three games of four: the second half is often played out only."
        )
    words += [sentence for table in lab.tables for sentence in _easier(lab, table)]
    head = ("table", "leader at half time wins", "by chance, %", "winner was last", "changes of the lead a game")
    return Section("Does the leader always win?", tuple(words), head, tuple(rows))
