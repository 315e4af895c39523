"""A table's record as text: redacted for everybody, or with all that is hidden for those who may know it."""

from collections.abc import Sequence

from msgspec import to_builtins
from msgspec.structs import replace

from referee.bots.seated import texts_of
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup
from referee.core.play import redacted
from referee.records.record import make_header, print_record
from referee.store.entries import fold
from referee.store.journal import Journal
from referee.tables.seals import seals
from referee.tables.table import Table


def open_for_export(journal: Journal, number: int) -> tuple[Table, str]:
    """Open a table as far as it is undamaged, and say in a sentence what is lost of it, "" for nothing."""
    try:
        return Table(journal, number), ""
    except RecordError:
        table = Table(journal, number, salvage=True)
        return table, table.lost or f"Only the first {len(table.actions)} lines of table {number} are undamaged."


def record_of(table: Table, *, reveal: bool) -> str:
    """Return a table's record, its notices as comments and its seals in the header.

    The redacted record replays to the same public state as the full one. What opens a seal is in it when the game is
    over, or with ``reveal``.
    """
    ordered = in_seat_order(table.game, table.setup, table.actions)
    actions = ordered if reveal else redacted(table.game, table.setup, ordered)
    opened = reveal or table.over
    sealed = [to_builtins(seal if opened else replace(seal, nonce="")) for seal in seals(table)]
    more: dict[str, object] = {"kit": table.kit} if table.kit else {}
    more |= {"follows": table.follows} if table.follows else {}
    more |= {"bots": texts_of(table.setup, table.bots)} if table.bots else {}
    header = make_header(table.setup, more | ({"seals": sealed} if sealed else {}))
    lines = print_record(table.game, header, table.setup, actions).split("\n")
    first = len(lines) - 1 - len(actions)
    for place, words in reversed(_comments(table)):
        lines.insert(first + min(place, len(actions)), f"# {words}")
    return "\n".join(lines)


def in_seat_order(game: Game[object], setup: Setup, actions: Sequence[Action]) -> list[Action]:
    """Return a record's actions with what is chosen in secret in seat order, however they came in.

    Lines change places only where both are secret, and the game stands the same after both; hands stay as they came,
    for a deal may be sealed.
    """
    secret = {verb.name for verb in game.verbs if game.private(setup, verb.name) and not verb.kept}
    found, states = list(actions), [game.start(setup)]
    for place in range(len(found)):
        at = place
        while (
            at
            and found[at - 1].verb in secret
            and found[at].verb in secret
            and _turned(game, states[at - 1], found, at)
        ):
            found[at - 1], found[at] = found[at], found[at - 1]
            states[at] = game.apply(states[at - 1], found[at - 1])
            at -= 1
        states.append(game.apply(states[place], found[place]))
    return found


def _turned(game: Game[object], before: object, actions: Sequence[Action], at: int) -> bool:
    """Say whether two lines stand against seat order, and could as well stand the other way round."""
    first, second = actions[at - 1], actions[at]
    if first.seat is None or second.seat is None or first.seat < second.seat or not game.judge(before, second).legal:
        return False
    between = game.apply(before, second)
    if not game.judge(between, first).legal:
        return False
    return bool(game.apply(between, first) == game.apply(game.apply(before, first), second))


def _comments(table: Table) -> list[tuple[int, str]]:
    """Return the notices with how many of the lines that stand came before each."""
    try:
        notices = table.notices()
    except RecordError:  # damaged, in a table that is being saved
        return []
    entries = table.journal.sound_entries(table.number)
    many = len(fold(entries).lines)
    return [
        (min(many, len(fold(entries[: notice.entry]).lines)), " ".join(notice.said(table.setup.seats).split()))
        for notice in notices
    ]
