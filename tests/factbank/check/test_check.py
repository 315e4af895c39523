"""factbank check finds every fault, with its file, its line, the topic and a fix."""

import pytest

from factbank.check import check
from factbank.errors import FactError
from tests.factbank.some_packs import SOUND, spoilt, write


def faults(path):
    return [fault for fault in check(path)[1] if not fault.advice]


def test_the_sound_pack_is_sound(tmp_path):
    assert faults(write(tmp_path)) == []


CLAIM = "In {{ park }}, the fine for shouting is {{ thing }}."
UP = '"Show {{ animal | a }} a map and {{ effect.up }}."'
DOWN = '"Show {{ animal | a }} a map and {{ effect.down }}."'


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        # the build
        ("[words]", "title = 1\n[words]", "", "unknown key “title”"),
        ("theme = \"animals\"\n", "", "topic “door”", "theme is missing"),
        ("kind = \"mirror\"\n", "", "topic “door”", "kind is missing"),
        ("shape = \"show-it\"\n", "", "topic “door”", "shape is missing"),
        ("premise = \"The animal minds a thing.\"\n", "", "topic “door”", "premise is missing"),
        ("kind = \"mirror\"", "kind = \"funny\"", "topic “door”", "unknown kind “funny”"),
        ("id = \"fine\"", "id = \"door\"", "topic “door”", "the id is used twice"),
        ("id = \"fine\"", "id = \"Fine!\"", "topic “Fine!”", "can't be used"),
        ("about = [\"park\"]", "about = []", "topic “fine”", "about should list"),
        ("about = [\"park\"]", "about = [\"town\"]", "topic “fine”", "about names no slot"),
        ("about = [\"park\"]", "about = [\"thing\"]", "topic “fine”", "varies, so it can't be the subject"),
        ("vary = \"thing\"", "vary = \"sing\"", "topic “fine”", "vary names no slot"),
        ("vary = \"thing\"\n", "", "topic “fine”", "neither claims nor vary"),
        ("vary = \"thing\"", "vary = \"thing\"\nclaims = [\"a\", \"b\"]", "topic “fine”", "claim or vary as well"),
        ("park = \"parks\"", "park = \"ponds\"", "topic “fine”", "no word list “ponds”"),
        (CLAIM, "In {{ town }}, the fine is {{ thing }}.", "topic “fine”", "unknown slot “town”"),
        ("parks = { join", "parks = { joint", "words “parks”", "one of join"),
        ("{ up = \"doors open\", down", "{ up = \"doors open\", downs", "words “effects”", "differ in down, downs"),
        ("numbers = [4, 40]", "numbers = [40, 4]", "topic “count”", "run upwards"),
        ("things = [", "things = [1, ", "words “things”", "mixes entries"),
        # the sentences
        (CLAIM, "In {{ park }}, the fine for shouting is some {{ thing }}.", "topic “fine”", "the hedge “some”"),
        (CLAIM, "In {{ park }}, the fine for shouting is often {{ thing }}.", "topic “fine”", "the hedge “often”"),
        (CLAIM, "In {{ park }}, the fine  for shouting is {{ thing }}.", "topic “fine”", "stray spaces"),
        (CLAIM, "In {{ park }}, the fine for shouting is {{ thing }}", "topic “fine”", "no full stop"),
        (CLAIM, "In {{ park }}, the fine for shouting is is {{ thing }}.", "topic “fine”", "“is is” twice in a row"),
        (CLAIM, "In {{ park }}, the fine for an goat is {{ thing }}.", "topic “fine”", "“an goat”"),
        (CLAIM, "In {{ park }}, the fine for swearing, damn it, is {{ thing }}.", "topic “fine”", "the word “damn”"),
        (CLAIM, "In {{ park }} , the fine for shouting is {{ thing }}.", "topic “fine”", "a stray or a missing space"),
        (CLAIM, "In {{ park }}, the gatekeeper's fine is {{ thing }}.", "topic “fine”", "a typewriter’s"),
        (CLAIM, "In {{ park }}, shouting costs. The fine is {{ thing }}.", "topic “fine”", "more than one sentence"),
        (CLAIM, "Here the fine for shouting is {{ thing }}.", "topic “fine”", "“park” is not in this claim"),
        (CLAIM, "The fine fits the fine in {{ park }}: {{ thing }}.", "topic “fine”", "the frame says"),
        (UP, UP.replace("map and", "map, and"), "topic “door”", "differ in commas"),
        (UP, UP.replace("a map", "nine maps"), "topic “door”", "differ in number words"),
        (UP, UP.replace("and {{", "and no {{"), "topic “door”", "differ in negations"),
        (UP, DOWN, "topic “door”", "two claims are the same"),
        (UP, "\"Every June in the hills {{ animal | a }} sees {{ effect.up }}.\"", "topic “door”", "less than half"),
        ("Show {{ animal | a }} a map and {{ effect.up", "Show a {{ animal }} a map and {{ effect.up", "topic “door”", "becomes “a owl”"),  # noqa: E501
        ("the {{ park }} fine\"", "the {{ park }} {{ thing }}\"", "topic “fine”", "which varies"),
        ("the {{ park }} fine\"", "the fine\"", "topic “fine”", "the same for every filling"),
        ("the {{ park }} fine\"", "the {{ park }} fine.\"", "topic “fine”", "ends with a full stop"),
        ("slots = { park = \"parks\",", "slots = { park = \"parks\", animal = \"animals\",", "topic “fine”", "in no sentence"),  # noqa: E501
        ("kind = \"number\"", "kind = \"landmark\"", "topic “count”", "but a number varies"),
        ("kind = \"mirror\"", "kind = \"number\"", "topic “door”", "no number is in it"),
        # scope
        (CLAIM, "The oldest bench in the country is in {{ park }} by {{ thing }}.", "topic “fine”", "“the oldest” has no subject"),  # noqa: E501
        (CLAIM, "The first bench was bought by {{ park }} for {{ thing }}.", "topic “fine”", "“the first” has no subject"),  # noqa: E501
        # words
        ("\"owl\",", "\"owl\", \"Owl\",", "words “animals”", "is there twice"),
        ("\"owl\",", "\"owl \",", "words “animals”", "stray spaces in “owl ”"),
        ("\"owl\",", "\"whisky\",", "words “animals”", "the word “whisky”"),
        ("\"six lemons\"", "\"perhaps six lemons\"", "words “things”", "the hedge “perhaps”"),
        ("\"six lemons\"", "\"a egg\"", "words “things”", "“a egg”"),
        ("\"six lemons\"", "\"six six lemons\"", "words “things”", "a word twice"),
        ("\"six lemons\"", "\"six o'clock\"", "words “things”", "a typewriter’s"),
        ("down = \"doors close\"", "down = \"doors open\"", "words “effects”", "both forms"),
        ("\"owl\",", "\"graffito\",", "topic “door”", "the plural of “graffito” may be"),
        ("things = [", "things = [\"a gong that is struck by the mayor and by forty-one of his oldest, wettest cousins all at once\", ", "", ""),  # noqa: E501
    ],
)  # fmt: skip
def test_a_planted_fault_is_found_where_it_is(tmp_path, old, new, where, said):
    path = spoilt(tmp_path, (old, new))
    found = check(path)[1]
    if not said:  # an entry that can never come out is advice
        assert any("never fit" in fault.what and fault.advice for fault in found)
        return
    hits = [fault for fault in found if said in fault.what and fault.where == where and not fault.advice]
    assert hits, "\n".join(map(str, found))
    fault = hits[0]
    assert fault.file == str(path)
    assert fault.fix
    assert str(fault).startswith(f"{path}:{fault.line}: ")
    changed = path.read_text().splitlines()
    if where and "missing" not in said:
        topic = where.split("“")[1].rstrip("”")
        begin = next((n for n, line in enumerate(changed, 1) if topic in line), 1)
        assert fault.line >= min(begin - 1, fault.line)
        assert 1 <= fault.line <= len(changed)


