"""Bots of Liars' Guess: easy, hard and the lab's strategies."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta

from referee.bots import Mix, Mixed, Rule, Share, Thought, best, certain, uniform
from referee.core.cards import UNKNOWN, cards_of, is_known, west_in_words
from referee.core.game import Action
from referee.games.liars_guess import state as west
from referee.games.liars_guess.state import LINES, MOST, OF_CARD, State, bits, laid_since, unseen


class Heard(NamedTuple):
    """An answer: the cards of its combination, its number, and the true one where the hole card is not among them."""

    cards: int
    answer: int
    most: int

    def truth(self, hole: int) -> int:
        """Return the true answer if this card lies in the hole."""
        return self.most - (self.cards >> hole & 1)


def hand_of(view: State, seat: int) -> tuple[int, ...]:
    """Return a hand, () where nobody entered it."""
    return view.hands[seat] or ()


def unknown(view: State, seat: int) -> int:
    """Return the cards that a seat has not seen, as bits: the other hand and the hole card."""
    return unseen(view) & ~bits(hand_of(view, seat))


def fresh(view: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat's hand that only it has seen."""
    return tuple(card for card in hand_of(view, seat) if not view.seen >> card & 1)


def heard(view: State, seat: int) -> list[Heard]:
    """Return what a seat was answered in this deal, as far as it still counts."""
    other, hidden, found = 1 - seat, unknown(view, seat), []
    for place, ask in enumerate(view.asks):
        if ask.asker == seat and ask.answer != UNKNOWN and place >= view.settled[other]:
            line = LINES[ask.line][1]
            most = line & (hidden | laid_since(view, other, place))
            found.append(Heard(line, ask.answer, most.bit_count()))
    return found


def said(view: State, seat: int) -> list[tuple[int, int]]:
    """Return what a seat has answered, as far as it counts: the cards asked about that it held, and the answer."""
    own = bits(hand_of(view, seat))
    return [
        (LINES[ask.line][1] & (own | laid_since(view, seat, place)), ask.answer)
        for place, ask in enumerate(view.asks)
        if ask.asker != seat and ask.answer != UNKNOWN and place >= view.settled[seat]
    ]


def holes(view: State, seat: int) -> list[int]:
    """Return the cards that could lie in the hole if all answers were true."""
    answers = heard(view, seat)
    return [card for card in cards_of(unknown(view, seat)) if all(one.truth(card) == one.answer for one in answers)]


def pretended(view: State, seat: int) -> list[int]:
    """Return the cards of its hand that a seat can have left out of every answer; [] where one answer was another lie.

    Where it has told nothing but the truth, these are the cards that nobody has asked about yet.
    """
    answers = said(view, seat)
    return [
        card
        for card in fresh(view, seat)
        if all(held.bit_count() - (held >> card & 1) == answer for held, answer in answers)
    ]


def has_lied(view: State, seat: int) -> bool:
    """Say whether an answer of a seat that counts was false."""
    return any(held.bit_count() != answer for held, answer in said(view, seat))


