"""Bots for Lizard: easy, hard, and the strategies of the lab.

Cards and suits are the numbers of ``referee.games.lizard.game``: 0 (2c) to 51 (As), ``LIZARD`` or ``SNAKE``; a suit is
0 to 3, −1 for none. A view is the state as one seat may see it, and ``turns`` are the lines so far as this seat may
read them.
"""

from collections.abc import Sequence
from functools import cache, partial
from random import Random
from typing import Annotated

from msgspec import Meta

from liarsdeck.english import counted
from referee.bots import NOTHING, Mix, Mixed, MonteCarlo, Rule, Thought, certain
from referee.core.cards import LIZARD, SNAKE, sign_card
from referee.core.game import Action
from referee.core.play import may
from referee.games.lizard import game as lizard
from referee.games.lizard.game import SUIT_OF, SUITS, Bids, Calls, Plays, State, winner

_YIELDS = 0.15  # of what others bid above their shares


def _power(card: int, trump: int) -> int:
    if card in {LIZARD, SNAKE}:
        return 200 if card == LIZARD else -1
    return card + 100 if SUIT_OF[card] == trump else card


POWERS = tuple(tuple(_power(card, trump) for card in range(lizard.KINDS)) for trump in (*range(len(SUITS)), -1))
"""By the trump (the last where there is none) how strong each card is: snakes below the suits, trumps above them,
lizards above all."""


def taking(view: State, cards: Sequence[int]) -> list[int]:
    """Return those of ``cards`` that would win the trick if they were played now and no other card followed."""
    trick, trump = view.trick, view.trump
    if not trick:
        return [card for card in cards if card != SNAKE]
    if view.follow < 0:
        snakes = view.setup.options.all_snakes
        return [card for card in cards if winner((*trick, card), trump, snakes) == len(trick)]
    if LIZARD in trick:
        return []
    strengths = lizard.STRENGTHS[trump][view.follow]
    best = max([strengths[card] for card in trick])
    return [card for card in cards if strengths[card] > best]


def estimate(view: State, hand: Sequence[int]) -> float:
    """Return how many tricks a hand is expected to win, not rounded.

    It is the sum of the worths of its cards, by ``view.trump``. If the bids so far add up to more than these bidders'
    share of the tricks, the result is lower; if they add up to less, it is higher.
    """
    seats, worths = len(view.hands), _worths(view.trump, len(view.hands))
    bids = [bid for bid in view.bids if bid is not None and bid >= 0]
    over = sum(bids) - len(bids) * view.round / seats
    return sum(worths[card] for card in hand) - _YIELDS * over


@cache
def _worths(trump: int, seats: int) -> tuple[float, ...]:
    """Return for each card how many tricks it is expected to win, by its number.

    The worths of all cards of the deck add up to the tricks of a round in which all cards are dealt. ``trump`` is a
    suit, or −1 for none; ``seats`` is the number of players.
    """
    worths = [_worth(card, trump, seats) for card in range(lizard.KINDS)]
    surplus = sum(worth * lizard.total(card) for card, worth in enumerate(worths)) / lizard.DECK - 1 / seats
    return tuple(worth - surplus for worth in worths)


def _worth(card: int, trump: int, seats: int) -> float:
    """Return how many tricks a card is worth by a rule of thumb.

    Trumps are worth more the higher they are; of the other suits, hardly any cards but aces and kings count. ``trump``
    is a suit, or −1 for none; ``seats`` is the number of players.
    """
    if card in {LIZARD, SNAKE}:
        return 0.95 * (card == LIZARD)
    rank = (card >> 2) / 12
    if SUIT_OF[card] == trump:
        return 0.25 + 0.65 * rank
    return rank**4 * (2.25 if trump < 0 else 1.8) / seats


