"""Exports as pictures: exact pixels, names in order, one drawing behind all, and folders that stand whole or not."""

import io
import os
import shlex
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

import cardgen
from cardgen.decks import CardFace
from cardgen.errors import PrintError
from cardgen.export import TARGETS, ExportOptions, check_export, export_deck, steps
from cardgen.export.pictures import columns_for, file_names, safe
from cardgen.layout import CARDS, parse_card
from cardgen.pdf.raster import from_picture, png_bytes
from liarsdeck.errors import UserError
from tests.cardgen import fake
from tests.cardgen.program import call, refusal
from tests.programs import ran
from tests.sampling import spread

RED, PAPER = (0xD0, 0x33, 0x1F), (0xFB, 0xF7, 0xEF)


def export(tmp_path, target, deck=None, **options):
    return export_deck(deck or fake.deck(3), target, ExportOptions(**options), tmp_path / "out")


def picture(path):
    with Image.open(path) as image:
        image.load()
        return image


def corners(image):
    w, h = image.size
    return {image.getpixel(at) for at in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1))}


@pytest.mark.parametrize(
    ("target", "faces", "back", "size"),
    [
        ("tgc", "fake/0{}.png", "fake/back.png", (825, 1125)),
        ("mpc", "fronts/0{}.png", "back.png", (822, 1122)),
        ("png", "0{}.png", "back.png", (820, 1120)),
    ],
)
def test_pictures_have_exactly_their_pixels_and_bleed_to_the_edge(tmp_path, target, faces, back, size):
    done = export(tmp_path, target)
    more = ["contact-sheet.png"] if target == "png" else []
    assert list(done.files) == sorted(["README.txt", back, *more, *(faces.format(n) for n in (1, 2, 3))])
    for name, colour in ((faces.format(2), PAPER), (back, RED)):
        image = picture(done.folder / name)
        assert (image.format, image.mode, image.size) == ("PNG", "RGB", size)
        assert [round(value) for value in image.info["dpi"]] == [300, 300]
        assert corners(image) == {colour}


def test_the_cut_lies_where_the_shop_says(tmp_path):
    # The fake face has a frame 4 mm inside its cut: 47.2 px from it, so 84.7 (tgc) and 83.2 (mpc) from the edge.
    for target, bleed in (("tgc", 37.5), ("mpc", 36)):
        folder = export(tmp_path / target, target).folder
        image = picture(next(folder.rglob("01.png"))).convert("L")
        row = [image.getpixel((x, 700)) for x in range(image.width)]
        dark = [x for x, value in enumerate(row) if value < 128]
        assert dark[0] == pytest.approx(bleed + 4 / 25.4 * 300, abs=1.5)
        assert image.width - 1 - dark[-1] == pytest.approx(bleed + 4 / 25.4 * 300, abs=1.5)


@pytest.mark.parametrize(
    ("card", "how"), spread(["poker", "bridge", "tcg", "57x87mm", "square"], [(300, False), (97, True)])
)
def test_no_white_edge_at_any_size(tmp_path, card, how):
    size, (dpi, bleed) = parse_card(card), how
    done = export(tmp_path, "png", fake.deck(1), card=size, dpi=dpi, bleed=bleed)
    edge = 2 * round(3 / 25.4 * dpi) if bleed else 0
    image = picture(done.folder / "back.png")
    assert image.size == (round(size.width_mm / 25.4 * dpi) + edge, round(size.height_mm / 25.4 * dpi) + edge)
    assert corners(image) == {RED}


