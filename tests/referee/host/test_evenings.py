"""Whole evenings of every game, and of the tiny sixth, over the wire; and evenings that differ in secrets."""

import contextlib
import sys
from collections import Counter
from random import Random

import pytest

from referee import games
from referee.records import parse_record, replay_record
from referee.tables.export import record_of
from tests.referee import tiny
from tests.referee.host.play import Guests
from tests.referee.host.twins import Deals, Parted, Twins
from tests.referee.host.wire import some_evening
from tests.sampling import WHOLE, spread

NAMES = (*games.REGISTRY, "tiny")


@pytest.fixture(autouse=True)
def sixth(monkeypatch):
    """Seat the tiny game among the others."""
    monkeypatch.setattr(games, "REGISTRY", NAMES)
    monkeypatch.setitem(sys.modules, "referee.games.tiny", tiny)


@pytest.mark.parametrize(("name", "deals"), spread(NAMES, [True, False]))
def test_every_game_over_the_wire(household, name, deals):
    said = 0
    for seed in range(2):
        folder = household / f"{seed}"
        folder.mkdir()
        evening = some_evening(folder, name, seed, deals=deals)
        guests = Guests(evening, Random(seed))
        for _ in range(60 if WHOLE else 40):
            if evening.table.over:
                break
            guests.tap()
        table = evening.table
        said += guests.counts["200"]
        if not any("holds" in turn.verbs for turn in table.game.to_act(table.state)):  # or hands may not fit yet
            full = replay_record(parse_record(record_of(table, reveal=True), facts=table.setup.facts))
            assert full.state == table.state
        evening.again()
    assert said > 3


@pytest.mark.parametrize(("name", "deals"), spread(NAMES, [True, False]))
def test_what_differs_in_secrets_alone_is_sent_as_the_same_bytes(household, name, deals):
    compared, has_secrets = 0, name in {"tiny", "liar-poker"} or not deals
    for seed in range(30 if has_secrets else 3):  # in an evening of few taps there may be none
        folders = [household / f"{seed}-{which}" for which in "ab"]
        for folder in folders:
            folder.mkdir()
        twins = Twins(folders, name, seed, deals=deals)
        twins.run(30)
        compared += twins.counts["compared"]
        if compared and seed >= (2 if WHOLE else 1):
            break
    assert compared or not has_secrets, "nothing was secret"


@pytest.mark.parametrize("name", [name for name in games.REGISTRY if any(v.kept for v in games.game(name).verbs)])
def test_who_is_dealt_the_same_is_sent_the_same_whatever_the_others_hold(household, name):
    counts = Counter()
    for seed in range(2):
        folders = [household / f"{seed}-{which}" for which in "ab"]
        for folder in folders:
            folder.mkdir()
        with contextlib.suppress(Parted):
            deals = Deals(folders, name, seed)
            deals.run(6)
            counts.update(deals.counts)
    assert counts["other hands"], "everybody was dealt the same"
    assert counts["compared"] > 1
    assert counts["seals"], "no seal was seen, and so none was masked"
