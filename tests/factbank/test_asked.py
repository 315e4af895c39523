"""Facts that guests write: the bank's openings, what is taken as an ending, who gets what, and the fair deal."""

import re
from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from factbank.asked import (
    ENDING,
    OPENING,
    Asked,
    Ending,
    Item,
    Opening,
    TwiceError,
    emoji,
    fair_seats,
    near,
    opening_of,
    openings,
    tidied,
)
from factbank.check import banned_in, lock_faults, sentence_faults
from factbank.errors import FactError
from factbank.fill import BALANCE, TITLE_LIMIT, Guest
from factbank.packs.reader import LOCKS, Topic, WordList, parse
from liarsdeck.language import codes, unmarked
from tests.sampling import WHOLE

GUESTS = [Guest("Joost", "he"), Guest("Ann", "she"), Guest("Kim", "they"), Guest("Alex")]
LOCKED = {
    "en": {"only", "just", "whole", "full", "exactly", "first", "last", "every", "always"},
    "de": {"nur", "einzige", "einziger", "einziges", "ganze", "ganzer", "vollem", "volle", "volles", "erste", "erster"}
    | {"erstes", "letzte", "jede", "jeder", "immer"},
    "es": {"solo", "sola", "único", "única", "completo", "completa", "primera", "última", "siempre", "cada", "cien"},
}  # by which there is one text, and no other
LEAST = {"en": 120, "de": 60, "es": 60}
ALL = {name: code for code in codes() for name in openings(code)}


def topic(opening: Opening) -> Topic:
    """Return an opening with its samples as a topic of a pack, so that the bank's own checks read it."""
    slots = {"g": WordList("friends", 0, (), forms=("name", "own", "him", "his"), guest=True)}
    say = opening.say.replace("{name}", "{{ g.name }}").replace("{own}", "{{ g.own }}").replace("{his}", "{{ g.his }}")
    claims = tuple(f"{say} “{end}”." for end in opening.ends)
    return Topic(
        "openings", opening.id, 0, "things", "landmark", opening.id, "", "{{ g.short }}", slots, (), claims, None,
        lock=opening.lock, register=opening.voice, language=opening.language,
    )  # fmt: skip


@pytest.mark.parametrize("code", LEAST)
def test_there_are_openings_of_all_kinds_for_all_pronouns(code: str) -> None:
    found, least = openings(code).values(), LEAST[code]
    assert len({one.joke for one in found}) >= 8
    assert len({one.voice for one in found}) == 10
    assert {one.lock for one in found} <= {"first", "one-of-one", "said"}
    for guest in GUESTS:
        assert sum(bool(one.about(guest)) for one in found) >= least, guest
        assert sum(bool(one.about(guest._replace(name="Constantijnx"))) for one in found) >= 5 * least // 6


@pytest.mark.parametrize("name", ALL)
def test_an_opening_is_short_locked_and_sound(name: str) -> None:
    opening = opening_of(name)
    assert opening is openings(ALL[name])[name], "another language has the same id"
    assert opening.lock in LOCKS
    assert len(opening.ends) == 3
    assert LOCKED[opening.language] & set(re.findall(r"\w+", opening.say)), "two texts could be there"
    assert all(tidied(end, opening._replace(ends=()), "") == end for end in opening.ends)
    for guest in GUESTS:
        said = opening.about(guest)
        assert said or "{his}" in opening.say, "it has more than 42 characters beside the name"
        assert len(said) <= OPENING
        assert len(opening.titled(guest.name)) <= TITLE_LIMIT
        for ends in combinations(opening.ends, 2) if said else ():
            parts = opening.parts(said, ends)
            assert all(len(end) <= ENDING for end in ends)
            assert abs(len(ends[0]) - len(ends[1])) <= 2 * BALANCE
            assert not near(*ends, opening.language)
            for text in parts.texts:
                assert not [*sentence_faults(unmarked(text, opening.language), opening.language)], text
                assert not banned_in(text, opening.language)
    made = topic(opening)
    claims = [parse(claim, made.forms) for claim in made.claims]
    assert not [*lock_faults(made, claims)]


