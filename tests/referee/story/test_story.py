"""The story of any game: it names only what happened, it ends in no fault, and before the end it holds no secret."""

import re
from functools import cache
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from liarsdeck.english import cardinal
from referee import games
from referee import story as plots
from referee.core.accounts import KINDS, PLAYED_LIE, PLAYED_TRUTH
from referee.core.cards import NAMES as CARDS
from referee.core.play import redacted
from referee.games.liars_guess import state as west
from referee.story import NARROW, WIDE, Story, as_html, as_svg, described, drawable, honours, plot, story_of
from tests.referee import conformance, tiny

NAMES = (*games.REGISTRY, "tiny")
WORDS = [cardinal(number) for number in range(100)]


def game_of(name):
    return tiny.GAME if name == "tiny" else games.game(name)


@cache
def played(name, seed):
    """Return one random game: its setup and its lines."""
    setup, actions, _, _ = conformance.random_game(game_of(name), seed)
    return setup, tuple(actions)


def story(name, seed, lines=None) -> Story:
    setup, actions = played(name, seed)
    return story_of(game_of(name), setup, actions[:lines])


# ------------------------------------------------------------------------------------ only what happened


@pytest.mark.parametrize("name", NAMES)
def test_moments_name_what_happened(name):
    met = set()
    for seed in range(14):
        setup, actions = played(name, seed)
        game = game_of(name)
        for cut in (len(actions), Random(seed).randrange(len(actions) + 1)):
            lines = actions[:cut]
            found = story_of(game, setup, lines)
            for one in found.highlights:
                assert 0 <= one.at < len(lines), one
                assert 0 <= one.grade <= 100, one
                assert one.words.endswith(".")
                assert one.honour.endswith(".")
                assert any(seat in one.words for seat in setup.seats)
                assert "?" not in one.words
                CHECKS.get(name, lambda *_: None)(setup, lines, one)
                met.add(one.kind)
            kinds = [one.kind for one in found.moments]
            assert kinds == [kind for kind in KINDS if kind in kinds]
            assert len({one.at for one in found.moments}) == len(kinds)
    assert met >= set(KINDS) or name not in CHECKS


def lair(setup, lines, one):
    """Marks are those of the draw; whoever is said to have played a card has played it."""
    truths = next((set(line.cards) for line in lines if line.verb == "truths"), set())
    dealt = {card for line in lines if line.verb == "holds" for card in line.cards}
    for shown in one.cards:
        card = int(shown.card)
        if card in dealt and shown.mark:
            assert (card in truths) is (shown.mark == "true"), one
        if owners := re.fullmatch(r"played by (.+)", shown.note):
            seats = re.split(r", | and ", owners[1])
            assert {(setup.seats.index(seat), card) for seat in seats} <= plays_of(lines), one
    if one.kind == "honest":
        seat = setup.seats.index(one.words.split(" played ")[0])
        assert {card for who, card in plays_of(lines) if who == seat} <= truths


def plays_of(lines):
    return {(line.seat, line.card) for line in lines if line.verb == "plays"}


def poker(setup, lines, one):
    """A LIE was claimed; what was true beside it was dealt, or turned."""
    claimed = {CARDS[line.card] for line in lines if line.verb == "claims"}
    held = {CARDS[card] for line in lines if line.verb == "holds" for card in line.cards}
    turned = {CARDS[line.card] for line in lines if line.verb == "turns"}
    for shown in one.cards:
        assert shown.mark != "LIE" or shown.card in claimed, one
        assert shown.mark != "true" or shown.card in held | turned, one


def lizard(setup, lines, one):
    """Who bid so in that round did."""
    assert "the lizard" not in f"{one.words} {one.honour}"
    if spoken := re.match(r"(.+?) (?:had )?bid (\d+) in round (\d+)", one.words):
        name, bid, round_ = spoken[1], int(spoken[2]), int(spoken[3])
        bids = [line for line in lines if line.verb == "bids"]
        many = len(setup.seats)
        of_round = bids[(round_ - 1) * many : round_ * many]
        assert (setup.seats.index(name), bid) in {(line.seat, line.count) for line in of_round}, one
    cards = {line.card for line in lines if line.verb == "plays"}
    assert {shown.card for shown in one.cards} <= {CARDS[card] for card in cards}


def guess(setup, lines, one):
    """An answer that is called false is so by the hand of whoever gave it, where that was entered."""
    assert "There was a hand" not in one.words or ("on one answer." in one.words) == ("fits it," in one.words)
    spoken = re.match(r"In deal (\d+) (.+?) answered “(\w+) .*” and held (.+?)\. ", one.words)
    if not spoken:
        return
    state = games.game("liars-guess").start(setup)
    for line in lines:
        if lines.index(line) == one.at and line is lines[one.at]:
            break
        state = games.game("liars-guess").apply(state, line)
    answer = lines[one.at]
    assert (answer.verb, setup.seats[answer.seat], state.deal) == ("answers", spoken[2], int(spoken[1]))
    hand, cards = state.hands[answer.seat], west.LINES[state.asks[-1].line][1]
    if hand is not None and -1 not in hand:
        assert (west.bits(hand) & cards).bit_count() != answer.count, one


def redblack(setup, lines, one):
    """What is said to have been attacked or defended with was; a bluff shows less of a colour than was held."""
    if bluff := re.search(r" held (\w+) (?:red|black) cards and (?:attacked|defended) with (\w+)", one.words):
        held, shown = (WORDS.index(word.replace("none", "no")) for word in bluff.groups())
        assert held > shown
    if one.title == "The narrowest attack":
        attacks = [f"{line.count} {('black', 'red')[line.colour]}" for line in lines if line.verb == "attacks"]
        assert re.search(r"attacked with (\d+ \w+),", one.words)[1] in attacks


