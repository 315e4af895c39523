"""What the referee says in a game of Liar's Lair: sentences, the table, a seat's private screen."""

from liarsdeck.english import cardinal
from referee.core.cards import UNKNOWN, cards_of
from referee.core.game import Setup, Turn
from referee.core.leaving import Leaves
from referee.core.screens import Screen
from referee.games.liars_lair.actions import (
    NOTHING,
    Declares,
    Gives,
    Hand,
    Holds,
    Move,
    Passes,
    Plays,
    Reclaims,
    Shows,
    Start,
    Takes,
    Took,
    Truths,
)
from referee.games.liars_lair.deck import listed, named, title_of
from referee.games.liars_lair.state import DEAL, DECLARE, OVER, PLAY, QUESTION, RECLAIM, TAKE, State

# ------------------------------------------------------------------------------------------------ what is asked


def ask(state: State, turn: Turn) -> str:
    """Return one line of what is asked for now."""
    name = state.setup.name(turn.seat)
    match state.phase:
        case "deal":
            if turn.seat is not None:
                return f"{name}, which {2 * state.setup.options.each} cards were you dealt?"
            return "Who leads?" if state.dealt else "Which of the dealt cards are true?"
        case "take" if "takes" in turn.verbs:
            return f"{name}, you may take one card of {_departing(state)}, or nothing."
        case "take":
            goes = "into play" if state.setup.options.departing == "pool" else f"to {_name(state, state.taker)}"
            return f"{name}, give one card of your hand {goes}."
        case "reclaim":
            own = next((card for card, owner in state.table if owner == turn.seat), None)
            barred = own is not None and len(state.table) > 1 and state.setup.options.reclaim == "seed"
            return f"Reclaim: {name} takes a card from those in play{f', not the {own}' if barred else ''}."
        case "declare":
            return f"{name}, do you declare, or pass?"
        case "question":
            declarer = _name(state, state.declarers[0])
            return f"{name}, show {declarer} a card, or pass."
    return f"{name} {'plays' if state.table else 'leads'}. Which card?"


def _name(state: State, seat: int | None) -> str:
    return state.setup.name(seat)


def _departing(state: State) -> str:
    assert state.departing is not None
    size = state.sizes[state.departing]
    return f"{_name(state, state.departing)}'s {_cards(size)}"


def _cards(count: int) -> str:
    return f"{cardinal(count)} card{'' if count == 1 else 's'}"


# --------------------------------------------------------------------------------------------- what has happened


def narrate(before: State, action: Move, after: State) -> str:
    """Return the sentence of what happened, from views."""
    name = before.setup.name(action.seat)
    match action:
        case Holds():
            said = f"{name}'s {_cards(len(action.cards))} are entered."
        case Truths():
            said = "It is drawn which half of every pair is true."
        case Start():
            said = f"{before.setup.seats[action.who]} leads."
        case Plays():
            said = f"{name} plays {named(before.setup, action.card)}.{_contradiction(before, action, after)}"
        case Takes():
            said = _taken(before, action)
        case Gives():
            said = _given(before, action)
        case Reclaims():
            said = f"{name} reclaims {named(before.setup, action.card)}."
        case Declares():
            said = f"{name} declares."
        case Passes():
            said = f"{name} passes."
        case Shows():
            said = _shown(before, action, after)
        case Leaves():
            said = f"{name} goes home, and the hand leaves the game."
    return said + _laid_open(before, action, after) + _ended(before, after)


def _contradiction(before: State, action: Plays, after: State) -> str:
    if len(after.out) == len(before.out):
        return ""
    liar = after.out[-1]
    other, owner = next((card, seat) for card, seat in before.table if card == before.partner[action.card])
    lie = action.card if liar == action.seat else other
    said = f" It contradicts {_name(before, owner)}'s {other}, and {lie} is the lie: {_name(before, liar)} is out!"
    if after.phase != TAKE and not before.sizes[liar] - (liar == action.seat) and after.phase != OVER:
        said += f" {_name(before, liar)} leaves no card behind."
    return said


