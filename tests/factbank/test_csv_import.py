"""A table's own jokes from a CSV file."""

import pytest
from click.testing import CliRunner

from factbank.cli import program
from factbank.errors import FactError
from factbank.jokes import read_csv as read
from factbank.jokes import title_for


def facts_of(tmp_path, text, **more):
    path = tmp_path / "pairs.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, more.get("seed", 1))


def texts(made):
    return [{card.text for card in pair.cards} for pair in made.facts.pairs]


def test_two_sentences_a_row_and_a_title_if_there_is_one(tmp_path):
    made = facts_of(tmp_path, "Ann sings.,Ann hums.,Ann’s Voice\nBob naps.,Bob reads.\n\n")
    assert texts(made) == [{"Ann sings.", "Ann hums."}, {"Bob naps.", "Bob reads."}]
    assert [pair.title for pair in made.facts.pairs] == ["Ann’s Voice", "Bob"]
    assert [card.number for card in made.facts.cards] == [1, 2, 3, 4]
    assert [pair.key for pair in made.facts.pairs] == ["hand-made/pairs/1", "hand-made/pairs/2"]


@pytest.mark.parametrize(
    "text",
    [
        "title,first,second\nT,Ann sings.,Ann hums.\n",
        "First;Second;Title\nAnn sings.;Ann hums.;T\n",
        "Ann sings.\tAnn hums.\tT\n",
        "\ufeffAnn sings.,Ann hums.,T\r\n",
        '"Ann sings.","Ann hums.","T"',
        "Erster Satz;Zweiter Satz;Titel\nAnn sings.;Ann hums.;T\n",
        "une phrase,son contraire,titre\nAnn sings.,Ann hums.,T\n",
        "文一,文二,題\nAnn sings.,Ann hums.,T\n",
        "Ann sings.\tAnn hums.\tT\r\n".encode("utf-16"),
        "\ufeffFirst;Second;Title\r\nAnn sings.;Ann hums.;T\r\n".encode("utf-16-be"),
    ],
)
def test_heads_delimiters_and_marks_of_other_programs(tmp_path, text):
    made = facts_of(tmp_path, text)
    assert texts(made) == [{"Ann sings.", "Ann hums."}]
    assert made.facts.pairs[0].title == "T"


def test_a_windows_spreadsheet(tmp_path):
    assert texts(facts_of(tmp_path, "Zoë sings.,Zoë hums.".encode("cp1252"))) == [{"Zoë sings.", "Zoë hums."}]


TABLES = [
    "Ann sings.,\n", "A b.,C d.\nAnn sings.,Ann sings.\n", "A b.,C d.\nA b.,E f.\n", "A b.,C d.,T\nE f.,G h.,t\n",
    f"{'x' * 91},C d.\n", f"A b.,C d.,{'x' * 25}\n", "Well, Ann sings., Ann hums.,T\n", "A\u202eb.,C d.\n", "",
    "first,second\n", b"\x00\x01", "A b.,\n,C d.\n", 'A b.,"C\nd\ne."\nE f.,\n', '"A b.,C d.\n', '"A b."x,C d.\n',
    ",".join("abcdefghijklmnopqrstuvw"), "Ann sings an song,Ann hums a very long and winding tune about soup.\n",
]  # fmt: skip


def test_every_fault_is_named_with_line_and_column_and_what_is_unwise_is_remarked(tmp_path, snapshot):
    said = []
    for text in TABLES:
        try:
            heard = facts_of(tmp_path, text).remarks
        except FactError as error:
            heard = str(error).replace(f"{tmp_path}/", "").split("; ")
        said += [f"{text!r}", *(f"  {sentence}" for sentence in heard)]
    assert "\n".join(said) == snapshot


def test_one_pair_is_one_pair(tmp_path):
    (tmp_path / "own.csv").write_text("Ann sings.,Ann hums.\n", "utf-8")
    made = CliRunner().invoke(program, ["import", str(tmp_path / "own.csv"), "-o", str(tmp_path / "own.json")])
    assert made.exit_code == 0, made.output
    assert "1 pair," in made.output
    assert "1 pairs" not in made.output


def test_the_order_of_the_columns_is_not_that_of_the_cards(tmp_path):
    rows = "".join(f"A{number} b.,C{number} d.,T{number}\n" for number in range(60))
    made = facts_of(tmp_path, rows)
    first = sum(pair.cards[0].text.startswith("A") for pair in made.facts.pairs)
    assert 15 < first < 45
    assert facts_of(tmp_path, rows).facts == made.facts
    assert facts_of(tmp_path, rows, seed=2).facts != made.facts


def test_titles_are_made_of_what_both_sentences_speak_of(tmp_path):
    assert title_for("Goats are fond of prunes.", "Goats hate prunes.") == "Goats & Prunes"
    assert len(title_for("x" * 40 + " y", "x" * 40 + " z")) <= 24
    made = facts_of(tmp_path, "Ann sings.,Ann hums.\nAnn naps.,Ann reads.\n")
    assert [pair.title for pair in made.facts.pairs] == ["Ann", "Ann 2"]
