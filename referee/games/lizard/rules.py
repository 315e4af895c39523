"""The rules of Lizard: what chance does, what is allowed, and what happens (docs/rules.md)."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from liarsdeck.english import counted
from referee.core.cards import STANDARD, UNKNOWN, pick, put, sample
from referee.core.game import (
    ALLOWED,
    ON_TRUST,
    Coming,
    Field,
    Game,
    Judgment,
    Outcome,
    Refused,
    Setup,
    Turn,
    left,
)
from referee.core.verbs import Leaves
from referee.games.lizard import state as deck
from referee.games.lizard.state import (
    LIZARD,
    NAMES,
    ONE,
    RIGHT,
    SEATS,
    SNAKE,
    SUIT_OF,
    SUITS,
    TRICK,
    Bids,
    Calls,
    Dealer,
    Holds,
    Move,
    Plays,
    Round,
    State,
    Trick,
    Trump,
    Won,
    bidder,
    cards_left,
    is_secret,
    known,
)

_TABLE = {verb: Turn(None, (verb,)) for verb in ("dealer", "trump", "trick")}
_TURNS = {
    verb: tuple(Turn(seat, (verb,)) for seat in range(SEATS[1])) for verb in ("bids", "plays", "calls", "won", "holds")
}
_PLAY_TURNS = tuple((turn,) for turn in _TURNS["plays"])
_PLAYS = tuple(tuple(Plays(seat=seat, card=card) for card in range(deck.KINDS)) for seat in range(SEATS[1]))
_BIDS = tuple(
    tuple(Bids(seat=seat, count=count) for count in range(deck.DECK // SEATS[0] + 1)) for seat in range(SEATS[1])
)


class Rules(Game[State]):
    """What is allowed in Lizard, and what happens."""

    def check(self, setup: Setup) -> tuple[str, str] | None:
        """Say what is wrong with the options for this many seats, as (key, sentence), or None."""
        most = deck.DECK // len(setup.seats)
        options: deck.Options = setup.options
        if options.rounds != "all" and options.rounds > most:
            return "rounds", f"{len(setup.seats)} players can play 1 to {most} rounds, not {options.rounds}"
        if options.hook and options.estimates == "secret":
            return "hook", "the hook needs open estimates: nobody is the last to bid in secret"
        return None

    def start(self, setup: Setup) -> State:
        """Return the first state: nobody has drawn for the deal yet."""
        return _new_round(setup, totals=(0,) * len(setup.seats))

    def settled(self, state: State) -> int:
        """Return how many rounds are scored."""
        return len(state.history)

    def flags(self, state: State) -> tuple[str, ...]:
        """Return the revokes that have been shown, a sentence each."""
        return state.flags

    def outcome(self, state: State) -> Outcome:
        """Return how the game stands: the highest total after the last round wins, level totals share the title."""
        if state.phase != "over":
            return Outcome(over=False, winners=(), scores=state.totals)
        if state.left >= 0:
            return left(state.setup, state.left, state.totals)
        best = max(state.totals)
        winners = tuple(seat for seat, total in enumerate(state.totals) if total == best)
        names = " and ".join(state.setup.seats[seat] for seat in winners)
        share = "share the title of Lizard King" if len(winners) > 1 else "is the Lizard King"
        return Outcome(over=True, winners=winners, scores=state.totals, reason=f"{names} {share} with {best} points")

    def private(self, setup: Setup, verb: str) -> bool:
        """Return whether a verb is entered on the private screen: hands always, bids where they are secret."""
        return verb == "holds" or (verb == "bids" and is_secret(setup))

    def to_act(self, state: State) -> tuple[Turn, ...]:
        """Return who may act: docs/rules.md §3. Trump may be left out where cards are not entered."""
        phase = state.phase
        if phase == "play":
            return _PLAY_TURNS[_player(state)]
        loose = state.setup.options.track != "cards"
        match phase:
            case "dealer":
                return (_TABLE["dealer"],)
            case "trump":
                return (*_bidders(state), _TABLE["trump"]) if loose else (_TABLE["trump"],)
            case "call":
                return _calling(state) if loose else (_TURNS["calls"][state.dealer],)
            case "bid":
                return _bidders(state)
            case "tricks":
                return (_TABLE["trick"],)
            case "won":
                return tuple(_TURNS["won"][seat] for seat, counted_in in enumerate(state.counted_in) if not counted_in)
        return ()

    def awaits(self, state: State) -> tuple[int | None, ...]:
        """Return who must act: all but who may turn, or name, a trump where cards are not entered."""
        loose = state.phase in {"trump", "call"} and state.setup.options.track != "cards"
        return tuple(turn.seat for turn in (_bidders(state) if loose else self.to_act(state)))

    def optional(self, state: State) -> tuple[Turn, ...]:
        """Return the seats that may enter their hand: once a round, before its first bid."""
        if state.phase not in {"trump", "call", "bid"} or any(bid is not None for bid in state.bids):
            return ()
        return tuple(_TURNS["holds"][seat] for seat, hand in enumerate(state.hands) if hand is None)

    def coming(self, state: State) -> tuple[Coming, ...]:
        """Return the seats that have still to bid, in order: those after the first may bid ahead."""
        if state.phase != "bid" or is_secret(state.setup):
            return ()
        seats, first = len(state.hands), bidder(state)
        order = [(first + at) % seats for at in range(seats)]
        return tuple(Coming(seat, ("bids",), (state.round,)) for seat in order if state.bids[seat] is None)

    def fields(self, state: State, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return the cards of a hand that is entered."""
        if verb != "holds" or seat is None:
            return ()
        among = tuple(name for card, name in enumerate(NAMES) for _ in range(deck.total(card)))
        return (Field("card", among, state.round, state.round),)

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
        """Return the first dealer, a hand, the card turned for trump; None otherwise."""
        if state.phase == "play":
            return None
        match state.phase:
            case "dealer":
                return Dealer(who=pick(among or tuple(range(len(state.hands))), rng))
            case "trump" | "bid" if hands and _to_deal(state):
                cards = tuple(sorted(sample(deck.unseen(state), state.round, rng)))
                return Holds(seat=state.hands.index(None), cards=cards)
            case "trump" if state.setup.options.track == "cards":
                return Trump(card=pick(deck.unseen(state), rng))
        return None

    def odds(self, state: State) -> tuple[tuple[Move, int], ...]:
        """Return what ``draw`` gives with its weights: the first dealer, a hand of one card, the card for trump."""
        match state.phase:
            case "dealer":
                return tuple((Dealer(who=who), 1) for who in range(len(state.hands)))
            case "trump" | "bid" if _to_deal(state):
                seat, kinds = state.hands.index(None), Counter(deck.unseen(state)).items() if state.round == 1 else ()
                return tuple((Holds(seat=seat, cards=(card,)), many) for card, many in kinds)
            case "trump" if state.setup.options.track == "cards":
                return tuple((Trump(card=card), many) for card, many in Counter(deck.unseen(state)).items())
        return ()

    def judge(self, state: State, action: Move) -> Judgment:
        if type(action) is Plays and state.phase == "play" and action.seat == _player(state):
            return self.judge_plays(state, action)  # as most lines are: no turn is looked up
        return super().judge(state, action)

    def untimely(self, state: State, action: Any) -> Refused:
        if type(action) is Trump and state.phase == "bid" and not cards_left(state):
            return Refused("lizard.trump-left", "no card is left to turn in this round: it is played without trump")
        if type(action) is Holds and state.phase not in {"dealer", "over"}:
            name, rule = state.setup.name(action.seat), "lizard.holds-once"
            if state.hands[action.seat] is not None:
                return Refused(rule, f"{name}’s hand of this round has been entered already")
            return Refused(rule, f"{name} cannot enter a hand now: it is done before the first bid of a round")
        return super().untimely(state, action)

    def judge_holds(self, state: State, action: Holds) -> Judgment:
        name, size = state.setup.name(action.seat), state.round
        if len(action.cards) != size:
            return Refused(
                "lizard.holds-count",
                f"{name} must enter {counted(size, 'card')} in round {size}, not {len(action.cards)}",
            )
        if UNKNOWN in action.cards:
            return ON_TRUST
        there = state.seen + known(state)
        for card in dict.fromkeys(action.cards):
            if action.cards.count(card) + deck.copies(there, card) > deck.total(card):
                many = action.cards.count(card)
                why = _elsewhere(card) if many <= deck.total(card) else f"the deck has {deck.total(card)}"
                return Refused("lizard.card-gone", f"{name} cannot hold {_count(many, card)}: {why}")
        return ALLOWED

    def judge_trump(self, state: State, action: Trump) -> Judgment:
        return _judge_gone(state, action.card) or ALLOWED

    def judge_bids(self, state: State, action: Bids) -> Judgment:
        most = state.round
        if action.count > most:
            no = _no_bid(state, action)
            return Refused("lizard.bid-range", f"{no}: this round has {counted(most, 'trick')} (0 to {most})")
        if is_secret(state.setup):
            return self.judge_choice(state, action)
        if action.count == _barred(state):
            return Refused("lizard.hook", lambda: _hooked(state, action))
        if action.opens:
            return Refused("lizard.bracket-false", "an open bid makes nothing else known: leave out the brackets")
        return ALLOWED

    def judge_won(self, state: State, action: Won) -> Judgment:
        name, tricks = state.setup.name(action.seat), state.round
        others = sum(won for won, counted_in in zip(state.won, state.counted_in, strict=True) if counted_in)
        left = tricks - others
        last = sum(state.counted_in) == len(state.counted_in) - 1
        if action.count > left or (last and action.count != left):
            right = f"it must be {left}" if last or not left else f"0 to {left} are left"
            return Refused("lizard.won-sum", f"{name} cannot have won {action.count} of {tricks}: {right}")
        return ALLOWED

    def judge_plays(self, state: State, action: Plays) -> Judgment:
        seat, card = action.seat, action.card
        hand = state.hands[seat]
        suit, follow = SUIT_OF[card], state.follow
        if hand is None or hand[0] == UNKNOWN:
            return _judge_gone(state, card) or ON_TRUST
        if card not in hand:
            return Refused(
                "lizard.held", f"{state.setup.name(seat)} does not hold {NAMES[card]}: {_hand(hand)} are there"
            )
        if 0 <= follow != suit >= 0 and follow in [SUIT_OF[own] for own in hand]:
            return Refused("lizard.follow", lambda: _must_follow(state, seat, hand))
        return ALLOWED

    def candidates(self, state: State, seat: int | None, verb: str) -> Sequence[Move]:
        """Return the actions worth judging; a hand that was not dealt by the referee has none."""
        if seat is None:
            return _of_the_table(state, verb)
        match verb:
            case "plays":
                hand, plays = state.hands[seat], _PLAYS[seat]
                if hand is None or (hand and hand[0] == UNKNOWN):
                    return plays
                return [plays[card] for card in hand]
            case "bids":
                return _BIDS[seat][: state.round + 1]
            case "calls":
                return [Calls(seat=seat, suit=suit) for suit in range(len(SUITS))]
            case "won":
                return [Won(seat=seat, count=count) for count in range(state.round + 1)]
        return ()

    def apply_dealer(self, state: State, action: Dealer) -> State:
        return replace(state, dealer=action.who, phase=deck.opening(state))

    def apply_holds(self, state: State, action: Holds) -> State:
        return replace(state, hands=put(state.hands, action.seat, action.cards))

    def apply_trump(self, state: State, action: Trump) -> State:
        options, card = state.setup.options, action.card
        state = replace(state, turned=(*state.turned, card), seen=state.seen + ONE[card])
        if card == LIZARD:
            return replace(state, phase="call" if options.trump_lizard == "dealer" else "bid")
        if card == SNAKE:
            again = options.trump_snake == "redraw" and cards_left(state) > 0
            return state if again else replace(state, phase="bid")
        return replace(state, trump=SUIT_OF[card], phase="bid")

    def apply_calls(self, state: State, action: Calls) -> State:
        return replace(state, trump=action.suit, phase="bid")

    def apply_bids(self, state: State, action: Bids) -> State:
        bids = self.chosen(state, action)
        if None not in bids:
            phase = {"cards": "play", "tricks": "tricks", "scores": "won"}[state.setup.options.track]
            leader = (state.dealer + 1) % len(bids)
            return replace(state, bids=bids, phase=phase, leader=leader)
        return replace(state, bids=bids, phase="bid")

    def apply_plays(self, state: State, action: Plays) -> State:
        seat, card = action.seat, action.card
        hand, hands, failed, flags = state.hands[seat], state.hands, state.failed, state.flags
        suit, follow, trick = SUIT_OF[card], state.follow, state.trick
        if hand is not None:
            at = 0 if hand[0] == UNKNOWN else hand.index(card)
            hands = put(hands, seat, hand[:at] + hand[at + 1 :])
        if suit >= 0:
            if failed and (hand is None or hand[0] == UNKNOWN):  # a hand that is known cannot revoke
                failed, flags = _revokes(state, seat, card)
            if follow >= 0 and suit != follow:
                failed = (*failed, (seat, state.number, follow))
        if follow < 0 <= suit and LIZARD not in trick:
            follow = suit
        trick = (*trick, card)
        seen, leader = state.seen + ONE[card], state.leader
        complete = len(trick) == len(hands)
        if complete:
            leader = (leader + winner(trick, state.trump, state.setup.options.all_snakes)) % len(hands)
            trick, follow = (), -1
        state = replace(
            state, hands=hands, seen=seen, leader=leader, trick=trick, follow=follow, failed=failed, flags=flags
        )
        return _take(state, leader) if complete else state

    def apply_trick(self, state: State, action: Trick) -> State:
        return _take(state, action.who)

    def apply_won(self, state: State, action: Won) -> State:
        won, counted_in = put(state.won, action.seat, action.count), put(state.counted_in, action.seat, True)
        state = replace(state, won=won, counted_in=counted_in)
        return _settle(state) if all(counted_in) else state

    def apply_leaves(self, state: State, action: Leaves) -> State:
        return replace(state, phase="over", left=action.seat)


