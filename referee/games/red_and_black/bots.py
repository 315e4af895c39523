"""Bots for Red & Black: easy, hard, and the strategies of the lab.

A colour is BLACK (0) or RED (1). A hand is described by its number of red cards, since everybody knows its size. A
world is one possible pair of hands with a river; a set of worlds is an integer with one bit for each world. A view is
the state as one seat may see it, and ``turns`` are the lines so far as this seat may read them.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import comb, perm
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from referee.bots import Mix, Mixed, Policy, Rule, Share, Thought, certain, uniform
from referee.core.cards import cards_of
from referee.core.game import Action, Game
from referee.core.play import may, seat_actions
from referee.games.red_and_black import state as rb
from referee.games.red_and_black.state import (
    BLACK,
    COLOURS,
    RED,
    Attacks,
    Defends,
    Discards,
    Guesses,
    Peeks,
    State,
    Swaps,
)


def mine(view: State, seat: int) -> int | None:
    """Return the number of red cards in a seat's hand; None if ``view`` (what a seat knows) leaves it open."""
    reds = rb.own_reds(view, seat)
    return reds[0] if reds and len(reds) == 1 else None


def holds(view: State, seat: int, colour: int) -> int:
    """Return how many cards of ``colour`` a seat has; only right if ``view`` tells its hand (see ``mine``)."""
    reds = mine(view, seat) or 0
    return reds if colour == RED else view.sizes[seat] - reds


def chances(view: State, seat: int) -> list[float]:
    """Return what ``seat`` can compute of the other hand: at index n, the probability that it has n red cards.

    The deck is taken to be well shuffled; nothing is concluded from which cards a player chose to show.
    """
    return weighed(view, 1 - seat, view.sets.own(seat))


