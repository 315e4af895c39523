"""A kit with friends in it: asked for with make, said on its box, its first page and its README, offered as seats."""

import json
import os
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest

from cardgen.spec import KitSpec
from factbank import factfile
from factbank.check import sentence_faults
from factbank.deal.deal import Wish, new_facts
from liarsdeck.english import listed
from liarsdeck.errors import OPTION
from referee import house_rules
from tests.cardgen.program import call, refusal
from tests.programs import ran

pytestmark = pytest.mark.usefixtures("home")
ROOT = Path(__file__).parents[3]
HARD = ("James", "Ó Súilleabháin:he", "Anna-Lena:she", "Wilhelmina Featherstonehaugh-N")


def words_on(path):
    document = pypdfium2.PdfDocument(path)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


def make(*words):
    """What make would run, or why not."""
    command, env = ["make", "-n", "-o", ".venv/.ready", "-C", str(ROOT), *words], {"PATH": os.environ["PATH"]}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def made_by(*settings):
    """The command that make runs for a kit, with these settings, as its words."""
    told = make("kit", *settings).stdout.replace("\\\n", " ")
    (line,) = [line for line in told.splitlines() if "cardgen kit" in line]
    return shlex.split(line)[1:]


def test_make_kit_lets_guests_in():
    words = made_by("GUESTS=Ann,Bob:he", "SEED=7", "PLAYERS=4", "OUT=friday")
    assert words == [
        "kit", "liars-lair", "--players", "4", "--seed", "7", "--guest", "Ann,Bob:he", "-o", "friday"
    ]  # fmt: skip
    result = call(*words)
    assert result.exit_code == 0, result.output
    facts = json.loads(Path("friday/facts.json").read_text())
    about = Counter(pair["guest"] for pair in facts["pairs"] if pair.get("guest"))
    assert set(about) == {"Ann", "Bob"}
    assert about == {"Ann": 2, "Bob": 2}
    together = "Ann and Bob"  # as they were typed
    assert together.replace("and", "&") in words_on("friday/tuck-box.pdf")
    assert f"with {together}, two facts each".upper() in words_on("friday/print-me-first.pdf").upper()
    assert f"Some of the facts are about {together}." in " ".join(Path("friday/README.txt").read_text().split())


@pytest.mark.parametrize(("guests", "told"), [("Ann Bob", True), ("Ann Bob,Cat", False)])
def test_a_guest_of_two_words_might_be_two_guests(guests, told):
    """A first name and a surname print as they are; who forgot the comma hears of it first."""
    done = ran("factbank", "new", "--pairs", "9", "-o", "f.json", "--guest", guests)
    assert (done.returncode, "one guest, Ann Bob; commas part guests" in done.stderr.splitlines()) == (0, told)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kit", "players=6"), r"players means nothing here.*\bPLAYERS\b"),
        (("kit", "GAMER=x"), r"GAMER means nothing here.*\bGAME\b"),
        (("kit", "6"), r"6 means nothing here; for 6 players write PLAYERS=6\."),
        (("kit", "GUESTS=Ann,", "Bob,", "Cat"), r'put quotes round all of it: GUESTS="Ann, Bob, Cat"\.'),
        (("kitt",), r"kitt means nothing here; make help lists the words that do"),
    ],
)
def test_a_word_that_make_does_not_know_is_told_before_anything_is_made(words, said):
    done = make(*words)
    assert (done.returncode, done.stdout.count("cardgen")) == (2, 0)
    assert re.search(said, done.stderr, re.DOTALL)


def test_make_knows_every_word_that_its_file_explains():
    text = (ROOT / "Makefile").read_text("utf-8")
    known = " ".join(re.findall(r"^TARGETS \+?:?= (.*)$", text, re.MULTILINE)).split()
    assert set(re.findall(r"^([a-z-]+):.*##", text, re.MULTILINE)) <= set(known)


def test_make_help_begins_with_the_words_of_a_host():
    said = subprocess.check_output(["make", "-C", str(ROOT)], text=True, env={"PATH": os.environ["PATH"]})
    heads = [line.strip() for line in said.splitlines() if line and not line.startswith("make")]
    assert [head.split()[0] for head in heads if " - " in head][:3] == ["kit", "studio", "host"]
    assert heads[0] == "For an evening:"
    assert heads.index("For developers:") < heads.index(next(head for head in heads if head.startswith("setup - ")))


def test_make_has_the_words_for_jokes_and_for_a_kit_that_was_made():
    assert made_by("JOKES=our jokes.toml")[2:] == ["--jokes", "our jokes.toml"]
    assert made_by("KIT=K7Q4-9M")[2:] == ["--kit", "K7Q4-9M"]
    for words, rest in (
        (["KIT=K7Q4-9M"], "liars-lair --kit K7Q4-9M"),
        (["GAME=lizard"], "lizard --deal"),
        (["GUESTS=Ann,Bob"], 'liars-lair --deal --guest "Ann,Bob"'),
    ):
        assert f"referee host {rest}" in " ".join(make("host", *words).stdout.replace("\\\n", " ").split())