def _player(state: State) -> int:
    """Return who plays the next card of the trick."""
    return (state.leader + len(state.trick)) % len(state.hands)


def _to_deal(state: State) -> bool:
    """Say whether a hand is to be dealt: one is not entered, and nobody has bid."""
    return None in state.hands and state.bids.count(None) == len(state.bids)


def _bidders(state: State) -> tuple[Turn, ...]:
    if is_secret(state.setup):
        return tuple(_TURNS["bids"][seat] for seat, bid in enumerate(state.bids) if bid is None)
    return (_TURNS["bids"][bidder(state)],)


def _calling(state: State) -> tuple[Turn, ...]:
    """The dealer may name a suit, and whoever bids may go on without: one turn a seat, verbs in order."""
    verbs: dict[int, tuple[str, ...]] = {turn.seat: turn.verbs for turn in _bidders(state) if turn.seat is not None}
    verbs[state.dealer] = (*verbs.get(state.dealer, ()), "calls")
    return tuple(Turn(seat, verbs[seat]) for seat in sorted(verbs))


def _judge_gone(state: State, card: int) -> Refused | None:
    """Refuse a card of which every copy lies open or in a known hand."""
    there = deck.copies(state.seen, card)
    if there == deck.total(card):
        return Refused("lizard.card-gone", f"{NAMES[card]} cannot be there: {_elsewhere(card)}")
    if there + sum(hand.count(card) for hand in state.hands if hand) >= deck.total(card):
        return Refused("lizard.card-gone", f"{NAMES[card]} cannot be there: it is in a hand that was entered")
    return None