@pytest.mark.parametrize("code", LEAST)
def test_no_opening_says_what_another_does(code: str) -> None:
    says = Counter(one.say for one in openings(code).values())
    ends = Counter(end.casefold() for one in openings(code).values() for end in one.ends)
    titles = Counter(one.title for one in openings(code).values())
    assert not [text for text, many in says.items() if many > 1]
    assert not [text for text, many in titles.items() if many > 1]
    assert not [text for text, many in ends.items() if many > 1]


# What is taken as an ending


MUG, CALL = openings()["mug"], openings()["meeting"]  # words, and one word


def end(text: str, opening: Opening = MUG, **options: bool) -> str:
    return tidied(text, opening, opening.about(GUESTS[0]), **options)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  The   tuba. ", "The tuba"),
        ("a \u202etuba\u202c\u200b\ufeff with \x00\x07 a\tlid", "A tuba with a lid"),
        ("a\u3164 tu\u034fba\U000e0141 w\u0488ith\u2800 a\ufe0f l\uffa0id", "A tuba with a lid"),
        ("love \u2764\ufe0f", "Love \u2764\ufe0f"),
        ("'Joost's hat'", "’Joost’s hat’"),
        ("the family 👩\u200d👩\u200d👧 at home", "The family 👩\u200d👩\u200d👧 at home"),
        ("a\u200dtuba", "Atuba"),
        ("e" + "\u0301" * 30 + "tude", "É\u0301\u0301tude"),
        ("a" * 36, f"A{'a' * 17}- {'a' * 18}"),
        ("what?!", "What?!"),
        ("a tuba...", "A tuba…"),
        ("“hello there.”", "Hello there"),
        ("<b>a tuba</b>", "<b>a tuba</b>"),
    ],
)
def test_text_is_text(typed: str, kept: str) -> None:
    assert end(typed) == kept


@pytest.mark.parametrize("typed", [
    "", " \u200b ", "\u3164", "\u115f\u1160 \u2800", "…", "-", "🐙", "x" * 60, "a {{ tuba }}", "Ask the cat!",
    "As cat",
])  # fmt: skip
def test_what_is_no_ending_is_asked_for_again(typed: str) -> None:
    with pytest.raises(FactError, match=r"^[A-Z].*[.?]$"):
        end(typed)


def test_the_word_filter_asks_twice() -> None:
    with pytest.raises(TwiceError, match="all will read"):
        end("a gun made of cheese")
    assert end("a gun made of cheese", sure=True) == "A gun made of cheese"
    with pytest.raises(TwiceError):
        end("nackt", opening_of("tasse"))


def test_paper_has_no_emoji() -> None:
    assert end("a 🐙") == "A 🐙"
    with pytest.raises(FactError, match="no “🐙”"):
        end("a 🐙", lacking=emoji)


def test_endings_stand_in_the_marks_of_their_language_and_sentences_end_in_one_stop() -> None:
    assert MUG.parts("Joost’s mug says only", ("Hello", "What?")).texts == (
        "Joost’s mug says only “Hello”.",
        "Joost’s mug says only “What?”.",
    )
    german = opening_of("tasse")
    assert end('"Guten Tag."', german) == "Guten Tag"
    assert german.parts("Joosts Tasse sagt nur", ("Ja", "Was?")).texts[1] == "Joosts Tasse sagt nur „Was?“."


def test_where_one_word_is_asked_for_more_are_refused() -> None:
    assert CALL.one_word
    assert end("pudding!", CALL) == "Pudding!"
    with pytest.raises(FactError, match="one word"):
        end("more pudding", CALL)
    words = {"en": "word", "de": "Wort", "es": "palabra"}
    for code, word in words.items():
        asks = {one.id for one in openings(code).values() if word in re.findall(r"\w+", one.say)}
        assert asks
        assert asks <= {one.id for one in openings(code).values() if one.one_word}


