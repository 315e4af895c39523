"""Files of a newer program are refused in a sentence; old ones, that say nothing, are read."""

import json

import pytest

from cardgen import printers
from cardgen.custom.deckfile import read_deck
from cardgen.custom.slotfile import read_slots
from cardgen.errors import PrintError
from cardgen.pdf.theme import read_theme
from cardgen.printers import known, remember
from factbank import factfile as facts
from factbank.packs import reader
from factbank.packs.reader import starter
from liarsdeck.errors import UserError
from liarsdeck.files import check_format, templates

FACTS = {"pairs": [{"title": "T", "cards": [{"number": 1, "text": "A b."}, {"number": 2, "text": "C d."}]}]}
DECK = '{}title = "Birds"\ncards = [{{ name = "Gull" }}]\n'
SLOTS = '{}paper = "A4"\ncard = "63.5x88.9mm"\nslots = [[8, 12]]\n'
PRINTERS = '{}[[printer]]\nname = "Büro"\noffset = [1, -0.5]\n'
THEME = templates() / "themes" / "seaside.toml"
PACK = starter("mine").replace("format = 1", "{}", 1)


def read_printers(path):
    path.rename(printers.path())
    return known()


KINDS = {
    "pack": ("mine.toml", lambda mark: PACK.replace("{}", mark), reader.read),
    "deck": ("birds.toml", DECK.format, read_deck),
    "sheet": ("sheet.toml", SLOTS.format, read_slots),
    "theme": ("sea.toml", lambda mark: mark + THEME.read_text("utf-8"), lambda path: read_theme(str(path))),
    "file of printers": ("printers.toml", PRINTERS.format, read_printers),
    "fact file": (
        "facts.json",
        lambda mark: json.dumps(FACTS | ({"format": int(mark.split("=")[1])} if mark else {})),
        facts.read,
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mark", ["", "format = 1\n", "format = 2\n"])
def test_every_kind_of_file_carries_its_format(kind, mark, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    name, made, read = KINDS[kind]
    path = tmp_path / name
    path.write_text(made(mark), encoding="utf-8")
    if "2" not in mark:
        read(path)
        return
    with pytest.raises(UserError) as refused:
        read(path)
    assert f"this {kind} is of format 2; this liarsdeck reads up to 1: install a newer one" in str(refused.value)


@pytest.mark.parametrize("version", [True, 0, -1, "1", 1.0, None, []])
def test_a_format_is_a_whole_number(version):
    with pytest.raises(ValueError, match="format is the number of this deck’s format, such as 3, not"):
        check_format({"format": version}, 3, "this deck")


def test_a_format_is_returned_and_what_says_nothing_is_the_oldest():
    assert [check_format(table, 3, "this deck") for table in ({}, {"format": 1}, {"format": 3})] == [1, 1, 3]


def test_what_is_written_says_its_format(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    from cardgen.layout import Profile

    assert remember(Profile("Büro", "2")).read_text("utf-8").startswith("format = 1\n")
    assert "\nformat = 1" in starter("mine")
    remember(Profile("Küche"))
    assert [profile.printer for profile in known()[0]] == ["Büro", "Küche"]


def test_a_printer_file_of_another_shape_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    for text in ("printer = 3", "[[printer]]\ntray = 'x'", "[[printer]]\nname = 'x'\noffset = [1]"):
        printers.path().write_text(text)
        with pytest.raises(PrintError, match="a \\[\\[printer\\]\\] has a name"):
            known()