def test_the_line_of_a_fault_is_the_line_of_its_sentence_or_word(tmp_path):
    path = spoilt(tmp_path, (CLAIM, "In {{ park }}, the fine is often {{ thing }}."), ('"owl"', '"whisky"'))
    lines = path.read_text().splitlines()
    for fault in faults(path):
        if "hedge" in fault.what:
            assert "often" in lines[fault.line - 1]
        if fault.where.startswith("words"):
            assert "whisky" in lines[fault.line - 1]


def test_one_bare_negation_in_five_is_allowed_and_more_is_not(tmp_path):
    bare = (("{{ effect.up }}", "it will bow"), ("{{ effect.down }}", "it will not bow"), (', effect = "effects"', ""))
    found = [fault.what for fault in faults(spoilt(tmp_path, *bare))]
    assert any("1 of 3 topics are bare negations (door)" in what for what in found)
    topic = SOUND.split("[[topic]]")[2]
    more = "".join("[[topic]]" + topic.replace('"fine"', f'"fine-{number}"') for number in range(2))
    path = spoilt(tmp_path, *bare)
    path.write_text(path.read_text() + "\n" + more)
    assert not any("bare negations" in fault.what for fault in faults(path))


@pytest.mark.parametrize(
    "claim",
    [
        "The oldest bench of {{ park }} is {{ thing }}.",
        "In {{ park }}, the only prize is {{ thing }}.",
        "{{ park }} only fears {{ thing }}.",
        "The guest of {{ park }} carries {{ thing }}.",
    ],
)
def test_a_superlative_whose_scope_is_the_subject_is_fine(tmp_path, claim):
    assert not any("scope" in fault.what for fault in faults(spoilt(tmp_path, (CLAIM, claim))))


def test_a_topic_that_hardly_survives_is_a_fault(tmp_path):
    long = "In {{ park }}, since the year of the long rain and the short goose, the fine for shouting at noon is {{ thing }}."  # noqa: E501
    assert any("thrown back" in fault.what for fault in faults(spoilt(tmp_path, (CLAIM, long))))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[words", "can't be read"),
        ("", "no topic"),
        ("uses = ['nowhere']", "no pack “nowhere”"),
        ("uses = 'x'", "a list of"),
    ],
)
def test_a_file_that_is_no_pack(tmp_path, text, said):
    path = write(tmp_path, text)
    try:
        found = [str(fault) for fault in check(path)[1]]
    except FactError as error:
        found = [str(error)]
    assert any(said in one for one in found)


def test_a_pack_uses_the_words_of_its_neighbour(tmp_path):
    write(tmp_path, '[words]\nponds = ["Ann", "Bob", "Cat"]\n[[topic]]\nid="x"\n', "other")
    path = spoilt(tmp_path, ("[words]", 'uses = ["other"]\n[words]'), ('park = "parks"', 'park = "ponds"'))
    assert [fault for fault in faults(path) if "ponds" in fault.what] == []
