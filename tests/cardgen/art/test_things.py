"""Things that quoted words stand on: which one a pair has, and that every drawing has what the face needs."""

from itertools import combinations

import pytest

from cardgen.art.pictures import check_drawing
from cardgen.art.things import drawing
from factbank.factfile import Card, Pair, Parts
from factbank.looks import BUILDS, OF_VOICE, THINGS, head_of, thing_folder, thing_of, things
from factbank.packs.reader import built_in_names, locate, read

FILES = sorted(thing_folder().glob("*.svg"))


def quoted(opening="The sign at the edge of Lower Sorbet reads", register="notice", *, key="", thing="", closing="."):
    endings = "“please knock”", "“Do not knock!”"
    one, other = (f"{opening} {ending}{closing}" for ending in endings)
    at = len(key) * 2 + 1
    return Pair("Knock", (Card(at, one), Card(at + 1, other)), key, register=register, thing=thing,
                pieces=Parts(opening, endings, closing))  # fmt: skip


def test_each_thing_is_drawn_in_two_builds():
    assert {path.stem for path in FILES} == {f"{thing}-{build + 1}" for thing in THINGS for build in range(BUILDS)}
    assert set(OF_VOICE.values()) <= set(THINGS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_drawing_has_a_place_for_the_words(path):
    check_drawing(path)
    slots = drawing(path.stem).slots
    assert slots.keys() <= {"words", "emblem", "head", "masthead", "number", "stars"}
    words = slots["words"]
    # Three lines of twelve points, and twelve letters in each.
    assert words.width >= 33
    assert words.height >= 13
    assert abs(words.turn) <= 4


def test_words_stand_on_a_thing_where_they_are_quoted():
    assert thing_of(quoted()) == "sign"
    assert thing_of(quoted(thing="ticket")) == "ticket"
    assert thing_of(quoted(register="gossip")) == ""
    assert thing_of(quoted(closing=" on a gate.")) == "", "what both sentences end with has no place on the thing"
    told = Pair("Knock", (Card(1, "A sign says to knock."), Card(2, "A sign says to ring.")), register="notice")
    assert thing_of(told) == ""


def test_rivals_have_one_build_and_two_tickets_of_a_deck_have_two():
    pairs = [quoted(key="a" * size, thing="ticket") for size in range(1, 5)]
    found = things(pairs)
    for pair in pairs:
        assert found[pair.cards[0].number] == found[pair.cards[1].number]
    assert found == things(pairs[::-1])
    for one, other in combinations(pairs, 2):
        assert {thing.build for thing in things([one, other]).values()} == {"ticket-1", "ticket-2"}


@pytest.mark.parametrize(
    ("opening", "head"),
    [
        ("The sign at the edge of Lower Sorbet reads", "Lower Sorbet"),
        ("Every Bobbinport train ticket reads", "Bobbinport"),
        ("The one job ad of Kelly & Sons:", "Kelly & Sons"),
        ("Monte Pretzel’s music dictionary ends with", "Monte Pretzel"),
        ("Dr Maynard’s last lab note reads", "Dr Maynard"),
        ("Today’s whole front page in Waffleside says", "Waffleside"),
        ("The one review of Café O’Connor:", "Café O’Connor"),
        ("“Sit!” Ann told the dog, who said", "Ann"),
        ("Written on the door:", ""),
    ],
)
def test_small_print_is_the_name_that_rivals_share(opening, head):
    assert head_of(quoted(opening)) == head


def test_a_pack_names_a_thing_only_where_words_are_quoted():
    for name in built_in_names():
        for topic in read(locate(name))[0].topics:
            if topic.thing:
                endings = [claim.removeprefix(topic.opening).strip(" .") for claim in topic.claims]
                assert all(ending[0] == "“" and ending[-1] == "”" for ending in endings), f"{name}/{topic.id}"
