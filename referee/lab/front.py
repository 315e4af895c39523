"""The page of a search for house rules: the tables that no other table beats, and commands that play them."""

import csv
import io
from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from liarsdeck.english import counted, listed
from referee import games
from referee.core.setup import first_table, option_list
from referee.lab.questions import verdict
from referee.lab.search import AIMS, Found, Point, Search, by_players, front
from referee.lab.statistics import Bar, Bars, Section, Table


class Shown(Struct, frozen=True):
    """A table as the page shows it.

    ``title`` is its name. ``rows`` are (aim, value), such as minutes or drama, and ``command`` is the command line that
    plays its game. ``against`` are sentences on what speaks against the table.
    """

    title: str
    rows: Sequence[tuple[str, str]]
    command: str
    against: Sequence[str]


def shown(search: Search, found: Found) -> list[Shown]:
    """Return the tables of the last round that no other table with as many players beats.

    They are sorted by number of players, fewest first, and for the same number by the length of the game, shortest
    first.
    """
    result = list[Shown]()
    for _, group in sorted(by_players(found.again).items()):
        for point in sorted(front(group), key=lambda point: -point.worth[0]):
            rows = [(aim.name, aim.text(value)) for aim, value in zip(AIMS, point.values, strict=True) if value]
            result.append(
                Shown(
                    named(search, point.table),
                    rows,
                    command(search, point.table),
                    verdict(found.lab, point.table).against,
                )
            )
    return result


def command(search: Search, table: Table) -> str:
    """Return the command line that plays a table's game with friends, each with a phone."""
    words = [f"--option {name}={value}" for name, value in _own(search, table)]
    return " ".join(["referee host", search.game, "--deal", *words])


def named(search: Search, table: Table) -> str:
    """Return a table's name: “4 players, each = 2”; “each = 2” in a search for one number of players."""
    return ", ".join([*[counted(table[0], "player")] * (len(search.players) > 1), rules(search, table)])


def rules(search: Search, table: Table) -> str:
    """Return the house rules of a table that differ from the defaults: “each = 2”; else “as published”."""
    return ", ".join(f"{name} = {value}" for name, value in _own(search, table)) or "as published"


def _own(search: Search, table: Table) -> list[tuple[str, str]]:
    usual = {option.name: option.usual for option in option_list(games.game(search.game).options)}
    return [(name, value) for name, value in table[1] if usual[name] != value]


def sections(search: Search, found: Found) -> list[Section]:
    """Return the page's sections below the tables: summary, check by new seeds, what was left out, method."""
    return [_short(search, found), _again(search, found), _left_out(search, found), _how(search)]


def _short(search: Search, found: Found) -> Section:
    game, last, words = games.game(search.game), by_players(found.again), list[str]()
    for players, group in sorted(last.items()):
        best, known = front(group), first_table(game, players)
        wanted = dict(known.typed(game)) if known else {}
        where = f"For {counted(players, 'player')}, {len(best)} of the {len(group)} tables of the last round"
        words.append(f"{where} {'is' if len(best) == 1 else 'are'} beaten by no other in everything at once.")
        for point in group:
            if dict(_own(search, point.table)) == wanted:
                stands = "is one of them" if point in best else "is beaten"
                words.append(f"What is recommended so far ({rules(search, point.table)}) {stands}.")
    if unplayed := [str(players) for players in search.players if players not in last]:
        words.append(f"For {listed(unplayed, 'or')} players no table could be played to the last round.")
    words.append(
        f"{counted(found.tried, 'table')} were played with bots that were tuned for them. {len(found.left_out)} others "
        f"were left out, and {len(found.twins)} played as another did, line by line. The figures are those of the last "
        "round: fresh seeds, with bots that were tuned before. Bots are not people."
    )
    return Section("In short", words)


def _again(search: Search, found: Found) -> Section:
    before, rows = {point.table: point for point in found.before}, []
    for point in found.again:
        pairs = zip(AIMS, before[point.table].values, point.values, strict=True)
        both = [[aim.text(value) if value else "—" for value in values] for aim, *values in pairs]
        rows.append((named(search, point.table), point.word, *chain(*both)))
    plots = []
    for at, aim in enumerate(AIMS):
        held = [(named(search, point.table), value) for point in found.again if (value := point.values[at])]
        bars = [Bar(label, *(aim.scale * end for end in (one.mean, one.low, one.high))) for label, one in held]
        plots += [Bars(aim.name.capitalize(), aim.unit, tuple(bars))] if bars else []
    head = ("table", "bot", *(f"{aim.name}, {when}" for aim in AIMS for when in ("before", "again")))
    words = ("Before is the round that chose these tables, again is the last round with fresh seeds.",)
    return Section("Does it hold with fresh seeds?", words, head, rows, plots)


def _left_out(search: Search, found: Found) -> Section:
    rows = [(named(search, table), why) for table, why in found.left_out.items()]
    rows += [(named(search, table), f"plays as {rules(search, twin)}") for table, twin in found.twins.items()]
    if not rows:
        return Section("What was left out?", ("Nothing.",))
    words = ("Each has its reason in the table, and the whole interval had to be beyond the bound.",)
    return Section("What was left out?", words, ("table", "why"), rows)


def _how(search: Search) -> Section:
    names = listed([f"{name} ({', '.join(some)})" for name, some in search.vary], "and")
    begun = (
        f"Searched were {names}. {counted(search.tables, 'table')} for each number of players began, drawn by seed "
        f"{search.seed}. Then came tables that differ in one house rule from the best. What people could not play was "
        f"left out first: over one game in twenty without an end, half of the games over in under {search.minutes[0]} "
        f"minutes, one in ten longer than {search.minutes[1]}, or over half of the decisions without a choice."
    )
    tuned = (
        f"At each table {search.bot} was tuned by best response. All play alike, and one player tries other values of "
        "each parameter. Where these win beyond chance, all take them over. That nothing wins more, one parameter at a "
        "time, is no proof of an equilibrium."
    )
    halved = (
        "The best stay in each round, which has twice the games of the one before (successive halving, in the order of "
        f"NSGA-II). The last round played {search.each} games of each table, and examined {search.drama} of them by "
        "rollouts."
    )
    return Section("How was it searched?", (begun, tuned, halved))


def as_csv(search: Search, found: Found) -> str:
    """Return the text of front.csv: a line for each table of the last round, with its value for each aim.

    Values have 95 % intervals. The column ``front`` is 1 if no table with as many players beats this one, else 0.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    values = [f"{aim.column}{end}" for aim in AIMS for end in ("", "_low", "_high")]
    writer.writerow(("players", "options", "bot", "front", "command", *values))
    for group in by_players(found.again).values():
        best = front(group)
        writer.writerows(_row(search, point, unbeaten=point in best) for point in group)
    return out.getvalue()


def _row(search: Search, point: Point, *, unbeaten: bool) -> tuple[object, ...]:
    ends = [(f"{one.mean:.4f}", f"{one.low:.4f}", f"{one.high:.4f}") if one else ("",) * 3 for one in point.values]
    options = " ".join(f"{name}={value}" for name, value in point.table[1])
    return point.table[0], options, point.word, int(unbeaten), command(search, point.table), *chain(*ends)
