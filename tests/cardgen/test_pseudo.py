"""A whole kit in the pseudo-language: nothing that guests meet on paper is left in English, or printed over itself."""

import json
import re
from functools import cache
from itertools import combinations
from unittest import mock

import pypdfium2
import pytest

from factbank import factfile
from factbank import facts as draw
from liarsdeck import language
from referee import games
from tests import pseudo
from tests.programs import ran

ALLOWED = re.findall(
    r"\S+",
    "ann bob cat dan ann’s bob’s cat’s dan’s liar liar’s liars lair out left and "
    "answer box cards deck note reference rulebook sheet slips teach tuck print first facts json extras "
    "cardgen calibrate referee host new kit option each liarsdeck liarsdeck’s venv bin scripts ink low back "
    "colour aid sides short feed manual paper players only answers "
    "red black river markers poker guess liars’ lizard deduction pads bet score trump block chips "
    "language rounds first fold small second",
)
"""Words that stay as they are in any language: names, values of options, files, and what is typed."""


@pytest.fixture(scope="module")
def kits(tmp_path_factory):
    """Return the function that makes a game's kit in the language."""
    place = tmp_path_factory.mktemp("languages")
    pseudo.write(place)
    places = language.places()

    @cache
    def kit(game):
        told = ["--language", pseudo.CODE]
        if games.game(game).needs_facts:
            made = json.loads(factfile.format_facts(draw(12, seed=4, length="short", guests=("Ann", "Bob"))))
            (place / "facts.json").write_text(json.dumps(pseudo.facts(made)))
            told = ["--facts", place / "facts.json", "--players", 4]
        for kept in ("en", "de") if game == "liar-poker" else ():  # nothing that a process keeps of them is in the next
            other = ran("cardgen", "rulebook", game, "--language", kept, "-o", place / f"{game}-{kept}.pdf")
            assert other.returncode == 0, other.stderr
        done = ran("cardgen", "kit", game, *told, "-o", place / game)
        assert done.returncode == 0, done.stderr
        return place / game

    with mock.patch.object(language, "places", return_value=(*places, place)):
        yield kit
    language.language.cache_clear()


@pytest.mark.parametrize("game", games.names())
def test_nothing_on_paper_is_left_in_english(kits, game):
    kit, left = kits(game), {}
    for file in sorted(kit.glob("*.pdf")):
        with pypdfium2.PdfDocument(file) as document:
            text = " ".join(page.get_textpage().get_text_range() for page in document)
        assert re.search("[áéíóú]", text.lower()) or not re.search("[a-z]{3}", text.lower()), f"{file.name} has no word"
        left[file.name] = pseudo.plain(text, ALLOWED)
    left["README.txt"] = pseudo.plain((kit / "README.txt").read_text(), ALLOWED)
    assert not {name: found for name, found in left.items() if found}


@pytest.mark.parametrize(("game", "name"), [
    ("liars-lair", "print-me-first.pdf"), ("liars-lair", "note-slips.pdf"), ("liars-lair", "answer-sheet.pdf"),
    ("lizard", "score-pads.pdf"), ("red-and-black", "river-markers.pdf"), ("liar-poker", "print-me-first.pdf"),
    ("liar-poker", "bet-cards.pdf"), ("liar-poker", "chips.pdf"),
])  # fmt: skip
def test_longer_words_are_not_cut_and_not_printed_over_others(kits, game, name):
    with pypdfium2.PdfDocument(kits(game) / name) as document:
        for number, page in enumerate(document, 1):
            text = page.get_textpage()
            boxes = [text.get_rect(at) for at in range(text.count_rects())]
            width, height = page.get_size()
            assert all(0 <= left < right <= width and 0 <= low < high <= height for left, low, right, high in boxes)
            for one, other in combinations(boxes, 2):
                across = min(one[2], other[2]) - max(one[0], other[0])
                down = min(one[3], other[3]) - max(one[1], other[1])
                assert across < 1.0 or down < 2.0, (number, text.get_text_bounded(*one), text.get_text_bounded(*other))
