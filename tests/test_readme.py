"""README tells the truth: its commands run, its outputs are what the programs print, its files are there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.programs import ran

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAMS = ("factbank", "referee", "cardgen")
SETTING_UP = ("make ", "python3 -m venv", ".venv/bin/")
"""Commands that the wheel's test and make itself prove."""


def commands() -> list[tuple[str, str]]:
    """Return every command of the console blocks with the output shown under it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("readme")
    (here / "pairs.csv").write_text("Uncle Ted sings only in lifts.,Uncle Ted sings only in baths.,Uncle Ted\n")
    return here


def test_every_command_runs_and_says_what_is_shown(folder: Path) -> None:
    env = {"LIARSDECK_HOME": str(folder / "home"), "NO_COLOR": "1"}
    count = 0
    for command, output in commands():
        if command.startswith(SETTING_UP) or "--kit" in command:
            continue
        if command.startswith("cat "):
            (folder / command.removeprefix("cat ")).write_text(output, encoding="utf-8")
            continue
        program, *words = shlex.split(command)
        assert program in PROGRAMS, command
        if words == ["packs"]:
            words += ["--samples", "2"]  # the rate of each topic is all the same to the README
        done = ran(program, *words, cwd=folder, env=env)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert not output or done.stdout == output, command
        count += 1
    assert count >= 12


def test_the_pack_in_the_readme_passes_the_check(folder: Path) -> None:
    env = {"LIARSDECK_HOME": str(folder / "home"), "NO_COLOR": "1"}
    pack = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)[0]
    (folder / "mine.toml").write_text(pack, encoding="utf-8")
    for words in (["check", "mine.toml"], ["import", "pairs.csv", "-o", "ours.json"], ["new-pack", "another"]):
        done = ran("factbank", *words, cwd=folder, env=env)
        assert done.returncode == 0, done.stdout + done.stderr


def test_files_that_the_readme_names_are_there() -> None:
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / name).is_file(), name
    for name in ("NOTICE", "SECURITY.md", "LICENSE", "CONTRIBUTING.md", "docs/rules.md", "CHANGELOG.md"):
        assert (ROOT / name).is_file()


def test_every_command_of_the_programs_is_in_the_readme() -> None:
    for program in PROGRAMS:
        help_ = ran(program, "--help").stdout
        listed = re.findall(r"^  ([a-z-]+)  +\S", help_.split("Commands:")[1], re.MULTILINE)
        assert listed
        for name in listed:
            assert re.search(rf"`({program} )?{name}\b|{program} {name}\b", README), f"{program} {name}"
            assert "\\" not in ran(program, name, "--help").stdout, f"{program} {name}: a mark of the help's own"
