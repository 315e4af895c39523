"""How much choice is there?"""

from referee.lab.estimate import mean, share
from referee.lab.played import Lab, total
from referee.lab.section import Section


def section(lab: Lab) -> Section:
    """Say how many lines one could choose from in a turn, and how often there is but one."""
    rows, forced = [], []
    for table in lab.tables:
        played = [row for row in lab.plain(table) if row.looked]
        if played:
            alone = share(total(played, lambda row: row.forced), total(played, lambda row: row.looked))
            width = mean([row.width / row.looked for row in played])
            per = mean([row.acts / table[0] for row in played])
            rows.append((lab.named(table), width.said(), alone.said(), per.said()))
            forced.append((alone, width, lab.named(table)))
    if not rows:
        return Section("How much choice is there?", ("No decision was looked at.",))
    most = max(forced, key=lambda one: one[0].share)
    least = min(forced, key=lambda one: one[1].mean)
    several = len(forced) > 1
    at = f"Least at {least[2]}: there a" if several else "A"
    words = (
        f"{at} decision has on average {least[1].said()} lines to choose from.",
        f"Of the decisions, {most[0].said()} leave no choice at all{f', the most at {most[2]}' if several else ''}.",
        "Every eighth decision was looked at. What the rules allow is counted, not what is wise.",
    )
    head = ("table", "lines to choose from", "no choice", "decisions a player and game")
    return Section("How much choice is there?", words, head, tuple(rows))
