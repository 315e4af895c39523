"""The supply chain: every dependency has its line in docs/dependencies.md, and no room of ours knows of the network."""

import os
import re
import sys
import tomllib
from pathlib import Path
from urllib.request import ProxyHandler

import pytest

import environment
from cardgen.studio import serve as studio

ROOT = Path(__file__).parents[2]
NETWORK = {"socket", "ssl", "urllib.request", "http.client", "ftplib", "smtplib", "asyncio", "requests", "httpx"}


def dependencies():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = project["dependencies"] + [line for name in ("press", "sheets", "lab", "dask") for line in extras[name]]
    return [re.match(r"[\w.-]+", line)[0] for line in lines]


def test_every_dependency_is_accounted_for_and_no_other():
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    table = next(part for part in text.split("\n\n") if part.startswith("| "))
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines() if row.startswith("| ")]
    named = [name for row in rows[1:] for name in row[0].split(", ")]
    assert sorted(named) == sorted(dependencies())
    assert rows[0] == ["library", "what for", "licence", "MB", "last release"]
    assert all(len(row) == 5 and all(row) for row in rows)


IMPORT = re.compile(r"^ *(?:from ([\w.]+) import |import ([\w.]+(?:, [\w.]+)*)(?: as \w+)?$)", re.MULTILINE)


@pytest.fixture(scope="module")
def imports():
    """What every room of ours imports, by its file."""
    found = {}
    for part in ("liarsdeck", "factbank", "referee", "cardgen"):
        for file in sorted((ROOT / part).rglob("*.py")):
            lines = IMPORT.findall(file.read_text("utf-8"))
            names = {name for one, several in lines for name in (one, *several.split(", ")) if name}
            found[str(file)] = names
    return found


def test_no_room_of_ours_knows_of_the_network(imports):
    """But for pages, which are asked for: `referee host` and `cardgen studio` listen, and ask nobody for anything."""
    rooms = (ROOT / "referee" / "host", ROOT / "cardgen" / "studio")
    listens = [*(f"{room}{os.sep}" for room in rooms), str(ROOT / "referee" / "commands" / "host.py")]
    listens.append(str(ROOT / "liarsdeck" / "worker.py"))  # talks by pipes to a process that it started
    listens.append(str(ROOT / "liarsdeck" / "serving.py"))  # what the two share: it listens
    allowed = {"socket", "asyncio", "asyncio.subprocess"}
    for file, names in imports.items():
        known = {name for name in names if name in NETWORK or name.partition(".")[0] in NETWORK}
        if file == studio.__file__:
            known -= {"urllib.request"}  # it asks itself, whether it is open already
        assert known <= (allowed if any(file.startswith(room) for room in listens) else set()), file
        assert "create_connection" not in Path(file).read_text("utf-8"), file


def test_a_studio_that_asks_itself_asks_no_proxy():
    """Its address holds a secret."""
    assert studio.LOOPBACK == "127.0.0.1"
    assert not [one for one in studio._ITSELF.handlers if isinstance(one, ProxyHandler)]


def test_nothing_is_imported_that_was_not_declared(imports):
    """An import of what some dependency happens to bring along breaks when that dependency no longer does."""
    called = {"pillow": "PIL", "markdown-it-py": "markdown_it", "open-spiel": "pyspiel"}
    declared = {called.get(name, name.replace("-", "_")) for name in dependencies()}
    for file, names in imports.items():
        tops = {name.partition(".")[0] for name in names} - {"liarsdeck", "factbank", "referee", "cardgen"}
        lab = set() if file.startswith(str(ROOT / "referee" / "bridge") + os.sep) else {"pyspiel"}
        assert tops - set(sys.stdlib_module_names) <= declared - lab, file


def test_every_system_is_checked_with_the_lowest_python_and_the_newest():
    """By the public service: what it shows on macOS and Windows can be shown nowhere else."""
    text = (ROOT / ".github/workflows/check.yml").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert re.search(r"os: \[(.*)\]", text)[1].split(", ") == ["ubuntu-latest", "macos-latest", "windows-latest"]
    lowest, newest = (".".join(map(str, version)) for version in (environment.LOWEST, environment.LOCKED_UP_TO))
    assert f'python: ["{lowest}", "{newest}"]' in text
    assert project["requires-python"] == f">={lowest}"
    assert all(word in text for word in ("--require-hashes", "ruff check", "ruff format --check", "mypy", "pytest"))
