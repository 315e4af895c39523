"""Bots for Liar Poker: easy, hard, and the strategies of the lab."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots import NOTHING, Bot, Mix, Mixed, Rule, Share, Thought, certain
from referee.core.cards import STANDARD, UNKNOWN, bits, cards_of, in_words, sign_card, some
from referee.core.game import Action
from referee.games.liar_poker.endgame import endgame
from referee.games.liar_poker.state import (
    BETS,
    FOLD,
    HAND,
    LARGE,
    MIDDLE,
    Accepts,
    Bets,
    Board,
    Claims,
    Folds,
    Reveals,
    State,
    Suspects,
    Turns,
    strength,
    to_show,
)

PAIR, TWO_PAIR = 6185, 3325  # the weakest hand of each kind, as ``strength`` counts
WORST = 7463


def own(view: State, seat: int) -> tuple[int, ...]:
    """Return the hand of a seat, where the view knows it; () where nobody entered it."""
    hand = view.hands[seat]
    return hand if hand and UNKNOWN not in hand else ()


def best(view: State, hand: tuple[int, ...]) -> int:
    """Return how strong the cards of a hand are with the board; the lower the better."""
    cards = (*hand, *view.board)
    return strength(cards) if len(cards) >= HAND else WORST


def open_best(view: State, seat: int) -> int:
    """Return how strong what a seat has shown is, with the board."""
    return best(view, view.shown[seat])


def hidden(view: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a hand that it has not shown."""
    return tuple(card for card in own(view, seat) if not view.face >> card & 1)


def shows(view: State, seat: int, many: int) -> tuple[int, ...]:
    """Return which cards to show: those that leave the strongest hand open, so that a claim need not be believed."""
    return min(combinations(hidden(view, seat), many), key=lambda cards: best(view, (*view.shown[seat], *cards)))


def claims(view: State, seat: int) -> list[tuple[int, int]]:
    """Return every card that may be claimed, with how strong the hand is then; the strongest first."""
    down = cards_of((1 << STANDARD) - 1 & ~view.face)
    return sorted((best(view, (*view.shown[seat], card)), card) for card in down)


_LINES = 600  # of the record, that are looked back


def bets(turns: Sequence[Action], seat: int) -> list[list[int]]:
    """Return the other's bets in each round so far as a seat has seen them, the last one being played."""
    found: list[list[int]] = []
    for action in turns[-_LINES:]:
        kind = type(action)
        if kind is Board:
            found.append([])
        elif found and (kind is Bets or kind is Folds):
            found[-1] += [chosen for who, chosen in action.opens if who != seat]
    return found


def folds(past: Sequence[Sequence[int]]) -> float:
    """Return how often the other folds in turn 1 of the rounds that are over, begun with what is usual."""
    begun = [made for made in past if made]
    return (2 + sum(made[0] == FOLD for made in begun)) / (5 + len(begun))


