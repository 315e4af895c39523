"""The lock files and NOTICE: every library that is installed stands there, at a version in range, with its hashes."""

import hashlib
import json
import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from environment import LOCKS
from tests.lowest import PROJECT, tomllib
from tests.supply import PARTS, notice, parts, told

ROOT = Path(__file__).parents[2]
PROJECT_TABLE = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
RUNS = [Requirement(line) for line in PROJECT_TABLE["dependencies"]]


def extras(*names):
    return [Requirement(line) for name in names for line in PROJECT_TABLE["optional-dependencies"][name]]


def names(requirements):
    return [canonicalize_name(one.name) for one in requirements]


def locked(layer="dev"):
    """Return version and hashes of every package of a lock file."""
    text = (ROOT / LOCKS[layer]).read_text("utf-8").replace("\\\n", " ")
    rows = [
        re.fullmatch(r"([\w.-]+)==(\S+)(?: ; [^-]*?)?((?:\s+--hash=sha256:[0-9a-f]{64})+)", row.strip())
        for row in text.splitlines()
        if not row.startswith("# ")
    ]
    assert all(rows), "a row that is no version with hashes"
    return {canonicalize_name(row[1]): (Version(row[2]), row[3].split()) for row in rows}


def test_the_lock_has_each_dependency_at_a_version_in_range():
    there = locked()
    for requirement in [*RUNS, *extras("clone", "dev", "lab", "dask")]:
        version, hashes = there[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), requirement.name
        assert hashes, requirement.name


def test_the_lock_of_the_programs_has_what_they_need_and_no_more():
    """And a clone's installation: hatchling. What developers need stands on top, at the same versions."""
    core, there = locked("core"), locked()
    assert {name: there[name] for name in core} == core
    assert set(core) == brought_along((*RUNS, *extras("clone"))) & set(there)


def test_the_lock_says_nothing_of_where_packages_come_from():
    text = "".join((ROOT / lock).read_text("utf-8") for lock in LOCKS.values())
    assert "://" not in text
    assert all(line.startswith("    --hash=sha256:") for line in text.splitlines() if line.lstrip().startswith("-"))


def test_jinja2_is_one_whose_sandbox_holds():
    (jinja2,) = [requirement for requirement in RUNS if requirement.name == "jinja2"]
    assert "3.1.5" not in jinja2.specifier
    assert Version(metadata.version("jinja2")) >= Version("3.1.6")


WINDOWS = {"platform_system": "Windows", "sys_platform": "win32", "os_name": "nt"}


def comes_along(need):
    """Say whether a package of ours brings this one along, here or on Windows, without being asked for an extra."""
    return need.marker is None or need.marker.evaluate({"extra": ""}) or need.marker.evaluate({"extra": ""} | WINDOWS)


def brought_along(requirements):
    """Return these packages and what they bring along, as far as they are installed here."""
    waiting = names(requirements)
    seen = {*waiting}
    while waiting:
        try:
            needs = [Requirement(line) for line in metadata.requires(waiting.pop()) or []]
        except metadata.PackageNotFoundError:
            continue
        new = {*names(need for need in needs if comes_along(need))} - seen
        waiting += new
        seen |= new
    return seen


def test_notice_names_every_library_that_is_installed_with_us():
    text = (ROOT / "NOTICE").read_text("utf-8")
    part = text.partition("\nLibraries\n")[2].partition("\nTests\n")[0]
    named = {canonicalize_name(row[1]): row[2] for row in re.finditer(r"^  ([\w.-]+) {2,}(\S.*)$", part, re.MULTILINE)}
    needed = brought_along(RUNS)
    assert set(named) == needed & set(locked())
    press = text.partition("\nPress\n")[2].partition("\nLab\n")[0]
    assert "pikepdf (MPL-2.0)" in press
    brought = brought_along(extras("press")) - needed
    assert [name for name in brought if name not in press] == []


FAMILIES = ("MIT", "BSD", "Apache", "PSF|Python", "MPL")


def families(text):
    return {family for family in FAMILIES if re.search(family, text)}


