"""Templates of decks: what a card's text needs works, and nothing else does."""

import pytest

from cardgen.custom.deckfile import MOST_TEXT, Templates
from cardgen.custom.draw import Source
from cardgen.custom.table import variable
from cardgen.errors import PrintError

ROW = {"card_name": "Ann Bee", "power": "7", "tags": "sea;cold", "number": 1, "total": 9, "line": 4}
SOURCE = Source("deck.toml", '[box.a]\nat = [1, 2, 3, 4]\ntext = "…"\n')


def fill(template):
    return Templates(SOURCE, ("Card Name", "power", "tags"), "deck.csv").ready(template, "box.a", "text")(ROW, 4)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("plain", "plain"),
        ("{{ card_name }} {{ number }}/{{ total }}", "Ann Bee 1/9"),
        ("{{ card_name | upper }}", "ANN BEE"),
        ("{{ power | int * 2 + 1 }}", "15"),
        ("{% if power | int > 5 %}strong{% else %}weak{% endif %}", "strong"),
        ("{{ 'red' if 'sea' in tags else 'blue' }}", "red"),
        ("{{ tags | replace(';', ', ') }}", "sea, cold"),
        ("{{ card_name[:3] ~ '.' }}", "Ann."),
        ("{{ 'odd' if number is odd else 'even' }}", "odd"),
        ("{# nothing #}{{ '' | default('x') }}", ""),
    ],
)
def test_what_a_card_needs(template, text):
    assert fill(template) == text


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{% for a in tags %}x{% endfor %}", "loops"),
        ("{{ range(9) }}", "calls"),
        ("{{ tags.upper() }}", "calls"),
        ("{{ power.__class__ }}", "asks for a part"),
        ("{{ ''['__class__'] }}", "cannot be filled"),
        ("{% set a = 1 %}", "assigns"),
        ("{% include 'x' %}", "include"),
        ("{{ 9 ** 9 }}", "raises to a power"),
        ("{{ tags | center(99999999) }}", 'unknown filter "center"'),
        ("{{ tags | upperr }}", "did you mean upper"),
        ("{{ powr }}", 'asks for the column "powr", which is missing in deck.csv; did you mean power'),
        ("{{ ", "cannot be read"),
        ("{{ " + "(" * 900 + "1" + ")" * 900 + " }}", "nested too deeply"),
        ("x" * 2001, "2001 characters"),
    ],
)
def test_what_it_does_not_need_is_refused_before_anything_is_filled(template, said):
    with pytest.raises(PrintError, match=said) as fault:
        fill(template)
    assert str(fault.value).startswith(("deck.toml, line 3: ", "deck.csv, line 4: "))


@pytest.mark.parametrize(
    "template",
    [
        "{{ tags * 99999999 }}",
        "{{ '%099999999d' % 5 }}",
        "{{ '%099999999d' is even }}",
        "{{ 999999999999 * 999999999999 * 999999999999 }}",
        "{{ 'aaaaaaaaaaaaaaaa' | replace('a', '" + "b" * 400 + "') | replace('b', '" + "c" * 400 + "') }}",
        "{{ 5 // 0 }}",
        "{{ (" + "~".join(["'" + "x" * 90 + "'"] * 20) + ")|replace('x', 'yyyy')|length }}",
    ],
)
def test_nothing_asks_for_all_the_memory_there_is(template):
    with pytest.raises(PrintError, match=r'deck\.csv, line 4: box "a" cannot be filled'):
        fill(template)


def test_the_filters_of_a_deck_read_as_much_as_cards_need(monkeypatch):
    monkeypatch.setattr("cardgen.custom.deckfile.MOST_WORK", 10_000)
    fill = Templates(SOURCE, ("a",), "deck.csv").ready("{{ a|upper|lower|title|length }}", "box.a", "text")
    assert fill({"a": "x" * 1_000}, 4) == "1000"
    assert fill({"a": "x" * 1_000}, 5) == "1000"
    with pytest.raises(PrintError, match=r"line 6: .*the filters of this deck have too much to read"):
        fill({"a": "x" * 1_000}, 6)


def test_a_text_that_fits_on_no_card():
    with pytest.raises(PrintError, match=f"the most is {MOST_TEXT}"):
        fill(" ~ ".join(["{{ '" + "x" * 900 + "'", "'" + "y" * 900 + "'", "card_name"]) + " }}" + "z" * 300)


def test_columns_are_spelt_so_that_templates_can_say_them():
    assert [variable(name) for name in ("bird", "Card Name", "2nd", "größe", "a-b")] == [
        "bird", "card_name", "column_2nd", "größe", "a_b",
    ]  # fmt: skip
    assert Templates(SOURCE, ("Card Name",), "x").column("{{ card_name }}") == "Card Name"
    assert Templates(SOURCE, ("Card Name",), "x").column("{{ card_name }}!") == ""


@pytest.mark.parametrize(
    "template",
    [
        "{{ " + "not " * 199 + "card_name }}",
        "{{ " + " and ".join(["card_name"] * 130) + " }}",
        "{{ card_name" + "|upper" * 250 + " }}",
        "{{ " + "-" * 300 + "1 }}",
        "{% if card_name %}" * 60 + "x" + "{% endif %}" * 60,
        "{{ " + "(" * 300 + "card_name" + ")" * 300 + " }}",
    ],
    ids=["not", "and", "filters", "minus", "if", "brackets"],
)
def test_depth_is_refused_in_a_sentence_before_it_takes_its_time(template):
    with pytest.raises(PrintError, match="nested too deeply"):
        fill(template)


@pytest.mark.parametrize("digits", ["99999999", "-99999999", "13", "card_name"])
def test_round_has_as_many_digits_as_a_number(digits):
    with pytest.raises(PrintError, match="round is for 0 to 12 digits"):
        fill(f"{{{{ 1|round({digits}, 'floor') }}}}")


def test_no_part_of_a_text_is_had_by_its_name():
    for part in ("format", "__class__", "upper"):
        with pytest.raises(PrintError, match="cannot be filled"):
            fill(f"{{{{ card_name['{part}'] }}}}")
    assert fill("{{ card_name[0] }}{{ card_name[-1] }}") == "Ae"