@given(st.text(max_size=80))
def test_whatever_is_typed_is_printable_short_and_kept_as_it_is(text: str) -> None:
    try:
        kept = end(text, sure=True)
    except FactError:
        return
    assert len(kept) <= ENDING
    assert kept.replace("\u200d", "").isprintable()
    assert end(kept, sure=True) == kept


def test_near_endings_differ_in_case_articles_signs_or_a_letter() -> None:
    assert near("The Tuba!", "a tuba")
    assert near("tubas", "tuba")
    assert near("tuna", "tuba")
    assert near("🐙", "🐙")
    assert not near("a tuba", "a trumpet")
    assert not near("a blue hat", "a red hat")


@pytest.mark.parametrize(
    ("one", "other", "whole"),
    [
        ("A hat", "A red hat", False),
        ("A blue hat", "A red hat", True),
        ("IOU", "IOU, love Olga", False),
        ("Cake", "Cakes", False),
        ("The cake!", "Cake", False),
        ("Im late", "I’m late", False),
    ],
)
def test_endings_that_could_both_hold_make_no_pair(one: str, other: str, whole: bool) -> None:
    item = Item(1, MUG.id, "Ann", "…", [Ending("Bob", one), Ending("Cat", other)])
    assert bool(item.pair) is whole


# Who gets what


def table(*names: str, seed: int = 1) -> tuple[Asked, list[Guest], Random]:
    """Return a table at which everybody has seen what is asked about them."""
    asked, guests, rng = Asked(on=True), [Guest(name) for name in names or ("Ann", "Bob", "Cat", "Dan")], Random(seed)
    stocked(asked, guests, rng)
    return asked, guests, rng


def stocked(asked: Asked, guests: list[Guest], rng: Random) -> None:
    asked.stock(guests, rng)
    for guest in guests:
        asked.show(guest.name)


def evening(asked: Asked, guests: list[Guest], rng: Random, many: int, *, flags: float = 0.1) -> None:
    """Let everybody write ``many`` endings, in a random order, with skips, flags and vetoes between."""
    turns = [guest.name for guest in guests for _ in range(many)]
    rng.shuffle(turns)
    for at, writer in enumerate(turns):
        stocked(asked, guests, rng)
        item = asked.next_for(writer, rng, new=rng.random() < 0.2)
        assert item is not None
        assert item.about != writer
        assert writer not in item.writers
        if rng.random() < flags:
            asked.doubt(writer, item.no)
        asked.write(writer, item.no, f"thing {at} of {'xyzuvw'[at % 6] * 3}")


def test_an_opening_waits_until_the_person_it_names_has_seen_it() -> None:
    asked, guests, rng = Asked(), [Guest("Ann"), Guest("Bob")], Random(1)
    asked.stock(guests, rng)
    assert asked.next_for("Bob", rng) is None
    assert asked.show("Ann")
    assert not asked.show("Ann")
    item = asked.next_for("Bob", rng)
    assert item is not None
    assert item.about == "Ann"
    assert asked.next_for("Bob", rng) is item


def test_two_writers_make_one_pair_and_nobody_writes_about_themselves() -> None:
    asked, guests, rng = table()
    evening(asked, guests, rng, 12)
    whole = [item for item in asked.items if item.pair]
    assert len(whole) >= 20
    for item in whole:
        one, other = item.pair
        assert one.by != other.by
        assert item.about not in item.writers
        assert not near(one.text, other.text)


def test_a_near_equal_ending_is_kept_unseen_and_the_opening_goes_to_a_third() -> None:
    asked, _, rng = table()
    item = asked.next_for("Bob", rng)
    asked.write("Bob", item.no, "the Tuba")
    other = next(name for name in ("Cat", "Dan") if name != item.about)
    asked.holds[other] = item.no
    asked.write(other, item.no, "a tuba")
    assert item.pair is None
    assert len(item.endings) == 2
    third = next(name for name in ("Ann", "Cat", "Dan") if name not in (other, item.about))
    assert asked.next_for(third, rng) is item


