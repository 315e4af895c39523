"""What a seat is asked, and what it may say: its lines where they can be counted, else verbs with their fields."""

from msgspec import Struct, to_builtins

from referee.core.game import Coming, Field, Game, Json, Refused, Setup, Turn, Unopened
from referee.lines.line import format_action

MOST = 200
"""Lines that are listed; where there are more, the verbs are given with their fields."""


class Choice(Struct, frozen=True):
    """A line that a seat may say now, or not: then ``why`` says so, and ``rule`` is the rule's id."""

    line: str
    verb: str
    args: str
    rule: str = ""
    why: str = ""


class Asked(Struct, frozen=True):
    """What one seat may say, as far as its view can tell; the table's is that of None.

    ``verbs`` are all verbs that may be used now, the optional ones last, ``due`` how many are not optional. ``choices``
    are their lines, those that the rules forbid too; ``fields`` are by the verbs whose lines are not all listed there.
    ``coming`` says what may be answered ahead of the turn (its lines are among ``choices``), and on what it rests.
    """

    seat: int | None
    verbs: tuple[str, ...] = ()
    due: int = 0
    choices: tuple[Choice, ...] = ()
    fields: dict[str, tuple[Field, ...]] = {}
    coming: Coming | None = None

    @property
    def legal(self) -> list[str]:
        """The lines that may be said."""
        return [choice.line for choice in self.choices if not choice.why]

    def as_json(self) -> dict[str, Json]:
        """Return ``legal``, and ``verbs`` with the fields of those whose lines are not all there."""
        return {"legal": self.legal, "verbs": {verb: to_builtins(fields) for verb, fields in self.fields.items()}}


def asked(game: Game[object], setup: Setup, view: object, seat: int | None) -> Asked:
    """Return what ``seat`` may say; ``view`` is its own, so nothing rests on what it may not know."""
    due = _verbs(game.to_act(view), seat)
    verbs = (*due, *(verb for verb in _verbs(game.optional(view), seat) if verb not in due))
    quoting = {verb.name for verb in game.verbs if verb.quotes}
    choices: list[Choice] = []
    fields: dict[str, tuple[Field, ...]] = {}
    for verb in verbs:
        found = game.fields(view, seat, verb) or ((Field("words", fewest=0),) if verb in quoting else ())
        listed = [_choice(game, setup, view, action) for action in game.candidates(view, seat, verb)]
        if found or len(choices) + len(listed) > MOST:
            fields[verb] = found or _by_words(listed)
        if len(choices) + len(listed) <= MOST:
            choices += listed
    ahead = None if due else next((coming for coming in game.coming(view) if coming.seat == seat), None)
    if ahead is not None:
        for verb in ahead.verbs:
            lines = (format_action(game, setup, action) for action in game.candidates(view, seat, verb))
            choices += [Choice(line, verb, _args(line, verb)) for line in lines]
    return Asked(seat, verbs, len(due), tuple(choices), fields, ahead)


def _verbs(turns: tuple[Turn, ...], seat: int | None) -> tuple[str, ...]:
    return tuple(verb for turn in turns if turn.seat == seat for verb in turn.verbs)


def _choice(game: Game[object], setup: Setup, view: object, action: object) -> Choice:
    line = game.write(setup, action)
    text = format_action(game, setup, action)  # type: ignore[arg-type]
    judgment = game.judge(view, action)
    if isinstance(judgment, Refused) and not isinstance(judgment, Unopened):
        return Choice(text, line.verb, line.args, judgment.rule, judgment.why)
    return Choice(text, line.verb, line.args)


def _args(line: str, verb: str) -> str:
    return line.partition(f": {verb}")[2].strip()


def _by_words(choices: list[Choice]) -> tuple[Field, ...]:
    """Return a field for every place of lines that are too many, with the words that can stand there."""
    rows = [choice.args.split() for choice in choices if not choice.why]
    many = max((len(row) for row in rows), default=0)
    columns = [tuple(dict.fromkeys(row[at] for row in rows if at < len(row))) for at in range(many)]
    return tuple(Field("word", words) for words in columns)
