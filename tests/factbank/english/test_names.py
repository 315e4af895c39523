"""Names from Faker: filtered, the same every time, other ones in other locales."""

import pytest

from factbank.check import load
from factbank.english import names
from factbank.english.lists import lines, words
from factbank.english.names import plain, pool, why_not
from factbank.errors import FactError
from factbank.packs.reader import FAKER_KINDS, PERSON_FORMS, built_in_names

KNOWN = {plain(line) for line in (*lines("people.txt"), *lines("capitals.txt"))}
SHUNNED = words("banned") | words("loaded-names")


@pytest.mark.parametrize("locale", ["en_US", "de_DE", "fr_FR"])
@pytest.mark.parametrize("kind", FAKER_KINDS)
def test_no_list_holds_anybody_known_any_capital_or_a_loaded_word(locale, kind):
    found = pool(kind, locale)
    assert len(found.entries) >= names.LEAST
    for entry in found.entries:
        text = entry if isinstance(entry, str) else entry[0]
        assert plain(text) not in KNOWN
        assert SHUNNED.isdisjoint(plain(text).split())
        assert text == text.strip()


# Heard as an insult, a part of the body, or somebody whom nobody wants at the table; read off the lists by hand.
PLACES = frozenset(
    {"villages", "towns", "cities", "ports", "hotels", "castles", "manors", "apps", "planets", "airlines"}
)
LOADED = [
    "ponce", "bender", "sexton", "pratt", "hess", "mosley", "koch", "trujillo", "salazar", "chavez", "randy",
    "willie", "fanny", "karen", "mercedes", "ebony", "isis", "kike", "puto", "fagan", "hoare", "trump", "hitler",
    "gay", "hooker", "dick", "cocks", "noriega", "batista", "wang", "lynch", "savage", "gore", "pope", "moody",
]  # fmt: skip


@pytest.mark.parametrize("locale", ["en_US", "en_GB", "de_DE", "es_ES"])
def test_no_name_is_an_insult(locale):
    for kind in FAKER_KINDS:
        for entry in pool(kind, locale).entries:
            said = plain(entry if isinstance(entry, str) else entry[0])
            assert set(LOADED).isdisjoint(said.split()), said


def test_no_invented_place_begins_with_an_insult():
    for name in built_in_names():
        for listed in load(name).words.values():
            for entry in listed.entries:
                if isinstance(entry, str) and entry[0].isupper() and listed.name in PLACES:
                    assert not any(word.startswith(tuple(LOADED)) for word in entry.casefold().split()), entry


def test_a_person_has_forms_that_agree():
    for row in pool("person", "en_US").entries:
        person = dict(zip(PERSON_FORMS, row, strict=True))
        assert person["name"] == f"{person['first']} {person['last']}"
        assert (person["he"], person["him"], person["his"]) in {("he", "him", "his"), ("she", "her", "her")}


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("Taylor Swift", "name", "person"), ("taylor swift", "name", "person"), ("Emma J. Watson", "name", "person"),
        ("Günter Grass", "name", "person"), ("Donald Trump", "name", "person"), ("Einstein", "last_name", "person"),
        ("Paris", "town", "capital"), ("São Tomé", "town", "capital"), ("Goldman and Sons", "company", "firm"),
        ("House", "last_name", "word"), ("Ann House", "person", "word"), ("House", "first_name", None),
        ("Bitch Ltd", "company", "word"), ("山田", "last_name", "script"), ("Иван", "first_name", "script"),
        ("A Name That Goes On And On For Ever", "name", "long"), ("Hester Quince", "name", None), ("Öst & Ångström", "company", None),  # noqa: E501
    ],
)  # fmt: skip
def test_the_filter_says_why(name, kind, why):
    assert why_not(name, kind) == why


def test_locales_change_the_names_and_the_list_is_the_same_every_time():
    german, english = pool("last_name", "de_DE").entries, pool("last_name", "en_US").entries
    assert len(set(german) & set(english)) < 40
    assert any("ü" in name for name in german)
    pool.cache_clear()
    assert pool("last_name", "de_DE").entries == german


def test_a_locale_that_is_none_is_refused():
    with pytest.raises(FactError, match="try de, de_AT"):
        pool("name", "de_XX")


@pytest.mark.parametrize("locale", ["en_US", "de_DE", "fr_FR", "pl_PL", "es_ES"])
def test_towns_can_be_said(locale):
    for town in pool("town", locale).entries:
        assert not any(letter * 3 in plain(town) for letter in "abcdefghijklmnopqrstuvwxyz"), town


def test_english_towns_are_one_word_and_no_stumble():
    joined = pool("town", "en_US").entries
    assert not any("’" in town for town in joined)
    assert not any(town.endswith(("sstow", "hham", "bbury", "mmouth", "ccombe", "wwick")) for town in joined)
    assert all(len(town) <= 13 for town in joined)
