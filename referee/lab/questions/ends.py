"""Does it end, and how long does it take?"""

from collections.abc import Sequence

from liarsdeck.english import counted
from referee.lab.estimate import Share, Spread, percent, share, spread
from referee.lab.minutes import stated
from referee.lab.played import Lab, finished
from referee.lab.section import Bar, Bars, Section

MOST_BARS = 24


def section(lab: Lab) -> Section:
    """Say how many games end, after how many rounds, lines that somebody chose, and minutes."""
    rows, bars, lengths = [], [], []
    for table in lab.tables:
        played = lab.plain(table)
        if not played:
            continue
        open_ = share(len(played) - len(finished(played)), len(played))
        rounds = spread([row.rounds for row in played])
        acts = spread([row.acts for row in played])
        minutes = spread([round(row.seconds / 60) for row in played])
        rows.append((lab.named(table), open_.said(), rounds.said(), acts.said(), minutes.said()))
        bars.append((open_, Bar(lab.named(table), 100 * open_.share, 100 * open_.low, 100 * open_.high)))
        lengths.append((_long(minutes, open_), Bar(lab.named(table), minutes.middle, minutes.tenth, minutes.ninth)))
    words = _ends(bars) + _left(lab) + _lengths(lengths)
    plots = [Bars("How long, from one in ten to nine in ten", "minutes", tuple(bar for _, bar in lengths[:MOST_BARS]))]
    if any(open_.many for open_, _ in bars):
        plots.insert(0, Bars("Games without an end", "per cent", tuple(bar for _, bar in bars[:MOST_BARS])))
    words.append(
        f"Minutes are an estimate, in seconds a line: {stated(lab.plan.game)}. A game counts as unfinished after "
        f"{counted(lab.plan.cap, 'round')} or {lab.plan.lines:,} lines."
    )
    return Section(
        "Does it end, and how long does it take?", tuple(words),
        ("table", "unfinished", "rounds", "choices", "minutes"), tuple(rows), tuple(plots),
    )  # fmt: skip


def _ends(bars: Sequence[tuple[Share, Bar]]) -> list[str]:
    worst, bar = max(bars, key=lambda one: one[0].share)
    if not worst.many:
        games = sum(open_.of for open_, _ in bars)
        most = share(0, games)
        return [f"Every game ended: none of {games:,} was left unfinished (at most {percent(most.high)} % would be)."]
    if all(open_.many == open_.of for open_, _ in bars):
        return [f"No game ended: all {sum(open_.of for open_, _ in bars):,} were left unfinished."]
    nearly = "Nearly every" if worst.high < 0.05 else "Not every"
    at = f"At the worst table, {bar.label}," if len(bars) > 1 else "Here"
    words = [f"{nearly} game ends. {at} {worst.said()} are unfinished."]
    good = [bar.label for open_, bar in bars if open_.high < 0.05]
    if 0 < len(good) < len(bars):
        words.append(
            f"Under one in twenty is left unfinished at {len(good)} of {len(bars)} tables: {'; '.join(good[:6])}."
        )
    return words


def _left(lab: Lab) -> list[str]:
    """Say how many players still hold cards where a game has no end, in a game that players leave."""
    stuck = [row for row in lab.all_plain if not row.winners and not any(row.scores) and row.marks]
    if max((len(row.scores) for row in stuck), default=2) == 2:
        return []
    two = share(sum(sum(map(bool, row.marks[-1])) == 2 for row in stuck), len(stuck))
    return [f"Of the games without an end, {two.said()} have come to two players who wait for each other."]


def _lengths(lengths: Sequence[tuple[str, Bar]]) -> list[str]:
    if len(lengths) == 1:
        return [lengths[0][0]]
    short, long = (end(lengths, key=lambda one: one[1].value) for end in (min, max))
    if short[1].value == long[1].value:
        return [f"No table takes longer than another. {long[0]}"]
    return [f"The shortest table is {short[1].label}. {short[0]}", f"The longest is {long[1].label}. {long[0]}"]


def _long(found: Spread, open_: Share) -> str:
    """Say how long games are; where some have no end, that they are counted as far as they went."""
    over = "over or given up" if open_.many else "over"
    return (
        f"Half the games are {over} within {found.middle:.0f} minutes, nine in ten within {found.ninth:.0f} "
        f"(n = {found.of:,})."
    )
