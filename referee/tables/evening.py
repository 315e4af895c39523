"""An evening: a game and its rematches, what came of each, and the next one."""

from liarsdeck.english import listed
from referee.core.errors import RecordError
from referee.core.options import given_options
from referee.core.setup import setup as make_setup
from referee.store.journal import Journal
from referee.tables.league import Result, league
from referee.tables.table import Table


def result_of(table: Table, evening: int) -> Result | None:
    """Return what came of a finished game, None while it is open. ``evening`` is the number of its first table."""
    outcome = table.game.outcome(table.state)
    if not outcome.over:
        return None
    sheet = table.game.sheet(table.view)
    points = tuple(outcome.scores) if sheet is not None and sheet.legend else ()
    return Result(evening, table.setup.game, table.setup.seats, outcome.winners, points)


def chain(journal: Journal, table: Table) -> list[Table]:
    """Return the tables of an evening up to this one, the first first; one that can't be opened ends it."""
    tables = [table]
    while tables[0].follows and tables[0].follows < tables[0].number:
        try:
            tables.insert(0, Table(journal, tables[0].follows))
        except RecordError:
            break
    return tables


def tally(journal: Journal, table: Table) -> str:
    """Return how the evening stands in a sentence, "" after its first game: “Tonight, 3 games: Ann won 2, Bob 1.”"""
    tables = chain(journal, table)
    results = [found for one in tables if (found := result_of(one, tables[0].number)) is not None]
    if len(results) < 2:
        return ""
    wins = [(player.name, player.total.wins) for player in league(results).players if player.total.wins]
    won = listed([f"{name} won {count}" for name, count in wins], "and") if wins else "nobody has won yet"
    return f"Tonight, {len(results)} games: {won}."


def rematch(journal: Journal, table: Table) -> Table:
    """Set up another game for the same people: seats, PINs, house rules and kit as they were, a new deal.

    Raises ``RecordError`` where the journal can't be written.
    """
    setup = make_setup(table.game, table.setup.seats, given_options(table.setup.options), facts=table.setup.facts)
    made = Table.new(journal, setup, kit=table.kit, follows=table.number, bots=table.bots)
    journal.copy_pins(table.number, made.number)
    return made
