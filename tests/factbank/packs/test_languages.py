"""Packs in other languages than English: their notation, their checks, and the decks that are drawn from them."""

import json
from pathlib import Path

import pytest

from factbank import factfile, facts
from factbank.check import check, sentence_faults
from factbank.english.grammar import contracted
from factbank.errors import FactError
from factbank.looks import divided, face, thing_of
from factbank.packs.reader import all_built_in, built_in, built_in_names
from liarsdeck.language import codes, language
from tests.programs import ran

OTHERS = [code for code in codes() if built_in(code) and code != "en"]
PACK = """
format = 1
language = "de"
[words]
tiere = [{ n = "die Gans", pl = "Gänse" }, { n = "der Igel", pl = "Igel" }, { n = "das Kamel", pl = "Kamele" }]
rufe = [{ a = "Nur mit Termin", b = "Nur zu dritt" }]
[[topic]]
id = "schild"
theme = "animals"
kind = "landmark"
shape = "schild"
lock = "said"
emblem = "goat"
thing = "sign"
premise = "Tiere haben ein Schild."
title = "{{ tier.pl }} und das Schild"
slots = { tier = "tiere", m = "rufe" }
about = ["tier"]
opening = "Auf dem einzigen Schild der {{ tier.pl }} steht"
endings = ["„{{ m.a }}“", "„{{ m.b }}“"]
"""


def pack(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = PACK
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "gans.toml").write_text(text, encoding="utf-8")
    return tmp_path / "gans.toml"


def test_no_two_packs_of_any_language_have_one_name():
    assert len(all_built_in()) == sum(len(built_in(code)) for code in codes())


@pytest.mark.parametrize("code", ["en", *OTHERS])
def test_packs_that_come_with_the_program_have_no_fault_and_each_topic_declares_a_lock_that_holds(code):
    for path in built_in(code).values():
        made, faults = check(path)
        assert made.language == code
        assert [str(fault) for fault in faults if not fault.advice] == []
        assert all(topic.lock for topic in made.topics), path


@pytest.mark.parametrize("code", OTHERS)
def test_a_deck_has_the_language_in_its_file_and_its_own_quotation_marks(code):
    made = facts(10, seed=5, language=code)
    assert (made.language, made.locale) == (code, language(code).locale)
    document = factfile.format_facts(made)
    assert json.loads(document)["language"] == code
    assert factfile.parse(json.loads(document), "it") == made
    texts = [card.text for card in made.cards]
    assert not any("”" in text for text in texts)
    quoted = [pair for pair in made.pairs if language(code).quotes[0] in pair.cards[0].text]
    assert quoted, "no pair of this seed quotes anything"
    for pair in quoted:
        assert pair.parts.texts == tuple(card.text for card in pair.cards)
    assert {pack.name for pack in made.packs} <= {*built_in_names(code)}


def test_quoted_endings_stand_on_their_thing_without_marks(tmp_path):
    made = facts(2, seed=1, packs=(str(pack(tmp_path)),), language="de")
    pair = made.pairs[0]
    assert thing_of(pair) == "sign"
    opening, endings, closing = divided(pair)
    assert opening.startswith("Auf dem einzigen Schild der ")
    assert set(endings) == {"„Nur mit Termin.“", "„Nur zu dritt.“"}
    assert closing == ""
    assert {face(made, card.number).ending for card in pair.cards} == {"Nur mit Termin.", "Nur zu dritt."}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("der {{ tier.pl }} steht", "der {{ tier.pl | a }} steht"), "Filters are English"),
        (("Nur zu dritt", "Nur mit Bier"), "Bier"),
        (("einzigen Schild der", "einzigen Schild ist manchmal der"), "manchmal"),
        (('language = "de"', 'language = "xx"'), "unknown language"),
    ],
)
def test_faults_of_another_language_are_found(tmp_path, change, said):
    _, faults = check(pack(tmp_path, change))
    told = [str(fault) for fault in faults if not fault.advice]
    assert any(said in fault for fault in told), told


def test_two_words_are_one_where_a_language_says_them_so():
    said = "Inés y Ignacio van a el bar de el pueblo, o Olga y Hilario a El Olivo."
    assert contracted(said, "es") == "Inés e Ignacio van al bar del pueblo, u Olga e Hilario a El Olivo."
    assert contracted(said, "de") == said
    faults = [what for what, _ in sentence_faults("La vaca vive detrás de el bar.", "es")]
    assert faults == ["two words that are said as one, where an ending begins"]


def test_a_theme_without_emblems_needs_one_by_name(tmp_path):
    _, faults = check(pack(tmp_path, ('emblem = "goat"\n', ""), ('theme = "animals"', 'theme = "tiere"')))
    assert [fault for fault in faults if "no emblem is named" in str(fault)]


def test_a_deck_has_one_language(tmp_path):
    with pytest.raises(FactError, match="is in de, and the deck in en"):
        facts(2, packs=(str(pack(tmp_path)),))
    with pytest.raises(FactError, match="titles of each card’s own are for English"):
        facts(2, packs=(str(pack(tmp_path)),), language="de", titles="own")
    done = ran("factbank", "new", "--language", "xx")
    assert done.returncode == 2
    assert "there is no language “xx”" in done.stderr