def _taken(before: State, action: Takes) -> str:
    name, liar = _name(before, action.seat), _departing_name(before)
    if action.card == NOTHING or Took() in action.opens:
        return f"{name} takes nothing of {liar}'s hand."
    what = "one card" if action.card == UNKNOWN else named(before.setup, action.card)
    return f"{name} takes {what} of {liar}'s hand, and will not reclaim this round."


def _departing_name(before: State) -> str:
    return _name(before, before.departing)


def _given(before: State, action: Gives) -> str:
    name = _name(before, action.seat)
    if before.setup.options.departing == "pool":
        return f"{name} leaves {named(before.setup, action.card)} in play, where it contradicts nothing."
    what = "one card" if action.card == UNKNOWN else named(before.setup, action.card)
    return f"{name} gives {_name(before, before.taker)} {what}."


def _shown(before: State, action: Shows, after: State) -> str:
    name, declarer = _name(before, action.seat), before.declarers[0]
    liar = _name(before, declarer)
    card = named(before.setup, action.card)
    if not after.true >> action.card & 1:
        return f"{name} shows {card}. It is a lie: {name} is out!"
    other = before.partner[action.card]
    if before.is_in(declarer) and not after.is_in(declarer):
        return f"{name} shows {card}. It is true, and contradicts {liar}'s {other}: {liar} is out!"
    return f"{name} shows {card}. It is true, but contradicts nothing in {liar}'s hand."


def _laid_open(before: State, action: Move, after: State) -> str:
    """Say which hands a line has laid open, and who was knocked out by their own."""
    shown = {part.seat: part.cards for part in action.opens if isinstance(part, Hand)}
    said = ""
    for seat in _exposed(before, action, after):
        cards = list(shown.get(seat, cards_of(before.hands[seat])))
        said += f" {_name(before, seat)}'s hand lies open: {listed(before.setup, cards)}."
        if seat not in after.out:
            break
        said += f" It contradicts itself: {_name(before, seat)} is out!"
    return said


def _exposed(before: State, action: Move, after: State) -> list[int]:
    """Return the declarers whose hands a line may have laid open: each but the last was knocked out by their own."""
    if not isinstance(action, Declares | Passes | Shows | Leaves) or before.phase not in {DECLARE, QUESTION}:
        return []
    if isinstance(action, Leaves) and before.phase == DECLARE and before.queue != (action.seat,):
        return []
    judged = before.declarers
    if before.phase == QUESTION:
        judged = judged[1:] if judged[0] in after.out else ()
    elif len(before.queue) > 1:
        return []
    elif isinstance(action, Declares):
        judged = (*judged, action.seat)
    waiting = after.declarers[1:] if after.phase == QUESTION else ()
    own = {action.seat} & {*after.out} if isinstance(action, Shows | Leaves) else set()
    return [seat for seat in judged if seat not in (*before.out, *waiting, *own)]


def _ended(before: State, after: State) -> str:
    if after.phase == OVER and before.phase != OVER and after.won is not None:
        how = after.how.format(_name(after, after.won))
        return f" {how[0].upper()}{how[1:]}: {_name(after, after.won)} wins Liar's Lair!"
    if after.phase == OVER and before.phase != OVER:
        return f" That was round {after.round}, the last: nobody has won."
    if before.phase == PLAY and after.phase == RECLAIM:
        return " Everyone has played."
    if before.phase in {DECLARE, QUESTION} and after.phase == PLAY and after.round > before.round:
        return f" Round {after.round}: {_name(after, after.start)} starts."
    return ""


# ------------------------------------------------------------------------------------------------ what is to see


