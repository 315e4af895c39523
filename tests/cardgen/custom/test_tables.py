"""Tables as people bring them: numbers of copies, files of every spreadsheet, and decks that are a table alone."""

import sys
import zipfile

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


@pytest.mark.parametrize("column", ["qty", "Quantity", "COUNT", "copies", "Number_of-Copies"])
@pytest.mark.parametrize("toml", ["", BOX % ""])
def test_a_column_says_how_many_copies_a_card_has(tmp_path, column, toml):
    deck = read_deck(written(tmp_path, f"name,{column},call\nPuffin,2,arr\nHeron,,frank\nEider,0,ooh\n", toml))
    assert [card.name for card in deck.cards] == ["Puffin", "Puffin", "Heron"]
    assert not any("2" in card.text for card in deck.cards)


@pytest.mark.parametrize(
    ("column", "asked"), [("Heat", "heat"), ("heat", "Heat"), ("card name", "Card_Name"), ("Card-Name", "cardname"),
                          ("card_name", "CARD_NAME"), ("Größe, cm", "größe_cm"), ("Not", "column_not"), ("NOT", "Not")]
)  # fmt: skip
def test_the_name_of_a_column_is_the_same_in_all_its_spellings(tmp_path, column, asked):
    box = f'[box.a]\nat = [6, 6, 51.5, 10]\ntext = "{{{{ {asked} }}}}"\n'
    deck = read_deck(written(tmp_path, f'"{column}",name\n7,Puffin\n', box))
    assert [card.text for card in deck.cards] == ["7"]
    (tmp_path / "birds.toml").unlink()
    assert "7" in read_deck(tmp_path / "birds.csv").cards[0].text


@pytest.mark.parametrize("toml", [False, True])
def test_two_columns_of_one_name_are_refused(tmp_path, toml):
    file = written(tmp_path, "Card Name,card_name\na,b\n")
    if toml:
        file = tmp_path / "own.toml"
        file.write_text('[[cards]]\n"Card Name" = "a"\ncard_name = "b"\n', encoding="utf-8")
    done = cardgen("deck", file, "-o", tmp_path / "out.pdf")
    assert (done.status, done.err.count("\n")) == (2, 1)
    said = 'line 1: the columns "Card Name" and "card_name" have the same name, since capitals, spaces and signs do not'
    assert said in done.err


@pytest.mark.parametrize(
    ("column", "cells", "hinted"),
    [
        ("Number", "2 1", 1),
        ("Copies of card", "3 3", 1),
        ("Number", "1 2", 0),
        ("Number", "2 x", 0),
        ("power", "2 1", 0),
    ],
)
def test_a_column_that_may_count_copies_gets_a_hint(tmp_path, column, cells, hinted):
    one, two = cells.split()
    file = written(tmp_path, f"name,{column}\nPuffin,{one}\nHeron,{two}\n")
    done = cardgen("deck", file, "--no-cover", "-o", tmp_path / "out.pdf")
    assert (done.status, done.err.count(f'if the column "{column}" says how often, call it "copies"')) == (0, hinted)


def test_two_point_nought_copies_are_two(tmp_path):
    deck = read_deck(written(tmp_path, 'name,qty\nPuffin,2.0\nHeron,"1,0"\n'))
    assert [card.name for card in deck.cards] == ["Puffin", "Puffin", "Heron"]


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
        done = cardgen("deck", tmp_path / "birds.toml", "-o", tmp_path / "out.pdf")
        assert (done.status, "not birds.xlsx" in done.err) == (0, False)
        (tmp_path / "birds.csv").write_text("name,cost\nGull,1\n", encoding="utf-8")
        done = cardgen("deck", tmp_path / "birds.toml", "-o", tmp_path / "out.pdf")
        assert "birds.toml: birds.csv is read and not birds.xlsx; to choose, write cards =" in done.err
        (tmp_path / "birds.csv").unlink()
        assert [card.text for card in read_deck(tmp_path / "birds.toml").cards] == ["Gänsesäger 3"] * 2 + ["Heron 0.3"]
    else:
        assert [card.title for card in read_deck(tmp_path / "birds.xlsx").cards] == ["Gänsesäger"] * 2 + ["Heron"]
    book.active["C4"] = "x"
    book.save(tmp_path / "birds.xlsx")
    with pytest.raises(PrintError, match=r'birds\.xlsx, line 4, column "qty": "x" is no number'):
        read_deck(tmp_path / "birds.xlsx")


