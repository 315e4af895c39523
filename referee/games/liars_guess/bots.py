"""Bots for Liars' Guess: easy, hard, and the strategies of the lab."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Annotated, NamedTuple

from msgspec import Meta

from referee.bots import Mix, Mixed, Rule, Share, Thought, best, certain, uniform
from referee.core.cards import UNKNOWN, cards_of, is_known, west_in_words
from referee.core.game import Action
from referee.games.liars_guess import state
from referee.games.liars_guess.state import (
    MOST,
    Accuses,
    Admits,
    Answers,
    Denies,
    Guesses,
    Insists,
    Retracts,
    Shows,
    State,
    unseen,
)


class Heard(NamedTuple):
    """An answer: the cards of its combination, what was said, and what is true where the hole is not among them."""

    cards: int
    said: int
    most: int

    def truth(self, hole: int) -> int:
        """Return what is true if this card lies in the hole."""
        return self.most - (self.cards >> hole & 1)


def knows(view: State, seat: int) -> bool:
    """Say whether the referee knows a seat's hand, and so the seat's view."""
    return is_known(view.hands[seat])


def hand_of(view: State, seat: int) -> tuple[int, ...]:
    """Return a hand that is known."""
    return view.hands[seat] or ()


def unknown(view: State, seat: int) -> int:
    """Return the cards that a seat has not seen, as bits: the other hand and the hole card."""
    return unseen(view) & ~state.bits(hand_of(view, seat))


def heard(view: State, seat: int, hidden: int) -> list[Heard]:
    """Return what a seat was answered in this deal, of whom ``hidden`` are the cards that it does not know."""
    other, found = 1 - seat, []
    for place, ask in enumerate(view.asks):
        if ask.asker != seat or ask.answer < 0 or place < view.settled[other]:
            continue
        found.append(
            Heard(
                line := state.LINES[ask.line][1], ask.answer, (line & (hidden | _since(view, other, place))).bit_count()
            )
        )
    return found


def said(view: State, seat: int) -> list[tuple[int, int, int]]:
    """Return what a seat has answered: the cards of the combination, the answer, and which of them it held then."""
    own, found = state.bits(hand_of(view, seat)), []
    for place, ask in enumerate(view.asks):
        if ask.asker != seat and place >= view.settled[seat]:
            line = state.LINES[ask.line][1]
            found.append((line, ask.answer, line & (own | _since(view, seat, place))))
    return found


def _since(view: State, seat: int, place: int) -> int:
    """Return the cards that a seat has shown after a question, and what it has laid open as evidence."""
    before = sum(1 for earlier in view.asks[:place] if earlier.asker == seat)
    return state.bits(view.shown[seat][before:]) | view.exposed[seat]


def holes(view: State, seat: int) -> list[int]:
    """Return the cards that could lie in the hole if all answers were true."""
    hidden = unknown(view, seat)
    answers = heard(view, seat, hidden)
    return [card for card in cards_of(hidden) if all(one.truth(card) == one.said for one in answers)]


def pretended(view: State, seat: int) -> list[int]:
    """Return the cards of its hand that a seat can have left out of every answer; () where one answer was another lie.

    Where it has told nothing but the truth, these are the cards that nobody has asked about yet.
    """
    answers = said(view, seat)
    return [
        card
        for card in hand_of(view, seat)
        if not view.seen >> card & 1
        and all(held.bit_count() - (held >> card & 1) == answer for _, answer, held in answers if answer >= 0)
    ]


def has_lied(view: State, seat: int) -> bool:
    """Say whether an answer of a seat was no truth."""
    return any(held.bit_count() != answer for _, answer, held in said(view, seat) if answer >= 0)


class Easy(Mixed[State], frozen=True):
    """Believes what it is told until it cannot be true, and tells a lie now and then that cannot be proven at once."""

    lies: Annotated[Share, Meta(description="How often it leaves a card of its hand out of an answer.")] = 0.2
    left: Annotated[int, Meta(ge=1, le=10, description="Of how many cards that are left it guesses one.")] = 1

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a question, an answer, a guess, an accusation, or what follows one."""
        if not knows(view, seat):
            return certain(None)
        match view.phase:
            case "answer":
                return self._answer(view, seat)
            case "accused":
                lied = has_lied(view, seat)
                kind, why = (Admits, "I had lied.") if lied else (Denies, "I had told nothing but the truth.")
                return certain(kind(seat=seat), why)
            case "denied":
                return _insist(view, seat)
        could = holes(view, seat)
        if not could:
            return certain(Accuses(seat=seat), "No card could lie in the hole if all that I heard was true.")
        if len(could) <= self.left:
            many = "It was the only card left" if len(could) == 1 else f"{len(could)} cards were left"
            why = f"{many} by what I had heard."
            return uniform([Thought(Guesses(seat=seat, card=card), why) for card in could])
        if view.turn != seat:
            return certain(None)
        return _ask(view, seat, could)

    def _answer(self, view: State, seat: int) -> Mix:
        cards = state.LINES[view.asks[-1].line][1]
        held = [card for card in hand_of(view, seat) if cards >> card & 1]
        feigned, lied = pretended(view, seat), has_lied(view, seat)
        out = [card for card in feigned if cards >> card & 1]
        less = Answers(seat=seat, count=len(held) - 1)
        if lied and len(feigned) == len(out) and out:
            return certain(less, f"I kept up the lie that I lacked the {_named(out)}.")
        lies = self.lies if out and not lied else 0.0
        return [
            (Thought(less, "I lied: one too few, so that a card of mine seemed to lie in the hole."), lies),
            (Thought(Answers(seat=seat, count=len(held)), "It was the truth."), 1 - lies),
        ]


