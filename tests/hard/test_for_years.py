"""What earlier versions wrote opens today: journals, ledgers, kits, records, packs, decks, themes, sheets, printers."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardgen import printers
from cardgen.custom.deckfile import read_deck
from cardgen.custom.slotfile import read_slots
from cardgen.pages.secret import read_slips
from cardgen.pdf.theme import read_theme
from factbank import factfile, kits
from factbank.check import check
from factbank.deal.ledger import Ledger
from liarsdeck.files import check_folder
from referee import games
from referee.records import read_record, replay_record
from referee.store.journal import Journal
from referee.tables.league import Names, read_names
from referee.tables.table import Table
from tests.programs import ran

OLD = Path(__file__).parents[1] / "old"
VERSIONS = sorted(path.name for path in OLD.iterdir() if path.is_dir())
GAMES = sorted(path.stem for path in (OLD / "first").glob("*.record"))
"""Those that were played then: a game that came later left nothing."""


@pytest.fixture(params=VERSIONS)
def old(request, tmp_path, monkeypatch):
    """A copy of what one version left, as this household."""
    place = shutil.copytree(OLD / request.param, tmp_path / "old")
    monkeypatch.setenv("LIARSDECK_HOME", str(place / "home"))
    return place


def test_the_first_and_this_version_are_kept():
    assert {"first", "0.1.0"} <= set(VERSIONS)
    name = f"{(OLD / 'first/home/tables.sqlite').as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(name, uri=True)) as first:
        assert first.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_journal_is_brought_along_and_its_tables_go_on(old):
    with Journal(pin_cost=4) as journal:
        kept = {table.number: table.game for table in journal.tables()}
        assert sorted(kept) == [1, 2, 3, 4, 5]
        assert set(kept.values()) == set(GAMES) <= set(games.REGISTRY)
        assert journal.check() == (journal.check()[0], [])
        for number in kept:
            if kept[number] != "liars-lair" or journal.facts(journal.table(number)):
                assert Table(journal, number).log.lines
        assert journal.try_pin(1, 0, "4711")
        assert journal.notes(1, 0) == {"a note's place": "what Ann noted"}
        assert journal.check()[1] == []
    for number in kept:
        done = ran("referee", "resume", number)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert ran("referee", "export", number).returncode == 0


def test_a_ledger_is_brought_along_and_deals_nothing_twice(old, tmp_path):
    book = Ledger(old / "home" / "ledger.sqlite")
    facts = factfile.read(old / "facts.json")
    assert [line.kit for line in book.history()] == [facts.kit]
    words = ("--pairs", 6, "--seed", 7, "--pack", "cabinet", "-o", tmp_path / "new.json")
    assert ran("factbank", "new", *words).returncode == 0
    again = {pair.key for pair in factfile.read(tmp_path / "new.json").pairs}
    assert again & {pair.key for pair in facts.pairs} == set()
    book.check()


def test_facts_are_found_by_their_kit_and_a_kits_folder_is_known(old):
    facts = factfile.read(old / "facts.json")
    assert kits.find(facts.kit) == facts
    assert factfile.read(old / "kit" / "facts.json").kit == facts.kit
    assert check_folder(old / "kit", "facts.json", f'"{facts.kit}"', force=False) == old / "kit"
    assert facts.kit in (old / "kit" / "README.txt").read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays_as_far_as_it_was_played(old, name):
    record = read_record(old / f"{name}.record")
    assert record.setup.game == name
    assert replay_record(record)


def test_packs_decks_themes_and_sheets_are_read(old, tmp_path):
    pack, faults = check(old / "ours.toml")
    assert pack.topics
    assert [fault for fault in faults if not fault.advice] == []
    assert len(read_deck(old / "deck.toml").cards) == 4
    assert read_theme(str(old / "theme.toml")).name
    assert len(read_slots(old / "sheet.toml").places) == 3
    words = ("--theme", old / "theme.toml", "--card", "60x90mm", "--slots", old / "sheet.toml")
    done = ran("cardgen", "deck", old / "deck.toml", *words, "-o", tmp_path / "deck.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "deck.pdf").read_bytes().endswith(b"%%EOF\n")


def test_printers_names_and_slips_are_read(old):
    found = printers.find("office", "")
    assert (found.printer, found.x_mm, found.y_mm) == ("office", 1.5, -0.5)
    assert printers.known()[1] == found
    assert read_names() == Names({"Annie": "Ann"}, ("Guest",))
    assert [slip.name for slip in read_slips(sorted((old / "slips").iterdir()))] == ["Ann", "Bob", "Cat"]