def test_a_formula_without_a_value_is_told_with_its_cell(tmp_path):
    """Programs that write .xlsx files save formulas so, and the cell would print as an empty one."""
    book = openpyxl.Workbook()
    for row in (["name", "cost"], ["Puffin", 1], ["Heron", "=1+2"]):
        book.active.append(row)
    book.save(tmp_path / "birds.xlsx")
    done = cardgen("deck", tmp_path / "birds.xlsx", "-o", tmp_path / "out.pdf")
    said = (
        "birds.xlsx, line 3: the formula in B3 was saved without a value: open the file in a spreadsheet, and save it"
    )
    assert (done.status, done.err) == (2, f"cardgen: {said} once more\n")
    with zipfile.ZipFile(tmp_path / "birds.xlsx") as old, zipfile.ZipFile(tmp_path / "saved.xlsx", "w") as new:
        for name in old.namelist():  # as a spreadsheet saves a formula that gives no text
            text = old.read(name).decode()
            new.writestr(name, text.replace('<c r="B3">', '<c r="B3" t="str">'))
    assert [card.text for card in read_deck(tmp_path / "saved.xlsx").cards] == ["Puffin\n1\ncost", "Heron"]


@pytest.mark.parametrize(
    ("old", "new"),
    [('<row r="2"', '<row r="2000000000"'), ("</sheetData>", "<row/>" * 100_000 + "</sheetData>")],
)
def test_a_sheet_with_rows_out_of_reason_is_refused(tmp_path, old, new):
    """The rows between were filled in, one by one."""
    book = openpyxl.Workbook()
    for row in (["name"], ["Puffin"]):
        book.active.append(row)
    book.save(tmp_path / "plain.xlsx")
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as plain, zipfile.ZipFile(tmp_path / "birds.xlsx", "w", 8) as made:
        for name in plain.namelist():
            text = plain.read(name).decode().replace(old, new)
            made.writestr(name, text.replace('"A2"', '"A2000000000"') if "<row r" in new else text)
    done = cardgen("deck", tmp_path / "birds.xlsx", "-o", tmp_path / "out.pdf")
    assert done.status == 2
    assert done.err.startswith("cardgen: birds.xlsx, line ")
    assert "it has more than 20000 empty rows" in done.err
    assert done.err.count("\n") == 1


def test_empty_sheets_before_the_table_are_passed_over(tmp_path):
    book = openpyxl.Workbook()
    for row in (["name"], ["Puffin"]):
        book.create_sheet("Cards").append(row) if row == ["name"] else book["Cards"].append(row)
    book.create_sheet("Others").append(["no"])
    book.save(tmp_path / "birds.xlsx")
    assert [card.title for card in read_deck(tmp_path / "birds.xlsx").cards] == ["Puffin"]
    openpyxl.Workbook().save(tmp_path / "birds.xlsx")
    done = cardgen("deck", tmp_path / "birds.xlsx", "-o", tmp_path / "out.pdf")
    assert (done.status, done.err) == (2, "cardgen: birds.xlsx is empty: its first line names the columns\n")


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
    (heron,) = read_deck(written(tmp_path, "Bird,Height,Cry\nHeron,90 cm,Kraak\n")).cards
    assert heron.text == "Heron\nHeight 90 cm\nKraak"
    done = cardgen("deck", written(tmp_path, csv.replace("flame", "flam")), "-o", tmp_path / "out.pdf")
    assert 'birds.csv, line 2, column "Icon": there is no icon "flam"; did you mean flame?' in done.err
    done = cardgen("deck", written(tmp_path, csv), "--card", "mini", "--no-cover", "-o", tmp_path / "out.pdf")
    assert done.status == 0, done.err


def test_a_name_that_is_too_long_for_the_corner_stands_in_the_text(tmp_path):
    (card,) = read_deck(written(tmp_path, 'Name,Cost in {{ "gold" }} and silver\nGoblin,3\n')).cards
    assert card.text == 'Goblin\n3\nCost in {{ "gold" }} and silver 3'
