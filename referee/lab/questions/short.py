"""In short: which table is good for how many, and what speaks against the others."""

from liarsdeck.english import counted
from referee.lab.estimate import even, percent, share, spread
from referee.lab.played import Lab, Table, finished
from referee.lab.questions.course import leader_wins
from referee.lab.questions.options import strongest, varied
from referee.lab.questions.seats import wins
from referee.lab.questions.skill import said_of
from referee.lab.section import Section

FEW, SURE = 100, 0.01
"""Games of a table under which little can be said; how unlikely an unevenness of places must be, at all tables."""
OPEN, LONG, SHORT, UNEVEN, DECIDED, FORCED = 0.05, 120, 4, 1.25, 0.75, 0.5
"""What speaks against a table: more unfinished games; one in ten takes longer, or half are over sooner (minutes); a
place that wins so much more than fair; a leader at half time who wins more often; more decisions without a choice."""


def against(lab: Lab, table: Table) -> list[str]:
    """Return what speaks against a table, each with its number; the bounds are those of this module."""
    played = lab.plain(table)
    won = finished(played)
    found = []
    open_ = share(len(played) - len(won), len(played))
    if open_.low > OPEN or (open_.share > OPEN and open_.of < 100):
        found.append(f"{open_.said()} never end")
    minutes = spread([round(row.seconds / 60) for row in played])
    if minutes.ninth > LONG:
        found.append(f"one game in ten takes over {minutes.ninth:.0f} minutes")
    if minutes.middle < SHORT:
        over = "over or given up" if open_.many else "over"
        found.append(f"half the games are {over} in {minutes.middle:.0f} minutes")
    places = wins(won, table[0], from_starter=True) if won else []
    fair = 1 / table[0]
    uneven = bool(places) and even([place.many for place in places]) < SURE / len(lab.tables)
    for at, place in enumerate(places if uneven else ()):
        if place.low > fair and place.share > UNEVEN * fair:
            where = "who begins" if at == 0 else f"place {at + 1} from who begins"
            found.append(f"{where} wins {place.said()}, where {percent(fair)} % is fair")
    leader = leader_wins(played)
    if leader.of and leader.low > DECIDED:
        found.append(f"who leads at half time wins {leader.said()}")
    forced = share(sum(row.forced for row in played), sum(row.looked for row in played))
    if forced.of and forced.low > FORCED:
        found.append(f"{forced.said()} of the decisions leave no choice")
    return found


def section(lab: Lab) -> Section:
    """Say for each number of players which tables are sound, and what speaks against the others."""
    if not lab.best:
        words = [word for table in lab.tables for word in said_of(lab, table)]
        words.append(
            f"One of a kind met others of each other kind, {counted(lab.plan.each, 'game')} a meeting. Better and "
            "worse is what fewer than one of twenty such leagues would show by chance (Holm’s correction)."
        )
        return Section("In short", tuple(words))
    words = []
    for many in dict.fromkeys(players for players, _ in lab.tables):
        tables = [table for table in lab.tables if table[0] == many and lab.plain(table)]
        faults = {table: against(lab, table) for table in tables}
        names = {table: _without(lab, table) for table in tables}
        good = [names[table] for table in tables if not faults[table]]
        head = f"For {many} players" if len({players for players, _ in lab.tables}) > 1 else "Here"
        if len(lab.tables) == 1:
            good, names = ["this table"] * len(good), dict.fromkeys(tables, "this table")
        if good:
            words.append(f"{head} nothing that was counted speaks against {'; '.join(_short(good))}.")
        elif len(tables) > 1:
            words.append(f"{head} every table has something against it.")
        if len(tables) == 1 < len(lab.tables):
            names = dict.fromkeys(tables, f"the table of {many}")
        words += [f"Against {names[table]}: {'; '.join(faults[table])}." for table in tables if faults[table]][:6]
    words += strongest(lab)
    if not varied(lab) and any(against(lab, table) for table in lab.tables):
        words.append("Vary the house rules, with --vary NAME, to see which of them mends it.")
    if lab.plan.each < FEW:
        words.append(f"With {counted(lab.plan.each, 'game')} a table little can be said: play {FEW} or more.")
    words.append(
        f"Something speaks against a table where more than {100 * OPEN:.0f} % of the games never end, one in ten takes "
        f"over {LONG} minutes or half are over in under {SHORT}, a place wins {UNEVEN:g} times its fair share, a lead "
        f"at half time wins more than {percent(DECIDED)} %, or more than {percent(FORCED)} % of the decisions are none."
    )
    return Section("In short", tuple(words))


def _without(lab: Lab, table: Table) -> str:
    """Return what a table is called among those for as many players."""
    name = lab.named(table).removeprefix(counted(table[0], "player")).removeprefix(", ")
    return name or "this table"


def _short(names: list[str]) -> list[str]:
    return names if len(names) <= 8 else [*names[:8], f"{len(names) - 8} more"]
