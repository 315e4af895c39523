"""Marked text: bold, italics and icons are set as such, on paper, in pictures and in exports; and only where asked."""

import ctypes
import json
import re
from pathlib import Path

import pypdfium2
import pytest
import reportlab

from cardgen.custom import markup
from cardgen.custom.deckfile import read_deck
from cardgen.custom.draw import setting
from cardgen.layout import SheetOptions
from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Size
from cardgen.print.preview import card_picture
from tests.cardgen.custom.command import cardgen

TOML = 'title = "M"\n%s\n[box.rules]\nat = [6, 10, 51.5, 60]\ntext = "{{ rules }}"\nfont = "%s"\nsize = 12\n'


@pytest.fixture
def deck(tmp_path):
    (tmp_path / "sword.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
        '<rect width="40" height="20" fill="#336699"/></svg>'
    )

    def write(rules, top="markup = true", font="text"):
        (tmp_path / "m.toml").write_text(TOML % (top, font), encoding="utf-8")
        (tmp_path / "m.csv").write_text(f'name,rules\nDrake,"{rules}"\n', encoding="utf-8")
        return tmp_path / "m.toml"

    return write


def printed(file, tmp_path, *more):
    """Print a deck: what is said, the words of its first page, and the words that each font has on it."""
    done = cardgen("deck", file, "--no-cover", *more, "-o", tmp_path / "out.pdf")
    assert done.status == 0, done.err
    fonts, buffer = {}, ctypes.create_string_buffer(99)
    with pypdfium2.PdfDocument(tmp_path / "out.pdf") as document:
        page = document[0].get_textpage()
        text = page.get_text_range()
        for at, character in enumerate(text):
            pypdfium2.raw.FPDFText_GetFontInfo(page, at, buffer, 99, ctypes.c_int())
            font = buffer.value.decode().rpartition("+")[2]
            fonts[font] = fonts.get(font, "") + character
    return done, {font: " ".join(words.split()) for font, words in fonts.items()}, " ".join(text.split())


def looks(text):
    (paragraph,) = markup.parse(text, lambda _: None)
    return "".join("_"[look.bold | look.italic << 1 : 1] or "bix"[(look.bold | look.italic << 1) - 1]
                   for look in paragraph.looks), paragraph.words  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words", "marks"),
    [
        ("a **b** c", "a b c", "__b__"),
        ("a *b* c", "a b c", "__i__"),
        ("***b*** c", "b c", "x__"),
        ("**a *b* c**", "a b c", "bbxbb"),
        ("2 * 3 * 4", "2 * 3 * 4", "_________"),
        (r"\*a\* \:flame: \\", r"*a* :flame: \ ".strip(), "_" * 13),
        ("snake_case _x_", "snake_case _x_", "_" * 14),
        ("at 10:30:45 <b>x</b> &amp;", "at 10:30:45 <b>x</b> &amp;", "_" * 26),
        ("**open", "**open", "______"),
    ],
)
def test_what_marks_mean(text, words, marks):
    assert looks(text) == (marks, words)


def test_icons_are_signs_of_their_own():
    (paragraph,) = markup.parse("**3** :flame::bow_tie: x", lambda _: None)
    assert paragraph.text == f"3 {markup.ICON * 2} x"
    assert [look.icon for look in paragraph.looks if look.icon] == ["flame", "bow_tie"]
    assert paragraph.words == "3 flamebow_tie x"


def test_bold_and_italics_are_printed_in_their_fonts(deck, tmp_path):
    done, pieces, text = printed(deck("Deal **three** damage, *at once*."), tmp_path)
    assert pieces[lettering.SERIF_SEMIBOLD] == "three"
    assert pieces[lettering.SERIF_ITALIC] == "at once"
    assert "Deal three damage, at once." in text
    assert "*" not in text
    assert "prints as it stands" not in done.err


def test_without_being_asked_for_asterisks_print_and_one_note_says_so(deck, tmp_path):
    done, _, text = printed(deck("Deal **three** :flame: and *now*", ""), tmp_path)
    assert "Deal **three** :flame: and *now*" in text
    assert done.err.count("prints as it stands") == 1
    assert 'm.csv, line 2: "**three**" prints as it stands; markup = true in m.toml sets it' in done.err
    done, _, text = printed(deck("Deal <b>three</b>", ""), tmp_path)
    assert "Deal <b>three</b>" in text
    assert '"<b>" prints as it stands; markup = true in m.toml sets **bold** and *italic*' in done.err
    for plain in ("2 < 3 > 1", "2 * 3, at 10:30:45, this: that:", "footnote*"):
        assert "prints as" not in printed(deck(plain, ""), tmp_path)[0].err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("flam", 'm.csv, line 2, column "rules": there is no icon "flam"; did you mean flame?'),
        ("blade.svg", 'm.csv, line 2, column "rules": there is no file'),
    ],
)
def test_an_unknown_icon_is_one_sentence(deck, tmp_path, name, said):
    done = cardgen("deck", deck(f"Deal 3 :{name}: now"), "-o", tmp_path / "out.pdf")
    assert done.status == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.pdf").exists()


def test_markup_is_true_or_false(deck, tmp_path):
    done = cardgen("deck", deck("x", 'markup = "yes"'), "-o", tmp_path / "out.pdf")
    assert (done.status, done.err) == (2, "cardgen: m.toml, line 2: markup is true or false\n")


