"""README and the pages of docs/ are true: their commands run and print what is shown, and their files are there."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.programs import ran

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
COMMANDS = ROOT / "docs" / "commands.md"
PROGRAMS = ("factbank", "referee", "cardgen")
ELSEWHERE = ("git clone ", "cd ", "make ", "python3 -m venv", ".venv/bin/", "cardgen studio", "referee host")
"""Commands that make itself, the wheel's test, and the tests of studio and phones prove."""
RUN = {"commands.md": 14, "table.md": 1, "own-facts.md": 1, "own-deck.md": 4}
"""How many commands of a page are run here."""


def test_the_address_to_clone_from_is_that_of_the_project() -> None:
    """It stands in pyproject.toml, for whoever publishes the project, and in README; nowhere else."""
    address = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Repository"]
    folder = address.rpartition("/")[2].removesuffix(".git")
    assert f"$ git clone {address}\n$ cd {folder} && make kit\n" in README.read_text("utf-8")
    packages = [ROOT / name for name in ("liarsdeck", "factbank", "referee", "cardgen")]
    others = [*ROOT.glob("*.*"), *DOCS, *(file for package in packages for file in package.rglob("*.py"))]
    held = {file.name for file in others if file.is_file() and address in file.read_text("utf-8")}
    assert held == {"README.md", "pyproject.toml"}


def commands(page: Path) -> list[tuple[str, str]]:
    """Return every command of the console blocks with the output shown under it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize("page", [page for page in (README, *DOCS) if commands(page)], ids=lambda page: page.stem)
def test_every_command_runs_and_says_what_is_shown(page: Path, tmp_path: Path) -> None:
    env = {"LIARSDECK_HOME": str(tmp_path / "home"), "NO_COLOR": "1"}
    for name, text in re.findall(
        r"`(\w+\.\w+)`[^\n]*:\n\n```(?:toml|csv)\n(.*?)```", page.read_text("utf-8"), re.DOTALL
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    count = 0
    for command, output in commands(page):
        if command.startswith(ELSEWHERE) or "--kit" in command:
            continue
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text(output, encoding="utf-8")
            continue
        program, *words = shlex.split(command)
        assert program in PROGRAMS, command
        if words == ["packs"]:
            words += ["--samples", "2"]  # the rate of each topic is all the same to the page
        done = ran(program, *words, cwd=tmp_path, env=env)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert not output or done.stdout == output, command
        count += 1
    assert count == RUN.get(page.name, 0)


def test_the_pack_in_the_docs_passes_the_check(tmp_path: Path) -> None:
    env = {"LIARSDECK_HOME": str(tmp_path / "home"), "NO_COLOR": "1"}
    pages = (ROOT / "docs" / "own-facts.md").read_text(encoding="utf-8")
    pack = re.findall(r"```toml\n(.*?)```", pages, re.DOTALL)[0]
    (tmp_path / "mine.toml").write_text(pack, encoding="utf-8")
    done = ran("factbank", "check", "mine.toml", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_is_one_page_and_opens_with_two_commands() -> None:
    text = README.read_text(encoding="utf-8")
    assert [command.split()[0] for command, _ in commands(README)] == ["git", "cd"]
    assert commands(README)[1][0].endswith("make kit")
    until = re.search(r"(?<!!)\[[^]]*\]\(docs/", text)
    assert until
    assert len(text[: until.start()].split()) <= 700


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.stem)
def test_a_page_that_names_a_program_in_a_console_says_where_a_clone_has_it(page: Path) -> None:
    called = any(command.split()[0] in PROGRAMS for command, _ in commands(page))
    assert not called or ".venv/bin/" in page.read_text("utf-8")


@pytest.mark.parametrize("page", [README, *DOCS], ids=lambda page: page.stem)
def test_files_that_a_page_links_to_are_there(page: Path) -> None:
    for name in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / name).is_file(), name


def test_files_at_the_top_are_there() -> None:
    for name in ("NOTICE", "SECURITY.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md"):
        assert (ROOT / name).is_file()


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = set(re.findall(r"\]\(([a-z-]+\.md)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8")))
    assert listed == {page.name for page in DOCS} - {"README.md"}


def test_every_command_of_the_programs_is_in_the_docs() -> None:
    page = COMMANDS.read_text(encoding="utf-8")
    for program in PROGRAMS:
        help_ = ran(program, "--help").stdout
        listed = re.findall(r"^  ([a-z-]+)  +\S", help_.split("Commands:")[1], re.MULTILINE)
        assert listed
        for name in listed:
            assert re.search(rf"`({program} )?{name}\b|{program} {name}\b", page), f"{program} {name}"
            assert "\\" not in ran(program, name, "--help").stdout, f"{program} {name}: a mark of the help's own"
