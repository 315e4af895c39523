"""The box of a deck that belongs to no game: its own title, back, colours and cards; and one's own back on any box."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace

from cardgen.custom.deckfile import read_deck
from cardgen.errors import PrintError
from cardgen.extras.boxes.pdf import write_tuck_box
from cardgen.layout import CARDS, PAPERS, SheetOptions
from cardgen.pages.dress import GAMES, deck_dress, dress
from cardgen.pdf.theme import HARLEQUIN, READABLE, TONES, contrast
from cardgen.spec import KitSpec
from tests.cardgen.custom.command import cardgen

RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 10"><rect width="7" height="10" fill="#D0331F"/></svg>'
DECK = """
title = "Glass Birds"
{more}
[box.name]
at = [6, 6, 51.5, 12]
text = "{{{{ bird }}}}"
[[cards]]
bird = "Puffin"
[[cards]]
bird = "Heron"
[[cards]]
bird = "Eider"
[[cards]]
bird = "Gull"
"""


@pytest.fixture(autouse=True)
def work(home):
    Path("back.svg").write_text(RED)


def deck(more=""):
    Path("birds.toml").write_text(DECK.format(more=more))
    return read_deck(Path("birds.toml"))


def text(path):
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_bounded() for page in document]


def share_of(path, colour):
    """Return how much of a page is of a colour."""
    image = pypdfium2.PdfDocument(path)[0].render(scale=0.5).to_pil().convert("RGB")
    return sum(count for count, found in image.getcolors(1_000_000) if found == colour) / (image.width * image.height)


def test_a_deck_of_ones_own_gets_a_box_of_its_own():
    deck('back = "back.svg"')
    done = cardgen("extras", "birds.toml", "--paper", "a4", "--no-cover", "-o", "box")
    assert done.status == 0, done.err
    assert {path.name for path in Path("box").iterdir()} == {"tuck-box.pdf", "EXTRAS.txt"}
    (page,) = text("box/tuck-box.pdf")
    assert page.count("Glass Birds") == 1 + 2 * 3, "the note; sides and lid, once with their bleed"
    assert page.split().count("Glass") == 1 + 2 * 4, "on the front on two lines"
    assert "4 CARDS" in page
    assert "Holds 4 cards" in page
    for name in ("Puffin", "Eider", "Gull"):
        assert name in page, "its cards are on the front"
    for game in GAMES:
        assert dress(game, HARLEQUIN.palette).title not in page
    assert share_of("box/tuck-box.pdf", (0xD0, 0x33, 0x1F)) > 0.07, "its back is on the back"
    with pikepdf.open("box/tuck-box.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Glass Birds: tuck box"


def test_its_colour_goes_with_its_back_and_may_be_another():
    palette = HARLEQUIN.palette
    assert deck_dress(deck('back = "scales"'), CARDS["poker"], HARLEQUIN).tone == palette.green
    made = deck_dress(deck('back = "scales"\ncolour = "red"\nemblem = "goat"'), CARDS["poker"], HARLEQUIN)
    assert made.tone == palette.red
    assert made.ground == palette.red.base
    assert deck_dress(deck('colour = "yellow"'), CARDS["poker"], HARLEQUIN).ground == palette.yellow.base
    for colour in TONES:
        ground = deck_dress(deck(f'colour = "{colour}"'), CARDS["poker"], HARLEQUIN).ground
        assert max(contrast(ground, palette.paper), contrast(ground, palette.ink)) >= READABLE
    done = cardgen("extras", "birds.toml", "--ink", "low", "--theme", "seaside", "--paper", "a4", "-o", "box")
    assert done.status == 0, done.err
    assert "Puffin" in text("box/tuck-box.pdf")[0]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('emblem = "gote"', 'line 3: there is no emblem "gote" for its box; did you mean goat?'),
        (
            'colour = "mauve"',
            'line 3: there is no colour "mauve" for its box; known: red, yellow, green, blue and black',
        ),
        ("colour = 3", "line 3: colour is a text in quotes"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(more, says):
    with pytest.raises(PrintError) as no:
        deck(more)
    assert says in str(no.value)


def test_long_titles_are_set_on_lines_and_too_long_ones_refused():
    spec = KitSpec("", None, 0, deck=deck(), sheet=SheetOptions(paper=PAPERS["a4"]))
    long = "The long and very nearly true history of all the birds of the fjord"
    write_tuck_box(replace(spec, deck=replace(spec.deck, title=long)), Path("a.pdf"))
    assert "".join(long.split()) in "".join(text("a.pdf")[0].split())
    with pytest.raises(PrintError, match="is too long for the front of its box"):
        write_tuck_box(replace(spec, deck=replace(spec.deck, title=f"{long} {long} " * 4)), Path("b.pdf"))
    with pytest.raises(PrintError, match="our fonts have no"):
        write_tuck_box(replace(spec, deck=replace(spec.deck, title="Snow \u2603")), Path("b.pdf"))
    assert not Path("b.pdf").exists()


def test_what_belongs_to_a_game_means_nothing_to_a_deck():
    """Of the decks of ours, `test_refusals.py` has the sentences."""
    deck()
    done = cardgen("extras", "birds.toml", "--players", "3")
    said = "cardgen: --players means nothing to birds.toml, which has a box and no rules of ours\n"
    assert (done.status, done.err) == (2, said)


@pytest.mark.parametrize(
    "words", [("kit", "lizard", "--players", "3"), ("extras", "lizard", "--only", "box", "--players", "3")]
)
def test_ones_own_back_is_on_the_box_too(words):
    done = cardgen(*words, "--back", "back.svg", "--paper", "a4", "-o", "made")
    assert done.status == 0, done.err
    assert "Lizard" in text("made/tuck-box.pdf")[0]
    assert share_of("made/tuck-box.pdf", (0xD0, 0x33, 0x1F)) > 0.07