def test_a_veto_changes_nothing_for_whoever_writes_then() -> None:
    both = []
    for vetoed in (False, True):
        asked, _, rng = table()
        item = asked.next_for("Bob", rng)
        if vetoed:
            asked.veto(item.about, item.no)
        assert asked.next_for("Bob", rng) is item
        asked.write("Bob", item.no, "a tuba")
        both.append(
            (asked.written("Bob"), asked.written(), item.gone, item in asked.ready(["Ann", "Bob", "Cat", "Dan"]))
        )
    assert both == [(1, 1, False, True), (1, 1, True, False)]


def test_one_switch_vetoes_all_and_only_the_named_may_veto() -> None:
    asked, guests, rng = table()
    asked.veto("Bob", asked.about("Ann")[0].no)
    assert len(asked.about("Ann")) == 3
    asked.hush("Ann", silent=True)
    stocked(asked, guests, rng)
    assert not asked.about("Ann")
    assert all(asked.next_for("Bob", rng, new=True).about != "Ann" for _ in range(20))
    asked.hush("Ann", silent=False)
    stocked(asked, guests, rng)
    assert len(asked.about("Ann")) == 3


def test_what_was_written_about_somebody_rests_while_they_are_silent() -> None:
    asked, guests, rng = table()
    evening(asked, guests, rng, 8)
    people = ["Ann", "Bob", "Cat", "Dan"]
    before = asked.ready(people), asked.whole, asked.paired
    assert {item.about for item in asked.whole} >= {"Ann"}
    asked.hush("Ann", silent=True)
    assert "Ann" not in {item.about for item in (*asked.ready(people), *asked.whole)}
    assert (asked.paired, asked.written()) == (before[2], 8 * 4), "no count says that somebody is silent"
    asked.hush("Ann", silent=False)
    assert (asked.ready(people), asked.whole, asked.paired) == before


def test_who_leaves_takes_the_pairs_about_them_along() -> None:
    asked, guests, rng = table()
    evening(asked, guests, rng, 8)
    asked.leave("Ann")
    assert not [item for item in asked.ready(["Ann", "Bob", "Cat", "Dan"]) if item.about == "Ann"]


def test_no_sample_is_shown_to_two_people() -> None:
    asked, guests, rng = table("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal")
    shown: dict[tuple[str, str], set[str]] = {}
    for _ in range(300 if WHOLE else 100):
        stocked(asked, guests, rng)
        writer = rng.choice(guests).name
        item = asked.next_for(writer, rng, new=True)
        if sample := asked.sample(item, writer):
            shown.setdefault((item.opening, sample), set()).add(writer)
    assert len(shown) > 40
    assert max(map(len, shown.values())) == 1


def test_eight_who_write_forty_each_lose_nothing_and_read_back_the_same() -> None:
    asked, guests, rng = table("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal")
    many = 40 if WHOLE else 15
    evening(asked, guests, rng, many)
    assert asked.written() == 8 * many
    assert sum(len(item.endings) for item in asked.items) == 8 * many
    data = json.encode(asked)
    assert json.decode(data, type=Asked) == asked
    assert len(data) < 80_000


def test_the_evening_is_bounded() -> None:
    asked, guests, rng = table("Ann", "Bob", "Cat")
    for at in range(10_000):
        asked.stock(guests, rng)
        asked.show("Ann")
        if (item := asked.next_for("Bob", rng, new=at % 3 == 0)) is None:
            break
        asked.write("Bob", item.no, f"thing {at}")
    assert asked.written("Bob") == 100
    for at in range(3_000 if WHOLE else 300):  # guests who come and go
        asked.stock([*guests, Guest(f"Guest {at}")], rng)
        asked.leave(f"Guest {at}")
    assert len(json.encode(asked)) < 25_000


def test_flagged_pairs_are_struck_by_number_unseen() -> None:
    asked, guests, rng = table()
    evening(asked, guests, rng, 10, flags=0.4)
    numbers = asked.flagged
    assert numbers
    asked.strike(numbers[0])
    assert asked.flagged == numbers[1:]
    struck = asked.item(numbers[0])
    assert struck not in asked.ready([guest.name for guest in guests])


