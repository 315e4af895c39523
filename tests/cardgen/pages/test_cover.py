"""The cover of a booklet: its lines keep apart, also that of a kit's code and the note for screens."""

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
    (kit,) = (box for box, words in zip(boxes, said, strict=True) if words.startswith("Kit "))
    (note,) = (box for box, words in zip(boxes, said, strict=True) if words.startswith("On a screen"))
    assert kit[1] > note[3], "the kit's code runs into the note for screens"
