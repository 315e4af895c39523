"""Tables as people bring them: numbers of copies, files of every spreadsheet, and decks that are a table alone."""

import sys

import openpyxl
import pytest

from cardgen.custom.deckfile import read_deck
from cardgen.errors import PrintError
from liarsdeck.installed import remedy
from tests.cardgen.custom.command import cardgen

BOX = '[box.name]\nat = [6, 6, 51.5, 10]\ntext = "{{ name }}%s"\n'


def written(tmp_path, csv, toml="", name="birds.csv"):
    (tmp_path / name).write_text(csv, encoding="utf-8")
    if toml:
        (tmp_path / "birds.toml").write_text(toml, encoding="utf-8")
    return tmp_path / name


@pytest.mark.parametrize("column", ["qty", "Quantity", "COUNT", "copies", "Number of Copies"])
@pytest.mark.parametrize("toml", ["", BOX % ""])
def test_a_column_says_how_many_copies_a_card_has(tmp_path, column, toml):
    deck = read_deck(written(tmp_path, f"name,{column},call\nPuffin,2,arr\nHeron,,frank\nEider,0,ooh\n", toml))
    assert [card.name for card in deck.cards] == ["Puffin", "Puffin", "Heron"]
    assert not any("2" in card.text for card in deck.cards)


def test_a_list_that_begins_with_numbers_is_called_by_its_names(tmp_path):
    deck = read_deck(written(tmp_path, "qty,name\n2,Puffin\n1,Heron\n"))
    assert [card.title for card in deck.cards] == ["Puffin", "Puffin", "Heron"]


def test_a_column_that_the_deck_prints_is_the_designers_own(tmp_path):
    file = written(tmp_path, "name,count\nPuffin,2\nHeron,3\n", BOX % " {{ count }}")
    done = cardgen("deck", file, "--no-cover", "-o", tmp_path / "out.pdf")
    assert (done.status, "2 cards on 1 sheet" in done.err) == (0, True)
    assert done.err.count('birds.csv: the column "count" is printed (box "name")') == 1
    both = written(tmp_path, "name,count,Qty\nPuffin,2,3\n", BOX % " {{ count }}")
    assert [card.text for card in read_deck(both).cards] == ["Puffin 2"] * 3


@pytest.mark.parametrize("number", ["two", "-1", "1.5", "1001"])
def test_a_wrong_number_of_copies_is_told_with_file_line_and_column(tmp_path, number):
    done = cardgen("deck", written(tmp_path, f"name,Qty\nPuffin,1\nHeron,{number}\n"), "-o", tmp_path / "out.pdf")
    assert done.status == 2
    assert done.err == f'cardgen: birds.csv, line 3, column "Qty": "{number}" is no number from 0 to 1000\n'


@pytest.mark.parametrize("name", ["birds.tsv", "birds.txt"])
def test_a_table_with_tabs(tmp_path, name):
    done = cardgen("deck", written(tmp_path, "name\tcall\nPuffin\tarr, yes\n", name=name), "-o", tmp_path / "out.pdf")
    assert (done.status, "1 card on 1 sheet" in done.err) == (0, True)


@pytest.mark.parametrize("named", [False, True])
def test_an_excel_file_as_it_is_or_beside_its_deck_file(tmp_path, named):
    book = openpyxl.Workbook()
    for row in (["name", "cost", "qty"], ["Gänsesäger", 3.0, 2], [None, None, None], ["Heron", 0.1 + 0.2]):
        book.active.append(row)
    book.create_sheet("others").append(["no", "such"])
    book.save(tmp_path / "birds.xlsx")
    if named:
        (tmp_path / "birds.toml").write_text(BOX % " {{ cost }}", encoding="utf-8")
        assert [card.text for card in read_deck(tmp_path / "birds.toml").cards] == ["Gänsesäger 3"] * 2 + ["Heron 0.3"]
    else:
        assert [card.title for card in read_deck(tmp_path / "birds.xlsx").cards] == ["Gänsesäger"] * 2 + ["Heron"]
    book.active["C4"] = "x"
    book.save(tmp_path / "birds.xlsx")
    with pytest.raises(PrintError, match=r'birds\.xlsx, line 4, column "qty": "x" is no number'):
        read_deck(tmp_path / "birds.xlsx")


