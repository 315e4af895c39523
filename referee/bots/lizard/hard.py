"""Lizard by many deals: the hands that it cannot see are dealt again and again, and each bid or card played out.

In these rounds everybody, itself too, plays by the plain model below, which is nobody's rules of thumb: who needs a
trick plays high and who needs none plays low, now and then at random.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.lizard.cards import POWERS, estimate, taking
from referee.bots.lizard.easy import playable
from referee.bots.thinking import NOTHING, Thinking, Thought
from referee.core.cards import sign_card
from referee.core.game import Action
from referee.games.lizard.actions import Bids, Calls, Plays
from referee.games.lizard.deck import LIZARD, SUIT_OF, SUITS
from referee.games.lizard.state import State, bidder

_WILD = 0.08  # of the model's cards are played at random


class Hard(Thinking[State], frozen=True):
    """Plays what came out best over many deals, in points against the others' mean."""

    samples: Annotated[
        int, Meta(ge=1, le=10_000, description="How many rounds it plays out in its head a decision.")
    ] = 240

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return a bid, a card, or the trump that it names."""
        hand = view.hands[seat]
        if not hand:
            return NOTHING
        choices: list[Action]
        match view.phase:
            case "call":
                choices = [Calls(seat=seat, suit=suit) for suit in range(len(SUITS))]
                held = [sum(3 + (card >> 2) for card in hand if SUIT_OF[card] == suit) for suit in range(len(SUITS))]
                best = held.index(max(held))
                return Thought(choices[best], f"I was strongest in {SUITS[best]}.")
            case "bid":
                worth = estimate(view, hand)
                near = sorted(range(view.round + 1), key=lambda bid: abs(bid - worth))[:4]
                choices = [bid for bid in _bids(seat, sorted(near)) if self.may(view, bid)]
                choices = choices or [bid for bid in _bids(seat, range(view.round + 1)) if self.may(view, bid)][:1]
            case _:
                choices = [Plays(seat=seat, card=card) for card in playable(view, hand)]
        if len(choices) == 1:
            return Thought(choices[0], "I had no choice.")
        return self._best(view, seat, choices, rng)

    def _best(self, view: State, seat: int, choices: list[Action], rng: Random) -> Thought:
        values = [0.0] * len(choices)
        many = max(1, self.samples // len(choices))
        for _ in range(many):
            world = self.game.guess(view, seat, rng)
            for at, choice in enumerate(choices):
                values[at] += self._played(self.game.apply(world, choice), seat, rng)
        best = max(range(len(choices)), key=lambda at: values[at])
        said = choices[best]
        word = sign_card(said.card) if isinstance(said, Plays) else f"a bid of {said.count}"  # type: ignore[union-attr]
        return Thought(
            said, f"Over {many} deals {word} came out best: {values[best] / many:+.0f} points against the others."
        )

    def _played(self, state: State, seat: int, rng: Random) -> float:
        """Play a round to its end; return what the seat scores in it more than the others' mean."""
        before, apply = len(state.history), self.game.apply
        while len(state.history) == before and state.phase in {"bid", "play"}:
            if state.phase == "play":
                at = (state.leader + len(state.trick)) % len(state.hands)
                state = apply(state, Plays(seat=at, card=_model(state, at, rng)))
            else:
                at = bidder(state) if state.setup.options.estimates == "open" else state.bids.index(None)
                state = apply(state, Bids(seat=at, count=_bid(state, at, rng)))
        points = state.history[-1].points
        return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _bids(seat: int, counts: Iterable[int]) -> list[Action]:
    return [Bids(seat=seat, count=count) for count in counts]


def _bid(state: State, seat: int, rng: Random) -> int:
    worth = estimate(state, state.hands[seat] or ())
    return min(state.round, max(0, round(worth + 0.3 * (rng.random() - 0.5))))


def _model(state: State, seat: int, rng: Random) -> int:
    """Return a card as the model plays: high for a trick that is needed, low or away for one that is not."""
    cards = playable(state, state.hands[seat] or ())
    if len(cards) == 1:
        return cards[0]
    if rng.random() < _WILD:
        return rng.choice(cards)
    needs = (state.bids[seat] or 0) - state.won[seat]
    win = taking(state, cards)
    if needs > 0 and win:
        if len(state.trick) == len(state.hands) - 1:
            return win[0]
        top = win[-1]
        if top == LIZARD and needs < len(state.hands[seat] or ()) and len(win) > 1:
            second = win[-2]
            return second if POWERS[state.trump][second] > 108 or not state.trick else top
        return top
    lose = [card for card in cards if card not in win]
    if needs > 0:
        return cards[0]
    return lose[-1] if lose else cards[0]
