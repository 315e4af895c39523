"""Bots: their base classes, how to find them by name, games between them, and bots at a table.

A bot gets only the view of its seat (the state as that seat may know it) and the lines as that seat may read them
(``referee.core.game``).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, overload

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from liarsdeck.english import hint, listed, quoted
from referee.core.game import Action, Game, RecordError, Refused, Setup, Turn, chapter
from referee.core.play import actions_in_view, choose, format_action, may, seat_actions, step

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
T = TypeVar("T")

Share = Annotated[float, Meta(ge=0, le=1)]
"""A probability: the type of most parameters of bots."""


class Player(Protocol[S_contra]):
    """An object that plays a seat: a ``Bot``, or any other object with this method.

    It keeps no state between calls: equal views, lines and random generators give equal answers. So nothing changes for
    it if a table is resumed or a line is undone.
    """

    def choose(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return an action of the seat, or None to do nothing; None also outside the seat's turn.

        The action is one of ``seat_actions``; None is allowed only if the game does not wait for the seat. ``view`` is
        the state as the seat sees it. ``turns`` are the actions of all seats so far, as this seat may read them.
        ``rng`` is the random generator of this decision, from the function ``chance``.
        """


class Thought(NamedTuple):
    """A decision of a bot with its reason.

    ``action`` is None if the bot does nothing. ``why`` is the reason as a sentence, "" for none. The reason may tell
    the bot's secrets, so it may be shown only after these secrets are known.
    """

    action: Action | None
    why: str = ""


NOTHING = Thought(None)

Mix = Sequence[tuple[Thought, float]]
"""A mixed strategy at one moment: (thought, probability) pairs. The probabilities add up to 1."""
Policy = list[tuple[Action | None, float]]
"""A mixed strategy at one moment, without reasons: (action, probability) pairs, each action once."""


class Bot(Struct, Generic[S], frozen=True):
    """The base class of our bots; ``game`` is the game that the bot plays.

    A subclass defines ``think``. Its fields after ``game`` are the bot's parameters, each annotated with its bounds.
    """

    game: Game[S]

    @abstractmethod
    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return the action of a seat with its reason; called only in the seat's turn.

        ``view`` is the state as the seat sees it, ``turns`` the actions so far as this seat may read them, and ``rng``
        the random generator of this decision.
        """

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return the action of a seat, or None to do nothing; None also outside the seat's turn.

        ``view`` is the state as the seat sees it, ``turns`` the actions so far as this seat may read them, and ``rng``
        the random generator of this decision.
        """
        return self.think(view, seat, turns, rng).action if self.verbs(view, seat) else None

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return the reason, as a sentence, for the action that ``choose`` returns for the same arguments.

        ``rng`` must be in the same state as in that call. "" if there is no reason, and outside the seat's turn. The
        reason may tell the seat's secrets.
        """
        return self.think(view, seat, turns, rng).why if self.verbs(view, seat) else ""

    def verbs(self, view: S, seat: int) -> Sequence[str]:
        """Return the verbs that a seat may use now; () outside its turn."""
        for turn in self.game.to_act(view):
            if turn.seat == seat:
                return turn.verbs
        return ()

    def may(self, view: S, action: Action) -> bool:
        """Return whether an action is legal as far as the view shows.

        The action may lack its brackets (the end of a line, which says what the line makes known).
        """
        return may(self.game, view, action)


class Mixed(Bot[S], frozen=True):
    """A base class for bots that act at random with known probabilities; a subclass defines ``mix``."""

    @abstractmethod
    def mix(self, view: S, seat: int, turns: Sequence[Action]) -> Mix:
        """Return (thought, probability) for each possible action of the seat; called only in the seat's turn.

        The probabilities add up to 1. ``view`` is the state as the seat sees it, and ``turns`` the actions so far as
        this seat may read them.
        """

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return an action with its reason, drawn with ``rng`` by the probabilities that ``mix`` returns."""
        mix = self.mix(view, seat, turns)
        if len(mix) == 1:
            return mix[0][0]
        whole = reached = 0.0  # as ``rng.choices`` draws, in a third of its time
        for _, share in mix:
            whole += share
        at = rng.random() * whole
        for thought, share in mix:
            reached += share
            if at < reached:
                return thought
        return mix[-1][0]

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> Policy:
        """Return (action, probability) for each action that the bot may choose; [] outside the seat's turn.

        The action None is to do nothing. ``turns`` are the actions so far, as the seat may read them.
        """
        shares: dict[Action | None, float] = {}
        for thought, share in self.mix(view, seat, turns) if self.verbs(view, seat) else ():
            shares[thought.action] = shares.get(thought.action, 0.0) + share
        return [(action, share) for action, share in shares.items() if share]


