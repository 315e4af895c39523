"""What a household keeps goes into one file, and comes back from it; a file of anything else changes nothing."""

import errno
import io
import os
import shutil
import signal
import sqlite3
import zipfile

import pytest

from cardgen.errors import PrintError
from cardgen.printers import path as printers
from cardgen.studio import household, render
from factbank.deal.ledger import Ledger
from liarsdeck import system
from liarsdeck.files import data_dir, ledger_path
from referee.store.journal import Journal, JournalError
from referee.store.lock import TableHeld
from tests.cardgen.studio.shop import fault, multipart
from tests.cardgen.studio.test_brought import packed


def read_back(shop, data):
    body, kind = multipart([("household.zip", data)])
    return shop.ask("household", body, content_type=kind)


def kept():
    """All files of the household that its file is about, and the kits of its ledger."""
    files = {name: (data_dir() / name).read_bytes() for name in ("printers.toml",) if (data_dir() / name).exists()}
    return files, [deck.kit for deck in Ledger(ledger_path()).history()]


def test_a_household_goes_into_a_file_and_comes_back(shop):
    shop.do("game", game="liars-lair")
    assert shop.ask("kit.zip")[0] == 200
    printers().write_text('format = 1\n[[printer]]\nname = "Kitchen"\n', "utf-8")
    before, (status, headers, copy) = kept(), shop.ask("household.zip")
    assert (status, headers["content-disposition"]) == (200, 'attachment; filename="household.zip"')
    assert shop.ask("household.zip")[2] == copy, "equal households give equal bytes"
    shop.do("facts", "facts", difficulty="hard")
    assert shop.ask("kit.zip")[0] == 200
    printers().unlink()
    assert kept() != before
    status, _, page = read_back(shop, copy)
    assert status == 303, fault(page.decode())
    assert kept() == before
    assert (data_dir() / household.BEFORE).exists()
    assert "It was read back" in shop.ask("household?back")[2].decode()


def test_a_file_takes_the_place_of_a_folder(shop):
    (data_dir() / "packs" / "a" / "b").mkdir(parents=True)
    (data_dir() / "packs" / "a" / "b" / "c").touch()
    assert read_back(shop, packed([("packs/a", b"so")]))[0] == 303
    assert (data_dir() / "packs" / "a").read_bytes() == b"so"


def no_ledger():
    out = io.BytesIO()
    with sqlite3.connect(":memory:") as made:
        made.execute("CREATE TABLE other (x)")
        out.write(made.serialize())
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no zip", "is no ZIP"),
        (packed([("deck.pdf", b"%PDF")]), "it holds “deck.pdf”"),
        (packed([("kits/../../x", b"")]), "leads out of its folder"),
        (packed([("ledger.sqlite", no_ledger())]), "database of another program"),
        (packed([("ledger.sqlite", b"SQLite format 3\0" + b"x" * 40)]), "cut off"),
        (packed([]), "it is empty"),
        (packed([("kits", b"")]), "it holds “kits”"),
        (packed([("printers.toml/x", b"")]), "it holds “printers.toml/x”"),
        (packed([("ledger.sqlite/x", b"")]), "it holds “ledger.sqlite/x”"),
        (packed([("packs/a/b", b""), ("packs/A", b"")]), "it holds “packs/a/b”"),
        (packed([("names.toml", b""), (f"kits/{'€' * 86}.json", b"")]), "has too many signs"),
    ],
)
def test_a_file_of_anything_else_changes_nothing(shop, data, why):
    before = kept()
    status, _, page = read_back(shop, data)
    assert status == 422
    assert why in fault(page.decode())[1]
    assert kept() == before
    assert zipfile.is_zipfile(io.BytesIO(shop.ask("household.zip")[2]))


OLD = {"names.toml": b"old", "kits/old.json": b"{}", "packs/a/old.toml": b"old"}
NEW = {"names.toml": b"new", "kits/new.json": b"{}", "printers.toml": b"new"}


