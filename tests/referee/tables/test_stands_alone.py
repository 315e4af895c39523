"""A table stands alone: its facts are in the journal, and no file of the household is needed, or overwritten."""

import stat
from random import Random

import pytest
from msgspec.structs import replace

from factbank.factfile import format_facts, write
from factbank.kits import find, keep
from liarsdeck.files import kits_dir
from referee import games
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.referee.conformance import some_facts
from tests.referee.program import referee, refused


@pytest.fixture
def facts(home):
    return some_facts(9, Random(3))


def table(facts):
    """Keep a table of Liar's Lair that began; return its number."""
    keep(facts)
    setup = games.setup(games.game("liars-lair"), ["Ann", "Bob", "Cat"], facts=facts)
    with Journal(pin_cost=4) as journal:
        made = Table.new(journal, setup, kit=facts.kit)
        while (action := made.draw()) is not None:
            made.act(action)
        made.leave()
    return made.number


@pytest.mark.parametrize("lost", ["deleted", "damaged"])
def test_a_table_opens_without_its_kit(facts, lost):
    number = table(facts)
    path = kits_dir() / f"{facts.kit}.json"
    path.unlink() if lost == "deleted" else path.write_text("{")
    for command in (("export", number), ("scores", number), ("resume", number)):
        done = referee(*command)
        assert (done.returncode, done.stderr) == (0, ""), command


def test_a_kept_kit_is_never_overwritten_with_other_bytes(facts):
    path = keep(facts)
    before = path.read_bytes()
    other = replace(facts, extra={"deep": {"more": [1, 2, 3]}})
    assert other.kit == facts.kit
    assert keep(other) == path
    assert path.read_bytes() == before
    path.write_text("{ damaged")
    assert keep(facts) == path
    assert find(facts.kit) == facts
    path.write_text("{ damaged again")
    keep(facts)
    aside = {one.name: one.read_text() for one in kits_dir().glob("*damaged*")}
    assert aside == {f"{facts.kit}.damaged-1.json": "{ damaged", f"{facts.kit}.damaged-2.json": "{ damaged again"}


def test_facts_are_exported_and_the_open_table_is_told(facts, tmp_path):
    number = table(facts)
    assert refused(referee("export", number, "--facts"), "still being played").stdout == ""
    done = referee("export", number, "--facts", "--yes", "-o", tmp_path / "facts.json")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "facts.json").read_bytes() == format_facts(facts)
    assert stat.S_IMODE((tmp_path / "facts.json").stat().st_mode) == 0o600
    with Journal(write=False) as journal:
        said = [notice.words(["Ann", "Bob", "Cat"]) for notice in journal.notices(number)]
    assert said == ["everything was shown by export --facts"]
    refused(referee("export", number, "--facts", "--reveal"), "ask for one after the other")


def test_a_game_without_facts_has_none_to_export(journal):
    Table.new(journal, games.setup(games.game("lizard"), ["Ann", "Bob", "Cat"]))
    refused(referee("export", "--facts"), "Lizard is played without facts")


def test_lost_facts_are_given_again_and_kept_from_then_on(facts, tmp_path):
    number = table(facts)
    with Journal(pin_cost=4) as journal:  # as an earlier version kept it
        journal._sql.execute("DELETE FROM facts")
        journal._sql.execute("UPDATE tables SET facts = ''")
    (kits_dir() / f"{facts.kit}.json").unlink()
    refused(referee("resume", number), "give its fact file with --facts")
    write(some_facts(10, Random(3)), tmp_path / "other.json")
    refused(referee("resume", number, "--facts", tmp_path / "other.json"), "these facts are of kit")
    write(facts, tmp_path / "facts.json")
    assert referee("resume", number, "--facts", tmp_path / "facts.json").returncode == 0
    assert referee("resume", number).returncode == 0
