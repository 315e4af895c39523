"""What a private screen says without being asked: what the seat was let know, and nothing that it could conclude."""

from typing import Any

import pytest

from referee import games
from referee.core.game import Action
from tests.referee.conformance import random_game


def _told(actions: list[Action], exposed: dict[str, bool], seat: int) -> dict[str, str]:
    """The truths that a seat of Liar's Lair was let know: of its dealt cards, and of those exposed."""
    hand = next(action.cards for action in actions if action.verb == "holds" and action.seat == seat)
    true = next(action.cards for action in actions if action.verb == "truths")
    known = {str(card): card in true for card in hand} | exposed
    return {card: "true" if said else "LIE" for card, said in known.items()}


def test_liars_lair_marks_what_was_dealt_or_exposed_and_nothing_merely_concluded() -> None:
    """Who was dealt a lie and reclaims its other half knows that it is true; the screen does not say so."""
    game = games.game("liars-lair")
    silent = 0
    for seed in range(24):
        setup, actions, _over, _rng = random_game(game, seed)
        state: Any = game.start(setup)
        for at, action in enumerate(actions):
            state = game.apply(state, action)
            if state.phase == "deal":
                continue
            exposed = game.public(game.view(state, None))["exposed"]
            assert isinstance(exposed, dict)
            for seat in range(len(setup.seats)):
                view: Any = game.view(state, seat)
                told = _told(actions[: at + 1], exposed, seat)
                for card, _title, mark in game.hand(view, seat):
                    if card != "?" and not mark.endswith("'s hand"):
                        assert mark == told.get(card, ""), (seed, at, setup.seats[seat], card)
                        silent += not mark and view.truth(int(card)) is not None
    assert silent > 20, "cards whose truth follows from their other half were held"


@pytest.mark.parametrize("name", ["liars-guess", "lizard", "liar-poker", "red-and-black"])
def test_the_other_games_show_a_seat_what_it_entered_and_otherwise_what_everybody_sees(name: str) -> None:
    game = games.game(name)
    seen = 0
    for seed in range(12):
        setup, actions, _over, _rng = random_game(game, seed)
        state: Any = game.start(setup)
        for action in actions:
            state = game.apply(state, action)
            table = game.view(state, None)
            for seat in range(len(setup.seats)):
                view = game.view(state, seat)
                rows = game.hand(view, seat)
                if name in {"liars-guess", "liar-poker"}:
                    assert len(rows) == len({card for card in state.hands[seat] or () if card >= 0})
                if name != "red-and-black":
                    assert {mark for _card, _title, mark in rows} <= {"", "shown", "laid open"}
                seen += len(rows)
                assert game.show(view, seat) == game.show(table, seat), "as everybody sees it"
    assert seen > 100
