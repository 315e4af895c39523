"""Old records replay by the rules that they carry, and what a newer program wrote is refused in a sentence."""

import pytest
from msgspec.structs import replace

from referee import records
from referee.core.game import Action, Game, RecordError
from referee.core.setup import setup
from referee.records import FORMAT, make_header, parse_record, print_record, replay_record
from tests.referee import tiny

BODY = """prize 2
Ann: bids 1
Bob: bids 3
Cat: bids 2
"""


class Twice(tiny.Tiny):
    """A ruling that changed: by rules 1 the highest bid that nobody shares wins, by rules 2 the lowest."""

    rules_version = 2

    def apply(self, state: tiny.State, action: Action) -> tiny.State:
        after = super().apply(state, action)
        if state.setup.rules == 1 or after.won is None:
            return after
        return replace(after, won=after.last.index(min(bid for bid in after.last if after.last.count(bid) == 1)))


TWICE: Game[tiny.State] = Twice()


@pytest.fixture(autouse=True)
def two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    known = records.game_named
    monkeypatch.setattr(records, "game_named", lambda name: TWICE if name == "tiny" else known(name))


def winners(*keys: str) -> list[str]:
    header = "\n".join(["+++", 'game = "tiny"', 'seats = ["Ann", "Bob", "Cat"]', *keys, "+++"])
    names: list[str] = replay_record(parse_record(f"{header}\n{BODY}")).answer()["winners"]
    return names


def refusal(*keys: str) -> str:
    with pytest.raises(RecordError) as caught:
        winners(*keys)
    return str(caught.value)


def test_a_record_replays_by_the_rules_that_it_carries() -> None:
    assert winners("rules = 1") == ["Bob"]
    assert winners("rules = 2") == winners() == ["Ann"]  # typed by hand without a number, the newest are meant


def test_each_game_counts_its_own_rules() -> None:
    newer = "line 1: rules: this record was played by rules 3; this referee knows them up to 2"
    assert refusal("rules = 3") == newer
    with pytest.raises(RecordError, match="played by rules 2; this referee knows them up to 1"):
        setup(tiny.GAME, ["Ann", "Bob"], rules=2)


def test_a_new_table_is_played_by_the_newest_and_says_so() -> None:
    fresh = setup(TWICE, ["Ann", "Bob", "Cat"])
    assert fresh.rules == 2
    text = print_record(TWICE, make_header(fresh), fresh, [])
    assert text.startswith(f'+++\nformat = {FORMAT}\ngame = "tiny"\nrules = 2\n')
    assert parse_record(text).setup == fresh
    kept = setup(TWICE, ["Ann", "Bob", "Cat"], rules=1)
    assert parse_record(print_record(TWICE, make_header(kept), kept, [])).setup == kept


def test_a_record_has_a_format() -> None:
    assert winners("format = 1") == winners()
    assert refusal(f"format = {FORMAT + 1}") == (
        f"line 1: format: a newer liarsdeck wrote this record (its format {FORMAT + 1}, ours {FORMAT}): update first"
    )
    for wrong in ("0", "true", '"1"', "1.5", "-1"):
        assert refusal(f"format = {wrong}").startswith("line 1: format: ")


def test_a_newer_format_is_said_before_anything_else_is_read() -> None:
    with pytest.raises(RecordError, match="format: a newer liarsdeck"):
        parse_record(f"+++\nformat = {FORMAT + 1}\nplay = 7\n+++\n")


def test_one_without_a_format_stays_as_it_was() -> None:
    text = f'+++\ngame = "tiny"\nrules = 1\nseats = ["Ann", "Bob", "Cat"]\n+++\n{BODY}'
    assert replay_record(parse_record(text)).text() == text
