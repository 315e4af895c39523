"""What the referee says in a game of Liars' Guess: sentences, the grid, the notebook, why a lie is proven."""

from liarsdeck.english import counted
from referee.core.cards import COLOUR_NAMES, COLOURS, NUMBERS, SHAPE_NAMES, SHAPES, UNKNOWN, WEST, cards_of
from referee.core.game import Turn
from referee.core.leaving import Leaves
from referee.core.screens import Score, ScoreRow, Screen, Sheet
from referee.games.liars_guess.actions import (
    Accuses,
    Admits,
    Answers,
    Dealer,
    Denies,
    Faceup,
    Guesses,
    Holds,
    Hole,
    Insists,
    Move,
    Retracts,
    Shows,
)
from referee.games.liars_guess.deck import LINES, NAMES, bits, spoken
from referee.games.liars_guess.judge import to_act
from referee.games.liars_guess.options import FACEUP, HAND, MOST
from referee.games.liars_guess.proof import hand_exists, smallest_conflict
from referee.games.liars_guess.state import State, build_case, unseen


def ask(state: State, turn: Turn) -> str:
    """Return one line of what is asked for now."""
    name = state.setup.name(turn.seat)
    match state.phase:
        case "dealer":
            return "Who deals first?"
        case "faceup":
            dealer = state.setup.seats[state.dealer if state.deal == 0 else 1 - state.dealer]
            return f"{dealer} deals {HAND} and {HAND}, turns {FACEUP} face up, lays the last face down. Which {FACEUP}?"
        case "answer":
            last = state.asks[-1]
            return f"{name}, how many {spoken(last.line)} do you hold? (0 to {MOST}, true or not)"
        case "hole":
            return "Turn the hole card. Which is it?"
        case "accused":
            return f"{name}, do you admit it? (admits, denies)"
        case "denied":
            return f"{name}, do you insist? (insists, insists exposing …, retracts)"
    return f"{name} shows a card and asks, like gt3 asks gt." if "shows" in turn.verbs else ""


def narrate(before: State, action: Move, after: State) -> str:
    """Return the sentence of what happened, from views."""
    name = before.setup.name(action.seat)
    other = "" if action.seat is None else before.setup.seats[1 - action.seat]
    if isinstance(action, Leaves):
        return f"{name} goes home."
    match action:
        case Dealer():
            first = before.setup.seats[1 - action.who]
            return f"{before.setup.seats[action.who]} deals first; {first} begins."
        case Faceup():
            return f"Deal {after.deal}. {before.setup.seats[after.turn]} begins."
        case Holds():
            return f"{name}’s hand is noted."
        case Shows():
            return f"{name} shows {NAMES[action.card]} and asks {other}: how many {spoken(action.line)}?"
        case Answers():
            ended = _ended(after)
            end = f" Both hands are shown: nobody scores.{ended}" if ended else ""
            return f"{name} answers: {action.count} {spoken(before.asks[-1].line, action.count)}.{end}"
        case Guesses():
            return f"{name} says that the hole card is {NAMES[action.card]}."
        case Hole():
            right = "right" if action.card == before.guess else "wrong"
            return f"The hole card is {NAMES[action.card]}: {right}. {_points(before, after)}"
        case Accuses():
            return f"{name} says that {other} has lied{f': “{action.way}”' if action.way else ''}."
        case Admits():
            return f"{name} admits it. {_points(before, after)}"
        case Retracts():
            return f"{name} takes it back. {_points(before, after)}"
        case Denies():
            return f"{name} denies it."
        case Insists():
            return f"{name} {_insists(action, after)}. {_points(before, after)}"


def _insists(action: Insists, after: State) -> str:
    laid = f", exposing {' '.join(NAMES[card] for card in action.cards)}" if action.cards else ""
    proven = after.case is not None and after.case.proven
    return f"insists{laid}: {'the lie is proven' if proven else 'no lie is proven'}"


def _points(before: State, after: State) -> str:
    for seat in (0, 1):
        won = after.scores[seat] - before.scores[seat]
        if won:
            return f"{after.setup.seats[seat]} scores {won}.{_ended(after)}"
    return f"Nobody scores.{_ended(after)}"


def _ended(after: State) -> str:
    if after.phase not in {"faceup", "over"}:
        return ""
    scores = ", ".join(f"{name} {score}" for name, score in zip(after.setup.seats, after.scores, strict=True))
    return f" Deal {after.deal} is over: {scores}."


