"""The fact file: round trips, codes, and refusals that name what is wrong."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbank import factfile as f
from factbank import kits
from factbank.errors import FactError


def pair(title="Goats & Prunes", one=17, two=4, first="Goats love prunes.", second="Goats hate prunes.", **more):
    return {"title": title, "cards": [{"number": one, "text": first}, {"number": two, "text": second}], **more}


def document(*pairs, **more):
    return {"format": 1, "pairs": list(pairs) or [pair()], **more}


words = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=12)
values = st.recursive(st.none() | st.booleans() | st.integers() | words, lambda inner: st.lists(inner, max_size=3))
extras = st.dictionaries(words.map("x-".__add__), values, max_size=2)


@st.composite
def all_facts(draw):
    count = draw(st.integers(1, 5))
    numbers = draw(st.permutations(range(1, 2 * count + 1)))
    pairs = []
    for index in range(count):
        cards = tuple(
            f.Card(number, f"{index}{half} {draw(words)}", draw(extras))
            for half, number in zip("ab", numbers[2 * index : 2 * index + 2], strict=True)
        )
        pairs.append(f.Pair(f"{index} {draw(words)}", cards, f"p/t/{index}", draw(words), draw(extras)))
    marks = (f.PackMark("cabinet", "00ff", draw(extras)),)
    return f.Facts(f.kit_code(pairs), tuple(pairs), draw(st.none() | st.integers()), "en_US", marks, draw(extras))


@settings(max_examples=40, deadline=None)
@given(all_facts())
def test_reading_what_was_written_gives_the_same_facts_with_every_unknown_field(tmp_path_factory, facts):
    path = tmp_path_factory.mktemp("facts") / "facts.json"
    f.write(facts, path)
    assert f.read(path) == facts
    assert f.format_facts(f.read(path)) == path.read_bytes()


sayings = st.lists(
    st.sampled_from(["goats", "“Goats", "eat", "plums", "plums”", "plums”.", "plums.", "", "–", "?"]), min_size=1
)


@settings(deadline=None)
@given(sayings.map(" ".join), sayings.map(" ".join))
def test_parts_make_the_two_sentences_again(one, other):
    assert f.parted(one, other).texts == (one, other)


@pytest.mark.parametrize(
    ("first", "second", "parts"),
    [
        ("Goats love prunes.", "Goats hate prunes.", ("Goats", ("love", "hate"), "prunes.")),
        (
            "It reads “Back at five”.",
            "It reads “Back in five”.",
            ("It reads", ("“Back at five”", "“Back in five”"), "."),
        ),
        ("“Well” is his motto.", "“Ill” is his motto.", ("", ("“Well”", "“Ill”"), "is his motto.")),
        ("She went home!", "She came home!", ("She", ("went", "came"), "home!")),
        ("She said “no” to Ann.", "She said “no” to Bob.", ("She said “no” to", ("Ann", "Bob"), ".")),
        ("Up it goes.", "Down!", ("", ("Up it goes.", "Down!"), "")),
    ],
)
def test_sentences_are_parted_at_whole_words(first, second, parts):
    facts = f.parse(document(pair(first=first, second=second)), "old.json")
    assert facts.pairs[0].parts == parts


def test_parts_of_a_file_are_kept_and_make_its_cards():
    given = {"opening": "Goats", "endings": ["love prunes", "hate prunes"], "closing": "."}
    facts = f.parse(document(pair(parts=given)), "mine.json")
    assert facts.pairs[0].parts == ("Goats", ("love prunes", "hate prunes"), ".")
    assert f.parse(document(pair()), "mine.json").kit == facts.kit
    with pytest.raises(FactError, match=r"parts make “Goats hate prunes.”, but card 17 says “Goats love prunes.”"):
        f.parse(document(pair(parts={**given, "endings": given["endings"][::-1]})), "mine.json")
    with pytest.raises(FactError, match=r"parts\.endings should be a list of two texts"):
        f.parse(document(pair(parts={"opening": "Goats"})), "mine.json")


def test_a_hand_written_file_needs_only_titles_numbers_and_texts():
    assert f.parse({"pairs": [pair()]}, "mine.json").kit == f.parse(document(pair()), "mine.json").kit
    facts = f.parse(document(pair(note="mine", key="k"), author="Ann"), "mine.json")
    assert facts.extra == {"author": "Ann"}
    assert facts.pairs[0].extra == {"note": "mine"}
    assert [card.number for card in facts.cards] == [4, 17]
    assert facts.kit == f.kit_code(facts.pairs)
    assert facts.pair_of(17) is facts.pairs[0]
    assert facts.card(4).text == "Goats hate prunes."
    with pytest.raises(KeyError):
        facts.card(5)


def test_every_missing_field_is_named_in_one_error():
    broken = document(pair())
    del broken["pairs"][0]["title"], broken["pairs"][0]["cards"][0]["number"], broken["pairs"][0]["cards"][1]["text"]
    said = "lacks pairs[0].cards[0].number, pairs[0].cards[1].text and pairs[0].title"
    with pytest.raises(FactError, match=re.escape(said)):
        f.parse(broken, "mine.json")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (document(format=2) | {"format": 2}, "is of format 2; this liarsdeck reads up to 1"),
        (document() | {"format": True}, "format is the number of this fact file’s format, such as 1, not True"),
        (document(pair(), pair("Other", 1, 4, "a", "b")), "number 4 is used twice"),
        (document(pair(), pair("goats & prunes", 1, 2, "a", "b")), "title .* is used twice"),
        (document(pair(one=3, two=3)), "number 3 is used twice"),
        (document(pair(second="Goats love prunes.")), "say the same"),
        (document(pair(key="a"), pair("B", 1, 2, "a", "b", key="a")), "same key"),
        (document(pair(one=0)), "from 1 to 9999"),
        (document(pair(one="3")), "from 1 to 9999"),
        (document(pair(first="")), "is empty"),
        (document(pair(first="a\nb")), r"can't be printed \(U\+000A\)"),
        (document(pair(first="a" * 501)), "501 characters"),
        (document(pair(title=7)), "should be text"),
        (document(seed="x"), "seed should be"),
        (document() | {"pairs": []}, "at least one pair"),
        (document({"title": "x", "cards": [1]}), "exactly two cards"),
        (document(packs=[{"sha256": ""}]), r"lacks packs\[0\]\.name"),
        ([], "should be an object"),
    ],
)
def test_a_wrong_file_is_refused_by_name(change, said):
    with pytest.raises(FactError, match=said) as caught:
        f.parse(change, "mine.json")
    assert "\n" not in str(caught.value)
    assert "mine.json" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"{", "line 1, column 2"), (b"\xff\xfe", "UTF-8"), (b"[" * 100_000, "deeply"), (b"1" * 5000, "absurd")],
)
def test_a_file_that_is_no_json_is_refused(tmp_path, data, said):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(FactError, match=said):
        f.read(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(FactError, match="no fact file"):
        f.read(tmp_path / "none.json")
    with pytest.raises(FactError, match="can't be read"):
        f.read(tmp_path)


def test_the_code_is_short_typable_and_follows_titles_numbers_and_texts_alone():
    pairs = f.parse(document(pair(), pair("B", 1, 2, "a", "b")), "x").pairs
    code = f.kit_code(pairs)
    assert len(code) == 7
    assert code[4] == "-"
    assert set(code) <= set(f.CODE_ALPHABET + "-")
    assert not set("0O1IL") & set(f.CODE_ALPHABET)
    turned = [f.Pair(p.title, p.cards[::-1], "other key", "other theme") for p in reversed(pairs)]
    assert f.kit_code(turned) == code
    assert f.kit_code(f.parse(document(pair(one=18), pair("B", 1, 2, "a", "b")), "x").pairs) != code
    assert f.parse_code(code.lower().replace("-", " ")) == code


@pytest.mark.parametrize("typed", ["", "K7Q4-9", "K7Q4-9MM", "K7Q0-9M", "../../etc"])
def test_what_is_no_code_is_refused(typed):
    with pytest.raises(FactError, match="not a kit code"):
        f.parse_code(typed)


def test_a_kept_kit_is_found_by_its_code_and_an_altered_one_is_not():
    facts = f.make(f.parse(document(), "x").pairs, seed=random.Random(1).getrandbits(70))
    path = kits.keep(facts)
    assert kits.find(facts.kit.lower().replace("-", "")) == facts
    path.write_text(path.read_text().replace("Goats hate", "Goats loathe"))
    with pytest.raises(FactError, match="changed since"):
        kits.find(facts.kit)
    with pytest.raises(FactError, match="no kit"):
        kits.find("2222-22")
