"""Fed by hand, a booklet and an answer sheet are two files: all fronts, and all backs, the last sheet's first."""

import pypdfium2
import pytest

from cardgen.layout import SheetOptions
from cardgen.pages.book import write_book
from cardgen.pages.secret import write_answer_sheet
from cardgen.spec import KitSpec
from referee import games
from tests.cardgen.test_cli import sample

FEEDS = (("duplex", "one.pdf"), ("manual", "two.pdf"))


def kit(sides, feed):
    options = games.game("red-and-black").options()
    return KitSpec("red-and-black", options, 2, sheet=SheetOptions(sides=sides, feed=feed))


def pages(path):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


@pytest.mark.parametrize("sides", ["long", "short"])
def test_a_booklet_s_fronts_and_backs_make_its_sheets(tmp_path, sides):
    one, two = (write_book(kit(sides, feed), tmp_path / name) for feed, name in FEEDS)
    assert [path.name for path in two.paths] == ["two-fronts.pdf", "two-backs.pdf"]
    assert (one.sheets, one.pages, one.booklet) == (two.sheets, two.pages, two.booklet)
    fronts, backs = map(pages, two.paths)
    assert len(fronts) == len(backs) == two.sheets
    assert [side for sheet in zip(fronts, backs[::-1], strict=True) for side in sheet] == pages(one.path)


def test_plain_pages_stay_one_file(tmp_path):
    made = write_book(kit("long", "manual"), tmp_path / "book.pdf", booklet=False)
    assert [path.name for path in made.paths] == ["book.pdf"]


def test_an_answer_sheet_s_pattern_is_a_file_of_its_own(tmp_path):
    for feed, name in FEEDS:
        spec = KitSpec("liars-lair", games.game("liars-lair").options(), 5, sample(), 4, sheet=SheetOptions(feed=feed))
        write_answer_sheet(spec, tmp_path / name)
    two = [page for side in ("fronts", "backs") for page in pages(tmp_path / f"two-{side}.pdf")]
    assert two == pages(tmp_path / "one.pdf")
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("two-fronts.pdf", "two-backs.pdf")} == {0o600}
