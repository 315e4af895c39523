"""Reference cards as small flowcharts: they fit by every house rule, and leave out no way to lose or to win."""

import re

import pytest
from msgspec.structs import replace

from cardgen.art.pictures import ART, picture
from cardgen.extras.reference import (
    FENCE,
    HALF,
    has_reference,
    ladder,
    read_flow,
    reference_cards,
    set_side,
)
from cardgen.layout import CARDS
from cardgen.pages.engine import Measure, TextFace
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Size, Style, Text
from cardgen.pdf.type import TooWide
from cardgen.spec import KitSpec
from factbank import factfile
from factbank.factfile import with_titles
from liarsdeck.files import templates
from referee import games
from referee.books.teach import has_lesson
from referee.core.cards import NAMES
from referee.games.liar_poker.state import hand_name, strength
from tests.cardgen.test_cli import sample
from tests.referee.books.choices import every_choice

GAMES = [game for game in games.REGISTRY if has_reference(game)]


def sides(game, options=None, facts=None):
    it = games.game(game)
    deck = reference_cards(KitSpec(game, options or it.options(), it.usual, facts))
    assert len(deck.cards) == it.usual
    return [draw.keywords["text"] for draw in (deck.cards[0].draw, deck.back)]


def ways(game, options=None):
    """All that the charts of a card say, as (case, how it ends, words)."""

    def down(way):
        yield way.case, way.end, way.words
        for below in way.ways:
            yield from down(below)

    fenced = [found for side in sides(game, options) for found in FENCE.findall(side)]
    found = [read_flow(chart) for kind, chart in fenced if kind == "flow"]
    return [said for chart in found for way in chart for said in down(way)]


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_fits_a_poker_card_in_seven_points(game):
    for options in every_choice(game):
        for side in sides(game, options):
            title, elements, grow = set_side(Size(), side, Style())
            assert title
            assert grow >= 1
            for element in elements:
                for mark in element.marks:
                    if isinstance(mark, Text):
                        left = mark.x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
                        assert mark.size >= 7 * 0.8, "capitals are set a little smaller than their text"
                        assert -0.1 <= left <= left + mark.width <= 52.6
                        assert not lettering.missing(mark.text, mark.font)


@pytest.mark.parametrize("card", ["tcg", "bridge", "tarot"])
def test_it_fits_other_cards_and_is_larger_on_large_ones(card):
    size = Size(CARDS[card].width_mm, CARDS[card].height_mm)
    for game in GAMES:
        for side in sides(game):
            _, elements, _ = set_side(size, side, Style())
            largest = max(mark.size for one in elements for mark in one.marks if isinstance(mark, Text))
            assert largest >= (9 if card == "tarot" else 7)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_charts(game):
    """A game that nobody teaches by a page may have a card of words alone."""
    charts = [bool(FENCE.search(side)) for side in sides(game)]
    assert all(charts) or (not any(charts) and not has_lesson(game))


def test_no_way_to_lose_or_to_win_is_left_out():
    lair = games.game("liars-lair").options
    ends = {(case, end) for case, end, _ in ways("liars-lair")}
    assert {
        (case, "out") for case in ("There are rivals in it?", "It is a lie?", "It is a true rival of yours?")
    } <= ends
    assert ("Its rival is on the table?", "out") in ends
    assert ("Nobody proves you a liar?", "win") in ends
    assert not any(case.startswith("It is all lies") for case, _ in ends)
    absolved = {(case, end) for case, end, _ in ways("liars-lair", lair(absolution=True, own_conflict="allowed"))}
    assert ("It is all lies, and others could prove each?", "win") in absolved
    assert ("There are rivals in it?", "out") not in absolved
    poker = {case: words for case, _, words in ways("liar-poker")}
    assert "bonus" in poker["One folds?"]
    assert poker["Both fold?"] == "The pot goes to the bonus."
    guess = {case: words for case, _, words in ways("liars-guess")}
    assert guess["Withdraw?"] == "The other scores *n*."
    assert (guess["Proven?"], guess["Not proven?"]) == ("You score *2n*.", "The other scores *2n*.")
    redblack = {(case, end) for case, end, _ in ways("red-and-black")}
    assert {("You are right?", "win"), ("You are wrong?", "out")} <= redblack


@pytest.mark.parametrize("game", GAMES)
def test_every_way_is_a_sentence(game):
    for options in every_choice(game):
        for case, _, words in ways(game, options):
            assert not case or case.endswith("?"), case
            assert re.search(r"[.!?]\**$", words), words
        for side in sides(game, options):
            assert "referee" not in side.lower(), "what is typed is no matter of the card"


def test_the_hands_of_poker_are_a_ladder_from_the_best_down():
    rungs = next(inside for kind, inside in FENCE.findall("".join(sides("liar-poker"))) if kind == "ladder")
    ranked = []
    for row in rungs.splitlines():
        name, _, example = (part.strip() for part in row.partition("|"))
        *ranks, suit = [*example.replace("10", "T").split(), ""] if example[-1] not in "♠♥♦" else example.split()
        ranks += [rank for rank in "9742" if rank not in ranks][: 5 - len(ranks)]
        suits = "s" * 5 if suit else "shdcs"
        cards = tuple(NAMES.index(rank.replace("10", "T") + sign) for rank, sign in zip(ranks, suits, strict=True))
        assert hand_name(cards).lower() == name.lower()
        ranked.append(strength(cards))
    assert len(ranked) == 10
    assert ranked == sorted(ranked)
    with pytest.raises(TooWide):
        ladder(rungs, Measure(20, body=TextFace(size=7, leading=8.8)), Style())


@pytest.mark.parametrize("titles", ["none", "own"])
def test_cards_without_a_shared_title_do_not_speak_of_it(titles):
    pairs = [replace(p, cards=tuple(replace(c, title=f"T {c.number}") for c in p.cards)) for p in sample().pairs]
    text = " ".join(sides("liars-lair", facts=with_titles(factfile.make(pairs, seed=3), titles)))
    assert "share a title" not in text
    assert ("title" in text) == (titles == "own")
    assert "share a title" in " ".join(sides("liars-lair", facts=sample()))


def test_the_pictograms_of_charts_stay_in_their_fields():
    texts = [file.read_text("utf-8") for file in (templates() / "cards").glob("*.j2")]
    pictures = set(re.findall(r"^([a-z]+) +\|", "\n".join(texts), re.MULTILINE))
    files = [file for file in (ART / "signs").glob("*.svg") if file.stem in pictures]
    assert len(files) >= 10
    for file in files:
        for mark in picture(file).marks:
            assert mark.path is not None
            left, foot, right, head = mark.path.box()
            assert -HALF - 0.2 <= left <= right <= HALF + 0.2, file
            assert -HALF - 0.2 <= foot <= head <= HALF + 0.3, file
