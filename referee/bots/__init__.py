"""Bots: their base classes, finding them by name, games between them, and bots at a table.

A bot gets its seat's view and the lines as that seat reads them (``referee.core.game``), nothing else.
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
from referee.core.game import Action, Game, RecordError, Refused, Setup, Turn, Unopened, chapter
from referee.core.play import actions_in_view, choose, format_action, seat_actions, step

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
T = TypeVar("T")

Share = Annotated[float, Meta(ge=0, le=1)]
"""A probability: the type of most parameters of bots."""


class Player(Protocol[S_contra]):
    """Whatever plays a seat: a ``Bot``, or another object with this method.

    It has no memory: equal views, lines and random generators give equal answers. So resuming a table or undoing a line
    changes nothing.
    """

    def choose(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return an action of the seat (one of ``seat_actions``), or None to do nothing where it need not act.

        ``view`` is the state as the seat sees it. ``turns`` are the actions of all seats so far, as this seat may read
        them. ``rng`` is what the function ``chance`` returns. Outside the seat's turn the answer is None.
        """


class Thought(NamedTuple):
    """An action, or None to do nothing, and the reason as a sentence; "" for none.

    The reason may tell the bot's secrets, so it is shown only when they are known.
    """

    action: Action | None
    why: str = ""


NOTHING = Thought(None)

Mix = Sequence[tuple[Thought, float]]
"""A mixed strategy at one moment: (thought, probability) pairs. The probabilities add up to 1."""
Policy = list[tuple[Action | None, float]]
"""A mixed strategy at one moment, without reasons: (action, probability) pairs, each action once."""


