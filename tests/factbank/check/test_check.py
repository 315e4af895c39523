"""factbank check finds every fault, with its file, its line, the topic and a fix."""

import re

import pytest

from factbank.check import check
from factbank.errors import FactError
from tests.factbank.some_packs import DOOR, OPENED, SOUND, spoilt, write


def faults(path):
    return [fault for fault in check(path)[1] if not fault.advice]


def test_the_sound_pack_is_sound(tmp_path):
    assert faults(write(tmp_path)) == []


CLAIM = "In {{ park }}, the fine for shouting is {{ thing }}."
UP = '"Show {{ animal | a }} a map and {{ effect.up }}."'
DOWN = '"Show {{ animal | a }} a map and {{ effect.down }}."'


PLANTED = [
    # the build
    ("[words]", "title = 1\n[words]"),
    ("theme = \"animals\"\n", ""),
    ("kind = \"mirror\"\n", ""),
    ("shape = \"show-it\"\n", ""),
    ("premise = \"The animal minds a thing.\"\n", ""),
    ("kind = \"mirror\"", "kind = \"funny\""),
    ("id = \"fine\"", "id = \"door\""),
    ("id = \"fine\"", "id = \"Fine!\""),
    ("about = [\"park\"]", "about = []"),
    ("about = [\"park\"]", "about = [\"town\"]"),
    ("about = [\"park\"]", "about = [\"thing\"]"),
    ("vary = \"thing\"", "vary = \"sing\""),
    ("vary = \"thing\"\n", ""),
    ("vary = \"thing\"", "vary = \"thing\"\nclaims = [\"a\", \"b\"]"),
    ("park = \"parks\"", "park = \"ponds\""),
    (CLAIM, "In {{ town }}, the fine is {{ thing }}."),
    ("parks = { join", "parks = { joint"),
    ("{ up = \"doors open\", down", "{ up = \"doors open\", downs"),
    ("numbers = [4, 40]", "numbers = [40, 4]"),
    ("things = [", "things = [1, "),
    # the sentences
    (CLAIM, "In {{ park }}, the fine for shouting is some {{ thing }}."),
    (CLAIM, "In {{ park }}, the fine for shouting is often {{ thing }}."),
    (CLAIM, "In {{ park }}, the fine  for shouting is {{ thing }}."),
    (CLAIM, "In {{ park }}, the fine for shouting is {{ thing }}"),
    (CLAIM, "In {{ park }}, the fine for shouting is is {{ thing }}."),
    (CLAIM, "In {{ park }}, the fine for an goat is {{ thing }}."),
    (CLAIM, "In {{ park }}, the fine for swearing, damn it, is {{ thing }}."),
    (CLAIM, "In {{ park }} , the fine for shouting is {{ thing }}."),
    (CLAIM, "In {{ park }}, the gatekeeper's fine is {{ thing }}."),
    (CLAIM, "In {{ park }}, shouting costs. The fine is {{ thing }}."),
    (CLAIM, "Here the fine for shouting is {{ thing }}."),
    (CLAIM, "The fine fits the fine in {{ park }}: {{ thing }}."),
    (UP, UP.replace("map and", "map, and")),
    (UP, UP.replace("a map", "nine maps")),
    (UP, UP.replace("and {{", "and no {{")),
    (UP, DOWN),
    (UP, "\"Every June in the hills {{ animal | a }} sees {{ effect.up }}.\""),
    ("Show {{ animal | a }} a map and {{ effect.up", "Show a {{ animal }} a map and {{ effect.up"),
    ("the {{ park }} fine\"", "the {{ park }} {{ thing }}\""),
    ("the {{ park }} fine\"", "the fine\""),
    ("the {{ park }} fine\"", "the {{ park }} fine.\""),
    ("slots = { park = \"parks\",", "slots = { park = \"parks\", animal = \"animals\","),
    ("kind = \"number\"", "kind = \"landmark\""),
    ("kind = \"mirror\"", "kind = \"number\""),
    (CLAIM, CLAIM.replace("the fine", "since the year of the long rain and the short goose, the fine")),
    (DOOR, OPENED.replace("opening", "open")),
    (DOOR, OPENED.replace('"{{ effect.up }}", ', "")),
    (DOOR, OPENED.replace("a map and", "a {{ map }} and")),
    (DOOR, OPENED + "closing = \" {{ animal }}\"\n"),
    (DOOR, OPENED + "claims = [\"a\", \"b\"]\n"),
    # scope
    (CLAIM, "The oldest bench in the country is in {{ park }} by {{ thing }}."),
    (CLAIM, "The first bench was bought by {{ park }} for {{ thing }}."),
    # words
    ("\"owl\",", "\"owl\", \"Owl\","),
    ("\"owl\",", "\"owl \","),
    ("\"owl\",", "\"whisky\","),
    ("\"six lemons\"", "\"perhaps six lemons\""),
    ("\"six lemons\"", "\"a egg\""),
    ("\"six lemons\"", "\"six six lemons\""),
    ("\"six lemons\"", "\"six o'clock\""),
    ("down = \"doors close\"", "down = \"doors open\""),
    ("\"owl\",", "\"graffito\","),
    ("\"six lemons\"", f"\"a gong that is struck by {'forty wet mayors and ' * 4}a goose\""),
]  # fmt: skip


def test_planted_faults_are_found_where_they_are(tmp_path, snapshot):
    """Each with its line, its topic or list, and a fix."""
    said = []
    for old, new in PLANTED:
        path = spoilt(tmp_path, (old, new))
        found = [fault for fault in check(path)[1] if not fault.advice or re.search("never fit|may not be", fault.what)]
        assert found, new
        said.append(f"{old} → {new}\n" + "\n".join(f"  {fault}".replace(f"{path}:", "") for fault in found))
    assert "\n".join(said) == snapshot


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