def test_a_contact_sheet_shows_every_face(tmp_path):
    done = export(tmp_path, "png", fake.deck(7), dpi=100)
    sheet = picture(done.folder / "contact-sheet.png")
    columns = columns_for(7)
    across, down = sheet.width // columns, sheet.height // -(-7 // columns)
    paper = [
        n for n in range(columns * -(-7 // columns))
        if sheet.getpixel((n % columns * across + across // 2, n // columns * down + down // 4)) == PAPER
    ]  # fmt: skip
    assert paper == list(range(7))


def test_cards_with_backs_of_their_own(tmp_path):
    deck = fake.deck(2)
    deck = replace(deck, cards=tuple(replace(card, back=fake.face(f"{n} back", "#1F6FB5")) for n, card in
                                     enumerate(deck.cards)))  # fmt: skip
    done = export(tmp_path, "mpc", deck)
    assert [name for name in done.files if name.endswith("png")] == [
        "backs/01.png", "backs/02.png", "fronts/01.png", "fronts/02.png",
    ]  # fmt: skip
    assert corners(picture(done.folder / "backs/02.png")) == {(0x1F, 0x6F, 0xB5)}


def test_the_same_deck_gives_the_same_bytes_whatever_the_threads_do(tmp_path):
    folders = [export(tmp_path / name, "png", fake.deck(30), dpi=60).folder for name in "ab"]
    one, other = ({p.name: p.read_bytes() for p in folder.iterdir()} for folder in folders)
    assert one == other
    assert len(one) == 33
    assert len({data for name, data in one.items() if name[:2].isdigit()}) == 30, "no page twice, none mixed up"


@pytest.mark.parametrize("target", ["png", "press", "tts"])
def test_steps_are_counted(tmp_path, target):
    done, deck = [], fake.deck(5)
    export_deck(deck, target, ExportOptions(), tmp_path / target, step=lambda: done.append(1))
    assert len(done) == steps(deck)


def test_names_sort_in_order_and_suit_every_file_system():
    cards = [CardFace(name, name, fake.back) for name in ("01", "Ac", "rc?", "a/b: c", "5")]
    assert file_names(cards) == ["01", "02-Ac", "03-rcq", "04-a-b-c", "05"]
    assert len(file_names([cards[1]] * 120)[0].split("-")[0]) == 3
    assert safe("../../etc") == "etc"
    assert safe("con") != "con", "a device of Windows"
    assert safe("cafe\u0301") == "caf\u00e9", "as a Mac spells it"


def test_png_is_what_pillow_reads_back():
    image = Image.effect_noise((37, 21), 80).convert("RGB")
    assert picture(io.BytesIO(png_bytes(from_picture(image), 300))).tobytes() == image.tobytes()


def test_what_a_target_has_no_use_for_is_refused():
    for target, options, said in (
        ("mpc", {"card": CARDS["bridge"]}, "takes poker cards only, not bridge"),
        ("tgc", {"card": CARDS["tcg"]}, "no deck of tcg cards that we know: --card can be poker, bridge, mini, 1.2"),
        ("press", {"dpi": 600}, "--dpi means nothing to press"),
        ("png", {"url": "https://example.org"}, "--url means nothing to png: it is for tts"),
        ("png", {"intent": "swop"}, "--intent means nothing to png: it is for press and dtc"),
        ("mpc", {"bleed": False}, "--bleed means nothing to mpc"),
        ("png", {"dpi": 5}, "from 50 to 1200"),
    ):
        with pytest.raises(PrintError, match=said):
            check_export(target, ExportOptions(**options))


@pytest.mark.parametrize(
    ("card", "deck", "pixels"),
    [
        ("poker", "Poker Deck", (825, 1125)),
        ("bridge", "Bridge Deck", (750, 1125)),
        ("mini", "Mini Deck", (600, 825)),
        ("tarot", "Tarot Deck", (900, 1500)),
        ("square", "Small Square Deck", (825, 825)),
        ("3.5x5.5in", "Jumbo Deck", (1125, 1725)),
        ("88.9x88.9mm", "Square Deck", (1125, 1125)),
    ],
)
def test_the_game_crafter_takes_its_own_sizes(tmp_path, card, deck, pixels):
    export(tmp_path, "tgc", fake.deck(1), card=parse_card(card))
    folder = tmp_path / "out"
    assert f"For The Game Crafter, {deck}: {pixels[0]} × {pixels[1]} pixels" in (folder / "README.txt").read_text(
        "utf-8"
    )
    for file in ("01.png", "back.png"):
        with Image.open(folder / "fake" / file) as picture:
            assert picture.size == pixels


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    with pytest.raises(PrintError, match="holds other things"):
        export(tmp_path, "png")
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]
    (folder / "thesis.txt").unlink()
    export(tmp_path, "tgc")
    with pytest.raises(PrintError, match="another export"):
        export(tmp_path, "mpc")
    export(tmp_path, "tgc", fake.deck(2))
    assert len(list((folder / "fake").glob("0*.png"))) == 2, "nothing is left of the deck of three"
    (folder / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match=r"“thesis.txt”, which would be lost"):
        export(tmp_path, "tgc", fake.deck(2))
    assert (folder / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize("target", ["png", "press", "tts"])
def test_what_goes_wrong_half_way_leaves_nothing(tmp_path, target):
    def broken(ink, size):
        raise OSError(28, "No space left on device")

    deck = fake.deck(9)
    deck = replace(deck, cards=(*deck.cards, CardFace("x", "x", broken)))
    with pytest.raises(OSError, match="No space"):
        export(tmp_path, target, deck)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_while_writing_leaves_nothing(tmp_path, monkeypatch):
    def full(self, data):
        if self.name == "02.png":
            raise OSError(28, "No space left on device")
        return os.path.getsize(self.parent)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        export(tmp_path, "png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("home")
def test_the_command_itself():
    done = ran("cardgen", "export", "png", "west", "--dpi", "60", "-o", "pictures")
    assert (done.returncode, done.stdout) == (0, "pictures\n")
    assert "28 pictures of 164 × 224 pixels at 60 dpi" in done.stderr
    assert Path("pictures/01-rc1.png").is_file()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tgc", "west", "--card", "tcg"), "The Game Crafter has no deck of tcg cards"),
        (("png", "wast"), "did you mean west?"),
        (("png", "liars-lair"), "--facts"),
        (("fax", "west"), "is not one of"),
    ],
)
def test_what_the_command_refuses_is_one_sentence(words, said):
    refused = ran("cardgen", "export", *words)
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert said in refused.stderr


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("target", TARGETS)
def test_the_readme_of_an_export_opens_with_the_command_that_writes_it_again(target):
    Path("Two quests.csv").write_text("title,text\nBridge,Cross it.\nDragon,Feed it.\n")
    more = {"png": ("--dpi", "60", "--no-bleed"), "tts": ("--url", "https://example.org/a"), "svg": ("--sprite",)}
    words = ("Two quests.csv", "--ink", "low", *more.get(target, ()))
    for folder, asked in (("one", words), ("two", (str(Path("Two quests.csv").absolute()), *words[1:]))):
        assert call("export", target, *asked, "-o", folder).exit_code == 0
    first = Path("one/README.txt").read_text().splitlines()[0]
    assert first == Path("two/README.txt").read_text().splitlines()[0]
    assert shlex.split(first)[:3] == ["cardgen", "export", target]
    assert sorted(shlex.split(first)[3:]) == sorted(words)
    assert call(*shlex.split(first)[1:], "-o", "again").exit_code == 0
    one, again = (
        {path.relative_to(folder): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
        for folder in ("one", "again")
    )
    assert one == again
    assert call("export", target, *words, "-o", "one").exit_code == 0, "the folder is known again"
    assert "another export" in refusal("export", "png" if target != "png" else "tgc", "Two quests.csv", "-o", "one")
    made = cardgen.deck("Two quests.csv").export(target, "python", ink="low", **keywords(more.get(target, ())))
    line = (made.folder / "README.txt").read_text().splitlines()[0]
    assert sorted(shlex.split(line)) == sorted(shlex.split(first))


def keywords(options):
    """Options of the command line as keywords of the library."""
    return {
        "--dpi": {"dpi": 60, "bleed": False},
        "--url": {"url": "https://example.org/a"},
        "--sprite": {"sprite": True},
    }.get(options[0] if options else "", {})
