"""Tables from spreadsheets: what is good is read alike from every program, what is wrong is told by line and column."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.custom.draw import Report
from cardgen.custom.table import MOST_CELL, read_cards
from cardgen.errors import PrintError


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "birds.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    report = Report()
    table = read_cards(path, report)
    report.end()
    return table


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_spreadsheet_writes_it_its_own_way(tmp_path, delimiter, encoding, end):
    rows = [["bird", "call"], ["Puffin", "“arr”"], ["", ""], ["Ærfugl", f'says "a{delimiter} b"\nand 2']]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(rows)
    table = read(tmp_path, text.getvalue(), encoding)
    assert table.columns == ("bird", "call")
    assert [row.line for row in table.rows] == [2, 4]
    assert table.rows[1].cells == {"bird": "Ærfugl", "call": f'says "a{delimiter} b"\nand 2'}


cells = st.text(st.characters(codec="utf-8", exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=12)


@given(rows=st.lists(st.tuples(cells, cells).filter(lambda row: any(c.strip() for c in row)), max_size=6))
def test_what_the_standard_library_writes_is_read_back(tmp_path_factory, rows):
    text = io.StringIO(newline="")
    csv.writer(text).writerows([("a", "b"), *rows])
    table = read(tmp_path_factory.mktemp("csv"), text.getvalue())
    assert [tuple(row.cells.values()) for row in table.rows] == [(a.strip(), b.strip()) for a, b in rows]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "birds.csv is empty"),
        ("\n\n", "birds.csv is empty"),
        ('a,b\n1,"2\n3,4\n', 'line 2, column "b": a quote is opened here and never closed'),
        ('a,b\n"x"y,2\n', 'line 2, column "a": after the closing quote comes "y"'),
        ("a,b\n1,2\n\n3\n", 'line 4: column "b" is missing \\(1 cell for 2 columns\\)'),
        ("a,b\n1,2,3\n", "line 2: cell 3 stands in no column"),
        ("a,,b\n1,2,3\n", "line 1: column 2 has no name"),
        ("x" * 61 + ",b\n1,2\n", "line 1: column 1 has a name of 61 characters; does the first line name the columns"),
        (",".join(f"c{n}" for n in range(101)) + "\n", "line 1: there are more than 100 columns"),
        ("a,a\n1,2\n", 'line 1: there are two columns "a"'),
        (b"PK\x03\x04\0\0", "is no text: save the sheet as CSV"),
        ("a,b\n1," + "x" * (MOST_CELL + 1), 'line 2, column "b": 4001 characters'),
        ('a,b\n"two\nlines",1\n2,"x', 'line 4, column "b": a quote is opened here'),
    ],
)
def test_every_fault_is_told_with_its_line(tmp_path, text, said):
    with pytest.raises(PrintError, match=said):
        read(tmp_path, text)


def test_what_can_only_be_meant_one_way_is_read(tmp_path):
    table = read(tmp_path, 'a,b\n1,2" wide\n3, "4, 5"\n')
    assert [row.cells["b"] for row in table.rows] == ['2" wide', "4, 5"]