def weighed(view: State, seat: int, worlds: int) -> list[float]:
    """Return the probabilities of a hand: at index n, that ``seat`` has n red cards.

    ``worlds`` are the possible pairs of hands and rivers (a bit set), each as likely as a shuffled deck makes it.
    """
    side, options = view.shape.hand + 1, view.setup.options
    weights, sizes = [0.0] * (view.sizes[seat] + 1), view.sizes
    gone = (*view.discards[0], *view.discards[1])
    red, black = options.red - sum(gone), options.black - (len(gone) - sum(gone))
    for world in cards_of(worlds):
        reds = (world % side, world // side % side)
        dealt = sum(reds) + (world // side // side).bit_count()
        ways = comb(sizes[0], reds[0]) * comb(sizes[1], reds[1])
        weights[reds[seat]] += ways * perm(red, dealt) * perm(black, sum(sizes) + len(view.slots) - dealt)
    whole = sum(weights)
    return [weight / whole for weight in weights] if whole else [1 / len(weights)] * len(weights)


World = tuple[int, tuple[int, ...]]
Worlds = dict[World, float]

ALL, FEW = 0.05, 0.8
"""So many of those who show cards of a colour show all that they have, so many up to two; the others any number."""


class Belief:
    """An observer's probabilities for the red cards in the hand of ``seat``, updated line by line.

    ``options`` are the house rules. ``other`` is the number of red cards in the other hand at the deal, or None if the
    observer does not know it. ``read`` takes the lines (actions), ``reds`` has the probabilities.
    """

    def __init__(self, options: rb.Options, seat: int, other: int | None) -> None:
        self.options, self.seat, self.other = options, seat, other
        self.size = options.hand
        self.worlds: Worlds = {}

    def read(self, turns: Sequence[Action]) -> "Belief":
        """Update the belief by ``turns``, lines (actions) as the observer may read them; return self."""
        for action in turns:
            self._take(action)
        return self

    @property
    def reds(self) -> list[float]:
        """The probabilities of the hand of ``seat``: at index n, that of n red cards."""
        found = [0.0] * (self.size + 1)
        for (reds, _), chance in self.worlds.items():
            found[min(reds, self.size)] += chance
        whole = sum(found)
        return [chance / whole for chance in found] if whole else [1 / len(found)] * len(found)

    def _take(self, action: Action) -> None:
        mine = action.seat == self.seat
        match action:
            case rb.River() if not self.worlds:
                self._deal(action.slots)
            case rb.River():
                self._keep(lambda _, slots: slots == action.slots)
            case Swaps():
                self._swap(action.slot - 1, action.colour, mine=mine)
            case Peeks() if action.colour in (BLACK, RED):
                self._keep(lambda _, slots: slots[action.slot - 1] == action.colour)
            case Attacks() | Defends() if mine:
                self._shown(action.count, action.colour)
            case Discards() if mine:
                self.size -= len(action.cards)
                self.worlds = _sum(
                    ((reds - action.reds, slots), chance) for (reds, slots), chance in self.worlds.items()
                )
                self._keep(lambda reds, _: 0 <= reds <= self.size)
            case rb.Holds() if mine and action.reds >= 0 and self.worlds:
                self._keep(lambda reds, _: reds == action.reds)

    def _deal(self, slots: tuple[int, ...]) -> None:
        options, hand = self.options, self.options.hand
        red, black = options.red - sum(slots), options.black - (len(slots) - sum(slots))
        if self.other is not None:
            red, black = red - self.other, black - (hand - self.other)
        for reds in range(hand + 1):
            if chance := comb(max(red, 0), reds) * comb(max(black, 0), hand - reds):
                self.worlds[reds, slots] = chance

    def _keep(self, fits: Callable[[int, tuple[int, ...]], bool]) -> None:
        kept = {world: chance for world, chance in self.worlds.items() if fits(*world)}
        self.worlds = kept or self.worlds

    def _swap(self, slot: int, laid: int | None, *, mine: bool) -> None:
        said = laid if laid in (BLACK, RED) else None
        found: list[tuple[World, float]] = []
        for (reds, slots), chance in self.worlds.items():
            for colour in (BLACK, RED) if said is None else (said,):
                held = (reds if colour == RED else self.size - reds) if mine else 1
                if held > 0:
                    after = reds + slots[slot] - colour if mine else reds
                    found.append(((after, (*slots[:slot], colour, *slots[slot + 1 :])), chance / 2))
        self.worlds = _sum(found) or self.worlds

    def _shown(self, count: int, colour: int) -> None:
        for (reds, slots), chance in [*self.worlds.items()]:
            held = reds if colour == RED else self.size - reds
            likely = ALL * (count == held) + FEW * (count <= 2) / (min(2, held) + 1) + (1 - ALL - FEW) / (held + 1)
            self.worlds[reds, slots] = chance * likely if count <= held else 0.0
        self._keep(lambda reds, slots: self.worlds[reds, slots] > 0)


def _sum(found: object) -> Worlds:
    worlds: Worlds = {}
    for world, chance in found:  # type: ignore[attr-defined]
        worlds[world] = worlds.get(world, 0.0) + chance
    return worlds


def of_other(view: State, seat: int, turns: Sequence[Action]) -> list[float]:
    """Return what ``seat`` believes of the other hand: at index n, the probability that it has n red cards.

    ``turns`` are the lines so far as ``seat`` may read them. What the other player chose to show counts as evidence,
    too.
    """
    own = next((line.reds for line in turns if isinstance(line, rb.Holds) and line.seat == seat), None)
    return Belief(view.setup.options, 1 - seat, own).read(turns).reds


def of_own(view: State, seat: int, turns: Sequence[Action]) -> list[float]:
    """Return what somebody who sees no hand believes of the hand of ``seat``.

    At index n is the probability that it has n red cards. ``turns`` are the lines so far as any seat reads them;
    secrets in them are not used.
    """
    belief = Belief(view.setup.options, seat, None)
    return belief.read([_open(line) for line in turns if not isinstance(line, rb.Holds)]).reds


def _open(line: Action) -> Action:
    if isinstance(line, Swaps):
        return Swaps(seat=line.seat, slot=line.slot)
    return Peeks(seat=line.seat, slot=line.slot) if isinstance(line, Peeks) else line


TABLE = Path(__file__).with_name("balance.json")
TURNS = 3  # left, that the table tells apart


class Situation(Struct, frozen=True):
    """A decision as the strategy table (``balance.json``) describes it.

    ``row`` is the key of the decision in the table. The table has only one of two mirrored cases: ``turned`` is True if
    red and black are exchanged. ``likely`` has at index n the probability that the other hand has n red cards (black
    cards if ``turned``). ``order`` has these numbers n, the most likely first.
    """

    row: str
    turned: bool
    likely: tuple[float, ...]
    order: tuple[int, ...]

    def label(self, action: Action | None) -> str:
        """Return the name of an action in the strategy table; "wait" for None, which is to do nothing."""
        match action:
            case None:
                return "wait"
            case Guesses():
                count = action.blacks if self.turned else action.reds
                return f"guess {self.order.index(count)}" if self.likely[count] else f"guess no {count}"
            case Discards() | rb.Reveals():
                return f"{action.verb[:-1]} {action.blacks if self.turned else action.reds}"
            case Swaps() | rb.Calls():
                return f"{action.verb[:-1]} {self._own(action.colour or 0)}"
            case Attacks() | Defends():
                return f"{action.verb} {action.count} {self._own(action.colour)}"
        return action.verb

    def _own(self, colour: int) -> int:
        return 1 - colour if self.turned else colour


def situation(view: State, seat: int) -> Situation | None:
    """Return a seat's decision as the strategy table describes it; None if ``view`` lacks the seat's hand."""
    reds = mine(view, seat)
    if reds is None:
        return None
    size, options = view.sizes[seat], view.setup.options
    likely: list[float] = []
    seen: list[float] = []
    if view.sets.table:
        likely, seen = chances(view, seat), weighed(view, seat, view.sets.table)
    turned = _turned(view, reds, size, likely)
    if turned:
        likely.reverse()
        seen.reverse()
        reds = size - reds
    order = tuple(sorted(range(len(likely)), key=lambda many: (-round(likely[many], 9), many)))
    cap = options.max_turns or view.turns + TURNS
    left = f"{min(cap - view.turns, TURNS)}/{min(cap, TURNS)}"
    count, colour = view.attack if view.phase in {"defend", "river", "discard"} else (0, 0)
    whose = "on" if view.turn == seat else "off"
    river = "".join("?" if lies is None else str(1 - lies if turned else lies) for lies in view.slots)
    attack = f"{count}{1 - colour if turned else colour}"
    hands = f"{size}{view.sizes[1 - seat]}{reds}{view.owed}"
    shares = " ".join(",".join(str(round(20 * share)) for share in shares) for shares in (likely, seen))
    row = f"{view.phase} {whose} {left} {shares} {river} {attack} {hands}"
    return Situation(row, turned, tuple(likely), order)


def _turned(view: State, reds: int, size: int, likely: Sequence[float]) -> bool:
    """Return whether red and black are exchanged for the strategy table.

    They are if the own hand has more black cards than red. If it has as many of both, they are if the other hand
    probably has more black cards (``likely`` has at index n the probability of n red ones). If that is even too, the
    colour of the attack or of the first card in the river decides. ``reds`` is the number of red cards among the
    ``size`` cards of the own hand.
    """
    if 2 * reds != size:
        return 2 * reds < size
    mean, half = sum(many * share for many, share in enumerate(likely)), (len(likely) - 1) / 2
    if likely and abs(mean - half) > 0.1:
        return mean < half
    if view.phase in {"defend", "river", "discard"}:
        return view.attack[1] == 0
    return bool(view.slots) and view.slots[0] == 0


@cache
def _table() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(TABLE.read_bytes(), type=dict[str, dict[str, float]])


def balanced(game: Game[State], view: State, seat: int) -> list[tuple[Action | None, float]]:
    """Return (action, probability) pairs for a seat's decision from the strategy table. None is to do nothing.

    Return [] for a decision that the table does not have, as with larger hands.
    """
    options = view.setup.options
    if view.phase == "call" and (options.hand, options.river) == (2, 1):
        calls = seat_actions(game, view, seat)
        return [(call, 1 / len(calls)) for call in calls]  # any other call would say something of the hand
    found = situation(view, seat)
    row = _table().get(found.row) if found else None
    if found is None or row is None:
        return []
    waits: list[Action | None] = [] if seat in game.awaits(view) else [None]
    choices = {found.label(choice): choice for choice in (*waits, *seat_actions(game, view, seat))}
    whole = sum(share for label, share in row.items() if label in choices)
    return [(choices[label], share / whole) for label, share in row.items() if label in choices]


class Easy(Mixed[State], frozen=True):
    """The easy bot: it swaps more than it attacks, attacks with at most two cards, and guesses late.

    It guesses if the most likely hand of the other player has a probability of at least ``sure``. After ``patience``
    turns, this bound falls with each turn. ``attacks`` is the probability that it attacks if it may.
    """

    sure: Annotated[Share, Meta(description="How sure it is of the other hand when it guesses.")] = 0.8
    patience: Annotated[int, Meta(ge=0, description="After how many turns it begins to guess at less.")] = 10
    attacks: Annotated[Share, Meta(description="How often it attacks where it may.")] = 0.3

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the actions that ``seat`` may take now, with reasons and probabilities; None is to do nothing.

        ``turns``, the lines so far, is not used.
        """
        reds = mine(view, seat)
        if reds is None or (view.phase == "reveal" and view.guess[0] == seat):
            return certain(None)
        size = view.sizes[seat]
        if view.phase == "call":
            return certain(rb.Calls(seat, colour=_likelier(view, reds)), "The deck has more of it than my hand.")
        if view.phase == "reveal":
            return certain(rb.Reveals(seat, reds=reds, blacks=size - reds))
        if view.phase == "discard":
            few = min(view.owed, reds if 2 * reds < size else max(0, view.owed - (size - reds)))
            few = max(few, view.owed - (size - reds))
            cards = (BLACK,) * (view.owed - few) + (RED,) * few
            return certain(Discards(seat, cards=cards), "I kept what leaves most open.")
        likely, theirs = chances(view, seat), view.sizes[1 - seat]
        best = likely.index(max(likely))
        if likely[best] < max(1 / len(likely), self.sure - 0.03 * max(0, view.turns - self.patience)):
            return self._turn(view, seat)
        why = f"{rb.spelled(best, theirs - best)} was {likely[best]:.0%} likely by what I had seen."
        return certain(Guesses(seat, best, theirs - best), why)

    def _turn(self, view: State, seat: int) -> Mix:
        if view.phase == "defend" and view.turn != seat:
            why = "I showed little: what is shown is known."
            shown = [(min(holds(view, seat, colour), most), colour) for colour in (BLACK, RED) for most in range(3)]
            return uniform([Thought(Defends(seat, count, colour), why) for count, colour in shown])
        if view.turn != seat or view.phase not in {"turn", "peeked"}:
            return certain(None)
        lays = [colour for colour in (BLACK, RED) if holds(view, seat, colour)]
        if view.phase == "peeked":
            if not lays:
                return certain(rb.Leaves(seat=seat), "I had no card to lay there.")
            return uniform([_swap(seat, view.peeked, colour) for colour in lays])
        attacks = (self.attacks if lays else 1.0) if view.turns else 0.0
        shown = [(min(holds(view, seat, colour), most), colour) for colour in lays or [BLACK] for most in range(3)]
        why = "With {} {} I made the other show something."
        shows = [Thought(Attacks(seat, *cards), why.format(cards[0], COLOURS[cards[1]])) for cards in shown]
        return [
            *((thought, attacks * share) for thought, share in uniform(shows)),
            *((thought, (1 - attacks) * share) for thought, share in _change(view, seat, lays)),
        ]


def _swap(seat: int, slot: int, colour: int) -> Thought:
    return Thought(Swaps(seat, slot=slot + 1, colour=colour), "So that my hand was less known.")


def _change(view: State, seat: int, lays: Sequence[int]) -> Mix:
    """Return swaps and peeks with their probabilities. Each place of the river is chosen equally often.

    If a card lies open there, the bot lays a card of a colour in ``lays`` in its place; if it lies face down, the bot
    peeks at it. If ``lays`` is empty, only cards that lie face down are chosen.
    """
    down = [slot for slot, lies in enumerate(view.slots) if lies is None]
    open_ = [slot for slot, lies in enumerate(view.slots) if lies is not None] if lays else []
    looks = [Thought(Peeks(seat, slot=slot + 1), "I wanted to see what lay there.") for slot in down]
    laid = len(open_) / len(view.slots)
    return [
        *((_swap(seat, slot, colour), laid / len(open_) / len(lays)) for slot in open_ for colour in lays),
        *((look, (1 - laid) / len(looks)) for look in looks),
    ]


def _likelier(view: State, reds: int) -> int:
    options: rb.Options = view.setup.options
    return RED if options.red - reds >= options.black - (options.hand - reds) else BLACK


class Hard(Mixed[State], frozen=True):
    """The hard bot: it draws its action from a mixed strategy, so that the action does not betray its cards.

    It guesses if the most likely hand of the other player has a probability of at least ``sure``; this bound falls by
    ``falls`` with each turn. ``attacks`` is the probability that it attacks if it may.
    """

    sure: Annotated[Share, Meta(description="How sure it is of the other hand when it guesses, in the first turn.")] = (
        0.85
    )
    falls: Annotated[Share, Meta(description="By how much less with every turn.")] = 0.01
    attacks: Annotated[Share, Meta(description="How often it attacks where it may.")] = 1.0

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the actions that ``seat`` may take now, with probabilities, without reasons; None is to do nothing.

        ``turns`` are the lines so far.
        """
        return [(Thought(action), share) for action, share in self._policy(view, seat, turns)]

    def why(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> str:
        """Return a sentence on the bot's estimates of both hands when it chose; "" if it waits or reveals.

        Before the river is dealt, the sentence is about the cards left in the deck. ``turns`` are the lines so far.
        ``rng`` has to be in the state in which ``choose`` got it, as this method draws the same action again.
        """
        action = self.choose(view, seat, turns, rng)
        if action is None or isinstance(action, rb.Reveals):
            return ""
        if not view.sets.table:
            return "The deck has more of it than my hand."
        theirs, own = of_other(view, seat, turns), of_own(view, seat, turns)
        best, size = max(range(len(theirs)), key=lambda reds: theirs[reds]), view.sizes[1 - seat]
        known = own[mine(view, seat) or 0] if len(own) > (mine(view, seat) or 0) else 0.0
        hand = f"{size - best} black and {best} red"
        ours = f"mine was known with one of {known:.0%}"
        return f"I thought that the other hand was {hand}, with a chance of {theirs[best]:.0%}; {ours}."

    def _policy(self, view: State, seat: int, turns: Sequence[Action]) -> Policy:
        reds = mine(view, seat)
        if reds is None:
            return [(None, 1.0)]
        if small := balanced(self.game, view, seat):
            return small
        size = view.sizes[seat]
        match view.phase:
            case "call":
                return [(rb.Calls(seat, _likelier(view, reds)), 1.0)]
            case "reveal":
                return [(rb.Reveals(seat, reds=reds, blacks=size - reds), 1.0)]
        theirs = of_other(view, seat, turns)
        best, cap = theirs.index(max(theirs)), view.setup.options.max_turns
        enough = max(0.4, self.sure - self.falls * view.turns)
        if cap and view.turns >= cap - 1 - (view.turn != seat):
            enough = 0.5 + 1e-9
        if theirs[best] >= enough:
            return [(Guesses(seat, best, view.sizes[1 - seat] - best), 1.0)]
        if view.phase == "discard":
            ways = range(max(0, view.owed - (size - reds)), min(view.owed, reds) + 1)
            laid = [(BLACK,) * (view.owed - red) + (RED,) * red for red in ways]
            return [(Discards(seat, cards), 1 / len(laid)) for cards in laid]
        if view.phase == "defend" and view.turn != seat:
            return _spread(Defends, view, seat, 1.0)
        if view.turn != seat or view.phase not in {"turn", "peeked"}:
            return [(None, 1.0)]
        return self._turn(view, seat)

    def _turn(self, view: State, seat: int) -> Policy:
        lay = [colour for colour in (BLACK, RED) if holds(view, seat, colour)]
        if view.phase == "peeked":
            swaps: Policy = [(Swaps(seat, view.peeked + 1, colour), 1 / len(lay)) for colour in lay]
            return swaps or [(rb.Leaves(seat), 1.0)]
        changes: Policy = []
        for slot, lies in enumerate(view.slots, 1):
            if lies is None:
                changes.append((Peeks(seat, slot), 1.0))
            else:
                changes += [(Swaps(seat, slot, colour), 1 / len(lay)) for colour in lay]
        share = (self.attacks if changes else 1.0) if view.turns else 0.0
        whole = sum(chance for _, chance in changes)
        policy = [(action, chance / whole * (1 - share)) for action, chance in changes if share < 1]
        return [*policy, *_spread(Attacks, view, seat, share)] if share else policy


def _spread(kind: type[Attacks | Defends], view: State, seat: int, share: float) -> Policy:
    """Return (action, probability) for each way to show none, one or two cards of a colour.

    The probabilities add up to ``share``. ``kind`` is the class of the actions. Both colours are equally likely, and so
    are the possible numbers of cards of one colour.
    """
    policy: Policy = []
    for colour in (BLACK, RED):
        most = min(2, holds(view, seat, colour))
        policy += [(kind(seat, count, colour), share / 2 / (most + 1)) for count in range(most + 1)]
    return policy


_SAMPLES = 24


class Guesser(Rule[State], frozen=True):
    """A strategy with simple rules: it guesses if it is sure of the other hand, else it attacks or swaps.

    It guesses if the most likely hand has a probability of at least ``sure``. ``attack`` is the probability that it
    attacks if it may. With ``full`` = 1, it attacks with all its cards of a colour; with 0, with one fewer. ``bluff``
    is the probability that an attack shows no card. With ``read`` = 1, it supposes that the other player attacks with
    all cards of a colour.
    """

    sure: Share = 0.75
    attack: Share = 0.5
    full: Share = 0
    bluff: Share = 0
    read: Share = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return an action of ``seat``, or None. ``verbs`` are the verbs that it may use now.

        None means that the bot waits; if it must act, chance picks one of its legal actions.
        """
        own = rb.own_reds(view, seat)
        reds = own[0] if own else view.sizes[seat] // 2
        held = {RED: reds, BLACK: view.sizes[seat] - reds}
        more = RED if held[RED] >= held[BLACK] else BLACK
        if "guesses" in verbs and (guess := self._guess(view, seat, rng)):
            return guess
        match view.phase:
            case "call":
                return rb.Calls(seat, 1 - more) if "calls" in verbs else None
            case "defend":
                return Defends(seat, held[more], more) if "defends" in verbs else None
            case "discard":
                return self._legal(
                    view,
                    [Discards(seat, (1 - more,) * view.owed), *self.game.candidate_actions(view, seat, "discards")],
                )
            case "peeked":
                return rb.Leaves(seat) if "leaves" in verbs else None
        if view.turn != seat:
            return None
        if "attacks" in verbs and rng.random() < self.attack:
            count = 0 if rng.random() < self.bluff else max(held[more] - (0 if self.full else 1), 0)
            return self._legal(view, [Attacks(seat, count, more)])
        return self._swaps(view, seat, held, more, rng)

    def _guess(self, view: State, seat: int, rng: Random) -> Guesses | None:
        other = 1 - seat
        counts = [0] * (view.sizes[other] + 1)
        for _ in range(_SAMPLES):
            world = self.game.sample_state(view, seat, rng)
            found = rb.own_reds(world, other)
            if found:
                counts[found[0]] += 1
        if self.read and view.phase == "defend" and view.turn == other and view.attack[0]:
            count, colour = view.attack
            counts = [0] * len(counts)
            counts[count if colour == RED else view.sizes[other] - count] = 1
        best = counts.index(max(counts))
        if sum(counts) and counts[best] / sum(counts) >= self.sure:
            return Guesses(seat, best, view.sizes[other] - best)
        return None

    def _swaps(self, view: State, seat: int, held: dict[int, int], more: int, rng: Random) -> Action | None:
        """Return a swap of a face-up card of the seat's rarer colour against a card of its commoner colour.

        If there is none, return a peek at a slot whose card the seat does not know, or else None. ``held`` has by
        colour how many cards the seat holds, and ``more`` is the colour that it has more of.
        """
        for slot, lies in enumerate(view.slots, start=1):
            if lies is not None and lies != more and held[more]:
                return self._legal(view, [Swaps(seat, slot, more)])
        hidden = [slot for slot in range(1, len(view.slots) + 1) if rb.known_slot(view, seat, slot - 1) is None]
        if hidden:
            return self._legal(view, [Peeks(seat, rng.choice(hidden))])
        return None

    def _legal(self, view: State, actions: Sequence[Action]) -> Action | None:
        return next((action for action in actions if may(self.game, view, action)), None)


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "careful": partial(Easy, sure=0.9, patience=14, attacks=0.1),
    "bold": partial(Easy, sure=0.7, patience=8, attacks=0.7),
    "talkative": partial(Easy, attacks=0.8),
    "guesser": Guesser,
    "at-once": partial(Guesser, sure=0),
    "attacker": partial(Guesser, attack=1, full=1),
    "patient": partial(Guesser, attack=0),
    "bluffer": partial(Guesser, attack=1, bluff=1),
    "reader": partial(Guesser, attack=0, read=1),
}
DARING = ("attacks", "attack")
"""How much a bot dares: how often it attacks."""
