"""What a household keeps goes into one file, and comes back from it; a file of anything else changes nothing."""

import io
import sqlite3
import zipfile

import pytest

from cardgen.printers import path as printers
from cardgen.studio.household import BEFORE
from factbank.deal.ledger import Ledger
from liarsdeck.files import data_dir, ledger_path
from tests.cardgen.studio.shop import fault
from tests.cardgen.studio.test_brought import MARK, packed


def read_back(shop, data):
    head = f'--{MARK}\r\nContent-Disposition: form-data; name="files"; filename="household.zip"\r\n\r\n'.encode()
    body = head + data + f"\r\n--{MARK}--\r\n".encode()
    return shop.ask("household", body, content_type=f"multipart/form-data; boundary={MARK}")


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
    assert read_back(shop, copy)[0] == 303
    assert kept() == before
    assert (data_dir() / BEFORE).exists()
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
    ],
)
def test_a_file_of_anything_else_changes_nothing(shop, data, why):
    before = kept()
    status, _, page = read_back(shop, data)
    assert status == 422
    assert why in fault(page.decode())[1]
    assert kept() == before
    assert zipfile.is_zipfile(io.BytesIO(shop.ask("household.zip")[2]))
