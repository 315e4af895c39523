"""Decks as data: they print like ours, and whatever is wrong in one is a sentence with file, line and column or box."""

import json

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.art.icons import ICONS
from cardgen.custom.deckfile import BACKS, card_of, read_deck
from cardgen.custom.draw import FONTS
from cardgen.errors import PrintError
from cardgen.export import ExportOptions
from cardgen.export.pictures import CardPages, pixel_frame
from cardgen.layout import CARDS, SheetOptions
from cardgen.pdf.ink import Document, Size
from cardgen.print.preview import card_picture
from cardgen.print.sheets import print_deck
from liarsdeck.files import templates
from tests.cardgen.custom.command import cardgen
from tests.cardgen.pictures import picture
from tests.sampling import spread

TOML = """\
title = "Fjord Birds"
back = "scales"

[box.name]
at = [6, 6, 51.5, 10]
text = "{{ bird }}"
font = "title"

[box.sign]
at = [16, 20, 31.5, 26]
icon = "{{ sign }}"
colour = "{{ tone }}"
"""
CSV = """\
bird,sign,tone,copies
Puffin,fish,red,2
Heron,moon,blue,
Eider,plum,green,3
"""


@pytest.fixture
def birds(tmp_path):
    def write(toml=TOML, csv=CSV, **changed):
        for old, new in changed.values():
            assert old in toml + csv
            toml, csv = toml.replace(old, new), csv.replace(old, new)
        (tmp_path / "birds.toml").write_text(toml, encoding="utf-8")
        (tmp_path / "birds.csv").write_text(csv, encoding="utf-8")
        return tmp_path / "birds.toml"

    return write


def drawn(deck, number=0, **options):
    return card_picture(deck.cards[number].draw, Size(bleed_mm=0), SheetOptions(**options), 60)


