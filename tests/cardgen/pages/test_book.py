"""The book on its pages: nothing runs over, nothing stands alone, every number is the option's."""

import re

import pytest
from msgspec.structs import replace

from cardgen.layout import SheetOptions
from cardgen.pages.blocks import blocks, caption
from cardgen.pages.blocks import read as text_words
from cardgen.pages.book import Volume, lay_out, write_book
from cardgen.pages.booklet import setting
from cardgen.pages.engine import MOST_CHARACTERS, Element, Measure, break_lines, break_pages, place
from cardgen.pdf.ink import Shape, Style, Text
from cardgen.spec import KitSpec
from liarsdeck.english import cardinal
from referee.books.text import parse
from referee.games.liars_lair import Options

GAME = "liars-lair"
A5 = setting("a5")


def texts(volume: Volume):
    for number, page in enumerate(volume.pages, 1):
        for x, y, marks in page:
            for mark in marks:
                if isinstance(mark, Text):
                    yield number, x + mark.x, y + mark.y, mark


def words(volume: Volume) -> str:
    return " ".join(mark.text for _, _, _, mark in texts(volume)).replace("\u00a0", " ")


@pytest.mark.parametrize("lines", [1, 2, 3, 4, 5, 9])
def test_no_widows_and_no_orphans(lines):
    """A page may break a paragraph only where two lines stay together on either side."""
    sentence = " ".join(["wombat"] * 400)
    measure = Measure(99)
    text = sentence[: sum(len(line.text) + 1 for line in _lines(sentence, measure)[:lines])].strip()
    elements = blocks(parse(text), measure, Style())
    assert len(elements) == lines
    for at in range(1, lines):
        assert elements[at].stay == (at < 2 or lines - at < 2)


def _lines(text: str, measure: Measure):
    (token,) = (token for token in parse(text) if token.type == "inline")
    return break_lines(text_words(token, measure.body), measure.width, measure.body)


def test_no_line_has_more_than_75_characters_however_wide_the_page_is():
    """Exactly so many may stand in one line, and not one more."""
    full = " ".join(["wombat"] * 10) + " extra"
    assert len(full) == MOST_CHARACTERS == 75
    assert [line.text for line in _lines(full, Measure(300))] == [full]
    lines = _lines(f"{full}s", Measure(300))
    assert len(lines) == 2
    text = " ".join(["owl", "wombat", "of", "Ostermark"] * 60)
    lines = [line.text for line in _lines(text, Measure(300))]
    assert " ".join(lines) == text
    assert all(60 < len(line) <= 75 for line in lines[:-1])


def test_a_place_is_not_broken_before_its_number():
    """“slot 1” stays on one line, however wide that is."""
    for width in range(30, 90):
        lines = [
            line.text for line in _lines("Bob takes the card of slot 1, in turn 2 of round 3. " * 3, Measure(width))
        ]
        assert not any(line.endswith(("slot", "turn", "round")) for line in lines), width
        assert len(lines) > 1


def test_a_heading_and_an_announcement_keep_what_follows():
    elements = blocks(parse("# One\n\nThese are three:\n\n- a\n- b\n\n## Two\n\nMore."), Measure(99), Style(), {})
    assert [element.stay for element in elements] == [False, True, True, False, False, True]


def test_a_list_and_an_example_are_cut_only_where_they_must_be():
    listed = blocks(parse("One.\n\n- a\n- b\n- c\n\n> **For example.** d"), Measure(99), Style())
    assert [element.kept for element in listed] == [False, False, True, True, False, False]
    assert [element.stay for element in listed] == [False] * 5 + [True], "the label keeps its example"
    elements = [replace(element, height=30.0, before=0.0) for element in listed]
    assert break_pages(elements[:4], 90)[2][1] == [0, 1], "the list stands on one page"
    assert break_pages(elements[:4], 60)[2][1] == [0, 2], "it is higher than a page"
    table = "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"
    assert len(blocks(parse(table), Measure(99), Style())) == 1


def test_the_lines_of_a_caption_are_nearly_as_long_as_each_other():
    text = "Clubs are trump. The lizard takes the trick all the same, and Dan’s trump is lost."
    for width in (60, 75, 90, 105, 118):
        lines = [max(mark.x + mark.width for mark in line) for line in caption(text, width, Style())]
        assert max(lines) <= 0.5 * width + 0.1
        assert min(lines) >= 0.75 * max(lines)


def heights(*pairs):
    return [Element(height, (), before=before, stay=stay) for height, before, stay in pairs]


def test_what_is_higher_than_a_page_has_no_place():
    assert break_pages(heights((120, 0, False)), 100) == {}


def test_gaps_grow_by_one_line_at_most_to_fill_a_page():
    leaf, line = A5.leaf, 4.8
    for left, foot in ((3.0, leaf.foot), (6.0, leaf.foot + 6.0)):
        elements = heights((leaf.room - 80 - left, 0, False), (60, 20, False), (90, 5, False))
        (first, second) = place(elements, [0, 2], leaf, line)
        y, last = first.places[-1]
        assert y - last.height == pytest.approx(foot)
        assert (first.ends, second.ends) == (False, True)


def test_changing_an_option_changes_every_place():
    """Numbers that belong to the options appear as chosen, and the usual ones nowhere."""
    for each, players in ((3, 5), (2, 7)):
        text = words(lay_out(KitSpec(GAME, Options(each=each), players)))
        truths = set(re.findall(r"(two|three|four) truths", text))
        assert truths == {cardinal(each, most=20)} | {"two"}, "the story is played with two"
        assert re.search(rf"\b{2 * each * players} cards", text)
        assert set(re.findall(r"(\w+) players", text)) >= {cardinal(players, most=20)}
        for other in {5, 6, 7} - {players}:
            assert f"{cardinal(other, most=20)} players" not in text.lower()


def test_low_ink_has_no_solid_ground():
    book = lay_out(KitSpec(GAME, Options(), 5, sheet=SheetOptions(low_ink=True)))
    for page in book.pages[1:-1]:
        for _, _, marks in page:
            for mark in marks:
                if isinstance(mark, Shape) and mark.fill and mark.fill != "#FFFFFF":
                    x0, y0, x1, y1 = mark.path.box()
                    assert (x1 - x0) * (y1 - y0) < 16, "a solid larger than a sign"


def test_plain_pages_have_an_outline_and_our_fonts_alone(tmp_path):
    pikepdf = pytest.importorskip("pikepdf")
    plain = write_book(KitSpec(GAME, Options(), 5), tmp_path / "plain.pdf", booklet=False)
    with pikepdf.open(plain.path) as pdf:
        assert len(pdf.pages) == plain.pages
        assert next(str(entry.title) for entry in pdf.open_outline().root) == "The idea"
        fonts = {str(o.get("/BaseFont")) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
        assert fonts
        assert all("Source" in font for font in fonts), fonts