class Bot(Struct, Generic[S], frozen=True):
    """The base class of our bots. ``game`` is the game that it plays.

    The fields of a subclass after ``game`` are its parameters, annotated with their bounds.
    """

    game: Game[S]

    @abstractmethod
    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return the action and its reason. It is called only in the seat's turn.

        Parameters as in ``Player.choose``.
        """

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return the action of a seat, or None to do nothing, as ``Player.choose`` does."""
        return self.think(view, seat, turns, rng).action if self.verbs(view, seat) else None

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return the reason for what ``choose`` returns for the same arguments, ``rng`` in the same state.

        It is "" if there is none, and outside the seat's turn. The reason may tell the seat's secrets.
        """
        return self.think(view, seat, turns, rng).why if self.verbs(view, seat) else ""

    def verbs(self, view: S, seat: int) -> Sequence[str]:
        """Return the verbs that a seat may use now; () outside its turn."""
        for turn in self.game.to_act(view):
            if turn.seat == seat:
                return turn.verbs
        return ()

    def may(self, view: S, action: Action) -> bool:
        """Return whether an action is legal as far as a view shows.

        Its brackets, the end of a line that says what the line makes known, may be missing.
        """
        judgment = self.game.judge(view, action)
        return judgment.legal or isinstance(judgment, Unopened)


class Mixed(Bot[S], frozen=True):
    """A base for bots that choose their action at random with known probabilities."""

    @abstractmethod
    def mix(self, view: S, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the seat's possible actions with reasons and probabilities. It is called only in the seat's turn."""

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return one of the thoughts of ``mix``, drawn with ``rng`` by their probabilities."""
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
        """Return (action, probability) for each possible action of the seat; [] outside its turn."""
        shares: dict[Action | None, float] = {}
        for thought, share in self.mix(view, seat, turns) if self.verbs(view, seat) else ():
            shares[thought.action] = shares.get(thought.action, 0.0) + share
        return [(action, share) for action, share in shares.items() if share]


def certain(action: Action | None, why: str = "") -> Mix:
    """Return a mix with only one action (None: to do nothing), whose probability is 1. ``why`` is its reason."""
    return [(Thought(action, why), 1.0)]


def uniform(thoughts: Sequence[Thought]) -> Mix:
    """Return a mix in which these thoughts have equal probabilities."""
    return [(thought, 1 / len(thoughts)) for thought in thoughts]


def best(things: Sequence[T], worth: Callable[[T], Any]) -> list[T]:
    """Return all things whose value by ``worth`` is the highest."""
    worths = [worth(thing) for thing in things]
    most = max(worths, default=None)
    return [thing for thing, value in zip(things, worths, strict=True) if value == most]


# ------------------------------------------------------------------------------------- bots that play any game


class AtRandom(Bot[S], frozen=True):
    """A bot that draws one of its verbs, then one of the actions with it; all are equally likely.

    Where it may do nothing, that counts as a verb.
    """

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return a random action of the seat; None to do nothing, and outside its turn."""
        return self.think(view, seat, turns, rng).action

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return a random action of the seat, or None to do nothing."""
        verbs = self._verbs(view, seat)
        rng.shuffle(verbs)
        for verb in verbs:
            if not verb:
                break
            if lines := seat_actions(self.game, view, seat, verb):
                return Thought(rng.choice(lines), "Chance.")
        return NOTHING

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> Policy:  # noqa: ARG002
        """Return (action, probability) for each possible action of the seat, as ``Mixed.policy``."""
        by_verb = [seat_actions(self.game, view, seat, verb) if verb else [None] for verb in self._verbs(view, seat)]
        by_verb = [lines for lines in by_verb if lines]
        return [(line, 1 / len(by_verb) / len(lines)) for lines in by_verb for line in lines]

    def _verbs(self, view: S, seat: int) -> list[str]:
        verbs = [*self.verbs(view, seat)]
        return verbs if not verbs or seat in self.game.awaits(view) else [*verbs, ""]


class Rule(Bot[S], frozen=True):
    """A base for bots that play by rules of thumb.

    If ``decide`` returns None but the seat must act, they act at random.
    """

    @abstractmethod
    def decide(self, view: S, seat: int, verbs: Sequence[str], rng: Random) -> Any:
        """Return the action of the seat, or None: to do nothing, or to act at random where the seat must act.

        ``verbs`` are those that the seat may use now.
        """

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return what ``decide`` returns. If that is None and the game waits for the seat, return a random action."""
        verbs = self.verbs(view, seat)
        action: Action | None = self.decide(view, seat, verbs, rng) if verbs else None
        if action is None and verbs and seat in self.game.awaits(view):
            action = rng.choice(seat_actions(self.game, view, seat))
        return action

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return what ``choose`` returns. The reason of every action is “A rule of thumb.”"""
        action = self.choose(view, seat, turns, rng)
        return NOTHING if action is None else Thought(action, "A rule of thumb.")


_LIMIT = 120  # lines of a playout, before its scores are taken as they stand


class MonteCarlo(Bot[S], frozen=True):
    """A bot that takes the action with the best mean result over random games to the end of the deal.

    In each game it fills in the hidden cards at random, and all seats play at random. The field ``samples`` is the
    number of games for one decision, shared equally among the possible actions.
    """

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many times it plays on in its head a decision.")] = (
        120
    )

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return the action with the best mean result, or None if doing nothing has it."""
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
        """Return the best of these actions, and its mean result: the mean of what ``worth`` returns for its games.

        ``lines`` are actions (None: to do nothing). Each is tried in the same ``samples`` random states that fit the
        view, so ``samples`` is here the number of games for each action.
        """
        values = [0.0] * len(lines)
        for _ in range(samples):
            state = self.game.sample_state(view, seat, rng)
            for at, line in enumerate(lines):
                values[at] += self.worth(state, line, seat, rng)
        top = max(range(len(lines)), key=values.__getitem__)
        return lines[top], values[top] / samples

    def worth(self, state: S, line: Any, seat: int, rng: Random) -> float:
        """Return the result for ``seat`` of a random game to the deal's end after the action ``line``: 0 to 1 (best).

        If the game is over then, it is 1 shared among the winners, or 0 for a loser. Otherwise it is 0.1 to 0.9, by the
        lead in points over the mean of the others. It is 0 if the action is illegal in this full state.
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
    """Flat Monte Carlo by points: each action is tried in ``samples`` random states that fit the view.

    In each, one random game is played to the end of the deal. People do not play at random, so in games of lies it is
    often weaker than a rule of thumb.
    """

    samples: Annotated[float, Meta(ge=1, le=10_000)] = 12  # type: ignore[assignment]

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return the action with the best mean result, or None if doing nothing has it."""
        lines: list[Action | None] = [*seat_actions(self.game, view, seat)]
        if seat not in self.game.awaits(view) or not lines:
            lines.append(None)
        samples = int(self.samples)
        action = lines[0] if len(lines) == 1 else self.weigh(view, seat, lines, samples, rng)[0]
        return NOTHING if action is None else Thought(action, f"It came out best in {samples} imagined games.")

    def worth(self, state: S, line: Any, seat: int, rng: Random) -> float:
        """Return the lead in points over the best other seat after one random game to the end of the deal.

        The game begins at ``state`` with the action ``line`` (None: to do nothing).
        A win adds 1,000 points, shared among the winners. An illegal action gives -1,000.
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
    """Return the kinds of bots for a game, by name: its levels, weakest first, then Monte Carlo and the game's own."""
    named_: dict[str, Kind] = {"random": AtRandom, "hard": MonteCarlo, "mc": FlatMonteCarlo}
    named_ |= getattr(chapter(game, "bots"), "BOTS", {})
    return {name: named_[name] for name in dict.fromkeys((*LEVELS, *named_)) if name in named_}


