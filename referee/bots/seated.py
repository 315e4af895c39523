"""Bots at a table: which seats are theirs, what they do next, and why they did what is settled now."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from liarsdeck.english import listed, quoted
from referee import games
from referee.bots.bot import Bot, chance, kinds, named
from referee.bots.match import play
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup

S = TypeVar("S")

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
    return import_module(f"{__package__}.liars_lair.row") if game.name == "liars-lair" else None