def test_every_option_that_make_takes_is_named_as_make_does(monkeypatch):
    kits = re.search(r"^KITS := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1].split()
    monkeypatch.setenv("LIARSDECK_MAKE", "1")
    singular = {"GUESTS": "guest", "OPTIONS": "option"}
    named = [f"{OPTION[singular.get(name, name.lower())]}" for name in kits if name != "GAME"]
    assert named == kits[1:]


def test_make_takes_all_that_the_pages_type():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    typed = {
        line for page in pages for line in re.findall(r"`make ((?:kit|host) [^`]*=[^`]*)`", page.read_text("utf-8"))
    }
    assert "kit LANGUAGE=de" in typed
    for line in typed:
        done = make(*shlex.split(line))
        assert done.returncode == 0, (line, done.stderr)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "9"), "is for 3 to 8 players: PLAYERS=9 will not do"),
        (("--players", "x"), "Invalid value for PLAYERS: 'x' is not a whole number"),
        (("--guest", "Ann,Bob,Cat,Dan", "--players", "3"), "but PLAYERS=3: leave that out"),
    ],
)
def test_refusals_speak_as_make_does(words, said):
    done = ran("cardgen", "kit", "liars-lair", *words, env={"LIARSDECK_MAKE": "1"})
    assert (done.returncode, "--" in done.stderr) == (2, False)
    assert said in done.stderr


def test_more_guests_than_seats_are_refused():
    four = ("kit", "liars-lair", "--guest", "Ann,Bob,Cat,Dan", "--no-ledger", "-o", "kit")
    said = "4 guests are named, but {}: leave that out, or name 3 at most"
    assert said.format("--players 3") in refusal(*four, "--players", "3")
    assert "but Liar's Lair has seats for 8: name 8 at most" in refusal(*four, "--guest", "Eve,Flo,Gus,Hal,Ivy")
    assert "commas part guests, as in Ann,Bob" in refusal("kit", "liars-lair", "--guest", "Ann;Bob", "-o", "kit")
    assert not Path("kit").exists()


def test_make_says_house_rules_as_make_takes_them(monkeypatch):
    monkeypatch.setenv("LIARSDECK_MAKE", "1")
    said = call("kit", "liars-lair", "--players", "5", "-o", "friday").stderr
    assert 'add OPTIONS="each=2" to what you typed.' in said
    told = re.search(r"add (.*) to what", said)[1]
    assert made_by(*shlex.split(told))[2:] == ["--option", "each=2"]


@pytest.mark.parametrize(
    ("guests", "more", "players", "said"),
    [
        ("Ann,Ben,Cat,Dan,Eve,Flo", ("--players", "6"), 6, "With 6 guests: one fact each"),
        ("Ann,Ben,Cat,Dan,Eve", (), 5, "With 5 guests: two facts each"),
        ("Ann Bob", (), 5, "With one guest: two facts"),
        ("Ann,Ben,Cat", ("--players", "4"), 4, "With 3 guests: two facts each"),
    ],
)
def test_how_many_play_and_how_many_facts_each_guest_has_is_said_by_box_and_command(guests, more, players, said):
    """As many play as guests are named, unless they are too few or another number is asked for."""
    done = call("kit", "liars-lair", "--guest", guests, *more, "--no-ledger", "-o", "kit")
    assert done.exit_code == 0, done.output
    assert f" for {players} players: {6 * players} cards" in done.stderr
    assert ("one guest, Ann Bob; commas part guests" in done.stderr.splitlines()) == (guests == "Ann Bob")
    alone = players == len(guests.split(",")) and not more
    assert ("As many players as guests; for another number add --players NUMBER." in done.stderr) == alone
    told = " ".join(Path("kit/README.txt").read_text().split())
    assert all(f"{said}." in text for text in (done.stderr, told, words_on("kit/tuck-box.pdf")))
    assert f"In the lobby, phones are offered the names {listed(guests.split(','), 'and')}." in told


def test_names_that_break_lines_fonts_and_grammars_are_printed_whole():
    made = new_facts(Wish(pairs=15, seed=3, guests=HARD)).facts
    names = [name.partition(":")[0] for name in HARD]
    assert made.guests == tuple(names)
    assert Counter(pair.guest for pair in made.pairs if pair.guest) == dict.fromkeys(names, 2)
    factfile.write(made, Path("facts.json"))
    result = call("deck", "liars-lair", "--facts", "facts.json", "--no-cover", "-o", "deck.pdf")
    assert result.exit_code == 0, result.output
    printed = plain(words_on("deck.pdf"))
    for pair in (pair for pair in made.pairs if pair.guest):
        for card in pair.cards:
            assert pair.guest in card.text
            assert list(sentence_faults(card.text)) == []
        for words in (pair.parts.opening, *pair.parts.endings):  # a label has the guest's name between them
            assert plain(words) in printed, words


def plain(text):
    """Return a text in small letters, without blanks, stops and quotation marks: what stands on a thing has none."""
    return re.sub(r"[\s“”.]", "", text).casefold()


def test_whom_a_kit_is_about_is_said_in_the_room_there_is():
    lair = house_rules("liars-lair")
    made = new_facts(Wish(pairs=15, seed=3, guests=HARD)).facts
    table = KitSpec("liars-lair", lair, 5, made)
    assert table.guests(200) == f"with {listed(made.guests, 'and')}, two facts each"
    assert table.guests(40) == "with 4 guests, two facts each"
    assert KitSpec("liars-lair", lair, 5).guests(40) == ""
