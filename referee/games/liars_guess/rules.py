"""The rules of Liars' Guess (docs/rules.md): what chance draws, what is legal, what happens, views."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.language import both, later, say_n
from referee.core.cards import UNKNOWN, WEST, Card, Message, cards_of, is_known, pick, put_pair, sample, say
from referee.core.game import ALLOWED, ON_TRUST, Field, Game, Json, Judgment, Outcome, Refused, Setup, Turn, left
from referee.core.play import Leaves
from referee.games.liars_guess import state as west
from referee.games.liars_guess.state import FACEUP, HAND, LINES, MOST, NAMES, OF_CARD, State, bits, unseen


def _turns(*verbs: str) -> tuple[tuple[Turn, ...], ...]:
    return tuple((Turn(seat, verbs),) for seat in (0, 1))


_ANSWER, _ACCUSED, _DENIED = _turns("answers"), _turns("admits", "denies"), _turns("insists", "retracts")
_FREE = tuple(
    tuple(Turn(seat, ("accuses", "guesses", *(("shows",) if seat == on else ()))) for seat in (0, 1)) for on in (0, 1)
)
_ONLY_GUESS = tuple(
    tuple(Turn(seat, tuple(verb for verb in turn.verbs if verb != "accuses")) for seat, turn in enumerate(turns))
    for turns in _FREE
)
_TABLE = {verb: (Turn(None, (verb,)),) for verb in ("dealer", "faceup", "hole")}
_SHOWS = tuple(
    tuple(tuple(west.Shows(seat, card, line) for line in OF_CARD[card]) for card in range(len(WEST))) for seat in (0, 1)
)
_GUESSES = tuple(tuple(west.Guesses(seat, card) for card in range(len(WEST))) for seat in (0, 1))
_FIXED: dict[str, tuple[tuple[west.Move, ...], ...]] = {
    "answers": tuple(tuple(west.Answers(seat, count) for count in range(MOST + 1)) for seat in (0, 1)),
    **{
        kind.verb: tuple((kind(seat),) for seat in (0, 1))
        for kind in (west.Accuses, west.Admits, west.Denies, west.Retracts)
    },
}


class Rules(Game[State]):
    """The rules of Liars' Guess: what is legal, what happens, and who may see what.

    ``referee.core.game.Game`` says what the methods take.
    """

    def start(self, setup: Setup) -> State:
        return State(setup=setup)

    def deals_scored(self, state: State) -> int:
        return len(state.history)

    def outcome(self, state: State) -> Outcome:
        """Return how the game stands: after the last deal the higher score wins, and equal scores share the win."""
        if state.phase != "over":
            return Outcome(over=False, winners=(), scores=state.scores)
        if state.left >= 0:
            return left(state.setup, state.left, state.scores)
        best = max(state.scores)
        winners = tuple(seat for seat in (0, 1) if state.scores[seat] == best)
        reason = language.say_n(
            "{who} has {points} points after {deals}", "{who} share the match with {points} points after {deals}",
            len(winners), who=both(state.setup.seats[seat] for seat in winners), points=best,
            deals=say_n("{n} deal", "{n} deals", state.deal),
        )  # fmt: skip
        return Outcome(over=True, winners=winners, scores=state.scores, reason=reason)

    # ---- chance

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> west.Move | None:
        """Return the next action of chance; None if a player is to act or the game is over.

        It names the first dealer, the face-up cards, a hand or the hole card. Without ``hands``, no hand is dealt, and
        None is returned if a hand is next. The first dealer is drawn from the seats ``among``; () means from both.
        """
        match state.phase:
            case "dealer":
                return west.Dealer(pick(among or (0, 1), rng))
            case "faceup":
                return west.Faceup(tuple(sample(range(len(WEST)), FACEUP, rng)))
            case "turn" if hands and not state.acted and None in state.hands:
                return west.Holds(state.hands.index(None), tuple(sorted(sample(west.loose(state), HAND, rng))))
            case "hole":
                return west.Hole(pick(west.loose(state), rng))
        return None

    def odds(self, state: State) -> tuple[tuple[west.Move, int], ...]:
        """Return (action, weight) for each possible first dealer or hole card, all of weight 1; () in other phases."""
        match state.phase:
            case "dealer":
                return tuple((west.Dealer(who), 1) for who in (0, 1))
            case "hole":
                return tuple((west.Hole(card), 1) for card in west.loose(state))
        return ()

    # ---- who acts, and what is allowed

    def to_act(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat, or for the table, that may act now.

        While a question, an accusation or a denial awaits its reply, only the seat that replies may act. After a guess,
        only the table may. Otherwise both seats may guess and accuse, and the seat on turn may show a card. With the
        house rule ``accuse = "named"``, a seat may accuse only if there is an answer to name.
        """
        phase = state.phase
        if phase == "turn":
            if state.setup.options.accuse == "free":
                return _FREE[state.turn]
            return tuple(
                (_FREE if west.open_answers(state, 1 - seat) else _ONLY_GUESS)[state.turn][seat] for seat in (0, 1)
            )
        if phase == "answer":
            return _ANSWER[1 - state.turn]
        if phase == "accused":
            return _ACCUSED[1 - state.accuser]
        if phase == "denied":
            return _DENIED[state.accuser]
        return _TABLE.get(phase, ())

    def awaits(self, state: State) -> tuple[int | None, ...]:
        """Return who must act (None: the table): in the phase "turn" the seat on turn, else all that may."""
        return (state.turn,) if state.phase == "turn" else tuple(turn.seat for turn in self.to_act(state))

    def optional(self, state: State) -> tuple[Turn, ...]:
        """Return a Turn for each seat that may enter its hand: once a deal, before anybody asks, guesses or accuses."""
        if state.phase != "turn" or state.acted:
            return ()
        return tuple(Turn(seat, ("holds",)) for seat in (0, 1) if state.hands[seat] is None)

    def fields(self, state: State, seat: int | None, verb: str) -> tuple[Field, ...]:
        """Return the arguments to ask a person for, if ``verb`` has too many legal lines to list; else ().

        Such verbs are ``faceup`` and ``holds`` (with cards), ``insists`` (with the cards that it lays open) and
        ``accuses`` (with the numbers of answers, from 1).
        """
        if verb == "faceup":
            return (Field("card", NAMES, FACEUP, FACEUP),)
        if verb == "accuses" and seat is not None and state.setup.options.accuse == "named":
            numbers = tuple(map(str, _open_numbers(state, seat)))
            return (Field("answer", numbers, 1, len(numbers)), Field("words", fewest=0))
        if seat is None or verb not in {"holds", "insists"}:
            return ()
        fresh = tuple(NAMES[card] for card in _own(state, seat) if not state.seen >> card & 1)
        if verb == "holds":
            return (Field("card", fresh, HAND, HAND),)
        return (Field("card", fresh, 0, min(_hidden(state, seat), len(fresh)), before="exposing"),)

    def candidate_actions(self, state: State, seat: int | None, verb: str) -> Sequence[west.Move]:
        """Return actions of ``seat`` (None: the table) with ``verb`` that may be legal.

        For ``holds`` and ``faceup`` there are none. For ``insists``, an action lays open no card, any one card, or all
        unseen cards of a known hand. For ``accuses`` under the house rule ``accuse = "named"``, an action names any one
        answer, any two answers, or all.
        """
        if seat is None:
            if verb == "dealer":
                return [west.Dealer(who) for who in (0, 1)]
            return [west.Hole(card) for card in cards_of(unseen(state))] if verb == "hole" else []
        if verb == "accuses" and state.setup.options.accuse == "named":
            numbers = _open_numbers(state, seat)
            some_of = [(one,) for one in numbers] + list(combinations(numbers, 2))
            return [west.Accuses(seat, few) for few in (*some_of, *((tuple(numbers),) if len(numbers) > 2 else ()))]
        if verb in _FIXED:
            return _FIXED[verb][seat]
        match verb:
            case "guesses":
                return [_GUESSES[seat][card] for card in cards_of(unseen(state))]
            case "shows":
                return [shows for card in _own(state, seat) for shows in _SHOWS[seat][card]]
            case "insists":
                fresh = tuple(card for card in _own(state, seat) if not state.seen >> card & 1)
                whole = [fresh] if 1 < len(fresh) <= _hidden(state, seat) else []
                return [west.Insists(seat, cards) for cards in ((), *((card,) for card in fresh), *whole)]
        return ()

    def untimely(self, state: State, action: Any) -> Refused:
        if type(action) is not west.Holds or state.phase in {"dealer", "faceup", "over"}:
            return super().untimely(state, action)
        why = later("{seat} enters a hand before the first act of a deal, not now")
        if state.hands[action.seat] is not None:
            why = later("{seat}’s hand of this deal has been entered already")
        return _refused("holds-once", state, action.seat, why)

    def judge_faceup(self, _state: State, action: west.Faceup) -> Judgment:
        cards = action.cards
        if len(set(cards)) == len(cards) == FACEUP:
            return ALLOWED
        twice = next((card for card in cards if cards.count(card) > 1), None)
        why = later("{n} different cards lie face up: here are {many}")
        if twice is not None:
            why = later("{n} different cards lie face up: {card} is there twice")
        card = "" if twice is None else NAMES[twice]
        return Refused("guess.faceup", say(why, n=FACEUP, many=len(cards), card=card))

    def judge_holds(self, state: State, action: west.Holds) -> Judgment:
        seat, cards = action.seat, action.cards
        hidden = cards.count(UNKNOWN)
        if len(cards) != HAND or (not hidden and len(set(cards)) != HAND):
            why = later("{seat} must enter {hand} different cards, not {many}")
            return _refused("holds-count", state, seat, why, hand=HAND, many=len(set(cards)))
        if hidden == HAND:
            return ON_TRUST
        if hidden:
            why = later("{seat} must enter all {hand} cards: {many} are missing")
            return _refused("holds-count", state, seat, why, hand=HAND, many=hidden)
        other = state.hands[1 - seat] or ()
        for card in cards:
            if state.seen >> card & 1 or card in other:
                why = later("{seat} cannot hold {card}: it is in the other hand")
                if state.seen >> card & 1:
                    why = later("{seat} cannot hold {card}: it lies face up")
                return _refused("one-place", state, seat, why, card=card_field(card))
        return ALLOWED

    def judge_shows(self, state: State, action: west.Shows) -> Judgment:
        seat, card = action.seat, action.card
        if state.seen >> card & 1 and not state.exposed[seat] >> card & 1:
            why = later("{seat} cannot show {card}: everybody has seen it elsewhere")
            return _refused("seen", state, seat, why, card=card_field(card))
        if action.line not in OF_CARD[card]:
            fits = ", ".join(LINES[line][0] for line in OF_CARD[card])
            why = later("{seat} cannot ask {line} with {card}: that can ask {fits}")
            return _refused("ask-own", state, seat, why, line=LINES[action.line][0], card=card_field(card), fits=fits)
        return _judge_own(state, seat, (card,), "shows")

    def judge_answers(self, state: State, action: west.Answers) -> Judgment:
        if action.count <= MOST:
            return ALLOWED
        why = later("{seat} cannot answer {count}: a combination has {most} cards (0 to {most})")
        return _refused("answer-range", state, action.seat, why, count=action.count, most=MOST)

    def judge_accuses(self, state: State, action: west.Accuses) -> Judgment:
        seat, answers = action.seat, action.answers
        if state.setup.options.accuse == "free":
            why = later("{seat} accuses without numbers: by the house rules, an accusation is about all answers")
            return _refused("named", state, seat, why) if answers else ALLOWED
        numbers = _open_numbers(state, seat)
        wrong = next((number for number in answers if number not in numbers), None)
        if answers and wrong is None and len(set(answers)) == len(answers):
            return ALLOWED
        fields: dict[str, Any] = {
            "other": state.setup.seat(1 - seat),
            "listing": ", ".join(west.quoted_answer(state, 1 - seat, number) for number in numbers),
            "wrong": wrong,
        }
        why = later("{seat} must say by number which answers of {other} can’t all be true: {listing}")
        if wrong is not None:
            why = later("{seat} cannot name answer {wrong} of {other}: the answers that count are {listing}")
        elif answers:
            why = later("{seat} must name different answers, each once: {listing}")
        return _refused("named", state, seat, why, **fields)

    def judge_guesses(self, state: State, action: west.Guesses) -> Judgment:
        if not state.seen >> action.card & 1:
            return ALLOWED
        why = later("{seat} cannot guess {card}: everybody has seen it")
        return _refused("guess-seen", state, action.seat, why, card=card_field(action.card))

    def judge_hole(self, state: State, action: west.Hole) -> Judgment:
        card = action.card
        if state.seen >> card & 1:
            why = say("the hole card cannot be {card}: everybody has seen it elsewhere", card=card_field(card))
            return Refused("guess.hole", why)
        if any(card in hand for hand in state.hands if hand):
            why = say("the hole card cannot be {card}: it is in a hand that was entered", card=card_field(card))
            return Refused("guess.hole", why)
        return ALLOWED

    def judge_insists(self, state: State, action: west.Insists) -> Judgment:
        seat, cards, room = action.seat, action.cards, _hidden(state, action.seat)
        for card in cards:
            if state.seen >> card & 1:
                why = later(
                    "{seat} cannot lay open {card}: everybody has seen it; a proof is a card that nobody has seen"
                )
                return _refused("expose", state, seat, why, card=card_field(card))
        if len(set(cards)) != len(cards):
            why = later("{seat} lays open different cards, each once: not {cards}")
            return _refused("expose", state, seat, why, cards=card_list(cards))
        if len(cards) > room:
            why = later("{seat} cannot lay open {many} cards: {room} of the hand are unseen")
            if room == 1:
                why = later("{seat} cannot lay open {many} cards: 1 of the hand is unseen")
            return _refused("expose", state, seat, why, many=len(cards), room=room)
        return _judge_own(state, seat, cards, "insists") if cards else ALLOWED

    # ---- what happens

    def apply_dealer(self, state: State, action: west.Dealer) -> State:
        return replace(state, phase="faceup", dealer=action.who)

    def apply_faceup(self, state: State, action: west.Faceup) -> State:
        dealer = state.dealer if state.deal == 0 else 1 - state.dealer
        return State(
            setup=state.setup,
            phase="turn",
            deal=state.deal + 1,
            dealer=dealer,
            turn=1 - dealer,
            faceup=action.cards,
            sizes=(HAND, HAND),
            seen=bits(action.cards),
            scores=state.scores,
            history=state.history,
        )

    def apply_holds(self, state: State, action: west.Holds) -> State:
        return replace(state, hands=self.chosen(state, action))

    def apply_shows(self, state: State, action: west.Shows) -> State:
        seat, card, hand = action.seat, action.card, state.hands[action.seat]
        bit = 1 << card
        if hand is not None:  # out of a masked hand any card is taken
            at = hand.index(card) if card in hand else len(hand) - 1
            hand = hand[:at] + hand[at + 1 :]
        return replace(
            state,
            phase="answer",
            acted=True,
            seen=state.seen | bit,
            exposed=put_pair(state.exposed, seat, state.exposed[seat] & ~bit),
            shown=put_pair(state.shown, seat, (*state.shown[seat], card)),
            sizes=put_pair(state.sizes, seat, state.sizes[seat] - 1),
            hands=put_pair(state.hands, seat, hand),
            asks=(*state.asks, west.Ask(seat, card, action.line)),
        )

    def apply_answers(self, state: State, action: west.Answers) -> State:
        last = state.asks[-1]
        asks = (*state.asks[:-1], west.Ask(last.asker, last.card, last.line, action.count))
        state = replace(state, phase="turn", turn=1 - state.turn, asks=asks)
        return _end_deal(state) if len(asks) == west.ANSWERS else state

    def apply_guesses(self, state: State, action: west.Guesses) -> State:
        return replace(state, phase="hole", accuser=action.seat, guess=action.card, acted=True)

    def apply_hole(self, state: State, action: west.Hole) -> State:
        accuser = state.accuser
        winner = accuser if action.card == state.guess else 1 - accuser
        state = replace(state, seen=state.seen | 1 << action.card)
        return _end_deal(_score(state, winner, state.sizes[1 - accuser]))

    def apply_accuses(self, state: State, action: west.Accuses) -> State:
        places = west.numbered(state, 1 - action.seat) if action.answers else ()
        named = sum([1 << places[number - 1] for number in action.answers])
        return replace(state, phase="accused", accuser=action.seat, acted=True, named=named)

    def apply_admits(self, state: State, action: west.Admits) -> State:
        return _close(_score(state, state.accuser, state.sizes[action.seat]), proven=True)

    def apply_denies(self, state: State, _action: west.Denies) -> State:
        return replace(state, phase="denied")

    def apply_retracts(self, state: State, action: west.Retracts) -> State:
        other = 1 - action.seat
        return _close(_score(state, other, state.sizes[other]), proven=False)

    def apply_insists(self, state: State, action: west.Insists) -> State:
        seat, laid = action.seat, bits(action.cards)
        exposed = put_pair(state.exposed, seat, state.exposed[seat] | laid)
        state = replace(state, seen=state.seen | laid, exposed=exposed)
        case = west.build_case(state, 1 - seat)
        state = _score(replace(state, case=case), seat if case.proven else 1 - seat, 2 * state.sizes[1 - seat])
        return _close(state, proven=case.proven)

    def apply_leaves(self, state: State, action: Leaves) -> State:
        return replace(state, phase="over", left=action.seat)

    # ---- who may know what

    def cards_shown(self, _before: State, action: west.Move, _after: State) -> tuple[tuple[int, str], ...]:
        """Return (seat, card as a record names it) for a card shown with a question, or each laid open as evidence."""
        if isinstance(action, west.Shows):
            return ((action.seat, NAMES[action.card]),)
        return tuple((action.seat, NAMES[card]) for card in action.cards) if isinstance(action, west.Insists) else ()

    def public(self, state: State) -> dict[str, Json]:
        """Return what everybody may know: the ``public`` object of ``referee replay --json`` (docs/rules.md §2)."""
        names = state.setup.seats
        dealt = state.deal > 0
        shown = [[NAMES[card] for card in cards] for cards in state.shown]
        return {
            "deal": state.deal,
            "dealer": None if state.dealer < 0 else names[state.dealer],
            "faceup": [NAMES[card] for card in state.faceup],
            "shown": dict(zip(names, shown, strict=True)) if dealt else {},
            "hands": dict(zip(names, state.sizes, strict=True)) if dealt else {},
            "asks": [
                [names[ask.asker], NAMES[ask.card], LINES[ask.line][0], None if ask.answer < 0 else ask.answer]
                for ask in state.asks
            ],
            "unseen": [NAMES[card] for card in cards_of(unseen(state))],
        }

    def hidden(self, state: State) -> dict[str, Json]:
        """Return the ``hidden`` object of ``referee replay --json --reveal``: each hand, None if unknown."""
        return {
            "hands": {
                name: None if hand is None else [NAMES[card] for card in hand]
                for name, hand in zip(state.setup.seats, state.hands, strict=True)
            }
        }


