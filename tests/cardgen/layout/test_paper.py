import pytest

from cardgen.errors import PrintError
from cardgen.layout import CARDS, PAPERS, default_paper, format_length, parse_card, parse_length, parse_paper


@pytest.mark.parametrize(
    ("text", "mm"),
    [("3mm", 3), ("3", 3), (" 0.125in ", 3.175), ("1cm", 10), ("72pt", 25.4), ("-.5 mm", -0.5), ('1"', 25.4)],
)
def test_lengths(text, mm):
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["", "mm", "3 feet", "three", "1e3", "3mm 4mm", "nan"])
def test_no_length(text):
    with pytest.raises(PrintError, match="--gap cannot be"):
        parse_length(text, "gap")


@pytest.mark.parametrize("name", ["A4", "a4", "Letter", "LETTER", "tabloid", " legal "])
def test_papers_by_name(name):
    assert parse_paper(name) is PAPERS[name.strip().lower()]


def test_custom_paper_is_upright():
    assert (parse_paper("297x210mm").width_mm, parse_paper("8.5x11in").height_mm) == (210, pytest.approx(279.4))
    assert parse_paper("330x210").name == "210x330mm"


def test_cards():
    assert parse_card("Poker") is CARDS["poker"]
    assert parse_card("2.5x3.5in").width_mm == pytest.approx(63.5)
    assert CARDS["poker"].radius_mm == 3.2
    assert parse_card("mini").radius_mm == pytest.approx(2.24, abs=0.01)


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        *((parse_paper, text) for text in ("A9", "20x20mm", "x", "210x", "9000x210mm", "-210x297")),
        *((parse_card, text) for text in ("huge", "3x3mm", "63.5x", "900x90mm")),
    ],
)
def test_no_paper_and_no_card(parse, text):
    with pytest.raises(PrintError):
        parse(text)


@pytest.mark.parametrize(
    ("env", "paper"),
    [
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "fr_CA"}, "letter"),
        ({"LANG": "es_MX.UTF-8"}, "letter"),
        ({"LANG": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "C.UTF-8"}, "a4"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "de_DE", "LC_ALL": "en_US.UTF-8", "LC_PAPER": "de_DE"}, "letter"),
        ({}, "a4"),
    ],
)
def test_the_locale_chooses_the_paper(monkeypatch, env, paper):
    for name in ("LC_ALL", "LC_PAPER", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert default_paper() is PAPERS[paper]


def test_the_sizes_that_are_known_by_name():
    assert [(paper.name, paper.width_mm, paper.height_mm) for paper in PAPERS.values()] == [
        ("A4", 210, 297), ("A3", 297, 420), ("Letter", 215.9, 279.4), ("Legal", 215.9, 355.6),
        ("Tabloid", 279.4, 431.8),
    ]  # fmt: skip
    assert [(card.name, card.width_mm, card.height_mm) for card in CARDS.values()] == [
        ("poker", 63.5, 88.9), ("tcg", 63, 88), ("bridge", 57.15, 88.9), ("tarot", 70, 120), ("mini", 44.45, 63.5),
        ("square", 63.5, 63.5),
    ]  # fmt: skip


@pytest.mark.parametrize(("parse", "text"), [(parse_paper, "50x2000"), (parse_card, "25x400"), (parse_card, "400x25")])
def test_the_least_and_the_largest_paper_and_card(parse, text):
    assert parse(text).name == f"{text}mm"


@pytest.mark.parametrize(
    ("parse", "text", "sides"),
    [
        (parse_paper, "49.9x200", "50 to 2000"), (parse_paper, "200x2000.1", "50 to 2000"),
        (parse_card, "24.9x90", "25 to 400"), (parse_card, "90x400.1", "25 to 400"),
    ],
)  # fmt: skip
def test_less_than_the_least_and_more_than_the_largest(parse, text, sides):
    with pytest.raises(PrintError, match=f"each side must be from {sides} mm"):
        parse(text)


@pytest.mark.parametrize(
    ("mm", "text"), [(3, "3mm"), (3.0, "3mm"), (10, "10mm"), (0.1, "0.1mm"), (3.175, "3.17mm"), (0, "0mm")]
)
def test_a_length_in_words(mm, text):
    assert format_length(mm) == text