def lay_old():
    for left in (*data_dir().glob("household-before*"), *map(data_dir().joinpath, (*NEW, "names.toml"))):
        left.unlink(missing_ok=True)
    for folder in ("kits", "packs", "brought"):
        shutil.rmtree(data_dir() / folder, ignore_errors=True)
    for name, data in OLD.items():
        (data_dir() / name).parent.mkdir(parents=True, exist_ok=True)
        (data_dir() / name).write_bytes(data)


def files_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        return {name: pack.read(name) for name in pack.namelist() if not name.endswith(".sqlite")}


def ended_at(step):
    """Read a household back in a process that dies at its rename number `step`; return whether it came so far."""
    if not (child := os.fork()):
        real, left = system.CURRENT_OS.rename, [step]

        def rename(*paths):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*paths)

        system.CURRENT_OS.rename = rename
        try:
            household.replace(packed(list(NEW.items())))
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked and killed")
def test_a_program_that_is_killed_leaves_the_old_household_or_the_new(shop):
    seen, step = [], 1
    lay_old()
    while ended_at(step):
        seen.append(files_of(shop.ask("household.zip")[2]))
        assert seen[-1] in (OLD, NEW)
        assert files_of((data_dir() / household.BEFORE).read_bytes()) == OLD
        assert read_back(shop, packed(list(OLD.items())))[0] == 303
        step += 1
    assert OLD in seen
    assert NEW in seen
    assert files_of((data_dir() / household.BEFORE).read_bytes()) == OLD, "the first copy stays"


def test_a_full_disk_changes_nothing(shop, monkeypatch):
    lay_old()
    journal = Journal(data_dir() / "tables.sqlite")
    number = journal.create("lizard", "", ("Ann", "Bob"))
    copy = shop.ask("household.zip")[2]
    journal.delete(number)
    now = shop.ask("household.zip")[2]

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(system.CURRENT_OS, "rename", full)
        with pytest.raises(PrintError, match="No space left"):
            render.in_language(household.replace, "en", copy)
    assert files_of(shop.ask("household.zip")[2]) == OLD
    assert number not in [table.number for table in journal.tables()]
    assert files_of((data_dir() / household.BEFORE).read_bytes()) == files_of(now)


def test_a_household_is_not_replaced_while_one_of_its_tables_is_open(shop):
    journal = Journal(data_dir() / "tables.sqlite")
    number = journal.create("lizard", "", ("Ann", "Bob"))
    copy = shop.ask("household.zip")[2]
    with journal.hold(number):
        status, _, page = read_back(shop, copy)
        assert status == 422
        assert f"able {number} is open (process {os.getpid()}): close it there" in fault(page.decode())[1]
    with journal.hold_lobby("7f"):
        assert "lobby is open" in fault(read_back(shop, copy)[2].decode())[1]
    journal.close()
    assert read_back(shop, copy)[0] == 303


def test_no_table_is_opened_while_a_household_is_read_back(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    with Journal() as journal:
        number = journal.create("lizard", "", ("Ann", "Bob"))
    copy, restore, told = household.packed(), household._restore, []

    def restored(*given):
        with Journal() as other, pytest.raises(TableHeld, match="is read back just now"), other.hold(number):
            pass
        told.append(given)
        restore(*given)

    monkeypatch.setattr(household, "_restore", restored)
    household.replace(copy)
    assert told
    with Journal() as journal, journal.hold(number):
        pass


def test_rows_of_a_table_that_is_not_there_deal_nothing(tmp_path, monkeypatch):
    """A stranger's journal has the lines of table 1 without the table, and a PIN of table 3."""
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    with Journal() as journal:
        number = journal.create("lizard", "", ("Ann", "Bob"))
        journal.append(number, 1, "line", "Ann: holds Kh")
        journal._sql.execute("DELETE FROM tables")
        journal._sql.execute("INSERT INTO pins VALUES (3, 0, 'x', 0, 0, 0)")
    household.replace(household.packed())
    with Journal() as journal:
        fresh = journal.create("lizard", "", ("Ann", "Bob"))
        assert fresh == 4
        assert journal.entries(fresh) == []
        with pytest.raises(JournalError, match="not in the journal"):
            journal.append(number, 2, "line", "Bob: holds Tc")
