"""The brackets of a line of Liar's Lair: what it must open in a masked state, and what is true of what it says."""

from referee.core.cards import UNKNOWN, bits
from referee.core.game import Judgment, Refused, Unopened
from referee.core.leaving import Leaves
from referee.games.liars_lair.actions import (
    NOTHING,
    Declares,
    Hand,
    Known,
    Move,
    Opening,
    Passes,
    Plays,
    Shows,
    Takes,
    Took,
    Truths,
)
from referee.games.liars_lair.apply import contradicted, run
from referee.games.liars_lair.declare import Missing
from referee.games.liars_lair.state import DECLARE, QUESTION, TAKE, State


def play_lacks(state: State, action: Plays) -> bool:
    """Say whether a card played may open what this state does not know; the full state never lacks anything."""
    return contradicted(state, action.card) is not None and state.truth(action.card) is None


def show_lacks(state: State, action: Shows) -> bool:
    """Say so of a card shown to a declarer."""
    return state.truth(action.card) is None or any(state.unknown(seat) for seat in state.declarers[1:])


def declaration_lacks(state: State, action: Declares | Passes) -> bool:
    """Say so of a declaration, or a pass instead of one."""
    if len(state.queue) > 1 or state.phase != DECLARE:
        return False
    return any(state.unknown(seat) for seat in (*state.declarers, action.seat))


def leaving_lacks(state: State, action: Leaves) -> bool:
    """Say so of somebody who goes home: the next declarer's hand may lie open then."""
    if state.phase not in {DECLARE, QUESTION}:
        return False
    return any(state.unknown(seat) for seat in state.declarers if seat != action.seat)


def judge_opens(state: State, action: Move, judgment: Judgment) -> Judgment:
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


def _example(state: State, action: Move) -> str:
    if isinstance(action, Plays | Shows) and state.truth(action.card) is None:
        return f"{action.card} false"
    assert action.seat is not None
    declarer = next((seat for seat in (*state.declarers, action.seat) if state.unknown(seat)), action.seat)
    return f"{state.setup.seats[declarer]} holds 3 17 …"


def _consistent(state: State, action: Move) -> bool:
    """Say whether brackets agree with what this state knows and with each other."""
    said: dict[int, bool] = {}
    for part in action.opens:
        if isinstance(part, Known):
            if part.card not in state.partner or state.truth(part.card) is (not part.true):
                return False
            if said.get(part.card, part.true) != part.true or said.get(state.partner[part.card]) == part.true:
                return False
            said[part.card] = part.true
        elif isinstance(part, Hand) and not _could_be(state, action, part):
            return False
    return True


def _could_be(state: State, action: Move, hand: Hand) -> bool:
    """Say whether a seat could have this hand now, without the card that it plays in the same line."""
    seat, known, size = hand.seat, state.hands[hand.seat], state.sizes[hand.seat]
    if isinstance(action, Plays) and action.seat == seat:
        if action.card in hand.cards:
            return False
        known, size = known & ~(1 << action.card), size - 1
    if len(set(hand.cards)) != size or len(hand.cards) != size:
        return False
    return not known & ~bits(hand.cards) and all(state.could_hold(seat, card) for card in hand.cards)


def _also_opened(after: State, action: Move, part: Opening) -> bool:
    """Say whether brackets may hold a part: what a seat alone learns, and the other half of a contradiction."""
    match action, part:
        case Plays() | Shows(), Known():
            return bool(after.exposed >> part.card & 1) and after.partner[part.card] == action.card
        case Plays(), Hand():
            return after.phase == TAKE and after.departing == part.seat and after.setup.options.departing == "pick"
        case Truths(), Known() if action.cards != (UNKNOWN,):
            return part.true == (part.card in action.cards)
        case Truths(), Known():
            return any(after.could_hold(seat, part.card) for seat in range(len(after.hands)))
        case Takes(), Took():
            return action.card in {UNKNOWN, NOTHING}
    return False
