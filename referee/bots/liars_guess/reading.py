"""What the answers of Liars' Guess say: for each card that could be the hole, whether they would be true.

Whoever holds nine cards knows all but ten: the other hand and the hole card. So there are ten ways at most how the
cards can lie, and each tells what every answer should have been.
"""

from typing import NamedTuple

from referee.core.cards import cards_of, is_known
from referee.games.liars_guess import deck
from referee.games.liars_guess.state import State, unseen


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
    return unseen(view) & ~deck.bits(hand_of(view, seat))


def heard(view: State, seat: int, hidden: int) -> list[Heard]:
    """Return what a seat was answered in this deal, of whom ``hidden`` are the cards that it does not know."""
    other, found = 1 - seat, []
    for place, ask in enumerate(view.asks):
        if ask.asker != seat or ask.answer < 0 or place < view.settled[other]:
            continue
        found.append(
            Heard(
                line := deck.LINES[ask.line][1], ask.answer, (line & (hidden | _since(view, other, place))).bit_count()
            )
        )
    return found


def said(view: State, seat: int) -> list[tuple[int, int, int]]:
    """Return what a seat has answered: the cards of the combination, the answer, and which of them it held then."""
    own, found = deck.bits(hand_of(view, seat)), []
    for place, ask in enumerate(view.asks):
        if ask.asker != seat and place >= view.settled[seat]:
            line = deck.LINES[ask.line][1]
            found.append((line, ask.answer, line & (own | _since(view, seat, place))))
    return found


def _since(view: State, seat: int, place: int) -> int:
    """Return the cards that a seat has shown after a question, and what it has laid open as evidence."""
    before = sum(1 for earlier in view.asks[:place] if earlier.asker == seat)
    return deck.bits(view.shown[seat][before:]) | view.exposed[seat]


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
