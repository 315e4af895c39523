"""Liar's Lair under its three kinds of titles: the game is the same, and nobody reads a title that no card bears."""

from random import Random

import pytest

from factbank.deal.deal import Wish, new_facts
from factbank.factfile import TITLES, with_titles
from referee import new, parse

SEATS = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture(scope="module")
def dealt():
    return new_facts(Wish(pairs=12, seed=11)).facts


@pytest.fixture(scope="module")
def played(dealt):
    """The lines of one game, by the titles of its cards."""
    made = {}
    for titles in TITLES:
        match = new("liars-lair", SEATS, facts=with_titles(dealt, titles), each=2)
        lines = match.deal(Random(4)) + match.playout(Random(5))
        assert match.over
        made[titles] = match, lines
    return made


def test_titles_change_no_line_and_no_ruling(played):
    lines = {tuple(lines) for _, lines in played.values()}
    ends = {(match.winners, tuple(match.scores.items()), match.flags) for match, _ in played.values()}
    assert len(lines) == len(ends) == 1


@pytest.mark.parametrize("titles", TITLES)
def test_a_record_is_replayed_with_the_facts_as_they_are_titled(played, dealt, titles):
    match, _ = played[titles]
    again = parse(match.record(reveal=True), facts=with_titles(dealt, titles))
    assert again.lines == match.lines
    assert [str(again.view(name)) for name in (*SEATS, None)] == [str(match.view(name)) for name in (*SEATS, None)]


@pytest.mark.parametrize("titles", TITLES)
def test_a_screen_shows_the_titles_that_cards_bear_and_no_others(dealt, titles):
    facts = with_titles(dealt, titles)
    match = new("liars-lair", SEATS, facts=facts, each=3)
    match.deal(Random(4))
    rows = [line for name in SEATS for line in str(match.view(name)).split("\n") if line[:1].isdigit()]
    assert len(rows) == 24
    for row in rows:
        number = int(row.split()[0])
        own, shared = facts.card(number).title, facts.pair_of(number).title
        assert facts.title_of(number) in row
        if own not in shared and shared not in own:
            assert (own in row, shared in row) == (titles == "own", titles == "shared")
