"""The cover of a booklet: its lines keep apart, also that of a kit's code and the note for screens."""

from itertools import combinations

import pypdfium2

from cardgen.pages.book import write_rulebook
from factbank import facts
from referee import games


def test_the_lines_under_the_cards_do_not_run_into_each_other(tmp_path):
    options = games.game("liars-lair").options()
    made = write_rulebook("liars-lair", options, 4, tmp_path / "book.pdf", facts=facts(12, seed=1))
    with pypdfium2.PdfDocument(made.path) as document:
        text = document[0].get_textpage()
        boxes = [text.get_rect(at) for at in range(text.count_rects())]
        said = [text.get_text_bounded(*box) for box in boxes]
    assert any("On a screen" in words for words in said)
    assert any("Kit " in words for words in said)
    for (one, words), (other, more) in combinations(zip(boxes, said, strict=True), 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert across < 1.0 or down < 1.0, (words, more)
