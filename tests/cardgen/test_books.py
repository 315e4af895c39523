"""The books and reference cards of the four card games on paper: nothing runs over, every rule has its margin."""

import pytest

from cardgen import type as lettering
from cardgen.book import lay_out, write_rulebook
from cardgen.book_marks import Text
from cardgen.book_size import SIZES, setting
from cardgen.deckpdf import print_deck
from cardgen.extras.reference import _GAMES, reference_deck
from cardgen.sheet import SheetOptions
from referee import games, rulebook
from tests.referee.test_books import GAMES, PLAYERS, every_choice

HALF_LETTER = setting("half-letter")
BOOKS = [(game, players, size, False) for game in GAMES for players in PLAYERS[game] for size in ("a5", "half-letter")]
BOOKS += [(game, PLAYERS[game][-1], size, large) for game in GAMES for size in SIZES for large in (False, True)]


def texts(volume):
    for number, page in enumerate(volume.pages, 1):
        for x, y, marks in page:
            for mark in marks:
                if isinstance(mark, Text):
                    yield number, x + mark.x, y + mark.y, mark


@pytest.mark.parametrize(("game", "players", "size", "large"), sorted(set(BOOKS)), ids=str)
def test_pages(game, players, size, large):
    wanted = setting(size, large=large)
    volume = lay_out(game, games.game(game).options(), players, wanted)
    assert len(volume.pages) % 4 == 0
    rules = set()
    for number, x, y, mark in texts(volume):
        left = x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
        k = volume.scale(number)
        assert left * k >= 6.9, (number, mark.text)
        assert (left + mark.width) * k <= wanted.width - 6.9, (number, mark.text)
        assert 6 <= y * k <= wanted.height - 6, (number, mark.text)
        assert mark.size * k >= (8.4 if large else 7)
        assert not lettering.missing(mark.text, mark.font), mark.text
        if mark.text in games.game(game).rules:
            rules.add(mark.text)
            column = volume.leaf.text_left(verso=number % 2 == 0)
            assert x < column or x > column + volume.leaf.measure
    assert rules == set(games.game(game).rules)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_texts_do_not_run_into_each_other(game, large):
    volume = lay_out(game, games.game(game).options(), PLAYERS[game][0], setting("a5", large=large))
    for number in range(1, len(volume.pages) + 1):
        boxes = sorted(
            (left, left + mark.width, y, y + mark.size * 0.23, mark.text)
            for n, x, y, mark in texts(volume)
            if n == number and mark.text.strip()
            for left in [x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]]
        )
        for at, (_, right, low, high, text) in enumerate(boxes):
            for other in boxes[at + 1 :]:
                if other[0] >= right - 0.12:
                    break
                assert other[2] >= high or other[3] <= low, (number, text, other[4])


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_fits_its_pages(game):
    for options in every_choice(game):
        assert len(lay_out(game, options, PLAYERS[game][-1], HALF_LETTER).pages) % 4 == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_book_is_small_and_the_same_every_time(game, tmp_path):
    one, two = (
        write_rulebook(game, games.game(game).options(), PLAYERS[game][-1], tmp_path / f"{n}.pdf").path for n in "12"
    )
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size < 300_000


@pytest.mark.parametrize("game", GAMES)
def test_one_reference_card_a_player(game, tmp_path):
    for options in every_choice(game):
        deck = reference_deck(game, options, PLAYERS[game][-1])
        assert len(deck.cards) == PLAYERS[game][-1]
    assert print_deck(deck, SheetOptions(), tmp_path / "cards.pdf").cards == len(deck.cards)


@pytest.mark.parametrize("game", GAMES)
def test_reference_cards_wear_the_colour_of_their_book(game):
    title, colour = _GAMES[game]
    told = rulebook.book(game, games.game(game).options(), PLAYERS[game][0])
    assert (told.title, told.colour) == (title, colour)