def test_a_deck_is_a_deck_like_ours(birds, tmp_path):
    deck = read_deck(birds())
    assert (deck.name, deck.title, deck.back_turns) == ("birds", "Fjord Birds", True)
    assert [card.name for card in deck.cards] == ["Puffin"] * 2 + ["Heron"] + ["Eider"] * 3
    assert deck.cards[0].draw is deck.cards[1].draw, "copies are stored once"
    assert deck.cards[2].text == "Heron"
    print_deck(deck, SheetOptions(cover=False), tmp_path / "out.pdf")
    with pypdfium2.PdfDocument(tmp_path / "out.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    assert [text.count(name) for name in ("Puffin", "Heron", "Eider")] == [2, 1, 3]


def test_sheet_options_only_copies_preview_and_exports_work_on_it(birds, tmp_path):
    file = birds()
    out = tmp_path / "out.pdf"
    done = cardgen("deck", file, "--only", "Heron", "--copies", "4", "--sides", "short", "--paper", "letter", "-o", out)
    assert done.status == 0, done.err
    assert "4 cards on 1 sheet of Letter: 3 × 3 poker" in done.err
    done = cardgen("deck", file, "--preview", "-o", tmp_path / "out.png")
    assert done.status == 0
    assert Image.open(tmp_path / "out.png").width > 300
    done = cardgen("export", "tts", file, "-o", tmp_path / "table")
    assert done.status == 0, done.err
    assert (tmp_path / "table" / "birds.json").is_file()
    assert "did you mean Heron?" in cardgen("deck", file, "--only", "Hern", "-o", out).err


def test_the_deck_brings_its_card_size_unless_another_is_asked_for(birds, tmp_path):
    file = birds(size=('back = "scales"', 'card = "tarot"'))
    assert card_of(file).name == "tarot"
    out = tmp_path / "out.pdf"
    assert "tarot on A4" in cardgen("deck", file, "--paper", "a4", "-o", out).err
    assert "mini on A4" in cardgen("deck", file, "--paper", "a4", "--card", "mini", "-o", out).err


def test_the_deck_brings_its_theme_unless_another_is_asked_for(birds, tmp_path):
    """A theme of ours by its name, or a file beside the deck; in decks, pictures, boxes and exports alike."""

    def shown(file, *more):
        done = cardgen("show", "puffin", "--deck", file, "--dpi", "60", *more, "-o", tmp_path / "x.png")
        assert done.status == 0, done.err
        return (tmp_path / "x.png").read_bytes()

    plain, seaside = shown(birds()), shown(birds(), "--theme", "seaside")
    named = birds(theme=('back = "scales"', 'back = "scales"\ntheme = "seaside"'))
    assert shown(named) == seaside != plain
    assert shown(named, "--theme", "harlequin") == plain
    (tmp_path / "own.toml").write_bytes((templates() / "themes" / "seaside.toml").read_bytes())
    assert shown(birds(theme=('back = "scales"', 'theme = "own.toml"\nback = "scales"'))) == seaside
    for verb, out in (("deck", "deck.pdf"), ("extras", "box")):
        files = [tmp_path / name / out for name in ("plain", "named")]
        for file, text in zip(files, ("", 'theme = "seaside"\n'), strict=True):
            done = cardgen(verb, birds(theme=("back", f"{text}back")), "--paper", "a4", "--no-cover", "-o", file)
            assert done.status == 0, done.err
        one, other = (file / "tuck-box.pdf" if verb == "extras" else file for file in files)
        assert one.read_bytes() != other.read_bytes()


def test_a_theme_with_a_back_of_its_own_says_that_it_replaces_the_decks(birds, tmp_path):
    said = 'birds.toml: the theme lacquer has a back of its own in place of "scales"'
    for words, times in ((["--theme", "lacquer"], 1), ([], 0)):
        done = cardgen("deck", birds(), *words, "--no-cover", "-o", tmp_path / "out.pdf")
        assert (done.status, done.err.count(said)) == (0, times)


@pytest.mark.parametrize("name", ["nowhere", "nowhere.toml", "birds.toml"])
def test_a_theme_that_is_none_is_refused_with_its_line(birds, tmp_path, name):
    file = birds(theme=("back =", f'theme = "{name}"\nback ='))
    done = cardgen("deck", file, "-o", tmp_path / "out.pdf")
    assert done.status == 2
    assert done.err.startswith("cardgen: birds.toml, line 2: ")
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.pdf").exists()


def test_a_spreadsheet_alone_is_a_deck(tmp_path):
    (tmp_path / "jokes.csv").write_text("Question;Answer\nWhy?;Because.\nWho?;Nobody.\n", encoding="utf-8")
    deck = read_deck(tmp_path / "jokes.csv")
    assert [(card.name, card.text) for card in deck.cards] == [("Whyq", "Why?\nBecause."), ("Whoq", "Who?\nNobody.")]
    (tmp_path / "jokes.toml").write_text('title = "Jokes"\n[box.q]\nat = [5, 5, 50, 50]\ntext = "{{ Question }}"\n')
    assert read_deck(tmp_path / "jokes.csv").cards[0].text == "Why?", "with a layout beside it, that is its layout"


def test_cards_may_stand_in_the_file_itself(tmp_path):
    (tmp_path / "d.toml").write_text('[[cards]]\nname = "A"\nn = 2\n[[cards]]\nname = "B"\nn = 3\nQty = 2\n')
    assert [card.text for card in read_deck(tmp_path / "d.toml").cards] == ["A\n2\nn", "B\n3\nn", "B\n3\nn"]


def test_every_icon_is_drawn_and_is_its_own(tmp_path):
    (tmp_path / "i.csv").write_text("icon\n" + "\n".join(ICONS), encoding="utf-8")
    (tmp_path / "i.toml").write_text('cards = "i.csv"\n[box.i]\nat = [5, 5, 53, 70]\nicon = "{{ icon }}"\n')
    deck = read_deck(tmp_path / "i.toml")
    seen = {drawn(deck, number).tobytes(): name for number, name in enumerate(ICONS)}
    assert len(seen) >= len(ICONS) - 2, "a heart is a heart and a suit, a diamond is nearly a lozenge"
    for number, name in enumerate(ICONS):
        picture = drawn(deck, number).convert("L")
        dark = picture.point(lambda value: 255 * (value < 200)).getbbox()
        assert dark, name
        left, top, right, bottom = (value / 60 * 25.4 for value in dark)
        assert left > 4, name
        assert right < 59, name
        assert (left + right) / 2 == pytest.approx(31.5, abs=3.5), name
        assert (top + bottom) / 2 == pytest.approx(40, abs=3.5), name


@pytest.mark.parametrize(("font", "back"), spread(sorted(FONTS), BACKS))
def test_every_font_and_back_there_is(birds, font, back):
    deck = read_deck(birds(font=('"title"', f'"{font}"'), back=('"scales"', f'"{back}"')))
    assert drawn(deck).getextrema()


def test_a_text_is_as_large_as_its_box_allows_and_never_smaller_than_can_be_read(birds, tmp_path):
    file = birds(size=('font = "title"', "size = 40"))
    file.with_suffix(".csv").write_text(
        CSV + "The wandering albatross of the southern ocean and its many friends,x,ink,\n"
    )
    file.write_text(file.read_text().replace('icon = "{{ sign }}"', ""))
    print_deck(read_deck(file), SheetOptions(cover=False), tmp_path / "o.pdf")
    with pikepdf.open(tmp_path / "o.pdf") as pdf:
        sizes = {round(float(operands[1]), 2) for operands, operator in pikepdf.parse_content_stream(pdf.pages[0])
                 if str(operator) == "Tf"}  # fmt: skip
        for form in pdf.objects:
            if isinstance(form, pikepdf.Stream) and form.get("/Subtype") == "/Form":
                sizes |= {round(float(o[1]), 2) for o, op in pikepdf.parse_content_stream(form) if str(op) == "Tf"}
    assert max(sizes) > 25
    assert 7 <= min(sizes) < 20


def test_low_ink_leaves_the_ground_white_and_thin_rules_solid(birds):
    deck = read_deck(birds(ground=('back = "scales"', 'ground = "blue"')))
    assert drawn(deck).getpixel((3, 3)) == (0x1F, 0x6F, 0xB5)
    assert drawn(deck, low_ink=True).getpixel((3, 3)) == (255, 255, 255)
    for height, at, colour in ((2, (75, 144), (0x22, 0x1F, 0x2B)), (8, (75, 150), (255, 255, 255))):
        file = birds(icon=('icon = "{{ sign }}"', 'fill = "ink"'), at=("[16, 20, 31.5, 26]", f"[6, 60, 50, {height}]"))
        assert drawn(read_deck(file), low_ink=True).getpixel(at) == colour


def test_a_box_may_be_for_some_cards_only_and_stand_twice(birds):
    plain = read_deck(birds(icon=('icon = "{{ sign }}"', 'fill = "red"\nwhen = "{{ tone == \'blue\' }}"')))
    assert drawn(plain, 0).getpixel((75, 75)) != (0xD0, 0x33, 0x1F)
    assert drawn(plain, 2).getpixel((75, 75)) == (0xD0, 0x33, 0x1F)
    twice = read_deck(birds(icon=('icon = "{{ sign }}"', 'fill = "red"\ntwice = true')))
    card = drawn(twice)
    assert card.getpixel((75, 75)) == card.getpixel((card.width - 76, card.height - 76)) == (0xD0, 0x33, 0x1F)


FAULTS = [
    ("moon", "mooon"),
    ("blue", "bleu"),
    ("red,2", "red,two"),
    ("{{ bird }}", "{{ brid }}"),
    ("Heron,moon,blue,", "Heron,moon"),
    ("Heron", '"Heron'),
    ("51.5, 10", "61.5, 10"),
    ("51.5, 10", "51.5, 0"),
    ("at = [6, 6, 51.5, 10]", ""),
    ('"title"', '"titel"'),
    ("font =", "fnt ="),
    ("[6, 6, 51.5, 10]", '["6", 6, 51.5, 10]'),
    ("title =", "titel ="),
    ('"scales"', '"scale"'),
    ('"scales"', '"scales'),
    ('font = "title"', "smallest = 4"),
    ("Heron", "Heron ☃"),
    ('icon = "{{ sign }}"', 'image = "{{ sign }}.png"'),
    ('icon = "{{ sign }}"', 'image = "https://x.org/{{ sign }}.png"'),
    ("back = ", 'card = "pokr"\nback = '),
    ("back = ", 'cards = "brids.csv"\nback = '),
]


def test_a_fault_is_one_sentence_that_says_where(birds, tmp_path, snapshot):
    said = []
    for change in FAULTS:
        done = cardgen("deck", birds(change=change), "-o", tmp_path / "out.pdf")
        assert done.status == 2
        assert all(line.startswith("cardgen: birds.") for line in done.err.splitlines()), done.err
        assert not (tmp_path / "out.pdf").exists()
        said.append("{!r} -> {!r}\n{}".format(*change, done.err.strip().replace(str(tmp_path), "FOLDER")))
    assert "\n".join(said) == snapshot


def test_all_faults_of_a_deck_and_its_table_are_told_at_once(birds, tmp_path):
    file = birds(
        top=('back = "scales"', 'bak = "scales"\ncard = 7\ntheme = "nowhere"\nmarkup = 1'),
        box=('font = "title"', 'font = "titel"\nfnt = "x"\nsize = "large"'),
        sign=("{{ sign }}", "{{ sing }}"),
        tone=("{{ tone }}", "{{ tony }}"),
        row=("Heron,moon,blue,", "Heron,moon"),
        copies=("green,3", "green,three"),
    )
    done = cardgen("deck", file, "-o", tmp_path / "out.pdf")
    assert (done.status, done.out) == (2, "")
    assert [line.removeprefix("cardgen: birds.").partition(";")[0] for line in done.err.splitlines()] == [
        'toml, line 2: a deck has no "bak"',
        'toml, line 4: there is no theme "nowhere"',
        "toml, line 3: card is a text in quotes",
        'csv, line 3: column "tone" is missing (2 cells for 4 columns)',
        "toml, line 5: markup is true or false",
        'toml, line 11: box "name" has no "fnt"',
        'toml, line 12: box "name": size is a number',
        'toml, line 10: box "name": there is no font "titel"',
        'toml, line 16: box "sign" asks for the column "sing", which is missing in birds.csv',
        'toml, line 17: box "sign" asks for the column "tony", which is missing in birds.csv',
        'csv, line 4, column "copies": "three" is no number from 0 to 1000',
    ]
    file = birds(
        moon=("moon", "mooon"), blue=("blue", "bleu"), plum=("plum", "https://x.org/p.png"), two=("red,2", "red,two")
    )
    done = cardgen("deck", file, "-o", tmp_path / "out.pdf")
    assert [line.removeprefix("cardgen: birds.csv, ")[:22] for line in done.err.splitlines()] == [
        'line 2, column "copies',
        'line 3, column "tone":',
        'line 3, column "sign":',
        'line 4, column "sign":',
    ]
    done = cardgen("deck", birds(csv="bird,sign,tone\n" + "Puffin,fsh,red\n" * 30), "-o", tmp_path / "out.pdf")
    assert done.err.count("\n") == 21
    assert done.err.endswith("cardgen: there are 10 more faults\n")


@pytest.mark.parametrize("words", [("deck", "x.pdf"), ("export", "x"), ("extras", "x")])
def test_one_missing_folder_is_made_and_a_mistyped_path_is_refused(birds, tmp_path, words):
    verb, name = words
    words = ("export", "png", birds()) if verb == "export" else (verb, birds())
    done = cardgen(*words, "-o", tmp_path / "no" / "such" / name)
    said = f"{tmp_path / 'no' / 'such' / name} cannot be written: there is no folder {tmp_path / 'no'}"
    assert (done.status, done.err) == (2, f"cardgen: {said}\n")
    assert not (tmp_path / "no").exists()
    done = cardgen(*words, "-o", tmp_path / "new" / name)
    assert (done.status, (tmp_path / "new" / name).exists()) == (0, True), done.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("markup = yes", "line 3: write true or false, in small letters, not yes"),
        ("markup = True", "line 3: write true or false, in small letters, not True"),
        ("game = Birds", "line 3: a text stands in quotes, and Birds has none"),
        ("game = ", "line 3: the value is no text in quotes, no number and no list"),
        (
            "game = Birds\n[box.x\nat [1, 2]",
            (
                "line 3: a text stands in quotes, and Birds has none; line 4: a heading ends with ]; "
                "line 5: a key and its value have = between them"
            ),
        ),
    ],
)
def test_a_word_that_toml_does_not_know_is_told_as_it_is_meant(birds, tmp_path, line, said):
    done = cardgen("deck", birds(line=('back = "scales"', f'back = "scales"\n{line}')), "-o", tmp_path / "out.pdf")
    assert (done.status, done.err) == (2, f"cardgen: birds.toml: {said}\n")


