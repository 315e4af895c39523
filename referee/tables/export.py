"""A table's record as text: redacted for everybody, or with all that is hidden for those who may know it."""

from collections import Counter
from collections.abc import Sequence

from msgspec import to_builtins

from liarsdeck.english import counted
from referee.bots.seated import texts_of
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup
from referee.core.play import redacted, steps
from referee.records.record import make_header, print_record
from referee.records.seal import CHOSEN, CHOSEN_SEED, dealt_verbs, shut
from referee.store.entries import fold
from referee.store.journal import Journal
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

    The redacted record replays to the same public state as the full one. It holds the hands that have been laid open
    to the last card, and what opens their seals; of hidden lines it has what commits to them, and no nonce.
    """
    game, setup = table.game, table.setup
    actions = in_seat_order(game, setup, table.actions)
    sealed = {place for deal in table.deals for place in deal.places}
    more: dict[str, object] = {"kit": table.kit} if table.kit else {}
    more |= {"follows": table.follows} if table.follows else {}
    more |= {"bots": texts_of(setup, table.bots)} if table.bots else {}
    more |= {"seed": CHOSEN} if table.seeded else {}
    hidden = dealt_verbs(game, setup)
    entered = [
        place
        for place, (action, drawn) in enumerate(zip(actions, table.drawn, strict=True), start=1)
        if action.verb in hidden and not drawn and place not in sealed
    ]
    seals = [to_builtins(deal.opened(setup.seats, actions)) for deal in table.deals]
    more |= {"seals": seals} if seals else {}
    more |= {"entered": entered} if entered and seals else {}
    header, said = make_header(setup, more), [CHOSEN_SEED] if table.seeded else []
    if not reveal:
        opened = {line.place for deal in table.deals for line in deal.lines} & hands_laid_open(game, setup, actions)
        pairs = enumerate(zip(actions, redacted(game, setup, actions), strict=True), start=1)
        shown = [full if place in opened else masked for place, (full, masked) in pairs]
        header, actions = shut(game, setup, header, actions, shown), shown
        if many := len(sealed - opened):
            said.append(f"{counted(many, 'sealed line')} not open here: `export --reveal` has what opens them.")
    lines = print_record(game, header, setup, actions).split("\n")
    first = len(lines) - 1 - len(actions)
    for place, words in reversed(_comments(table)):
        lines.insert(first + min(place, len(actions)), f"# {words}")
    lines[first:first] = [f"# {sentence}" for sentence in said]
    return "\n".join(lines)


def hands_laid_open(game: Game[object], setup: Setup, actions: Sequence[Action]) -> set[int]:
    """Return the places of the hands (from 1) of which everybody has seen every card since."""
    kept = {verb.name for verb in game.verbs if verb.kept}
    found: set[int] = set()
    hands: dict[int, tuple[int, Counter[str]]] = {}
    for place, (before, action, after) in enumerate(steps(game, setup, actions), start=1):
        if action.verb in kept and action.seat is not None:
            hands[action.seat] = place, Counter(game.write(setup, action).words)
        for seat, card in game.laid(before, action, after):
            if seat in hands:
                hands[seat][1][card] -= 1
                found |= {hands[seat][0]} if not +hands[seat][1] else set()
        if game.settled(before) != game.settled(after):
            hands.clear()
    return found


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
