"""Which package uses which, and no module imports itself by way of others.

The contracts of import-linter stand in pyproject.toml. An import inside a function counts, and so does one that only a
type checker reads.
"""

import re
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("liarsdeck", "factbank", "referee", "cardgen")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, PLAN = PYPROJECT["project"], PYPROJECT["tool"]["importlinter"]
LINT = "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"


LARGE = 250  # lines: a module of so many may have a single importer
SINGLE = {
    "cardgen.pages.web": "needed by one command, imported when it runs",
    "cardgen.cli": "a program",
    "cardgen.art.things": "drawings, apart from the face that they stand on",
    "cardgen.export.svg": "an export, imported when it is asked for",
    "cardgen.export.screens": "a program, of which the studio also draws cards",
    "cardgen.studio.device": "a table on one device, whose code comes to a web page later",
    "cardgen.studio.household": "a file format of its own: the pages of a kit know nothing of it",
    "cardgen.studio.landing": "the first page: the pages of a kit know nothing of it",
    "cardgen.studio.phones": "what phones come to: the pages of a kit know nothing of it",
    "cardgen.custom.slotfile": "a file format of its own, imported when such a file is named",
    "liarsdeck.svg": "what strangers send: read beside the other formats",
    "factbank.cli": "a program",
    "factbank.english.brought": "what people type of guests: filling a topic knows nothing of it",
    "factbank.measure": "needed by one command, imported when it runs",
    "referee.cli": "a program",
    "referee.host.bot_turns": "timers and a process, beside what is asked and answered",
    "referee.host.evening": "the last pages: a tap in a game crosses nothing of it",
    "referee.console.scripted": "a console without prompt_toolkit, imported where nobody types",
    "cardgen.custom.claims": "imported where a deck of people's own asks for that face",
    "referee.host.asgi": "for programs that serve a table themselves",
    "referee.lab.front": "imported when a search is over",
    "referee.lab.tune": "for searches, and for whoever tunes a bot at a table",
}
"""The smaller modules that one other module alone imports, each with its reason."""


@pytest.fixture(scope="module")
def house() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def uses(house: grimp.ImportGraph) -> dict[str, set[str]]:
    """Return what each module imports of ours."""
    return {module: house.find_modules_directly_imported_by(module) for module in house.modules}


def modules() -> list[Path]:
    return [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]


def test_no_module_imports_itself_by_way_of_others(house: grimp.ImportGraph) -> None:
    assert len(house.modules) > 200
    try:
        TopologicalSorter(uses(house)).prepare()
    except CycleError as circle:
        # graphlib names each module before those that use it.
        pytest.fail(f"these import each other in a circle: {' <- '.join(circle.args[1])}")


def test_a_module_with_one_importer_is_large_or_has_its_reason(house: grimp.ImportGraph) -> None:
    alone = {
        module
        for module in house.modules
        if len(house.find_modules_that_directly_import(module)) == 1 and not house.find_children(module)
    }
    sizes = {module: len((ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8").splitlines()) for module in alone}
    assert {module for module, lines in sizes.items() if lines < LARGE} == set(SINGLE)


def test_imports_go_one_way() -> None:
    done = subprocess.run([sys.executable, "-c", LINT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_the_engine_and_its_bots_use_nothing_of_the_lab() -> None:
    """The contract names what the extra ``lab`` brings, so that bots sit down where it is not installed."""
    (engine,) = (contract for contract in PLAN["contracts"] if contract["type"] == "forbidden")
    assert PLAN["include_external_packages"] is True
    assert {"referee.core", "referee.games", "referee.bots"} <= set(engine["source_modules"])
    brought = (re.split("[><=;]", text)[0] for text in PROJECT["optional-dependencies"]["lab"])
    assert set(engine["forbidden_modules"]) == {"pyspiel" if name == "open-spiel" else name for name in brought}


def test_the_contracts_leave_nothing_out() -> None:
    assert tuple(PLAN["root_packages"]) == PACKAGES
    assert PLAN["exclude_type_checking_imports"] is False
    kinds = {contract["type"]: contract for contract in PLAN["contracts"]}
    assert tuple(kinds["layers"]["layers"]) == PACKAGES[::-1]
    assert tuple(kinds["acyclic_siblings"]["ancestors"]) == PACKAGES
    assert not any(key.startswith(("ignore", "skip", "depth")) for contract in PLAN["contracts"] for key in contract)


def test_the_glossary_has_each_word_of_ours_once() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text("utf-8").partition("\n## One word for each thing")[0]
    words = re.findall(r"^\| (.+?) \| .+? \| .*\|$", page, re.MULTILINE)[1:]
    assert len({*words}) == len(words) > 10, "one thing for one word"


if __name__ == "__main__":
    sys.exit(subprocess.run([sys.executable, "-c", LINT], cwd=ROOT, check=False).returncode)
