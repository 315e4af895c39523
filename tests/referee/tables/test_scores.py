"""Score sheets: what every game counts, in text, CSV, Markdown, and as a picture that keeps to its page."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from referee import games
from referee.records import replay_file
from referee.tables.league import as_csv, as_markdown, as_text, scores_of, scores_svg
from tests.sampling import spread

RECORDS = Path(__file__).parents[2] / "records"
EVENINGS = sorted(RECORDS.glob("*-evening.txt"))


def of(name):
    done = replay_file(RECORDS / f"{name}-evening.txt")
    return scores_of(done.record.game, done.record.setup, done.state)


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_a_sheet_in_text_and_as_csv(path, snapshot):
    scores = of(path.stem.removesuffix("-evening"))
    assert "\n".join((as_text(scores, 80), as_csv(scores), as_markdown(scores))) == snapshot


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_a_sheet_has_room(path, width):
    text = as_text(of(path.stem.removesuffix("-evening")), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text


def test_five_players_have_room_at_forty_columns_without_the_words():
    game = games.game("lizard")
    setup = games.setup(game, ["Ann", "Bob", "Cat", "Dan", "Eve"])
    state, _ = games.playout(game, setup, Random(3))
    text = as_text(scores_of(game, setup, state), 40)
    assert "/" not in text.split("\n", 1)[1].rpartition("\n1")[2]
    assert max(len(line) for line in text.splitlines()) <= 40


def test_markdown_takes_names_for_text():
    game = games.game("lizard")
    setup = games.setup(game, ["A|b", "*Bob*", "<i>"])
    state = game.start(setup)
    assert "| round | A\\|b | \\*Bob\\* | \\<i\\> |" in as_markdown(scores_of(game, setup, state))


@pytest.mark.parametrize(("name", "played"), spread(games.REGISTRY, [0, 1, 30], times=2))
def test_the_picture_keeps_to_its_page_and_says_everything(name, played):
    if name == "liars-lair":
        scores = of("lair")
    else:
        game = games.game(name)
        seats = ["Ann", "Catherine-Anne of Naples", "Bo", "Dan", "Eve"][: min(game.seats[1], 5)]
        setup = games.setup(game, seats, {"chips": 100} if name == "liar-poker" else {})
        state, _actions = games.playout(game, setup, Random(played))
        scores = scores_of(game, setup, state if played else game.start(setup))
    root = ElementTree.fromstring(scores_svg(scores))
    _, _, wide, high = map(float, root.get("viewBox").split())
    assert wide == 210
    assert high == 297 or len(scores.sheet.rows) > 25
    texts = [element for element in root.iter() if element.tag.endswith("}text")]
    said = [element.text for element in texts]
    assert set(scores.seats) <= set(said)
    assert scores.title in said
    for element in texts:
        x, y, size = (float(element.get(key)) for key in ("x", "y", "font-size"))
        room = size * 0.6 * len(element.text)
        left = x - {"start": 0, "middle": room / 2, "end": room}[element.get("text-anchor")]
        assert left > 6, element.text
        assert left + room < wide - 6, element.text
        assert 12 < y < high - 7, element.text
    crowns = [element for element in root.iter() if element.tag.endswith("}polygon")]
    assert len(crowns) == len(scores.winners)
    assert "http" not in scores_svg(scores).replace("http://www.w3.org/2000/svg", "")
