"""`cardgen story`: A5 pages with everything on them, the same bytes every time, and refusals in a sentence."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cardgen.pages import story as written
from cardgen.pages.story import HEIGHT_MM, WIDTH_MM, write_story
from referee import games
from referee.records import replay_file
from referee.story import story_of, story_of_record
from tests.cardgen.program import call, refusal
from tests.programs import ran
from tests.referee import conformance, tiny

RECORDS = Path(__file__).parents[2] / "records"
EVENINGS = ("lair-eight", "lizard-evening", "guess-evening", "poker-evening", "redblack-evening")


def words(path):
    """Return all text of a PDF, in one line."""
    document = pypdfium2.PdfDocument(path)
    found = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    document.close()
    return found


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_a_leaf_of_a5(name, tmp_path):
    done = replay_file(RECORDS / f"{name}.txt", reveal=True)
    story = story_of_record(done)
    path, again = tmp_path / "one.pdf", tmp_path / "two.pdf"
    assert write_story(story, path) == 2
    write_story(story, again)
    assert path.read_bytes() == again.read_bytes()
    with pikepdf.open(path) as document:
        for page in document.pages:
            box = [float(side) / 72 * 25.4 for side in page.mediabox]
            assert box == pytest.approx([0, 0, WIDTH_MM, HEIGHT_MM], abs=0.01)
    text = words(path)
    assert f"{story.heading}." in text
    for one in story.moments:
        assert one.words in text
        assert one.title.upper() in text
    for seat in done.record.setup.seats:
        assert seat in text


def test_everything_lies_on_its_page(tmp_path):
    """For games of all kinds, with names of every length: no part is higher than a page, and none is cut off."""
    room = HEIGHT_MM - written._TOP - written._FOOT
    for name in games.REGISTRY:
        for seed in range(3):
            setup, actions, _, _ = conformance.random_game(games.game(name), seed)
            story = story_of(games.game(name), setup, actions)
            look = written.Style()
            for parts in written.lay_out(story, look):
                assert sum(part.height for part in parts) + written._GAP * (len(parts) - 1) <= room + 1e-6
    for mark in written._page(parts, 1, 2, look):
        if isinstance(mark, written.Text):
            left = mark.x - {"left": 0, "centre": mark.width / 2, "right": mark.width}[mark.align]
            assert left >= -0.01
            assert left + mark.width <= WIDTH_MM + 0.01
            assert 0 < mark.y < HEIGHT_MM


def test_low_ink_and_a_game_of_your_own(tmp_path):
    done = replay_file(RECORDS / "lizard-evening.txt")
    full, low = tmp_path / "full.pdf", tmp_path / "low.pdf"
    write_story(story_of_record(done), full)
    write_story(story_of_record(done), low, low_ink=True)
    assert words(full) == words(low)
    assert full.read_bytes() != low.read_bytes()
    setup = conformance.some_setup(tiny.GAME, conformance.Random(1))
    _, actions = games.playout(tiny.GAME, setup, conformance.Random(2))
    assert write_story(story_of(tiny.GAME, setup, actions), tmp_path / "own.pdf") == 1


@pytest.mark.usefixtures("home")
def test_the_command_and_what_it_refuses():
    done = call("story", str(RECORDS / "poker-evening.txt"), "-o", "evening.pdf")
    assert done.exit_code == 0, done.output
    assert Path("evening.pdf").read_bytes().startswith(b"%PDF")
    Path("evening.pdf").unlink()
    text = (RECORDS / "lizard-evening.txt").read_text()
    Path("bad.txt").write_text(text.replace("Ann: bids 1", "Ann: bids 9", 1))
    Path("snow.txt").write_text(text.replace("Bobby", "Bo☃"))
    assert "line" in refusal("story", "bad.txt")
    assert "U+2603" in refusal("story", "snow.txt")
    done = ran("cardgen", "story", "none.txt")
    assert done.returncode == 2
    assert "none.txt" in done.stderr
    assert len(done.stderr.splitlines()) == 1
