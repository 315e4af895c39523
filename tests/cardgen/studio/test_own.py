"""A deck of one's own in the studio: watched, its faults by line and column, its exports, and what is no deck."""

import io
import zipfile
from pathlib import Path

import pytest

from cardgen.errors import PrintError
from cardgen.studio.room import mark_of
from tests.cardgen.studio.shop import bare
from tests.programs import ran

DECK = """
title = "Fjord Birds"
cards = "birds.csv"
[box.name]
at = [6, 6, 51.5, 10]
text = "{{ name }}"
"""


@pytest.fixture
def deck(tmp_path):
    folder = tmp_path / "birds"
    folder.mkdir()
    (folder / "birds.toml").write_text(DECK, "utf-8")
    (folder / "birds.csv").write_text("name\nPuffin\nTern\n", "utf-8")
    return folder / "birds.toml"


def test_a_deck_is_watched_with_its_table_and_its_pictures(deck):
    before = mark_of(deck)
    assert mark_of(deck) == before
    (deck.parent / "birds.csv").write_text("name\nPuffin\nTern\nSkua\n", "utf-8")
    after = mark_of(deck)
    (deck.parent / "art").mkdir()
    (deck.parent / "art" / "puffin.png").write_bytes(b"x")
    assert len({before, after, mark_of(deck)}) == 3


def test_its_faults_stand_at_their_lines_and_go_when_they_are_mended(shop, deck):
    assert shop.ask("own/open", {"deck": str(deck)})[0] == 303
    page = shop.ask("own")[2].decode()
    assert "Fjord Birds" in page
    assert "2 cards on 1 sheet" in page
    assert f"cardgen deck {deck}" in bare(page)
    mark = shop.ask("own/mark")[2]
    deck.write_text(DECK.replace("at = [6, 6, 51.5, 10]", "at = [6, 6, 51.5"), "utf-8")
    assert shop.ask("own/mark")[2] != mark
    page = shop.ask("own")[2].decode()
    assert "birds.toml" in page
    assert "line 6" in page or "line 5" in page
    assert 'id="seen"' not in page
    deck.write_text(DECK, "utf-8")
    assert 'id="seen"' in shop.ask("own")[2].decode()


def test_its_exports_are_the_command_lines(shop, deck, tmp_path):
    shop.ask("own/open", {"deck": str(deck)})
    status, _, body = shop.ask("own/export/svg.zip")
    assert status == 200, body
    done = ran("cardgen", "export", "svg", deck, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(io.BytesIO(body)) as pack:
        packed = {Path(name).name: pack.read(name) for name in pack.namelist()}
    assert packed == {file.name: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    assert shop.ask("own/export/nonsense.zip")[0] == 422


@pytest.mark.parametrize("name", ["", "/etc/passwd", "nowhere.toml", "birds.png", "\0.toml", "x" * 5000 + ".toml"])
def test_what_is_no_deck_file_is_refused_in_a_sentence(shop, name):
    status, _, body = shop.ask("own/open", {"deck": name})
    assert status == 422
    assert "it is a TOML file, or a CSV table" in body.decode()
    assert not shop.making.deck
    with pytest.raises(PrintError):
        shop.studio.pages.choose(name)
