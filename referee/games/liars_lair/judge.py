"""What is allowed in Liar's Lair, who may act, and what is worth judging: the only place that knows."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.core.cards import UNKNOWN, bits, cards_of
from referee.core.game import ALLOWED, ON_TRUST, Action, Coming, Field, Judgment, Refused, Turn
from referee.core.leaving import Leaves
from referee.core.refusals import infinitive, untimely
from referee.games.liars_lair.actions import (
    NOTHING,
    Declares,
    Gives,
    Holds,
    Move,
    Passes,
    Plays,
    Reclaims,
    Shows,
    Start,
    Takes,
    Truths,
)
from referee.games.liars_lair.brackets import declaration_lacks, judge_opens, leaving_lacks, play_lacks, show_lacks
from referee.games.liars_lair.deck import listed, title_of
from referee.games.liars_lair.options import SEATS
from referee.games.liars_lair.state import DEAL, DECLARE, OVER, PLAY, QUESTION, RECLAIM, TAKE, State

_TURNS = {
    phase: tuple((Turn(seat, verbs),) for seat in range(SEATS[1]))
    for phase, verbs in (
        (PLAY, ("plays",)),
        (RECLAIM, ("reclaims",)),
        (DECLARE, ("declares", "passes")),
        (QUESTION, ("passes", "shows")),
    )
}
_TAKES = tuple((Turn(seat, ("takes",)),) for seat in range(SEATS[1]))
_GIVES = tuple((Turn(seat, ("gives",)),) for seat in range(SEATS[1]))
_HOLDS = tuple(Turn(seat, ("holds",)) for seat in range(SEATS[1]))
_TRUTHS, _START = (Turn(None, ("truths",)),), (Turn(None, ("start",)),)


def to_act(state: State) -> tuple[Turn, ...]:
    """Return who may act now, with which verbs."""
    turns = _TURNS.get(state.phase)
    if turns is not None:
        return turns[state.queue[0]]
    if state.phase == DEAL:
        if state.dealt:
            return _START
        waiting = tuple([_HOLDS[seat] for seat, size in enumerate(state.sizes) if not size])
        return waiting or _TRUTHS
    if state.phase == OVER:
        return ()
    acting = state.actor
    assert acting is not None
    return (_TAKES if acting == state.taker else _GIVES)[acting]


def coming(state: State) -> tuple[Coming, ...]:
    """Return the seats that are still asked whether they declare: they may say so ahead, until somebody declares."""
    if state.phase != DECLARE:
        return ()
    on = (state.round, *state.declarers)
    return tuple(Coming(seat, ("declares", "passes"), on) for seat in state.queue)


def fields(state: State, _seat: int | None, verb: str) -> tuple[Field, ...]:
    """Return the numbers of a dealt hand that is entered."""
    if verb != "holds":
        return ()
    many = 2 * state.setup.options.each
    return (Field("card", tuple(map(str, sorted(state.partner))), many, many),)


def judge(state: State, action: Move) -> Judgment:
    """Say whether a line may be written now."""
    queue, found = state.queue, _JUDGE[state.phase].get(type(action))
    if found is None:
        return _leaves(state, action) if type(action) is Leaves else _untimely(state, action)
    if state.phase == TAKE:
        if action.seat != state.actor:
            return _untimely(state, action)
        if (type(action) is Takes) is not (state.setup.options.departing == "pick"):
            return untimely("lair", state.setup, to_act(state), action)
    elif queue and action.seat != queue[0]:
        return _untimely(state, action)
    judged, lacks = found
    judgment = judged(state, action)
    if judgment.legal and (action.opens or (lacks and lacks(state, action))):
        return judge_opens(state, action, judgment)
    return judgment


class _OfSeat(dict[int, Move]):
    """The lines of a verb by which a seat moves a card, by its number, made when they are first asked for."""

    def __init__(self, kind: type[Plays | Reclaims | Shows | Gives | Takes], seat: int) -> None:
        self._kind, self._seat = kind, seat

    def __missing__(self, card: int) -> Move:
        self[card] = made = self._kind(self._seat, card)
        return made


_PLAYS, _RECLAIMS, _SHOWS, _GIVEN, _TAKEN = (
    tuple(_OfSeat(kind, seat) for seat in range(SEATS[1])) for kind in (Plays, Reclaims, Shows, Gives, Takes)
)
_DECLARES = tuple((Declares(seat),) for seat in range(SEATS[1]))
_PASSES = tuple((Passes(seat),) for seat in range(SEATS[1]))


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Move]:
    """Return the lines of a verb that are worth judging; none for ``holds`` and ``truths``, which are drawn."""
    if seat is None:
        return [Start(who) for who in range(len(state.hands))] if verb == "start" else ()
    match verb:
        case "plays":
            return [*map(_PLAYS[seat].__getitem__, _held(state, seat))]
        case "reclaims":
            reclaims = _RECLAIMS[seat]
            return [reclaims[card] for card, _ in state.table]
        case "declares":
            return _DECLARES[seat]
        case "passes":
            return _PASSES[seat]
        case "shows":
            return [*map(_SHOWS[seat].__getitem__, _held(state, seat))]
        case "gives":
            return [*map(_GIVEN[seat].__getitem__, _held(state, seat))]
        case "takes" if state.departing is not None:
            return [*map(_TAKEN[seat].__getitem__, (*_held(state, state.departing), NOTHING))]
    return ()


def _held(state: State, seat: int) -> list[int]:
    """Return the cards that lie, or could lie, in a hand."""
    hand = state.hands[seat]
    if hand.bit_count() == state.sizes[seat]:
        return cards_of(hand)
    return [card for card in sorted(state.partner) if state.could_hold(seat, card)]


# ------------------------------------------------------------------------------------------- who acts, and when


def _untimely(state: State, action: Action) -> Refused:
    seat, name = action.seat, state.setup.name(action.seat)
    if state.phase == OVER or seat is None:
        return untimely("lair", state.setup, to_act(state), action)
    if seat in state.out:
        return Refused("lair.out", f"{name} is out of the game and cannot {infinitive(action.verb)} any more")
    late = state.phase == QUESTION or (state.phase == DECLARE and seat not in state.queue)
    if isinstance(action, Declares) and late:
        return Refused("lair.declare-late", f"{name} was passed over and cannot declare in this round any more")
    if isinstance(action, Holds):
        return Refused("lair.holds-once", f"{name}'s hand was entered at the deal")
    return untimely("lair", state.setup, to_act(state), action)


# --------------------------------------------------------------------------------------------------- the deal


def _holds(state: State, action: Holds) -> Judgment:
    seat, hand = action.seat, 2 * state.setup.options.each
    name = state.setup.seats[seat]
    if state.sizes[seat]:
        return Refused("lair.holds-once", f"{name}'s hand is entered already")
    if len(action.cards) != hand:
        return Refused("lair.holds-count", f"{name} cannot hold {len(action.cards)} cards: a dealt hand has {hand}")
    known = [card for card in action.cards if card != UNKNOWN]
    if no := _not_in_kit(state, known):
        return no
    cards = bits(known)
    if cards.bit_count() != len(known):
        return Refused("lair.holds-count", f"{name} cannot hold a card twice: a dealt hand has {hand} different cards")
    if any(cards & other for other in state.hands):
        return Refused("lair.one-place", f"{name} cannot hold a card that lies in another hand already")
    if len(known) != hand:
        return ON_TRUST
    if _tears_a_pair(state, seat, cards):
        return Refused("lair.pairs-whole", "the hands leave a pair torn: both its cards are dealt, or neither")
    return ALLOWED


def _tears_a_pair(state: State, seat: int, cards: int) -> bool:
    """Say whether the last hand to be entered leaves a pair torn where pairs stay whole."""
    waiting = any(not size for other, size in enumerate(state.sizes) if other != seat)
    if state.setup.options.aside != "pairs" or waiting or _masked(state):
        return False
    for other in state.hands:
        cards |= other
    return cards != bits([state.partner[card] for card in cards_of(cards)])


def _masked(state: State) -> bool:
    """Say whether this state does not know every card of the hands."""
    return any(state.unknown(seat) for seat in range(len(state.hands)))


def _not_in_kit(state: State, cards: Iterable[int]) -> Refused | None:
    wrong = [card for card in cards if card not in state.partner]
    return Refused("lair.kit", _no_card(state, wrong[0])) if wrong else None


def _truths(state: State, action: Truths) -> Judgment:
    if state.dealt:
        return Refused("lair.deal-order", "the truths are drawn already: next is start")
    if not all(state.sizes):
        missing = [name for name, size in zip(state.setup.seats, state.sizes, strict=True) if not size]
        return Refused("lair.deal-order", f"the truths come after every hand: {', '.join(missing)} still to be entered")
    if action.cards == (UNKNOWN,):
        return ON_TRUST
    no = _not_in_kit(state, action.cards) or _not_halves(state, action.cards) or _not_even(state, bits(action.cards))
    if no:
        return no
    if not _masked(state):
        return ALLOWED
    need = len(state.hands) * state.setup.options.each
    if state.setup.options.aside == "pairs" and len(action.cards) != need:
        return Refused("lair.truths-halves", f"{need} pairs are dealt, so {need} cards are true")
    return ON_TRUST


def _not_halves(state: State, cards: tuple[int, ...]) -> Refused | None:
    """Refuse truths that are not one half of every pair that was dealt."""
    true, lies, known = bits(cards), bits([state.partner[card] for card in cards]), 0
    for hand in state.hands:
        known |= hand
    if true.bit_count() != len(cards) or true & lies:
        return Refused("lair.truths-halves", "of the two halves of a pair exactly one is true, and it is named once")
    if true & ~known and not _masked(state):
        return Refused("lair.truths-dealt", "only cards that were dealt are named true")
    unsaid = known & ~true & ~lies
    if any(unsaid >> state.partner[card] & 1 for card in cards_of(unsaid)):
        return Refused("lair.truths-halves", "of the two halves of a pair that was dealt exactly one is true")
    return None


def _not_even(state: State, true: int) -> Refused | None:
    """Refuse truths that leave a hand with more of them than of lies, or with less, where every hand is even."""
    each = state.setup.options.each
    if state.setup.options.mix == "random":
        return None
    for seat, hand in enumerate(state.hands):
        least = (hand & true).bit_count()
        if not least <= each <= least + state.unknown(seat):
            return Refused("lair.truths-even", f"every hand is dealt {each} truths and {each} lies")
    return None


def _start(state: State, action: Start) -> Judgment:
    if state.dealt:
        return ALLOWED
    name = state.setup.seats[action.who]
    return Refused("lair.deal-order", f"{name} cannot start yet: the hands and the truths come first")


# --------------------------------------------------------------------------------------------------- the round


def _plays(state: State, action: Plays | Shows) -> Judgment:
    seat, card = action.seat, action.card
    if state.hands[seat] >> card & 1:
        return ALLOWED
    if state.could_hold(seat, card):
        return ON_TRUST
    rule = "lair.play-held" if isinstance(action, Plays) else "lair.show-held"
    return _not_held(state, rule, f"{state.setup.seats[seat]} cannot {infinitive(action.verb)} {card}", card)


def _takes(state: State, action: Takes) -> Judgment:
    liar, card = state.departing, action.card
    assert liar is not None
    if card == NOTHING or (card != UNKNOWN and state.hands[liar] >> card & 1):
        return ALLOWED
    if card == UNKNOWN or state.could_hold(liar, card):
        return ON_TRUST
    what = f"{state.setup.seats[action.seat]} cannot take {card} from {state.setup.seats[liar]}'s hand"
    return _not_held(state, "lair.take-departing", what, card)


def _gives(state: State, action: Gives) -> Judgment:
    seat, card, name = action.seat, action.card, state.setup.seats[action.seat]
    if card == NOTHING:
        return Refused("lair.give-own", f"{name} cannot give nothing: it is one card of the departing hand")
    if card == UNKNOWN:
        if state.setup.options.departing == "gift":
            return ON_TRUST
        return Refused("lair.give-own", f"{name} cannot hide the card: it goes into play, for all to see")
    if state.hands[seat] >> card & 1:
        return ALLOWED
    if state.could_hold(seat, card):
        return ON_TRUST
    return _not_held(state, "lair.give-own", f"{name} cannot give {card}", card)


def _reclaims(state: State, action: Reclaims) -> Judgment:
    seat, card = action.seat, action.card
    for held, whose in state.table:
        if held == card and whose != seat:
            return ALLOWED
    name, table = state.setup.seats[seat], dict(state.table)
    free = [held for held, whose in state.table if whose != seat or state.setup.options.reclaim == "revised"]
    if card not in state.partner:
        return Refused("lair.kit", f"{name} cannot reclaim {card}: {_no_card(state, card)}")
    if card not in table:
        there = listed(state.setup, free or [*table])
        return Refused("lair.reclaim-table", f"{name} cannot reclaim {card}: what lies in play is {there}")
    if card not in free and len(table) > 1:
        why = f"{name} cannot reclaim {card}, played by {name} this round: there is "
        return Refused("lair.reclaim-own", lambda: why + listed(state.setup, free))
    return ALLOWED


def _leaves(state: State, action: Leaves) -> Judgment:
    """Let anybody go home who is in the game still, or has a card to give."""
    name = state.setup.seats[action.seat]
    if state.phase == OVER:
        return untimely("lair", state.setup, (), action)
    if state.phase == DEAL:
        return Refused("lair.leave-deal", f"{name} cannot leave during the deal: set up a new table without {name}")
    if not state.is_in(action.seat) and state.actor != action.seat:
        return Refused("lair.out", f"{name} is out of the game already")
    return judge_opens(state, action, ALLOWED) if action.opens or leaving_lacks(state, action) else ALLOWED


def _free(_state: State, _action: Action) -> Judgment:
    return ALLOWED


def _no_card(state: State, card: int) -> str:
    first, last = min(state.partner), max(state.partner)
    return f"there is no card {card} in this kit, whose cards are numbered {first} to {last}"


def _not_held(state: State, rule: str, what: str, card: int) -> Refused:
    """Refuse a card that is not where the line says, saying where this state knows it to be.

    Its title is said where that is known alone: halves of a pair may share it, so the title of a card that nobody has
    shown would say which number is the rival of a card in hand.
    """
    if card not in state.partner:
        return Refused("lair.kit", f"{what}: {_no_card(state, card)}")
    bit = 1 << card
    where = ""
    if state.in_play & bit:
        where = "it lies in play"
    elif state.gone & bit:
        where = "it has left the game"
    for seat, hand in enumerate(state.hands):
        if hand & bit:
            where = f"it lies in {state.setup.seats[seat]}'s hand"
    return Refused(rule, f"{what} ({title_of(state.setup, card)}): {where}" if where else f"{what}: it is not there")


# by phase, the lines that it has: who judges one, and who says whether it may open what a masked state does not know
_Judging = tuple[Callable[[State, Any], Judgment], Callable[[State, Any], bool] | None]
_JUDGE: dict[str, dict[type, _Judging]] = {
    DEAL: {Holds: (_holds, None), Truths: (_truths, None), Start: (_start, None)},
    PLAY: {Plays: (_plays, play_lacks)},
    TAKE: {Takes: (_takes, None), Gives: (_gives, None)},
    RECLAIM: {Reclaims: (_reclaims, None)},
    DECLARE: {Declares: (_free, declaration_lacks), Passes: (_free, declaration_lacks)},
    QUESTION: {Passes: (_free, None), Shows: (_plays, show_lacks)},
    OVER: {},
}
