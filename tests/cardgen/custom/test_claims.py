"""A deck of one's own with the face of Liar's Lair: rivals are set alike, and each fault has its line."""

from pathlib import Path

import pytest

from cardgen.custom.deckfile import read_deck
from cardgen.errors import PrintError
from factbank.looks import VOICES
from tests.cardgen.custom.command import cardgen
from tests.cardgen.pictures import drawn, words

DECK = 'title = "Office"\ncards = "office.csv"\nface = "claim"\n'
CARDS = """\
number,title,opening,ending,emblem,voice,copies
1,The Fridge,Whoever finished the milk left,a note.,cup,notice,2
A2,The Fridge,Whoever finished the milk left,the country and three angry letters.,cup,notice,
,,Our first customer came for,soup.,,,
"""


@pytest.fixture
def office(tmp_path):
    def write(deck=DECK, cards=CARDS):
        (tmp_path / "office.toml").write_text(deck, encoding="utf-8")
        (tmp_path / "office.csv").write_text(cards, encoding="utf-8")
        return tmp_path / "office.toml"

    return write


def test_a_deck_file_asks_for_the_face(office):
    deck = read_deck(office())
    assert [card.title for card in deck.cards] == ["1 The Fridge", "1 The Fridge", "A2 The Fridge", "4"]
    assert deck.cards[2].text == "Whoever finished the milk left the country and three angry letters."
    first, other = deck.cards[0].draw.keywords, deck.cards[2].draw.keywords
    assert first["claim"] == other["claim"], "rivals, in one size"
    assert (first["which"], other["which"]) == (0, 1)
    assert "THE FRIDGE" in words(drawn(deck.cards[2].draw))
    done = cardgen("deck", str(office()), "-o", str(office().with_name("office.pdf")))
    assert done.status == 0, done.err
    assert office().with_name("office.pdf").is_file()


@pytest.mark.parametrize(
    ("deck", "cards", "said"),
    [
        (DECK.replace("claim", "grand"), CARDS, r'office.toml, line 3: there is no face "grand"'),
        (DECK + "[box.a]\nat = [5, 5, 5, 5]\n", CARDS, "leave out one of them"),
        (DECK, CARDS.replace("ending", "end"), 'office.csv has no column "ending"'),
        (DECK, CARDS.replace("soup.", ""), "office.csv, line 4: its ending is empty"),
        (
            DECK,
            CARDS.replace("cup,notice,2", "cup,notive,2"),
            'line 2: there is no voice "notive"; did you mean notice',
        ),
        (DECK, CARDS.replace("cup,notice,2", "cub,notice,2"), 'line 2: there is no emblem "cub"'),
        (DECK, CARDS.replace("A2", "A234"), "line 3: the number .* has more than three signs"),
        (DECK, CARDS.replace("soup", "☃"), "line 4: the fonts have no “☃”"),
    ],
)
def test_each_fault_is_told_with_its_line(office, deck, cards, said):
    with pytest.raises(PrintError, match=said):
        read_deck(office(deck, cards))


def test_a_text_that_does_not_fit_is_refused_with_its_line(office):
    deck = read_deck(office(DECK, CARDS.replace("soup.", "soup " * 70)))
    with pytest.raises(PrintError, match=r"office.csv, line 4: its text does not fit"):
        drawn(deck.cards[-1].draw)


def test_the_page_names_the_voices():
    page = (Path(__file__).parents[3] / "docs/decks.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if "A voice is" in line)
    assert all(f"`{voice}`" in line for voice in VOICES)