def _barred(state: State) -> int | None:
    """Return the bid that the hook takes from the last to bid."""
    if state.bids.count(None) != 1 or not state.setup.options.hook:
        return None
    return state.round - sum(bid or 0 for bid in state.bids)


def _hooked(state: State, action: Bids) -> str:
    others = " or ".join(str(n) for n in range(state.round + 1) if n != action.count)
    return f"{_no_bid(state, action)}: the bids would add up to {counted(state.round, 'trick')} (bid {others})"


def _no_bid(state: State, action: Bids) -> str:
    return f"{state.setup.name(action.seat)} cannot bid {action.count}"


def _must_follow(state: State, seat: int, hand: tuple[int, ...]) -> str:
    fits = [own for own in hand if SUIT_OF[own] in {state.follow, -1}]
    return f"{state.setup.name(seat)} must follow {SUITS[state.follow]}: {_hand(fits)} may be played"


def _of_the_table(state: State, verb: str) -> Sequence[Move]:
    match verb:
        case "trump":
            return [Trump(card=card) for card in range(deck.KINDS)]
        case "dealer":
            return [Dealer(who=who) for who in range(len(state.hands))]
    return [Trick(who=who) for who in range(len(state.hands))]


def _hand(cards: Sequence[int]) -> str:
    return " ".join(NAMES[card] for card in cards)


