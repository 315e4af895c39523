"""Ask pip whether each system that people have gets a wheel of all that the programs need; print a table.

``make wheels`` runs it, with the network: once with the ranges of pyproject.toml, once with requirements.lock. Nothing
is downloaded that pip does not read to answer. Exit status 1 where a wheel is missing. pip reads a requirement's
conditions (``sys_platform == …``) as this machine's, so what only Windows needs (tzdata and colorama, pure Python) is
not asked for.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from environment import LOCKED_UP_TO, LOCKS, LOWEST

ROOT = Path(__file__).parents[1]
PYTHONS = [f"{LOWEST[0]}.{minor}" for minor in range(LOWEST[1], LOCKED_UP_TO[1] + 1)]
GLIBC = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_24", "manylinux_2_17", "manylinux2014")  # Debian 10 and newer
SYSTEMS = {
    "Windows x64": ["win_amd64"],
    "macOS 13 Intel": ["macosx_13_0_x86_64"],
    "macOS 13 Apple": ["macosx_13_0_arm64"],
    "Linux x64": [f"{tag}_x86_64" for tag in GLIBC],
    "Linux aarch64": [f"{tag}_aarch64" for tag in GLIBC],
}
_LACKING = re.compile(r"No matching distribution found for ([A-Za-z0-9][\w.-]*?)(?=[<>=!~\s(]|$)", re.MULTILINE)


class Answer(NamedTuple):
    """The version that pip takes of each package that it can have, and what it can't."""

    versions: dict[str, str]
    lacking: tuple[str, ...]


def ask(system: str, python: str, wanted: list[str]) -> Answer:
    """Ask pip for these requirements there."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
    command += ["--only-binary", ":all:", "--python-version", python, "--report", "-"]
    command += [word for tag in SYSTEMS[system] for word in ("--platform", tag)]
    lacking: list[str] = []
    while True:
        with tempfile.TemporaryDirectory() as nowhere:
            asked = [line for line in wanted if re.split(r"[<>=]", line)[0] not in lacking]
            done = subprocess.run(
                [*command, "--target", nowhere, *asked], capture_output=True, text=True, encoding="utf-8", check=False
            )
        if done.returncode == 0:
            rows = [row["metadata"] for row in json.loads(done.stdout)["install"]]
            return Answer({row["name"].lower().replace("_", "-"): row["version"] for row in rows}, tuple(lacking))
        named = _LACKING.findall(done.stderr)
        if not named or named[0] in lacking:
            raise SystemExit(f"{system}, Python {python}: {done.stderr.strip()}")
        lacking.append(named[0])


def requirements() -> tuple[list[str], list[str]]:
    """Return what the programs need: by the ranges of pyproject.toml, with what those bring along; and as locked."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    direct = {re.split(r"[<>=]", line)[0]: line for line in project["dependencies"]}
    lock = re.findall(r"^([\w.-]+)==(\S+) *(; .*)?\\$", (ROOT / LOCKS["core"]).read_text("utf-8"), re.MULTILINE)
    along = [name for name, _, marker in lock if name not in direct and not marker]
    return [*direct.values(), *along], [f"{name}=={version}" for name, version, marker in lock if not marker]


def main() -> int:
    """Print a table for the ranges, one for the lock, and whose newest version is not for all."""
    where = [(system, python) for system in SYSTEMS for python in PYTHONS]
    missing = False
    for title, wanted in zip(("the ranges of pyproject.toml", LOCKS["core"]), requirements(), strict=True):
        with ThreadPoolExecutor(4) as pool:
            answers = dict(zip(where, pool.map(lambda at: ask(*at, wanted), where), strict=True))  # noqa: B023
        print(f"\nWheels of all {len(wanted)} packages, by {title}\n")
        print(f"{'':16}" + "".join(f"{python:>12}" for python in PYTHONS))
        versions: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for system in SYSTEMS:
            found = [answers[system, python] for python in PYTHONS]
            cells = [f"lacks {', '.join(one.lacking)}" if one.lacking else "all" for one in found]
            print(f"{system:16}" + "".join(f"{cell:>12}" for cell in cells))
            missing |= any(one.lacking for one in found)
            for python, one in zip(PYTHONS, found, strict=True):
                for name, version in one.versions.items():
                    versions[name][version].append(f"{system} {python}")
        for name, by_version in sorted(versions.items()):
            for version, places in sorted(by_version.items(), key=lambda row: len(row[1]))[:-1]:
                print(f"{name} {version}: {', '.join(places)}")
    return int(missing)


if __name__ == "__main__":
    sys.exit(main())