def _named(cards: Sequence[int]) -> str:
    return " or the ".join(map(west_in_words, cards))


def _insist(view: State, seat: int) -> Mix:
    if holes(view, seat):
        return certain(Retracts(seat=seat), "After all it could be true.")
    fresh = tuple(card for card in hand_of(view, seat) if not view.seen >> card & 1)
    return certain(Insists(seat=seat, cards=fresh), "With all my cards laid open it was proven.")


def _ask(view: State, seat: int, could: Sequence[int]) -> Mix:
    """Show a card, and ask for the combination of it that halves what the hole can be; the feigned card stays."""
    hand = hand_of(view, seat)
    kept = set(pretended(view, seat)) if has_lied(view, seat) else set()
    if not hand or kept.issuperset(hand):
        kept = set()
    open_ = state.bits(tuple(could))
    asks = best(
        [(card, line) for card in hand if card not in kept for line in state.OF_CARD[card]],
        lambda ask: -abs(2 * (state.LINES[ask[1]][1] & open_).bit_count() - len(could)),
    )
    why = f"{len(could)} cards could lie in the hole, and the answer would halve them."
    return uniform([Thought(Shows(seat=seat, card=card, line=line), why) for card, line in asks])


class Hard(Mixed[State], frozen=True):
    """Weighs how much to believe, and mixes truth and one lie that can't be proven."""

    lies: Annotated[Share, Meta(description="How often it begins a lie where it can.")] = 0.6
    doubt: Annotated[Share, Meta(description="How often it takes the other to keep to a lie.")] = 0.6
    slip: Annotated[Share, Meta(description="How often an answer is any number.")] = 0.03
    sure: Annotated[Share, Meta(description="How sure it is of the hole card when it guesses.")] = 0.65

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a question, an answer, a guess, an accusation, or what follows one."""
        if not knows(view, seat):
            return certain(None)
        match view.phase:
            case "answer":
                return self._answer(view, seat)
            case "accused":
                kind, why = (Admits, "I had lied.") if has_lied(view, seat) else (Denies, "I had told the truth.")
                return certain(kind(seat=seat), why)
            case "denied":
                if holes(view, seat):
                    return certain(Retracts(seat=seat), "After all it could be true.")
                fresh = tuple(card for card in hand_of(view, seat) if not view.seen >> card & 1)
                return certain(Insists(seat=seat, cards=fresh), "With all my cards laid open it was proven.")
        if not holes(view, seat):
            return certain(Accuses(seat=seat), "No card could lie in the hole if all that I heard was true.")
        likely = self.likely(view, seat)
        card = max(likely, key=lambda card: likely[card])
        if likely[card] >= self.sure or (view.turn == seat and not hand_of(view, seat)):
            return certain(
                Guesses(seat=seat, card=card),
                f"The {west_in_words(card)} lay there with a chance of {likely[card]:.0%}, lies and all.",
            )
        return self._ask(view, seat, likely) if view.turn == seat else certain(None)

    def likely(self, view: State, seat: int) -> dict[int, float]:
        """Return how likely each unknown card lies in the hole."""
        hidden = unknown(view, seat)
        answers, cards = heard(view, seat, hidden), cards_of(hidden)
        weights = dict.fromkeys(cards, 0.0)
        feigned = self.doubt / max(1, len(cards) - 1)
        for hole in cards:
            weights[hole] = (1 - self.doubt) * self._chance(answers, hole, 0)
            for lie in cards:
                if lie != hole:
                    weights[hole] += feigned * self._chance(answers, hole, 1 << lie)
        whole = sum(weights.values())
        return {card: weight / whole for card, weight in weights.items()}

    def _chance(self, answers: Sequence[Heard], hole: int, lie: int) -> float:
        chance = 1.0
        for one in answers:
            said = one.truth(hole) - bool(one.cards & lie)
            chance *= (1 - self.slip if one.said == said else 0) + self.slip / 4
        return chance

    def _answer(self, view: State, seat: int) -> Mix:
        cards = state.LINES[view.asks[-1].line][1]
        held = sum(1 for card in hand_of(view, seat) if cards >> card & 1)
        feigned, lied = pretended(view, seat), has_lied(view, seat)
        out = [card for card in feigned if cards >> card & 1]
        less = Answers(seat=seat, count=held - 1)
        if lied and out and len(out) == len(feigned):
            return certain(less, "I kept to my lie.")
        lies = self.lies if out and not lied else 0.0
        return [
            (Thought(less, "I lied: one too few, so that a card of mine seemed to lie in the hole."), lies),
            (Thought(Answers(seat=seat, count=held), "It was the truth."), 1 - lies),
        ]

    def _ask(self, view: State, seat: int, likely: dict[int, float]) -> Mix:
        """Show what says least of my own lie, and ask what halves the chances best."""
        hand = hand_of(view, seat)
        kept = set(pretended(view, seat)) if has_lied(view, seat) else set()
        free = [card for card in hand if card not in kept] or list(hand)
        asks = best(
            [(card, line) for card in free for line in state.OF_CARD[card]],
            lambda ask: -round(abs(_inside(ask[1], likely) - 0.5), 2),
        )
        why = "The answer would tell most of what I did not know."
        return uniform([Thought(Shows(seat=seat, card=card, line=line), why) for card, line in asks])


def _inside(line: int, likely: dict[int, float]) -> float:
    """Return how likely the hole card is one of a combination."""
    return sum(chance for card, chance in likely.items() if state.LINES[line][1] >> card & 1)


RANDOM = 9
"""As ``answer``: any number."""


def open_to(view: State, seat: int, *, slack: int) -> list[int]:
    """Return what the hole card can be to a seat that allows every answer to be ``slack`` too few or too many."""
    other = 1 - seat
    hidden = unseen(view) & ~state.bits(view.hands[seat] or ())
    fits = []
    for card in cards_of(hidden):
        held, shown, fit = hidden & ~(1 << card), view.shown[other], True
        for place, ask in enumerate(view.asks):
            if ask.asker == seat and ask.answer != UNKNOWN:
                before = sum(earlier.asker == other for earlier in view.asks[:place])
                had = (held | state.bits(shown[before:])) & state.LINES[ask.line][1]
                fit = fit and abs(had.bit_count() - ask.answer) <= slack
        if fit:
            fits.append(card)
    return fits


class Guesser(Rule[State], frozen=True):
    """Asks where the answer parts what is left best, and guesses once few enough cards are left.

    ``answer``: what it adds to a true answer, 9 for any answer. ``trust``: 1 to believe answers, 0 to allow each of
    them one more or less. ``guess``: how sure it must be. ``informed``: 0 to ask at random. ``deny``: 1 to deny a lie.
    ``accuse``: 0 to let lies pass.
    """

    answer: Annotated[float, Meta(ge=-3, le=9)] = 0
    trust: Annotated[float, Meta(ge=0, le=1)] = 1
    guess: Annotated[float, Meta(ge=0, le=1)] = 0.99
    informed: Annotated[float, Meta(ge=0, le=1)] = 1
    deny: Annotated[float, Meta(ge=0, le=1)] = 0
    accuse: Annotated[float, Meta(ge=0, le=1)] = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        match view.phase:
            case "answer":
                return self._answers(view, seat, rng) if "answers" in verbs else None
            case "accused":
                return Denies(seat) if self.deny or not self._lied(view, seat) else Admits(seat)
            case "denied":
                seen = view.seen
                return Insists(seat, tuple(card for card in sorted(view.hands[seat] or ()) if not seen >> card & 1))
        fits = open_to(view, seat, slack=0 if self.trust else 1)
        if not open_to(view, seat, slack=0) and self.accuse and "accuses" in verbs:
            return Accuses(seat)
        if "guesses" in verbs and fits and 1 / len(fits) >= self.guess:
            return Guesses(seat, rng.choice(fits))
        return self._shows(view, seat, fits, rng) if "shows" in verbs else None

    def _answers(self, view: State, seat: int, rng: Random) -> Answers:
        if self.answer == RANDOM:
            return Answers(seat, rng.randint(0, MOST))
        held = (state.bits(view.hands[seat] or ()) & state.LINES[view.asks[-1].line][1]).bit_count()
        return Answers(seat, min(max(held + round(self.answer), 0), MOST))

    def _shows(self, view: State, seat: int, fits: Sequence[int], rng: Random) -> Shows | None:
        options = [
            (card, line)
            for card in view.hands[seat] or ()
            for line in state.OF_CARD[card]
            if not view.seen >> card & 1 or view.exposed[seat] >> card & 1
        ]
        if not options:
            return None
        rng.shuffle(options)
        if self.informed:
            left = state.bits(tuple(fits))
            options.sort(key=lambda one: abs((left & state.LINES[one[1]][1]).bit_count() - len(fits) / 2))
        return Shows(seat, *options[0])

    @staticmethod
    def _lied(view: State, seat: int) -> bool:
        hand, shown = state.bits(view.hands[seat] or ()), view.shown[seat]
        for place, ask in enumerate(view.asks):
            if ask.asker != seat and ask.answer != UNKNOWN:
                since = state.bits(shown[sum(earlier.asker == seat for earlier in view.asks[:place]) :])
                if ((hand | since) & state.LINES[ask.line][1]).bit_count() != ask.answer:
                    return True
        return False


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "guesser": Guesser,
    "honest": Guesser,
    "too-few": partial(Guesser, answer=-1),
    "too-many": partial(Guesser, answer=1),
    "any-answer": partial(Guesser, answer=RANDOM),
    "wary": partial(Guesser, trust=0, guess=0.5),
    "uninformed": partial(Guesser, informed=0),
    "trusting": partial(Guesser, accuse=0),
}
