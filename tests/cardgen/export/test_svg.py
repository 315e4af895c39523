"""Cards as SVG: they look like the printed ones, need nothing from outside, and share what they repeat."""

import io
import re
from functools import partial
from xml.etree import ElementTree

import pypdfium2
import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from cardgen.custom.deckfile import read_deck
from cardgen.decks import REGISTRY, USUAL, make_deck
from cardgen.decks.faces.liars_lair import deck as lair
from cardgen.errors import PrintError
from cardgen.export import ExportOptions, check_export, export_deck
from cardgen.export.pictures import CardPages, pixel_frame
from cardgen.export.svg import CardSide, sides, single, sprite
from cardgen.layout import CARDS
from cardgen.pdf.ink import Document
from cardgen.pdf.path import Outline, ellipse, rect
from cardgen.pdf.svgink import SvgInk, outline, spelled
from factbank.factfile import read
from liarsdeck.files import templates
from tests.cardgen import fake

DPI = 150
SVG = "{http://www.w3.org/2000/svg}"


def made(name):
    if name == "liars-lair":
        return lair(read(templates() / "examples/liars-lair.json"))
    return make_deck(name, replace(USUAL, name=name))


def printed(draw_side, options):
    pages = CardPages(Document("card"), pixel_frame(options.card, DPI), options)
    pages.add(draw_side)
    return pypdfium2.PdfDocument(pages.bytes())[0].render(scale=1).to_pil().convert("RGB")


def rasterised(svg, width, height):
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, dpi=96, skip_system_fonts=True)
    shown = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(ground, shown).convert("RGB")


