"""Liar Poker by rules of thumb: bet what the hand is worth, lie where the truth would lose, doubt what is too good."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.liar_poker.cards import PAIR, TWO_PAIR, best, claims, hidden, open_best, own, shows
from referee.bots.thinking import NOTHING, Share, Thinking, Thought
from referee.core.cards import in_words, sign_card
from referee.core.game import Action
from referee.games.liar_poker.actions import BETS, LARGE, MIDDLE, Accepts, Bets, Claims, Folds, Reveals, Suspects, Turns
from referee.games.liar_poker.state import State, to_show


class Easy(Thinking[State], frozen=True):
    """Bets by its hand, folds to a better one, lies now and then, and doubts a claim that beats it."""

    lies: Annotated[Share, Meta(description="How often it lies where the truth would lose.")] = 0.5
    doubts: Annotated[Share, Meta(description="How often it doubts a claim that beats it.")] = 0.7

    weakest: Annotated[int, Meta(ge=1, le=7462, description="The weakest hand that it plays, as strength counts.")] = (
        PAIR
    )

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:  # noqa: ARG002
        """Return a bet, the cards to show, a claim, or whether it is believed."""
        hand = own(view, seat)
        if not hand:
            return NOTHING
        match view.phase:
            case "bet":
                return self._bet(view, seat, hand, rng)
            case "reveal":
                cards = shows(view, seat, to_show(view))
                return Thought(Reveals(seat=seat, cards=cards), "I showed what makes my hand, and kept back the rest.")
            case "claim":
                return self._claim(view, seat, rng)
            case "suspect":
                return self._doubt(view, seat, rng)
        return Thought(Turns(seat=seat, card=hidden(view, seat)[0]))

    def _bet(self, view: State, seat: int, hand: tuple[int, ...], rng: Random) -> Thought:
        mine, theirs, board = best(view, hand), open_best(view, 1 - seat), best(view, ())
        if view.turn == 1:
            if mine > self.weakest or mine >= board:
                return Thought(Folds(seat=seat), "I had not even a pair.")
        elif mine > theirs and (view.turn == 2 or rng.random() >= self.lies):
            return Thought(Folds(seat=seat), "What lay open on the other side beat all that I held.")
        bet = LARGE if mine <= TWO_PAIR and mine < theirs else MIDDLE if mine <= PAIR else 0
        word = {LARGE: "It was good", MIDDLE: "It was fair"}.get(bet, "It was poor")
        return Thought(Bets(seat=seat, bet=bet), f"{word}, so I bet {BETS[bet]}.")

    def _claim(self, view: State, seat: int, rng: Random) -> Thought:
        card = hidden(view, seat)[0]
        mine, theirs = best(view, own(view, seat)), open_best(view, 1 - seat)
        if mine < theirs or rng.random() >= self.lies:
            return Thought(Claims(seat=seat, card=card), "It was the truth.")
        better = [claimed for strength, claimed in claims(view, seat) if strength < theirs and claimed != card]
        if not better:
            return Thought(Claims(seat=seat, card=card), "It was the truth: no lie would have won.")
        lie = rng.choice(better)
        return Thought(
            Claims(seat=seat, card=lie),
            f"I held the {in_words(card)}, which would have lost: so I said {sign_card(lie)}.",
        )

    def _doubt(self, view: State, seat: int, rng: Random) -> Thought:
        assert view.claimed is not None
        mine, theirs = (best(view, (*view.shown[at], view.claimed[at])) for at in (seat, 1 - seat))
        claim = sign_card(view.claimed[1 - seat])
        held = view.claimed[1 - seat] in own(view, seat)
        if held:
            return Thought(Suspects(seat=seat), f"{claim} was in my own hand.")
        if theirs < mine and theirs < open_best(view, 1 - seat) and rng.random() < self.doubts:
            return Thought(Suspects(seat=seat), f"{claim} was just what the other hand needed.")
        return Thought(Accepts(seat=seat), f"{claim} might have been true, and a doubt costs half the pot.")