def certain(action: Action | None, why: str = "") -> Mix:
    """Return a mixed strategy that always chooses ``action`` (None: to do nothing), for the reason ``why``."""
    return [(Thought(action, why), 1.0)]


def uniform(thoughts: Sequence[Thought]) -> Mix:
    """Return a mixed strategy in which these thoughts (actions with reasons) have equal probabilities."""
    return [(thought, 1 / len(thoughts)) for thought in thoughts]


def best(things: Sequence[T], worth: Callable[[T], Any]) -> list[T]:
    """Return all things whose value by ``worth`` is the highest."""
    worths = [worth(thing) for thing in things]
    most = max(worths, default=None)
    return [thing for thing, value in zip(things, worths, strict=True) if value == most]


# ------------------------------------------------------------------------------------- bots that play any game


class AtRandom(Bot[S], frozen=True):
    """A bot that draws a verb, then an action with this verb; equal chances at both steps.

    If the seat may do nothing, doing nothing counts as one more verb.
    """

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return a random action of the seat, or None to do nothing; None also outside the seat's turn."""
        return self.think(view, seat, turns, rng).action

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return a random action of the seat, with the reason “Chance.”, or ``NOTHING`` to do nothing."""
        verbs = self._verbs(view, seat)
        rng.shuffle(verbs)
        for verb in verbs:
            if not verb:
                break
            if lines := seat_actions(self.game, view, seat, verb):
                return Thought(rng.choice(lines), "Chance.")
        return NOTHING

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> Policy:  # noqa: ARG002
        """Return (action, probability) for each possible action of the seat; [] outside the seat's turn.

        None is the action of doing nothing.
        """
        by_verb = [seat_actions(self.game, view, seat, verb) if verb else [None] for verb in self._verbs(view, seat)]
        by_verb = [lines for lines in by_verb if lines]
        return [(line, 1 / len(by_verb) / len(lines)) for lines in by_verb for line in lines]

    def _verbs(self, view: S, seat: int) -> list[str]:
        verbs = [*self.verbs(view, seat)]
        return verbs if not verbs or seat in self.game.awaits(view) else [*verbs, ""]


class Rule(Bot[S], frozen=True):
    """A base class for bots that play by rules of thumb; a subclass defines ``decide``.

    If ``decide`` returns None but the seat must act, the bot acts at random.
    """

    @abstractmethod
    def decide(self, view: S, seat: int, verbs: Sequence[str], rng: Random) -> Any:
        """Return the action of the seat, or None to do nothing.

        If the game waits for the seat, None gives a random action. ``verbs`` are the verbs that the seat may use now.
        """

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return the action that ``decide`` returns; None outside the seat's turn.

        If ``decide`` returns None although the game waits for the seat, return a random action.
        """
        verbs = self.verbs(view, seat)
        action: Action | None = self.decide(view, seat, verbs, rng) if verbs else None
        if action is None and verbs and seat in self.game.awaits(view):
            action = rng.choice(seat_actions(self.game, view, seat))
        return action

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return the action of ``choose``, with the reason “A rule of thumb.” if it is not None."""
        action = self.choose(view, seat, turns, rng)
        return NOTHING if action is None else Thought(action, "A rule of thumb.")


_LIMIT = 120  # lines of a playout, before its scores are taken as they stand


class MonteCarlo(Bot[S], frozen=True):
    """A bot that takes the action with the best mean result over random games to the end of the deal.

    For each such game, the hidden cards are drawn at random, and all seats play at random. The field ``samples`` is the
    number of random games for one decision; the possible actions share them equally, and each gets at least one.
    """

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many times it plays on in its head a decision.")] = (
        120
    )

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return the action with the best mean result and the reason; None as action if doing nothing is best."""
        lines: list[Action | None] = [*seat_actions(self.game, view, seat)]
        if seat not in self.game.awaits(view):
            lines.append(None)
        if len(lines) < 2:
            return Thought(lines[0], "I had no choice.") if lines else NOTHING
        samples = max(1, self.samples // len(lines))
        action, _ = self.weigh(view, seat, lines, samples, rng)
        if action is None:
            return NOTHING
        text = format_action(self.game, view.setup, action)  # type: ignore[arg-type, attr-defined]
        return Thought(action, f"“{text}” came out best of {len(lines)}, over {samples} guesses at what I did not see.")

    def weigh(self, view: S, seat: int, lines: Sequence[T], samples: int, rng: Random) -> tuple[T, float]:
        """Return the best of the actions ``lines``, and the mean of what ``worth`` returns for its games.

        None among ``lines`` means to do nothing. ``samples`` is the number of random games for each action: so many
        random states that fit the view are drawn, and each action is tried in all of them.
        """
        values = [0.0] * len(lines)
        for _ in range(samples):
            state = self.game.sample_state(view, seat, rng)
            for at, line in enumerate(lines):
                values[at] += self.worth(state, line, seat, rng)
        top = max(range(len(lines)), key=values.__getitem__)
        return lines[top], values[top] / samples

    def worth(self, state: S, line: Any, seat: int, rng: Random) -> float:
        """Return how good a random game from ``state`` ends for ``seat``: from 0 to 1 (best).

        The game begins with the action ``line`` (None: to do nothing) and ends with the deal. If the whole game is over
        then, the result is 1 shared among the winners, or 0 for a loser. If not, it is between 0.1 and 0.9, higher for
        a larger lead in points over the mean of the others. It is 0 if ``line`` is illegal in this state.
        """
        game, deal = self.game, self.game.deals_scored(state)
        if line is not None:
            if isinstance(game.judge(state, line), Refused):
                return 0.0
            state = game.apply(state, line)
        for _ in range(_LIMIT):
            if game.deals_scored(state) > deal or game.outcome(state).over:
                break
            action = game.draw(state, rng) or self._awaited(state, rng)
            if action is None:
                break
            state = game.apply(state, action)
        outcome = game.outcome(state)
        if outcome.winners:
            return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        others = [score for other, score in enumerate(outcome.scores) if other != seat]
        lead = outcome.scores[seat] - sum(others) / len(others)
        return 0.5 + 0.4 * lead / (abs(lead) + 20)

    def _awaited(self, state: S, rng: Random) -> Action | None:
        seats = [seat for seat in self.game.awaits(state) if seat is not None]
        rng.shuffle(seats)
        found = (actions_in_view(self.game, state, seat, everyone=False) for seat in seats)
        return next((rng.choice(lines) for lines in found if lines), None)


_FAR = 400  # lines at most from here to the end of the deal
_WIN = 1_000.0  # points that a won game is worth


class FlatMonteCarlo(MonteCarlo[S], frozen=True):
    """A bot that takes the action with the best mean lead in points over random games (flat Monte Carlo).

    Each possible action is tried in ``samples`` random states that fit the view, with one random game to the end of the
    deal in each. People do not play at random, so in games of lies this bot is often weaker than a rule of thumb.
    """

    samples: Annotated[float, Meta(ge=1, le=10_000)] = 12  # type: ignore[assignment]

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return the action with the best mean result and the reason; None as action if doing nothing is best."""
        lines: list[Action | None] = [*seat_actions(self.game, view, seat)]
        if seat not in self.game.awaits(view) or not lines:
            lines.append(None)
        samples = int(self.samples)
        action = lines[0] if len(lines) == 1 else self.weigh(view, seat, lines, samples, rng)[0]
        return NOTHING if action is None else Thought(action, f"It came out best in {samples} imagined games.")

    def worth(self, state: S, line: Any, seat: int, rng: Random) -> float:
        """Return the points by which ``seat`` leads the best other seat after a random game from ``state``.

        The game begins with the action ``line`` (None: to do nothing) and ends with the deal. A win adds 1,000 points,
        shared among the winners. The result is -1,000 if ``line`` is illegal in this state.
        """
        game, deal = self.game, self.game.deals_scored(state)
        if line is not None:
            if not game.judge(state, line).legal:
                return -_WIN
            state = game.apply(state, line)
        for _ in range(_FAR):
            turns = game.to_act(state)
            if not turns or game.deals_scored(state) > deal:
                break
            state = game.apply(state, choose(game, state, turns, rng))
        outcome = game.outcome(state)
        ahead = outcome.scores[seat] - max(score for at, score in enumerate(outcome.scores) if at != seat)
        return ahead + (_WIN / len(outcome.winners) if seat in outcome.winners else 0.0)


# ------------------------------------------------------------------------------------------------ bots by name

Kind: TypeAlias = "type[Bot[Any]] | partial[Bot[Any]]"
"""A class of bots, or a ``partial`` that sets some of its parameters.

A game's bots.py has its own kinds by name in BOTS.
"""
LEVELS = ("random", "easy", "hard")
"""The levels of bots, weakest first. A game may lack some."""
USUAL = "easy"
CHARACTERS = {"careful": "Prudence", "bold": "Bruno", "talkative": "Tilly"}
"""Characters, which are bots of the usual level with other parameters, and the default name of a bot with each."""


def kinds(game: Game[Any]) -> dict[str, Kind]:
    """Return the kinds of bots (classes or partials) for a game by name: levels, weakest first, then others.

    The others are flat Monte Carlo (``mc``) and the game's own kinds.
    """
    named_: dict[str, Kind] = {"random": AtRandom, "hard": MonteCarlo, "mc": FlatMonteCarlo}
    named_ |= getattr(chapter(game, "bots"), "BOTS", {})
    return {name: named_[name] for name in dict.fromkeys((*LEVELS, *named_)) if name in named_}


def levels(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of a game's levels, weakest first."""
    known = kinds(game)
    return tuple(level for level in LEVELS if level in known)


def seatable(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the bots for a table: levels, weakest first, then characters such as ``bold``."""
    known = kinds(game)
    return tuple(name for name in (*LEVELS, *CHARACTERS) if name in known)


def named(level: str, game: Game[Any], parameters: Mapping[str, float] | None = None) -> Bot[Any]:
    """Return the bot of the level or character ``level``, such as ``easy`` or ``bold``; case does not matter.

    ``parameters`` replaces values of the bot's parameters, by name; None replaces none. Raises ``RecordError`` for an
    unknown level, an unknown parameter or a value out of bounds.
    """
    name = level.casefold()
    if name not in (known := seatable(game)):
        raise RecordError(f"bot: there is no level {quoted(level)} of {game.title}; {hint(level, known)}")
    return made(kinds(game)[name], game, parameters or {})


def parameters_of(kind: Kind) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the parameters of a kind of bots, by name, as msgspec describes a field: type with bounds, default."""
    cls: Any = kind.func if isinstance(kind, partial) else kind
    return {field.name: field for field in msgspec.structs.fields(cls)[1:]}


def made(kind: Kind, game: Game[Any], parameters: Mapping[str, float]) -> Bot[Any]:
    """Return a bot of a kind, such as one of ``kinds``.

    ``parameters`` replaces values of the bot's parameters, by name. Raises ``RecordError`` for the first parameter that
    is unknown or out of bounds.
    """
    fields = parameters_of(kind)
    for name, value in parameters.items():
        if name not in fields:
            known = hint(name, tuple(fields)) if fields else "it has none"
            raise RecordError(f"bot: there is no parameter {quoted(name)}; {known}")
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as wrong:
            raise RecordError(f"bot: {name}: {str(wrong)[0].lower()}{str(wrong)[1:]}") from None
    return kind(game, **parameters)


def level_of(game: Game[Any], level: str) -> str:
    """Return ``level`` after a check; for "", return the game's usual level.

    ``level`` is the name of a level or character. Raises ``RecordError`` if the game has no such bot.
    """
    level = level or (USUAL if USUAL in levels(game) else levels(game)[-1])
    named(level, game)
    return level


def quick(game: Game[Any], level: str) -> str:
    """Return a level whose bots play fast: ``level`` itself, unless it is the slow ``hard``.

    For ``hard``, return ``easy``, or ``random`` if the game has no ``easy``.
    """
    return level if level != "hard" else USUAL if USUAL in levels(game) else "random"


# ------------------------------------------------------------------------------------------ games between bots


class LazyRandom(Random):
    """A ``Random`` that is seeded only when its first number is drawn. It gives the same numbers as ``Random``.

    Seeding takes longer than most rules of thumb, and few of them draw numbers.
    """

    def seed(self, a: int | float | str | bytes | bytearray | None = None, version: int = 2) -> None:  # type: ignore[override]
        """Store the seed ``a``, which is applied when the next number is drawn; see ``Random.seed``."""
        vars(self).clear()
        self.gauss_next = None
        self._noted = (a, version)

    def _sow(self) -> None:
        """Apply the stored seed, unless that was done already.

        After that, ``random`` and ``getrandbits`` are directly the methods of ``Random``, which is faster.
        """
        if "random" not in vars(self):
            super().seed(*self._noted)
            vars(self).update(random=super().random, getrandbits=super().getrandbits)

    def random(self) -> float:
        """Return a number from 0 (included) to 1 (excluded)."""
        self._sow()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Return a random integer of ``k`` bits."""
        self._sow()
        return super().getrandbits(k)


def chance(seed: str, lines: int, seat: int, used: Random | None = None) -> Random:
    """Return the random generator for one decision of the bot of ``seat``; equal arguments give equal numbers.

    ``seed`` is the table's seed, and ``lines`` the number of actions before this one. If ``used`` is not None, this
    generator is seeded again and returned, which is faster than making a new one.
    """
    if used is None:
        return Random(f"{seed}/{lines}/bot {seat}")
    used.seed(f"{seed}/{lines}/bot {seat}")
    return used


Step: TypeAlias = tuple[S, Action, S]
"""One line of a game: (state before, action, state after)."""


class Lines(Sequence[Action], Generic[S]):
    """The actions in the ``steps`` of a game as ``seat`` (None: everybody) may read them.

    Each is redacted when it is first read, as many bots use only their number.
    """

    def __init__(self, game: Game[S], seat: int | None, steps: Sequence[Step[S]]) -> None:
        """Show the actions in ``steps`` as ``seat`` may read them; None reads what everybody may read.

        ``steps`` may grow later, and the sequence grows with it.
        """
        self._game, self._seat, self._steps = game, seat, steps
        self._read: list[Action] = []

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        for before, action, _ in self._steps[len(self._read) :]:
            self._read.append(self._game.redact(before, action, self._seat))
        return self._read[at]


_MOST = 100_000  # lines of a game


def play(
    game: Game[S], setup: Setup, bots: Mapping[int, Player[S]], seed: str, limit: int = _MOST
) -> tuple[S, list[Action]]:
    """Play a game by bots to its end, or for ``limit`` actions; return the last state and all actions.

    ``bots`` maps every seat to its player. Equal seeds give equal games. Raises ``RecordError`` if a seat has no bot,
    or if a bot's action is illegal.
    """
    state, actions = game.start(setup), list[Action]()
    for _, action, state in moves(game, setup, bots, seed, limit):  # noqa: B007
        actions.append(action)
    return state, actions


def moves(
    game: Game[S], setup: Setup, bots: Mapping[int, Player[S]], seed: str, limit: int = _MOST
) -> Iterator[Step[S]]:
    """Play a game by bots, and yield (state before, action, state after) for each action.

    The game is played to its end, or for ``limit`` actions. ``bots`` maps every seat to its player. Chance, such as the
    deal, is drawn; equal seeds give equal games. If several seats may act, those that need not act are asked first.
    Raises ``RecordError`` if a seat has no bot, if a bot's action is illegal, or if the game waits for what only people
    can see.
    """
    if alone := [name for seat, name in enumerate(setup.seats) if seat not in bots]:
        raise RecordError(f"no bot plays for {listed(alone, 'and')}: every seat needs one")
    return go_on(game, game.start(setup), [], bots, seed, limit)


def go_on(
    game: Game[S], state: S, steps: list[Step[S]], bots: Mapping[int, Player[S]], seed: str, limit: int = _MOST
) -> Iterator[Step[S]]:
    """Play on from ``state`` by bots, and yield (state before, action, state after) for each action.

    ``steps`` are the steps that led to ``state``; each new step is appended to this list. ``bots`` maps every seat to
    its player, ``seed`` seeds all chance, and ``limit`` is the largest number of actions to play. Raises
    ``RecordError`` as ``moves`` does.
    """
    setup: Setup = state.setup  # type: ignore[attr-defined]
    dealer, rng = Random(f"{seed}/deal"), LazyRandom()
    seen = {seat: Lines(game, seat, steps) for seat in bots}
    for _ in range(limit):
        acting = game.to_act(state)
        if not acting:
            return
        action = drawn = game.draw(state, dealer)
        if drawn is None or drawn.seat is None:
            for seat in (acting[0].seat,) if len(acting) == 1 else _order(acting, game.awaits(state)):
                if seat is None:
                    action = drawn
                else:
                    moment = chance(seed, len(steps), seat, rng)
                    action = bots[seat].choose(game.view(state, seat), seat, seen[seat], moment)
                if action is not None:
                    break
            else:
                if names := [setup.seats[seat] for seat in game.awaits(state) if seat is not None]:
                    who = f"{game.title} waits for {listed(names, 'and')}"
                    raise RecordError(f"{who}: a bot that is awaited can't return None")
                why = f"{game.title} goes on with what people see and bots don't: who took a trick, say"
                raise RecordError(why)
        assert action is not None
        after = game.apply(state, action) if action is drawn else step(game, state, action, reveal=True)
        steps.append((state, action, after))
        yield steps[-1]
        state = after


def _order(acting: Sequence[Turn], awaited: Sequence[int | None]) -> list[int | None]:
    """Return the seats that may act, in the order in which they are asked.

    First come the seats of ``acting`` that need not act, then those that the game waits for (``awaited``). None is the
    table itself, which deals.
    """
    return [*[turn.seat for turn in acting if turn.seat is not None and turn.seat not in awaited], *awaited]


# --------------------------------------------------------------------------------------------- bots at a table


def split(text: str) -> tuple[str, str]:
    """Return the name and the level of a bot in a text such as ``Zoe:hard``; the level is "" if there is none."""
    name, _, level = text.partition(":")
    return " ".join(name.split()), level.strip().casefold()


def bots_of(game: Game[S], setup: Setup, texts: object) -> dict[int, str]:
    """Return the level of each bot, by seat.

    ``texts`` is the value of ``bots`` in a record's header: ``["Zoe:hard", "Yan"]``. A bot without a level gets the
    game's usual one. Raises ``RecordError`` if ``texts`` is no such list, or if it has an unknown name or level.
    """
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise RecordError('bots: they are written as names, like ["Zoe", "Yan:hard"]')
    bots: dict[int, str] = {}
    for text in texts:
        name, level = split(text)
        seats = [seat for seat, known in enumerate(setup.seats) if known.casefold() == name.casefold()]
        if not seats:
            raise RecordError(f"bots: nobody at this table is called {quoted(name)}: {listed(setup.seats, 'and')} play")
        bots[seats[0]] = level_of(game, level)
    return bots


def texts_of(setup: Setup, bots: Mapping[int, str]) -> list[str]:
    """Return a text such as ``Zoe:hard`` for each bot, in seat order, for ``bots`` in a record's header.

    ``bots`` maps the seat of each bot to its level.
    """
    return [f"{setup.seats[seat]}:{level}" for seat, level in sorted(bots.items())]


_TRIED = 400  # lines that bots play before a table is kept


def check_bots(game: Game[S], setup: Setup, bots: Iterable[int]) -> None:
    """Raise ``RecordError`` if bots can't play with these house rules.

    That is so if the game needs people to enter what they see. ``bots`` are the seats of bots; if there are none,
    nothing is checked. The check plays a part of a game with our usual bots.
    """
    if not [*bots]:
        return
    usual = named(quick(game, "hard"), game)
    try:
        play(game, setup, dict.fromkeys(range(len(setup.seats)), usual), "", _TRIED)
    except RecordError:
        raise RecordError(
            f"{game.title} can't be played by bots with these house rules: they see only what the referee knows"
        ) from None


def next_line(
    game: Game[S], state: S, bots: Mapping[int, str], seen: Mapping[int, Sequence[Action]], seed: str
) -> Action | None:
    """Return the next action of a bot at a table; None if no bot acts now.

    ``bots`` maps the seat of each bot to its level. ``seen`` maps each seat to the actions so far as this seat may read
    them. ``seed`` is the table's seed.
    """
    for turn in game.to_act(state):
        if (seat := turn.seat) is not None and seat in bots:
            rng = chance(seed, len(seen[seat]), seat)
            action = named(bots[seat], game).choose(game.view(state, seat), seat, seen[seat], rng)
            if action is not None:
                return action
    return None


class Reason(NamedTuple):
    """An action of a bot, and its reason as a sentence."""

    action: Action
    why: str


def reasons(
    game: Game[S], steps: Sequence[Step[S]], drawn: Sequence[bool], seat: int, level: str, seed: str, most: int
) -> list[Reason]:
    """Return a bot's actions in finished deals with their reasons, the last ``most`` of them, oldest first.

    ``steps`` has (state before, action, state after) for each action of the game. ``drawn`` has True for each action
    that chance or a bot played, and False for a person's. ``seat`` and ``level`` are the bot's, and ``seed`` is the
    table's. The current deal is left out, as its reasons are secret until it ends or the game is over.
    """
    bot, seen = named(level, game), Lines(game, seat, steps)
    now, over = (game.deals_scored(steps[-1][2]), game.outcome(steps[-1][2]).over) if steps else (0, False)
    found: list[Reason] = []
    for at in reversed(range(len(steps))):
        before, action, _ = steps[at]
        if len(found) == most:
            break
        if action.seat != seat or not drawn[at] or (not over and game.deals_scored(before) == now):
            continue
        view, lines = game.view(before, seat), seen[:at]
        if bot.choose(view, seat, lines, chance(seed, at, seat)) == action:
            why = bot.why(view, seat, lines, chance(seed, at, seat))
            found += [Reason(replace(action, opens=()), why)] if why else []
    return found[::-1]


def laid(game: Game[S], state: S, actions: Sequence[Action], seats: Iterable[int]) -> tuple[str, ...]:
    """Return a sentence for each bot that says how its printed cards lie in a row, in seat order.

    () if the game has no such rows. ``seats`` are the seats of bots, and ``actions`` the actions so far.
    """
    own = getattr(chapter(game, "bots"), "laid", None)
    return tuple(own(state, actions, seat) for seat in sorted(seats)) if own else ()


def turned(game: Game[S], state: S, actions: Sequence[Action], action: Action) -> str:
    """Return words that say which printed card in a bot's row people have to turn or move for ``action``.

    The words end in a colon and stand before the sentence of the action. "" if the action moves no card, or if the game
    has no such rows. ``state`` and ``actions`` are the state and the actions before ``action``.
    """
    own = getattr(chapter(game, "bots"), "turned", None)
    return str(own(state, actions, action)) if own else ""
