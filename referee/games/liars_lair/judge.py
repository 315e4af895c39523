"""What is allowed in Liar's Lair: the only place that knows."""

from collections.abc import Sequence
from typing import Any

from referee.core.cards import UNKNOWN, bits, cards_of
from referee.core.game import ALLOWED, ON_TRUST, Action, Judgment, Refused, Unopened
from referee.core.refusals import untimely
from referee.games.liars_lair.acts import (
    NOTHING,
    Declares,
    Gives,
    Hand,
    Holds,
    Passes,
    Plays,
    Reclaims,
    Shows,
    Start,
    Takes,
    Told,
    Took,
    Truths,
)
from referee.games.liars_lair.apply import Missing, contradicted, run
from referee.games.liars_lair.state import DEAL, DECLARE, OVER, PLAY, QUESTION, RECLAIM, SEATS, TAKE, State, to_act
from referee.games.liars_lair.words import listed, title_of


def judge(state: State, action: Any) -> Judgment:
    """Say whether a line may be written now."""
    phases, judged, lacks = _JUDGE[type(action)]
    phase = state.phase
    if phase not in phases:
        return _untimely(state, action)
    if phase != DEAL and action.seat != (state.actor if phase == TAKE else state.queue[0]):
        return _untimely(state, action)
    if phase == TAKE and isinstance(action, Takes) is not (state.setup.options.departing == "pick"):
        return untimely("lair", state.setup, to_act(state), action)
    judgment: Judgment = judged(state, action)
    if judgment.legal and (action.opens or (lacks is not None and lacks(state, action))):
        return _judge_opens(state, action, judgment)
    return judgment


_DECLARES = tuple((Declares(seat),) for seat in SEATS)
_PASSES = tuple((Passes(seat),) for seat in SEATS)


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Any]:
    """Return the lines of a verb that are worth judging; none for ``holds`` and ``truths``, which are drawn."""
    if verb == "start":
        return [Start(who) for who in range(len(state.hands))]
    if seat is None or verb == "holds":
        return ()
    if verb == "plays":
        return [Plays(seat, card) for card in _held(state, seat)]
    if verb == "reclaims":
        return [Reclaims(seat, card) for card, _ in state.table]
    if verb == "declares":
        return _DECLARES[seat]
    if verb == "passes":
        return _PASSES[seat]
    if verb == "shows":
        return [Shows(seat, card) for card in _held(state, seat)]
    if verb == "gives":
        return [Gives(seat, card) for card in _held(state, seat)]
    assert state.departing is not None
    return [Takes(seat, card) for card in (*_held(state, state.departing), NOTHING)]


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
        return Refused("lair.out", f"{name} is out of the game and cannot {_bare(action)} any more")
    late = state.phase == QUESTION or (state.phase == DECLARE and seat not in state.queue)
    if isinstance(action, Declares) and late:
        return Refused("lair.declare-late", f"{name} was passed over and cannot declare in this round any more")
    if isinstance(action, Holds):
        return Refused("lair.holds-once", f"{name}'s hand was entered at the deal")
    return untimely("lair", state.setup, to_act(state), action)


def _bare(action: Action) -> str:
    return {"passes": "pass"}.get(action.verb, action.verb.removesuffix("s"))


# --------------------------------------------------------------------------------------------------- the deal


def _holds(state: State, action: Holds) -> Judgment:
    name, hand = state.setup.seats[action.seat], 2 * state.setup.options.each
    if state.sizes[action.seat]:
        return Refused("lair.holds-once", f"{name}'s hand is entered already")
    if len(action.cards) != hand:
        return Refused("lair.holds-count", f"{name} cannot hold {len(action.cards)} cards: a dealt hand has {hand}")
    known = [card for card in action.cards if card != UNKNOWN]
    wrong = [card for card in known if card not in state.partner]
    if wrong:
        return Refused("lair.kit", _no_card(state, wrong[0]))
    cards = bits(known)
    if cards.bit_count() != len(known):
        return Refused("lair.holds-count", f"{name} cannot hold a card twice: a dealt hand has {hand} different cards")
    if [other for other in state.hands if cards & other]:
        return Refused("lair.one-place", f"{name} cannot hold a card that lies in another hand already")
    if len(known) != hand:
        return ON_TRUST
    waiting = any(not size for seat, size in enumerate(state.sizes) if seat != action.seat)
    masked = any(state.unknown(seat) for seat in range(len(state.hands)))
    if state.setup.options.aside == "pairs" and not waiting and not masked:
        for other in state.hands:
            cards |= other
        if cards != bits([state.partner[card] for card in cards_of(cards)]):
            return Refused("lair.pairs-whole", "the hands leave a pair torn: both its cards are dealt, or neither")
    return ALLOWED


