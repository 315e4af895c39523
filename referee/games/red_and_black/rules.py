"""The rules of Red & Black (docs/rules.md §4): what chance draws, what is legal, what happens, views."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, reduce
from itertools import product
from math import comb, perm
from random import Random
from typing import Any

from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.language import later, say_n, speech
from referee.core.cards import UNKNOWN, Message, cards_of, pick, put_pair, sample, say, some
from referee.core.game import (
    ALLOWED,
    ON_TRUST,
    Field,
    Game,
    Json,
    Judgment,
    Outcome,
    Refused,
    Setup,
    Turn,
    capped,
    left,
)
from referee.core.text_layout import ended_by
from referee.games.red_and_black import state as rb
from referee.games.red_and_black.state import BLACK, COLOURS, EVERY, MASKED, RED, Move, Sets, State, spelled

_DEALER, _RIVER = Turn(None, ("dealer",)), Turn(None, ("river",))
_GUESS = tuple(Turn(seat, ("guesses",)) for seat in (0, 1))
_CALLS = tuple(tuple(rb.Calls(seat, colour) for colour in (BLACK, RED)) for seat in (0, 1))
Shown = rb.Attacks | rb.Defends


class Rules(Game[State]):
    """The rules of the game Red & Black: which actions are legal, what they change, what a seat may see.

    ``referee.core.game.Game`` explains the methods' parameters.
    """

    def check(self, setup: Setup) -> tuple[str, str] | None:
        options: rb.Options = setup.options
        need, there = 2 * options.hand + options.river, options.red + options.black
        if need > there:
            why = f"two hands of {options.hand} and a river of {options.river} need {need} cards; the deck has {there}"
            return "hand", why
        return None

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        few = [f"{count} {name}" for name in ("red", "black") if (count := getattr(setup.options, name)) < rb.IDEAL]
        return (f"With {' and '.join(few)} the game is thin: {rb.IDEAL} of each colour is better",) if few else ()

    def start(self, setup: Setup) -> State:
        return State(setup=setup, shape=rb.Worlds(setup.options.hand, setup.options.river))

    def rounds(self, state: State) -> int:
        """Return the number of finished turns; in this game they count as rounds."""
        return state.turns

    def outcome(self, state: State) -> Outcome:
        """Return whether the game is over, the winner, the scores and the reason.

        If the last guess was right, the guesser wins; if it was wrong, the other seat wins. The winner's score is 1,
        all others are 0. Nobody wins if a seat has left or the limit of turns is reached.
        """
        if state.phase != "over":
            return Outcome(over=False, winners=(), scores=(0, 0))
        if state.left >= 0:
            return left(state.setup, state.left, (0, 0))
        if state.winner < 0:
            return capped(say_n("{n} turn", "{n} turns", state.turns), (0, 0))
        (guesser, reds), names = state.guess, state.setup.seats
        size = state.sizes[1 - guesser]
        told = {"seat": names[guesser], "reds": reds, "size": size}
        why = language.say("{seat} guessed right, {reds} red of {size}", **told)
        if guesser != state.winner:
            held = "/".join(map(str, rb.possible(state, 1 - guesser)))
            why = language.say("{seat} guessed {reds} red, and it was {held} of {size}", held=held, **told)
        scores = (1, 0) if state.winner == 0 else (0, 1)
        return Outcome(
            over=True,
            winners=(state.winner,),
            scores=scores,
            reason=ended_by(names[state.winner], why).removesuffix("."),
        )

    # ---- who may act, and what chance does

    def to_act(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat (None: the table) that may act.

        From the first turn on, both seats may guess, also out of turn. A seat may not guess while the other seat has
        peeked and not decided, or owes a discard.
        """
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
        """Return the seats (None: the table) that must act; those who may only guess are left out."""
        must = {"turn": state.turn, "defend": 1 - state.turn, "river": None}
        return (must[state.phase],) if state.phase in must else super().awaits(state)

    def optional(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn with the verb ``holds`` for each seat that may tell the referee its hand.

        Before the dealer is chosen and after the game, the result is (). A seat is left out if it has peeked and not
        decided, or if it owes a discard.
        """
        if state.phase in {"dealer", "over"}:
            return ()
        return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if not rb.unsettled(state, seat))

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Move | None:
        """Return the next action of chance (dealer, hand or river), or None if a player is to act.

        With ``hands`` False, no hand is dealt: if a hand is next, the result is None. The dealer is one of the seats
        ``among``, or of both seats if that is ().
        """
        options = state.setup.options
        match state.phase:
            case "dealer":
                return rb.Dealer(pick(among or (0, 1), rng))
            case "call" if hands and None in state.entered_reds:
                return rb.Holds(state.entered_reds.index(None), sum(_deal(state, rng, options.hand)), options.hand)
            case "deal":
                return rb.River(_deal(state, rng, options.river))
            case "river":
                return rb.River(pick(_turned(state), rng))
        return None

    def odds(self, state: State) -> tuple[tuple[Move, int], ...]:
        """Return (action, weight) for each dealer, hand or river that chance may bring next.

        The probability of an action is its weight divided by the sum of all weights. If a player is to act, the result
        is ().
        """
        options, weighed = state.setup.options, list[tuple[Move, int]]()
        match state.phase:
            case "dealer":
                weighed = [(rb.Dealer(who), 1) for who in (0, 1)]
            case "call" if None in state.entered_reds:
                seat, size, (red, black) = state.entered_reds.index(None), options.hand, _undealt(state)
                hands = range(size + 1)
                weighed = [(rb.Holds(seat, reds, size), comb(red, reds) * comb(black, size - reds)) for reds in hands]
            case "deal":
                red, black = _undealt(state)
                for slots in product((BLACK, RED), repeat=options.river):
                    ways = perm(red, sum(slots)) * perm(black, len(slots) - sum(slots))
                    weighed.append((rb.River(slots), ways))
            case "river":
                weighed = [(rb.River(slots), 1) for slots in _turned(state)]
        return tuple((action, ways) for action, ways in weighed if ways)

    # ---- what is allowed

    def untimely(self, state: State, action: Any) -> Refused:
        """Return the refusal of an ``action`` that is not possible now, by the rule that best explains why."""
        seat, phase = action.seat, state.phase
        match action:
            case rb.Guesses() if phase in {"peeked", "discard"} and rb.unsettled(state, 1 - seat):
                why = later("{seat} cannot guess now: {other} owes a discard")
                if phase == "peeked":
                    why = later("{seat} cannot guess now: {other} has peeked and not finished")
                return self.refuse("unsettled", state, seat, why, other=state.setup.seat(1 - seat))
            case rb.Holds() if phase not in {"dealer", "over"}:
                return self.refuse("holds", state, seat, "{seat} enters a hand when it is settled, not now")
        if seat == state.turn and phase in {"turn", "peeked"}:  # what belongs to a turn, and not to this one
            match action:
                case rb.Swaps() if not state.sizes[seat]:
                    return self.refuse("empty", state, seat, "{seat} has no card to swap")
                case rb.Swaps():
                    return self.refuse("face-up", state, seat, "{seat} must peek first: every slot is face down")
                case rb.Attacks() if phase == "turn":
                    why = later("{seat} cannot attack on the first turn of the game: swap instead")
                    return self.refuse("first-attack", state, seat, why)
                case rb.Peeks() if phase == "turn":
                    return self.refuse("face-up", state, seat, "{seat} cannot peek: the whole river is face up")
        return super().untimely(state, action)

    def judge_swaps(self, state: State, action: rb.Swaps | rb.Peeks) -> Judgment:
        seat, slot, colour, many = action.seat, action.slot - 1, action.colour, len(state.slots)
        looks = type(action) is rb.Peeks
        if not 0 <= slot < many:
            why = say("the river has no slot {slot}: name 1 to {many}", slot=action.slot, many=many)
            return Refused("redblack.slot", why)
        if state.phase == "peeked":
            if slot != state.peeked:
                template = later("{seat} has peeked at slot {slot}: swap that one or leave it")
                return self.refuse("peeked", state, seat, template, slot=state.peeked + 1)
        elif (state.slots[slot] is None) != looks:
            template = later("slot {slot} is face down: peek at it first")
            if looks:
                template = later("slot {slot} is face up: there is nothing to peek at")
            return Refused("redblack.face-up", say(template, slot=action.slot))
        if colour is None or colour == MASKED:
            return ALLOWED
        if looks:
            return _judge_sets(
                state,
                lambda worlds: state.shape.showing_slot(worlds, slot, colour),
                lambda: say(
                    "slot {slot} cannot be {colour}: nothing that was seen allows it",
                    slot=action.slot,
                    colour=language.say(COLOURS[colour]),
                ),
            )
        return _judge_sets(
            state,
            lambda worlds: state.shape.swapped(worlds, seat, state.sizes[seat], slot, (colour,)),
            lambda: say(
                "{seat} cannot lay {colour}: {reason}",
                seat=state.setup.seats[seat],
                colour=language.say(COLOURS[colour]),
                reason=_most(state, seat, colour),
            ),
        )

    judge_peeks = judge_swaps

    def judge_attacks(self, state: State, action: Shown) -> Judgment:
        seat, count, colour = action.seat, action.count, action.colour
        size = state.sizes[seat]
        if count > size:
            why = later("{seat} cannot show {count}: {cards} are in the hand")
            return self.refuse("show-size", state, seat, why, count=count, cards=say_n("{n} card", "{n} cards", size))
        return _judge_sets(
            state,
            lambda worlds: state.shape.showing(worlds, seat, size, colour, count),
            lambda: say(
                "{seat} cannot show {count} {colour}: {reason}",
                count=count,
                seat=state.setup.seats[seat],
                colour=language.say(COLOURS[colour]),
                reason=_most(state, seat, colour),
            ),
        )

    judge_defends = judge_attacks

    def judge_river(self, state: State, action: rb.River) -> Judgment:
        slots, many = action.slots, state.setup.options.river
        river = " ".join(language.say(COLOURS[colour]) for colour in slots)
        if len(slots) != many:
            cards = say_n("{n} card", "{n} cards", many)
            return Refused("redblack.river", say("the river has {cards}, not {n}", cards=cards, n=len(slots)))
        if state.phase == "deal":
            sets = rb.dealt(state, slots)
            if sets.all:
                return ALLOWED
            if not sets.table:
                why = say("the deck has too few cards for a river of {cards}", cards=river)
                return Refused("redblack.possible", why)
            why = say("a river of {cards} does not fit the hands that were entered", cards=river)
            return Refused("redblack.held", why)
        for at, (lies, colour) in enumerate(zip(state.slots, slots, strict=True), 1):
            if lies is not None and lies != colour:
                why = say("slot {slot} lies face up: it is {colour}", slot=at, colour=language.say(COLOURS[lies]))
                return Refused("redblack.river", why)
        return _judge_sets(
            state,
            lambda worlds: state.shape.lying(worlds, slots),
            lambda: say("the river cannot be {cards}: nothing that was seen allows it", cards=river),
        )

    def judge_discards(self, state: State, action: rb.Discards) -> Judgment:
        seat, size, reds, blacks = action.seat, state.sizes[action.seat], action.reds, action.blacks
        if len(action.cards) != state.owed:
            why, need = later("{seat} must discard {cards}, not {laid}"), say_n("{n} card", "{n} cards", state.owed)
            return self.refuse("owed", state, seat, why, cards=need, laid=len(action.cards))
        return _judge_sets(
            state,
            lambda worlds: state.shape.without(worlds, seat, size, reds, blacks),
            lambda: say(
                "{seat} cannot discard {cards}: {reason}",
                seat=state.setup.seats[seat],
                cards=rb.told(reds, blacks),
                reason=_can(state, seat),
            ),
        )

    def judge_guesses(self, state: State, action: rb.Guesses) -> Judgment:
        seat, size = action.seat, state.sizes[1 - action.seat]
        if action.reds + action.blacks == size:
            return ALLOWED
        why, other = later("{seat} must name {cards}: {other} holds so many"), state.setup.seat(1 - seat)
        return self.refuse("guess-size", state, seat, why, cards=say_n("{n} card", "{n} cards", size), other=other)

    def judge_reveals(self, state: State, action: rb.Reveals) -> Judgment:
        seat, size = action.seat, state.sizes[action.seat]
        if action.reds + action.blacks != size:
            cards = say_n("{n} card", "{n} cards", size)
            return self.refuse("reveal-size", state, seat, "{seat} must reveal {cards}", cards=cards)
        return _judge_hand(state, seat, action.reds)

    def judge_holds(self, state: State, action: rb.Holds) -> Judgment:
        seat, reds, size = action.seat, action.reds, state.sizes[action.seat]
        if action.size != size:
            why, need = later("{seat} must enter {cards}, not {entered}"), say_n("{n} card", "{n} cards", size)
            return self.refuse("holds", state, seat, why, cards=need, entered=action.size)
        if reds == MASKED:
            return ON_TRUST
        if state.sets.table:
            return _judge_hand(state, seat, reds)
        before, other = state.entered_reds[seat], state.entered_reds[1 - seat]  # the river does not lie yet
        options: rb.Options = state.setup.options
        if before not in {None, MASKED, reds}:
            return self.refuse("held", state, seat, "{seat} has entered another hand before")
        others = range(options.hand + 1) if other is None or other == MASKED else (other,)
        if not any(rb.deals(options, reds, theirs) for theirs in others):
            return self.refuse("held", state, seat, "{seat}’s hand does not fit the deck and the hands entered")
        return ALLOWED

    def candidate_actions(self, state: State, seat: int | None, verb: str) -> Sequence[Move]:
        if seat is None:
            dealers: Sequence[Move] = [rb.Dealer(who) for who in (0, 1)]
            return dealers if verb == "dealer" else [rb.River(slots) for slots in rb.rivers(state)]
        size = state.sizes[seat]
        match verb:
            case "attacks" | "defends":
                kind = rb.Attacks if verb == "attacks" else rb.Defends
                return [kind(seat, count, colour) for count in range(size + 1) for colour in (BLACK, RED)]
            case "calls":
                return _CALLS[seat]
            case "discards":
                owed = state.owed
                return [rb.Discards(seat, (BLACK,) * (owed - reds) + (RED,) * reds) for reds in range(owed + 1)]
            case "guesses":
                size = state.sizes[1 - seat]
                return [rb.Guesses(seat, reds, size - reds) for reds in range(size + 1)]
            case "holds":
                return [rb.Holds(seat, reds, size) for reds in range(size + 1)]
            case "peeks":
                return [rb.Peeks(seat, slot) for slot in _slots(state, down=True)]
            case "reveals":
                return [rb.Reveals(seat, reds, size - reds) for reds in range(size + 1)]
            case "swaps":
                return [rb.Swaps(seat, slot) for slot in _to_swap(state)]
        return [rb.Leaves(seat)]

    def fields(self, view: State, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return the arguments slot and colour of ``swaps`` or ``peeks`` as fields; () for other verbs.

        The result is also () if the view does not tell how many red cards ``seat`` has in hand, or if ``seat`` is None.
        If both hands were entered, it is () for ``peeks``, as the referee knows the colour.
        """
        reds = None if seat is None else rb.own_reds(view, seat)
        if seat is None or reds is None or len(reds) > 1:
            return ()
        if verb == "swaps":
            held = {BLACK: view.sizes[seat] - reds[0], RED: reds[0]}
            colours = tuple(COLOURS[colour] for colour, count in held.items() if count)
            return (Field("slot", tuple(map(str, _to_swap(view)))), Field("colour", colours))
        if verb == "peeks" and None in view.entered_reds:
            return (Field("slot", tuple(map(str, _slots(view, down=True)))), Field("colour", COLOURS, 0))
        return ()

    # ---- what happens

    def apply_dealer(self, state: State, action: rb.Dealer) -> State:
        hand = state.setup.options.hand
        return replace(state, phase="call", dealer=action.who, sizes=(hand, hand))

    def apply_calls(self, state: State, action: rb.Calls) -> State:
        return replace(state, phase="deal", called=action.colour)

    def apply_river(self, state: State, action: rb.River) -> State:
        slots = action.slots
        if state.phase == "deal":
            first = 1 - state.dealer if slots[-1] == state.called else state.dealer
            return replace(state, phase="turn", slots=slots, turn=first, sets=rb.dealt(state, slots))
        sets = state.sets.among(state.shape.lying(EVERY, slots))
        return _resolve(replace(state, slots=slots, sets=sets))

    def apply_holds(self, state: State, action: rb.Holds) -> State:
        seat, reds, sets, shape = action.seat, action.reds, state.sets, state.shape
        if not sets.table:
            return replace(state, entered_reds=put_pair(state.entered_reds, seat, reds))
        if reds == MASKED:
            return state
        own, every = (shape.holding(worlds, seat, reds) for worlds in (sets.own(seat), sets.all))
        return replace(state, sets=sets.with_own(seat, own, every))

    def apply_swaps(self, state: State, action: rb.Swaps) -> State:
        seat, slot, colour = action.seat, action.slot - 1, action.colour
        size, shape, before = state.sizes[seat], state.shape, state.sets
        sets = before.changed(lambda worlds: shape.swapped(worlds, seat, size, slot))
        if colour is not None and colour != MASKED:
            known = (before.own(seat), before.all)
            own, every = (shape.swapped(worlds, seat, size, slot, (colour,)) for worlds in known)
            sets = sets.with_own(seat, own, every)
        slots = (*state.slots[:slot], None, *state.slots[slot + 1 :])
        return _next_turn(replace(state, slots=slots, sets=sets))

    def apply_peeks(self, state: State, action: rb.Peeks) -> State:
        slot, sets, colour = action.slot - 1, state.sets, rb.seen_colour(state, action)
        if colour is not None and colour != MASKED:  # only this seat, and the referee, may know it
            known = (sets.own(action.seat), sets.all)
            own, every = (state.shape.showing_slot(worlds, slot, colour) for worlds in known)
            sets = sets.with_own(action.seat, own, every)
        return replace(state, phase="peeked", peeked=slot, sets=sets)

    def apply_leaves(self, state: State, action: rb.Leaves) -> State:
        if state.phase == "peeked" and action.seat == state.turn:
            return _next_turn(state)
        return replace(state, phase="over", turn=UNKNOWN, left=action.seat)

    def apply_attacks(self, state: State, action: rb.Attacks) -> State:
        return replace(state, phase="defend", attack=(action.count, action.colour), sets=_showing(state, action))

    def apply_defends(self, state: State, action: rb.Defends) -> State:
        met = action.colour != state.attack[1] and None in state.slots
        defence = (action.count, action.colour)
        state = replace(state, phase="river", defence=defence, sets=_showing(state, action))
        return state if met else _resolve(state)

    def apply_discards(self, state: State, action: rb.Discards) -> State:
        seat, reds, blacks = action.seat, action.reds, action.blacks
        size = state.sizes[seat]
        sets = state.sets.changed(lambda worlds: state.shape.without(worlds, seat, size, reds, blacks))
        sizes = put_pair(state.sizes, seat, size - state.owed)
        discards = put_pair(state.discards, seat, (*state.discards[seat], *action.cards))
        return _next_turn(replace(state, sets=sets, sizes=sizes, discards=discards))

    def apply_guesses(self, state: State, action: rb.Guesses) -> State:
        return replace(state, phase="reveal", guess=(action.seat, action.reds))

    def apply_reveals(self, state: State, action: rb.Reveals) -> State:
        guesser, reds = state.guess
        sets = state.sets.among(state.shape.holding(EVERY, action.seat, action.reds))
        winner = guesser if reds == action.reds else 1 - guesser
        return replace(state, phase="over", turn=UNKNOWN, sets=sets, winner=winner)

    # ---- who may know what

    def view(self, state: State, seat: int | None) -> State:
        """Return the state as ``seat`` may see it (None: as everybody may).

        The numbers of red cards that others entered become ``MASKED``. The sets of possible worlds (pairs of hands and
        river) keep only what this viewer can conclude.
        """
        sets, entered = state.sets, state.entered_reds
        own = sets.own(seat)
        seen = Sets(sets.table, own if seat == 0 else sets.table, own if seat == 1 else sets.table, own)
        for other in (0, 1):
            if other != seat and entered[other] is not None:
                entered = put_pair(entered, other, MASKED)
        return (
            state if seen == sets and entered == state.entered_reds else replace(state, sets=seen, entered_reds=entered)
        )

    def redact(self, state: State, action: Move, seat: int | None) -> Move:
        """Return the action as ``seat`` may read it (None: as everybody may), with what is secret masked.

        The red cards in another seat's ``holds`` and the colour in another seat's ``swaps`` or ``peeks`` become
        ``MASKED``. In the seat's own peek, the colour is filled in if the referee knows it. ``state`` is the state
        before the action.
        """
        match action:
            case rb.Holds() if action.seat != seat:
                return replace(action, reds=MASKED)
            case rb.Peeks() if action.seat == seat:
                return replace(action, colour=rb.seen_colour(state, action))
            case rb.Peeks() | rb.Swaps() if action.colour is not None and action.seat != seat:
                return replace(action, colour=MASKED)
        return action

    def public(self, view: State) -> dict[str, Json]:
        names, dealt = view.setup.seats, view.dealer >= 0
        laid = [[COLOURS[colour] for colour in cards] for cards in view.discards]
        allowed = [list(rb.possible(view, seat)) for seat in (0, 1)] if dealt else []
        return {
            "river": [None if slot is None else COLOURS[slot] for slot in view.slots],
            "hands": dict(zip(names, view.sizes, strict=True)) if dealt else {},
            "discards": dict(zip(names, laid, strict=True)) if dealt else {},
            "turn": None if view.turn < 0 else names[view.turn],
            "possible": dict(zip(names, allowed, strict=True)) if dealt else {},
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return the cards of both hands and of the river, as JSON values for ``--json --reveal``.

        ``hands`` maps each player's name to a list of colours, or to None if the hand is not known. ``river`` is a list
        of colours, with None for each card that is not known.
        """
        hands: dict[str, Json] = {}
        for seat, (name, size) in enumerate(zip(state.setup.seats, state.sizes, strict=True)):
            reds = rb.known_reds(state, seat)
            hands[name] = None if reds is None or len(reds) != 1 else spelled(reds[0], size - reds[0]).split()
        colours = [rb.known_slot(state, None, slot) for slot in range(len(state.slots))]
        return {"hands": hands, "river": [None if colour is None else COLOURS[colour] for colour in colours]}

    def sample_state(self, view: State, seat: int | None, rng: Random) -> State:
        """Return a random full state (one with both hands known) that agrees with the view of ``seat``.

        Hands and river have the probabilities of a shuffled deck, given what the view tells; at each swap, every card
        of the hand is equally likely to have been laid down. The other seat's knowledge is drawn from its hand alone:
        in the result it does not know colours of face-down slots that it laid or peeked at.
        """
        if not view.sets.table:
            for other in (0, 1):
                if view.entered_reds[other] == MASKED:
                    reds = sum(_deal(view, rng, view.setup.options.hand))
                    view = replace(view, entered_reds=put_pair(view.entered_reds, other, reds))
            return view
        first_reds, second_reds, world = _deal_again(view, seat, rng)
        shape, sets, entered = view.shape, view.sets, view.entered_reds
        first = sets.first if seat == 0 else shape.holding(sets.table, 0, first_reds)
        second = sets.second if seat == 1 else shape.holding(sets.table, 1, second_reds)
        for other, reds in enumerate((first_reds, second_reds)):
            if entered[other] == MASKED:  # what it was at the deal is forgotten, and asked for no more
                entered = put_pair(entered, other, min(reds + sum(view.discards[other]), view.setup.options.hand))
        return replace(view, sets=Sets(sets.table, first, second, 1 << world), entered_reds=entered)


def _turned(state: State) -> list[tuple[int, ...]]:
    """Return the rivers that are possible when an attack turns all slots face up."""
    return [slots for slots in rb.rivers(state) if state.shape.lying(state.sets.all, slots)]


def _deal(state: State, rng: Random, count: int) -> tuple[int, ...]:
    """Return the colours of ``count`` cards, drawn at random from the deck without the entered hands."""
    red, black = _undealt(state)
    return tuple([RED if card < red else BLACK for card in sample(range(red + black), count, rng)])


def _undealt(state: State) -> tuple[int, int]:
    """Return (red, black): how many cards of each colour of the deck are in no hand that was entered."""
    options = state.setup.options
    entered = [reds for reds in state.entered_reds if reds is not None and reds != MASKED]
    return options.red - sum(entered), options.black - len(entered) * options.hand + sum(entered)


@cache
def _on_turn(on: int, attacks: bool, peeks: bool, swaps: bool) -> tuple[Turn, ...]:
    allowed = {"attacks": attacks, "guesses": True, "peeks": peeks, "swaps": swaps}
    return _pair(on, tuple(verb for verb, may in allowed.items() if may))


@cache
def _waiting(phase: str, on: int, cards: bool) -> tuple[Turn, ...]:
    """Return who may act, with the verbs, in any phase other than “turn”; () in the phase “over”.

    ``on`` is the seat whose turn it is; in the phase “call” it is the dealer, in “reveal” the seat that guessed. With
    ``cards``, that seat has cards in hand, so it may swap after a peek.
    """
    match phase:
        case "dealer":
            return (_DEALER,)
        case "deal":
            return (_RIVER,)
        case "river":
            return (*_GUESS, _RIVER)
        case "defend":
            return _pair(1 - on, ("defends", "guesses"))
        case "peeked":
            return (Turn(on, ("guesses", "leaves", "swaps") if cards else ("guesses", "leaves")),)
    verbs = {"call": ("calls",), "discard": ("discards", "guesses"), "reveal": ("reveals",)}
    return (Turn(1 - on, verbs[phase]),) if phase in verbs else ()


def _pair(seat: int, verbs: tuple[str, ...]) -> tuple[Turn, ...]:
    """Return two turns, in seat order: ``seat`` with these verbs, and the other seat, which may only guess."""
    mine = Turn(seat, verbs)
    return (_GUESS[0], mine) if seat else (mine, _GUESS[1])


def _judge_sets(state: State, change: Callable[[int], int], why: Callable[[], Message]) -> Judgment:
    """Return ALLOWED if an action leaves a possible world for the referee, else a refusal.

    A world is a pair of hands and a river. ``change`` takes a set of worlds (a bit set) and returns those that are
    possible after the action. A refusal has the message ``why`` if everybody can see the reason from the table, else a
    message that tells nothing about the hands. If nobody entered a hand, the result is ON_TRUST instead of ALLOWED.
    """
    sets = state.sets
    if change(sets.all):
        return ALLOWED if sets.first != sets.table or sets.second != sets.table else ON_TRUST
    if not change(sets.table):
        return Refused("redblack.possible", why)
    return Refused("redblack.held", "that does not fit the hands, as they were dealt or entered")


def _judge_hand(state: State, seat: int, reds: int) -> Judgment:
    """Return whether ``seat`` can have ``reds`` red cards in the hand that it enters or reveals."""
    return _judge_sets(
        state,
        lambda worlds: state.shape.holding(worlds, seat, reds),
        lambda: say(
            "{seat} cannot have {cards}: {reason}",
            seat=state.setup.seats[seat],
            cards=rb.told(reds, state.sizes[seat] - reds),
            reason=_can(state, seat),
        ),
    )


def _most(state: State, seat: int, colour: int) -> str:
    reds = state.shape.reds(state.sets.table, seat)
    most = max(reds) if colour == RED else state.sizes[seat] - min(reds)
    return say_n("at most {n} is possible", "at most {n} are possible", most)


def _can(state: State, seat: int) -> str:
    reds = reduce(speech().either.format, map(str, state.shape.reds(state.sets.table, seat)))
    return language.say(
        "by all that the table has seen, that hand has {reds} red of {n}", reds=reds, n=state.sizes[seat]
    )


def _slots(state: State, *, down: bool) -> list[int]:
    """Return the numbers (from 1, ascending) of the river slots that lie face down, or else face up."""
    return [at for at, lies in enumerate(state.slots, 1) if (lies is None) == down]


def _to_swap(state: State) -> list[int]:
    return [state.peeked + 1] if state.phase == "peeked" else _slots(state, down=False)


def _showing(state: State, action: Shown) -> Sets:
    seat = action.seat
    return state.sets.among(state.shape.showing(EVERY, seat, state.sizes[seat], action.colour, action.count))


def _next_turn(state: State) -> State:
    turns = state.turns + 1
    last = turns == state.setup.options.max_turns
    phase, turn = ("over", UNKNOWN) if last else ("turn", 1 - state.turn)
    return replace(state, phase=phase, turn=turn, turns=turns, peeked=UNKNOWN, attack=(0, 0), defence=(0, 0), owed=0)


def _resolve(state: State) -> State:
    """Return the state after an attack is settled.

    The strength of a side is the number of cards it showed; if the two colours differ, the river cards of its colour
    are added. If the attack is stronger, the defender owes the difference in cards, at most the whole hand. Otherwise
    the next turn begins.
    """
    (attack, colour), (defence, other) = state.attack, state.defence
    if colour != other:
        attack += sum(slot == colour for slot in state.slots)
        defence += sum(slot == other for slot in state.slots)
    owed = min(max(attack - defence, 0), state.sizes[1 - state.turn])
    return replace(state, phase="discard", owed=owed) if owed else _next_turn(state)


TRIES = 40  # deals, before all worlds are weighed


def _deal_again(view: State, seat: int | None, rng: Random) -> tuple[int, int, int]:
    """Return (red cards of seat 0, red cards of seat 1, bit number of the world) of a random deal.

    A world is a pair of hands and a river, see ``Worlds``. The hand of ``seat`` stays as it is, if it is known. Up to
    ``TRIES`` deals are tried until one is a world that the view allows; after that, the world is drawn from all that
    the view allows, weighted by the number of deals that give it.
    """
    worlds, side, sizes, slots = view.sets.all, view.shape.hand + 1, view.sizes, view.slots
    options, laid = view.setup.options, (*view.discards[0], *view.discards[1])
    red, black = options.red - laid.count(RED), options.black - laid.count(BLACK)
    known = None if seat is None else rb.own_reds(view, seat)
    mine = known[0] if known and len(known) == 1 else UNKNOWN
    size = 0 if seat is None or mine < 0 else sizes[seat]
    hidden_red, hidden_black = red - slots.count(RED), black - slots.count(BLACK)
    pool = [RED] * (hidden_red - max(mine, 0)) + [BLACK] * (hidden_black - (size - mine if size else 0))
    faceup = sum(1 << place for place, colour in enumerate(slots) if colour)
    down = [1 << place for place, colour in enumerate(slots) if colour is None]
    reds = [mine, mine]
    for _ in range(TRIES):
        cards = some(pool, sum(sizes) - size + len(down), rng)
        for at in (0, 1):
            if at != seat or mine < 0:
                reds[at] = sum(cards[: sizes[at]])
                del cards[: sizes[at]]
        river = faceup + sum([bit for bit, card in zip(down, cards, strict=True) if card])
        world = reds[0] + side * (reds[1] + side * river)
        if worlds >> world & 1:
            return reds[0], reds[1], world
    found, weights = _weighed(worlds, side, sizes, red, black, len(slots))
    (world,) = rng.choices(found, cum_weights=weights)
    return world % side, world // side % side, world


@lru_cache(maxsize=4)
def _weighed(
    worlds: int, side: int, sizes: tuple[int, int], red: int, black: int, river: int
) -> tuple[list[int], list[int]]:
    """Return the worlds that can be dealt, and the cumulative numbers of deals that give them.

    The first list has bit numbers of ``worlds``. The second list says how many deals give this world or one before it
    in the list. ``side`` is the number of cards of a dealt hand plus 1, ``sizes`` are the present sizes of the hands,
    ``red`` and ``black`` count the cards that are not discarded, and ``river`` is the number of slots.
    """
    found, weights = [], [0]
    for world in cards_of(worlds):
        reds = world % side, world // side % side
        turned = (world // side // side).bit_count()
        dealt, cards = sum(reds) + turned, sum(sizes) + river
        hands = comb(sizes[0], reds[0]) * comb(sizes[1], reds[1])
        if ways := hands * perm(red, dealt) * perm(black, cards - dealt):
            found.append(world)
            weights.append(weights[-1] + ways)
    return found, weights[1:]