def _count(count: int, card: int) -> str:
    return NAMES[card] if count == 1 else f"{count} × {NAMES[card]}"


def _elsewhere(card: int) -> str:
    if card >= LIZARD:
        return f"the deck has {deck.total(card)}, and the others are elsewhere"
    return "it has been seen elsewhere this round"


def _revokes(state: State, seat: int, card: int) -> tuple[tuple[tuple[int, int, int], ...], tuple[str, ...]]:
    """Return ``failed`` and ``flags`` after a seat has shown a card of a suit that it may have failed to follow."""
    suit, name = SUIT_OF[card], state.setup.seats[seat]
    shown = [entry for entry in state.failed if entry[0] == seat and entry[2] == suit]
    if not shown:
        return state.failed, state.flags
    said = [
        f"round {state.round} trick {number}: {name} revoked: {SUITS[suit]} were led, and {name} showed "
        f"{NAMES[card]} in trick {state.number}"
        for _, number, _ in shown
    ]
    return tuple(entry for entry in state.failed if entry not in shown), (*state.flags, *said)


def winner(trick: tuple[int, ...], trump: int, all_snakes: str) -> int:
    """Return the place in the trick (from 0) of the card that takes it: docs/rules.md §3, Play."""
    if LIZARD in trick:
        return trick.index(LIZARD)
    for card in trick:
        if card != SNAKE:
            return trick.index(max(trick, key=STRENGTHS[trump][SUIT_OF[card]].__getitem__))
    return {"second": 1, "first": 0, "last": len(trick) - 1}[all_snakes]