class Easy(Mixed[State], frozen=True):
    """Bets by its hand, folds to a better one, lies now and then, and doubts a claim that beats it."""

    lies: Annotated[Share, Meta(description="How often it lies where the truth would lose.")] = 0.5
    doubts: Annotated[Share, Meta(description="How often it doubts a claim that beats it.")] = 0.7

    weakest: Annotated[int, Meta(ge=1, le=7462, description="The weakest hand that it plays, as strength counts.")] = (
        PAIR
    )

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return a bet, the cards to show, a claim, or whether it is believed."""
        hand = own(view, seat)
        if not hand:
            return certain(None)
        match view.phase:
            case "bet":
                return self._bet(view, seat, hand)
            case "reveal":
                cards = shows(view, seat, to_show(view))
                return certain(Reveals(seat=seat, cards=cards), "I showed what makes my hand, and kept back the rest.")
            case "claim":
                return self._claim(view, seat)
            case "suspect":
                return self._doubt(view, seat)
        return certain(Turns(seat=seat, card=hidden(view, seat)[0]))

    def _bet(self, view: State, seat: int, hand: tuple[int, ...]) -> Mix:
        mine, theirs, board = best(view, hand), open_best(view, 1 - seat), best(view, ())
        if view.turn == 1 and (mine > self.weakest or mine >= board):
            return certain(Folds(seat=seat), "I had not even a pair.")
        bet = LARGE if mine <= TWO_PAIR and mine < theirs else MIDDLE if mine <= PAIR else 0
        word = {LARGE: "It was good", MIDDLE: "It was fair"}.get(bet, "It was poor")
        bets = Thought(Bets(seat=seat, bet=bet), f"{word}, so I bet {BETS[bet]}.")
        if view.turn == 1 or mine <= theirs:
            return [(bets, 1.0)]
        stays = 0.0 if view.turn == 2 else self.lies
        folds = Thought(Folds(seat=seat), "What lay open on the other side beat all that I held.")
        return [(bets, stays), (folds, 1 - stays)]

    def _claim(self, view: State, seat: int) -> Mix:
        card = hidden(view, seat)[0]
        mine, theirs = best(view, own(view, seat)), open_best(view, 1 - seat)
        truth = Claims(seat=seat, card=card)
        if mine < theirs:
            return certain(truth, "It was the truth.")
        lies = [claimed for strength, claimed in claims(view, seat) if strength < theirs and claimed != card]
        if not lies:
            return certain(truth, "It was the truth: no lie would have won.")
        held = in_words(card)
        return [
            (Thought(truth, "It was the truth."), 1 - self.lies),
            *(
                (
                    Thought(
                        Claims(seat=seat, card=lie),
                        f"I held the {held}, which would have lost: so I said {sign_card(lie)}.",
                    ),
                    self.lies / len(lies),
                )
                for lie in lies
            ),
        ]

    def _doubt(self, view: State, seat: int) -> Mix:
        assert view.claimed is not None
        mine, theirs = (best(view, (*view.shown[at], view.claimed[at])) for at in (seat, 1 - seat))
        claim = sign_card(view.claimed[1 - seat])
        if view.claimed[1 - seat] in own(view, seat):
            return certain(Suspects(seat=seat), f"{claim} was in my own hand.")
        needed = theirs < mine and theirs < open_best(view, 1 - seat)
        doubts = self.doubts if needed else 0.0
        return [
            (Thought(Suspects(seat=seat), f"{claim} was just what the other hand needed."), doubts),
            (
                Thought(Accepts(seat=seat), f"{claim} might have been true, and a doubt costs half the pot."),
                1 - doubts,
            ),
        ]


# The strength that one hand of seven in twenty, two in twenty … reaches.
_QUANTILES = (1226, 1609, 2424, 2625, 2809, 2985, 3174, 3354, 3656, 4005, 4314, 4658, 4946, 5317, 5605, 5970, 6220,
              6415, 6779)  # fmt: skip


class Hard(Bot[State], frozen=True):
    """Bets by its chances against what the other would have bet; lies and doubts as an equilibrium has it."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many hands of the other it weighs a decision.")] = 60
    enters: Annotated[Share, Meta(description="At which chance it does not fold in the first turn.")] = 0.45
    slow: Annotated[Share, Meta(description="From which chance on it hides what makes its hand.")] = 0.6

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return a bet, the cards to show, a claim, or whether it is believed."""
        if not own(view, seat):
            return NOTHING
        if last := self.policy(view, seat, turns):
            (action,) = rng.choices([action for action, _ in last], [share for _, share in last])
            return Thought(action, "With one card of each hand left, I drew among what no answer gains much against.")
        past = bets(turns, seat)
        chance = self._chance(view, seat, past[-1] if past else [], folds(past[:-1]), rng)
        return self._bet(view, seat, chance) if view.phase == "bet" else self._show(view, seat, chance, rng)

    def policy(self, view: State, seat: int, turns: Sequence[Action]) -> list[tuple[Action, float]]:
        """Return what it does in the last turn of a round, with which probability; [] before."""
        return endgame(view, seat)

    def _chance(self, view: State, seat: int, made: Sequence[int], tight: float, rng: Random) -> float:
        """Return how likely its cards beat the other's, as they lie."""
        mine, shown, won, whole = best(view, own(view, seat)), view.shown[1 - seat], 0.0, 0.0
        unseen, many = cards_of((1 << STANDARD) - 1 & ~(view.face | bits(own(view, seat)))), HAND - len(shown)
        for _ in range(self.samples):
            theirs = best(view, (*shown, *some(unseen, many, rng)))
            weight = _weight(theirs, made, tight)
            whole += weight
            won += weight * (1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
        return won / whole

    def _bet(self, view: State, seat: int, chance: float) -> Thought:
        enough = self.enters if view.turn == 1 else 0.18
        said = f"My cards would win {chance:.0%} of the time"
        if chance < enough:
            return Thought(Folds(seat=seat), f"{said}, which was not enough.")
        bet = LARGE if chance > 0.62 else MIDDLE if chance > 0.5 else 0
        return Thought(Bets(seat=seat, bet=bet), f"{said}, so I bet {BETS[bet]}.")

    def _show(self, view: State, seat: int, chance: float, rng: Random) -> Thought:
        from itertools import combinations

        held, many = hidden(view, seat), to_show(view)
        ways = [(best(view, (*view.shown[seat], *cards)), rng.random(), cards) for cards in combinations(held, many)]
        if chance >= self.slow:
            return Thought(Reveals(seat=seat, cards=max(ways)[2]), "I was strong, and kept back what made me so.")
        return Thought(Reveals(seat=seat, cards=min(ways)[2]), "I showed what looked best.")


def _weight(theirs: int, made: Sequence[int], tight: float) -> float:
    """Return how likely somebody with this hand bets so."""
    above = bisect_left(_QUANTILES, theirs) / len(_QUANTILES)  # 0: the best of all
    weight = 1.0 if above <= 1 - tight else 0.03  # what folds at once is no matter
    for bet in made:
        if bet == LARGE:
            weight *= 1.25 - above
        elif bet != MIDDLE:
            weight *= 0.4 + 0.8 * above
    return weight


SMALL = BETS.index("small")
BEST = (1609, 2626, 2987, 3360, 4013, 4665, 5319, 5976, 6416)
"""How strong a hand of seven cards must be to be among the best tenth, two tenths … of all (by 60,000 hands)."""


class Poker(Rule[State], frozen=True):
    """Folds all hands but the best ``play`` of them in turn 1; bets by its strength.

    ``lie``: how often it claims the card that makes the best hand. ``suspect``: how often it suspects a claim that
    makes a better hand than its own. ``always``: 1 to suspect whatever is claimed.
    """

    play: Share = 1
    lie: Share = 0.3
    suspect: Share = 0.5
    always: Share = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        hand = view.hands[seat] or ()
        match view.phase:
            case "bet":
                tenth = bisect_left(BEST, strength((*hand, *view.board))) / 10
                if view.turn == 1 and tenth >= self.play:
                    return Folds(seat)
                return Bets(seat, LARGE if tenth < 0.3 else SMALL if tenth >= 0.7 else MIDDLE)
            case "reveal":
                return self._reveals(view, seat, hand)
            case "claim":
                return self._claims(view, seat, hand, rng)
            case "suspect":
                return self._suspects(view, seat, rng)
            case "turn-up":
                left = [card for card in hand if card not in view.shown[seat]]
                return Turns(seat, left[0]) if "turns" in verbs else None
        return None

    def _reveals(self, view: State, seat: int, hand: Sequence[int]) -> Reveals:
        """Show the least telling cards: low ones first, so that the last may be believed to be high."""
        left = sorted(card for card in hand if card not in view.shown[seat])
        return Reveals(seat, tuple(left[: 3 if view.turn == 1 else 1]))

    def _claims(self, view: State, seat: int, hand: Sequence[int], rng: Random) -> Claims:
        held = next(card for card in hand if card not in view.shown[seat])
        if rng.random() >= self.lie:
            return Claims(seat, held)
        shown = (*view.shown[seat], *view.board)
        free = [card for card in range(STANDARD) if not view.face >> card & 1 and card != held]
        return Claims(seat, min(free, key=lambda card: strength((card, *shown))))

    def _suspects(self, view: State, seat: int, rng: Random) -> Suspects | Accepts:
        assert view.claimed is not None
        mine = strength((view.claimed[seat], *view.shown[seat], *view.board))
        theirs = strength((view.claimed[1 - seat], *view.shown[1 - seat], *view.board))
        doubts = self.always or (theirs < mine and rng.random() < self.suspect)
        return Suspects(seat) if doubts else Accepts(seat)


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "poker": Poker,
    "tight": partial(Poker, play=0.1),
    "folder": partial(Poker, play=0),
    "liar": partial(Poker, lie=1),
    "honest": partial(Poker, lie=0),
    "suspicious": partial(Poker, suspect=1),
    "always-suspect": partial(Poker, always=1),
    "trusting": partial(Poker, suspect=0),
}
