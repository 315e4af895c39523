"""The rules of Liar Poker (docs/rules.md): what chance draws, what is legal, what happens, views."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.language import both, later, say_n
from referee.core.cards import MASK, NAMES, STANDARD, UNKNOWN, bits, cards_of, is_known, put_pair, sample, say, some
from referee.core.game import (
    ALLOWED,
    ON_TRUST,
    Action,
    Field,
    Game,
    Json,
    Judgment,
    Outcome,
    Refused,
    Setup,
    Turn,
    Unopened,
    capped,
    left,
)
from referee.core.play import Leaves
from referee.games.liar_poker import state as poker
from referee.games.liar_poker.state import (
    BETS,
    BOARD,
    FOLD,
    HAND,
    LARGE,
    MASKED,
    MIDDLE,
    Amounts,
    State,
    hand_name,
    seven,
    strength,
    to_show,
    waits,
)

_VERBS = {
    "bet": ("bets", "folds"),
    "reveal": ("reveals",),
    "claim": ("claims",),
    "suspect": ("accepts", "suspects"),
    "turn-up": ("turns",),
}
_SEATS = {phase: tuple(Turn(seat, verbs) for seat in (0, 1)) for phase, verbs in _VERBS.items()}
_STEPS = {
    phase: {(True, True): turns, (True, False): turns[:1], (False, True): turns[1:], (False, False): ()}
    for phase, turns in _SEATS.items()
}
_BOARD = (Turn(None, ("board",)),)
_FIXED: dict[str, tuple[tuple[poker.Move, ...], ...]] = {
    "bets": tuple(tuple(poker.Bets(seat=seat, bet=bet) for bet in range(FOLD)) for seat in (0, 1)),
    **{
        kind.verb: tuple((kind(seat=seat),) for seat in (0, 1)) for kind in (poker.Folds, poker.Suspects, poker.Accepts)
    },
}
_CLAIMS = tuple(tuple(poker.Claims(seat=seat, card=card) for card in range(STANDARD)) for seat in (0, 1))


class Rules(Game[State]):
    """The rules of Liar Poker: what is legal, what happens, and who may see what.

    The methods are explained in ``referee.core.game.Game``, which this class inherits from.
    """

    def check(self, setup: Setup) -> tuple[str, str] | None:
        """Return ("bets", sentence) if the bets of a turn are not large ≥ middle ≥ small, else None."""
        bets: Amounts = setup.options.bets
        for turn, (large, middle, small) in enumerate(zip(bets.large, bets.middle, bets.small, strict=True), start=1):
            if not large >= middle >= small:
                return "bets", f"in turn {turn} large {large}, middle {middle} and small {small} are not in that order"
        return None

    def start(self, setup: Setup) -> State:
        return State(setup=setup, chips=(setup.options.chips,) * 2)

    def deals_scored(self, state: State) -> int:
        """Return the number of rounds that are paid out."""
        return len(state.history)

    def outcome(self, state: State) -> Outcome:
        """Return how the match stands. It is over when a player has no chips left after a round.

        It is also over, without a winner, after ``max_rounds`` rounds or if a player has left.
        """
        if state.phase != "over":
            return Outcome(over=False, winners=(), scores=state.chips)
        if state.left >= 0:
            return left(state.setup, state.left, state.chips)
        if 0 not in state.chips:
            return capped(say_n("{n} round", "{n} rounds", state.round), state.chips)
        winners = tuple(seat for seat in (0, 1) if state.chips[seat] > 0) or (0, 1)
        reason = say_n(
            "{who} has all the chips", "{who} share the match: neither has a chip left", len(winners),
            who=both(state.setup.seats[seat] for seat in winners),
        )  # fmt: skip
        return Outcome(over=True, winners=winners, scores=state.chips, reason=reason)

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> poker.Move | None:
        """Return the next action that chance takes (board or hand), drawn with ``rng``.

        None if a player is to act or the match is over. Without ``hands``, no hand is dealt; None is returned instead.
        ``among`` has no effect, as chance never draws a seat.
        """
        if state.phase == "board":
            return poker.Board(cards=tuple(sample(range(STANDARD), BOARD, rng)))
        if hands and state.phase == "bet" and state.turn == 1 and None in state.hands and state.pending == (None, None):
            first, second = state.hands
            held = bits([card for card in first or second or () if card >= 0])
            pool = cards_of((1 << STANDARD) - 1 & ~(state.face | held))
            return poker.Holds(seat=0 if first is None else 1, cards=tuple(sorted(sample(pool, HAND, rng))))
        return None

    def to_act(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat that may act now, or for the table before the board; () at the end.

        In a secret step, both seats may act in any order, once each.
        """
        phase = state.phase
        if phase == "board":
            return _BOARD
        if phase == "turn-up":
            return _STEPS[phase][(waits(state, 0), waits(state, 1))]
        steps = _STEPS.get(phase)
        return steps[(state.pending[0] is None, state.pending[1] is None)] if steps else ()

    def optional(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat that may still enter its hand: once a round, before anybody has bet."""
        if state.phase != "bet" or state.turn != 1 or state.pending != (None, None):
            return ()
        return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if state.hands[seat] is None)

    def fields(self, state: State, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return the argument to ask for: the cards of ``board``, of ``holds``, or of ``reveals``.

        For ``reveals``, this is so only if the hand is unknown. () in all other cases.
        """
        down = tuple(NAMES[card] for card in poker.down(state))
        if verb == "board":
            return (Field("card", NAMES[:STANDARD], BOARD, BOARD),)
        if verb == "holds":
            return (Field("card", down, HAND, HAND),)
        if verb == "reveals" and seat is not None and not is_known(state.hands[seat]):
            return (Field("card", down, to_show(state), to_show(state)),)
        return ()

    def candidate_actions(self, state: State, seat: int | None, verb: str) -> Sequence[poker.Move]:
        """Return the actions of a seat with this verb that may be legal; () for ``board`` and ``holds``.

        If a seat with an unknown hand is to show three cards, only some of the many possible actions are listed.
        """
        if seat is None:
            return ()
        if verb in _FIXED:
            return _FIXED[verb][seat]
        if verb == "claims":
            return [_CLAIMS[seat][card] for card in poker.down(state)]
        hand = state.hands[seat]
        own = [card for card in hand if not state.face >> card & 1] if is_known(hand) else poker.down(state)
        if verb == "turns":
            return [poker.Turns(seat=seat, card=card) for card in own]
        if verb != "reveals":
            return ()
        count = to_show(state)
        if is_known(hand):
            return [poker.Reveals(seat=seat, cards=cards) for cards in combinations(own, count)]
        return [poker.Reveals(seat=seat, cards=tuple(own[at : at + count])) for at in range(len(own) - count + 1)]

    # ---- what is allowed

    def untimely(self, state: State, action: Action) -> Refused:
        seat, verb = action.seat, action.verb
        if seat is not None and verb == "holds" and state.phase not in {"board", "over"}:
            why = later("{seat} enters a hand before the first bet of a round, not now")
            if state.hands[seat] is not None:
                why = later("{seat}’s hand of this round has been entered already")
            return Refused("poker.holds-once", say(why, seat=_name(state, seat)))
        if seat is not None and verb in _VERBS.get(state.phase, ()) and state.phase != "turn-up":
            other = _name(state, 1 - seat)
            template = later("{seat} has chosen already: {other} has still to choose")
            return Refused("poker.chosen", say(template, seat=_name(state, seat), other=other))
        return super().untimely(state, action)

    def judge_board(self, _: State, action: poker.Board) -> Judgment:
        first, second = action.cards
        if first == second:
            return Refused("poker.board", say("the board is two different cards, not twice {card}", card=NAMES[first]))
        return ALLOWED

    def judge_holds(self, state: State, action: poker.Holds) -> Judgment:
        name, cards = _name(state, action.seat), action.cards
        if cards == (UNKNOWN,) * HAND:
            return ON_TRUST
        if len(cards) != HAND or len(set(cards)) != HAND or UNKNOWN in cards:
            return Refused("poker.holds-count", say("{seat} must enter five different cards", seat=name))
        other = state.hands[1 - action.seat] or ()
        for card in cards:
            if state.face >> card & 1 or card in other:
                why = later("{seat} cannot hold {card}: it is in the other hand")
                if state.face >> card & 1:
                    why = later("{seat} cannot hold {card}: it lies face up")
                return Refused("poker.one-place", say(why, seat=name, card=NAMES[card]))
        return ALLOWED

    def judge_choice(self, state: State, action: poker.Choice, *, trust: bool = False) -> Judgment:
        """Return a judgment on the brackets of a secret choice.

        The first of two choices must have no brackets; those of the second must make known all choices that ``state``
        masks. If nothing is wrong, the result is OnTrust for a masked choice, else Allowed. With ``trust``, it is
        always OnTrust; this is for a choice that could only be proved wrong by a hand that the referee does not know.
        """
        mine, other = action.chosen, state.pending[1 - action.seat]
        if not action.opens and mine != MASKED != other:  # nothing is opened that this state does not know
            return _shown_twice(mine, other) or (ON_TRUST if trust else ALLOWED)
        opened: dict[int, poker.Chosen] = dict(action.opens)
        no: Refused | None = None
        if len(opened) != len(action.opens):
            no = Refused("poker.bracket-false", "the brackets name a seat twice")
        elif other is not None:
            no = _judge_opened(state, action, {action.seat: mine, 1 - action.seat: other}, opened)
        elif opened:
            no = Refused("poker.bracket-false", "choices are opened by the second of them: leave out the brackets")
        return no or (ALLOWED if mine != MASKED and not trust else ON_TRUST)

    judge_bets = judge_folds = judge_suspects = judge_accepts = judge_choice

    def judge_claims(self, state: State, action: poker.Claims) -> Judgment:
        if action.card != UNKNOWN and state.face >> action.card & 1:
            why = later("{seat} cannot claim {card}: it lies face up")
            return Refused("poker.face-up", say(why, seat=_name(state, action.seat), card=NAMES[action.card]))
        return self.judge_choice(state, action)

    def judge_reveals(self, state: State, action: poker.Reveals) -> Judgment:
        seat, cards = action.seat, action.cards
        if not cards:
            return self.judge_choice(state, action)
        count = to_show(state)
        if len(cards) != count or len(set(cards)) != count:
            why = later("{seat} must show one more card in turn {n}")
            if count == 3:
                why = later("{seat} must show three different cards in turn {n}")
            return Refused("poker.show-count", say(why, seat=_name(state, seat), n=state.turn))
        no = _judge_cards(state, seat, cards)
        return no or self.judge_choice(state, action, trust=not is_known(state.hands[seat]))

    def judge_turns(self, state: State, action: poker.Turns) -> Judgment:
        no = _judge_cards(state, action.seat, (action.card,), "turns")
        return no or (ALLOWED if is_known(state.hands[action.seat]) else ON_TRUST)

    # ---- what happens

    def apply_board(self, state: State, action: poker.Board) -> State:
        return State(
            setup=state.setup,
            phase="bet",
            round=state.round + 1,
            turn=1,
            chips=state.chips,
            bonus=state.bonus,
            history=state.history,
            board=action.cards,
            face=1 << action.cards[0] | 1 << action.cards[1],
        )

    def apply_holds(self, state: State, action: poker.Holds) -> State:
        return replace(state, hands=put_pair(state.hands, action.seat, action.cards))

    def apply_choice(self, state: State, action: poker.Choice) -> State:
        """Return the state after a secret choice. Once both seats have chosen, both choices take effect."""
        pending = put_pair(state.pending, action.seat, action.chosen)
        if None in pending:
            return replace(state, pending=pending)
        for seat, chosen in action.opens:
            pending = put_pair(pending, seat, chosen)
        first, second = pending
        if isinstance(first, tuple) and isinstance(second, tuple):
            shown = ((*state.shown[0], *first), (*state.shown[1], *second))
            face = state.face | bits((*first, *second))
            return replace(
                state, phase="bet", turn=state.turn + 1, bets=(), shown=shown, face=face, pending=(None, None)
            )
        assert isinstance(first, int)
        assert isinstance(second, int)
        match state.phase:
            case "bet":
                return _open_bets(state, (first, second))
            case "claim":
                return replace(state, phase="suspect", turn=4, bets=(), claimed=(first, second), pending=(None, None))
        suspects = (first == 1, second == 1)
        state = replace(state, phase="turn-up", suspects=suspects, pending=(None, None))
        return state if any(suspects) else _settle(state)

    apply_bets = apply_folds = apply_reveals = apply_claims = apply_suspects = apply_accepts = apply_choice

    def apply_turns(self, state: State, action: poker.Turns) -> State:
        turned = put_pair(state.turned, action.seat, action.card)
        state = replace(state, turned=turned, face=state.face | 1 << action.card)
        return state if waits(state, 0) or waits(state, 1) else _settle(state)

    def apply_leaves(self, state: State, action: Leaves) -> State:
        """Return the state after a player has left: the match is over and has no winner.

        If a round was not finished, both seats get back what they have bet in it.
        """
        chips = state.history[-1][:2] if state.history else (state.setup.options.chips,) * 2
        return replace(state, phase="over", chips=chips, pot=0, pending=(None, None), winner=-1, left=action.seat)

    # ---- who may know what

    def view(self, state: State, seat: int | None) -> State:
        """Return the state as ``seat`` may see it (None: as everybody may), with all else masked."""
        pending = state.pending
        for other in (0, 1):
            if other != seat and pending[other] is not None:
                pending = put_pair(pending, other, MASKED)
        return replace(super().view(state, seat), pending=pending)

    def redact(self, state: State, action: poker.Move, seat: int | None) -> Action:
        """Return the action as ``seat`` may read it (None: as everybody may). ``state`` is the one before it.

        The hand and the secret choice of another seat are masked. The second of two secret choices makes both known:
        its ``opens`` has (seat, choice) for each known choice that the reader did not make.
        """
        if isinstance(action, poker.Board | poker.Holds | poker.Turns | Leaves):
            return super().redact(state, action, seat)
        other, opens = state.pending[1 - action.seat], list[tuple[int, poker.Chosen]]()
        if other is not None:
            both: dict[int, poker.Chosen] = {action.seat: action.chosen, 1 - action.seat: other, **dict(action.opens)}
            opens = sorted((who, chosen) for who, chosen in both.items() if who != seat and chosen != MASKED)
        if action.seat == seat:
            return replace(action, opens=tuple(opens))
        match action:
            case poker.Bets() | poker.Folds():
                return poker.Bets(seat=action.seat, bet=MASKED, opens=tuple(opens))
            case poker.Suspects() | poker.Accepts():
                return poker.Suspects(seat=action.seat, masked=True, opens=tuple(opens))
            case poker.Reveals():
                return poker.Reveals(seat=action.seat, cards=(), opens=tuple(opens))
            case poker.Claims():
                return poker.Claims(seat=action.seat, card=UNKNOWN, opens=tuple(opens))

    def cards_shown(self, before: State, action: poker.Move, after: State) -> tuple[tuple[int, str], ...]:
        """Return (seat, card as a record names it) for each card of a hand that becomes known to everybody.

        That is the last card for ``Turns``, and the cards of both players for the second of two reveals. ``before`` and
        ``after`` are the states around the action. For other actions, return ().
        """
        if isinstance(action, poker.Turns):
            return ((action.seat, NAMES[action.card]),)
        return tuple(
            (seat, NAMES[card])
            for seat, (was, shown) in enumerate(zip(before.shown, after.shown, strict=True))
            for card in shown[len(was) :]
        )

    def public(self, state: State) -> dict[str, Json]:
        """Return what everybody may know: the ``public`` object of ``referee replay --json`` (docs/rules.md §5)."""
        names = state.setup.seats
        claimed = state.claimed or (UNKNOWN, UNKNOWN)
        return {
            "round": state.round,
            "turn": state.turn or None,
            "pot": state.pot,
            "bonus": state.bonus,
            "board": [NAMES[card] for card in state.board],
            "shown": {name: [NAMES[card] for card in state.shown[seat]] for seat, name in enumerate(names)},
            "claimed": {name: _card(card) for name, card in zip(names, claimed, strict=True)},
            "turned": {name: _card(card) for name, card in zip(names, state.turned, strict=True)},
            "bets": {name: BETS[bet] for name, bet in zip(names, state.bets, strict=False)},
            "hands": {name: hand_name(seven(state, seat)) for seat, name in enumerate(names)} if state.claimed else {},
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return the ``hidden`` object of ``referee replay --json --reveal``: known hands, secret choices."""
        names = state.setup.seats
        return {
            "hands": {
                name: None if hand is None else [_card(card) or MASK for card in hand]
                for name, hand in zip(names, state.hands, strict=True)
            },
            "chosen": {name: _chosen(state, chosen) for name, chosen in zip(names, state.pending, strict=True)},
        }

    def sample_state(self, view: State, seat: int | None, rng: Random) -> State:
        """Return a random full state that agrees with this view of ``seat``: masked cards and choices are drawn."""
        view, pending = super().sample_state(view, seat, rng), view.pending
        for other in (0, 1):
            if pending[other] == MASKED:
                pending = put_pair(pending, other, _guess_chosen(view, other, rng))
        return view if pending is view.pending else replace(view, pending=pending)


def _name(state: State, seat: int) -> str:
    return state.setup.seats[seat]


def _judge_opened(
    state: State, action: poker.Choice, known: Mapping[int, poker.Chosen], opened: Mapping[int, poker.Chosen]
) -> Refused | None:
    """Return the refusal of the brackets of a second choice; None if nothing is wrong with them.

    ``known`` has both choices by seat as ``state`` shows them, MASKED for a hidden one, and ``opened`` those in the
    brackets. They are refused if a masked choice is missing in them, if they contradict a known choice, or if a seat
    cannot have chosen what they say.
    """
    for who, chosen in known.items():
        name = _name(state, who)
        if who not in opened:
            if chosen == MASKED:
                why = later("the second line must say what was chosen in secret: {seat}’s choice is missing")
                return Unopened("poker.bracket-missing", say(why, seat=name))
        elif chosen not in (MASKED, opened[who]):
            return Refused("poker.bracket-false", say("{seat} did not choose what the brackets say", seat=name))
        elif not _can_open(state, action, opened[who]):
            why = later("{seat} cannot have chosen what the brackets say")
            return Refused("poker.bracket-false", say(why, seat=name))
    if no := _shown_twice(*{**known, **opened}.values()):
        return no
    for who, cards in opened.items():
        if isinstance(cards, tuple) and (no := _judge_cards(state, who, cards)):
            return no
    return None


def _shown_twice(first: poker.Chosen, second: poker.Chosen | None) -> Refused | None:
    """Return a refusal if both choices are cards to show and have a card in common; else None."""
    if isinstance(first, tuple) and isinstance(second, tuple) and not set(first).isdisjoint(second):
        return Refused("poker.one-place", "a card cannot be in both hands")
    return None


def _can_open(state: State, action: poker.Choice, chosen: poker.Chosen) -> bool:
    """Return whether a seat can have made the choice ``chosen``, which the brackets say, in this step."""
    if isinstance(chosen, tuple):
        fresh = all(not state.face >> card & 1 for card in chosen)
        return fresh and len(set(chosen)) == len(chosen) == to_show(state)
    return not (isinstance(action, poker.Claims) and state.face >> chosen & 1)


_NO = {
    ("reveals", "face-up"): later("{seat} cannot show {card}: it lies face up"),
    ("reveals", "held"): later("{seat} cannot show {card}: {cards} are held"),
    ("reveals", "one-place"): later("{seat} cannot show {card}: it is in the other hand"),
    ("turns", "face-up"): later("{seat} cannot turn up {card}: it lies face up"),
    ("turns", "held"): later("{seat} cannot turn up {card}: {cards} are held"),
    ("turns", "one-place"): later("{seat} cannot turn up {card}: it is in the other hand"),
}  # fmt: skip
"""By verb and rule: why a card cannot be shown."""


def _judge_cards(state: State, seat: int, cards: tuple[int, ...], verb: str = "reveals") -> Refused | None:
    """Return a refusal if ``seat`` cannot show one of these cards; None if it can show all.

    It cannot show a card that lies face up, that its hand (if known) does not have, or that the other hand has.
    ``verb`` is “reveals” or “turns”, for the sentence of the refusal.
    """
    hand = state.hands[seat]

    def no(rule: str, card: str, held: str = "") -> Refused:
        return Refused(f"poker.{rule}", say(_NO[verb, rule], seat=_name(state, seat), card=card, cards=held))

    for card in cards:
        if state.face >> card & 1:
            return no("face-up", NAMES[card])
    if is_known(hand):
        if set(hand).issuperset(cards):
            return None
        missing = " ".join(NAMES[card] for card in cards if card not in hand)
        held = " ".join(NAMES[card] for card in hand)
        return no("held", missing, held)
    pending = state.pending[1 - seat]  # cards that wait to be shown are the other's too
    laid = pending if state.phase == "reveal" and isinstance(pending, tuple) else ()
    others = (*(state.hands[1 - seat] or ()), *laid)
    for card in cards:
        if card in others:
            return no("one-place", NAMES[card])
    return None


class Settlement(Struct, frozen=True):
    """The result of a round, in chips.

    ``chips`` is what each seat has after the round, and ``bonus`` what the next winner of a round will get in addition.
    ``winner`` is the seat that won the round, or UNKNOWN if nobody did. ``lie`` is what a liar paid to the other seat;
    0 unless exactly one was caught. ``doubts`` is what each seat paid for a wrong suspicion.
    """

    chips: tuple[int, int]
    bonus: int
    winner: int
    lie: int = 0
    doubts: tuple[int, int] = (0, 0)


def settle(
    chips: tuple[int, int], pot: int, bonus: int, best: int, suspects: tuple[bool, bool], caught: tuple[bool, bool]
) -> Settlement:
    """Return the result of a round in which nobody folded; amounts are in chips.

    ``chips`` are the seats' chips without ``pot``. ``best`` is the seat with the better cards, −1 for equal hands.
    ``suspects`` says for each seat whether it suspected, and ``caught`` whether it was suspected and had lied. Nobody
    pays more than they have at that moment. There are four steps. The pot goes to ``best``; if ``best`` is −1 or was
    caught, nobody gets it. If exactly one seat was caught, it pays half the pot to the other. Whoever received more in
    these two steps wins the round and gets ``bonus``; if both received the same, nobody wins. Each seat that suspected
    a true claim pays half the pot. A pot that nobody got, a bonus that nobody got, and the payments of the last step
    are the bonus of the next round.
    """
    half = pot // 2
    stacks, received, kept, lie, doubts = list(chips), [0, 0], 0, 0, [0, 0]
    if best >= 0 and not caught[best]:
        stacks[best] += pot
        received[best] += pot
    else:
        kept += pot
    if caught[0] != caught[1]:
        liar = 0 if caught[0] else 1
        lie = min(half, stacks[liar])
        stacks[liar] -= lie
        stacks[1 - liar] += lie
        received[liar] -= lie
        received[1 - liar] += lie
    for seat in (0, 1):
        if suspects[seat] and not caught[1 - seat]:
            doubts[seat] = min(half, stacks[seat])
            stacks[seat] -= doubts[seat]
            kept += doubts[seat]
    winner = -1 if received[0] == received[1] else 0 if received[0] > received[1] else 1
    return replace(_with_bonus(stacks, bonus, kept, winner), lie=lie, doubts=(doubts[0], doubts[1]))


def fold(chips: tuple[int, int], pot: int, bonus: int, folded: tuple[bool, bool], fine: int = 0) -> Settlement:
    """Return the result of a round in which one player or both folded; amounts are in chips.

    ``folded`` says for each seat whether it folded. ``chips`` are the seats' chips without ``pot``. If one seat folded,
    the other gets the pot, and from the folding seat up to ``fine`` chips. If it thereby wins a pot, it also gets
    ``bonus``. If both folded, the pot is added to ``bonus``, which the next winner of a round gets.
    """
    if all(folded):
        return Settlement(chips, bonus + pot, UNKNOWN)
    other = 1 if folded[0] else 0
    stacks = list(chips)
    paid = min(fine, stacks[1 - other])
    stacks[1 - other] -= paid
    stacks[other] += pot + paid
    return _with_bonus(stacks, bonus, 0, other if pot > 0 else UNKNOWN)


def _with_bonus(stacks: list[int], bonus: int, kept: int, winner: int) -> Settlement:
    if winner >= 0:
        stacks[winner] += bonus
        bonus = 0
    return Settlement((stacks[0], stacks[1]), bonus + kept, winner)


def _open_bets(state: State, both: tuple[int, int]) -> State:
    options, at = state.setup.options, state.turn - 1
    if FOLD in both:
        folded = (both[0] == FOLD, both[1] == FOLD)
        fine = options.bets.small[at] if options.first_fold == "small" and at == 0 else 0
        return _end_round(state, fold(state.chips, state.pot, state.bonus, folded, fine), both)
    bet = both[0] if both[0] == both[1] else MIDDLE
    amounts = options.bets.large if bet == LARGE else options.bets.middle if bet == MIDDLE else options.bets.small
    first, second = state.chips
    amount = min(amounts[at], first, second)
    return replace(
        state,
        phase="claim" if state.turn == 3 else "reveal",
        chips=(first - amount, second - amount),
        pot=state.pot + 2 * amount,
        bets=both,
        pending=(None, None),
    )


def _settle(state: State) -> State:
    done = settle(state.chips, state.pot, state.bonus, card_winner(state), state.suspects, caught(state))
    return _end_round(state, done, state.bets)


def caught(state: State) -> tuple[bool, bool]:
    """Return for each seat whether the other suspected its claim and the claim was a lie."""
    claimed = state.claimed or (0, 0)
    return (state.suspects[1] and state.turned[0] != claimed[0], state.suspects[0] and state.turned[1] != claimed[1])


def card_winner(state: State) -> int:
    """Return the seat with the better hand, in which its claimed card counts as real; −1 for equal hands."""
    first, second = strength(seven(state, 0)), strength(seven(state, 1))
    return -1 if first == second else 0 if first < second else 1


def _end_round(state: State, done: Settlement, bets: tuple[int, ...]) -> State:
    cap = state.setup.options.max_rounds
    phase = "over" if 0 in done.chips or state.round == cap else "board"
    history = (*state.history, (*done.chips, done.bonus, done.winner))
    return replace(
        state,
        phase=phase,
        chips=done.chips,
        pot=0,
        bonus=done.bonus,
        bets=bets,
        pending=(None, None),
        winner=done.winner,
        history=history,
    )


def _chosen(state: State, chosen: poker.Chosen | None) -> Json:
    if chosen is None or chosen == MASKED:
        return None if chosen is None else MASK
    if isinstance(chosen, tuple):
        return [NAMES[card] for card in chosen]
    match state.phase:
        case "bet":
            return BETS[chosen]
        case "claim":
            return NAMES[chosen]
    return "suspects" if chosen else "accepts"


def _card(card: int) -> str | None:
    return None if card < 0 else NAMES[card]


def _guess_chosen(state: State, seat: int, rng: Random) -> poker.Chosen:
    """Return a random legal choice of ``seat`` in this step. If the seat's hand is known, the choice agrees with it."""
    match state.phase:
        case "bet":
            return rng.randint(0, FOLD)
        case "suspect":
            return rng.randint(0, 1)
    if state.phase == "claim":
        return rng.choice(poker.down(state))
    hand = state.hands[seat]
    own = poker.unseen(state) if hand is None else cards_of(bits(hand) & ~state.face)
    return tuple(some(own, to_show(state), rng))
