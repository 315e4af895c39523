"""Bots at a table: which seats are theirs, what they do next and why; and whole games between bots."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Generic, NamedTuple, TypeVar, overload

from msgspec.structs import replace

from liarsdeck.english import listed, quoted
from referee import games
from referee.bots.bot import Bot, chance, kinds, named
from referee.core.cards import Late
from referee.core.game import Action, Game, RecordError, Setup, Turn, chapter
from referee.core.play import step

S = TypeVar("S")

LIMIT = 100_000  # lines


class Lines(Sequence[Action], Generic[S]):
    """The lines of a game as a seat reads them, written when they are looked at: many a bot asks only how many."""

    def __init__(self, game: Game[S], seat: int, steps: Sequence[tuple[S, Action]]) -> None:
        """``steps``: each line with the state that it was written in. It may grow."""
        self._game, self._seat, self._steps = game, seat, steps
        self._read: list[Action] = []

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        for before, action in self._steps[len(self._read) :]:
            self._read.append(self._game.redact(before, action, self._seat))
        return self._read[at]


def play(
    game: Game[S], setup: Setup, bots: Mapping[int, Bot[S]], seed: str, limit: int = LIMIT
) -> tuple[S, list[Action]]:
    """Play a game to its end, or for ``limit`` lines; return the state and the lines. See ``moves``."""
    state, actions = game.start(setup), list[Action]()
    for _, action, after in moves(game, setup, bots, seed, limit):
        actions.append(action)
        state = after
    return state, actions


def moves(
    game: Game[S], setup: Setup, bots: Mapping[int, Bot[S]], seed: str, limit: int = LIMIT
) -> Iterator[tuple[S, Action, S]]:
    """Play a game to its end, or for ``limit`` lines: yield the state before each line, the line, the state after it.

    The referee deals. Each bot is given its seat's view and the lines as that seat reads them. Who may act and need not
    is asked before who must. Raises ``RecordError`` where a bot's line is not legal, or a seat has no bot.
    """
    if alone := [name for seat, name in enumerate(setup.seats) if seat not in bots]:
        raise RecordError(f"no bot plays for {listed(alone, 'and')}: every seat needs one")
    state, dealer, rng = game.start(setup), Random(f"{seed}/deal"), Late()
    steps = list[tuple[S, Action]]()
    turns = {seat: Lines(game, seat, steps) for seat in bots}
    for _ in range(limit):
        acting = game.to_act(state)
        if not acting:
            return
        action = drawn = game.draw(state, dealer)
        if action is None or action.seat is None:
            action = _next(game, state, acting, action, bots, turns, seed, rng)
        steps.append((state, action))
        after = game.apply(state, action) if action is drawn else step(game, state, action, reveal=True)
        yield state, action, after
        state = after


def _next(
    game: Game[S],
    state: S,
    acting: Sequence[Turn],
    drawn: Action | None,
    bots: Mapping[int, Bot[S]],
    turns: Mapping[int, Lines[S]],
    seed: str,
    rng: Random,
) -> Action:
    """Return the next line but a hand that is dealt: what somebody does who need not, what is awaited or ``drawn``."""
    for seat in (acting[0].seat,) if len(acting) == 1 else _asked(acting, game.awaits(state)):
        if seat is None:
            if drawn is not None:
                return drawn
            continue
        lines = turns[seat]
        action = bots[seat].choose(game.view(state, seat), seat, lines, chance(seed, len(lines), seat, rng))
        if action is not None:
            return action
    names = [state.setup.seats[seat] for seat in game.awaits(state) if seat is not None]  # type: ignore[attr-defined]
    if names:
        raise RecordError(f"{game.title} waits for {listed(names, 'and')}: a bot that is awaited can't return None")
    raise RecordError(f"{game.title} goes on with what people see and bots don't: who took a trick, say")


def _asked(acting: Sequence[Turn], awaited: Sequence[int | None]) -> list[int | None]:
    """Return who is asked, in order, where several may act: first those whom the game does not wait for."""
    return [*[turn.seat for turn in acting if turn.seat is not None and turn.seat not in awaited], *awaited]


USUAL = "easy"
_TRIED = 400  # lines that bots play before a table is kept


class Reason(NamedTuple):
    """What a bot did, and why."""

    action: Action
    why: str


def split(text: str) -> tuple[str, str]:
    """Return name and level of ``Zoe`` or ``Zoe:hard``."""
    name, _, level = text.partition(":")
    return " ".join(name.split()), level.strip().casefold()


def bots_of(game: Game[S], setup: Setup, texts: object) -> dict[int, str]:
    """Return the level of each seat that a header's ``bots`` names. Raises ``RecordError``."""
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise RecordError('bots: they are written as names, like ["Zoe", "Yan:hard"]')
    found: dict[int, str] = {}
    for text in texts:
        name, level = split(text)
        seats = [seat for seat, known in enumerate(setup.seats) if known.casefold() == name.casefold()]
        if not seats:
            raise RecordError(f"bots: nobody at this table is called {quoted(name)}: {listed(setup.seats, 'and')} play")
        found[seats[0]] = level_of(game, level)
    return found