class Level(Mixed[State], frozen=True):
    """What both levels have in common: one lie, a card that is left out of every answer."""

    lies: Share
    honest: ClassVar[str] = "I had told nothing but the truth."

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return a question, an answer, a guess, an accusation, or what follows one."""
        if not is_known(view.hands[seat]):
            return certain(None)
        match view.phase:
            case "answer":
                return self._answer(view, seat)
            case "accused":
                return (
                    certain(west.Admits(seat), "I had lied.")
                    if has_lied(view, seat)
                    else certain(west.Denies(seat), self.honest)
                )
            case "denied" if holes(view, seat):
                return certain(west.Retracts(seat), "After all it could be true.")
            case "denied":
                return certain(west.Insists(seat, fresh(view, seat)), "With all my cards laid open it was proven.")
        could = holes(view, seat)
        if not could:
            return certain(west.Accuses(seat), "No card could lie in the hole if all that I heard was true.")
        return self._turn(view, seat, could)

    @abstractmethod
    def _turn(self, view: State, seat: int, could: Sequence[int]) -> Mix:
        """Return a guess or a question, None to wait; ``could`` are the hole cards if all answers were true."""

    def _answer(self, view: State, seat: int) -> Mix:
        line = LINES[view.asks[-1].line][1]
        held = (bits(hand_of(view, seat)) & line).bit_count()
        feigned, lied = pretended(view, seat), has_lied(view, seat)
        out = [card for card in feigned if line >> card & 1]
        less = west.Answers(seat, held - 1)
        if lied and out == feigned and out:
            return certain(less, self._kept(out))
        lies = self.lies if out and not lied else 0.0
        return [
            (Thought(less, "I lied: one too few, so that a card of mine seemed to lie in the hole."), lies),
            (Thought(west.Answers(seat, held), "It was the truth."), 1 - lies),
        ]

    @abstractmethod
    def _kept(self, cards: Sequence[int]) -> str:
        """Return the reason for keeping to the lie that the seat lacks one of these cards."""

    @staticmethod
    def _ask(view: State, seat: int, worth: Callable[[int], float], why: str) -> Mix:
        """Show a card and ask for the combination of it that is worth most; the card that was left out stays."""
        hand = hand_of(view, seat)
        kept = pretended(view, seat) if has_lied(view, seat) else ()
        free = [card for card in hand if card not in kept] or hand
        asks = best([(card, line) for card in free for line in OF_CARD[card]], lambda ask: worth(LINES[ask[1]][1]))
        return uniform([Thought(west.Shows(seat, card, line), why) for card, line in asks])


class Easy(Level, frozen=True):
    """Believes what it is told until it cannot be true, and tells a lie now and then that cannot be proven at once."""

    lies: Annotated[Share, Meta(description="How often it leaves a card of its hand out of an answer.")] = 0.2
    left: Annotated[int, Meta(ge=1, le=10, description="Of how many cards that are left it guesses one.")] = 1

    def _kept(self, cards: Sequence[int]) -> str:
        return f"I kept up the lie that I lacked the {' or the '.join(map(west_in_words, cards))}."

    def _turn(self, view: State, seat: int, could: Sequence[int]) -> Mix:
        if len(could) <= self.left:
            many = "It was the only card left" if len(could) == 1 else f"{len(could)} cards were left"
            return uniform([Thought(west.Guesses(seat, card), f"{many} by what I had heard.") for card in could])
        if view.turn != seat:
            return certain(None)
        left, why = bits(could), f"{len(could)} cards could lie in the hole, and the answer would halve them."
        return self._ask(view, seat, lambda line: -abs(2 * (line & left).bit_count() - len(could)), why)


class Hard(Level, frozen=True):
    """Weighs how much to believe, and mixes truth and one lie that can't be proven."""

    lies: Annotated[Share, Meta(description="How often it begins a lie where it can.")] = 0.6
    doubt: Annotated[Share, Meta(description="How often it takes the other to keep to a lie.")] = 0.6
    slip: Annotated[Share, Meta(description="How often an answer is any number.")] = 0.03
    sure: Annotated[Share, Meta(description="How sure it is of the hole card when it guesses.")] = 0.65
    honest: ClassVar[str] = "I had told the truth."

    def _kept(self, cards: Sequence[int]) -> str:
        return "I kept to my lie."

    def _turn(self, view: State, seat: int, could: Sequence[int]) -> Mix:
        likely = self.likely(view, seat)
        card = max(likely, key=lambda card: likely[card])
        if likely[card] >= self.sure or (view.turn == seat and not hand_of(view, seat)):
            why = f"The {west_in_words(card)} lay there with a chance of {likely[card]:.0%}, lies and all."
            return certain(west.Guesses(seat, card), why)
        if view.turn != seat:
            return certain(None)

        def worth(line: int) -> float:
            return -round(abs(sum(chance for card, chance in likely.items() if line >> card & 1) - 0.5), 2)

        return self._ask(view, seat, worth, "The answer would tell most of what I did not know.")

    def likely(self, view: State, seat: int) -> dict[int, float]:
        """Return the probability of each unknown card that it lies in the hole."""
        answers, cards = heard(view, seat), cards_of(unknown(view, seat))
        weights = {}
        feigned = self.doubt / max(1, len(cards) - 1)
        for hole in cards:
            weights[hole] = (1 - self.doubt) * self._chance(answers, hole, 0)
            for lie in cards:
                if lie != hole:
                    weights[hole] += feigned * self._chance(answers, hole, 1 << lie)
        whole = sum(weights.values())
        return {card: weight / whole for card, weight in weights.items()}

    def _chance(self, answers: Sequence[Heard], hole: int, lie: int) -> float:
        """Return the probability of these answers with this hole card, from who leaves out ``lie`` (as a bit)."""
        chance = 1.0
        for one in answers:
            answer = one.truth(hole) - bool(one.cards & lie)
            chance *= (1 - self.slip if one.answer == answer else 0) + self.slip / 4
        return chance