def points(bid: int, won: int) -> int:
    """Return a round's points: for a right bid and each trick won, or off for each trick of difference."""
    return RIGHT + TRICK * won if bid == won else -TRICK * abs(bid - won)


def _strengths(trump: int, led: int) -> tuple[int, ...]:
    """Return how strong each card is in a trick that began with a suit: snakes below all, lizards above all."""
    suited = [card + STANDARD * (2 * (suit == trump) + (suit == led)) for card, suit in enumerate(SUIT_OF[:STANDARD])]
    return (*suited, 4 * STANDARD, -1)


STRENGTHS = tuple(tuple(_strengths(trump, led) for led in range(len(SUITS))) for trump in (*range(len(SUITS)), -1))
"""By the trump (the last where there is none) and the suit that was led: how strong each card is in the trick."""


def _take(state: State, taker: int) -> State:
    won = put(state.won, taker, state.won[taker] + 1)
    if state.number == state.round:
        return _settle(replace(state, won=won))
    return replace(state, won=won, number=state.number + 1)


def _settle(state: State) -> State:
    """Score a round and begin the next one; after the last everything stays as it is."""
    bids = tuple(bid or 0 for bid in state.bids)
    scored = tuple(points(bid, won) for bid, won in zip(bids, state.won, strict=True))
    seats = len(bids)
    totals = tuple(a + b for a, b in zip(state.totals, scored, strict=True))
    history = (*state.history, Round(bids, state.won, scored))
    if state.round == state.last:
        return replace(state, phase="over", history=history, totals=totals)
    fresh = _new_round(
        state.setup,
        phase="trump",
        round=state.round + 1,
        dealer=(state.dealer + 1) % seats,
        flags=state.flags,
        history=history,
        totals=totals,
    )
    return fresh if cards_left(fresh) > 0 else replace(fresh, phase="bid")


def _new_round(setup: Setup, **more: Any) -> State:
    """Return the state of a round before its first line."""
    seats = len(setup.seats)
    blank, zero = (None,) * seats, (0,) * seats
    return State(setup, deck.last_round(setup), bids=blank, hands=blank, won=zero, counted_in=(False,) * seats, **more)
