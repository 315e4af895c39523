"""A whole kit in the pseudo-language: nothing that guests meet on paper is left in English, or printed over itself."""

import json
import re
from itertools import combinations
from unittest import mock

import pypdfium2
import pytest

from factbank import factfile
from factbank import facts as draw
from liarsdeck import language
from tests import pseudo
from tests.programs import ran

ALLOWED = re.findall(
    r"\S+",
    "ann bob cat dan ann’s bob’s cat’s dan’s liar liar’s liars lair out left and "
    "answer box cards deck note reference rulebook sheet slips teach tuck print first facts json extras "
    "cardgen calibrate referee host new kit option each liarsdeck liarsdeck’s venv bin scripts ink low back "
    "colour aid sides short feed manual paper players only answers",
)
"""Words that stay as they are in any language: names, values of options, files, and what is typed."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    place = tmp_path_factory.mktemp("languages")
    pseudo.write(place)
    places = language.places()
    with mock.patch.object(language, "places", return_value=(*places, place)):
        made = json.loads(factfile.format_facts(draw(12, seed=4, length="short", guests=("Ann", "Bob"))))
        (place / "facts.json").write_text(json.dumps(pseudo.facts(made)))
        done = ran("cardgen", "kit", "liars-lair", "--facts", place / "facts.json", "--players", 4, "-o", place / "kit")
        assert done.returncode == 0, done.stderr
        yield place / "kit"
    language.language.cache_clear()


def test_nothing_on_paper_is_left_in_english(kit):
    left = {}
    for file in sorted(kit.glob("*.pdf")):
        with pypdfium2.PdfDocument(file) as document:
            text = " ".join(page.get_textpage().get_text_range() for page in document)
        assert re.search("[áéíóú]", text), f"{file.name} has no word of the language"
        left[file.name] = pseudo.plain(text, ALLOWED)
    left["README.txt"] = pseudo.plain((kit / "README.txt").read_text(), ALLOWED)
    assert not {name: found for name, found in left.items() if found}


@pytest.mark.parametrize("name", ["print-me-first.pdf", "note-slips.pdf", "answer-sheet.pdf"])
def test_longer_words_are_not_cut_and_not_printed_over_others(kit, name):
    with pypdfium2.PdfDocument(kit / name) as document:
        for number, page in enumerate(document, 1):
            text = page.get_textpage()
            boxes = [text.get_rect(at) for at in range(text.count_rects())]
            width, height = page.get_size()
            assert all(0 <= left < right <= width and 0 <= low < high <= height for left, low, right, high in boxes)
            for one, other in combinations(boxes, 2):
                across = min(one[2], other[2]) - max(one[0], other[0])
                down = min(one[3], other[3]) - max(one[1], other[1])
                assert across < 1.0 or down < 2.0, (number, text.get_text_bounded(*one), text.get_text_bounded(*other))
