"""The rules of Lizard: who may act, what is allowed, what happens (docs/rules.md §3)."""

from typing import Any

from msgspec.structs import replace

from referee.core.game import ALLOWED, ON_TRUST, Judgment, Refused, Turn, Unopened
from referee.core.refusals import untimely
from referee.games.lizard import deck
from referee.games.lizard.actions import HIDDEN, Bids, Calls, Dealer, Holds, Plays, Trick, Trump, Won
from referee.games.lizard.deck import LIZARD, NAMES, ONE, SNAKE, SUIT_OF, SUITS, UNKNOWN
from referee.games.lizard.state import Round, State, bidder, cards_left, known, opening

_BIDS, _PLAYS, _CALLS, _WON, _HOLDS = ("bids",), ("plays",), ("calls",), ("won",), ("holds",)
_TABLE = {verb: Turn(None, (verb,)) for verb in ("dealer", "trump", "trick")}
_TURNS = {verbs: tuple(Turn(seat, verbs) for seat in range(5)) for verbs in (_BIDS, _PLAYS, _CALLS, _WON, _HOLDS)}
_PLAY_TURNS = tuple((turn,) for turn in _TURNS[_PLAYS])


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act: docs/rules.md §3. Trump may be left out where cards are not entered."""
    phase = state.phase
    if phase == "play":
        return _PLAY_TURNS[(state.leader + len(state.trick)) % len(state.hands)]
    loose = state.setup.options.track != "cards"
    match phase:
        case "dealer":
            return (_TABLE["dealer"],)
        case "trump":
            return (*_bidders(state), _TABLE["trump"]) if loose else (_TABLE["trump"],)
        case "call":
            return _calling(state) if loose else (_TURNS[_CALLS][state.dealer],)
        case "bid":
            return _bidders(state)
        case "tricks":
            return (_TABLE["trick"],)
        case "won":
            return tuple(_TURNS[_WON][seat] for seat, told in enumerate(state.told) if not told)
    return ()


def _bidders(state: State) -> tuple[Turn, ...]:
    if state.setup.options.estimates == "secret":
        return tuple(_TURNS[_BIDS][seat] for seat, bid in enumerate(state.bids) if bid is None)
    return (_TURNS[_BIDS][bidder(state)],)


def _calling(state: State) -> tuple[Turn, ...]:
    """The dealer may name a suit, and whoever bids may go on without: one turn a seat, verbs in order."""
    verbs: dict[int, tuple[str, ...]] = {turn.seat: turn.verbs for turn in _bidders(state) if turn.seat is not None}
    verbs[state.dealer] = (*verbs.get(state.dealer, ()), "calls")
    return tuple(Turn(seat, verbs[seat]) for seat in sorted(verbs))


def optional(state: State) -> tuple[Turn, ...]:
    """Return the seats that may enter their hand: once a round, before its first bid."""
    if state.phase not in {"trump", "call", "bid"} or any(bid is not None for bid in state.bids):
        return ()
    return tuple(_TURNS[_HOLDS][seat] for seat, hand in enumerate(state.hands) if hand is None)


def judge(state: State, action: Any) -> Judgment:
    """Say whether an action is allowed now: the only place that knows."""
    if type(action) is Plays:
        if state.phase == "play" and action.seat == (state.leader + len(state.trick)) % len(state.hands):
            return _judge_play(state, action.seat, action.card)
        return _untimely(state, action)
    turns = optional(state) if type(action) is Holds else to_act(state)
    if not any(turn.seat == action.seat and action.verb in turn.verbs for turn in turns):
        return _judge_late_holds(state, action) if type(action) is Holds else _untimely(state, action)
    match action:
        case Bids():
            return _judge_bid(state, action)
        case Holds():
            return _judge_holds(state, action)
        case Trump():
            return _judge_gone(state, action.card) or ALLOWED
        case Won():
            return _judge_won(state, action)
    return ALLOWED


def _untimely(state: State, action: Any) -> Refused:
    if type(action) is Trump and state.phase == "bid" and not cards_left(state):
        return Refused("lizard.trump-left", "no card is left to turn in this round: it is played without trump")
    return untimely("lizard", state.setup, to_act(state), action)


def _judge_late_holds(state: State, action: Holds) -> Refused:
    if state.phase in {"dealer", "over"}:
        return _untimely(state, action)
    name = state.setup.name(action.seat)
    if state.hands[action.seat] is not None:
        return Refused("lizard.holds-once", f"{name}’s hand of this round has been entered already")
    return Refused("lizard.holds-once", f"{name} cannot enter a hand now: it is done before the first bid of a round")


def _judge_holds(state: State, action: Holds) -> Judgment:
    name, size = state.setup.name(action.seat), state.round
    if len(action.cards) != size:
        return Refused(
            "lizard.holds-count", f"{name} must enter {_cards(size)} in round {size}, not {len(action.cards)}"
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


def _judge_gone(state: State, card: int) -> Refused | None:
    """Refuse a card of which every copy lies open or in a known hand."""
    there = deck.copies(state.seen, card)
    if there == deck.total(card):
        return Refused("lizard.card-gone", f"{NAMES[card]} cannot be there: {_elsewhere(card)}")
    if there + sum(hand.count(card) for hand in state.hands if hand) >= deck.total(card):
        return Refused("lizard.card-gone", f"{NAMES[card]} cannot be there: it is in a hand that was entered")
    return None


def _judge_bid(state: State, action: Bids) -> Judgment:
    name, most = state.setup.name(action.seat), state.round
    tricks = "1 trick" if most == 1 else f"{most} tricks"
    if action.count > most:
        return Refused("lizard.bid-range", f"{name} cannot bid {action.count}: this round has {tricks} (0 to {most})")
    if state.setup.options.estimates == "secret":
        return _judge_secret(state, action)
    if state.setup.options.hook and sum(bid is None for bid in state.bids) == 1:
        barred = most - sum(bid or 0 for bid in state.bids)
        if action.count == barred:
            others = " or ".join(str(n) for n in range(most + 1) if n != barred)
            return Refused(
                "lizard.hook", f"{name} cannot bid {barred}: the bids would add up to {tricks} (bid {others})"
            )
    if action.opens:
        return Refused("lizard.bracket-false", "an open bid makes nothing else known: leave out the brackets")
    return ALLOWED


def _judge_secret(state: State, action: Bids) -> Judgment:
    """A secret bid; the last one opens the others, and says so where the record is redacted."""
    said = dict(action.opens)
    if sum(bid is None for bid in state.bids) > 1:
        if said:
            return Refused("lizard.bracket-false", "bids are opened by the last of them: leave out the brackets")
        return ON_TRUST if action.count == HIDDEN else ALLOWED
    for seat, count in action.opens:
        bid = state.bids[seat]
        if bid is None or bid not in {HIDDEN, count} or count > state.round or len(said) < len(action.opens):
            return Refused("lizard.bracket-false", f"{state.setup.name(seat)} did not bid {count}")
    masked = [seat for seat, bid in enumerate(state.bids) if bid == HIDDEN and seat not in said]
    if masked or action.count == HIDDEN:
        who = ", ".join(state.setup.name(seat) for seat in masked) or state.setup.name(action.seat)
        return Unopened("lizard.bracket-missing", f"the last bid must say what was bid in secret: {who}’s is missing")
    return ALLOWED


def _judge_won(state: State, action: Won) -> Judgment:
    name, tricks = state.setup.name(action.seat), state.round
    others = sum(won for won, told in zip(state.won, state.told, strict=True) if told)
    left = tricks - others
    last = sum(state.told) == len(state.told) - 1
    if action.count > left or (last and action.count != left):
        right = f"it must be {left}" if last or not left else f"0 to {left} are left"
        return Refused("lizard.won-sum", f"{name} cannot have won {action.count} of {tricks}: {right}")
    return ALLOWED


def _judge_play(state: State, seat: int, card: int) -> Judgment:
    hand = state.hands[seat]
    suit, follow = SUIT_OF[card], state.follow
    if hand is None or hand[0] == UNKNOWN:
        return _judge_gone(state, card) or ON_TRUST
    if card not in hand:
        return Refused("lizard.held", f"{state.setup.name(seat)} does not hold {NAMES[card]}: {_hand(hand)} are there")
    if suit not in {follow, -1} and follow >= 0 and any(SUIT_OF[own] == follow for own in hand):
        fits = [own for own in hand if SUIT_OF[own] in {follow, -1}]
        return Refused(
            "lizard.follow", f"{state.setup.name(seat)} must follow {SUITS[follow]}: {_hand(fits)} may be played"
        )
    return ALLOWED


def apply(state: State, action: Any) -> State:
    """Return the next state, for an action that ``judge`` let through."""
    match action:
        case Plays():
            return _apply_play(state, action.seat, action.card)
        case Bids():
            return _apply_bid(state, action)
        case Trick():
            return _take(state, action.who)
        case Holds():
            return replace(state, hands=_put(state.hands, action.seat, action.cards))
        case Trump():
            return _apply_trump(state, action.card)
        case Calls():
            return replace(state, trump=action.suit, phase="bid")
        case Won():
            won, told = _put(state.won, action.seat, action.count), _put(state.told, action.seat, True)
            state = replace(state, won=won, told=told)
            return _settle(state) if all(told) else state
        case Dealer():
            state = replace(state, dealer=action.who)
            return replace(state, phase=opening(state))
    raise TypeError(f"{action} is no action of Lizard")


def _apply_trump(state: State, card: int) -> State:
    options = state.setup.options
    state = replace(state, turned=(*state.turned, card), seen=state.seen + ONE[card])
    if card == LIZARD:
        return replace(state, phase="call" if options.trump_lizard == "dealer" else "bid")
    if card == SNAKE:
        again = options.trump_snake == "redraw" and cards_left(state) > 0
        return state if again else replace(state, phase="bid")
    return replace(state, trump=SUIT_OF[card], phase="bid")


def _apply_bid(state: State, action: Bids) -> State:
    bids = list(_put(state.bids, action.seat, action.count))
    if None not in bids:
        for seat, count in action.opens:
            bids[seat] = count
        phase = {"cards": "play", "tricks": "tricks", "scores": "won"}[state.setup.options.track]
        leader = (state.dealer + 1) % len(bids)
        return replace(state, bids=tuple(bids), phase=phase, leader=leader)
    return replace(state, bids=tuple(bids), phase="bid")


def _apply_play(state: State, seat: int, card: int) -> State:
    hand, hands, failed, flags = state.hands[seat], state.hands, state.failed, state.flags
    suit, follow, trick = SUIT_OF[card], state.follow, state.trick
    known_hand = hand is not None and hand[0] != UNKNOWN
    if hand is not None:
        at = hand.index(card) if known_hand else 0
        hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    if suit >= 0:
        shown = [entry for entry in failed if entry[0] == seat and entry[2] == suit] if failed else ()
        if shown:
            name = state.setup.seats[seat]
            flags = flags + tuple(
                f"round {state.round} trick {number}: {name} revoked: {SUITS[suit]} were led, and {name} showed "
                f"{NAMES[card]} in trick {state.number}"
                for _, number, _ in shown
            )
            failed = tuple(entry for entry in failed if entry not in shown)
        if follow >= 0 and suit != follow:
            failed = (*failed, (seat, state.number, follow))
    if follow < 0 <= suit and LIZARD not in trick:
        follow = suit
    trick = (*trick, card)
    state = replace(
        state, hands=hands, seen=state.seen + ONE[card], trick=trick, follow=follow, failed=failed, flags=flags
    )
    if len(trick) < len(hands):
        return state
    taker = (state.leader + winner(trick, state.trump, state.setup.options.all_snakes)) % len(hands)
    return _take(replace(state, trick=(), follow=-1, leader=taker), taker)


def winner(trick: tuple[int, ...], trump: int, all_snakes: str) -> int:
    """Return the place in the trick (from 0) of the card that takes it: docs/rules.md §3, Play."""
    if LIZARD in trick:
        return trick.index(LIZARD)
    best, led = -1, -1
    for place, card in enumerate(trick):
        suit = SUIT_OF[card]
        if suit < 0:
            continue
        if led < 0:
            led = suit
        ours, theirs = suit == trump, best >= 0 and SUIT_OF[trick[best]] == trump
        if (
            best < 0
            or (ours and not theirs)
            or (ours == theirs and suit == SUIT_OF[trick[best]] and card > trick[best])
        ):
            best = place
    if best >= 0:
        return best
    return {"second": 1, "first": 0, "last": len(trick) - 1}[all_snakes]


def _take(state: State, taker: int) -> State:
    won = _put(state.won, taker, state.won[taker] + 1)
    if state.number == state.round:
        return _settle(replace(state, won=won))
    return replace(state, won=won, number=state.number + 1)


def points(bid: int, won: int) -> int:
    """Return a round's points: 20 and 10 a trick when the bid was right, else −10 for each trick of difference."""
    return 20 + 10 * won if bid == won else -10 * abs(bid - won)