def test_a_doubt_can_be_taken_back_by_whoever_had_it() -> None:
    asked, _, rng = table()
    item = asked.next_for("Bob", rng)
    other = next(name for name in ("Ann", "Cat", "Dan") if name != item.about)
    asked.holds[other] = item.no
    for writer in ("Bob", "Bob", other):
        asked.doubt(writer, item.no)
    asked.write(other, item.no, "a tuba")
    asked.doubt("Bob", item.no, doubts=False)
    assert asked.flagged == [item.no]
    item.doubts.remove(other)
    assert asked.flagged == []


def test_a_table_that_changes_its_language_is_asked_anew_and_keeps_what_it_had() -> None:
    asked, guests, rng = table()
    item = asked.next_for("Bob", rng)
    asked.write("Bob", item.no, "a tuba")
    had = asked.next_for("Bob", rng)
    asked.language = "es"
    assert asked.next_for("Bob", rng) is None
    stocked(asked, guests, rng)
    assert asked.next_for("Bob", rng).opening in openings("es")
    assert not asked.ready(["Ann", "Bob", "Cat", "Dan"])
    asked.language = "en"
    assert asked.ready(["Ann", "Bob", "Cat", "Dan"]) == [item]
    assert had in asked.about(had.about)


# The deal


def fair(items: list[Item], seats: tuple[str, ...], each: int) -> bool:
    barred = [item.writers for item in items for _ in range(2)]
    found = fair_seats(barred, seats, 2 * each, Random(0))
    held = Counter(found or [])
    return found is not None and all(
        seats[seat] not in names and held[seat] <= 2 * each for seat, names in zip(found, barred, strict=True)
    )


@pytest.mark.parametrize(("seats", "most"), [(("Ann", "Bob", "Cat"), 6), (("Ann", "Bob", "Cat", "Dan"), 4)])
def test_small_tables_enumerated_whatever_was_written_is_chosen_so_that_nobody_holds_their_own(
    seats: tuple[str, ...], most: int
) -> None:
    each = 2
    kinds = [
        (about, *writers) for about in seats for writers in combinations([name for name in seats if name != about], 2)
    ]
    whole = 0
    for size in range(most + WHOLE):
        for made in combinations_with_replacement(kinds, size):
            asked = Asked(on=True, share="all")
            for no, (about, one, other) in enumerate(made, 1):
                endings = [Ending(one, "a tuba"), Ending(other, "the whole orchestra")]
                asked.items.append(Item(no, MUG.id, about, MUG.about(Guest(about)), endings, shown=True))
            chosen = asked.choose(seats, seats, each, Random(size))
            assert fair(chosen, seats, each)
            most_about = Counter(item.about for item in chosen)
            assert all(many <= 3 for many in most_about.values())
            whole += len(chosen) == min(size, 3 * len(seats), each * len(seats))
    assert whole > 20


@pytest.mark.parametrize("players", range(3, 9) if WHOLE else (3, 4, 8))
def test_a_full_table_of_any_size_gets_what_it_wrote(players: int) -> None:
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal")[:players]
    asked, guests, rng = table(*names)
    evening(asked, guests, rng, 12)
    for share, most in (("none", 0), ("some", 3 * players // 2), ("all", 3 * players)):
        asked.share = share
        chosen = asked.choose(names, names, 3, rng)
        assert fair(chosen, names, 3)
        assert len(chosen) <= most
        assert share == "none" or players < 4 or len(chosen) == most
        pairs = asked.pairs(chosen)
        for item, pair in zip(chosen, pairs, strict=True):
            assert pair.guest == item.about
            assert {card.by for card in pair.cards} <= item.writers | {""}


def test_a_pair_with_one_ending_gets_its_second_from_the_bank() -> None:
    asked, guests, rng = table()
    item = asked.next_for("Bob", rng)
    asked.write("Bob", item.no, "a tuba")
    asked.share = "all"
    names = [guest.name for guest in guests]
    (pair,) = asked.pairs(asked.choose(names, names, 3, rng))
    assert [card.by for card in pair.cards] == ["Bob", ""]
    assert openings()[item.opening].ends[2].casefold() in (pair.cards[1].text.casefold())
