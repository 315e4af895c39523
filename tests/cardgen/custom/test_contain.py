"""Pictures of people's own shown whole in their box, and as icons."""

import itertools

import pytest
from PIL import Image, ImageChops

from cardgen.custom.deckfile import read_deck
from cardgen.errors import PrintError
from tests.cardgen.custom.command import cardgen
from tests.cardgen.pictures import MM, drawn, picture

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#1F6FB5"/></svg>'
)
BLUE = (0x1F, 0x6F, 0xB5)


def blue(folder, box, low=False):
    """Where a card of one box is blue: left, top, right, bottom in millimetres."""
    (folder / "own.toml").write_text(
        f'cards = [{{ name = "a", sign = "sea.svg" }}]\nground = "white"\n[box.one]\n{box}\n'
    )
    shown = picture(drawn(read_deck(folder / "own.toml").cards[0].draw, low=low), 4)
    off = ImageChops.difference(shown, Image.new("RGB", shown.size, BLUE)).split()
    mask = ImageChops.add(ImageChops.add(off[0], off[1]), off[2]).point(lambda v: 255 * (v < 30))
    return tuple(round(v / 4 / MM) for v in mask.getbbox()), mask


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sea.svg").write_text(SVG)
    Image.new("RGB", (40, 20), BLUE).save(tmp_path / "sea.png")
    return tmp_path


@pytest.mark.parametrize("file", ["sea.svg", "sea.png"])
def test_a_picture_is_cropped_to_its_box_or_shown_whole_in_it(folder, file):
    box = f'image = "{file}"\nat = [10, 10, 40, 40]\n'
    assert blue(folder, box)[0] == (10, 10, 50, 50)
    assert blue(folder, f'{box}fit = "contain"')[0] == (10, 20, 50, 40)
    assert blue(folder, f'{box}fit = "contain"\nvalign = "top"')[0] == (10, 10, 50, 30)


def test_what_is_shown_whole_is_not_carried_into_the_bleed(folder):
    place, _ = blue(folder, 'image = "sea.svg"\nfit = "contain"\nat = [0, 0, 63.5, 88.9]')
    assert place == pytest.approx((0, 28.6, 63.5, 60.3), abs=1)


def test_own_art_serves_as_an_icon_as_often_as_it_is_wanted(folder):
    box = 'icon = "{{ sign }}"\ncount = 3\nat = [10, 10, 32.4, 10]\n'
    place, mask = blue(folder, box)
    assert place == pytest.approx((10, 12.5, 42.4, 17.5), abs=1)
    row = [mask.getpixel((x, round(15 * 4 * MM))) for x in range(mask.width)]
    assert sum(1 for one, other in itertools.pairwise(row) if other > one) == 3


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ('icon = "none.svg"\nat = [1, 1, 9, 9]', "there is no file .*none.svg"),
        ('image = "sea.svg"\nfit = "stretch"\nat = [1, 1, 9, 9]', "fit is one of cover, contain"),
    ],
)
def test_what_is_wrong_is_said(folder, box, said):
    with pytest.raises(PrintError, match=said):
        blue(folder, box)


@pytest.mark.parametrize("key", ["icon", "image"])
@pytest.mark.parametrize("target", ["svg", "press", "png"])
def test_the_clear_part_of_an_svg_shows_the_box_below_it(tmp_path, key, target):
    """In a plain picture too, in which nothing is half transparent."""
    disc = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="1"/></svg>'
    (tmp_path / "disc.svg").write_text(disc)
    boxes = f'[box.a]\nat = [0, 0, 63.5, 88.9]\nfill = "#FF0000"\n{key} = "disc.svg"\n'
    (tmp_path / "own.toml").write_text(f'cards = [{{ name = "a" }}]\nground = "#FF0000"\n{boxes}')
    done = cardgen("export", target, tmp_path / "own.toml", "-o", tmp_path / "out")
    assert done.status == 0, done.err
    if target == "svg":
        assert "FBF7EF" not in (tmp_path / "out" / "01-a.svg").read_text(encoding="utf-8").upper()
        return
    pages = (tmp_path / "out" / "own.pdf").read_bytes() if target == "press" else b""
    with Image.open(tmp_path / "out" / "01-a.png") if not pages else picture(pages) as shown:
        red, green, _ = shown.convert("RGB").getpixel((round(shown.width * 0.2), round(shown.height * 0.3)))
    assert red - green > 120
