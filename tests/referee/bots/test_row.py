"""Printed cards of bots lie in a row: it is their hand, and what is said of it is what everybody has seen."""

from random import Random

import pytest

from referee import games
from referee.bots import moves, named
from referee.games.liars_lair.bots import laid, row, turned
from tests.referee.conformance import some_facts

LAIR = games.game("liars-lair")
NAMES = ("Ann", "Bob", "Cat")
FACTS = some_facts(9, Random(5))


@pytest.mark.parametrize("departing", ["pick", "gift", "pool"])
def test_the_row_is_the_hand_whatever_was_taken_given_and_reclaimed(departing: str) -> None:
    setup = games.setup(LAIR, NAMES, {"departing": departing, "max_rounds": 12}, facts=FACTS)
    verbs = set()
    for seed in range(6):
        actions = []
        for before, action, _ in moves(LAIR, setup, dict.fromkeys(range(3), named("random", LAIR)), str(seed)):
            for seat, hand in enumerate(before.hands):
                assert sum(1 << card for card in row(before, actions, seat)) == hand
            sentence = turned(before, actions, action)
            if action.verb in {"plays", "shows", "gives"}:
                assert "from the left" in sentence
            verbs.add(action.verb)
            actions.append(action)
    assert {"plays", "reclaims", "gives" if departing != "pick" else "takes"} <= verbs


def test_how_a_row_lies_names_only_what_everybody_has_seen() -> None:
    """Who goes home lays the hand by number; what was reclaimed in the open lies at the right end, and is named."""
    setup = games.setup(LAIR, NAMES, {"max_rounds": 12}, facts=FACTS)
    seen = set()
    for seed in range(6):
        actions = []
        for before, action, _ in moves(LAIR, setup, dict.fromkeys(range(3), named("random", LAIR)), str(seed)):
            for seat, name in enumerate(NAMES):
                sentence = laid(before, actions, seat)
                assert sentence.startswith(f"{name}’s cards lie in a row, face down, the lowest number on the left")
                open_ = {str(one.card) for one in actions if one.verb == "reclaims" and one.seat == seat}
                named_ = {word.strip(",.") for word in sentence.split()} & {str(n) for n in range(1, 100)}
                assert named_ <= open_
                seen |= named_
            actions.append(action)
    assert seen
