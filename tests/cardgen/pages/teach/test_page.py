"""The page that a game is taught by, on paper: it fits any paper, nothing touches anything, all can be read."""

import itertools

import pytest

from cardgen.errors import PrintError
from cardgen.layout import PAPERS
from cardgen.pages.figures import art_of
from cardgen.pages.teach import PARTS, picture, sign_marks, teach_pages
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import PictureMark, Style, Text
from referee import games
from referee.books.teach import is_card, lesson, sign_text
from referee.core.setup import seated
from tests.referee.books.test_teach import GAMES, every_choice
from tests.sampling import some, spread

SIZES = {name: (paper.width_mm * 0.88, paper.height_mm - 0.12 * paper.width_mm) for name, paper in PAPERS.items()}
SIZES |= {"a5": (132, 194), "half-letter": (124, 200)}
HALF = ("a5", "half-letter")


def told(game, options=None, players=0):
    it = games.game(game)
    return lesson(seated(it, players or it.usual, options or it.options()))


def boxes(marks):
    """Where the strings of a page stand: left, right, foot and head, and which they are."""
    for mark in marks:
        if isinstance(mark, Text):
            left = mark.x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
            yield left, left + mark.width, mark.y, mark.y + mark.size * 0.23, mark


CASES = [(game, size, large) for game, (size, large) in spread(GAMES, itertools.product(SIZES, [False, True]))]


@pytest.mark.parametrize(("game", "size", "large"), CASES)
def test_it_fits_and_can_be_read(game, size, large):
    width, height = SIZES[size]
    pages = teach_pages(told(game), width, height, Style(), foot=game, large=large)
    assert len(pages) == 1 + large
    least = {(False, False): 10.75, (True, False): 8, (False, True): 16, (True, True): 11.75}[size in HALF, large]
    for page in pages:
        assert page.scale * 10 >= least, "the script"
        found = sorted(boxes(page.marks), key=lambda box: box[:2])
        for at, (left, right, low, high, mark) in enumerate(found):
            assert mark.size * page.scale >= 7, mark.text
            assert not lettering.missing(mark.text, mark.font), mark.text
            assert left * page.scale >= -0.1, mark.text
            assert right * page.scale <= width + 0.1, mark.text
            assert low * page.scale >= 0
            assert high * page.scale <= height, mark.text
            for other in found[at + 1 :]:
                if other[0] >= right - 0.12:
                    break
                assert other[2] >= high or other[3] <= low, (mark.text, other[4].text)


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_fits(game):
    low, high = games.game(game).seats
    unlike = list(every_choice(game))
    cases = [(options, "a5") for options in some(unlike[::2], 12)]
    cases += [(unlike[-1], size) for size in HALF]  # the last in all things
    for options, size in cases:
        for players in {low, high}:
            assert len(teach_pages(told(game, options, players), *SIZES[size], Style())) == 1


@pytest.mark.parametrize("game", GAMES)
def test_pictures_stand_beside_their_words_and_clear_of_each_other(game):
    it, look = told(game), Style()
    for step in it.steps:
        if step.scene:
            for width in (54, 60, 90):
                shown = picture(step.scene, width, look, art_of(game), size=0.7 if width < 60 else 1)
                assert all(box[0] >= -0.1 and box[1] <= width + 0.1 for box in boxes(shown.marks))
                assert min(box[2] for box in boxes(shown.marks)) >= -shown.height


@pytest.mark.parametrize("game", GAMES)
def test_all_signs_are_drawn(game):
    """A sign that nobody can draw would stand there as its own name."""
    it = told(game)
    groups = [*it.parts, *(group for step in it.steps if step.scene for group in step.scene.row)]
    for sign in [sign for group in groups for sign in group.signs]:
        known = {*PARTS, "claim", "say", "note", "bet", "back", "gap", "arrow", "swap", "vs", "…"}
        assert sign.what in known or is_card(sign.what), sign.what


@pytest.mark.parametrize("game", GAMES)
def test_its_cards_are_the_deck_s_own_drawings(game):
    """Every card and back of a picture is drawn by the functions that print the deck, as in the book."""
    art, it = art_of(game), told(game)
    groups = [*it.parts, *(group for step in it.steps if step.scene for group in step.scene.row)]
    drawn = set()
    for sign in [sign for group in groups for sign in group.signs]:
        if not (is_card(sign.what) or sign.what in ("claim", "back", "deck")):
            continue
        marks = [mark for mark in sign_marks(sign, Style(), art)[0] if isinstance(mark, PictureMark)]
        assert marks[-1 - sign.out].draw.func.__module__ == "cardgen.pages.figures", sign
        drawn |= {mark.draw.keywords["draw"] for mark in marks if "draw" in mark.draw.keywords}
    assert art.back in drawn


def test_a_claim_is_the_printed_face_with_that_number():
    art, scenes = art_of("liars-lair"), [step.scene for step in told("liars-lair").steps if step.scene]
    hand = scenes[2].row[0].signs[0]
    marks, width = sign_marks(hand, Style(), art)
    faces = [mark.draw.keywords["draw"] for mark in marks]
    assert [face.keywords["card"].number for face in faces] == [6, 11, 7]
    assert width > 25
    assert sign_text(hand) == "[#6 #11 #7 Soup in Mudgrave: Since the vote, Mudgrave has eaten its soup from old hats.]"


@pytest.mark.parametrize(("width", "rows"), [(60, 1), (80, 1), (50, 2)])
def test_three_cards_of_the_lair_stand_side_by_side_where_there_is_room(width, rows):
    second = [step.scene for step in told("liars-lair").steps if step.scene][1]
    drawn = picture(second, width, Style(), art_of("liars-lair"))
    faces = [mark for mark in drawn.marks if isinstance(mark, PictureMark) and "turn" in mark.draw.keywords]
    assert len(faces) == 3
    assert len({round(mark.y, 2) for mark in faces}) == rows


def test_paper_that_is_too_small_is_refused_in_a_sentence():
    with pytest.raises(PrintError, match="no room on 50 × 70 mm: take a larger paper"):
        teach_pages(told("lizard"), 50, 70, Style())
