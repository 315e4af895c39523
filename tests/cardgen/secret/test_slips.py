"""Secret slips: from the referee's texts to paper that folds shut."""

import stat
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from cardgen.cli import program
from cardgen.errors import PrintError
from cardgen.layout import parse_paper
from cardgen.pages.secret import _marks, read_slips, write_slips
from cardgen.pdf.ink import PALETTE, Shape, Style, Text
from referee.tables.export import Slip, format_slip

INKS = PALETTE.red.base, PALETTE.ink
TEXT = """Ann · Liar's Lair · table 1
For nobody else.

8   The Corridor Golf Cup     LIE
21  Earl Gilbert of Spode     true

Notes:
  ......
"""


def put(folder: Path, name: str, text: str = TEXT) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_slip_is_read_as_the_referee_wrote_it(tmp_path: Path) -> None:
    put(tmp_path, "1-Ann.txt")
    rows = (("8", "The Corridor Golf Cup", "LIE"), ("21", "Earl Gilbert of Spode", "true"))
    assert read_slips([tmp_path]) == (Slip("Ann", "Liar's Lair · table 1", rows),)


def test_titles_arrive_whole_however_long_and_with_every_blank(tmp_path: Path) -> None:
    """A title of 90 characters is set in several lines, clear of its mark; two blanks divide nothing."""
    long = "The very long and winding title of a card that somebody wrote by hand, in ninety signs, ok"
    assert len(long) == 90
    slip = Slip("Ann", "Liar’s Lair · table 1", (("8", long, "LIE"), ("21", "Two  blanks", "true")), ("Mine is 8.",))
    put(tmp_path, "1-Ann.txt", format_slip(slip))
    assert read_slips([tmp_path]) == (slip,)
    write_slips([slip], tmp_path / "slips.pdf", parse_paper("a4"))
    text = pypdfium2.PdfDocument(tmp_path / "slips.pdf")[0].get_textpage()
    said = text.get_text_range()
    assert long in " ".join(said.split()).replace(" LIE", "")
    assert "Mine is 8." in said
    mark = text.get_charbox(said.index("LIE"))[0]
    assert all(text.get_charbox(at)[2] < mark for at in range(said.index("The very"), said.index(" title") + 6))


def test_a_word_too_long_for_a_slip_is_refused_in_a_sentence(tmp_path: Path) -> None:
    slip = Slip("Ann", "x", (("8", "W" * 90, "LIE"),))
    with pytest.raises(PrintError, match=r"the slip of Ann: .* too long"):
        write_slips([slip], tmp_path / "slips.pdf", parse_paper("a4"))


def test_names_stand_on_another_panel_than_cards(tmp_path: Path) -> None:
    slip = Slip("Ann", "Liar’s Lair · table 1", tuple((str(n), f"Card {n}", "true") for n in range(6)))
    path = tmp_path / "slips.pdf"
    assert write_slips([slip] * 5, path, parse_paper("a4")) == 2
    page = pypdfium2.PdfDocument(path)[0]
    text = page.get_textpage()
    height = page.get_height()
    slip_height = (height - 2 * 8 / 25.4 * 72) / 2
    for at in range(text.count_rects()):
        left, bottom, _right, top = text.get_rect(at)
        said = text.get_text_bounded(left, bottom, _right, top)
        from_top = (height - 8 / 25.4 * 72 - top) % slip_height
        assert ("Card" in said) <= (slip_height / 3 < from_top < 2 * slip_height / 3), said
        assert ("Ann" in said) <= (from_top < slip_height / 3), said


def test_a_card_of_unknown_truth_has_its_title_where_titles_stand(tmp_path: Path) -> None:
    path = tmp_path / "slips.pdf"
    rows = (("4", "Seals and Chins", "true"), ("6", "Quigley and Co", ""))
    write_slips([Slip("Ann", "Liar’s Lair · table 1", rows)], path, parse_paper("a4"))
    text = pypdfium2.PdfDocument(path)[0].get_textpage()
    said = text.get_text_range()
    told, untold = (text.get_charbox(said.index(word))[0] for word in ("Seals", "Quigley"))
    assert untold == pytest.approx(told, abs=1.5)


@pytest.mark.parametrize(
    "rows", [(("A♣", "", "shown"), ("10♥", "", "")), (("Ac", "A♣", ""), ("Th", "10♥", ""), ("lizard", "lizard", ""))]
)
def test_suits_are_drawn_as_the_fonts_have_none(rows: tuple[tuple[str, str, str], ...]) -> None:
    slip = Slip("Ann ♠", "Lizard · table 1", rows, ("♦ is out, " * 12,))
    marks = list(_marks(slip, 97, 140, Style()))
    assert not [mark for mark in marks if isinstance(mark, Text) and any(sign in "♣♦♥♠" for sign in mark.text)]
    said = "".join(mark.text for mark in marks if isinstance(mark, Text))
    assert "10" in said
    red, black = ([mark for mark in marks if isinstance(mark, Shape) and mark.fill == ink] for ink in INKS)
    assert (len(red), len(black)) == (1 + 1 + 12, 1 + 1), (
        "the name’s rule, a heart, the notes’ diamonds; a club, the name’s spade"
    )


def test_only_the_owner_of_the_computer_reads_the_file(tmp_path: Path) -> None:
    put(tmp_path, "1-Ann.txt")
    out = tmp_path / "out.pdf"
    done = CliRunner().invoke(program, ["slips", str(tmp_path), "--paper", "letter", "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    first = out.read_bytes()
    CliRunner().invoke(program, ["slips", str(tmp_path), "--paper", "letter", "-o", str(out)])
    assert out.read_bytes() == first
    with pikepdf.open(out) as pdf:
        assert all("/FontFile2" in font.FontDescriptor for font in dict(pdf.pages[0].Resources.Font).values())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello\n", "is no slip"),
        (TEXT.replace("Ann ·", "Anná€漢 ·", 1), "the fonts have no"),
        (TEXT.replace("Notes:", "Rest:"), "is no slip"),
    ],
)
def test_what_is_no_slip_is_named(tmp_path: Path, text: str, says: str) -> None:
    path = put(tmp_path, "x.txt", text)
    with pytest.raises(PrintError, match=says):
        write_slips(read_slips([path]), tmp_path / "x.pdf", parse_paper("a4"))
    assert not (tmp_path / "x.pdf").exists()


def test_an_empty_folder_and_a_hand_too_long_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PrintError, match="referee slips TABLE"):
        read_slips([tmp_path])
    with pytest.raises(PrintError, match="there is no slip"):
        read_slips([tmp_path / "none.txt"])
    many = Slip("Ann", "x", tuple((str(n), "c", "true") for n in range(40)))
    with pytest.raises(PrintError, match="40 cards"):
        write_slips([many], tmp_path / "x.pdf", parse_paper("a4"))