def test_a_fault_of_a_box_is_told_where_the_box_is(birds, tmp_path):
    """Not in the first row of the table, which has nothing to do with it."""
    done = cardgen("deck", birds(icon=("{{ sign }}", "https://x.org/a.png")), "-o", tmp_path / "out.pdf")
    assert done.err.startswith('cardgen: birds.toml, line 11: box "sign": nothing is fetched from another machine')
    assert done.err.count("\n") == 1


def test_each_printed_card_has_a_number_of_its_own(birds):
    deck = read_deck(birds(text=("{{ bird }}", "{{ bird }} {{ number }}/{{ total }}")))
    assert [card.text for card in deck.cards] == [
        "Puffin 1/6", "Puffin 2/6", "Heron 3/6", "Eider 4/6", "Eider 5/6", "Eider 6/6",
    ]  # fmt: skip
    own = read_deck(
        birds(text=("{{ bird }}", "{{ bird }} {{ number }}"), tone=(",tone", ",Number"), c=("{{ tone", "{{ number"))
    )
    assert [card.text for card in own.cards][:3] == ["Puffin red", "Puffin red", "Heron blue"]


def test_a_text_that_does_not_fit_says_which_and_writes_nothing(birds, tmp_path):
    out = tmp_path / "out.pdf"
    done = cardgen("deck", birds(change=("Heron", "Heron " * 300)), "-o", out)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert 'birds.csv, line 3: the text of box "name" does not fit 51.5 × 10 mm in 7 points: “Heron' in done.err
    assert not list(tmp_path.glob("*out*"))
    done = cardgen("export", "png", birds(change=("Heron", "Heron " * 300)), "-o", tmp_path / "png")
    assert done.status == 2
    assert not (tmp_path / "png").exists()


