"""Bots of Liars' Guess: easy, hard and the lab's strategies.

A card is a number from 0 to 26. A set “as bits” is an integer whose bit n stands for card n; in a set of questions, bit
n stands for ``State.asks[n]``. A question is its index in ``State.asks``. A view is the state as one seat may see it,
and ``turns`` are the lines so far as this seat may read them.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import combinations
from operator import and_
from random import Random
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta

from referee.bots import Mix, Mixed, Rule, Share, Thought, best, certain, uniform
from referee.core.cards import UNKNOWN, cards_of, is_known, west_in_words
from referee.core.game import Action
from referee.games.liars_guess import state as west
from referee.games.liars_guess.state import LINES, MOST, OF_CARD, State, bits, laid_since, unseen


class Heard(NamedTuple):
    """An answer that a seat got from the other player, and what the seat knows of the truth.

    ``cards`` are the three cards of the combination that was asked about, as bits. ``answer`` is the number that was
    said. ``most`` is the true number if none of ``cards`` is the hole card; otherwise the true number is one less.
    ``place`` is the index of the question in ``State.asks``.
    """

    cards: int
    answer: int
    most: int
    place: int = UNKNOWN

    def truth(self, hole: int) -> int:
        """Return the true answer (0 to 3), supposing that ``hole`` is the hole card."""
        return self.most - (self.cards >> hole & 1)

    @property
    def fits(self) -> int:
        """The cards that the hole card can be if the answer is true, as a bit mask.

        The mask is 0 if the answer must be false. Bit n stands for card n. The mask can be negative, so it is only for
        use with ``&``.
        """
        return ~self.cards if self.answer == self.most else self.cards if self.answer == self.most - 1 else 0


def hand_of(view: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat's hand, or () if the view does not know them."""
    return view.hands[seat] or ()


def unknown(view: State, seat: int) -> int:
    """Return the cards that a seat has not seen, as bits. They are in the other hand, or are the hole card."""
    return unseen(view) & ~bits(hand_of(view, seat))