def show(state: State, _seat: int | None) -> Screen:
    """Return the table: hand sizes, what each has in play, who is out, and what has been exposed."""
    names, setup = state.setup.seats, state.setup
    acting = state.actor
    rows = []
    for seat, name in enumerate(names):
        mark = "▸" if seat == acting else "✗" if seat in state.out else ""
        hand = "out" if seat in state.out and not state.sizes[seat] else _cards_short(state.sizes[seat])
        in_play = ", ".join([f"{card} {title_of(setup, card)}" for card, owner in state.table if owner == seat])
        rows.append((mark, name, hand, in_play))
    lines = []
    if state.phase == QUESTION:
        declarer = state.declarers[0]
        open_hand = listed(setup, cards_of(state.hands[declarer]))
        lines.append(f"{names[declarer]} declares with {open_hand}.")
    exposed = [f"{card} {'true' if state.true >> card & 1 else 'false'}" for card in cards_of(state.exposed)]
    if exposed:
        lines.append(f"Exposed: {', '.join(exposed)}.")
    where = f"round {state.round}" if state.phase != DEAL else "the deal"
    phase = {TAKE: "a hand departs", OVER: "the end"}.get(state.phase, state.phase)
    title = f"{_title(state)} · {where}" + ("" if state.phase == DEAL else f" · {phase}")
    return Screen(title=title, columns=("", "", "hand", "in play"), rows=tuple(rows), lines=tuple(lines))


def _title(state: State) -> str:
    assert state.setup.facts is not None
    return f"Liar's Lair ({state.setup.facts.kit})"


def _cards_short(size: int) -> str:
    return f"{size} card{'' if size == 1 else 's'}"


def hand(state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
    """Return a seat's private screen, card by card with what it knows; a hand it may pick from follows its own."""
    rows = [(str(card), title_of(state.setup, card), _mark(state, card)) for card in cards_of(state.hands[seat])]
    rows += [(UNSEEN, "", "")] * state.unknown(seat)
    if state.phase == TAKE and state.taker == seat and state.departing is not None:
        whose = f"{_name(state, state.departing)}'s hand"
        rows += [(str(card), title_of(state.setup, card), whose) for card in cards_of(state.hands[state.departing])]
    return tuple(rows)


UNSEEN = "?"


def face(setup: Setup, card: str) -> str:
    """Return the sentence that is printed on a card, "" for what is no number of the kit."""
    facts = setup.facts
    return next((one.text for one in facts.cards if str(one.number) == card), "") if facts is not None else ""


def _mark(state: State, card: int) -> str:
    """Return what the seat was let know of a card; what follows from its other half is the seat's to conclude."""
    return "true" if state.true >> card & 1 else "LIE" if state.false >> card & 1 else ""


def explain(before: State, action: Move, after: State) -> tuple[str, ...]:
    """Return why somebody was knocked out or has won, or why a shown card did neither; () where nobody was judged."""
    said: list[str] = []
    if isinstance(action, Plays | Shows) and (isinstance(action, Shows) or len(after.out) > len(before.out)):
        said.append(_why_judged(before, action, after))
    own = [seat for seat in _exposed(before, action, after) if seat in after.out]
    said += [f"{_name(after, seat)} declared with both halves of a pair: one of them is a lie." for seat in own]
    if after.phase == OVER:
        said.append(_ended(before, after).strip())
    return tuple(said)


def _why_judged(before: State, action: Plays | Shows, after: State) -> str:
    """Say what the truth of a card that was played or shown came to."""
    card, other, title = action.card, before.partner[action.card], title_of(before.setup, action.card)
    true = bool(after.true >> card & 1)
    drawn = f"{card} is {'true' if true else 'a lie'}"
    if isinstance(action, Shows):
        if not true:
            return f"{drawn}, as it was drawn at the deal: who shows a lie is out."
        proven = before.is_in(before.declarers[0]) and not after.is_in(before.declarers[0])
        return f"{drawn}{f', so {other} in the open hand is the lie' if proven else f'; {other} is not in that hand'}."
    one = f"{card} and {other} are the two halves of one pair, {title}, so one of them is a lie"
    return f"{one}: by the draw at the deal {drawn}{'' if true else f', and {other} true'}."
