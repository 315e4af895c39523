"""Liar Poker by rules of thumb: bet what the hand is worth, lie where the truth would lose, doubt what is too good."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from referee.bots.liar_poker.cards import PAIR, TWO_PAIR, best, claims, hidden, open_best, own, shows
from referee.bots.thinking import Mix, Mixing, Share, Thought, surely
from referee.core.cards import in_words, sign_card
from referee.core.game import Action
from referee.games.liar_poker.actions import BETS, LARGE, MIDDLE, Accepts, Bets, Claims, Folds, Reveals, Suspects, Turns
from referee.games.liar_poker.state import State, to_show


class Easy(Mixing[State], frozen=True):
    """Bets by its hand, folds to a better one, lies now and then, and doubts a claim that beats it."""

    lies: Annotated[Share, Meta(description="How often it lies where the truth would lose.")] = 0.5
    doubts: Annotated[Share, Meta(description="How often it doubts a claim that beats it.")] = 0.7

    weakest: Annotated[int, Meta(ge=1, le=7462, description="The weakest hand that it plays, as strength counts.")] = (
        PAIR
    )

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a bet, the cards to show, a claim, or whether it is believed."""
        hand = own(view, seat)
        if not hand:
            return surely(None)
        match view.phase:
            case "bet":
                return self._bet(view, seat, hand)
            case "reveal":
                cards = shows(view, seat, to_show(view))
                return surely(Reveals(seat=seat, cards=cards), "I showed what makes my hand, and kept back the rest.")
            case "claim":
                return self._claim(view, seat)
            case "suspect":
                return self._doubt(view, seat)
        return surely(Turns(seat=seat, card=hidden(view, seat)[0]))

    def _bet(self, view: State, seat: int, hand: tuple[int, ...]) -> Mix:
        mine, theirs, board = best(view, hand), open_best(view, 1 - seat), best(view, ())
        if view.turn == 1 and (mine > self.weakest or mine >= board):
            return surely(Folds(seat=seat), "I had not even a pair.")
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
            return surely(truth, "It was the truth.")
        lies = [claimed for strength, claimed in claims(view, seat) if strength < theirs and claimed != card]
        if not lies:
            return surely(truth, "It was the truth: no lie would have won.")
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
            return surely(Suspects(seat=seat), f"{claim} was in my own hand.")
        needed = theirs < mine and theirs < open_best(view, 1 - seat)
        doubts = self.doubts if needed else 0.0
        return [
            (Thought(Suspects(seat=seat), f"{claim} was just what the other hand needed."), doubts),
            (
                Thought(Accepts(seat=seat), f"{claim} might have been true, and a doubt costs half the pot."),
                1 - doubts,
            ),
        ]
