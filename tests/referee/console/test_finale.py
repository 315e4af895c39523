"""The end is laid open a screen at a time, and each settlement says why in one sentence."""

import re
from random import Random

import pytest

from referee import games
from referee.console.console import Console
from referee.core.play import playout
from referee.core.text_layout import layout
from referee.games.liars_lair.state import Takes
from referee.tables.table import Table
from tests.referee.conformance import some_setup
from tests.referee.seat import FakeTerminal

LAIR = games.game("liars-lair")


@pytest.mark.parametrize("seed", range(12))
def test_the_finale_goes_through_every_pair_that_was_dealt(seed):
    rng = Random(seed)
    setup = some_setup(LAIR, rng)
    state, actions = playout(LAIR, setup, rng)
    assert LAIR.outcome(state).over
    *pairs, liars = LAIR.finale(setup, actions)
    dealt = {card for action in actions if action.verb == "holds" for card in action.cards}
    truths = next(action.cards for action in actions if action.verb == "truths")
    shown = [pair for pair in setup.facts.pairs if dealt & {card.number for card in pair.cards}]
    assert len(pairs) == len(shown)
    for place, (pair, screen) in enumerate(zip(shown, pairs, strict=True), start=1):
        assert screen.title == f"Pair {place} of {len(shown)}: {pair.title}"
        text = "\n".join(screen.lines)
        first, second = (card.number for card in pair.cards)
        true = first if first in truths or (second in dealt and second not in truths) else second
        for card in pair.cards:
            which = "truth" if card.number == true else "lie"
            assert f"The {which}: {card.number}, {setup.facts.title_of(card.number)}\n“{card.text}”" in text
        assert text.count("Dealt to ") == len(dealt & {card.number for card in pair.cards})
        assert len(layout(screen, 60)) <= 17, "it stands on a terminal of 20 lines, with its prompt"
    taken = [action for action in actions if isinstance(action, Takes) and action.card]
    assert "\n".join(liars.lines).count("’s hand in round ") == len(taken)
    assert not re.search(r"played the lies? \.", "\n".join(liars.lines)), "caught with every lie, and named"


def test_reveal_shows_one_screen_at_a_time_and_q_is_enough(journal):
    setup = some_setup(LAIR, rng := Random(4))
    table = Table.new(journal, setup, kit=setup.facts.kit)
    for action in playout(LAIR, setup, rng)[1]:
        table.act(action)
    many = len(LAIR.finale(setup, table.actions))
    terminal = FakeTerminal("reveal", *[""] * many, "reveal", "", "q")
    Console(table, terminal).run()
    assert [prompt for prompt in terminal.prompts if "next" in prompt][:2] == [
        f"Enter: next (1 of {many}) · q: enough ",
        f"Enter: next (2 of {many}) · q: enough ",
    ]
    assert terminal.prompts.count("Enter: back ") == 1
    assert terminal.shared.count("Pair 1 of ") == 2
    assert "The liars" in terminal.shared
    assert terminal.wiped >= many + 2


def heard(game, seats, text, **options):
    found = games.game(game)
    setup = games.setup(found, seats, options)
    state, said = found.start(setup), []
    for line in text.split(" / "):
        action = games.parse(found, setup, line)
        after = games.step(found, state, action)
        said.append(games.narrated(found, state, action, after))
        state = after
    return said


BETS = "board 4s 7c / Ann: bets small / Bob: bets small / Ann: reveals Ac Ad 3c / Bob: reveals 2d 9h Ts"
POKER = (
    f"{BETS} / Ann: bets small / Bob: bets small / Ann: reveals Ks / Bob: reveals 5h / Ann: bets small / Bob: bets"
    " small / Ann: claims As / Bob: claims 2c"
)
RIVER = "dealer Ann / Bob: calls red / river red black red / Bob: swaps 1"
SETTLEMENTS = {
    "liar-poker": (
        f"{POKER} / Ann: accepts / Bob: accepts",
        f"{POKER} / Ann: accepts / Bob: suspects / Ann: turns 2h",
        f"{POKER} / Ann: accepts / Bob: suspects / Ann: turns As",
        f"{POKER} / Ann: suspects / Bob: suspects / Ann: turns 2h / Bob: turns 3h",
        f"{BETS} / Ann: folds / Bob: bets large",
        "board 4s 7c / Ann: folds / Bob: folds",
    ),
    "red-and-black": (
        f"{RIVER} / Ann: attacks 3 red / Bob: defends 1 red",
        f"{RIVER} / Ann: attacks 1 red / Bob: defends 1 red",
        f"{RIVER} / Ann: attacks 3 red / Bob: defends 1 black / river black black red",
        f"{RIVER} / Ann: guesses 5 red 0 black / Bob: reveals 2 red 3 black",
        f"{RIVER} / Ann: guesses 2 red 3 black / Bob: reveals 2 red 3 black",
    ),
}


@pytest.mark.parametrize("game", SETTLEMENTS)
def test_each_settlement_says_why_it_ends_as_it_does(game, snapshot):
    ends = [
        f"… {' / '.join(text.split(' / ')[-3:])}\n{heard(game, ['Ann', 'Bob'], text)[-1]}" for text in SETTLEMENTS[game]
    ]
    assert "\n".join(ends) == snapshot