def _open_numbers(state: State, seat: int) -> list[int]:
    """Return the numbers (from 1) of the other player's answers that a seat can name in an accusation."""
    places = west.numbered(state, 1 - seat)
    return [number for number, place in enumerate(places, 1) if not state.settled >> place & 1]


def _own(state: State, seat: int) -> Sequence[int]:
    """Return the cards that a seat holds or may hold, as far as the state knows."""
    hand = state.hands[seat]
    return hand if is_known(hand) else cards_of(unseen(state) | state.exposed[seat])


def _hidden(state: State, seat: int) -> int:
    """Return how many cards of a seat's hand the other player has not seen."""
    return state.sizes[seat] - state.exposed[seat].bit_count()


def _refused(rule: str, state: State, seat: int, why: str, **fields: Any) -> Refused:
    return Refused(f"guess.{rule}", say(why, seat=state.setup.seat(seat), **fields))


def card_field(card: int) -> Card:
    """Return the card with this number as a value for a placeholder of a message."""
    return Card(NAMES[card], NAMES[card])


def card_list(cards: Sequence[int]) -> Message:
    """Return the cards with these numbers as a value for a placeholder of a message: “rc1 yh2”.

    If there are no cards, the value is “none”. After 27 cards, only the number of the others follows.
    """
    most = len(WEST)  # whoever types more says a card twice
    fields: dict[str, Any] = {f"card{at}": card_field(card) for at, card in enumerate(cards[:most])}
    if not cards:
        return say("none")
    shown = Message(" ".join(f"{{{name}}}" for name in fields), fields)
    return say("{cards} and {n} more", cards=shown, n=len(cards) - most) if len(cards) > most else shown


