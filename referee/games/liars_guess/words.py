"""The texts of Liars' Guess: questions, events, screens, score sheet, notebook and highlights."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.english import counted
from liarsdeck.language import later, later_n, number_word, say_n, spelt_n
from referee.core import accounts
from referee.core import game as core
from referee.core.accounts import Claim, Highlight, Moment, Score, ScoreRow, Screen, Sheet, Shown
from referee.core.cards import (
    COLOUR_NAMES,
    COLOURS,
    NUMBERS,
    SHAPE_NAMES,
    SHAPES,
    WEST,
    called,
    cards_of,
    is_known,
    say,
)
from referee.core.game import Event, Saying, Turn
from referee.games.liars_guess import state as west
from referee.games.liars_guess.rules import Rules, card_field, card_list
from referee.games.liars_guess.state import ANSWERS, LINES, NAMES, Insists, State, bits, spoken, unseen

_PLAIN = {
    "admits": later("{seat} admits it."), "denies": later("{seat} denies it."),
    "retracts": later("{seat} withdraws it."), "leaves": later("{seat} goes home."),
}  # fmt: skip

Steps = Sequence[tuple[State, west.Move, State]]


_ACCUSED = (
    later("{seat} says that {other} has lied{way}."),
    later("{seat} says of {other} that answer {named} is a lie{way}."),
    later("{seat} says of {other} that answers {named} can’t all be true{way}."),
)
"""By how many answers are named: none, one, several."""
_INSISTED = {
    (True, True): later("{seat} insists, laying open {cards}: the lie is proven."),
    (True, False): later("{seat} insists, laying open {cards}: no lie is proven."),
    (False, True): later("{seat} insists: the lie is proven."),
    (False, False): later("{seat} insists: no lie is proven."),
}  # fmt: skip


class LiarsGuess(Rules):
    """Liars’ Guess: what describes it, and its texts (questions, events, screens, score sheet, notebook,
    highlights).

    ``referee.core.game.Game`` says what the methods take.
    """

    name = "liars-guess"
    title = "Liars’ Guess"
    prefix = "guess"
    seats = west.SEATS
    options = west.Options
    rules = west.RULES
    moves = west.MOVES
    numbers = {"cards": len(WEST), "hand": west.HAND, "faceup": west.FACEUP, "answers": west.ANSWERS}
    seconds = {
        "holds": 20, "dealer": 5, "faceup": 30, "shows": 30, "answers": 12, "guesses": 20, "hole": 5, "accuses": 30,
    }  # fmt: skip
    deck = "west"
    extras = ("pads",)

    def minutes(self, options: west.Options, players: int) -> float:
        return 4.5 * options.deals

    def deck_note(self, setup: core.Setup, cards: int) -> str:
        return language.say(
            ", the {cards} cards of the West deck. Nine are dealt to each player, eight lie face up, and one lies "
            "face down: the hole card.", cards=cards,
        )  # fmt: skip

    def ask(self, state: State, turn: Turn) -> str:
        """Return the one-line question to the seat or table that acts in ``turn``; "" if nothing is asked."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "dealer":
                return language.say("Who deals first?")
            case "faceup":
                dealer = state.setup.seats[state.dealer if state.deal == 0 else 1 - state.dealer]
                asked = later(
                    "{seat} deals {hand} and {hand}, turns {up} face up, lays the last face down. Which {up}?"
                )
                return language.say(asked, seat=dealer, hand=west.HAND, up=west.FACEUP)
            case "answer":
                last = state.asks[-1]
                asked = later("{seat}, how many {cards} do you hold? (0 to {most}, true or not)")
                return language.say(asked, seat=name, cards=spoken(last.line), most=west.MOST)
            case "hole":
                return language.say("Turn the hole card. Which is it?")
            case "accused":
                if state.named:
                    asked = later("{seat}, do you admit that one of them was a lie? {named} (admits, denies)")
                    if state.named.bit_count() == 1:
                        asked = later("{seat}, do you admit that this was a lie? {named} (admits, denies)")
                    return language.say(asked, seat=name, named=_named(state))
                return language.say("{seat}, do you admit it? (admits, denies)", seat=name)
            case "denied":
                return language.say("{seat}, do you insist? (insists, insists exposing …, withdraws)", seat=name)
        if "shows" not in turn.verbs:
            return ""
        return language.say("{seat} shows a card and asks, like gt3 asks gt.", seat=name)

    def events(self, before: State, action: west.Move, after: State) -> tuple[Event, ...]:
        """Return the events of the line ``action``: what it says, then points, then the end of a deal."""
        kind, setup, seat = action.verb, before.setup, action.seat
        cards: tuple[int, ...] = ()
        more: list[Event] = []
        fields = {} if seat is None else {"seat": setup.seat(seat), "other": setup.seat(1 - seat)}
        match action:
            case west.Dealer():
                first, dealer = setup.seat(1 - action.who), setup.seat(action.who)
                message = say("{dealer} deals first; {first} begins.", dealer=dealer, first=first)
            case west.Faceup():
                cards, message = action.cards, say("Deal {deal}.", deal=after.deal)
                more = [Event("begins", say("{seat} begins.", seat=setup.seat(after.turn)), after.turn)]
            case west.Holds():
                kind, message = core.NOTED, say("{seat}’s hand is noted.", **fields)
            case west.Shows():
                cards, asked = (action.card,), say("how many {cards}?", cards=spoken(action.line))
                template = later("{seat} shows {card} and asks {other}: {asked}")
                message = say(template, card=card_field(action.card), asked=asked, **fields)
            case west.Answers():
                line = spoken(before.asks[-1].line, action.count)
                message = say("{seat} answers: {count} {cards}.", count=action.count, cards=line, **fields)
                if after.phase != "turn":
                    more = [Event("scores", say("Both hands are shown: nobody scores.")), *_deal_over(after)]
            case west.Guesses():
                cards = (action.card,)
                message = say("{seat} says that the hole card is {card}.", card=card_field(action.card), **fields)
            case west.Hole():
                cards, template = (action.card,), later("The hole card is {card}: wrong.")
                if action.card == before.guess:
                    template = later("The hole card is {card}: right.")
                message = say(template, card=card_field(action.card))
            case west.Accuses():
                way = say(": “{way}”", way=action.way) if action.way else ""
                template = _ACCUSED[min(len(action.answers), 2)]
                message = say(template, way=way, named=_named(after), **fields)
            case Insists():
                cards, proven = action.cards, after.case is not None and after.case.proven
                message = say(_INSISTED[bool(cards), proven], cards=card_list(cards), **fields)
            case _:
                message = say(_PLAIN[kind], **fields)
        if isinstance(action, west.Hole | west.Admits | west.Retracts | Insists):
            more = _scored(before, after)
        return (Event(kind, message, seat, tuple(NAMES[card] for card in cards)), *more)

    def moments(self, before: State, action: west.Move, after: State) -> tuple[Moment, ...]:
        """Return the result that all screens show after a guess, an accusation or a deal without either.

        The result of a guess comes when the hole card is turned. Return () for other actions.
        """
        setup, scored = before.setup, _scored(before, after)
        found = Moment(
            kind="deal",
            head=scored[0].message,
            where=language.say("deal {n} of {all}", n=before.deal, all=setup.options.deals),
            figures=tuple(zip(setup.seats, after.scores, strict=True)),
        )
        match action:
            case west.Answers() if after.phase != "turn":
                return (replace(found, words=(say("Both hands are shown."),)),)
            case west.Hole():
                seat, right = setup.seat(before.accuser), action.card == before.guess
                hole = Shown(NAMES[action.card], language.say("the hole card"), accounts.RIGHT if right else "")
                note = language.say("{seat}’s guess", seat=setup.name(before.accuser))
                guess = Shown(NAMES[before.guess], note, accounts.WRONG)
                head = say("{seat} guesses right.", seat=seat) if right else say("{seat} guesses wrong.", seat=seat)
                cards: tuple[Shown, ...] = (hole,) if right else (guess, hole)
                kind, who, verdict = "guess", before.accuser, True
            case west.Admits() | west.Retracts() | Insists():
                head = say(_PLAIN.get(action.verb, ""), seat=setup.seat(action.seat))
                verdict = isinstance(action, Insists)
                if verdict:
                    proven = after.case is not None and after.case.proven
                    head = say("The lie is proven.") if proven else say("No lie is proven.")
                kind, who, cards = "accusation", before.accuser, _accused_of(before)
            case _:
                return ()
        words = (scored[0].message,)
        return (replace(found, kind=kind, head=head, words=words, seat=who, cards=cards, verdict=verdict),)

    def show(self, state: State, _seat: int | None) -> Screen:
        """Return the public screen, which both seats share.

        It has the cards that everybody has seen (by colour and shape), sizes of hands, scores and questions, but
        nothing that could be concluded from them.
        """
        seats = state.setup.seats
        if not state.deal:
            return Screen(title="Liars’ Guess")
        title = f"Liars’ Guess · deal {state.deal} of {state.setup.options.deals}"

        def seen(line: str) -> str:
            """Return the numbers of the seen cards of one colour and shape, with a dot for each unseen card."""
            return " ".join(n if state.seen >> WEST.index(line + n) & 1 else "·" for n in NUMBERS)

        rows = tuple(
            (name, *(seen(colour + shape) for shape in SHAPES))
            for colour, name in zip(COLOURS, COLOUR_NAMES, strict=True)
        )
        wanted = {state.turn} if state.phase == "turn" else {turn.seat for turn in self.to_act(state)}
        marks = ["▸" if seat in wanted else "·" for seat in (0, 1)]
        roles = ["deals" if seat == state.dealer else "begins" for seat in (0, 1)]
        lines = [
            f"{mark} {name} ({role}): {size} cards, {score} points"
            for mark, name, role, size, score in zip(marks, seats, roles, state.sizes, state.scores, strict=True)
        ]
        lines += [
            f"{name} holds {_names(cards_of(exposed))} (laid open)"
            for name, exposed in zip(seats, state.exposed, strict=True)
            if exposed
        ]
        numbers = {
            place: f" ({seats[seat]}’s answer {number})"
            for seat in ((0, 1) if state.setup.options.accuse == "named" else ())
            for number, place in enumerate(west.numbered(state, seat), 1)
        }
        lines += [
            f"{at + 1}. {seats[a.asker]} {NAMES[a.card]} asks {LINES[a.line][0]}: "
            f"{'?' if a.answer < 0 else a.answer}{numbers.get(at, '')}"
            for at, a in enumerate(state.asks)
        ]
        return Screen(title=title, columns=("seen", *SHAPE_NAMES), rows=rows, lines=tuple(lines))

    def hand(self, state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return (card as a record names it, "", mark) for each known card of a seat's hand.

        The mark is “laid open” for a card that was laid open as proof, else "".
        """
        return tuple(
            (NAMES[card], "", language.say("laid open") if state.exposed[seat] >> card & 1 else "")
            for card in state.hands[seat] or ()
            if card >= 0
        )

    def sheet(self, state: State) -> Sheet:
        """Return the score sheet: for each deal the points gained in it, and the score after it."""
        rows, before = [], (0, 0)
        for number, after in enumerate(state.history, 1):
            points = [now - then for now, then in zip(after, before, strict=True)]
            scores = (Score(total, f"+{won}" if won else "", (won,)) for total, won in zip(after, points, strict=True))
            rows.append(ScoreRow(str(number), tuple(scores)))
            before = after
        legend, unit = language.say("points of the deal, and the score"), language.say("points")
        return Sheet("deal", legend, tuple(rows), ("points",), unit)

    def notebook(self, state: State, seat: int) -> Screen:
        """Return a screen with the cards that the hole card can be for ``seat``.

        One line lists them if the seat trusts no answer of the other player, another if it trusts all.
        """
        other = 1 - seat
        name = state.setup.seats[other]
        free = unseen(state) & ~bits(state.hands[seat] or ())
        case = west.build_case(state, other)
        counts = [(cards, need) for _, cards, need in case.counts]
        believed = [card for card in cards_of(free) if west.hand_exists(free & ~(1 << card), case.hidden, counts)]
        trusting = _names(believed) or f"nothing: {name} has lied"
        lines = (
            f"Believing nobody, the hole card can be: {_names(cards_of(free))}",
            f"Believing {name}, it can be: {trusting}",
        )
        return Screen(title="Notebook", lines=lines if state.deal else ())

    def explain(self, _before: State, action: west.Move, after: State) -> tuple[str, ...]:
        """Return sentences on why an accusation was proven or not.

        For actions other than ``Insists``, return (). If the lie is proven, the sentences give a smallest set of
        answers that cannot all be true.
        """
        case = after.case
        if case is None or not isinstance(action, Insists):
            return ()
        name = after.setup.seats[case.accused]
        if not case.proven:
            many = len(case.counts)
            which = "named" if after.setup.options.accuse == "named" else "that count"
            return (f"{name}’s answers {which} ({many}) can all be true of some hand of the cards nobody has seen.",)
        places = west.smallest_conflict(case.unseen, case.hidden, [(cards, need) for _, cards, need in case.counts])
        sentences = []
        for place in places:
            at, cards, need = case.counts[place]
            asked = case.asks[at]
            text = f"Question {at + 1}: {name} answered {asked.answer} {spoken(asked.line, asked.answer)}."
            if since := asked.answer - need:
                text += f" {name} laid {since} open since."
            if need >= 0:
                among = _names(cards_of(cards & case.unseen)) or "none"
                text += f" So {need} of {name}’s {counted(case.hidden, 'hidden card')} would be among these: {among}."
            sentences.append(text)
        end = "That alone is impossible." if len(places) == 1 else f"No {case.hidden} hidden cards do all of that."
        return (*sentences, end)

    def highlights(self, steps: Steps) -> tuple[Highlight, ...]:
        """Return the moments worth remembering from finished deals: lies, guesses and accusations.

        ``steps`` has (state before, action, state after) for each line.
        """
        lies: list[tuple[Highlight, Highlight]] = []
        guesses: list[Highlight] = []
        verdicts: list[Highlight] = []
        answered: list[int] = []
        judged: list[int] = []  # places of lines of this deal
        for at, (before, action, after) in enumerate(steps):
            if after.deal > before.deal:
                answered, judged = [], []
            if isinstance(action, west.Answers):
                answered.append(at)
            elif isinstance(action, Insists | west.Retracts):
                judged.append(at)
            if len(after.history) > len(before.history):
                lies += _lies(steps, answered, at)
                guesses += _guess(at, before, action, after) if isinstance(action, west.Hole) else ()
                verdicts += [verdict for place in judged for verdict in _verdict(place, *steps[place])]
        return (*(lived for lived, _ in lies), *guesses, *verdicts, *(bluff for _, bluff in lies))

    def claims(self, before: State, action: west.Move, after: State) -> tuple[Claim, ...]:
        """Return the claim that a player's answer is true; () for actions other than ``Answers``."""
        if isinstance(action, west.Answers):
            asked, hand = before.asks[-1], before.hands[action.seat]
            line = spoken(asked.line, action.count)
            words = say("{seat} says {count} {cards}. Is it so?", seat=after.setup.seat(action.seat),
                        count=action.count, cards=line)  # fmt: skip
            held = (bits(hand) & LINES[asked.line][1]).bit_count() if is_known(hand) else None
            return (Claim(action.seat, words, NAMES[asked.card], None if held is None else held == action.count),)
        return ()

    def sayings(self, before: State, action: west.Move, after: State) -> tuple[Saying, ...]:
        """Return what ``action`` says of truths and lies, or (). The states are full: both hands are known.

        For an answer, this is whether it was true or a lie. If an accusation is admitted or proven, it is CAUGHT for
        each false answer of the accused. If the accusation fails or is withdrawn, it is DOUBTED for the accused.
        """
        if isinstance(action, west.Answers):
            true = (bits(before.hands[action.seat] or ()) & LINES[before.asks[-1].line][1]).bit_count() == action.count
            return (Saying(action.seat, core.SAID_TRUTH if true else core.SAID_LIE),)
        if not isinstance(action, west.Admits | Insists | west.Retracts):
            return ()
        accused = 1 - before.accuser
        if isinstance(action, west.Retracts) or (isinstance(action, Insists) and after.case and not after.case.proven):
            return (Saying(accused, core.DOUBTED),)
        return (Saying(accused, core.CAUGHT),) * west.false_answers(before, accused)


def _scored(before: State, after: State) -> list[Event]:
    """Return an event for the points that a seat has scored, and one for the end of the deal if it is over."""
    scored = Event("scores", say("Nobody scores."))
    for seat in (0, 1):
        if points := after.scores[seat] - before.scores[seat]:
            scored = Event("scores", say("{seat} scores {points}.", seat=after.setup.seat(seat), points=points), seat)
            break
    return [scored, *_deal_over(after)]


def _deal_over(after: State) -> list[Event]:
    if after.phase not in {"faceup", "over"}:
        return []
    scores = tuple(
        say("{seat} {score}", seat=after.setup.seat(seat), score=score) for seat, score in enumerate(after.scores)
    )
    return [Event("deal", say("Deal {deal} is over: {scores}.", deal=after.deal, scores=scores))]


def _accused_of(state: State) -> tuple[Shown, ...]:
    """Return the last three (or fewer) answers that an accusation is about, each with its question's card."""
    accused = west.accused_of(state) if state.named else -1
    asked = [
        ask for place, ask in enumerate(state.asks)
        if ask.asker == state.accuser and ask.answer >= 0 and accused >> place & 1
    ]  # fmt: skip
    return tuple(
        Shown(NAMES[ask.card], language.quoted(f"{ask.answer} {spoken(ask.line, ask.answer)}")) for ask in asked[-3:]
    )


def _named(state: State) -> str:
    """Return the answers that the accusation names, as text: “2 (1 green triangle), 3 (2 red 1s)”."""
    accused = 1 - state.accuser
    places = west.numbered(state, accused)
    return ", ".join(
        west.quoted_answer(state, accused, number)
        for number, place in enumerate(places, 1)
        if state.named >> place & 1
    )  # fmt: skip


def _names(cards: Iterable[int]) -> str:
    return " ".join(NAMES[card] for card in cards)


# --------------------------------------------------------------------------------------------- worth remembering


def _lies(steps: Steps, answered: Sequence[int], last: int) -> Iterator[tuple[Highlight, Highlight]]:
    """Yield two highlights for each answer of a deal that is proven false: as a lie, and as a bluff.

    The grade of the lie is higher if more questions passed until it came out, that of the bluff if the number was
    further from the truth. What proves an answer false is the hand, or the cards laid open later. ``answered`` has the
    indices in ``steps`` of the deal's answers, ``last`` is the index of its last line.
    """
    state = steps[last][2]
    for place, at in enumerate(answered):
        ask = state.asks[place]
        asker, liar = state.setup.seats[ask.asker], state.setup.seats[1 - ask.asker]
        count, line, hand = ask.answer, LINES[ask.line][1], steps[at][0].hands[1 - ask.asker]
        known = bits(hand) if is_known(hand) else west.laid_since(state, 1 - ask.asker, place)
        least = most = (known & line).bit_count()
        if not is_known(hand):
            most = west.MOST - (state.seen & ~known & line).bit_count()
        if least <= count <= most:
            continue
        held = _cardinal(least)
        if least != most and least > count:
            held = language.say("at least {n}", n=number_word(least))
        elif least != most:
            held = language.say("{n} at most", n=number_word(most))
        note = language.say("in {seat}’s hand", seat=liar)
        shown = (Shown(NAMES[card], note, "true") for card in cards_of(known & line))
        cards = (Shown(NAMES[ask.card], language.say("{seat} asked with it", seat=asker)), *shown)
        asks, end = _came_out(steps[at : last + 1], asker, liar)
        lived = asks - 1 - place
        if lived:
            end = spelt_n("{what}, {n} question later", "{what}, {n} questions later", lived, what=end)
        told = {
            "deal": state.deal, "seat": liar, "answer": f"{number_word(count)} {spoken(ask.line, count)}", "held": held,
            "other": asker, "cards": spoken(ask.line), "count": count, "said": _cardinal(count),
        }  # fmt: skip
        yield (
            Highlight(
                kind=accounts.LIE,
                title=language.say("The longest-lived lie"),
                words=language.say("In deal {deal} {seat} answered “{answer}” and held {held}.", **told) + f" {end}.",
                honour=say_n(
                    "{seat}’s “{answer}”: {n} question long.", "{seat}’s “{answer}”: {n} questions long.", lived, **told
                ),
                grade=min(99, 100 * lived // (ANSWERS - 1)),
                at=at,
                cards=cards,
            ),
            Highlight(
                kind=accounts.BLUFF,
                title=language.say("The boldest bluff"),
                words=language.say("{other} asked for {cards}. {seat} said {said}, and held {held}.", **told),
                honour=language.say("{seat} said {count} and held {held}.", **told),
                grade=min(99, 100 * max(least - count, count - most) // west.MOST),
                at=at,
                cards=cards,
            ),
        )


def _cardinal(count: int) -> str:
    return number_word(count) if count else language.say("none")


def _came_out(steps: Steps, asker: str, liar: str) -> tuple[int, str]:
    """Return how many questions the deal had when a lie came out, and a clause on how.

    ``steps`` begin with the lie and end with the last line of its deal. ``asker`` and ``liar`` are names of players. If
    the lie did not come out, return the number of the deal's questions, and a clause that says so.
    """
    for before, action, after in steps:
        if isinstance(action, west.Admits) and before.setup.seats[action.seat] == liar:
            return len(after.asks), language.say("{seat} admitted to lying", seat=liar)
        judged = isinstance(action, Insists) and before.setup.seats[action.seat] == asker
        if judged and after.case is not None and after.case.proven:
            return len(after.asks), language.say("{other} proved that {seat} had lied", other=asker, seat=liar)
    return len(steps[-1][2].asks), language.say("Nobody had proven it when the deal was over")


_LAY = later_n(
    "{seat} named the {guess}, and there it lay: {n} point for {scorer}.",
    "{seat} named the {guess}, and there it lay: {n} points for {scorer}.",
)
_WAS = later_n(
    "{seat} named the {guess}, and it was the {card}: {n} point for {scorer}.",
    "{seat} named the {guess}, and it was the {card}: {n} points for {scorer}.",
)


def _guess(at: int, before: State, action: west.Hole, after: State) -> Iterator[Highlight]:
    """Yield a highlight for a guess at the hole card. Its grade is higher if fewer cards were possible.

    ``at`` is the index of the line ``action`` in the record. Nothing is yielded if only one card was possible.
    """
    seat, right = before.accuser, action.card == before.guess
    name = before.setup.seats[seat]
    many = before.sizes[1 - seat] - before.exposed[1 - seat].bit_count() + 1
    if many < 2:
        return
    points = abs(sum(after.scores) - sum(before.scores))
    scorer = name if right else before.setup.seats[1 - seat]
    told = {
        "seat": name, "deal": after.deal, "n": number_word(many), "guess": called(NAMES[before.guess]),
        "card": called(NAMES[action.card]),
    }  # fmt: skip
    one, many_points = _LAY if right else _WAS
    end = say_n(one, many_points, points, **told | {"n": points, "scorer": scorer})
    yield Highlight(
        kind=accounts.BID,
        title=language.say("The narrowest guess"),
        words=language.say("The hole card of deal {deal} could be one of {n}.", **told) + f" {end}",
        honour=language.say(
            later("{seat}’s guess, one of {n}: right.") if right else later("{seat}’s guess, one of {n}: wrong."),
            **told,
        ),
        grade=max(1, 99 - 10 * (many - 1) + (0 if right else 4)),
        at=at,
        cards=(
            Shown(NAMES[before.guess], language.say("{seat}’s guess", seat=name)),
            *(() if right else (Shown(NAMES[action.card], language.say("the hole card")),)),
        ),
    )


def _verdict(at: int, before: State, action: west.Move, after: State) -> Iterator[Highlight]:
    """Yield a highlight for an accusation that was judged or withdrawn. Fewer answers make its grade higher.

    ``at`` is the index of the line ``action`` in the record. Nothing is yielded if there were no answers.
    """
    assert isinstance(action, Insists | west.Retracts)
    name, other = before.setup.seats[action.seat], before.setup.seats[1 - action.seat]
    judged = west.accused_of(before) if before.named else -1
    asked = [
        ask
        for place, ask in enumerate(before.asks)
        if ask.asker == action.seat and ask.answer >= 0 and judged >> place & 1
    ]
    answers, points = len(asked), sum(after.scores) - sum(before.scores)
    if not answers:
        return
    if isinstance(action, west.Retracts):
        end = later("{seat} withdrew it, and {other} scored {points}.")
    elif after.case is not None and after.case.proven:
        end = later("No hand fits them all, and {seat} scored {points}.")
        if answers == 1:
            end = later("It was false, and {seat} scored {points}.")
    else:
        end = later("There was a hand that fits them all, and {other} scored {points}.")
        if answers == 1:
            end = later("There was a hand that fits it, and {other} scored {points}.")
    told = {"deal": before.deal, "seat": name, "other": other, "points": points}
    accused = spelt_n(
        "In deal {deal} {seat} accused {other} on {n} answer.", "In deal {deal} {seat} accused {other} on {n} answers.",
        answers, **told,
    )  # fmt: skip
    yield Highlight(
        kind=accounts.BID,
        title=language.say("The narrowest verdict"),
        words=f"{accused} {language.say(end, **told)}",
        honour=say_n(
            "{seat} against {other}, on {n} answer.", "{seat} against {other}, on {n} answers.", answers, **told
        ),
        grade=max(0, 40 - 2 * answers),
        at=at,
        cards=tuple(
            Shown(NAMES[ask.card], f"{other}: {ask.answer} {spoken(ask.line, ask.answer)}") for ask in asked[-3:]
        ),
    )