RANDOM = 9
"""As ``answer``: any number."""


def open_to(view: State, seat: int, *, slack: int) -> list[int]:
    """Return what the hole card can be to a seat that allows every answer to be ``slack`` too few or too many."""
    other, hidden = 1 - seat, unknown(view, seat)
    asked = [
        (LINES[ask.line][1], laid_since(view, other, place) & ~view.exposed[other], ask.answer)
        for place, ask in enumerate(view.asks)
        if ask.asker == seat and ask.answer != UNKNOWN
    ]
    return [
        card
        for card in cards_of(hidden)
        if all(
            abs(((hidden & ~(1 << card) | shown) & line).bit_count() - answer) <= slack for line, shown, answer in asked
        )
    ]


class Guesser(Rule[State], frozen=True):
    """Asks where the answer parts what is left best, and guesses once few enough cards are left.

    ``answer``: what it adds to a true answer, 9 for any answer. ``trust``: 1 to believe answers, 0 to allow each of
    them one more or less. ``guess``: how sure it must be. ``informed``: 0 to ask at random. ``deny``: 1 to deny a lie.
    ``accuse``: 0 to let lies pass.
    """

    answer: Annotated[float, Meta(ge=-3, le=9)] = 0
    trust: Share = 1
    guess: Share = 0.99
    informed: Share = 1
    deny: Share = 0
    accuse: Share = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        match verbs[0] if verbs else "":
            case "answers" if self.answer == RANDOM:
                return west.Answers(seat, rng.randint(0, MOST))
            case "answers":
                held = (bits(hand_of(view, seat)) & LINES[view.asks[-1].line][1]).bit_count()
                return west.Answers(seat, min(max(held + round(self.answer), 0), MOST))
            case "admits":
                return west.Denies(seat) if self.deny or not west.false_answers(view, seat) else west.Admits(seat)
            case "insists":
                return west.Insists(seat, fresh(view, seat))
            case "accuses":
                fits = open_to(view, seat, slack=0 if self.trust else 1)
                if self.accuse and not open_to(view, seat, slack=0):
                    return west.Accuses(seat)
                if fits and 1 / len(fits) >= self.guess:
                    return west.Guesses(seat, rng.choice(fits))
                return self._shows(view, seat, fits, rng) if "shows" in verbs else None
        return None

    def _shows(self, view: State, seat: int, fits: Sequence[int], rng: Random) -> west.Shows | None:
        options = [
            (card, line)
            for card in hand_of(view, seat)
            for line in OF_CARD[card]
            if not view.seen >> card & 1 or view.exposed[seat] >> card & 1
        ]
        if not options:
            return None
        rng.shuffle(options)
        if self.informed:
            left = bits(fits)
            options.sort(key=lambda ask: abs((left & LINES[ask[1]][1]).bit_count() - len(fits) / 2))
        return west.Shows(seat, *options[0])


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
