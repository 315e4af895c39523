"""Fed by hand, a booklet and an answer sheet are two files: all fronts, and all backs, the last sheet's first."""

import pypdfium2
import pytest

from cardgen.pages.book import write_rulebook
from cardgen.pages.secret import write_answer_sheet
from referee import games
from tests.cardgen.test_cli import sample


def pages(path):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


@pytest.mark.parametrize("sides", ["long", "short"])
def test_a_booklet_s_fronts_and_backs_make_its_sheets(tmp_path, sides):
    options = games.game("red-and-black").options()
    one = write_rulebook("red-and-black", options, 2, tmp_path / "one.pdf", sides=sides)
    two = write_rulebook("red-and-black", options, 2, tmp_path / "two.pdf", sides=sides, feed="manual")
    assert [path.name for path in two.paths] == ["two-fronts.pdf", "two-backs.pdf"]
    assert (one.sheets, one.pages, one.booklet) == (two.sheets, two.pages, two.booklet)
    fronts, backs = map(pages, two.paths)
    assert len(fronts) == len(backs) == two.sheets
    assert [side for sheet in zip(fronts, backs[::-1], strict=True) for side in sheet] == pages(one.path)


def test_plain_pages_stay_one_file(tmp_path):
    options = games.game("red-and-black").options()
    made = write_rulebook("red-and-black", options, 2, tmp_path / "book.pdf", booklet=False, feed="manual")
    assert [path.name for path in made.paths] == ["book.pdf"]


def test_an_answer_sheet_s_pattern_is_a_file_of_its_own(tmp_path):
    options, how = games.game("liars-lair").options(), {"deal_seed": 4}
    one = write_answer_sheet(sample(), options, 5, tmp_path / "one.pdf", **how)
    two = write_answer_sheet(sample(), options, 5, tmp_path / "two.pdf", feed="manual", **how)
    assert two.name == "two-fronts.pdf"
    assert [*pages(two), *pages(tmp_path / "two-backs.pdf")] == pages(one)
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("two-fronts.pdf", "two-backs.pdf")} == {0o600}
