"""Liars' Guess by rules of thumb: strike cards off, guess when few are left, and pretend to lack a card of its own."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from referee.bots.liars_guess.reading import hand_of, has_lied, holes, knows, pretended
from referee.bots.thinking import Mix, Mixing, Share, Thought, best, evenly, surely
from referee.core.cards import west_in_words
from referee.core.game import Action
from referee.games.liars_guess import deck
from referee.games.liars_guess.actions import Accuses, Admits, Answers, Denies, Guesses, Insists, Retracts, Shows
from referee.games.liars_guess.state import State


class Easy(Mixing[State], frozen=True):
    """Believes what it is told until it cannot be true, and tells a lie now and then that cannot be proven at once."""

    lies: Annotated[Share, Meta(description="How often it leaves a card of its hand out of an answer.")] = 0.2
    left: Annotated[int, Meta(ge=1, le=10, description="Of how many cards that are left it guesses one.")] = 1

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a question, an answer, a guess, an accusation, or what follows one."""
        if not knows(view, seat):
            return surely(None)
        match view.phase:
            case "answer":
                return self._answer(view, seat)
            case "accused":
                lied = has_lied(view, seat)
                kind, why = (Admits, "I had lied.") if lied else (Denies, "I had told nothing but the truth.")
                return surely(kind(seat=seat), why)
            case "denied":
                return _insist(view, seat)
        could = holes(view, seat)
        if not could:
            return surely(Accuses(seat=seat), "No card could lie in the hole if all that I heard was true.")
        if len(could) <= self.left:
            many = "It was the only card left" if len(could) == 1 else f"{len(could)} cards were left"
            why = f"{many} by what I had heard."
            return evenly([Thought(Guesses(seat=seat, card=card), why) for card in could])
        if view.turn != seat:
            return surely(None)
        return _ask(view, seat, could)

    def _answer(self, view: State, seat: int) -> Mix:
        cards = deck.LINES[view.asks[-1].line][1]
        held = [card for card in hand_of(view, seat) if cards >> card & 1]
        feigned, lied = pretended(view, seat), has_lied(view, seat)
        out = [card for card in feigned if cards >> card & 1]
        less = Answers(seat=seat, count=len(held) - 1)
        if lied and len(feigned) == len(out) and out:
            return surely(less, f"I kept up the lie that I lacked the {_named(out)}.")
        lies = self.lies if out and not lied else 0.0
        return [
            (Thought(less, "I lied: one too few, so that a card of mine seemed to lie in the hole."), lies),
            (Thought(Answers(seat=seat, count=len(held)), "It was the truth."), 1 - lies),
        ]


def _named(cards: Sequence[int]) -> str:
    return " or the ".join(map(west_in_words, cards))


def _insist(view: State, seat: int) -> Mix:
    if holes(view, seat):
        return surely(Retracts(seat=seat), "After all it could be true.")
    fresh = tuple(card for card in hand_of(view, seat) if not view.seen >> card & 1)
    return surely(Insists(seat=seat, cards=fresh), "With all my cards laid open it was proven.")


def _ask(view: State, seat: int, could: Sequence[int]) -> Mix:
    """Show a card, and ask for the combination of it that halves what the hole can be; the feigned card stays."""
    hand = hand_of(view, seat)
    kept = set(pretended(view, seat)) if has_lied(view, seat) else set()
    if not hand or kept.issuperset(hand):
        kept = set()
    open_ = deck.bits(tuple(could))
    asks = best(
        [(card, line) for card in hand if card not in kept for line in deck.OF_CARD[card]],
        lambda ask: -abs(2 * (deck.LINES[ask[1]][1] & open_).bit_count() - len(could)),
    )
    why = f"{len(could)} cards could lie in the hole, and the answer would halve them."
    return evenly([Thought(Shows(seat=seat, card=card, line=line), why) for card, line in asks])
