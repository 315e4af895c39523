"""Pictures of one's own: cropped to the bleed, in print's colours, put in once; bad ones are one sentence."""

import io
import struct
import zlib

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image, ImageCms, ImageDraw

from cardgen.custom.art import MOST_DPI, art_drawing, open_art, replace_art, weakness
from cardgen.decks import DeckOptions, make_deck
from cardgen.errors import PrintError
from cardgen.export import ExportOptions, export_deck
from cardgen.layout import CARDS, SheetOptions
from cardgen.print.preview import card_picture
from cardgen.print.sheets import print_deck
from tests.cardgen import fake
from tests.cardgen.custom.command import cardgen

POKER = CARDS["poker"]


def picture(path, size=(900, 1260), mode="RGB", **how):
    image = Image.new("RGB", size, "#1F6FB5")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0], size[1] // 2), fill="#D0331F")
    draw.line((0, 0, *size), fill="white", width=9)
    image.convert(mode).save(path, **how)
    return path


def seen(path, **options):
    from cardgen.pdf.ink import Size

    return card_picture(art_drawing(open_art(path)), Size(bleed_mm=0), SheetOptions(**options), 60)


def images(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        held = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        return [(str(o.ColorSpace), int(o.Width), int(o.Height), "/SMask" in o) for o in held]


def near(one, other, by=3):
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def bomb(path, width, height):
    """A PNG of so many pixels in a few bytes."""

    def part(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", zlib.compress(b"\0" * 999)) + part(b"IEND", b""))
    return path


def test_a_back_is_put_in_once_and_covers_the_bleed(tmp_path):
    own = replace_art(fake.deck(30), picture(tmp_path / "b.png"), None, POKER)
    assert not own.deck.back_turns
    assert own.remarks == (
        "b.png is not the same when it is turned by half: a card that lies the other way round can be told by its back",
    )
    print_deck(own.deck, SheetOptions(cover=False), tmp_path / "o.pdf")
    data = (tmp_path / "o.pdf").read_bytes()
    ((space, width, height, mask),) = images(data)
    assert (space, mask) == ("/DeviceRGB", False)
    assert width / height == pytest.approx(69.5 / 94.9, abs=0.002), "cropped as the bleed is"
    assert len(data) < 400_000


@pytest.mark.parametrize("name", ["b.png", "b.jpg"])
def test_press_files_hold_it_in_four_inks_and_once(tmp_path, name):
    deck = replace_art(make_deck("west", DeckOptions()), picture(tmp_path / name), None, POKER).deck
    done = export_deck(deck, "press", ExportOptions(), tmp_path / "press")
    data = (done.folder / "west.pdf").read_bytes()
    ((space, _, _, mask),) = images(data)
    assert (space, mask) == ("/DeviceCMYK", False)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (held,) = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        parts = Image.open(io.BytesIO(held.read_raw_bytes())).convert("CMYK") if name == "b.jpg" else (
            Image.frombytes("CMYK", (int(held.Width), int(held.Height)), held.read_bytes())
        )  # fmt: skip
        packed = held.Filter if isinstance(held.Filter, pikepdf.Array) else [held.Filter]
        assert [str(one) for one in packed] == ["/DCTDecode" if name == "b.jpg" else "/FlateDecode"]
    assert max(sum(pixel) for _, pixel in parts.getcolors(parts.width * parts.height)) <= 255 * 2.41
    document = pypdfium2.PdfDocument(data)
    seen_there = document[1].render(scale=1).to_pil().convert("RGB")
    document.close()
    assert near(seen_there.getpixel((120, 60)), (0xD0, 0x33, 0x1F), 40), "neither inverted nor black"
    assert near(seen_there.getpixel((60, 200)), (0x1F, 0x6F, 0xB5), 40)


@pytest.mark.parametrize(
    ("name", "mode", "how"),
    [
        ("a.png", "RGB", {}),
        ("a.png", "RGBA", {}),
        ("a.png", "P", {}),
        ("a.jpg", "RGB", {"quality": 95}),
        ("a.jpg", "CMYK", {"quality": 95}),
        ("a.webp", "RGB", {"quality": 95}),
        ("a.tif", "CMYK", {}),
        ("a.bmp", "RGB", {}),
        ("a.gif", "P", {}),
    ],
)
def test_every_kind_of_file_looks_the_same(tmp_path, name, mode, how):
    image = seen(picture(tmp_path / name, mode=mode, **how))
    assert near(image.getpixel((120, 20)), (0xD0, 0x33, 0x1F), 12)
    assert near(image.getpixel((20, 190)), (0x1F, 0x6F, 0xB5), 12)


def test_sixteen_bits_grey_and_what_is_transparent(tmp_path):
    Image.new("I;16", (400, 560), 0x8000).save(tmp_path / "deep.png")
    assert near(seen(tmp_path / "deep.png").getpixel((70, 90)), (128, 128, 128))
    Image.new("LA", (400, 560), (0, 0)).save(tmp_path / "clear.png")
    assert near(seen(tmp_path / "clear.png").getpixel((70, 90)), (0xFB, 0xF7, 0xEF)), "what is transparent is paper"
    assert near(seen(tmp_path / "clear.png", low_ink=True).getpixel((70, 90)), (255, 255, 255))


def test_a_photograph_is_turned_as_its_camera_says(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    picture(tmp_path / "a.jpg", (1260, 900), exif=exif)
    art = open_art(tmp_path / "a.jpg")
    assert (art.width, art.height) == (900, 1260)
    assert near(seen(tmp_path / "a.jpg").getpixel((135, 100)), (0xD0, 0x33, 0x1F), 12)


def test_a_colour_profile_is_minded(tmp_path):
    def lab_of(profile):
        file = io.BytesIO()
        Image.new("RGB", (400, 560), (200, 60, 60)).save(file, "PNG", icc_profile=profile)
        (tmp_path / "a.png").write_bytes(file.getvalue())
        return seen(tmp_path / "a.png").getpixel((70, 90))

    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert near(lab_of(srgb), (200, 60, 60), 2)
    assert lab_of(b"no profile at all") == (200, 60, 60), "a broken profile is no reason not to print"


def test_the_middle_is_kept_and_nothing_is_finer_than_can_be_printed(tmp_path):
    wide = Image.new("RGB", (3000, 945), "#1F6FB5")
    wide.paste("#D0331F", (1425, 0, 1575, 945))
    wide.save(tmp_path / "wide.png")
    image = seen(tmp_path / "wide.png")
    assert near(image.getpixel((image.width // 2, 100)), (0xD0, 0x33, 0x1F))
    assert near(image.getpixel((5, 100)), (0x1F, 0x6F, 0xB5))
    deck = replace_art(fake.deck(1), picture(tmp_path / "b.png", (1800, 2520)), None, POKER).deck
    print_deck(deck, SheetOptions(cover=False), tmp_path / "o.pdf")
    ((_, width, _, _),) = images((tmp_path / "o.pdf").read_bytes())
    assert width == round(69.5 / 25.4 * MOST_DPI)


@pytest.mark.parametrize("pixels", [(547, 748), (548, 747), (548, 748)])
def test_the_least_size_is_said_and_is_enough(tmp_path, pixels):
    remarks = weakness(open_art(picture(tmp_path / "a.png", pixels)), 69.5, 94.9)
    if pixels == (548, 748):
        assert remarks == ""
    else:
        assert remarks.startswith("a.png is printed at ")
        assert remarks.endswith(f"{pixels[0]} × {pixels[1]} pixels on 69.5 × 94.9 mm; take at least 548 × 748")


def test_a_back_that_is_the_same_turned_needs_no_turning(tmp_path):
    half = picture(tmp_path / "a.png", (900, 630))
    whole = Image.new("RGB", (900, 1260))
    whole.paste(Image.open(half), (0, 0))
    whole.paste(Image.open(half).rotate(180), (0, 630))
    whole.save(tmp_path / "b.png")
    own = replace_art(fake.deck(2), tmp_path / "b.png", None, POKER)
    assert own.deck.back_turns
    assert own.remarks == ()


def test_files_are_named_after_cards_in_any_spelling(tmp_path):
    deck = make_deck("lizard", DeckOptions())
    folder = tmp_path / "art"
    folder.mkdir()
    for name in ("ah.png", "Ten of spades.jpg", "king_of-hearts.png", "snake.png", "lizard-in-green.png", "back.png"):
        picture(folder / name)
    (folder / "notes.txt").write_text("mine")
    (folder / ".hidden.png").write_text("")
    own = replace_art(deck, None, folder, POKER)
    changed = [new.title for old, new in zip(deck.cards, own.deck.cards, strict=True) if old.draw != new.draw]
    assert changed == [
        "Lizard in green", *[f"Snake in {tone}" for tone in ("black", "red", "blue", "green")],
    ] or set(changed) == {
        "Ace of hearts", "Ten of spades", "King of hearts", "Lizard in green", "Snake in green", "Snake in blue",
        "Snake in red", "Snake in black",
    }  # fmt: skip
    assert own.deck.back is not deck.back


def test_a_misspelt_file_is_left_out_and_told(tmp_path):
    folder = tmp_path / "art"
    folder.mkdir()
    picture(folder / "Ah.png")
    picture(folder / "Quen-of-spades.png")
    out = tmp_path / "o.pdf"
    done = cardgen("deck", "liar-poker", "--art", folder, "-o", out)
    assert done.status == 0
    assert "Quen-of-spades.png is left out: Liar Poker has no card of this name; did you mean Queen of spades.png?" in (
        done.err
    )
    assert cardgen("deck", "liar-poker", "--art", folder, "-q", "-o", out).err == ""
    (folder / "Ah.png").unlink()
    done = cardgen("deck", "liar-poker", "--art", folder, "-o", tmp_path / "p.pdf")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "is named after a card of Liar Poker, such as" in done.err
    assert "did you mean" in done.err


def test_a_file_from_a_mac_is_found_by_its_card(tmp_path):
    """There é is two signs in a file's name, and one where it is typed."""
    deck = fake.deck(1)
    deck = replace(deck, cards=(replace(deck.cards[0], title="Caf\u00e9"),))
    picture(tmp_path / "cafe\u0301.png")
    own = replace_art(deck, None, tmp_path, POKER)
    assert own.deck.cards[0].draw is not deck.cards[0].draw


def test_two_files_for_one_card(tmp_path):
    picture(tmp_path / "Ah.png")
    picture(tmp_path / "ah.jpg")
    with pytest.raises(PrintError, match=r"two files of .* are named after one card"):
        replace_art(make_deck("lizard", DeckOptions()), None, tmp_path, POKER)


def bad_files(folder):
    whole = picture(folder / "whole.png").read_bytes()
    made = {
        "text.png": (b"hello", "is no picture"),
        "empty.jpg": (b"", "is no picture"),
        "broken.png": (whole[: len(whole) // 2], "is damaged"),
        "page.pdf": (b"%PDF-1.4", "is no picture"),
        "script.eps": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "is no picture"),
    }
    for name, (data, _) in made.items():
        (folder / name).write_bytes(data)
    return {name: said for name, (_, said) in made.items()} | {
        bomb(folder / "large.png", 8000, 5000).name: "has 40 megapixels; a card needs one or two, and the most is 36",
        bomb(folder / "bomb.png", 60000, 60000).name: "has far too many pixels",
        bomb(folder / "short.png", 3000, 3000).name: "is damaged",
        "nothing.png": "there is no file",
        ".": "is a folder",
    }


def test_bad_pictures_are_one_sentence_and_leave_nothing(tmp_path):
    (tmp_path / "in").mkdir()
    for name, said in bad_files(tmp_path / "in").items():
        for command in (("deck", "west", "-o", tmp_path / "o.pdf"), ("export", "tgc", "west", "-o", tmp_path / "e")):
            done = cardgen(*command, "--back", tmp_path / "in" / name)
            assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), (name, done.err)
            assert said in done.err, name
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_a_file_that_changes_meanwhile_is_a_sentence_too(tmp_path):
    path = picture(tmp_path / "b.png")
    deck = replace_art(fake.deck(3), path, None, POKER).deck
    path.write_bytes(b"gone")
    from cardgen.custom import art

    art._prepared.cache_clear()
    with pytest.raises(PrintError, match=r"b\.png is damaged"):
        print_deck(deck, SheetOptions(cover=False), tmp_path / "o.pdf")
    assert not (tmp_path / "o.pdf").exists()


def test_what_is_no_folder_and_what_is_no_file(tmp_path):
    picture(tmp_path / "b.png")
    for words, said in (
        (("--art", tmp_path / "b.png"), "is no folder: --art names one that holds pictures"),
        (("--art", tmp_path / "x"), "there is no folder"),
        (("--back", "https://example.org/b.png"), "nothing is fetched: save https://example.org/b.png as a file"),
    ):
        done = cardgen("deck", "west", *words, "-o", tmp_path / "o.pdf")
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert said in done.err


def test_a_deck_a_picture_and_an_export_have_the_same_back(tmp_path):
    picture(tmp_path / "b.png", (200, 280))
    own = ("--back", tmp_path / "b.png")
    for words in (
        ("deck", "red-and-black", *own, "--paper", "a4", "-o", tmp_path / "deck.pdf"),
        ("show", "back", "--deck", "red-and-black", *own, "-o", tmp_path / "back.png"),
        ("export", "png", "red-and-black", *own, "--dpi", "60", "-o", tmp_path / "png"),
    ):
        done = cardgen(*words)
        assert done.status == 0, done.err
        assert "b.png is printed at 73 dpi and will look soft" in done.err
    assert len(images((tmp_path / "deck.pdf").read_bytes())) == 1
    for file in (tmp_path / "back.png", tmp_path / "png" / "back.png"):
        with Image.open(file) as image:
            assert near(image.getpixel((image.width * 2 // 3, image.height // 4)), (0xD0, 0x33, 0x1F))
            assert near(image.getpixel((image.width // 4, image.height * 3 // 4)), (0x1F, 0x6F, 0xB5))
