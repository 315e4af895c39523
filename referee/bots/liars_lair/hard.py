"""Liar's Lair by many guesses at what is true and who holds what, each weighed by who played what when."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from msgspec import Meta

from referee.bots.liars_lair.reading import rival_liars
from referee.bots.liars_lair.worlds import World, provable, trust, worlds
from referee.bots.thinking import NOTHING, Share, Thinking, Thought
from referee.core.cards import cards_of
from referee.core.game import Action
from referee.games.liars_lair import actions
from referee.games.liars_lair.actions import Declares, Gives, Passes, Plays, Reclaims, Shows, Takes
from referee.games.liars_lair.state import DEAL, DECLARE, PLAY, QUESTION, RECLAIM, State

_SURE = 0.995  # of how many guesses, for a reason to say so


class Hard(Thinking[State], frozen=True):
    """Weighs for each card whether it is true, and who could prove that it is not."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many guesses it weighs a decision.")] = 40
    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.7
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.02
    rid: Annotated[Share, Meta(description="What it is worth to be rid of a lie, beside the danger to be caught.")] = (
        0.25
    )

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return a card to play, take, reclaim or show, or whether it declares."""
        if view.phase == DEAL:
            return NOTHING
        if view.phase == QUESTION and not _against(view, seat):
            return Thought(Passes(seat), "I had nothing against that hand.")
        if view.phase == DECLARE and _conflicts(view, seat):
            return Thought(Passes(seat), "I held both halves of a pair.")
        found = worlds(self.game, view, seat, turns, self.samples, rng)
        if view.phase == PLAY:
            return self._play(view, seat, found)
        if view.phase == RECLAIM:
            return _reclaim(view, seat, found)
        if view.phase == DECLARE:
            return self._declare(view, seat, found)
        if view.phase == QUESTION:
            return _question(view, seat, found)
        if view.departing != seat:
            return _take(view, seat, found)
        card = min(cards_of(view.hands[seat]), key=lambda card: trust(found, card))
        return Thought(Gives(seat, card), "I gave what was most likely a lie.")

    def _play(self, view: State, seat: int, found: Sequence[World]) -> Thought:
        scores: dict[int, float] = {}
        liars = rival_liars(view)
        for card in cards_of(view.hands[seat]):
            true = trust(found, card)
            if card in liars:
                scores[card] = 2 * (2 * true - 1) if true > 0.8 and liars[card] != seat else -2.0
            else:
                held = view.hands[seat] >> view.partner[card] & 1
                danger = provable(found, card, view.partner[card], view.queue[1:])
                scores[card] = self.rid * (1 - true) * (1.4 if held else 1.0) - danger
        card = max(scores, key=lambda card: scores[card])
        true, liar = trust(found, card), liars.get(card)
        if liar is not None and true > 0.8:
            return Thought(Plays(seat, card), f"{card} was true, so it proved {view.setup.seats[liar]} a liar.")
        danger = provable(found, card, view.partner[card], view.queue[1:])
        why = f"{_likely(card, true)}, and {_risk(danger)}" if true < _SURE else f"{_likely(card, true)}."
        return Thought(Plays(seat, card), why)

    def _declare(self, view: State, seat: int, found: Sequence[World]) -> Thought:
        safe = _safety(view, seat, found)
        enough = max(0.2, self.safe - self.bolder * (view.round - 1))
        if safe >= enough:
            return Thought(Declares(seat), f"I thought that my hand would stand, with a chance of {safe:.0%}.")
        stood = "not have stood" if safe <= 1 - _SURE else f"have stood with a chance of only {safe:.0%}"
        return Thought(Passes(seat), f"My hand would {stood}.")


def _likely(card: int | str, true: float) -> str:
    if 1 - _SURE < true < _SURE:
        return f"{card} was true with a chance of {true:.0%}"
    return f"{card} was {'true' if true >= _SURE else 'a lie'}"


def _risk(danger: float) -> str:
    """Return how likely somebody who plays later can prove a card a lie, as the end of a sentence."""
    if danger <= 1 - _SURE:
        return "nobody after me could prove it a lie."
    return f"with a chance of {danger:.0%} somebody after me could prove it a lie."


def _safety(view: State, seat: int, found: Sequence[World]) -> float:
    """Return how likely nobody holds the truth of a lie in a seat's hand."""
    cards, safe = cards_of(view.hands[seat]), 0.0
    for world in found:
        others = 0
        for at, held in enumerate(world.hands):
            others |= held if at != seat else 0
        if not any(not world.true >> card & 1 and others >> view.partner[card] & 1 for card in cards):
            safe += world.weight
    return safe


def _worth(view: State, seat: int, card: int, found: Sequence[World]) -> float:
    """Return how good a card is to have: true, or of no harm; best the other half of an own lie."""
    true, rival = trust(found, card), view.partner[card]
    if view.hands[seat] >> rival & 1:
        return 0.4 + true if true > 0.5 else -1.0
    others = [at for at in range(len(view.hands)) if at != seat]
    return 1 - provable(found, card, rival, others)


def _reclaim(view: State, seat: int, found: Sequence[World]) -> Thought:
    table = dict(view.table)
    free = [card for card, whose in table.items() if whose != seat] or [*table]
    card = max(free, key=lambda card: _worth(view, seat, card, found))
    return Thought(Reclaims(seat, card), f"{_likely(card, trust(found, card))}, the best that lay there.")


def _question(view: State, seat: int, found: Sequence[World]) -> Thought:
    name = view.setup.seats[view.declarers[0]]
    card = max(_against(view, seat), key=lambda card: trust(found, card))
    true = trust(found, card)
    if true > 0.9 or (true > 0 and len(view.queue) == 1):
        return Thought(Shows(seat, card), f"{_likely(card, true)}, and said that {name} lied.")
    return Thought(Passes(seat), f"{_likely(f'What I had against {name}', true)}.")


def _against(view: State, seat: int) -> list[int]:
    """Return a seat's cards whose other halves lie in the hand that is laid open."""
    laid = view.hands[view.declarers[0]]
    return [card for card in cards_of(view.hands[seat]) if laid >> view.partner[card] & 1]


def _conflicts(view: State, seat: int) -> bool:
    """Say whether a seat that declares is out by its own hand."""
    hand = view.hands[seat]
    both = any(hand >> view.partner[card] & 1 for card in cards_of(hand))
    return both and view.setup.options.own_conflict == "out"


def _take(view: State, seat: int, found: Sequence[World]) -> Thought:
    assert view.departing is not None
    cards = cards_of(view.hands[view.departing])
    card = max(cards, key=lambda card: _worth(view, seat, card, found), default=actions.NOTHING)
    if card == actions.NOTHING or _worth(view, seat, card, found) < 0.97:
        return Thought(Takes(seat, actions.NOTHING), "A smaller hand is easier to keep clean.")
    return Thought(Takes(seat, card), f"{_likely(card, trust(found, card))}.")