def unlike(side, options):
    """How far two pictures of a side are apart on the whole, and at their worst millimetre (0 to 255)."""
    one = printed(side.draw, options)
    other = rasterised(single(side, options), *one.size)
    edge = round(0.06 * one.width)  # the corners of a card on the screen are round
    spots = ImageChops.difference(*(picture.convert("L").reduce(6) for picture in (one, other)))
    spots = spots.crop((edge // 6 + 1, edge // 6 + 1, spots.width - edge // 6 - 1, spots.height - edge // 6 - 1))
    return ImageStat.Stat(spots).mean[0], spots.getextrema()[1]


@pytest.mark.parametrize("name", REGISTRY)
def test_a_card_on_the_screen_looks_as_it_does_in_print(name):
    face, back = sides(made(name))[-2:]
    # resvg loses the irises behind three clips of Liar Poker's back, which browsers draw.
    for side in (face, back) if name in ("liars-lair", "lizard", "west", "red-and-black") else (face,):
        mean, worst = unlike(side, ExportOptions())
        assert mean < 3 and worst < 60, (side.id, mean, worst)  # noqa: PT018


@pytest.mark.parametrize("options", [{"low_ink": True}, {"colour_aid": True}, {"card": CARDS["mini"]}])
def test_so_it_does_with_little_ink_patterns_and_on_other_cards(options):
    wanted = ExportOptions(**options)
    for name, which in (("lizard", 3), ("west", -2)):
        side = sides(made(name))[which]
        mean, worst = unlike(side, wanted)
        assert mean < 4 and worst < 60, (side.id, mean, worst)  # noqa: PT018


def elements(svg):
    return list(ElementTree.fromstring(svg).iter())


@pytest.mark.parametrize("name", ["lizard", "west", "liars-lair"])
def test_all_that_is_referred_to_is_there_and_nothing_comes_from_outside(name):
    found = sides(made(name))[-8:]
    for text in (single(found[0], ExportOptions()), sprite(found, ExportOptions(), name)):
        parts = elements(text)
        ids = [part.get("id") for part in parts if part.get("id")]
        assert len(ids) == len(set(ids))
        assert all(one.startswith(name) for one in ids)
        wanted = [part.get("href") for part in parts if part.get("href")]
        wanted += [part.get("clip-path")[4:-1] for part in parts if part.get("clip-path")]
        assert {one.removeprefix("#") for one in wanted} <= set(ids)
        assert not {part.tag.removeprefix(SVG) for part in parts} & {"text", "style", "script", "image"}


def test_a_sprite_holds_every_card_under_its_own_name_and_is_smaller_than_the_cards():
    found = [side for side in sides(made("lizard")) if side.id[7:] in ("Th", "lizard", "lizard-2", "back")]
    text = sprite(found, ExportOptions(), "lizard")
    symbols = [part.get("id") for part in elements(text) if part.tag == f"{SVG}symbol"]
    assert symbols == [side.id for side in found]
    assert symbols == ["lizard-Th", "lizard-lizard", "lizard-lizard-2", "lizard-back"]
    west = sides(made("west"))[:9]
    assert len(sprite(west, ExportOptions(), "west")) < 0.4 * sum(len(single(one, ExportOptions())) for one in west)


def test_art_that_is_placed_twice_is_written_once_and_art_placed_once_in_its_place():
    ink = SvgInk("x")
    blob = ellipse(0, 0, 7, 3)
    for x in (1, 2):
        ink.form("twice", lambda pen: pen.draw(blob, "#000000"), (-7, -3, 7, 3), x)
    ink.form("once", lambda pen: pen.draw(rect(0, 0, 1, 1), "#000000"), (0, 0, 1, 1), 5)
    drawn = ink.taken()
    definitions, once = ink.definitions(drawn)
    written = spelled(drawn, once)
    assert (definitions.count("<path"), written.count("<use"), written.count("<path")) == (1, 2, 1)


def test_one_id_is_never_in_two_cards_of_a_page():
    found = [single(side, ExportOptions()) for side in sides(made("west"))[:6]]
    ids = [one for text in found for one in re.findall(r' id="([^"]+)"', text)]
    assert len(ids) == len(set(ids))


def test_a_card_says_what_it_is_to_who_cannot_see_it():
    side = sides(made("liars-lair"))[0]
    found = {part.tag.removeprefix(SVG): part.text for part in elements(single(side, ExportOptions()))}
    assert (found["title"], found["desc"]) == (side.title, side.text)


points = st.tuples(st.integers(-9000, 9000), st.integers(-9000, 9000)).map(lambda p: (p[0] / 100, p[1] / 100))


@given(st.lists(points, min_size=1, max_size=12), st.booleans())
def test_relative_numbers_add_up_to_the_path(corners, closed):
    """Rounding does not grow along a path: read back, each point is where it was, to a hundredth of a millimetre."""
    path = Outline().move(*corners[0]).line(*(v for corner in corners[1:] for v in corner))
    text = outline(path.close() if closed else path, 100)
    x = y = 0
    seen = []
    for letter, numbers in re.findall(r"([Mlhv])([-\d ]+)", text):
        values = [int(v) for v in re.findall(r"-?\d+", numbers)]
        dx, dy = {"h": (values[0], 0), "v": (0, values[0])}.get(letter, values[:2] if len(values) > 1 else (0, 0))
        x, y = (dx, dy) if letter == "M" else (x + dx, y + dy)
        seen.append((x, y))
    assert seen == [(round(100 * a), round(100 * b)) for a, b in corners]


def test_own_decks_and_their_pictures_go_along(tmp_path):
    Image.new("RGB", (40, 30), "#1F6FB5").save(tmp_path / "sea.png")
    (tmp_path / "own.toml").write_text(
        'title = "Own"\ncards = [{ name = "a & b <A>" }]\n'
        '[box.sea]\nimage = "sea.png"\nat = [0, 0, 63.5, 40]\n[box.name]\ntext = "{{ name }}"\nat = [5, 50, 50, 20]\n'
    )
    deck = read_deck(tmp_path / "own.toml")
    (side, _) = sides(deck)
    text = single(side, ExportOptions())
    assert [part.get("href")[:22] for part in elements(text) if part.tag == f"{SVG}image"] == ["data:image/png;base64,"]
    assert unlike(side, ExportOptions())[0] < 3


def test_the_files_stand_in_a_folder_with_bleed_only_where_asked(tmp_path):
    done = export_deck(fake.deck(3), "svg", ExportOptions(), tmp_path / "one")
    assert list(done.files) == ["01.svg", "02.svg", "03.svg", "README.txt", "back.svg"]
    root = ElementTree.fromstring((done.folder / "01.svg").read_text())
    assert (root.get("viewBox"), root.get("width")) == ("0 0 6350 8890", "63.5mm")
    bled = single(CardSide("a", "a", "a", "", fake.deck(1).back), ExportOptions(bleed=True))
    assert ElementTree.fromstring(bled).get("viewBox") == "-300 -300 6950 9490"
    done = export_deck(fake.deck(3), "svg", ExportOptions(sprite=True), tmp_path / "two")
    assert list(done.files) == ["README.txt", "sprite.svg"]
    for wrong in (partial(ExportOptions, sprite=True), partial(ExportOptions, bleed=False)):
        with pytest.raises(PrintError, match="means nothing to tgc"):
            check_export("tgc", wrong())
