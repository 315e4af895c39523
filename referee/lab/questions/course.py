"""Does the leader always win?"""

from collections.abc import Sequence

from referee.lab.estimate import Share, mean, percent, share
from referee.lab.played import Lab, finished
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
    what = "ahead on points" if counted else "with the most cards"
    low, high = min(found, key=lambda one: one[0].share), max(found, key=lambda one: one[0].share)
    words = [f"Who is {what} at half time wins {low[0].said()} of the games."]
    if len(found) > 1:
        ends = f"{low[0].said()} of the games at {low[2]} to {high[0].said()} at {high[2]}"
        words = [f"Who is {what} at half time wins from {ends}."]
    most = max(found, key=lambda one: one[1].share)
    words.append(f"Winners who were last at half time: at most {most[1].said()}, at {most[2]}.")
    if high[0].low > 0.75:
        words.append(
            "A lead at half time decides more than three games of four: the second half is often played out only."
        )
    head = ("table", "leader at half time wins", "by chance, %", "winner was last", "changes of the lead a game")
    return Section("Does the leader always win?", tuple(words), head, tuple(rows))