def level_of(game: Game[S], level: str) -> str:
    """Return a level that a game has; for "" the usual one. Raises ``RecordError``."""
    known = kinds(game)
    level = level or (USUAL if USUAL in known else [*known][-1])
    named(level, game)
    return level


def texts_of(setup: Setup, bots: Mapping[int, str]) -> list[str]:
    """Return bots as a header has them."""
    return [f"{setup.seats[seat]}:{level}" for seat, level in sorted(bots.items())]


def check_bots(game: Game[S], setup: Setup, bots: Iterable[int]) -> None:
    """Raise ``RecordError`` where bots can't play by these house rules: where only people see what happens.

    The usual ones try it: one that plays at random would write down anything.
    """
    if not [*bots]:
        return
    level = USUAL if USUAL in kinds(game) else "random"
    everybody = dict.fromkeys(range(len(setup.seats)), named(level, game))
    try:
        play(game, setup, everybody, "", _TRIED)
    except RecordError:
        raise RecordError(
            f"{game.title} can't be played by bots with these house rules: they see only what the referee knows"
        ) from None


def next_line(
    game: Game[S], setup: Setup, state: S, actions: Sequence[Action], bots: Mapping[int, str], seed: str
) -> Action | None:
    """Return what the bots at a table do now, the first of them who does anything; None where people are awaited."""
    for turn in game.to_act(state):
        if turn.seat in bots:
            assert turn.seat is not None
            lines = _read(game, setup, actions, turn.seat)
            bot, rng = named(bots[turn.seat], game), chance(seed, len(lines), turn.seat)
            action = bot.choose(game.view(state, turn.seat), turn.seat, lines, rng)
            if action is not None:
                return action
    return None


def decide(
    name: str, setup: Setup, state: object, actions: Sequence[Action], bots: Mapping[int, str], seed: str
) -> Action | None:
    """Return ``next_line`` of a registered game, which is given by its name: so another process can be asked."""
    return next_line(games.game(name), setup, state, actions, bots, seed)


def quick(game: Game[S], level: str) -> str:
    """Return the level that plays instead of one that takes too long: ``easy``, or ``random`` where there is none."""
    return level if level != "hard" else USUAL if USUAL in kinds(game) else "random"


def _read(game: Game[S], setup: Setup, actions: Sequence[Action], seat: int) -> list[Action]:
    state, lines = game.start(setup), []
    for action in actions:
        lines.append(game.redact(state, action, seat))
        state = game.apply(state, action)
    return lines


def reasons(
    game: Game[S],
    setup: Setup,
    actions: Sequence[Action],
    drawn: Sequence[bool],
    bots: Mapping[int, str],
    seat: int,
    seed: str,
    most: int,
) -> list[Reason]:
    """Return why a bot did what it did in the deals that are settled, the last ``most``, in order.

    What it did in a deal that goes on is its secret still, and what a person did there before it that of the person:
    ``drawn`` says of each line whether chance or a bot wrote it.
    """
    bot: Bot[S] = named(bots[seat], game)
    states = [game.start(setup)]
    for action in actions:
        states.append(game.apply(states[-1], action))
    now, over = game.settled(states[-1]), game.outcome(states[-1]).over
    done = [at for at, action in enumerate(actions) if action.seat == seat and drawn[at]]
    found: list[Reason] = []
    for at in reversed(done):
        if len(found) == most:
            break
        if not over and game.settled(states[at]) == now:
            continue
        lines = _read(game, setup, actions[:at], seat)
        view = game.view(states[at], seat)
        if bot.choose(view, seat, lines, chance(seed, at, seat)) == actions[at]:
            why = bot.why(view, seat, lines, chance(seed, at, seat))
            found += [Reason(replace(actions[at], opens=()), why)] if why else []
    return found[::-1]


def laid(game: Game[S], state: S, actions: Sequence[Action], seats: Iterable[int]) -> tuple[str, ...]:
    """Return how the printed cards of bots lie in rows, a sentence a seat; () where no cards are printed for bots."""
    row = _row(game)
    return tuple(row.laid(state, actions, seat) for seat in sorted(seats)) if row else ()


def turned(game: Game[S], state: S, actions: Sequence[Action], action: Action) -> str:
    """Return where the card of a bot lies that this line turns or moves, where its cards lie in a row; else "".

    It ends in a colon, and the sentence of the line follows.
    """
    row = _row(game)
    return str(row.turned(state, actions, action)) if row else ""


def _row(game: Game[S]) -> ModuleType | None:
    own = chapter(game, "bots")
    return own if hasattr(own, "laid") else None