def test_notice_names_the_licence_that_each_package_has():
    """By the package's own metadata, for all that an installation, with any of its extras, brings along."""
    text = re.sub(r"\s+", " ", (ROOT / "NOTICE").read_text("utf-8").partition("\nLibraries\n")[2])
    asked = [*RUNS, *extras("press", "sheets", "lab", "dask")]
    seen = 0
    for name in brought_along(asked) & set(locked()):
        try:
            found = metadata.metadata(name)
        except metadata.PackageNotFoundError:  # another system's
            continue
        words = [line for line in found.get_all("Classifier") or () if line.startswith("License")]
        words += [found["License-Expression"] or "", (found["License"] or "").partition("\n")[0]]
        own = families(" ".join(words).replace("matplotlib", ""))
        if name in notice():
            entry = notice()[name]
        else:  # in a list, with the licence in brackets after it
            entry = re.findall(rf"\b{name.replace('-', '[-_]')}\b.*?\(([^)]*)\)", text, re.IGNORECASE)
            assert entry, f"NOTICE does not name {name}"
        assert own & families(" ".join(entry)), f"{name}: {own}, and NOTICE says {entry}"
        seen += 1
    assert seen > 50


def test_the_list_of_parts_is_of_these_fonts_and_this_lock():
    """`python -m tests.supply parts` writes it anew; tests/test_wheel.py finds it in the wheel."""
    assert PARTS.read_text("utf-8") == parts()
    found = json.loads(parts())["components"]
    runs = brought_along(RUNS) & set(locked("core"))
    assert {one["name"] for one in found if one["type"] == "library"} == runs
    fonts = {Path(one["name"]).name: one["hashes"][0]["content"] for one in found if one["type"] == "file"}
    here = [
        path
        for end in ("ttf", "woff2")
        for path in (*ROOT.glob(f"cardgen/**/*.{end}"), *ROOT.glob(f"templates/**/*.{end}"))
    ]
    assert fonts == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in here}


KNOWN = {"id": "CVE-2025-27516", "fix_versions": ["3.1.6"]}


def advised(name, **what):
    return {"dependencies": [{"name": "click", "version": "8.5.1", "vulns": []}, {"name": name} | what]}


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        (advised("jinja2", version="3.1.6", vulns=[]), 0, "Nothing is known against the 2 libraries"),
        (advised("jinja2", version="3.1.5", vulns=[KNOWN]), 1, "jinja2 3.1.5: CVE-2025-27516, mended in 3.1.6"),
        (advised("jinja2", skip_reason="not found on PyPI"), 2, "Not asked for advisories: 1 of 2 libraries"),
        ("", 2, "Not asked for advisories: ConnectionError: no such host"),
    ],
)
def test_an_audit_says_what_it_found_and_what_it_could_not_ask(answer, status, said, capsys):
    text = json.dumps(answer) if answer else ""
    assert told(text, "Traceback\nConnectionError: no such host\n") == status
    assert said in capsys.readouterr().out


LINUX = {"sys_platform": "linux", "platform_version": "#1 SMP Debian 6.1.0-18", "platform_release": "6.1.0-18-cloud"}
APPLE = {"sys_platform": "darwin", "platform_machine": "arm64"}
SYSTEMS = {  # and whether the lock has a wheel of pikepdf there
    "Linux": (LINUX, True),
    "Windows": ({"sys_platform": "win32", "platform_machine": "AMD64", "platform_version": "10.0.22631"}, True),
    "macOS 26": (APPLE | {"platform_version": "Darwin Kernel Version 25.1.0: Mon Oct 20 19:32:41 PDT 2025"}, True),
    "macOS 15": (APPLE | {"platform_version": "Darwin Kernel Version 24.6.0: Mon Jul 14 11:30:29 PDT 2025"}, True),
    "macOS 14": (APPLE | {"platform_version": "Darwin Kernel Version 23.6.0: Mon Jul 29 21:14:30 PDT 2024"}, False),
    "macOS 13": (APPLE | {"platform_version": "Darwin Kernel Version 22.6.0: Wed Jul  5 22:22:05 PDT 2023"}, False),
    "Intel": (APPLE | {"platform_machine": "x86_64", "platform_version": "Darwin Kernel Version 24.6.0"}, False),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lock_asks_for_pikepdf_only_where_it_has_a_wheel(system):
    """And the programs ask for it nowhere: with it they could not be installed on macOS 13 and 14."""
    assert "pikepdf" not in {requirement.name for requirement in RUNS}
    text = (ROOT / LOCKS["dev"]).read_text("utf-8")
    (asked,) = (Requirement(line.rstrip(" \\")) for line in text.splitlines() if line.startswith("pikepdf=="))
    where, there = SYSTEMS[system]
    assert asked.marker.evaluate(where) == there
