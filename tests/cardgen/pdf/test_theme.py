"""Themes: the built-in ones are good, and what can't be read is refused in one sentence."""

import pytest

from cardgen.errors import PrintError
from cardgen.pdf import type as fonts
from cardgen.pdf.theme import HARLEQUIN, READABLE, contrast, mix, read_theme, texts, warnings

GOOD = """
[colours]
paper = "#FFFFFF"
ink = "#000000"
red = "#C00000"
yellow = "#F0B000"
green = "#008040"
blue = "#2060B0"
"""


@pytest.mark.parametrize("name", ["harlequin", "seaside", "Lacquer"])
def test_built_in_themes_have_nothing_to_warn_about(name):
    theme = read_theme(name)
    assert warnings(theme) == []
    assert all(contrast(text, ground) >= READABLE for _, text, _, ground in texts(theme.palette))


def test_the_default_is_the_file_that_explains_it():
    assert read_theme("harlequin") == HARLEQUIN


def test_what_is_left_out_is_mixed(tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD)
    theme = read_theme(str(tmp_path / "mine.toml"))
    assert theme.name == "mine"
    assert theme.palette.red.tint == mix("#C00000", "#FFFFFF", 0.8) == "#F2CCCC"
    assert theme.palette.black.base == "#000000"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('green = "#008040"', ""), "mine lacks the colour green"),
        (
            ('ink = "#000000"', 'ink = "#A0A0A0"'),
            r"can’t be read: ink \(#A0A0A0\) on paper \(#FFFFFF\) has a contrast of 2.6, and 4.5 is the least",
        ),
        (('red = "#C00000"', 'red = "#FF8080"'), r"red \(#FF8080\) on paper"),
        (('blue = "#2060B0"', 'blue = "navy"'), 'gives blue as "navy"'),
        (("[colours]", "[colors]"), r"no table \[colours\]"),
        (("[colours]", 'corner = "wavy"\n[colours]'), "known: quarter, bevel, square"),
        (("[colours]", 'frame = "barbed"\n[colours]'), 'frame = "barbed"; known: harlequin, lacquer'),
        (
            ("[colours]", '[fonts]\ntext = "comic"\n[colours]'),
            "none of serif, serif-semibold, serif-black, italic",
        ),
        (("[colours]", '[fonts]\nsigns = "sans"\n[colours]'), "a font for signs; known: title, text, indices, label"),
        (("[colours]", "[colours"), "can't be read"),
    ],
)
def test_a_bad_theme_is_refused(tmp_path, change, sentence):
    (tmp_path / "mine.toml").write_text(GOOD.replace(*change))
    with pytest.raises(PrintError, match=sentence):
        read_theme(str(tmp_path / "mine.toml"))


def test_all_that_is_missing_or_wrong_is_named_at_once(tmp_path):
    text = GOOD.replace('green = "#008040"', "").replace('paper = "#FFFFFF"', "").replace("#2060B0", "navy")
    (tmp_path / "mine.toml").write_text(text + 'sun = 7\nblack = { tint = "#12" }\n')
    with pytest.raises(PrintError) as caught:
        read_theme(str(tmp_path / "mine.toml"))
    assert str(caught.value) == (
        'the theme mine lacks the colours paper, green and gives blue as "navy", black.tint as "#12", sun as "7";'
        ' a colour is written like "#D0331F"'
    )


@pytest.mark.parametrize("name", ["serif", "sans-bold", "Italic", "SourceSansPro-Bold", "source sans pro semibold"])
def test_fonts_have_the_names_of_deck_files_and_their_full_ones(tmp_path, name):
    (tmp_path / "mine.toml").write_text(f'{GOOD}\n[fonts]\ntext = "{name}"\n')
    assert read_theme(str(tmp_path / "mine.toml")).fonts.text in fonts.FONTS


def test_an_unknown_theme_names_the_known_ones():
    with pytest.raises(PrintError, match="known: harlequin, lacquer and seaside"):
        read_theme("nowhere")


def test_mixing_and_contrast():
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#123456", "#123456") == 1
