"""Books in other languages: as many pages as the English ones, in the same type, with people of their own."""

import itertools
import re

import pytest

from cardgen.pages.book import _divided
from cardgen.pages.booklet import setting
from cardgen.pdf.ink import Style
from liarsdeck.files import templates
from liarsdeck.language import codes, language, speaking, whole_for
from referee import games
from referee.books import rulebook
from referee.books.teach import lesson, lesson_text
from referee.core.setup import seated
from tests.referee.books.choices import PLAYERS, every_choice
from tests.sampling import some

HALF = ("a5", "half-letter")
BOOKS = [
    (code, game)
    for code in codes()[1:]
    for game in whole_for(code, "rulebook") or ()
    if not games.game(game).texts  # ours
]


@pytest.mark.parametrize(("code", "game"), BOOKS)
def test_a_book_has_eight_pages_and_by_unusual_rules_at_most_twelve(code, game):
    choices = list(every_choice(game))
    with speaking(code):
        for options, size in {*itertools.product(choices[:1], HALF), *some([*itertools.product(choices, HALF)], 4)}:
            leaf, usual = setting(size).leaf, options == choices[0]
            body = rulebook.book(game, options, PLAYERS[game][-1]).body
            pages, fillers = _divided(body, leaf, Style(), game, 4)
            assert 2 + len(pages) + fillers in ((8,) if usual else (8, 12))
            if usual:
                assert [bool(page.places[0][1].chapter) for page in pages] == [True, True, False, True, False, True]
            for page, following in itertools.pairwise(pages):
                y, last = page.places[-1]
                assert not following.places[0][1].kept, "a list goes on overleaf"
                assert page.ends or y - last.height - leaf.foot < 0.4 * leaf.room, "a page has a few lines only"


@pytest.mark.parametrize(("code", "game"), BOOKS)
def test_examples_are_played_by_people_of_the_language(code, game):
    """The records of the examples too, by which the book's pictures are drawn."""
    it = games.game(game)
    records = sorted((templates() / "examples").glob(f"{game}-*.record.j2"))
    names = [path.name.removeprefix(f"{game}-").removesuffix(".record.j2") for path in records]
    with speaking(code):
        texts = [
            rulebook.book(game, it.options(), it.usual).text,
            lesson_text(lesson(seated(it, it.usual, it.options())), 80),
            *(rulebook.story(game, it.options(), name).record for name in names),
        ]
    people = language(code).people
    for text in texts:
        assert not re.findall(r"\b(?:Ann|Bob|Cat|Dan)s?\b", text)
    assert all(person in texts[0] and person in "".join(texts[2:]) for person in people[: min(it.seats[1], 4)])


@pytest.mark.parametrize("code", codes()[1:])
def test_what_phones_deal_needs_no_paper(code):
    """A book on a phone that holds the cards names no box to leave them in, in any language."""
    it = games.game("liars-lair")
    with speaking(code):
        told = [rulebook.book(it.name, it.options(), 5, phones=True, dealt=dealt).text for dealt in (False, True)]
    for word in {"de": ("Schachtel", "Stift", "Sortiert"), "es": ("caja", "lápiz", "Ordenad")}.get(code, ()):
        assert word in told[0]
        assert word not in told[1]
