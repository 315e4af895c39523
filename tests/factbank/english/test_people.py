"""The packs whose people, families and towns are Faker's: other names in other locales, the same English sentences."""

from random import Random

import pytest

from cardgen.pdf import type as typeset
from factbank import factfile, measure
from factbank.check import load, sentence_faults
from factbank.deal.deal import Wish, new_facts
from factbank.english.names import pool
from factbank.errors import FactError
from factbank.fill import Filler
from factbank.packs.reader import built_in_names
from tests.factbank.some_packs import SOUND
from tests.sampling import some

NAMES = ("neighbours", "firms")
PACKS = [load(name) for name in NAMES]
TOPICS = [topic for pack in PACKS for topic in pack.topics]
LOCALES = ("en_US", "de_DE", "fr_FR", "pl_PL", "es_ES")
OTHERS = ("en_GB", "it_IT", "nl_NL", "sv_SE", "da_DK", "fi_FI", "no_NO", "cs_CZ", "hu_HU", "tr_TR", "ro_RO", "az_AZ")
KINDS = sorted({words.faker for topic in TOPICS for words in topic.slots.values() if words.faker})
# The least share of fillings that may survive: names are longer in some languages.
SURVIVAL = {"en_US": 0.7}


def names_in(locale):
    """The names that a locale can put into a sentence."""
    return {kind: {one if isinstance(one, str) else one[0] for one in pool(kind, locale).entries} for kind in KINDS}


def fillings(locale, many, seed=1):
    return measure.sample(TOPICS, many, Random(seed), locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_sentences_pass_the_check_and_most_fillings_fit(locale):
    for filling in fillings(locale, 400):
        for text in (filling.first, filling.second):
            assert list(sentence_faults(text)) == [], text
    for topic in TOPICS:
        filler, rng = Filler(topic, locale), Random(topic.id)
        draws = some(range(120), 2)
        alive = sum(filler.draw(rng) is not None for _ in draws)
        assert alive >= len(draws) * SURVIVAL.get(locale, 0.5), (topic.id, filler.thrown)


@pytest.mark.parametrize("locale", LOCALES[2::2])
def test_neither_half_has_a_form_of_its_own_in_any_locale(locale):
    every = [topic for name in built_in_names() for topic in load(name).topics]  # claims are balanced over the bank
    found = measure.by_position(measure.sample(every, 1_500, Random(1), locale))
    for feature, row in found.items():
        assert abs(row["first has more"] - row["first has fewer"]) < 0.08, feature
        assert abs(row["first"] - row["second"]) < (1 if feature == "characters" else 0.05), feature


def test_a_locale_changes_the_names_of_a_deck_and_leaves_the_english_alone():
    german, english = names_in("de_DE"), names_in("en_US")
    for filling in fillings("de_DE", 400, seed=2):
        text = filling.first
        for (slot, words), entry in zip(filling.topic.slots.items(), filling.entries, strict=False):
            if words.faker:
                assert entry in german[words.faker], (slot, entry)
                assert any(name in text for name in entry.split())
                for name in (entry, *entry.split()):
                    text = text.replace(name, " ")
        # Without the names there is nothing left but our own words.
        assert text.isascii() or set(text) - set(map(chr, range(128))) <= set("’“”é"), text
    wishes = [Wish(pairs=12, seed=5, packs=NAMES, locale=locale) for locale in ("en_US", "de_DE")]
    decks = [new_facts(wish).facts for wish in wishes]
    assert [deck.locale for deck in decks] == ["en_US", "de_DE"]
    for deck, mine, other in ((decks[0], english, german), (decks[1], german, english)):
        for pair in deck.pairs:
            said = pair.cards[0].text
            assert any(part in said for kind in KINDS for name in mine[kind] for part in (name, *name.split()))
            assert not any(name in said for name in other["person"] - mine["person"])


@pytest.mark.parametrize(("locale", "signs"), [("de_DE", "äöüß"), ("fr_FR", "éèç"), ("pl_PL", "łśź"), ("es_ES", "áíñ")])
def test_accents_survive_the_fact_file(tmp_path, locale, signs):
    decks = (new_facts(Wish(pairs=8, seed=seed, packs=NAMES, locale=locale)).facts for seed in range(20))
    made = next(
        deck
        for deck in decks
        if not set(signs).isdisjoint("".join(card.text for card in deck.cards))
        and not set(signs).isdisjoint("".join(pair.title for pair in deck.pairs))
    )
    path = tmp_path / "facts.json"
    factfile.write(made, path)
    assert factfile.read(path) == made


@pytest.mark.parametrize("locale", [*LOCALES, *some(OTHERS, 3)])
def test_the_card_fonts_have_every_sign_of_every_name(locale):
    signs = "".join(sorted(set().union(*(set(name) for names in names_in(locale).values() for name in names))))
    assert not any(typeset.missing(signs, font) for font in typeset.FONTS)


@pytest.mark.parametrize("locale", ["el_GR", "ru_RU", "uk_UA", "bg_BG", "ja_JP"])
def test_a_locale_in_other_letters_is_refused_whatever_is_drawn(locale, tmp_path):
    for seed in range(3):
        with pytest.raises(FactError, match=r"too few names of the kind .* in Latin letters"):
            new_facts(Wish(pairs=1, seed=seed, locale=locale))
    # Packs without names have nothing to ask of it.
    (plain := tmp_path / "plain.toml").write_text(SOUND, "utf-8")
    assert len(new_facts(Wish(pairs=3, seed=1, packs=(str(plain),), locale=locale)).facts.pairs) == 3