_NO = {
    ("shows", "held"): later("{seat} cannot show {cards}: {hand} are held"),
    ("shows", "one-place"): later("{seat} cannot show {card}: it is in the other hand"),
    ("shows", "known"): later("{seat} cannot show {cards}: all of the hand is known, {laid}"),
    ("insists", "held"): later("{seat} cannot lay open {cards}: {hand} are held"),
    ("insists", "one-place"): later("{seat} cannot lay open {card}: it is in the other hand"),
    ("insists", "known"): later("{seat} cannot lay open {cards}: all of the hand is known, {laid}"),
}  # fmt: skip
"""By verb and reason: why a card of a hand cannot be laid open."""


def _judge_own(state: State, seat: int, cards: tuple[int, ...], verb: str) -> Judgment:
    """Return whether ``seat`` may lay these cards of its hand open. ``verb`` is ``shows`` or ``insists``.

    If the hand is known, each card must be in it. If not, the action is accepted on trust, unless a card is in the
    other hand, or there are more cards than the hand has unseen.
    """
    hand = state.hands[seat]
    if is_known(hand):
        missing = [card for card in cards if card not in hand]
        if missing:
            return _refused("held", state, seat, _NO[verb, "held"], cards=card_list(missing), hand=card_list(hand))
        return ALLOWED
    other = state.hands[1 - seat] or ()
    for card in cards:
        if card in other:
            return _refused("one-place", state, seat, _NO[verb, "one-place"], card=card_field(card))
    fresh = [card for card in cards if not state.exposed[seat] >> card & 1]
    if len(fresh) > _hidden(state, seat):
        laid = card_list(cards_of(state.exposed[seat]))
        return _refused("held", state, seat, _NO[verb, "known"], cards=card_list(fresh), laid=laid)
    return ON_TRUST


def _score(state: State, winner: int, points: int) -> State:
    return replace(state, scores=put_pair(state.scores, winner, state.scores[winner] + points))


def _close(state: State, *, proven: bool) -> State:
    """Return the state after the points of an accusation were scored.

    With the house rule ``after_accusation = "ends"``, the deal ends. With ``"continues"``, it goes on; if the lie was
    ``proven`` or admitted, the answers that the accusation was about no longer count as evidence.
    """
    if state.setup.options.after_accusation == "ends":
        return _end_deal(state)
    settled = state.settled | (west.accused_of(state) if proven else 0)  # they are no evidence any more
    return replace(state, phase="turn", accuser=UNKNOWN, named=0, settled=settled)


def _end_deal(state: State) -> State:
    phase = "over" if state.deal == state.setup.options.deals else "faceup"
    return replace(state, phase=phase, history=(*state.history, state.scores))