def drawn(file, low=False, width=500):
    face = read_deck(file).cards[0]
    return card_picture(face.draw, Size(bleed_mm=0), SheetOptions(low_ink=low), width)


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("name", ["hearts", "sword.svg"])
def test_an_icon_stands_on_the_baseline_as_high_as_a_capital(deck, low, name):
    """Its ink is compared with that of an H in its place: same top and bottom, to a pixel or three of 500 dpi."""

    def rows(text):
        grey = drawn(deck(text), low).convert("L").point(lambda value: 255 * (value < 150))
        return grey.getbbox()[1::2]

    (top, bottom), (high, base) = rows("H"), rows(f":{name}:")
    assert abs(top - high) <= 4, (top, high)
    assert abs(bottom - base) <= 4, (bottom, base)


@pytest.mark.parametrize("font", ["text", "sans", "italic", "title"])
@pytest.mark.parametrize("text", ["**Bold** *at* :star: last " * 12, "**Bold** *at* :star: last"])
def test_lines_are_as_wide_as_they_look_and_none_is_wider_than_its_box(text, font):
    marked = markup.parse(text, lambda _: None)
    name = lettering.NAMES.get(font, lettering.SERIF if font == "text" else lettering.SERIF_SEMIBOLD)
    found = setting(text, 50.0, 60.0, name, 14.0, 7.0, 1.2, 0.0, marked)
    lines = list(markup.lines_of(marked, found.lines))
    assert " ".join(line.text for line in lines) == marked[0].text
    for line in lines:
        advances, kerns = markup.measure(line)(line.text, name)
        assert (sum(advances) + sum(kerns)) / 1000 * found.size_pt / lettering.POINTS_PER_MM <= 50 + 1e-6


def test_a_text_that_fits_no_more_is_told_without_its_marks(deck, tmp_path):
    done = cardgen("deck", deck("**" + "word " * 390 + "end**"), "-o", tmp_path / "out.pdf")
    assert done.status == 2
    assert "“word word" in done.err


def test_exports_and_the_card_s_name_have_the_words_without_marks(deck, tmp_path):
    file = deck("Deal **3** :flame:", 'markup = true\nname = "{{ name }} **{{ number }}**"')
    (card,) = read_deck(file).cards
    assert (card.name, card.title, card.text) == ("Drake-1", "Drake 1", "Deal 3 flame")
    assert cardgen("export", "tts", file, "-o", tmp_path / "table").status == 0
    objects = json.loads((tmp_path / "table" / "m.json").read_text())
    assert "Deal 3 flame" in json.dumps(objects)
    assert cardgen("export", "svg", file, "-o", tmp_path / "svg").status == 0
    (face,) = (tmp_path / "svg").glob("*Drake*.svg")
    assert re.search("<desc>Deal 3 flame</desc>", face.read_text(encoding="utf-8"))
    assert cardgen("deck", file, "--preview", "-o", tmp_path / "p.png").status == 0


def test_a_font_of_ones_own_has_no_bold_and_one_note_says_so(deck, tmp_path):
    (tmp_path / "own.ttf").write_bytes((Path(reportlab.__file__).parent / "fonts" / "Vera.ttf").read_bytes())
    (tmp_path / "own.toml").write_text(
        'name = "own"\n[colours]\npaper = "#FFFFFF"\nink = "#000000"\nred = "#AA0000"\nyellow = "#FFCC00"\n'
        'green = "#006600"\nblue = "#000099"\n[fonts]\ntext = "own.ttf"\n'
    )
    done, _, text = printed(deck("Deal **three**, *now*.", 'markup = true\ntheme = "own.toml"'), tmp_path)
    assert done.err.count('m.toml: box "rules" has a font without bold: it prints as the rest') == 1
    assert "Deal three, now." in text, "a font of 2048 units an em is set as tightly as one of 1000"


@pytest.mark.parametrize(
    ("rules", "sign"),
    [("Deal **3 damage", "**"), ("Deal 3** damage", "**"), ("Deal *3 damage", "*"), (r"Deal \*\*3", ""), ("2 * 3", ""),
     ("**a** *b*", ""), ("Goblin*", "")],
)  # fmt: skip
def test_what_is_opened_and_never_closed_gets_a_note(deck, tmp_path, rules, sign):
    done, _, _ = printed(deck(rules), tmp_path)
    said = f'm.csv, line 2, column "rules": "{sign}" is never closed and prints as it stands'
    assert (said in done.err, "never closed" in done.err) == (bool(sign), bool(sign))


def test_an_hourglass_in_a_line_of_text_is_no_box(deck):
    """A frame with a figure in it looks like the sign of a missing letter: it is narrow in the middle."""
    file = deck(":hourglass:")
    card = card_picture(read_deck(file).cards[0].draw, Size(bleed_mm=0), SheetOptions(), 600).convert("L")
    glass = card.crop(card.point(lambda value: 255 * (value < 128)).getbbox())
    dark = [sum(glass.getpixel((x, round(row * (glass.height - 1)))) < 128 for x in range(glass.width)) / glass.width
            for row in (0.0, 0.5, 1.0)]  # fmt: skip
    assert dark[0] > 0.9
    assert dark[1] < 0.4
    assert dark[2] > 0.9
