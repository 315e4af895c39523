"""A table's own jokes from a CSV file."""

from pathlib import Path

import pytest

from factbank import factfile
from factbank.errors import FactError
from factbank.jokes import read_csv as read
from factbank.jokes import title_for
from tests.programs import ran


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
        "title,first,second\nT,Zoë sings.,Zoë hums.\n",
        "First;Second;Title\nZoë sings.;Zoë hums.;T\n",
        "Zoë sings.\tZoë hums.\tT\n",
        "\ufeffZoë sings.,Zoë hums.,T\r\n",
        '"Zoë sings.","Zoë hums.","T"',
        "Erster Satz;Zweiter Satz;Titel\nZoë sings.;Zoë hums.;T\n",
        "une phrase,son contraire,titre\nZoë sings.,Zoë hums.,T\n",
        "文一,文二,題\nZoë sings.,Zoë hums.,T\n",
        "Zoë sings.\tZoë hums.\tT\r\n".encode("utf-16"),
        "\ufeffFirst;Second;Title\r\nZoë sings.;Zoë hums.;T\r\n".encode("utf-16-be"),
        "Zoë sings.;Zoë hums.;T\r\n".encode("cp1252"),
    ],
)
def test_heads_delimiters_and_marks_of_other_programs(tmp_path, text):
    made = facts_of(tmp_path, text)
    assert texts(made) == [{"Zoë sings.", "Zoë hums."}]
    assert made.facts.pairs[0].title == "T"


TABLES = [
    "Ann sings.,\n", "A b.,C d.\nAnn sings.,Ann sings.\n", "A b.,C d.\nA b.,E f.\n", "A b.,C d.,T\nE f.,G h.,t\n",
    f"{'x' * 91},C d.\n", f"A b.,C d.,{'x' * 25}\n", "Well, Ann sings., Ann hums.,T\n", "A\u202eb.,C d.\n", "",
    "first,second\n", b"\x00\x01", "A b.,\n,C d.\n", 'A b.,"C\nd\ne."\nE f.,\n', '"A b.,C d.\n', '"A b."x,C d.\n',
    ",".join("abcdefghijklmnopqrstuvw"), "Ann sings an song,Ann hums a very long and winding tune about soup.\n",
]  # fmt: skip


def test_marks_in_a_fact_stay_as_they_are_typed_and_are_remarked(tmp_path):
    made = facts_of(
        tmp_path, "Owls **never** blink.,Owls <b>always</b> blink.,Owls\n2 * 3 * 4 is more than 1 < 2.,2 is.,Sums\n"
    )
    assert {card.text for card in made.facts.cards} >= {"Owls **never** blink.", "Owls <b>always</b> blink."}
    said = [remark.partition("column ")[2] for remark in made.remarks if "bold" in remark]
    assert said == [
        f"“{column}”: “{mark}” prints as it is typed: a fact has no bold or italics"
        for column, mark in (("first", "**never*"), ("second", "<b>"))
    ]


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
    made = ran("factbank", "import", tmp_path / "own.csv", "-o", tmp_path / "own.json")
    assert "\n1 pair, kit " in made.stderr


def test_the_order_of_the_columns_is_not_that_of_the_cards(tmp_path):
    rows = "".join(f"A{number} b.,C{number} d.,T{number}\n" for number in range(60))
    made = facts_of(tmp_path, rows)
    first = sum(pair.cards[0].text.startswith("A") for pair in made.facts.pairs)
    assert 15 < first < 45
    assert facts_of(tmp_path, rows).facts == made.facts
    assert facts_of(tmp_path, rows, seed=2).facts != made.facts


def test_titles_are_made_of_what_both_sentences_speak_of(tmp_path):
    assert title_for("Goats are fond of prunes.", "Goats hate prunes.") == "Goats & Prunes"
    assert title_for("Ann owns a goat.", "Ann owns a dog.") == "Ann"
    assert title_for("Every goat sings.", "No goat sings.") == "Goat"
    assert title_for("Ann owns a blue goat.", "Ann never met a blue goat.") == "Ann & Goat"
    assert len(title_for("x" * 40 + " y", "x" * 40 + " z")) <= 24
    made = facts_of(tmp_path, "Ann sings.,Ann hums.\nAnn naps.,Ann reads.\n")
    assert [pair.title for pair in made.facts.pairs] == ["Ann", "Ann 2"]


def test_a_few_pairs_are_filled_up_from_the_bank_and_mixed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = ("Ann sings to Mad Margaret.,Ann hums to Mad Margaret.", "Ben won a pie race.,Ben lost a pie race.,Pie")
    Path("own.csv").write_text("\n".join(rows))
    mine = {text for row in rows for text in row.split(",")[:2]}
    seen, places = set(), set()
    for night in ("one", "two", "three"):
        words = ["import", "own.csv", "--pairs", 12, "--seed", 4, "--guest", "Dan", "-o", f"{night}.json"]
        done = ran("factbank", *words)
        assert done.returncode == 0, done.stderr
        assert "12 pairs (2 of your own), seed 4" in done.stderr
        facts = factfile.read(Path(f"{night}.json"))
        texts = [card.text for pair in facts.pairs for card in pair.cards]
        rest = [text for text in texts if text not in mine]
        assert len(facts.pairs) == 12
        assert mine < set(texts)
        assert len(set(texts)) == len(rest) + 4 == 24
        assert sum({card.text for card in pair.cards} < mine for pair in facts.pairs) == 2
        assert not any(word in text for text in rest for word in ("Margaret", "Ann ", "pie "))
        assert facts.guests == ("Dan",)
        assert seen.isdisjoint(rest), "the ledger knows the bank's pairs, and lets one's own come again"
        seen.update(rest)
        places.update(at for at, pair in enumerate(facts.pairs) if pair.cards[0].text in mine)
    assert len(places) > 2, "they stand anywhere among the others"


@pytest.mark.parametrize(("words", "said"), [
    ([], "a usual game has 15 pairs: --pairs 15 takes the rest from the bank"),
    (["--pairs", "1"], "2 jokes of your own want a pair each, but the deck has 1: ask for 2 or more"),
    (["--guest", "Ann"], "give --pairs too"),
])  # fmt: skip
def test_too_few_and_too_many_are_said(tmp_path, words, said):
    (tmp_path / "own.csv").write_text("Ann sings.,Ann hums.\nBen naps.,Ben reads.\n")
    assert said in ran("factbank", "import", tmp_path / "own.csv", *words, "-o", tmp_path / "f.json").stderr
    assert (tmp_path / "f.json").exists() == (not words)
    with pytest.raises(FactError, match="is a table: first make a fact file of it"):
        factfile.read(tmp_path / "own.csv")