def test_a_deck_without_cards_and_too_many(birds):
    with pytest.raises(PrintError, match=r"birds.csv holds no cards"):
        read_deck(birds(csv="bird,sign,tone\n"))
    with pytest.raises(PrintError, match="makes 11000 cards; the most is 10000"):
        read_deck(birds(csv="bird,sign,tone,copies\n" + "a,fish,red,1000\n" * 11))


def test_a_picture_on_every_card_is_stored_once(tmp_path):
    (tmp_path / "many.csv").write_text("name\n" + "\n".join(f"Card {n}" for n in range(12)), encoding="utf-8")
    Image.effect_noise((90, 120), 60).save(tmp_path / "noise.png")
    (tmp_path / "many.toml").write_text(
        'cards = "many.csv"\n[box.picture]\nat = [0, 0, 63.5, 88.9]\nimage = "noise.png"\n'
        '[box.name]\nat = [5, 5, 50, 10]\ntext = "{{ name }}"\n'
    )
    print_deck(read_deck(tmp_path / "many.toml"), SheetOptions(cover=False), tmp_path / "o.pdf")
    with pikepdf.open(tmp_path / "o.pdf") as pdf:
        images = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert len(images) == 1


def test_one_card_is_shown_at_the_size_of_its_deck(birds, tmp_path):
    file = birds(size=('back = "scales"', 'card = "tarot"'))
    done = cardgen("show", "Heron", "--deck", file, "--dpi", "100", "-o", tmp_path / "h.png")
    assert done.status == 0, done.err
    with Image.open(tmp_path / "h.png") as image:
        assert image.size == pytest.approx((70 / 25.4 * 100, 120 / 25.4 * 100), abs=1)


