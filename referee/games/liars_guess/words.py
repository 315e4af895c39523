"""What the referee says and shows of Liars' Guess, and what is worth remembering of it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from liarsdeck.english import cardinal, counted
from referee.core.cards import (
    COLOUR_NAMES,
    COLOURS,
    NUMBERS,
    SHAPE_NAMES,
    SHAPES,
    UNKNOWN,
    WEST,
    cards_of,
    west_in_words,
)
from referee.core.game import (
    BID,
    BLUFF,
    CAUGHT,
    DOUBTED,
    LIE,
    SAID_LIE,
    SAID_TRUTH,
    Highlight,
    Saying,
    Score,
    ScoreRow,
    Screen,
    Sheet,
    Shown,
    Turn,
)
from referee.core.refusals import Leaves
from referee.games.liars_guess import state as deck
from referee.games.liars_guess.rules import to_act
from referee.games.liars_guess.state import (
    ANSWERS,
    FACEUP,
    HAND,
    LINES,
    MOST,
    NAMES,
    Accuses,
    Admits,
    Answers,
    Ask,
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
    State,
    bits,
    build_case,
    hand_exists,
    smallest_conflict,
    spoken,
    unseen,
)


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


Steps = Sequence[tuple[State, Move, State]]


class FinishedDeal(Struct, frozen=True):
    """A deal that is over: its first and last line, the state after the last one, and the hands at every answer.

    ``hands`` has an entry an ask: the answerer's cards as bits, UNKNOWN where the referee does not know them.
    """

    first: int
    last: int
    state: State
    hands: tuple[int, ...]
    places: tuple[int, ...]


class Lie(Struct, frozen=True):
    """A false answer: ``least`` to ``most`` cards of the combination were in the hand when it was given."""

    deal: FinishedDeal
    at: int
    ask: Ask
    least: int
    most: int

    @property
    def off(self) -> int:
        """How far it was from the truth, at the least."""
        return max(self.least - self.ask.answer, self.ask.answer - self.most)


def highlights(steps: Steps) -> tuple[Highlight, ...]:
    """Return what is worth remembering of the deals that are over."""
    deals = _deals(steps)
    lies = [lie for deal in deals for lie in _lies(deal)]
    long = (_long(steps, lie) for lie in lies)
    return (*long, *_guesses(steps, deals), *_verdicts(steps, deals), *map(_bluff, lies))


def _deals(steps: Steps) -> list[FinishedDeal]:
    found = []
    first = 0
    hands: list[int] = []
    places: list[int] = []
    for at, (before, action, after) in enumerate(steps):
        if after.deal > before.deal:
            first, hands, places = at, [], []
        if isinstance(action, Answers):
            hand = before.hands[action.seat]
            hands.append(UNKNOWN if hand is None or UNKNOWN in hand else deck.bits(hand))
            places.append(at)
        if len(after.history) > len(before.history):
            found.append(FinishedDeal(first, at, after, tuple(hands), tuple(places)))
    return found


def _lies(deal: FinishedDeal) -> Iterator[Lie]:
    """Yield the answers of a deal that are false, as its hands or the cards laid open later prove."""
    state = deal.state
    for at, ask in enumerate(state.asks):
        if ask.answer < 0:
            continue
        cards = deck.LINES[ask.line][1]
        if deal.hands[at] != UNKNOWN:
            least = most = (deal.hands[at] & cards).bit_count()
        else:
            least, most = _bounds(state, at, ask, cards)
        if not least <= ask.answer <= most:
            yield Lie(deal, at, ask, least, most)


def _bounds(state: State, at: int, ask: Ask, cards: int) -> tuple[int, int]:
    """Return how many of these cards the answerer can have held, by what lay open at the end of the deal."""
    held = _came_out(state, at, 1 - ask.asker)
    elsewhere = state.seen & ~held
    return (held & cards).bit_count(), MOST - (elsewhere & cards).bit_count()


def _came_out(state: State, at: int, seat: int) -> int:
    """Return the cards that a seat showed or laid open from an ask on, so held when it was answered."""
    before = sum(earlier.asker == seat for earlier in state.asks[:at])
    return deck.bits(state.shown[seat][before:]) | state.exposed[seat]


def _combination(line: int, count: int) -> str:
    return deck.spoken(line, count)


def _count(cards: int) -> str:
    return cardinal(cards) if cards else "none"


def _truth(lie: Lie) -> str:
    """Return what the answer should have been: “two”, “at least two”, “one at most”."""
    if lie.least == lie.most:
        return _count(lie.least)
    return f"at least {cardinal(lie.least)}" if lie.least > lie.ask.answer else f"{cardinal(lie.most)} at most"


def _cards(lie: Lie) -> tuple[Shown, ...]:
    """Return the card that was asked with, and those that the answerer held of the combination, where known."""
    state, ask = lie.deal.state, lie.ask
    asker, liar = state.setup.name(ask.asker), state.setup.name(1 - ask.asker)
    shown = (Shown(deck.NAMES[ask.card], f"{asker} asked with it"),)
    hand, cards = lie.deal.hands[lie.at], deck.LINES[ask.line][1]
    if hand == UNKNOWN:
        hand = _came_out(state, lie.at, 1 - ask.asker)
    return (*shown, *(Shown(deck.NAMES[card], f"in {liar}’s hand", "true") for card in cards_of(hand & cards)))


def _long(steps: Steps, lie: Lie) -> Highlight:
    """Return a lie with how many questions it outlived."""
    deal, ask = lie.deal, lie.ask
    liar = deal.state.setup.name(1 - ask.asker)
    asker = deal.state.setup.name(ask.asker)
    lived = len(deal.state.asks) - 1 - lie.at
    end = "Nobody had proven it when the deal was over"
    for _, action, after in steps[deal.places[lie.at] : deal.last + 1]:
        accused = isinstance(action, Admits) and action.seat == 1 - ask.asker
        judged = isinstance(action, Insists) and action.seat == ask.asker
        if accused or (judged and after.case is not None and after.case.proven):
            lived = len(after.asks) - 1 - lie.at
            end = f"{liar} admitted to lying" if accused else f"{asker} proved that {liar} had lied"
            break
    later = f", {cardinal(lived, 'question')} later" if lived else ""
    said = f"{cardinal(ask.answer)} {_combination(ask.line, ask.answer)}"
    return Highlight(
        kind=LIE,
        title="The longest-lived lie",
        words=f"In deal {deal.state.deal} {liar} answered “{said}” and held {_truth(lie)}. {end}{later}.",
        honour=f"{liar}’s “{said}”: {counted(lived, 'question')} long.",
        grade=min(99, 100 * lived // (ANSWERS - 1)),
        at=deal.places[lie.at],
        cards=_cards(lie),
    )


def _bluff(lie: Lie) -> Highlight:
    """Return a lie with how far it was from the truth."""
    ask, deal = lie.ask, lie.deal
    asker, liar = deal.state.setup.name(ask.asker), deal.state.setup.name(1 - ask.asker)
    held = _truth(lie)
    return Highlight(
        kind=BLUFF,
        title="The boldest bluff",
        words=f"{asker} asked for {_combination(ask.line, 2)}. {liar} said {_count(ask.answer)}, and held {held}.",
        honour=f"{liar} said {ask.answer} and held {held}.",
        grade=min(99, 100 * lie.off // MOST),
        at=deal.places[lie.at],
        cards=_cards(lie),
    )


def _guesses(steps: Steps, deals: Sequence[FinishedDeal]) -> Iterator[Highlight]:
    """Yield every guess at the hole card, the fewer cards it could still be to the guesser the higher."""
    for deal in deals:
        before, action, after = steps[deal.last]
        if not isinstance(action, Hole):
            continue
        seat, right = before.accuser, action.card == before.guess
        name = before.setup.name(seat)
        many = before.sizes[1 - seat] - before.exposed[1 - seat].bit_count() + 1
        if many < 2:
            continue
        points = abs(sum(after.scores) - sum(before.scores))
        scorer = name if right else before.setup.name(1 - seat)
        could = f"The hole card of deal {deal.state.deal} could be one of {cardinal(many)}"
        guess = f"{name} named the {west_in_words(before.guess)}"
        end = "and there it lay" if right else f"and it was the {west_in_words(action.card)}"
        turned = () if right else (Shown(deck.NAMES[action.card], "the hole card"),)
        yield Highlight(
            kind=BID,
            title="The narrowest guess",
            words=f"{could}. {guess}, {end}: {counted(points, 'point')} for {scorer}.",
            honour=f"{name}’s guess, one of {cardinal(many)}: {'right' if right else 'wrong'}.",
            grade=max(1, 99 - 10 * (many - 1) + (0 if right else 4)),
            at=deal.last,
            cards=(Shown(deck.NAMES[before.guess], f"{name}’s guess"), *turned),
        )


def _verdicts(steps: Steps, deals: Sequence[FinishedDeal]) -> Iterator[Highlight]:
    """Yield every accusation that was judged or taken back, the fewer answers it rested on the higher."""
    for deal in deals:
        for at in range(deal.first, deal.last + 1):
            before, action, after = steps[at]
            if not isinstance(action, Insists | Retracts):
                continue
            name, other = before.setup.name(action.seat), before.setup.name(1 - action.seat)
            asked = [ask for ask in before.asks if ask.asker == action.seat and ask.answer >= 0]
            answers = len(asked)
            if not answers:
                continue
            points = sum(after.scores) - sum(before.scores)
            if isinstance(action, Retracts):
                end = f"{name} took it back, and {other} scored {points}."
            elif after.case is not None and after.case.proven:
                end = f"{'It was false' if answers == 1 else 'No hand fits them all'}, and {name} scored {points}."
            else:
                them = "it" if answers == 1 else "them all"
                end = f"There was a hand that fits {them}, and {other} scored {points}."
            yield Highlight(
                kind=BID,
                title="The narrowest verdict",
                words=f"In deal {deal.state.deal} {name} accused {other} on {cardinal(answers, 'answer')}. {end}",
                honour=f"{name} against {other}, on {counted(answers, 'answer')}.",
                grade=max(0, 40 - 2 * answers),
                at=at,
                cards=tuple(
                    Shown(deck.NAMES[ask.card], f"{other}: {ask.answer} {_combination(ask.line, ask.answer)}")
                    for ask in asked[-3:]
                ),
            )


def sayings(before: State, action: Move, after: State) -> tuple[Saying, ...]:
    """Return an answer, true or a lie; all lies of a deal once an accusation has brought them out; a false accusation.

    The hands are known.
    """
    if isinstance(action, Answers):
        ask, hand = before.asks[-1], deck.bits(before.hands[action.seat] or ())
        true = (hand & deck.LINES[ask.line][1]).bit_count() == action.count
        return (Saying(action.seat, SAID_TRUTH if true else SAID_LIE),)
    if not isinstance(action, Admits | Insists | Retracts):
        return ()
    accused = 1 - before.accuser
    if isinstance(action, Retracts) or (isinstance(action, Insists) and after.case and not after.case.proven):
        return (Saying(accused, DOUBTED),)
    return (Saying(accused, CAUGHT),) * _false_answers(before, accused)


def _false_answers(state: State, seat: int) -> int:
    """Return how many lies a seat, whose hand is known, has said in this deal."""
    many, held, shown = 0, deck.bits(state.hands[seat] or ()), state.shown[seat]
    for place, ask in enumerate(state.asks):
        if ask.asker != seat and ask.answer >= 0:
            since = deck.bits(shown[sum(earlier.asker == seat for earlier in state.asks[:place]) :])
            many += ((held | since) & deck.LINES[ask.line][1]).bit_count() != ask.answer
    return many