class Easy(Mixed[State], frozen=True):
    """The easy bot: it bids what its cards are worth, and then tries to win exactly as many tricks."""

    low: Annotated[float, Meta(ge=-2, le=2, description="How many tricks it bids below what it expects.")] = 0.0

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the action of ``seat`` (bid, card or trump suit), with its reason, as a mix with probability 1.

        ``turns``, the lines so far, is not used.
        """
        hand = view.hands[seat]
        if not hand:
            return certain(None)
        match view.phase:
            case "call":
                ranks = [sum(5 + (card >> 2) for card in hand if SUIT_OF[card] == suit) for suit in range(len(SUITS))]
                suit = ranks.index(max(ranks))
                return certain(Calls(seat, suit), f"I had most in {SUITS[suit]}.")
            case "bid":
                worth = estimate(view, hand)
                bids = sorted(range(view.round + 1), key=lambda bid: (abs(bid - (worth - self.low)), bid))
                bid = next(bid for bid in bids if self.may(view, Bids(seat, bid)))
                return certain(Bids(seat, bid), f"My hand was good for about {worth:.1f} tricks, and I bid {bid}.")
        card, why = choose_card(view, seat, hand)
        return certain(Plays(seat, card), why)


def playable(view: State, hand: Sequence[int]) -> list[int]:
    """Return the cards of ``hand`` that may be played now, each lizard or snake only once, the weakest first."""
    follow = view.follow
    if follow >= 0:
        suited = [card for card in hand if SUIT_OF[card] == follow]
        hand = [*suited, *[card for card in hand if card >= LIZARD]] if suited else hand
    return sorted(set(hand), key=POWERS[view.trump].__getitem__)


def choose_card(view: State, seat: int, hand: Sequence[int]) -> tuple[int, str]:
    """Return (card, reason) for a seat that wants exactly as many tricks as it bid. The reason is a sentence.

    ``hand`` has the seat's cards.
    """
    cards = playable(view, hand)
    if len(cards) == 1:
        return cards[0], "I had no choice."
    bid = view.bids[seat] or 0
    needs = bid - view.won[seat]
    winning = taking(view, cards)
    losing = [card for card in cards if card not in winning]
    last = len(view.trick) == len(view.hands) - 1
    if needs > 0:
        if not winning:
            kept = sorted(hand, key=POWERS[view.trump].__getitem__)[-needs:]
            spare = [card for card in losing if card not in kept]
            return (spare or losing[:1])[-1], (
                f"I could not take this trick: I kept my best {counted(needs, 'card')} and threw the next."
            )
        if last:
            return winning[0], f"I needed {needs} more, and it was the cheapest that took the trick."
        if not view.trick and needs < len(hand):
            best = [card for card in winning if card != LIZARD] or winning
            return best[-1], f"I needed {needs} more and led the highest."
        return winning[-1], f"I needed {needs} more."
    if losing:
        return losing[-1], "I wanted no more tricks, and it was the highest that could not take this one."
    return (cards[-1] if last else cards[0]), "I wanted no more tricks, and had nothing that was sure to lose."


_WILD = 0.08  # of the model's cards are played at random


class Hard(MonteCarlo[State], frozen=True):
    """The hard bot: it plays out random deals and takes the action with the best mean score against the others."""

    samples: Annotated[
        int, Meta(ge=1, le=10_000, description="How many rounds it plays out in its head a decision.")
    ] = 240

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return the action of ``seat`` (a bid, a card or a trump suit), with its reason; ``rng`` draws the deals."""
        hand = view.hands[seat]
        if not hand:
            return NOTHING
        choices: list[Action]
        match view.phase:
            case "call":
                held = [sum(3 + (card >> 2) for card in hand if SUIT_OF[card] == suit) for suit in range(len(SUITS))]
                suit = held.index(max(held))
                return Thought(Calls(seat, suit), f"I was strongest in {SUITS[suit]}.")
            case "bid":
                worth = estimate(view, hand)
                near = sorted(range(view.round + 1), key=lambda bid: abs(bid - worth))[:4]
                bids = [bid for count in range(view.round + 1) if self.may(view, bid := Bids(seat, count))]
                choices = [bid for bid in bids if bid.count in near] or [bids[0]]
            case _:
                choices = [Plays(seat, card) for card in playable(view, hand)]
        if len(choices) == 1:
            return Thought(choices[0], "I had no choice.")
        deals = max(1, self.samples // len(choices))
        action, points = self.weigh(view, seat, choices, deals, rng)
        word = sign_card(action.card) if isinstance(action, Plays) else f"a bid of {action.count}"  # type: ignore[union-attr]
        return Thought(action, f"Over {deals} deals {word} came out best: {points:+.0f} points against the others.")

    def worth(self, state: State, line: Action, seat: int, rng: Random) -> float:
        """Return the seat's points of this round minus the others' mean, after the action ``line`` in this full state.

        A simple model plays the rest of the round, partly at random with ``rng``.
        """
        before, apply = len(state.history), self.game.apply
        state = apply(state, line)
        while len(state.history) == before and state.phase in {"bid", "play"}:
            if state.phase == "play":
                at = (state.leader + len(state.trick)) % len(state.hands)
                state = apply(state, Plays(at, _model(state, at, rng)))
            else:
                at = lizard.bidder(state) if state.setup.options.estimates == "open" else state.bids.index(None)
                bid = round(estimate(state, state.hands[at] or ()) + 0.3 * (rng.random() - 0.5))
                state = apply(state, Bids(at, min(state.round, max(0, bid))))
        points = state.history[-1].points
        return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _model(state: State, seat: int, rng: Random) -> int:
    """Return the card that the model plays for ``seat`` in a full state.

    If the seat needs a trick, it is a card that can win this one. If it needs none, it is the highest card that loses.
    If there is no such card, it is the weakest. A few cards are random.
    """
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
        if win[-1] == LIZARD and needs < len(state.hands[seat] or ()) and len(win) > 1:
            saved = POWERS[state.trump][win[-2]] > 108 or not state.trick  # the lizard, for a later trick
            return win[-2] if saved else win[-1]
        return win[-1]
    lose = [] if needs > 0 else [card for card in cards if card not in win]
    return lose[-1] if lose else cards[0]


def strength(card: int, trump: int) -> int:
    """Return a card's strength, a number to sort by: the higher, the stronger. ``trump`` is a suit, or −1 for none."""
    if card in {LIZARD, SNAKE}:
        return 99 if card == LIZARD else -1
    return (card >> 2) + (20 if SUIT_OF[card] == trump else 0)


class Bidder(Rule[State], frozen=True):
    """A rule of thumb: it bids its estimate plus ``bid`` tricks, and plays high only while it needs tricks.

    With ``zero`` = 1, it always bids 0.
    """

    bid: Annotated[float, Meta(ge=-5, le=5)] = 0.0
    zero: Annotated[float, Meta(ge=0, le=1)] = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return an action of ``seat``, or None. ``verbs`` are the verbs that it may use now.

        None means that the bot waits; if it must act, chance picks one of its legal actions.
        """
        del rng
        hand, trump = view.hands[seat] or (), view.trump
        if verbs[0] == "calls":
            return Calls(seat, max(range(4), key=lambda suit: sum(SUIT_OF[card] == suit for card in hand)))
        if verbs[0] == "bids":
            hoped = 0 if self.zero else sum(_worth(card, trump, len(view.hands)) for card in hand) + self.bid
            wish = min(max(round(hoped), 0), view.round)
            fits = sorted(range(view.round + 1), key=lambda count: (abs(count - wish), count))
            return next(Bids(seat, count) for count in fits if may(self.game, view, Bids(seat, count)))
        if verbs[0] != "plays":
            return None
        legal = [card for card in dict.fromkeys(hand) if may(self.game, view, Plays(seat, card))]
        needs = (view.bids[seat] or 0) > view.won[seat]
        legal.sort(key=lambda card: strength(card, trump))
        if needs:
            return Plays(seat, legal[-1])
        losing = [card for card in legal if self._loses(view, card)]
        return Plays(seat, losing[-1] if losing else legal[0])

    @staticmethod
    def _loses(view: State, card: int) -> bool:
        """Return whether a card, played now, would be beaten by a card that lies in the trick already."""
        if card == SNAKE or LIZARD in view.trick:
            return bool(view.trick)
        best = max((strength(lies, view.trump) for lies in view.trick), default=-1)
        suited = SUIT_OF[card] in {view.follow, view.trump}
        return bool(view.trick) and card != LIZARD and (not suited or strength(card, view.trump) < best)


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "careful": partial(Easy, low=0.35),
    "bold": partial(Easy, low=-0.3),
    "talkative": partial(Easy, low=-0.15),
    "bidder": Bidder,
    "low": partial(Bidder, bid=-0.25),
    "high": partial(Bidder, bid=0.25),
    "zero": partial(Bidder, zero=1),
}