def show(state: State, _seat: int | None) -> Screen:
    """Return the table: what everybody has seen, by colour and shape, nothing concluded."""
    seats = state.setup.seats
    if not state.deal:
        return Screen(title="Liars’ Guess")
    title = f"Liars’ Guess · deal {state.deal} of {state.setup.options.deals}"
    rows = tuple(
        (name, *(_seen(state, colour + shape) for shape in SHAPES))
        for colour, name in zip(COLOURS, COLOUR_NAMES, strict=True)
    )
    wanted = {state.turn} if state.phase == "turn" else {turn.seat for turn in to_act(state)}
    marks = ["▸" if seat in wanted else "·" for seat in (0, 1)]
    roles = ["deals" if seat == state.dealer else "plays first" for seat in (0, 1)]
    lines = [
        f"{mark} {name} ({role}): {size} cards, {score} points"
        for mark, name, role, size, score in zip(marks, seats, roles, state.sizes, state.scores, strict=True)
    ]
    laid = [" ".join(NAMES[card] for card in cards_of(exposed)) for exposed in state.exposed]
    lines += [f"{name} holds {cards} (exposed)" for name, cards in zip(seats, laid, strict=True) if cards]
    lines += [
        f"{number}. {seats[a.asker]} {NAMES[a.card]} asks {LINES[a.line][0]}: {'?' if a.answer < 0 else a.answer}"
        for number, a in enumerate(state.asks, 1)
    ]
    return Screen(title=title, columns=("seen", *SHAPE_NAMES), rows=rows, lines=tuple(lines))


def _seen(state: State, line: str) -> str:
    """Return the numbers of a colour and shape that everybody has seen, a dot for the others."""
    return " ".join(n if state.seen >> WEST.index(line + n) & 1 else "·" for n in NUMBERS)


def sheet(state: State) -> Sheet:
    """Return the score sheet: what each deal brought, and the score so far."""
    rows, before = [], (0, 0)
    for number, after in enumerate(state.history, 1):
        points = [now - then for now, then in zip(after, before, strict=True)]
        scores = (Score(total, f"+{won}" if won else "", (won,)) for total, won in zip(after, points, strict=True))
        rows.append(ScoreRow(str(number), tuple(scores)))
        before = after
    return Sheet("deal", "points of the deal, and the score", tuple(rows), ("points",))


def hand(state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
    """Return a seat's cards, as far as the referee knows them."""
    cards = state.hands[seat] or ()
    return tuple(
        (NAMES[card], "", "exposed" if state.exposed[seat] >> card & 1 else "") for card in cards if card != UNKNOWN
    )


def notebook(state: State, seat: int) -> Screen:
    """Return what the hole card can be for ``seat``: believing nobody, and believing the other player's answers."""
    other = 1 - seat
    name = state.setup.seats[other]
    free = unseen(state) & ~bits(tuple(card for card in state.hands[seat] or () if card != UNKNOWN))
    case = build_case(state, other)
    counts = [(cards, need) for _, cards, need in case.counts]
    believed = [card for card in cards_of(free) if hand_exists(free & ~(1 << card), case.hidden, counts)]
    trusting = " ".join(NAMES[card] for card in believed) or f"nothing: {name} has lied"
    lines = (
        f"Believing nobody, the hole card can be: {' '.join(NAMES[card] for card in cards_of(free))}",
        f"Believing {name}, it can be: {trusting}",
    )
    return Screen(title="Notebook", lines=lines if state.deal else ())


def explain(_before: State, action: Move, after: State) -> tuple[str, ...]:
    """Return why an accusation was judged as it was: a smallest set of answers that can't all be true."""
    case = after.case
    if case is None or not isinstance(action, Insists):
        return ()
    name = after.setup.seats[case.accused]
    if not case.proven:
        many = len(case.counts)
        return (f"{name}’s answers that count ({many}) can all be true of some hand of the cards nobody has seen.",)
    counts = [(cards, need) for _, cards, need in case.counts]
    places = smallest_conflict(case.unseen, case.hidden, counts)
    said = []
    for place in places:
        at, cards, need = case.counts[place]
        asked = case.asks[at]
        since = asked.answer - need
        open_ = " ".join(NAMES[card] for card in cards_of(cards & case.unseen)) or "none"
        text = f"Question {at + 1}: {name} answered {asked.answer} {spoken(asked.line, asked.answer)}."
        shown = f" {name} laid {since} open since." if since else ""
        hidden = counted(case.hidden, "hidden card")
        so = f" So {need} of {name}’s {hidden} would be among these: {open_}." if need >= 0 else ""
        said.append(text + shown + so)
    end = "That alone is impossible." if len(places) == 1 else f"No {case.hidden} hidden cards do all of that."
    return (*said, end)
