"""What a bot is, the bots that play any game, how one is found by its name, and the chance that it is given."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from liarsdeck.english import hint, quoted
from referee.core.game import Action, Game, RecordError, Refused, chapter
from referee.core.play import choices, choose, format_action, may, replies

S = TypeVar("S")


class AtRandom(Struct, Generic[S], frozen=True):
    """Chooses a verb (to let pass what it need not do is one more), then a line of that verb."""

    game: Game[S]

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return a line at random, or None."""
        verbs = self._verbs(view, seat)
        rng.shuffle(verbs)
        for verb in verbs:
            if not verb:
                break
            if found := replies(self.game, view, seat, verb):
                return rng.choice(found)
        return None

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return that there was no reason."""
        return "Chance." if self.choose(view, seat, turns, rng) is not None else ""

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> list[tuple[Action | None, float]]:  # noqa: ARG002
        """Return every line with its chance."""
        found = [replies(self.game, view, seat, verb) if verb else [None] for verb in self._verbs(view, seat)]
        found = [lines for lines in found if lines]
        return [(line, 1 / len(found) / len(lines)) for lines in found for line in lines]

    def _verbs(self, view: S, seat: int) -> list[str]:
        verbs = [verb for turn in self.game.to_act(view) if turn.seat == seat for verb in turn.verbs]
        return verbs if not verbs or seat in self.game.awaits(view) else [*verbs, ""]


T = TypeVar("T")

Share = Annotated[float, Meta(ge=0, le=1)]
"""How often, or how sure: what most parameters of bots and strategies are."""


class Thought(NamedTuple):
    """What a bot does, and why: a sentence for when its secrets are out."""

    action: Action | None
    why: str = ""


NOTHING = Thought(None)

Mix = Sequence[tuple[Thought, float]]
"""What a bot might do here and why, each with its probability; they add up to 1."""


class Thinking(Struct, Generic[S], frozen=True):
    """A bot whose line and whose reason come out of one thought."""

    game: Game[S]

    @abstractmethod
    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return what to do, and why, where it is this seat's turn."""

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return what to do, or None."""
        return self._thought(view, seat, turns, rng).action

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return why, or ""."""
        return self._thought(view, seat, turns, rng).why

    def may(self, view: S, action: Action) -> bool:
        """Say whether an action is allowed as far as a view can tell."""
        return may(self.game, view, action)

    def _thought(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        for turn in self.game.to_act(view):
            if turn.seat == seat:
                return self.think(view, seat, turns, rng)
        return NOTHING


class Mixing(Thinking[S], frozen=True):
    """A bot that draws what it does from chances that it can name."""

    @abstractmethod
    def mix(self, view: S, seat: int, turns: Sequence[Action]) -> Mix:
        """Return what it might do where it is this seat's turn."""

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Draw one."""
        mix = self.mix(view, seat, turns)
        return mix[0][0] if len(mix) == 1 else rng.choices(*zip(*mix, strict=True))[0]

    def policy(self, view: S, seat: int, turns: Sequence[Action]) -> list[tuple[Action | None, float]]:
        """Return what it does here, with which probability; [] where it is not the seat's turn."""
        if not any(turn.seat == seat for turn in self.game.to_act(view)):
            return []
        shares: dict[Action | None, float] = {}
        for thought, share in self.mix(view, seat, turns):
            shares[thought.action] = shares.get(thought.action, 0.0) + share
        return [(action, share) for action, share in shares.items() if share]


def surely(action: Action | None, why: str = "") -> Mix:
    """Return a mix of one thing."""
    return [(Thought(action, why), 1.0)]


def evenly(thoughts: Sequence[Thought]) -> Mix:
    """Return a mix of things that are as good as each other."""
    return [(thought, 1 / len(thoughts)) for thought in thoughts]


def best(things: Sequence[T], worth: Callable[[T], Any]) -> list[T]:
    """Return the things of the highest worth: several, where they are worth the same."""
    worths = [worth(thing) for thing in things]
    most = max(worths, default=None)
    return [thing for thing, one in zip(things, worths, strict=True) if one == most]


_LIMIT = 120  # lines that a game is played out, before its scores are taken as they stand


class MonteCarlo(Thinking[S], frozen=True):
    """Does what came out best when everybody, itself too, went on by chance: to the end of the deal."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many times it plays on in its head a decision.")] = (
        120
    )

    def think(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return the line that came out best, or None where letting the moment pass did."""
        lines: list[Action | None] = [*replies(self.game, view, seat)]
        if seat not in self.game.awaits(view):
            lines.append(None)
        if len(lines) < 2:
            return Thought(lines[0], "I had no choice.") if lines else NOTHING
        values, many = [0.0] * len(lines), max(1, self.samples // len(lines))
        for _ in range(many):
            world = self.game.guess(view, seat, rng)
            for at, line in enumerate(lines):
                values[at] += self._played(world, line, seat, rng)
        best = max(range(len(lines)), key=lambda at: values[at])
        action = lines[best]
        if action is None:
            return NOTHING
        text = format_action(self.game, view.setup, action)  # type: ignore[arg-type, attr-defined]
        return Thought(action, f"“{text}” came out best of {len(lines)}, over {many} guesses at what I did not see.")

    def _played(self, state: S, line: Action | None, seat: int, rng: Random) -> float:
        game = self.game
        deal = game.settled(state)
        if line is not None:
            if isinstance(game.judge(state, line), Refused):
                return 0.0  # by what this guess holds it could not be said
            state = game.apply(state, line)
        for _ in range(_LIMIT):
            if game.settled(state) > deal or game.outcome(state).over:
                break
            action = game.draw(state, rng) or self._chosen(state, rng)
            if action is None:
                break
            state = game.apply(state, action)
        outcome = game.outcome(state)
        if outcome.winners:
            return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        others = [score for other, score in enumerate(outcome.scores) if other != seat]
        lead = outcome.scores[seat] - sum(others) / len(others)
        return 0.5 + 0.4 * lead / (abs(lead) + 20)

    def _chosen(self, state: S, rng: Random) -> Action | None:
        seats = [seat for seat in self.game.awaits(state) if seat is not None]
        rng.shuffle(seats)
        for seat in seats:
            if found := choices(self.game, state, seat, everyone=False):
                return rng.choice(found)
        return None


class Named(Struct, frozen=True):
    """A strategy under a name: its kind, and the parameters that the name stands for."""

    kind: type[Struct]
    parameters: Mapping[str, float] = {}


class Rule(Struct, Generic[S], frozen=True):
    """A strategy with a function a verb: ``plays(view, seat, rng)`` gives the line; what has none is left to chance."""

    game: Game[S]

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return the line that this strategy writes now, None for letting pass what need not be done."""
        verbs = [verb for turn in self.game.to_act(view) if turn.seat == seat for verb in turn.verbs]
        decided: Action | None = self.decide(view, seat, verbs, rng)
        if decided is not None or seat not in self.game.awaits(view):
            return decided
        return rng.choice(replies(self.game, view, seat))

    @abstractmethod
    def decide(self, view: S, seat: int, verbs: Sequence[str], rng: Random) -> Any:
        """Return the line, None for none; ``verbs`` are those that the seat has now."""

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return that it is a rule of thumb."""
        return "A rule of thumb." if self.choose(view, seat, turns, rng) is not None else ""


_FAR = 400  # lines at most from here to the end of the deal
_WIN = 1_000.0  # points that a won game is worth


class FlatMonteCarlo(Struct, Generic[S], frozen=True):
    """Flat Monte Carlo: ``samples`` guesses a decision, each played out once for every reply, to the deal's end.

    Random play is a poor picture of people: in a game of lies it is often weaker than a rule of thumb.
    """

    game: Game[S]
    samples: Annotated[float, Meta(ge=1, le=10_000)] = 12

    def choose(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:  # noqa: ARG002
        """Return the reply whose playouts came out best, or None where letting pass did."""
        found: list[Action | None] = list(replies(self.game, view, seat))
        if seat not in self.game.awaits(view) or not found:
            found.append(None)
        if len(found) == 1:
            return found[0]
        worth = [0.0] * len(found)
        for _ in range(int(self.samples)):
            world = self.game.guess(view, seat, rng)
            for at, action in enumerate(found):
                worth[at] += self._worth(world, action, seat, rng)
        return found[max(range(len(found)), key=worth.__getitem__)]

    def why(self, view: S, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return how it came to its line."""
        chosen = self.choose(view, seat, turns, rng) is not None
        return f"It came out best in {int(self.samples)} imagined games." if chosen else ""

    def _worth(self, world: S, action: Action | None, seat: int, rng: Random) -> float:
        """Return how far a reply brings a seat ahead of the best other one, in one random play to the deal's end."""
        game, before = self.game, self.game.settled(world)
        if action is not None:
            if not game.judge(world, action).legal:
                return -_WIN
            world = game.apply(world, action)
        for _ in range(_FAR):
            turns = game.to_act(world)
            if not turns or game.settled(world) > before:
                break
            world = game.apply(world, choose(game, world, turns, rng))
        outcome = game.outcome(world)
        ahead = outcome.scores[seat] - max(score for at, score in enumerate(outcome.scores) if at != seat)
        return ahead + (_WIN / len(outcome.winners) if seat in outcome.winners else 0.0)


S_contra = TypeVar("S_contra", contravariant=True)


class Bot(Protocol[S_contra]):
    """A player of one game. It remembers nothing: the same view, lines and chance give the same answer.

    So a table that is taken up again, or a line that is taken back, changes nothing.
    """

    def choose(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> Action | None:
        """Return what this seat does now, one of ``replies``; None where it lets pass what it might do, and need not.

        ``view`` is the state as the seat may know it, ``turns`` are the lines so far as it reads them, ``rng`` is
        ``chance`` of this moment. None is also the answer where it is not the seat's turn.
        """

    def why(self, view: S_contra, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return why it chooses so, given the same: a sentence or two; "" where there was nothing to think about.

        It tells the seat's secrets, so it is for when they are out.
        """


LEVELS = ("random", "easy", "hard")
"""How well a bot plays, from the least. ``easy`` and ``hard`` are modules of a game's room here, and so called there:
``referee.games.lizard.bots.Easy``."""


def named(level: str, game: Game[Any], parameters: Mapping[str, float] | None = None) -> Bot[Any]:
    """Return a bot of a level for a game. Raises ``RecordError`` where there is none, or no such parameter.

    A bot is a frozen struct; its fields behind the first, which is the game, are what can be set, with their bounds.
    """
    kind = kinds(game).get(level.casefold())
    if kind is None:
        raise RecordError(f"bot: there is no level {quoted(level)} of {game.title}; {hint(level, tuple(kinds(game)))}")
    return made(kind, game, parameters or {})


def made(kind: type[Struct], game: Game[Any], parameters: Mapping[str, float]) -> Bot[Any]:
    """Return a bot of a kind with these parameters. Raises ``RecordError`` naming the first that is wrong."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)[1:]}
    for name, value in parameters.items():
        if name not in fields:
            known = hint(name, tuple(fields)) if fields else "it has none"
            raise RecordError(f"bot: there is no parameter {quoted(name)}; {known}")
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as wrong:
            raise RecordError(f"bot: {name}: {str(wrong)[0].lower()}{str(wrong)[1:]}") from None
    bot: Bot[Any] = kind(game, **parameters)  # type: ignore[assignment]
    return bot


def kinds(game: Game[Any]) -> dict[str, type[Struct]]:
    """Return the levels that a game has, from the least, and the kind of bot of each."""
    found: dict[str, type[Struct]] = {"random": AtRandom, "hard": MonteCarlo}
    own = chapter(game, "bots")
    for level in LEVELS[1:]:
        if kind := getattr(own, level.title(), None):
            found[level] = kind
    return {level: found[level] for level in LEVELS if level in found}


def chance(seed: str, lines: int, seat: int, used: Random | None = None) -> Random:
    """Return the chance of a seat's bot after so many lines at a table with this seed.

    ``used`` is one that nobody needs any more, to be seeded anew rather than to make another.
    """
    if used is None:
        return Random(f"{seed}/{lines}/bot {seat}")
    used.seed(f"{seed}/{lines}/bot {seat}")
    return used