def hint(state: State, action: Any) -> str:
    """Return what is wrong with the whole deal after this hand, card by card, without telling whose; "" if nothing."""
    if not isinstance(action, Holds) or state.phase != DEAL or state.sizes[action.seat]:
        return ""
    cards, double = bits(card for card in action.cards if card != UNKNOWN), 0
    for hand in state.hands:
        double |= cards & hand
        cards |= hand
    said = []
    if double:
        said.append(f"entered twice: {', '.join(map(str, cards_of(double)))}")
    if state.setup.options.aside == "pairs" and all(size for at, size in enumerate(state.sizes) if at != action.seat):
        missing = [card for card in sorted(state.partner) if cards >> state.partner[card] & 1 and not cards >> card & 1]
        if missing:
            said.append(f"in no hand, though its other half is: {', '.join(map(str, missing))}")
    return "; ".join(said)


def _truths(state: State, action: Truths) -> Judgment:
    setup, options = state.setup, state.setup.options
    if state.dealt:
        return Refused("lair.deal-order", "the truths are drawn already: next is start")
    if not all(state.sizes):
        missing = [name for name, size in zip(setup.seats, state.sizes, strict=True) if not size]
        return Refused("lair.deal-order", f"the truths come after every hand: {', '.join(missing)} still to be entered")
    if action.cards == (UNKNOWN,):
        return ON_TRUST
    wrong = [card for card in action.cards if card not in state.partner]
    if wrong:
        return Refused("lair.kit", _no_card(state, wrong[0]))
    true, lies = bits(action.cards), bits([state.partner[card] for card in action.cards])
    if true.bit_count() != len(action.cards) or true & lies:
        return Refused("lair.truths-halves", "of the two halves of a pair exactly one is true, and it is named once")
    known = 0
    for hand in state.hands:
        known |= hand
    masked = any(state.unknown(seat) for seat in range(len(state.hands)))
    if not masked and true & ~known:
        return Refused("lair.truths-dealt", "only cards that were dealt are named true")
    unsaid = known & ~true & ~lies
    if [card for card in cards_of(unsaid) if unsaid >> state.partner[card] & 1]:
        return Refused("lair.truths-halves", "of the two halves of a pair that was dealt exactly one is true")
    for seat, hand in enumerate(state.hands):
        least = (hand & true).bit_count()
        if options.mix == "even" and not least <= options.each <= least + state.unknown(seat):
            return Refused("lair.truths-even", f"every hand is dealt {options.each} truths and {options.each} lies")
    if masked and options.aside == "pairs" and len(action.cards) != len(state.hands) * options.each:
        need = len(state.hands) * options.each
        return Refused("lair.truths-halves", f"{need} pairs are dealt, so {need} cards are true")
    return ON_TRUST if masked else ALLOWED


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
    return _not_held(state, rule, f"{state.setup.seats[seat]} cannot {_bare(action)} {card}", card)


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
    if (card, seat) not in state.table and state.in_play >> card & 1:
        return ALLOWED
    name = state.setup.seats[seat]
    owner = next((owner for held, owner in state.table if held == card), None)
    free = [held for held, whose in state.table if whose != seat or state.setup.options.reclaim == "revised"]
    if owner is None:
        if card not in state.partner:
            return Refused("lair.kit", f"{name} cannot reclaim {card}: {_no_card(state, card)}")
        there = listed(state.setup, free or [held for held, _ in state.table])
        return Refused("lair.reclaim-table", f"{name} cannot reclaim {card}: what lies in play is {there}")
    if owner == seat and len(state.table) > 1 and card not in free:
        why = f"{name} cannot reclaim {card}, played by {name} this round: there is {listed(state.setup, free)}"
        return Refused("lair.reclaim-own", why)
    return ALLOWED


def _free(_state: State, _action: Action) -> Judgment:
    return ALLOWED


def _no_card(state: State, card: int) -> str:
    first, last = min(state.partner), max(state.partner)
    return f"there is no card {card} in this kit, whose cards are numbered {first} to {last}"