def levels(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of a game's levels, weakest first."""
    known = kinds(game)
    return tuple(level for level in LEVELS if level in known)


def seatable(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of bots that can sit at a table: the game's levels, weakest first, and its characters."""
    known = kinds(game)
    return tuple(name for name in (*LEVELS, *CHARACTERS) if name in known)


def named(level: str, game: Game[Any], parameters: Mapping[str, float] | None = None) -> Bot[Any]:
    """Return the bot of this level or character, such as ``easy`` or ``bold``; case does not matter.

    ``parameters`` replace its own, by name; None replaces none. Raises ``RecordError`` for an unknown name, or a wrong
    parameter.
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
    """Return a bot of a kind. ``parameters`` replace its own, by name.

    Raises ``RecordError`` for the first one that is unknown or out of bounds.
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
    """Return ``level``, the name of a level or character; for "", the game's usual level.

    Raises ``RecordError`` if the game has no bot of this name.
    """
    level = level or (USUAL if USUAL in levels(game) else levels(game)[-1])
    named(level, game)
    return level


def quick(game: Game[Any], level: str) -> str:
    """Return ``level``; but for ``hard``, which is slow, return ``easy``, or ``random`` if the game has no ``easy``."""
    return level if level != "hard" else USUAL if USUAL in levels(game) else "random"


# ------------------------------------------------------------------------------------------ games between bots


class LazyRandom(Random):
    """A ``Random`` that is seeded only when its first number is drawn. It gives the same numbers as ``Random``.

    Seeding takes longer than most rules of thumb, and few of them draw numbers.
    """

    def seed(self, a: int | float | str | bytes | bytearray | None = None, version: int = 2) -> None:  # type: ignore[override]
        """Store a seed, with which the next draw begins; parameters as in ``Random.seed``."""
        vars(self).clear()
        self.gauss_next = None
        self._noted = (a, version)

    def _sow(self) -> None:
        """Seed it, unless that is done; from now on its numbers come from Python's own at once."""
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
    """Return the random generator for one decision of a seat's bot.

    ``seed`` is the table's, and ``lines`` the number of actions before this one. ``used`` is a generator that is no
    longer needed: it is seeded again and returned, which is faster than making a new one (None).
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
        """``steps`` may grow."""
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
    """Play a game by bots to its end, or for ``limit`` actions. Return the last state and all actions.

    Parameters and errors as in ``moves``.
    """
    state, actions = game.start(setup), list[Action]()
    for _, action, state in moves(game, setup, bots, seed, limit):  # noqa: B007
        actions.append(action)
    return state, actions


def moves(
    game: Game[S], setup: Setup, bots: Mapping[int, Player[S]], seed: str, limit: int = _MOST
) -> Iterator[Step[S]]:
    """Play a game to its end, or for ``limit`` actions; yield (state before, action, state after) for each action.

    ``bots`` maps every seat to its player, and equal seeds give equal games. What chance decides, such as the deal, is
    drawn. Seats that may act but need not are asked first. Raises ``RecordError`` if a bot's action is illegal, or if a
    seat has no bot.
    """
    if alone := [name for seat, name in enumerate(setup.seats) if seat not in bots]:
        raise RecordError(f"no bot plays for {listed(alone, 'and')}: every seat needs one")
    return go_on(game, game.start(setup), [], bots, seed, limit)


def go_on(
    game: Game[S], state: S, steps: list[Step[S]], bots: Mapping[int, Player[S]], seed: str, limit: int = _MOST
) -> Iterator[Step[S]]:
    """Play on from a state, as ``moves`` does from the start. Other parameters as in ``moves``.

    ``steps`` are those that led to the state; new ones are appended to this list.
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
    """Return who is asked, in order, where several may act: first those whom the game does not await."""
    return [*[turn.seat for turn in acting if turn.seat is not None and turn.seat not in awaited], *awaited]


# --------------------------------------------------------------------------------------------- bots at a table


def split(text: str) -> tuple[str, str]:
    """Return the name and the level of a bot in a text such as ``Zoe:hard``; the level is "" if there is none."""
    name, _, level = text.partition(":")
    return " ".join(name.split()), level.strip().casefold()


def bots_of(game: Game[S], setup: Setup, texts: object) -> dict[int, str]:
    """Return the level of each bot by seat. ``texts`` is the value of ``bots`` in a record's header: ``["Zoe:hard"]``.

    Raises ``RecordError`` if it is no such list, or names an unknown seat or level.
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
    """Return bots (levels by seat) as a record's header has them: ``["Zoe:hard"]``."""
    return [f"{setup.seats[seat]}:{level}" for seat, level in sorted(bots.items())]


_TRIED = 400  # lines that bots play before a table is kept


def check_bots(game: Game[S], setup: Setup, bots: Iterable[int]) -> None:
    """Raise ``RecordError`` if bots can't play with these house rules, because people must enter what they see.

    It plays a part of a game with our usual bots. ``bots`` are the seats of bots; without any, it does nothing.
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
    """Return the next action of a table's bots; None if none of them acts now.

    ``bots`` has the level by seat, and ``seen``, by seat, the actions so far as this seat may read them. ``seed`` is
    the table's.
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
    """Return the last ``most`` reasons of a seat's bot for its actions in finished deals, in order.

    ``steps`` has (state before, action, state after) for each action of the game. ``drawn`` says for each action
    whether chance or a bot played it, and not a person.
    ``level`` is the bot's, and ``seed`` the table's. Reasons in the current deal are secret and left out.
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
    """Return a sentence for each seat of a bot on how its printed cards lie in a row; () if the game has no such rows.

    ``seats`` are the seats of bots, and ``actions`` the actions so far.
    """
    own = getattr(chapter(game, "bots"), "laid", None)
    return tuple(own(state, actions, seat) for seat in sorted(seats)) if own else ()


def turned(game: Game[S], state: S, actions: Sequence[Action], action: Action) -> str:
    """Return which printed card in a bot's row people turn or move for its ``action``, as words ending in a colon.

    They stand before the sentence of the action. "" if it moves no card, or if the game has no such rows. ``state`` and
    ``actions`` are those before the action.
    """
    own = getattr(chapter(game, "bots"), "turned", None)
    return str(own(state, actions, action)) if own else ""
