"""The rules of Red & Black: what chance does, what is allowed, and what happens (docs/rules.md)."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import comb, perm
from random import Random
from typing import Any

from msgspec.structs import replace

from liarsdeck.english import counted
from referee.core.cards import UNKNOWN, pick, put_pair, sample
from referee.core.game import ALLOWED, ON_TRUST, Field, Game, Judgment, Outcome, Refused, Setup, Turn, capped, left
from referee.games.red_and_black.state import (
    BLACK_BIT,
    COLOURS,
    EVERY,
    IDEAL,
    MASKED,
    RED_BIT,
    Attacks,
    Calls,
    Dealer,
    Defends,
    Discards,
    Guesses,
    Holds,
    Leaves,
    Move,
    Options,
    Peeks,
    Reveals,
    River,
    Sets,
    State,
    Swaps,
    Worlds,
    deals,
    dealt,
    own_reds,
    possible,
    rivers,
    seen_colour,
    spelled,
    unsettled,
)
from referee.games.red_and_black.state import BLACK_BIT as BLACK
from referee.games.red_and_black.state import RED_BIT as RED


class Rules(Game[State]):
    """What is allowed in Red & Black, and what happens."""

    def check(self, setup: Setup) -> tuple[str, str] | None:
        options: Options = setup.options
        need, there = 2 * options.hand + options.river, options.red + options.black
        if need > there:
            why = f"two hands of {options.hand} and a river of {options.river} need {need} cards; the deck has {there}"
            return "hand", why
        return None

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        few = [f"{count} {name}" for name in ("red", "black") if (count := getattr(setup.options, name)) < IDEAL]
        return (f"With {' and '.join(few)} the game is thin: {IDEAL} of each colour is better",) if few else ()

    def start(self, setup: Setup) -> State:
        return State(setup=setup, shape=Worlds(setup.options.hand, setup.options.river))

    def rounds(self, state: State) -> int:
        """Return how many turns have been finished."""
        return state.turns

    def outcome(self, state: State) -> Outcome:
        """Return how the game stands: a right guess wins, a wrong one loses."""
        if state.phase != "over":
            return Outcome(over=False, winners=(), scores=(0, 0))
        if state.left >= 0:
            return left(state.setup, state.left, (0, 0))
        if state.winner < 0:
            return capped(counted(state.turns, "turn"), (0, 0))
        guesser, reds = state.guess
        names = state.setup.seats
        said = f"{names[guesser]} guessed right, {reds} red of {state.sizes[1 - guesser]}"
        if guesser != state.winner:
            held = "/".join(map(str, possible(state, 1 - guesser)))
            said = f"{names[guesser]} guessed {reds} red, and it was {held} of {state.sizes[1 - guesser]}"
        scores = (1, 0) if state.winner == 0 else (0, 1)
        return Outcome(over=True, winners=(state.winner,), scores=scores, reason=f"{names[state.winner]} wins: {said}")

    def to_act(self, state: State) -> tuple[Turn, ...]:
        """Return who may act. From the river on both may guess, but not while the other hand is unsettled."""
        on, slots = state.turn, state.slots
        if state.phase == "turn":
            down = slots.count(None)
            return _on_turn(on, state.turns > 0, down > 0, state.sizes[on] > 0 and down < len(slots))
        if state.phase == "reveal":
            on = state.guess[0]
        elif state.phase == "call":
            on = state.dealer
        return _waiting(state.phase, on, state.sizes[on] > 0)

    def awaits(self, state: State) -> tuple[int | None, ...]:
        """Return who must act: not those who may guess while another has the turn, defends, or the river is turned."""
        match state.phase:
            case "turn":
                return (state.turn,)
            case "defend":
                return (1 - state.turn,)
            case "river":
                return (None,)
        return tuple(turn.seat for turn in self.to_act(state))

    def optional(self, state: State) -> tuple[Turn, ...]:
        """Return the seats that may say what their hand is now: whenever it is settled, until the game is over."""
        if state.phase in {"dealer", "over"}:
            return ()
        return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if not unsettled(state, seat))

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
        """Return the table's next act by chance: the dealer, a hand, the river; None where players choose."""
        match state.phase:
            case "dealer":
                return Dealer(who=pick(among or (0, 1), rng))
            case "call" if hands and None in state.entered_reds:
                options = state.setup.options
                return Holds(
                    seat=state.entered_reds.index(None), reds=sum(deal(state, rng, options.hand)), size=options.hand
                )
            case "deal":
                return River(slots=deal(state, rng, state.setup.options.river))
            case "river":
                return River(slots=pick(_turned(state), rng))
        return None

    def odds(self, state: State) -> tuple[tuple[Move, int], ...]:
        """Return what ``draw`` gives, each with its weight: the dealer, a hand, the river."""
        options = state.setup.options
        match state.phase:
            case "dealer":
                return tuple((Dealer(who=who), 1) for who in (0, 1))
            case "call" if None in state.entered_reds:
                seat, size, (red, black) = state.entered_reds.index(None), options.hand, undealt(state)
                ways = [(reds, comb(red, reds) * comb(black, size - reds)) for reds in range(size + 1)]
                return tuple((Holds(seat=seat, reds=reds, size=size), many) for reds, many in ways if many)
            case "deal":
                red, black = undealt(state)
                dealt = [
                    (slots, perm(red, sum(slots)) * perm(black, len(slots) - sum(slots)))
                    for slots in product((BLACK_BIT, RED_BIT), repeat=options.river)
                ]
                return tuple((River(slots=slots), many) for slots, many in dealt if many)
            case "river":
                return tuple((River(slots=slots), 1) for slots in _turned(state))
        return ()

    def untimely(self, state: State, action: Any) -> Refused:
        """Refuse an action out of turn, by the rule that explains it best."""
        match action:
            case Guesses() if state.phase in {"peeked", "discard"} and unsettled(state, 1 - action.seat):
                other = _name(state, 1 - action.seat)
                waits = "has peeked and not finished" if state.phase == "peeked" else "owes a discard"
                return Refused("redblack.unsettled", f"{_name(state, action.seat)} cannot guess now: {other} {waits}")
            case Attacks() | Swaps() | Peeks() if action.seat == state.turn and state.phase in {"turn", "peeked"}:
                if refused := _not_this_turn(state, action):
                    return refused
            case Holds() if state.phase not in {"dealer", "over"}:
                why = f"{_name(state, action.seat)} enters a hand when it is settled, not now"
                return Refused("redblack.holds", why)
        return super().untimely(state, action)

    def judge_swaps(self, state: State, action: Swaps | Peeks) -> Judgment:
        name, many = _name(state, action.seat), len(state.slots)
        slot = action.slot - 1
        if not 0 <= slot < many:
            return Refused("redblack.slot", f"the river has no slot {action.slot}: name 1 to {many}")
        if state.phase == "peeked":
            if slot != state.peeked:
                why = f"{name} has peeked at slot {state.peeked + 1}: swap that one or leave it"
                return Refused("redblack.peeked", why)
        elif (state.slots[slot] is None) != (type(action) is Peeks):
            lies = (
                "is face down: peek at it first" if type(action) is Swaps else "is face up: there is nothing to peek at"
            )
            return Refused("redblack.face-up", f"slot {action.slot} {lies}")
        return ALLOWED if action.colour in {None, MASKED} else _judge_colour(state, action, action.colour)

    judge_peeks = judge_swaps

    def judge_attacks(self, state: State, action: Attacks | Defends) -> Judgment:
        seat, count, colour = action.seat, action.count, action.colour
        size = state.sizes[seat]
        if count > size:
            return Refused(
                "redblack.show-size",
                f"{_name(state, seat)} cannot show {count}: {counted(size, 'card')} are in the hand",
            )
        return _judge_sets(
            state,
            lambda worlds: state.shape.showing(worlds, seat, size, colour, count),
            lambda: f"{_name(state, seat)} cannot show {count} {COLOURS[colour]}: {_most(state, seat, colour)}",
        )

    judge_defends = judge_attacks

    def judge_river(self, state: State, action: River) -> Judgment:
        slots, many = action.slots, state.setup.options.river
        if len(slots) != many:
            return Refused("redblack.river", f"the river has {counted(many, 'card')}, not {len(slots)}")
        if state.phase == "deal":
            return ALLOWED if dealt(state, slots).all else _no_deal(state, slots)
        for at, (lies, colour) in enumerate(zip(state.slots, slots, strict=True), 1):
            if lies is not None and lies != colour:
                return Refused("redblack.river", f"slot {at} lies face up: it is {COLOURS[lies]}")
        return _judge_sets(
            state,
            lambda worlds: state.shape.lying(worlds, slots),
            lambda: f"the river cannot be {_listed(slots)}: nothing that was seen allows it",
        )

    def judge_discards(self, state: State, action: Discards) -> Judgment:
        seat, size = action.seat, state.sizes[action.seat]
        if len(action.cards) != state.owed:
            why = f"{_name(state, seat)} must discard {counted(state.owed, 'card')}, not {len(action.cards)}"
            return Refused("redblack.owed", why)
        return _judge_sets(
            state,
            lambda worlds: state.shape.without(worlds, seat, size, action.reds, action.blacks),
            lambda: f"{_name(state, seat)} cannot discard {spelled(action.reds, action.blacks)}: {_can(state, seat)}",
        )

    def judge_guesses(self, state: State, action: Guesses) -> Judgment:
        seat, size = action.seat, state.sizes[1 - action.seat]
        if action.reds + action.blacks == size:
            return ALLOWED
        why = f"{_name(state, seat)} must name {counted(size, 'card')}: {_name(state, 1 - seat)} holds so many"
        return Refused("redblack.guess-size", why)

    def judge_reveals(self, state: State, action: Reveals) -> Judgment:
        seat, size = action.seat, state.sizes[action.seat]
        if action.reds + action.blacks != size:
            return Refused("redblack.reveal-size", f"{_name(state, seat)} must reveal {counted(size, 'card')}")
        return _judge_sets(
            state,
            lambda worlds: state.shape.holding(worlds, seat, action.reds),
            lambda: f"{_name(state, seat)} cannot have {spelled(action.reds, action.blacks)}: {_can(state, seat)}",
        )

    def judge_holds(self, state: State, action: Holds) -> Judgment:
        seat = action.seat
        size = state.sizes[seat]
        if action.size != size:
            return Refused(
                "redblack.holds", f"{_name(state, seat)} must enter {counted(size, 'card')}, not {action.size}"
            )
        if action.reds == MASKED:
            return ON_TRUST
        if state.sets.table:
            return _judge_sets(
                state,
                lambda worlds: state.shape.holding(worlds, seat, action.reds),
                lambda: (
                    f"{_name(state, seat)} cannot have {spelled(action.reds, size - action.reds)}: {_can(state, seat)}"
                ),
            )
        return _judge_early_holds(state, action)

    def candidates(self, state: State, seat: int | None, verb: str) -> Sequence[Move]:
        if seat is None:
            return [Dealer(who) for who in (0, 1)] if verb == "dealer" else [River(slots) for slots in rivers(state)]
        size = state.sizes[seat]
        match verb:
            case "attacks" | "defends":
                kind = Attacks if verb == "attacks" else Defends
                return [kind(seat, count, colour) for count in range(size + 1) for colour in (BLACK, RED)]
            case "calls":
                return _CALLS[seat]
            case "discards":
                owed = state.owed
                return [Discards(seat, (BLACK,) * (owed - reds) + (RED,) * reds) for reds in range(owed + 1)]
            case "guesses":
                size = state.sizes[1 - seat]
                return [Guesses(seat, reds, size - reds) for reds in range(size + 1)]
            case "holds":
                return [Holds(seat, reds, size) for reds in range(size + 1)]
            case "peeks":
                return [Peeks(seat, slot) for slot in _slots(state, down=True)]
            case "reveals":
                return [Reveals(seat, reds, size - reds) for reds in range(size + 1)]
            case "swaps":
                return [Swaps(seat, slot) for slot in _to_swap(state)]
        return [Leaves(seat)]

    def fields(self, state: State, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return slot and colour of a swap, and of a look, for a seat whose hand is known: the colour only it may know.

        What a look shows need not be said where both hands are known: then the referee knows it too.
        """
        reds = None if seat is None else own_reds(state, seat)
        if seat is None or reds is None or len(reds) > 1:
            return ()
        if verb == "swaps":
            holds = {BLACK: state.sizes[seat] - reds[0], RED: reds[0]}
            colours = tuple(COLOURS[colour] for colour, count in holds.items() if count)
            return (Field("slot", _numbers(_to_swap(state))), Field("colour", colours))
        if verb == "peeks" and None in state.entered_reds:
            return (Field("slot", _numbers(_slots(state, down=True))), Field("colour", COLOURS, 0))
        return ()

    def apply_dealer(self, state: State, action: Dealer) -> State:
        hand = state.setup.options.hand
        return replace(state, phase="call", dealer=action.who, sizes=(hand, hand))

    def apply_calls(self, state: State, action: Calls) -> State:
        return replace(state, phase="deal", called=action.colour)

    def apply_attacks(self, state: State, action: Attacks) -> State:
        return replace(state, phase="defend", attack=(action.count, action.colour), sets=_showing(state, action))

    def apply_peeks(self, state: State, action: Peeks) -> State:
        return replace(state, phase="peeked", peeked=action.slot - 1, sets=_peeking(state, action))

    def apply_leaves(self, state: State, action: Leaves) -> State:
        if state.phase == "peeked" and action.seat == state.turn:
            return _next_turn(state)
        return replace(state, phase="over", turn=UNKNOWN, left=action.seat)

    def apply_guesses(self, state: State, action: Guesses) -> State:
        return replace(state, phase="reveal", guess=(action.seat, action.reds))

    def apply_defends(self, state: State, action: Defends) -> State:
        met = action.colour != state.attack[1] and None in state.slots
        defence = (action.count, action.colour)
        state = replace(state, phase="river", defence=defence, sets=_showing(state, action))
        return state if met else _resolve(state)

    def apply_reveals(self, state: State, action: Reveals) -> State:
        guesser, reds = state.guess
        sets = _kept(state.sets, state.shape.holding(EVERY, action.seat, action.reds))
        winner = guesser if reds == action.reds else 1 - guesser
        return replace(state, phase="over", turn=-1, sets=sets, winner=winner)

    def apply_swaps(self, state: State, action: Swaps) -> State:
        seat, slot = action.seat, action.slot - 1
        size, shape = state.sizes[seat], state.shape

        sets = _each(state.sets, lambda worlds: shape.swapped(worlds, seat, size, slot))
        if action.colour is not None and action.colour != MASKED:
            own, every = (
                shape.swapped(worlds, seat, size, slot, (action.colour,))
                for worlds in (_of(state.sets, seat), state.sets.all)
            )
            sets = _own(sets, seat, own, every)
        slots = (*state.slots[:slot], None, *state.slots[slot + 1 :])
        return _next_turn(replace(state, slots=slots, sets=sets))

    def apply_river(self, state: State, action: River) -> State:
        slots = action.slots
        if state.phase == "deal":
            first = 1 - state.dealer if slots[-1] == state.called else state.dealer
            return replace(state, phase="turn", slots=slots, turn=first, sets=dealt(state, slots))
        sets = _kept(state.sets, state.shape.lying(EVERY, slots))
        return _resolve(replace(state, slots=slots, sets=sets))

    def apply_discards(self, state: State, action: Discards) -> State:
        seat, reds, blacks = action.seat, action.reds, action.blacks
        size = state.sizes[seat]
        sets = _each(state.sets, lambda worlds: state.shape.without(worlds, seat, size, reds, blacks))
        sizes = put_pair(state.sizes, seat, size - state.owed)
        discards = put_pair(state.discards, seat, (*state.discards[seat], *action.cards))
        return _next_turn(replace(state, sets=sets, sizes=sizes, discards=discards))

    def apply_holds(self, state: State, action: Holds) -> State:
        seat, reds = action.seat, action.reds
        if not state.sets.table:
            return replace(state, entered_reds=put_pair(state.entered_reds, seat, reds))
        if reds == MASKED:
            return state
        sets, shape = state.sets, state.shape
        known = shape.holding(sets.all, seat, reds)
        if seat == 0:
            return replace(state, sets=Sets(sets.table, shape.holding(sets.first, 0, reds), sets.second, known))
        return replace(state, sets=Sets(sets.table, sets.first, shape.holding(sets.second, 1, reds), known))


def _turned(state: State) -> list[tuple[int, ...]]:
    """Return the rivers that can lie there when an attack turns it."""
    worlds = state.sets.all
    return [slots for slots in rivers(state) if state.shape.lying(worlds, slots)]


def deal(state: State, rng: Random, count: int) -> tuple[int, ...]:
    """Deal the colours of ``count`` cards out of those that are in no entered hand."""
    red, black = undealt(state)
    return tuple([RED_BIT if card < red else BLACK_BIT for card in sample(range(red + black), count, rng)])


def undealt(state: State) -> tuple[int, int]:
    """Return how many red and how many black cards are in no entered hand."""
    options = state.setup.options
    red, black = options.red, options.black
    for reds in state.entered_reds:
        if reds is not None and reds != MASKED:
            red -= reds
            black -= options.hand - reds
    return red, black


_DEALER, _RIVER = Turn(None, ("dealer",)), Turn(None, ("river",))
_GUESS = tuple(Turn(seat, ("guesses",)) for seat in (0, 1))


@cache
def _on_turn(on: int, attacks: bool, peeks: bool, swaps: bool) -> tuple[Turn, ...]:
    allowed = {"attacks": attacks, "guesses": True, "peeks": peeks, "swaps": swaps}
    return _pair(on, tuple(verb for verb, may in allowed.items() if may), 1 - on)


@cache
def _waiting(phase: str, on: int, cards: bool) -> tuple[Turn, ...]:
    """Return who may act in any other phase; ``on`` has the turn, calls the guess, or deals."""
    match phase:
        case "dealer":
            return (_DEALER,)
        case "call":
            return (Turn(1 - on, ("calls",)),)
        case "deal":
            return (_RIVER,)
        case "peeked":
            return (Turn(on, ("guesses", "leaves", "swaps") if cards else ("guesses", "leaves")),)
        case "defend":
            return _pair(1 - on, ("defends", "guesses"), on)
        case "river":
            return (*_GUESS, _RIVER)
        case "discard":
            return (Turn(1 - on, ("discards", "guesses")),)
        case "reveal":
            return (Turn(1 - on, ("reveals",)),)
    return ()


def _pair(seat: int, verbs: tuple[str, ...], guesser: int) -> tuple[Turn, ...]:
    mine = Turn(seat, verbs)
    return (mine, _GUESS[guesser]) if seat < guesser else (_GUESS[guesser], mine)


def _not_this_turn(state: State, action: Attacks | Swaps | Peeks) -> Refused | None:
    """Refuse what belongs to a turn, and not to this one."""
    name = _name(state, action.seat)
    if isinstance(action, Swaps):
        if not state.sizes[action.seat]:
            return Refused("redblack.empty", f"{name} has no card to swap")
        return Refused("redblack.face-up", f"{name} must peek first: every slot is face down")
    if state.phase == "turn":
        if isinstance(action, Attacks):
            why = f"{name} cannot attack on the first turn of the game: swap instead"
            return Refused("redblack.first-attack", why)
        return Refused("redblack.face-up", f"{name} cannot peek: the whole river is face up")
    return None


def _judge_colour(state: State, action: Swaps | Peeks, colour: int | None) -> Judgment:
    """Judge the colour that a seat says it laid down, or saw: where it can be computed it must be true."""
    assert colour is not None
    seat, slot, name = action.seat, action.slot - 1, _name(state, action.seat)
    if type(action) is Peeks:
        return _judge_sets(
            state,
            lambda worlds: state.shape.showing_slot(worlds, slot, colour),
            lambda: f"slot {action.slot} cannot be {COLOURS[colour]}: nothing that was seen allows it",
        )
    return _judge_sets(
        state,
        lambda worlds: state.shape.swapped(worlds, seat, state.sizes[seat], slot, (colour,)),
        lambda: f"{name} cannot lay {COLOURS[colour]}: {_most(state, seat, colour)}",
    )


def _most(state: State, seat: int, colour: int) -> str:
    reds = state.shape.reds(state.sets.table, seat)
    most = max(reds) if colour == RED else state.sizes[seat] - min(reds)
    return f"at most {most} {'is' if most == 1 else 'are'} possible"


def _no_deal(state: State, slots: tuple[int, ...]) -> Refused:
    if not dealt(state, slots).table:
        return Refused("redblack.possible", f"the deck has too few cards for a river of {_listed(slots)}")
    return Refused("redblack.held", f"a river of {_listed(slots)} does not fit the hands that were entered")


def _can(state: State, seat: int) -> str:
    reds = " or ".join(str(n) for n in state.shape.reds(state.sets.table, seat))
    return f"by all that the table has seen, that hand has {reds} red of {state.sizes[seat]}"


def _judge_early_holds(state: State, action: Holds) -> Judgment:
    """Judge a hand that is entered before the river lies."""
    before, other = state.entered_reds[action.seat], state.entered_reds[1 - action.seat]
    options: Options = state.setup.options
    if before not in {None, MASKED, action.reds}:
        return Refused("redblack.held", f"{_name(state, action.seat)} has entered another hand before")
    others = range(options.hand + 1) if other is None or other == MASKED else (other,)
    if not any(deals(options, action.reds, theirs) for theirs in others):
        why = f"{_name(state, action.seat)}’s hand does not fit the deck and the hands entered"
        return Refused("redblack.held", why)
    return ALLOWED


def _judge_sets(state: State, change: Callable[[int], int], why: Callable[[], str]) -> Judgment:
    """Allow what leaves a world; say first what the table itself can tell."""
    sets = state.sets
    if change(sets.all):
        return ALLOWED if sets.first != sets.table or sets.second != sets.table else ON_TRUST
    if not change(sets.table):
        return Refused("redblack.possible", why)
    return Refused("redblack.held", "that does not fit the hands that were entered")


def _slots(state: State, *, down: bool) -> list[int]:
    """Return the numbers, from 1, of the river slots that lie face down, or face up."""
    return [at for at, lies in enumerate(state.slots, 1) if (lies is None) == down]


def _to_swap(state: State) -> list[int]:
    return [state.peeked + 1] if state.phase == "peeked" else _slots(state, down=False)


def _numbers(slots: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, slots))


_CALLS = tuple(tuple(Calls(seat=seat, colour=colour) for colour in (BLACK, RED)) for seat in (0, 1))


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]


def _listed(slots: tuple[int, ...]) -> str:
    return " ".join(COLOURS[colour] for colour in slots)


def _each(sets: Sets, change: Callable[[int], int]) -> Sets:
    """Change the four sets, those that are alike only once."""
    table = change(sets.table)
    first = table if sets.first == sets.table else change(sets.first)
    second = table if sets.second == sets.table else change(sets.second)
    if sets.all == sets.first:
        return Sets(table, first, second, first)
    return Sets(table, first, second, second if sets.all == sets.second else change(sets.all))


def _kept(sets: Sets, worlds: int) -> Sets:
    """Keep of the four sets what is among these worlds."""
    return Sets(sets.table & worlds, sets.first & worlds, sets.second & worlds, sets.all & worlds)


def _showing(state: State, action: Attacks | Defends) -> Sets:
    seat = action.seat
    return _kept(state.sets, state.shape.showing(EVERY, seat, state.sizes[seat], action.colour, action.count))


def _peeking(state: State, action: Peeks) -> Sets:
    """Return what can be after a look at a slot, of whose colour only this seat, and the referee, may know."""
    colour, sets = seen_colour(state, action), state.sets
    if colour is None or colour == MASKED:
        return sets
    own, every = (
        state.shape.showing_slot(worlds, action.slot - 1, colour) for worlds in (_of(sets, action.seat), sets.all)
    )
    return _own(sets, action.seat, own, every)


def _of(sets: Sets, seat: int) -> int:
    return sets.second if seat else sets.first


def _own(sets: Sets, seat: int, own: int, every: int) -> Sets:
    """Return the sets with what one seat, and so the referee, knows better than the others."""
    return Sets(sets.table, sets.first, own, every) if seat else Sets(sets.table, own, sets.second, every)


def _next_turn(state: State) -> State:
    turns = state.turns + 1
    last = turns == state.setup.options.max_turns
    phase, turn = ("over", -1) if last else ("turn", 1 - state.turn)
    return replace(state, phase=phase, turn=turn, turns=turns, peeked=UNKNOWN, attack=(0, 0), defence=(0, 0), owed=0)


def _resolve(state: State) -> State:
    """Settle an attack: who is stronger, and what the defender owes."""
    attack, colour = state.attack
    defence, other = state.defence
    if colour != other:
        attack += sum(slot == colour for slot in state.slots)
        defence += sum(slot == other for slot in state.slots)
    owed = min(max(attack - defence, 0), state.sizes[1 - state.turn])
    return replace(state, phase="discard", owed=owed) if owed else _next_turn(state)
