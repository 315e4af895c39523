"""A kit from the command line: it stands whole or not at all, remembers how it was made, and is found by its code."""

import json
import re
import shutil
import stat
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest

from factbank import factfile
from referee.core.setup import advice
from referee.games import game
from tests.cardgen.program import call, refusal, sample
from tests.programs import ran
from tests.sampling import spread

pytestmark = pytest.mark.usefixtures("home")

SEALED = "answer-sheet.pdf"
KIT_FILES = {
    "print-me-first.pdf",
    "teach.pdf",
    "deck.pdf",
    "rulebook.pdf",
    "answer-sheet.pdf",
    "note-slips.pdf",
    "tuck-box.pdf",
    "facts.json",
    "README.txt",
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A kit of the usual facts, and the household that it was printed in."""
    place = tmp_path_factory.mktemp("printed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIARSDECK_HOME", str(place / "home"))
        patch.setenv("LC_ALL", "en_GB.UTF-8")
        patch.chdir(place)
        factfile.write(sample(), place / "facts.json")
        assert call("kit", "liars-lair", "--facts", "facts.json", "-o", "kit").exit_code == 0
    return place


@pytest.fixture
def kit(printed, home):
    """It stands in this test's folder, printed in its household."""
    shutil.copytree(printed / "home", home, dirs_exist_ok=True)
    return Path(shutil.copytree(printed / "kit", "kit"))


def test_a_kit_stands_whole_and_remembers_itself(home):
    result = call("kit", "liars-lair", "--seed", "7", "-o", "kit")
    assert result.exit_code == 0, result.output
    assert {path.name for path in Path("kit").iterdir()} == KIT_FILES
    facts = json.loads(Path("kit/facts.json").read_text())
    code = facts["kit"]
    assert len(facts["pairs"]) == 15
    assert (home / "kits" / f"{code}.json").is_file()
    told = Path("kit/README.txt").read_text()
    assert f"referee new liars-lair --kit {code}" in told
    assert max(len(line) for line in told.splitlines() if not line.startswith("    ")) <= 78
    assert [path.name for path in Path().iterdir()] == ["kit"]
    again = call("kit", "liars-lair", "--kit", code, "-o", "again")
    assert again.exit_code == 0, again.output
    assert (
        advice(game("liars-lair"), 5, game("liars-lair").options(), "--option ", "add {} to what you typed")
        in result.stderr
    )
    for name in KIT_FILES - {SEALED}:
        assert Path("again", name).read_bytes() == Path("kit", name).read_bytes(), name
    assert (again.stdout, again.stderr) == (
        result.stdout.replace("kit", "again"), result.stderr.replace("kit/", "again/")
    )  # fmt: skip


def test_the_sealed_sheet_is_another_one_every_time_and_the_rest_of_the_kit_says_nothing_of_it(kit, facts_file):
    """Of a deal that was chosen the README says so; the seed of an older README is read and deals nothing."""
    kit.rename("one")
    older = ("--kit", factfile.read(Path(facts_file)).kit, "--seed", "5")
    for folder, words in (("two", older), ("three", older), ("chosen", ("--facts", facts_file, "--deal-seed", "4"))):
        done = call("kit", "liars-lair", *words, "-o", folder)
        assert done.exit_code == 0
        assert ("--seed draws new facts, and --kit names facts" in done.stderr) == (words == older)
    assert len({Path(folder, SEALED).read_bytes() for folder in ("one", "two", "three", "chosen")}) == 4
    differing = {name for name in KIT_FILES if Path("one", name).read_bytes() != Path("two", name).read_bytes()}
    assert differing == {SEALED}
    assert stat.S_IMODE(Path("one", SEALED).stat().st_mode) == 0o600
    assert "--deal-seed" not in Path("one/README.txt").read_text()
    assert Path("chosen/README.txt").read_text().count("--deal-seed 4") == 2


@pytest.mark.usefixtures("kit")
@pytest.mark.parametrize("slip", [lambda code: f"{code[:-1]}{'Q' if code[-1] != 'Q' else 'R'}", lambda code: code[1:]])
def test_a_mistyped_code_is_told_the_kit_that_it_is_nearest_to(facts_file, slip):
    code = factfile.read(Path(facts_file)).kit
    for words in (("cardgen", "kit", "liars-lair", "-o", "again"), ("referee", "host", "liars-lair")):
        done = ran(*words, "--kit", slip(code))
        assert (done.returncode, f"did you mean {code}?" in done.stderr) == (2, True), done.stderr
    assert "did you mean" not in refusal("kit", "liars-lair", "--kit", "222222")


@pytest.mark.parametrize(("typed", "meant"), [
    ("lier", "liars-lair, liars-guess or liar-poker"), ("lizrd", "lizard"), ("poker", "liar-poker"),
])  # fmt: skip
def test_a_mistyped_game_is_told_those_that_it_may_be(typed, meant):
    assert "did you mean liar" in ran("cardgen", "deck", "lier").stderr
    for words in (("cardgen", "kit", typed), ("referee", "host", typed)):
        assert f"did you mean {meant}?" in ran(*words).stderr


def test_the_default_folder_is_named_by_game_and_kit(facts_file):
    code = factfile.read(Path(facts_file)).kit
    assert call("kit", "liars-lair", "--facts", facts_file).exit_code == 0
    assert [path.name for path in Path().iterdir()] == [f"liars-lair-{code}"]
    Path("pyproject.toml").write_text('name = "liarsdeck"')
    Path("output").mkdir()
    assert call("kit", "liars-lair", "--facts", facts_file).exit_code == 0
    assert [path.name for path in Path("output").iterdir()] == [f"liars-lair-{code}"]


@pytest.mark.usefixtures("kit")
def test_a_kit_takes_its_own_folder_again_but_no_other(facts_file):
    assert call("kit", "liars-lair", "--facts", facts_file, "-o", "kit").exit_code == 0
    assert "another kit" in refusal("kit", "liars-lair", "--seed", "1", "--no-ledger", "-o", "kit")
    forced = call("kit", "liars-lair", "--seed", "1", "--no-ledger", "-o", "kit", "--force")
    assert forced.exit_code == 0, forced.output
    assert json.loads(Path("kit/facts.json").read_text())["seed"] == 1
    Path("kit/letter.txt").write_text("dear")
    said = refusal("kit", "liars-lair", "--kit", json.loads(Path("kit/facts.json").read_text())["kit"], "-o", "kit")
    assert "kit holds “letter.txt”, which would be lost: name another folder" in said
    assert Path("kit/letter.txt").read_text() == "dear"
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear")
    assert "other things" in refusal("kit", "liars-lair", "--facts", facts_file, "-o", "mine", "--force")
    Path("file").write_text("x")
    assert "no folder" in refusal("kit", "liars-lair", "--facts", facts_file, "-o", "file")
    assert "is a file" in refusal("kit", "liars-lair", "--facts", facts_file, "-o", "file/kit")


def test_a_kit_fed_by_hand(facts_file):
    result = call("kit", "liars-lair", "--facts", facts_file, "--feed", "manual", "-o", "kit", "--paper", "letter")
    assert result.exit_code == 0, result.output
    names = {path.name for path in Path("kit").iterdir()}
    assert {"deck-fronts.pdf", "deck-backs.pdf", "note-slips-fronts.pdf"} <= names
    assert not any("reference" in name for name in names)


FIFTY = ("red-and-black", "--option", "red=25", "--option", "black=25")


@pytest.mark.parametrize(
    ("words", "cards", "sheets"),
    [
        (("red-and-black",), "2 reference cards", 6),
        ((*FIFTY, "--sides", "fold", "--paper", "letter"), "2 reference cards", 13),
        ((*FIFTY, "--sides", "fronts", "--card", "tarot"), "2 reference cards", 13),
        (("lizard", "--players", "3"), "3 reference cards", 7),
        (("lizard", "--players", "4"), "", 7),
        (("red-and-black", "--card", "mini"), "", 3),
    ],
)
def test_reference_cards_lie_on_the_decks_last_sheet_where_that_saves_one(words, cards, sheets):
    result = call("kit", *words, "-o", "kit")
    assert result.exit_code == 0, result.output
    with pypdfium2.PdfDocument("kit/deck.pdf") as document:
        told = [page.get_textpage().get_text_range() for page in document]
    two_sided = "--sides" not in words
    assert len(told) == sheets * (1 + two_sided)
    readme = " ".join(Path("kit/README.txt").read_text().split())
    assert (f"The last cards of deck.pdf are {cards}." in readme) == bool(cards)
    assert Path("kit/reference-cards.pdf").exists() != bool(cards)
    if cards:
        assert call("extras", words[0], "--only", "reference", *words[1:], "-o", "beside").exit_code == 0
        with pypdfium2.PdfDocument("beside/reference-cards.pdf") as document:
            beside = [page.get_textpage().get_text_range() for page in document]
        last = told[-len(beside) :]
        for there, alone in zip(last, beside, strict=True):
            wanted, found = (Counter(re.findall("[A-Za-z]{5,}", text)) for text in (alone, there))
            assert wanted
            assert not wanted - found


@pytest.mark.parametrize(
    ("wrong", "where"),
    spread(
        [KeyboardInterrupt, OSError(28, "No space left on device")],
        [
            "cardgen.pages.book.write_book",
            "cardgen.pages.secret.files_of",
            "cardgen.extras.boxes.pdf.nets_pdf",
        ],
    ),
)
def test_nothing_stays_of_a_kit_that_was_broken_off(monkeypatch, kit, facts_file, home, wrong, where):
    def stop(*args, **more):
        raise wrong

    Path("deep").mkdir()
    kit.rename("deep/kit")
    before = {path: path.read_bytes() for path in Path("deep").rglob("*") if path.is_file()}
    monkeypatch.setattr(where, stop)
    for folder in ("deep/kit", "new/kit"):
        result = call("kit", "liars-lair", "--facts", facts_file, "-o", folder)
        assert result.exit_code != 0
    result = call("kit", "liars-lair", "--seed", "4", "-o", "fresh")
    assert result.exit_code != 0
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    assert not Path("new").exists()
    kept = [path.stem for path in (home / "kits").iterdir()]
    assert kept == [factfile.read(Path(facts_file)).kit]


@pytest.mark.parametrize("what", [["--facts"], ["--seed", "4", "--no-ledger"]])
def test_a_kit_that_cannot_be_kept_by_its_code_is_printed_all_the_same(facts_file, home, what):
    home.mkdir(exist_ok=True)
    (home / "kits").write_text("in the way")
    done = call("kit", "liars-lair", *what, *([facts_file] if what == ["--facts"] else []), "-o", "kit")
    assert done.exit_code == 0, done.output
    assert "keep its fact file" in done.stderr
    assert Path("kit/deck.pdf").is_file()


def test_a_full_disk_names_the_folder_that_was_asked_for(monkeypatch, facts_file):
    from liarsdeck.files import whole_folder

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = call("kit", "liars-lair", "--facts", facts_file, "-o", "deep/kit")
    assert isinstance(done.exception, OSError)
    assert done.exception.filename == str(Path("deep/kit"))
    assert not Path("deep").exists()
    with pytest.raises(OSError, match="No space") as refused, whole_folder(Path("new")):
        raise OSError(28, "No space left on device")
    assert refused.value.filename == "new"


def test_a_table_with_empty_seats_or_too_few_is_told_what_to_do(kit):
    """On each page on which it looks, and so that the referee by the sheet can do it unread."""
    names = ("print-me-first.pdf", "teach.pdf", "rulebook.pdf", "answer-sheet.pdf")
    read = {name: " ".join(text_of(kit / name).split()) for name in names}
    assert "FOR 3 TO 5 PLAYERS" in read["print-me-first.pdf"]
    for name in ("teach.pdf", "answer-sheet.pdf"):
        assert "Its slip and its cards go into the box, unread" in read[name]
    # Half of the booklet's pages stand on their heads, so its words come in any order.
    assert {"Fewer", "seats’", "More?", "serve", "seven."} <= {*read["rulebook.pdf"].split()}
    assert "its slip and its cards go into the box" in " ".join((kit / "README.txt").read_text().split())
    for players, more in (("4", ()), ("7", ("--option", "each=2"))):
        typed = ("liars-lair", "--facts", "kit/facts.json", "--players", players, *more, "--only", "answers")
        made = call("extras", *typed, "-o", players)
        assert made.exit_code == 0, made.output
        assert f"Seat {players}" in text_of(Path(players, "answer-sheet.pdf"))


def test_a_kit_says_how_its_programs_are_called_in_a_clone_and_by_make(kit):
    read = {name: text_of(kit / name) for name in ("print-me-first.pdf", "teach.pdf", "rulebook.pdf")}
    told = " ".join((kit / "README.txt").read_text().split())
    assert "measure this printer, once and for all: cardgen calibrate." in read["print-me-first.pdf"]
    assert "print the kit again for the short edge" in read["print-me-first.pdf"]
    assert not re.search(r"--[a-z]|[A-Z]=", read["print-me-first.pdf"]), "a guest is told no options"
    assert "--back-ink low" in told
    assert "--feed manual" in told
    assert "(in liarsdeck’s folder: .venv/bin/referee …)" in read["teach.pdf"]
    assert "On a screen every second side is upside down; in print it is right." in read["rulebook.pdf"]
    assert "put .venv/bin/ before each command" in told
    assert f"referee host liars-lair --kit {factfile.read(kit / 'facts.json').kit}" in told
    assert not any(str(Path.cwd()) in text or str(Path.home()) in text for text in (*read.values(), told))
    assert call("kit", "lizard", "--option", "hook=true", "--sides", "short", "-o", "short").exit_code == 0
    assert 'these house rules are OPTIONS="hook=true".' in " ".join(Path("short/README.txt").read_text().split())
    assert "On a screen" not in text_of(Path("short/rulebook.pdf")), "there no side is turned"


@pytest.mark.parametrize("paper", ["LETTER", "a4"])
def test_papers_are_weighed_as_the_shops_of_their_country_do(paper):
    assert call("kit", "red-and-black", "--paper", paper, "--printer", "none", "-o", "kit").exit_code == 0
    read = {name: text_of(Path("kit", name)) for name in ("print-me-first.pdf", "tuck-box.pdf")}
    told = " ".join(Path("kit/README.txt").read_text().split())
    cards, read_on, box = "(110 lb index / 80 lb cover)", "(20–32 lb bond)", "(80–110 lb cover)"
    american = paper == "LETTER"
    assert {after for word, after in pairwise(told.split()) if word == "--paper"} == {"Letter" if american else "A4"}
    assert (f"200–250 g/m² {cards}, both sides" in told) == american
    assert (f"200–250 g/m² {cards} for the cards; 80–120 g/m² {read_on} for what is read" in read["print-me-first.pdf"]
            ) == american  # fmt: skip
    assert f"Paper of 200–300 g/m²{' ' + box if american else ''}." in read["tuck-box.pdf"]
    assert ("lb" in told) == american
    assert "an empty ballpoint pen" in read["tuck-box.pdf"]
    assert "If the ring misses the cross, measure this printer" in read["print-me-first.pdf"]


def text_of(path):
    """All text of a PDF, its blanks as one."""
    with pypdfium2.PdfDocument(path) as document:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