def _not_held(state: State, rule: str, what: str, card: int) -> Refused:
    """Refuse a card that is not where the line says, saying where this state knows it to be."""
    if card not in state.partner:
        return Refused("lair.kit", f"{what}: {_no_card(state, card)}")
    bit = 1 << card
    where = "it is not there"
    if state.in_play & bit:
        where = "it lies in play"
    elif state.gone & bit:
        where = "it has left the game"
    for seat, hand in enumerate(state.hands):
        if hand & bit:
            where = f"it lies in {state.setup.seats[seat]}'s hand"
    return Refused(rule, f"{what} ({title_of(state.setup, card)}): {where}")


# ------------------------------------------------------------------------------------------------ the brackets


# whether a line may open what this state does not know; the full state never lacks anything


def _play_lacks(state: State, action: Plays) -> bool:
    return contradicted(state, action.card) is not None and state.truth(action.card) is None


def _show_lacks(state: State, action: Shows) -> bool:
    return state.truth(action.card) is None or any(state.unknown(seat) for seat in state.declarers[1:])


def _declaration_lacks(state: State, action: Declares | Passes) -> bool:
    if len(state.queue) > 1 or state.phase != DECLARE:
        return False
    return any(state.unknown(seat) for seat in (*state.declarers, action.seat))


def _judge_opens(state: State, action: Any, judgment: Judgment) -> Judgment:
    """Judge the brackets: all that the line opens and this state does not know, and nothing else or untrue."""
    false = Refused("lair.bracket-false", f"“{action.verb}” opens something else than its brackets say")
    if not _consistent(state, action):
        return false
    try:
        after, opened = run(state, action)
    except Missing:
        what = "whether the card is true" if isinstance(action, Plays) else "what it opens"
        why = f"this line must say in brackets {what}, like ({_example(state, action)}): the hands are masked here"
        return Unopened("lair.bracket-missing", why)
    for part in action.opens:
        if part not in opened and not _also_opened(after, action, part):
            return false
    return judgment


def _example(state: State, action: Any) -> str:
    if isinstance(action, Plays | Shows) and state.truth(action.card) is None:
        return f"{action.card} false"
    declarer = next((seat for seat in (*state.declarers, action.seat) if state.unknown(seat)), action.seat)
    return f"{state.setup.seats[declarer]} holds 3 17 …"


def _consistent(state: State, action: Any) -> bool:
    """Say whether brackets agree with what this state knows and with each other."""
    told: dict[int, bool] = {}
    for part in action.opens:
        if isinstance(part, Told):
            if part.card not in state.partner or state.truth(part.card) is (not part.true):
                return False
            other = state.partner[part.card]
            if told.get(part.card, part.true) != part.true or told.get(other) == part.true:
                return False
            told[part.card] = part.true
        elif isinstance(part, Hand):
            played = action.card if isinstance(action, Plays) and action.seat == part.seat else None
            size = state.sizes[part.seat] - (played is not None)
            if len(set(part.cards)) != size or len(part.cards) != size or played in part.cards:
                return False
            known = state.hands[part.seat] & ~(0 if played is None else 1 << played)
            if known & ~bits(part.cards) or not all(state.could_hold(part.seat, card) for card in part.cards):
                return False
    return True


def _also_opened(after: State, action: Any, part: Any) -> bool:
    """Say whether brackets may hold a part: what a seat alone learns, and the other half of a contradiction."""
    if isinstance(action, Plays | Shows) and isinstance(part, Told):
        return bool(after.exposed >> part.card & 1) and after.partner[part.card] == action.card
    if isinstance(action, Plays) and isinstance(part, Hand):
        return after.phase == TAKE and after.departing == part.seat and after.setup.options.departing == "pick"
    if isinstance(action, Truths) and isinstance(part, Told):
        if action.cards != (UNKNOWN,):
            return part.true == (part.card in action.cards)
        return any(after.could_hold(seat, part.card) for seat in range(len(after.hands)))
    if isinstance(action, Takes) and isinstance(part, Took):
        return action.card in {UNKNOWN, NOTHING}
    return False


# the phases of a line, who judges it, and who says whether it may open what a masked state does not know
_JUDGE: dict[type, tuple[tuple[str, ...], Any, Any]] = {
    Holds: ((DEAL,), _holds, None),
    Truths: ((DEAL,), _truths, None),
    Start: ((DEAL,), _start, None),
    Plays: ((PLAY,), _plays, _play_lacks),
    Takes: ((TAKE,), _takes, None),
    Gives: ((TAKE,), _gives, None),
    Reclaims: ((RECLAIM,), _reclaims, None),
    Declares: ((DECLARE,), _free, _declaration_lacks),
    Passes: ((DECLARE, QUESTION), _free, _declaration_lacks),
    Shows: ((QUESTION,), _plays, _show_lacks),
}
