"""A line from a while ago, corrected: what it would do to the lines after it, and doing it when everyone agrees."""

from dataclasses import dataclass

from msgspec.structs import replace

from referee.core.cards import MASK
from referee.core.game import Action, RecordError, Refused
from referee.core.play import fold, format_action, ruling
from referee.store.rows import FIX_ASKED, FIXED
from referee.tables.table import Table


@dataclass(frozen=True)
class Fix:
    """What a correction would do, in words that the open table may read.

    ``place`` is the line's number in the record, ``old`` and ``new`` say it as it is and as it would be. ``gone`` are
    the lines that would be taken back: the first does not fit any more, and ``why``; the others rest on it. ``lines``
    are those that would stand from ``place`` on, hidden ones too; ``entries`` how many the journal had when it was
    asked; ``same`` says that the line is what it should be already.
    """

    place: int
    old: str
    new: str
    gone: tuple[str, ...]
    why: str
    lines: tuple[str, ...]
    entries: int
    same: bool = False


def before_line(table: Table, place: int) -> tuple[object, Action]:
    """Return the state before line ``place``, and the line. Raises ``RecordError`` where it can't be corrected."""
    if not 0 < place <= len(table.actions):
        many = len(table.actions)
        raise RecordError(f"There is no line {place}: the record has {many} (`history all` numbers them).")
    if table.drawn[place - 1]:
        whose = "a bot did" if table.of_bot(table.actions[place - 1]) else "chance drew"
        raise RecordError(f"Line {place} is what {whose}: it can't be corrected.")
    if any(place in deal.places for deal in table.deals):
        raise RecordError(
            f"Line {place} lies under the seal of the deal, which proves that nothing was changed: `undo` takes the"
            " whole deal back."
        )
    return fold(table.game, table.setup, table.actions[: place - 1]), table.actions[place - 1]


def ask(table: Table, place: int, action: Action, eyes: int | None = None) -> Fix:
    """Say what it would do if line ``place`` were ``action``; nothing is changed yet.

    The answer can tell what nobody should know, so the question leaves a notice first, and for good. Raises
    ``RecordError``, in words that ``eyes`` may read, when the line would not have been legal then.
    """
    game = table.game
    state, old = before_line(table, place)
    words = table.words(state, old)
    many = len(table.actions) - place
    if action == old:
        return Fix(place, words, words, (), "", table.standing.lines[place - 1 :], table.entries, same=True)
    hidden = table.private(action.verb)
    said = f"{table.name(action.seat)} {action.verb} …" if hidden else table.words(state, replace(action, opens=()))
    table.notice(FIX_ASKED, None, f"line {place}, “{words}”, as “{said}”")
    if MASK in game.write(table.setup, action).words:
        raise RecordError(f"“{MASK}” stands for what is hidden in a record: say it", rule=f"{game.prefix}.line")
    judgment = ruling(game, state, action, eyes)
    if isinstance(judgment, Refused):
        raise RecordError(judgment.why, rule=judgment.rule)
    said = table.words(state, action)
    lines, why = [format_action(game, table.setup, action)], ""
    state = game.apply(state, action)
    for later in table.actions[place:]:
        bare = replace(later, opens=())  # what it opens may be another thing now
        if isinstance(game.judge(state, bare), Refused):
            refused = ruling(game, state, bare)
            why = refused.why if isinstance(refused, Refused) else ""
            break
        lines.append(format_action(game, table.setup, bare))
        state = game.apply(state, bare)
    gone = table.in_words(place + len(lines) - 1) if len(lines) <= many else ()
    return Fix(place, words, said, gone, why, tuple(lines), table.entries)


def correct(table: Table, fix: Fix) -> None:
    """Do what was asked for and agreed to, all at once. Raises ``RecordError`` when something happened meanwhile."""
    if table.entries != fix.entries:
        raise RecordError("Something else happened meanwhile: ask again.")
    if fix.same:
        return
    table.correct(fix.place, fix.lines)
    gone = f", {len(fix.gone)} taken back after it" if fix.gone else ""
    table.notice(FIXED, None, f"line {fix.place}, “{fix.old}”, is “{fix.new}” now{gone}")