def fresh(view: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat's hand that the other player has not seen yet."""
    return tuple(card for card in hand_of(view, seat) if not view.seen >> card & 1)


def heard(view: State, seat: int) -> list[Heard]:
    """Return the answers of this deal that were given to ``seat`` and that still count as evidence of a lie."""
    other, hidden, found = 1 - seat, unknown(view, seat), []
    counted = west.open_answers(view, other)
    for place, ask in enumerate(view.asks):
        if counted >> place & 1:
            line = LINES[ask.line][1]
            most = line & (hidden | laid_since(view, other, place))
            found.append(Heard(line, ask.answer, most.bit_count(), place))
    return found


def said(view: State, seat: int) -> list[tuple[int, int]]:
    """Return (cards, number) for each answer of ``seat`` that an accusation can still be about, in order.

    ``number`` is the answer. ``cards`` are the cards of the combination that the seat really held then, as bits, so the
    answer was true if ``number`` is how many they are.
    """
    own, counted = bits(hand_of(view, seat)), west.open_answers(view, seat)
    return [
        (LINES[ask.line][1] & (own | laid_since(view, seat, place)), ask.answer)
        for place, ask in enumerate(view.asks)
        if counted >> place & 1
    ]


def holes(view: State, seat: int, among: int = -1) -> list[int]:
    """Return the cards that the hole card can be, as far as ``seat`` knows, if the other player's answers are true.

    Only answers to the questions in ``among`` are used (bit n stands for ``State.asks[n]``; −1: all questions).
    """
    left = unknown(view, seat)
    for one in heard(view, seat):
        if among >> one.place & 1:
            left &= one.fits
    return cards_of(left)


def accusation(view: State, seat: int, places: Iterable[int] = ()) -> west.Accuses:
    """Return an accusation by ``seat`` against the other player.

    With the house rule ``accuse = "free"``, it names no answers. With ``accuse = "named"``, it names a smallest set of
    answers that cannot all be true. If all answers can be true, it names the answers to the questions ``places``
    (indices in ``State.asks``), or the last answer if ``places`` is empty.
    """
    if view.setup.options.accuse == "free":
        return west.Accuses(seat)
    answers, order = heard(view, seat), west.numbered(view, 1 - seat)
    small = next(
        (
            [one.place for one in few]
            for many in range(1, len(answers) + 1)
            for few in combinations(answers, many)
            if not reduce(and_, [one.fits for one in few], unknown(view, seat))
        ),
        [*places] or [answers[-1].place],
    )
    return west.Accuses(seat, tuple(sorted(order.index(place) + 1 for place in small)))


def pretended(view: State, seat: int) -> list[int]:
    """Return the cards that ``seat`` may pretend not to hold.

    If the seat did not hold such a card, all its answers would be true. Each card counts by itself, and only if the
    other player has not seen it. Return [] if there is no such card.
    """
    answers = said(view, seat)
    return [
        card
        for card in fresh(view, seat)
        if all(held.bit_count() - (held >> card & 1) == answer for held, answer in answers)
    ]


def has_lied(view: State, seat: int) -> bool:
    """Return whether a seat has given a false answer that still counts as evidence."""
    return any(held.bit_count() != answer for held, answer in said(view, seat))


def provable(view: State, seat: int, chances: Mapping[int, float]) -> float:
    """Return the probability (0 to 1) that the other player can prove a lie of ``seat``.

    It is assumed that the other player lays the whole hand open as proof. ``chances`` has, for each card that ``seat``
    has not seen, the probability that this card is the hole card.
    """
    hidden, whole, proven = bits(fresh(view, seat)), 0.0, 0.0
    counts = [(cards, need) for _, cards, need in west.build_case(view, seat).counts]
    for hole, chance in chances.items():
        whole += chance
        if not west.hand_exists(hidden | 1 << hole, hidden.bit_count(), counts):
            proven += chance
    return proven / whole if whole else 0.0


class Level(Mixed[State], frozen=True):
    """The base of the bots easy and hard. They lie only by hiding one card of their hand in their answers.

    ``lies`` is the probability that they begin this lie at an answer that allows it. If they are accused, they deny the
    lie if the chance that it can be proven is at most ``risks``, and else admit it. ``honest`` is the reason that they
    give for a denial if they did not lie.
    """

    lies: Share
    risks: Share
    honest: ClassVar[str] = "I had told nothing but the truth."

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the actions that ``seat`` may take now, each with its reason and its probability.

        An action is a question, an answer, a guess, an accusation or a reply to an accusation. It is None, to wait, if
        the view does not have the seat's hand. ``turns``, the lines so far, is not used.
        """
        if not is_known(view.hands[seat]):
            return certain(None)
        match view.phase:
            case "answer":
                return self._answer(view, seat)
            case "accused":
                if not west.false_answers(view, seat):
                    return certain(west.Denies(seat), self.honest)
                chance = provable(view, seat, self.likely(view, seat))
                if chance <= self.risks:
                    return certain(west.Denies(seat), f"I had lied, but a proof existed with a chance of {chance:.0%}.")
                return certain(west.Admits(seat), "I had lied, and it could be proven.")
            case "denied" if holes(view, seat, west.accused_of(view)):
                return certain(west.Retracts(seat), "After all it could be true.")
            case "denied":
                return certain(west.Insists(seat, fresh(view, seat)), "With all my cards laid open it was proven.")
        could = holes(view, seat)
        if not could:
            return certain(accusation(view, seat), "No card could lie in the hole if all that I heard was true.")
        return self._turn(view, seat, could)

    @abstractmethod
    def likely(self, view: State, seat: int) -> dict[int, float]:
        """Return {card: weight} for the cards that may be the hole card; more weight means more likely."""

    @abstractmethod
    def _turn(self, view: State, seat: int, could: Sequence[int]) -> Mix:
        """Return a guess or a question with its reason; None as the action means to wait.

        ``could`` are the cards that the hole card can be if all answers were true; there is at least one.
        """

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
        """Return the reason, as a sentence, for keeping to the earlier lie about one of ``cards``."""

    @staticmethod
    def _ask(view: State, seat: int, worth: Callable[[int], float], why: str) -> Mix:
        """Return the best questions, each a card to show and a combination to ask about.

        ``why`` is the reason of each. Those with the highest ``worth(cards)`` are equally likely, where ``cards`` are
        the three cards of a combination as bits. A card that the seat has pretended not to have is not shown, unless
        the hand has no other.
        """
        hand = hand_of(view, seat)
        kept = pretended(view, seat) if has_lied(view, seat) else ()
        free = [card for card in hand if card not in kept] or hand
        asks = best([(card, line) for card in free for line in OF_CARD[card]], lambda ask: worth(LINES[ask[1]][1]))
        return uniform([Thought(west.Shows(seat, card, line), why) for card, line in asks])


class Easy(Level, frozen=True):
    """The easy bot: it believes answers until they contradict, and at times tells a lie that is hard to prove.

    It guesses when at most ``left`` cards can be the hole card.
    """

    lies: Annotated[Share, Meta(description="How often it leaves a card of its hand out of an answer.")] = 0.2
    risks: Annotated[Share, Meta(description="It denies a lie that can be proven with at most this chance.")] = 0.34
    left: Annotated[int, Meta(ge=1, le=10, description="Of how many cards that are left it guesses one.")] = 1

    def likely(self, view: State, seat: int) -> dict[int, float]:
        return dict.fromkeys(holes(view, seat) or cards_of(unknown(view, seat)), 1.0)

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
    """The hard bot: it estimates each card's chance to be the hole card, and may lie about one of its cards.

    Its estimate takes the other player to be a liar with probability ``doubt``. Such a liar begins a lie at an answer
    with probability ``begins``. Each answer is a random number with probability ``slip``. The bot guesses a card whose
    chance is at least ``sure``. ``Level`` describes the other fields.
    """

    lies: Annotated[Share, Meta(description="How often it begins a lie where it can.")] = 0.25
    risks: Annotated[Share, Meta(description="It denies a lie that can be proven with at most this chance.")] = 0.1
    doubt: Annotated[Share, Meta(description="How likely it takes the other to be one who lies.")] = 0.45
    begins: Annotated[Share, Meta(description="How often such a player begins a lie at an answer.")] = 0.4
    slip: Annotated[Share, Meta(description="How often an answer is any number.")] = 0.06
    sure: Annotated[Share, Meta(description="How sure it is of the hole card when it guesses.")] = 0.72
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
        answers, cards = heard(view, seat), cards_of(unknown(view, seat))
        weights = {}
        for hole in cards:
            honest = self._chance(answers, hole, 0)
            truthful, begun = 1.0, 0.0  # who lies at times has not begun to, or has begun to leave a card out
            left = [card for card in cards if card != hole]
            for one in answers:
                out = [card for card in left if one.cards >> card & 1]
                if out:
                    chance = truthful * self.begins / len(out)
                    begun += sum(chance * self._chance(answers, hole, 1 << card) for card in out)
                    truthful *= 1 - self.begins
                    left = [card for card in left if card not in out]
            weights[hole] = (1 - self.doubt) * honest + self.doubt * (truthful * honest + begun)
        whole = sum(weights.values())
        return {card: weight / whole for card, weight in weights.items()}

    def _chance(self, answers: Sequence[Heard], hole: int, lie: int) -> float:
        """Return the probability (0 to 1) that the other player gives these answers.

        ``hole`` is the card taken to be the hole card. ``lie`` is one card as a bit, which the other player answers as
        if it were not held; 0 means no lie.
        """
        chance = 1.0
        for one in answers:
            answer = one.truth(hole) - bool(one.cards & lie)
            chance *= (1 - self.slip if one.answer == answer else 0) + self.slip / 4
        return chance


class Bully(Hard, frozen=True):
    """A bot that plays like the hard one, but also accuses without a proof, in the hope that a lie is admitted.

    It accuses if at least ``after`` answers were low. An answer is low if it is below ``Heard.most``, which is the true
    number if the hole card is none of the cards asked about. After a denial, it withdraws unless the answers contradict
    each other. ``lies`` is the probability that it begins a lie itself.
    """

    after: Annotated[int, Meta(ge=0, le=9)] = 1
    lies: Share = 0

    def _turn(self, view: State, seat: int, could: Sequence[int]) -> Mix:
        low = [one.place for one in heard(view, seat) if one.answer < one.most]
        if len(low) >= self.after and "accuses" in self.verbs(view, seat):
            return certain(accusation(view, seat, low), "Some answer may have been a lie.")
        return super()._turn(view, seat, could)


RANDOM = 9
"""As ``answer``: any number."""


def open_to(view: State, seat: int, *, slack: int) -> list[int]:
    """Return the cards that the hole card can be for ``seat``.

    No answer to ``seat`` is taken to be off by more than ``slack`` cards; 0 means that all answers are true.
    """
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
    """A strategy with simple rules: it asks the question that best halves the possible hole cards.

    ``answer`` is added to each true answer, within 0 to 3; 9 means a random number. With ``trust`` = 1, it believes all
    answers; with 0, it allows an error of one card in each. It guesses when 1 / (number of possible hole cards) is at
    least ``guess``. With ``informed`` = 0, it asks at random. With ``deny`` = 1, it denies its lies; with 0, it admits
    them. With ``accuse`` = 0, it never accuses; with 1, it accuses when the answers contradict each other.
    """

    answer: Annotated[float, Meta(ge=-3, le=9)] = 0
    trust: Share = 1
    guess: Share = 0.99
    informed: Share = 1
    deny: Share = 0
    accuse: Share = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return an action of ``seat``, or None.

        ``verbs`` are the verbs that it may use now, in alphabetical order. None means that the bot waits; if it must
        act, chance picks one of its legal actions.
        """
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
                    return accusation(view, seat)
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
    "careful": partial(Easy, lies=0.0),
    "bold": partial(Easy, lies=0.3, left=3),
    "talkative": partial(Easy, lies=0.7),
    "guesser": Guesser,
    "honest": Guesser,
    "too-few": partial(Guesser, answer=-1),
    "too-many": partial(Guesser, answer=1),
    "any-answer": partial(Guesser, answer=RANDOM),
    "wary": partial(Guesser, trust=0, guess=0.5),
    "uninformed": partial(Guesser, informed=0),
    "trusting": partial(Guesser, accuse=0),
    "bully": Bully,
    "fisher": partial(Bully, lies=0.6, after=2),
    "denier": partial(Hard, risks=1),
}
DARING = ("lies",)
"""How much a bot dares: how often it lies."""