def test_a_wide_card_lies_on_its_side_at_the_table(birds, tmp_path):
    file = birds(size=('back = "scales"', 'card = "88.9x63.5mm"'))
    assert cardgen("export", "tts", file, "-o", tmp_path / "t").status == 0
    (deck,) = json.loads((tmp_path / "t" / "birds.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert deck["SidewaysCard"]
    assert all(card["SidewaysCard"] for card in deck["ContainedObjects"])


TOKENS = ["[", '"', "{{", "}}", "{% if", "=", "-1", "1e308", "nan", "\\", "\x00", "é", "[box]", "[[cards]]", "x" * 900]


@given(
    which=st.sampled_from(["toml", "csv"]),
    at=st.integers(0, 10**6),
    cut=st.integers(0, 12),
    put=st.sampled_from(TOKENS) | st.text(max_size=6),
)
def test_whatever_is_changed_in_a_file_is_a_deck_or_one_sentence(tmp_path_factory, which, at, cut, put):
    folder = tmp_path_factory.mktemp("fuzz")
    texts = {"toml": TOML, "csv": CSV}
    text = texts[which]
    at %= len(text)
    texts[which] = text[:at] + put + text[at + cut :]
    for kind, held in texts.items():
        (folder / f"birds.{kind}").write_bytes(held.encode("utf-8", "surrogatepass"))
    said: tuple[str, ...] = ()
    try:
        deck = read_deck(folder / "birds.toml")
        if len(deck.cards) < 40:
            print_deck(deck, SheetOptions(cover=False), folder / "out.pdf")
    except PrintError as fault:
        said = fault.sentences
    assert all("\n" not in one and len(one) < 900 for one in said)
    assert not (said and (folder / "out.pdf").exists())


def test_what_ends_at_the_edge_goes_on_into_the_bleed(birds):
    file = birds(icon=('icon = "{{ sign }}"', 'fill = "red"'), at=("[16, 20, 31.5, 26]", "[0, 0, 63.5, 30]"))
    deck = read_deck(file)
    for name, card in (("poker", Size()), ("tarot", Size(70, 120))):
        frame = pixel_frame(
            CARDS[name], 50, round((card.width_mm + 6) * 50 / 25.4), round((card.height_mm + 6) * 50 / 25.4)
        )
        pages = CardPages(Document("x"), frame, ExportOptions(card=CARDS[name]))
        pages.add(deck.cards[0].draw)
        image = picture(pages.bytes(), 1)
        for x in (1, image.width // 2, image.width - 2):
            assert image.getpixel((x, 1)) == (0xD0, 0x33, 0x1F), name
            assert image.getpixel((x, image.height - 2)) == (0xFB, 0xF7, 0xEF), name