def test_cards_in_the_deck_file_need_not_say_how_often_they_are(tmp_path):
    (tmp_path / "d.toml").write_text('[[cards]]\nname = "A"\n[[cards]]\nname = "B"\nQty = 2\n')
    assert [card.text for card in read_deck(tmp_path / "d.toml").cards] == ["A", "B", "B"]


def test_what_is_needed_for_excel_files_is_told(tmp_path, monkeypatch):
    openpyxl.Workbook().save(tmp_path / "birds.xlsx")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    done = cardgen("deck", tmp_path / "birds.xlsx", "-o", tmp_path / "out.pdf")
    assert done.status == 2
    assert done.err.startswith("cardgen: birds.xlsx: save it as CSV, or read it with openpyxl; install it")
    assert remedy("sheets") in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["birds.ods", "birds.xls", "birds.numbers"])
def test_other_spreadsheets_are_to_be_saved_anew(tmp_path, name):
    (tmp_path / name).write_bytes(b"PK\x03\x04")
    done = cardgen("deck", tmp_path / name, "-o", tmp_path / "out.pdf")
    assert (done.status, done.err) == (2, f"cardgen: {name} cannot be read: save its sheet as CSV, or as .xlsx\n")


def test_a_broken_excel_file_is_one_sentence(tmp_path):
    (tmp_path / "birds.xlsx").write_bytes(b"PK\x03\x04 and no more")
    done = cardgen("deck", tmp_path / "birds.xlsx", "-o", tmp_path / "out.pdf")
    assert (done.status, done.err) == (2, "cardgen: birds.xlsx: it cannot be read: save it once more, or as CSV\n")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("first", ["", "sep=;\r\n"])
def test_excel_in_german_parts_cells_by_semicolons(tmp_path, encoding, first):
    (tmp_path / "voegel.csv").write_bytes(f"{first}Name;Größe, cm\r\nGänsesäger;62,5\r\n".encode(encoding))
    done = cardgen("deck", tmp_path / "voegel.csv", "--no-cover", "-o", tmp_path / "out.pdf")
    assert (done.status, "1 card on 1 sheet" in done.err) == (0, True)
    assert ("read as Windows-1252" in done.err) == (encoding == "cp1252")
    (card,) = read_deck(tmp_path / "voegel.csv").cards
    assert (card.title, card.text) == ("Gänsesäger", "Gänsesäger\nGröße, cm 62,5")


def test_a_table_alone_shows_its_icon_its_labels_and_a_number_in_the_corner(tmp_path):
    csv = "Name,Type,Cost,Icon,Attack,Text\nGoblin,Beast,3,flame,2,Deal 3.\nWolf,Beast,1,,,Howls.\n"
    goblin, wolf = read_deck(written(tmp_path, csv)).cards
    assert goblin.text == "Goblin\n3\nCost\nBeast\nAttack 2\nDeal 3."
    assert wolf.text == "Wolf\n1\nCost\nBeast\nHowls."
    done = cardgen("deck", written(tmp_path, csv.replace("flame", "flam")), "-o", tmp_path / "out.pdf")
    assert 'birds.csv, line 2, column "Icon": there is no icon "flam"; did you mean flame?' in done.err
    done = cardgen("deck", written(tmp_path, csv), "--card", "mini", "--no-cover", "-o", tmp_path / "out.pdf")
    assert done.status == 0, done.err


def test_a_name_that_is_too_long_for_the_corner_stands_in_the_text(tmp_path):
    (card,) = read_deck(written(tmp_path, 'Name,Cost in {{ "gold" }} and silver\nGoblin,3\n')).cards
    assert card.text == 'Goblin\n3\nCost in {{ "gold" }} and silver 3'
