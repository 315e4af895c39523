"""One simulated game, counted as it is played."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from referee import games
from referee.bots.bot import Bot
from referee.bots.match import moves
from referee.core.game import Action, Game, Setup, Unopened
from referee.core.screens import CAUGHT, DOUBTED, SAID_LIE, SAID_TRUTH, Saying
from referee.lab.minutes import seconds
from referee.lab.plan import Plan, setup
from referee.lab.players import player
from referee.lab.row import Row

EVERY = 8  # decisions, of which one is looked at closely
_MARKS = 400  # rounds whose scores are kept
_DEALS = 40  # deals of which is kept how many gained in each


@lru_cache(maxsize=64)
def _table(game: str, players: int, options: tuple[tuple[str, str], ...], pairs: int, seed: str) -> Setup:
    return setup(games.game(game), players, options, pairs, seed)


@lru_cache(maxsize=256)
def _bot(game: str, word: str, own: str) -> Bot[Any]:
    return player(word, games.game(game), own)


def seated(plan: Plan, cell: int, index: int) -> tuple[Game[Any], Setup, dict[int, Bot[Any]], str]:
    """Return what a game of a plan is played with: the game, its setup, who sits where, its seed.

    The seed is the same in every cell: the same deals come again, as far as players and house rules allow.
    """
    at = plan.cells[cell]
    table = _table(plan.game, at.players, at.options, plan.pairs, plan.seed)
    bots = {seat: _bot(plan.game, word, plan.own) for seat, word in enumerate(at.seated(index))}
    return games.game(plan.game), table, bots, f"{plan.seed}/{index}"


def lines_of(plan: Plan, cell: int, index: int) -> tuple[Setup, list[Action]]:
    """Return a game of a plan again, line by line."""
    game, table, bots, seed = seated(plan, cell, index)
    actions = []
    for _, action, after in moves(game, table, bots, seed, plan.lines):
        actions.append(action)
        if game.rounds(after) > plan.cap:
            break
    return table, actions


def measured(plan: Plan, cell: int, index: int) -> Row:
    """Play a game of a plan and return what there was to count."""
    game, table, bots, seed = seated(plan, cell, index)
    count = Counts(game, game.start(table), len(bots), index)
    for before, action, after in moves(game, table, bots, seed, plan.lines):
        if count.step(before, action, after) > plan.cap:
            break
    return count.row(cell, index)


class Counts:
    """The counters of one game."""

    def __init__(self, game: Game[Any], start: Any, seats: int, index: int) -> None:
        self._game, self._seats, self._state = game, seats, start
        self._lines: list[Action] = []
        self._refused: Counter[str] = Counter()
        self._said = {kind: [0] * seats for kind in (SAID_LIE, SAID_TRUTH, CAUGHT, DOUBTED)}
        self._lied = [False] * seats
        self._spoke = [False] * seats
        self._paid = [0, 0, 0, 0]
        self._since = game.outcome(start).scores
        self._opener, self._deals, self._gains, self._rose = -1, 0, [0] * seats, list[int]()
        self._acted = 0  # in this deal
        self._kept = frozenset(verb.name for verb in game.verbs if verb.kept)
        self._starter, self._acts = -1, 0
        self._looked, self._width, self._forced, self._next = 0, 0, 0, index % EVERY
        self._marks: list[Any] = []
        self._round, self._settled = game.rounds(start), game.settled(start)

    def step(self, before: Any, action: Action, after: Any) -> int:
        """Count a line; return how many rounds have begun."""
        seat, game = action.seat, self._game
        self._lines.append(action)
        self._state = after
        if seat is None:
            if self._acted == 1:  # a call of who begins, and the river: nobody has begun yet
                self._opener = -1
                self._starter = -1 if self._acts == 1 else self._starter
        elif action.verb not in self._kept:
            self._acted += 1
            if self._starter < 0:
                self._starter = seat
            if self._opener < 0:
                self._opener = seat
            if self._acts % EVERY == self._next:
                self._look(game.view(before, seat), seat)
            self._acts += 1
        for saying in game.sayings(before, action, after):
            self._hear(saying)
        now, settled = game.rounds(after), game.settled(after)
        if settled != self._settled:
            self._pay(game.outcome(after).scores)
        if now != self._round or settled != self._settled:
            self._round, self._settled = now, settled
            self._marks.append(after)
        return now

    def _hear(self, saying: Saying) -> None:
        self._said[saying.kind][saying.seat] += 1
        if saying.kind in {SAID_LIE, SAID_TRUTH}:
            self._spoke[saying.seat] = True
            self._lied[saying.seat] |= saying.kind == SAID_LIE

    def _pay(self, scores: tuple[int, ...]) -> None:
        """Note what a deal brought: by place, to those who lied in it, and to those who only told truths."""
        before, self._since = self._since, scores
        if self._opener >= 0:
            for seat, score in enumerate(scores):
                self._gains[(seat - self._opener) % self._seats] += score - before[seat]
            self._rose.append(sum(score > was for score, was in zip(scores, before, strict=True)))
            self._deals += 1
        self._opener, self._acted = -1, 0
        for seat, score in enumerate(scores):
            if self._spoke[seat]:
                at = 0 if self._lied[seat] else 2
                self._paid[at] += score - before[seat]
                self._paid[at + 1] += 1
        self._lied, self._spoke = [False] * self._seats, [False] * self._seats

    def _look(self, view: Any, seat: int) -> None:
        """Count what this decision could have been, and which rules said no."""
        game, width, rules = self._game, 0, set()
        for turn in game.to_act(view):
            if turn.seat == seat:
                for verb in turn.verbs:
                    for action in game.candidates(view, seat, verb):
                        judgment = game.judge(view, action)
                        if judgment.legal or isinstance(judgment, Unopened):
                            width += 1
                        else:
                            rules.add(judgment.rule)  # type: ignore[union-attr]
        if seat not in game.awaits(view):
            width += 1
        self._looked += 1
        self._width += width
        self._forced += width == 1
        self._refused.update(rules)

    def row(self, cell: int, index: int) -> Row:
        """Return the row of the game."""
        outcome = self._game.outcome(self._state)
        digest = blake2b(repr(self._lines).encode(), digest_size=8).hexdigest()
        verbs = Counter([action.verb for action in self._lines])
        took = sum(many * seconds(self._game, verb) for verb, many in verbs.items())
        lies = any(self._said[SAID_LIE]) or any(self._said[SAID_TRUTH])
        said = {kind: tuple(counts) for kind, counts in self._said.items()} if lies else {}
        return Row(
            cell, index, digest, outcome.over, outcome.winners, self._starter, self._round, len(self._lines),
            self._acts, took, outcome.scores, self._course(), dict(sorted(verbs.items())), self._looked, self._width,
            self._forced, dict(sorted(self._refused.items())), said.get(SAID_LIE, ()), said.get(SAID_TRUTH, ()),
            said.get(CAUGHT, ()), said.get(DOUBTED, ()),
            (self._paid[0], self._paid[1], self._paid[2], self._paid[3]), tuple(self._gains), self._deals,
            tuple(self._rose[:_DEALS]),
        )  # fmt: skip

    def _course(self) -> tuple[tuple[int, ...], ...]:
        """Return the scores at the marks, thinned out where there are many; hands where nothing is counted."""
        every = -(-len(self._marks) // _MARKS) or 1
        kept = self._marks[::every]
        found = tuple(self._game.outcome(state).scores for state in kept)
        if any(len(set(scores)) > 1 for scores in found[:-1]):
            return found
        sized = tuple(sizes for state in kept if (sizes := self._sizes(state)))
        return sized or found

    def _sizes(self, state: Any) -> tuple[int, ...]:
        """Return how many cards each holds; () where that is not public, or nothing is dealt."""
        hands = self._game.public(self._game.view(state, None)).get("hands")
        sizes = hands.values() if isinstance(hands, Mapping) else ()
        found = tuple(size for size in sizes if isinstance(size, int))
        return found if len(found) == self._seats else ()
