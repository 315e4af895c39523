"""CONTRIBUTING's way of adding a game, walked: its steps are taken in a copy of this checkout, and tests run there.

``make walk`` (``python -m tests.test_new_game``) runs all tests there, which takes as long as all tests take.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("liarsdeck", "factbank", "referee", "cardgen", "templates", "docs", "tests")
STEP = re.compile(r"^([^\n]*)\n\n(`{3,})(sh|python)\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
SUITES = (
    "tests/referee/test_conformance.py",
    "tests/referee/books/test_books.py",
    "tests/referee/rulings/test_general_header.py",
    "tests/referee/tables/test_scores.py",
    "tests/referee/console",
    "tests/cardgen/pages",
    "tests/cardgen/extras/test_extras.py",
    "tests/cardgen/decks/test_print_room.py",
    "tests/hard/test_attacks.py",
)
"""The tests that go by the registry …"""
CHOSEN = "highest or there_are_these or test_the_list"
"""… and which of them are about the new game or about all."""


def steps() -> list[tuple[str, str, str]]:
    """Return the steps of the page: what is said before a block, its language, and the block."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found = STEP.findall(page.partition("## How to add a game\n")[2].partition("\n## ")[0])
    return [(said, language, block) for said, _, language, block in found]


def environment(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(home),
        "LIARSDECK_HOME": str(home / "household"),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis"),
    }


def run(home: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=home, env=environment(home), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    return done.stdout


IN_TURN = """
import json, sys
from tests.programs import ran
for words in json.loads(sys.argv[1]):
    done = ran(*words)
    print(done.stdout)
    if done.returncode:
        sys.exit(f"{words}: {done.stderr}")
"""


def programs(home: Path, *lines: str) -> str:
    """Run the copy's programs, one after the other in one process, and return what they say."""
    return run(home, sys.executable, "-c", IN_TURN, json.dumps([shlex.split(line) for line in lines]))


def take(home: Path, said: str, language: str, block: str) -> None:
    """Do what a step says: run its commands, or add a word at the end of a table."""
    if language == "sh":
        lines = block.splitlines()
        own = [line for line in lines if line.startswith(("referee ", "cardgen "))]
        for line in lines:
            if line not in own:
                run(home, "sh", "-c", re.sub("^python ", f"{shlex.quote(sys.executable)} ", line))
        if own:
            programs(home, *own)
    else:
        ((table, name),) = re.findall(r"[Aa]t the end of `(\w+)` in `([\w./]+)`:$", said)
        text = (home / name).read_text("utf-8")
        found = re.search(rf"^{table}\b[^=\n]*= \((.*?)\)$", text, re.MULTILINE | re.DOTALL)
        assert found, said
        added = f"{text[: found.end(1)]}, {block.strip()}{text[found.end(1) :]}"
        (home / name).write_text(added, "utf-8")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return walked(tmp_path_factory.mktemp("walk") / "house", *PACKAGES, "*.toml", "*.md")


def walked(folder: Path, *what: str) -> Path:
    """Return a copy of this checkout, or of what was named, in which every step of the page has been taken."""
    listed = run(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *what)
    for name in filter(None, listed.split("\0")):
        compiled = (ROOT / name).parent.glob(f"__pycache__/{Path(name).stem}.*.pyc")  # is not compiled anew
        for file in (ROOT / name, *compiled):
            if file.is_file():
                place = folder / file.relative_to(ROOT)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, place)
    for said, language, block in steps():
        take(folder, said, language, block)
    return folder


def test_it_is_printed(home: Path) -> None:
    made = {path.name for path in (home / "kit").iterdir()}
    assert made == {
        "print-me-first.pdf", "deck.pdf", "rulebook.pdf", "reference-cards.pdf", "tuck-box.pdf", "README.txt",
    }  # fmt: skip
    pages = pypdfium2.PdfDocument(home / "kit" / "rulebook.pdf")
    book = "\n".join(page.get_textpage().get_text_range() for page in pages)
    assert {"Everybody", "bids", "secret,"} <= set(book.split()), "on a turned side of paper words come in any order"
    assert "[highest" not in book, "a rule's id stands raw in the text"
    assert "For 3 players: 52 cards." in (home / "kit" / "README.txt").read_text("utf-8")
    boxes = [f"cardgen extras {deck} -o box-{deck}" for deck in ("highest", "standard52")]
    assert "HIGHEST ALONE" in programs(home, "referee rules highest", *boxes)
    for deck in ("highest", "standard52"):
        assert (home / f"box-{deck}" / "tuck-box.pdf").is_file()


PLAYED = """
import referee
game = referee.new("highest", ["Ann", "Bob", "Cat"], seed=7)
bots = dict.fromkeys(game.seats, referee.bot("highest", "easy", seed=1)) | {None: game.chance}
while not game.over:
    game.play(bots[game.turn].choose(game.view()))
print(len(game.winners))
"""


def test_its_bot_plays(home: Path) -> None:
    assert run(home, sys.executable, "-c", PLAYED) == "1\n"


def test_its_tests_pass(home: Path) -> None:
    said = run(home, sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *SUITES, "-k", CHOSEN)
    assert "[100%]" in said


def main() -> int:
    """Walk the page in a folder of its own and run every test there; return their exit status."""
    with TemporaryDirectory() as folder:
        house = Path(folder) / "house"
        house.mkdir()
        run(house, "git", "init", "--quiet")
        walked(house)
        run(house, "git", "add", "--all")
        command = [sys.executable, "-m", "pytest", "-n", "3", "--dist", "worksteal"]
        command += [f"--ignore={Path(__file__).relative_to(ROOT)}", *sys.argv[1:]]  # the steps can be taken once only
        return subprocess.run(command, cwd=house, env=environment(house), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