CHECKS = {
    "liars-lair": lair, "liar-poker": poker, "lizard": lizard, "liars-guess": guess, "red-and-black": redblack,
}  # fmt: skip


# ------------------------------------------------------------------------------------ nothing that is secret


@pytest.mark.parametrize("name", NAMES)
def test_before_the_end_the_page_is_made_of_the_open_lines_alone(name):
    for seed in range(8):
        setup, actions = played(name, seed)
        game, cut = game_of(name), Random(seed).randrange(len(actions))
        lines = actions[:cut]
        page = as_html(story_of(game, setup, lines))
        assert page == as_html(story_of(game, setup, redacted(game, setup, lines)))
        assert "So far." in page


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_record_that_hides_its_secrets_gives_a_page_too(name):
    """`referee export` without --reveal: less is known of it, and nothing else is said."""
    setup, actions = played(name, 4)
    game = game_of(name)
    masked = story_of(game, setup, redacted(game, setup, actions))
    full = story_of(game, setup, actions)
    assert (masked.heading, masked.scores, masked.ending) == (full.heading, full.scores, full.ending)
    assert as_html(masked)


# ------------------------------------------------------------------------------------------------- the plot


def boxes(laid):
    """Return where everything of a plot lies, as (x, y)."""
    for run in laid.runs:
        yield from (*run.points, run.label)
    for lane in laid.lanes:
        yield from ((x, lane.y) for x, _ in lane.signs)
    yield from ((x, laid.foot) for x, _ in (*laid.ticks, *laid.key))


@pytest.mark.parametrize("name", NAMES)
def test_everything_of_a_plot_has_its_place(name):
    drawn = 0
    for seed in range(6):
        found = story(name, seed)
        if not drawable(found.course):
            continue
        drawn += 1
        for wide, high, letter in (WIDE, NARROW, (122.0, 62.0, 3.05)):
            laid = plot(found.course, found.setup.seats, wide, high, letter)
            assert all(0 <= x <= laid.wide and 0 <= y <= laid.high for x, y in boxes(laid))
            names = sorted(run.label[1] for run in laid.runs) or [lane.y for lane in laid.lanes]
            apart = min((b - a for a, b in pairwise(names)), default=letter)
            assert apart > letter * 0.99
            ends = [run.points[-1][0] for run in laid.runs]
            assert all(run.label[0] > end for run, end in zip(laid.runs, ends, strict=True))
            ticks = [x for x, _ in laid.ticks]
            assert all(b - a > letter for a, b in pairwise(ticks))
            ElementTree.fromstring(as_svg(laid, "title", described(found.course, found.setup.seats), "p"))
    assert drawn


def test_lines_differ_without_their_colours():
    assert len(set(plots.DASHES)) == len(plots.SIGNS) == len(plots.COLOURS) == 8
    signs = [tuple(plots.corners(sign, 1.0)) for sign in plots.SIGNS]
    assert len(set(signs)) == len(signs)
    assert plots.corners(PLAYED_TRUTH, 1) == [] != plots.corners(PLAYED_LIE, 1)


def test_the_lines_across_hold_every_value():
    for low, most in ((0, 1), (-3, 7), (-640, 130), (0, 500), (0, 20_000), (-10, 1)):
        lines = plots._lines(low, most)
        assert lines[0] <= low < most <= lines[-1]
        assert 0 in lines
        assert len(lines) <= 9
        assert len({b - a for a, b in pairwise(lines)}) == 1


def test_what_is_drawn_is_what_was_scored():
    found = story("lizard", 2)
    assert tuple(run[-1] for run in found.course.runs) == found.scores
    lanes = story("liars-lair", 2).course.lanes
    setup, actions = played("liars-lair", 2)
    for seat, lane in enumerate(lanes):
        assert sum(bool(mark) for mark in lane) == sum(1 for who, _ in plays_in_order(actions) if who == seat)
    assert len(lanes) == len(setup.seats)


def plays_in_order(lines):
    return [(line.seat, line.card) for line in lines if line.verb == "plays"]


# ------------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("name", NAMES)
def test_a_page_holds_everything_that_it_needs(name):
    found = story(name, 3)
    page = as_html(found)
    assert page.startswith("<!DOCTYPE html>")
    assert not re.findall(r"(?:src|href)=\"(?!data:|#)[^\"]*\"|url\((?!data:)[^)]*\)|@import|<script", page)
    assert page.count("<title") == 1 + len(re.findall('class="plot', page))
    for seat in found.setup.seats:
        assert seat in page
    for one in found.moments:
        assert one.title in page
    assert re.findall(r'<svg class="plot.*?role="img" aria-labelledby="(\S+) (\S+)"', page) or not found.course.labels
    assert len(re.findall(r'id="plot0-t"', page)) <= 1


def test_names_are_text_on_the_page():
    game = tiny.GAME
    seats = ["<b>Ann", "Bob & Co", '"Cat"']
    made = games.setup(game, seats)
    page = as_html(story_of(game, made, [tiny.Prize(2), tiny.Bids(0, 1), tiny.Bids(1, 2), tiny.Bids(2, 4)]))
    assert "&lt;b&gt;Ann" in page
    assert "<b>Ann" not in page


def test_honours_are_of_finished_games_and_three_at_most():
    stories = [story(name, seed) for name in games.REGISTRY for seed in range(3)]
    found = honours(stories)
    assert len(found) == 3
    assert [name for name, _ in found][:2] == ["Best lie", "Shortest evening"]
    words = [one.honour for whole in stories for one in whole.highlights]
    assert all(text in words for _, text in found)
    assert honours([story("lizard", 3, 5)]) == ()
    assert honours([]) == ()