def _settle(state: State) -> State:
    """Score a round and begin the next one; after the last everything stays as it is."""
    bids = tuple(bid or 0 for bid in state.bids)
    scored = tuple(points(bid, won) for bid, won in zip(bids, state.won, strict=True))
    seats = len(bids)
    totals = tuple(a + b for a, b in zip(state.totals, scored, strict=True))
    history = (*state.history, Round(bids, state.won, scored))
    if state.round == state.last:
        return replace(state, phase="over", history=history, totals=totals)
    fresh = State(
        setup=state.setup,
        last=state.last,
        phase="trump",
        round=state.round + 1,
        dealer=(state.dealer + 1) % seats,
        bids=(None,) * seats,
        hands=(None,) * seats,
        won=(0,) * seats,
        told=(False,) * seats,
        flags=state.flags,
        history=history,
        totals=totals,
    )
    return fresh if cards_left(fresh) > 0 else replace(fresh, phase="bid")


def _put(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*row[:at], value, *row[at + 1 :])


def _hand(cards: Any) -> str:
    return " ".join(NAMES[card] for card in cards)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _count(count: int, card: int) -> str:
    return NAMES[card] if count == 1 else f"{count} × {NAMES[card]}"


def _elsewhere(card: int) -> str:
    if card >= LIZARD:
        return f"the deck has {deck.total(card)}, and the others are elsewhere"
    return "it has been seen elsewhere this round"
