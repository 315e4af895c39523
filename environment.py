"""Set up `.venv`, as make does: what the programs need (core), and on top of it what their developers need (dev).

    python3 environment.py core    what requirements.lock names, and the programs, which run from this folder
    python3 environment.py dev     what requirements-dev.lock names besides

Each wheel must have one of the hashes of the lock file. `--no-lock` takes the newest versions within the ranges of
pyproject.toml; so does a Python that the locks are not for. Nothing is compiled for the core: Python compiles what a
program imports when it first runs, which is a fifth of it all.

It says what it does at least every two seconds. Exit status 1 where pip fails, 2 where Python is too old or has no pip.
"""

from __future__ import annotations

import argparse
import glob
import os
import queue
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

LOWEST, LOCKED_UP_TO = (3, 11), (3, 14)
"""The lowest Python that the programs run on, and the newest that the lock files are for."""
LOCKS = {"core": "requirements.lock", "dev": "requirements-dev.lock"}
EXTRAS = {"core": ".", "dev": ".[clone,dev,lab,dask]"}
ROOT = Path(__file__).resolve().parent
SILENCE_S, PACE_S = 2.0, 0.7  # a line is printed after so long without any, and not sooner than that after another

_PROGRESS = re.compile(
    r"\s*(Collecting|Processing|Requirement already satisfied|Obtaining|Ignoring|Installing collected|Preparing)\b"
    r":?\s*(?:\S*/)?([A-Za-z][\w.]*(?:-[A-Za-z]\w*)*)?"
)


class Progress:
    """Prints how far the set-up is: a line at least every ``SILENCE_S``, and hardly more often than that."""

    def __init__(self, packages: int = 0, doing: str = "starting") -> None:
        self.begun = self.last = time.monotonic()
        self.packages, self.seen, self.doing = packages, 0, doing

    def take(self, line: str) -> None:
        """Take a line of pip's."""
        found = _PROGRESS.match(line)
        if not found:
            return
        if found[1] == "Ignoring":  # a package that this system does not need; the total stays as it was announced
            self.seen += bool(self.packages)
        elif found[1] in ("Installing collected", "Preparing"):
            self.doing = "unpacking"
        else:
            self.seen += 1
            self.doing = "liarsdeck itself" if found[1] == "Obtaining" else found[2]

    def show(self, *, always: bool = False) -> None:
        """Print the line, if the last one is old enough."""
        now = time.monotonic()
        if always or now - self.last >= PACE_S:
            self.last = now
            known = f" of {self.packages}" if self.packages else ""
            count = f"{self.seen}{known} packages, " if self.seen or known else ""
            say(f"  {count}{now - self.begun:.0f} s: {self.doing}")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Set up, and return the exit status."""
    parser = argparse.ArgumentParser(description="Set up .venv, as make does.")
    parser.add_argument("layer", choices=[*LOCKS])
    parser.add_argument("--venv", default=".venv", help="the folder of the environment")
    parser.add_argument("--no-lock", action="store_true", help="the newest versions within pyproject.toml's ranges")
    words = parser.parse_args()
    if sys.version_info[:2] < LOWEST:
        said = f"liarsdeck needs Python {'.'.join(map(str, LOWEST))} or newer, and this is {sys.version.split()[0]}"
        say(f"{said}; say which with: make PYTHON=/path/to/python3.11 TARGET")
        return 2
    home = ROOT / words.venv
    whom = {"core": "what the programs need", "dev": "what their developers need, too"}[words.layer]
    say(f"Setting up {words.venv}, once, with {whom}.")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not made(home, python):
        say(
            "This Python has no pip for a new environment; on Debian and Ubuntu this installs it:"
            f" sudo apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        )
        return 2
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--no-color", "--no-compile"]
    if words.no_lock or sys.version_info[:2] > LOCKED_UP_TO:
        say("Without the lock file: the newest versions within the ranges of pyproject.toml.")
        status = run([[Command([*pip, "-e", EXTRAS[words.layer]])]], Progress())
    else:
        status = locked(words.layer, pip)
    if status:
        return status
    if words.layer == "dev":  # which imports much of it, in many processes at once
        library = (
            "import compileall, sysconfig; compileall.compile_dir(sysconfig.get_path('purelib'), quiet=2, workers=0)"
        )
        run([[Command([str(python), "-c", library])]], Progress(doing="compiling"))
    return 0


def locked(layer: str, pip: list[str]) -> int:
    """Install what a layer's lock names, and for the core the programs; return the exit status.

    Two rows of pips run beside each other. For the core, one installs the programs themselves, by tools that stay out
    of the environment; for developers, each takes half.
    """
    wanted, installers = rows(LOCKS[layer])
    if layer == "dev":
        wanted = [row for row in wanted if row not in rows(LOCKS["core"])[0]]
    parts = [wanted, installers] if layer == "core" else [wanted[::2], wanted[1::2]]
    pip = [*pip, "--no-deps"]
    with tempfile.TemporaryDirectory() as folder:
        beside: list[list[Command]] = []
        for at, part in enumerate(parts):
            file = Path(folder, f"{at}.txt")
            file.write_text("\n".join(part) + "\n", encoding="utf-8")
            beside.append([Command([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(file)])])
        if layer == "core":
            tools = str(Path(folder, "tools"))
            beside[1][0].words.extend(["--target", tools])
            beside[1].append(Command([*pip, "--no-build-isolation", "-e", "."], {"PYTHONPATH": tools}))
        status = run(beside, Progress(sum(map(len, parts)) + (layer == "core")))
    if status:
        say(f"Not all of {LOCKS[layer]} can be had here. What the ranges of pyproject.toml allow: the same with LOCK=")
    return status


def rows(lock: str) -> tuple[list[str], list[str]]:
    """Return a lock file's packages, each with its version, its marker and its hashes.

    Those below its comment come by themselves: they install the programs, which do not need them.
    """
    parts = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ").partition("\n#")
    needed, installers = ([" ".join(row.split()) for row in part.splitlines() if "==" in row] for part in parts[::2])
    return needed, installers


def made(home: Path, python: Path) -> bool:
    """Make the environment, with pip, unless it is there; say whether it is."""
    if python.exists() and any(home.glob("[Ll]ib/**/site-packages/pip/__main__.py")):
        return True
    try:
        import ensurepip
    except ImportError:
        return False
    # What ensurepip would install, but that alone and uncompiled: a fortieth of its time.
    folders = [str(Path(ensurepip.__file__).parent / "_bundled"), sysconfig.get_config_var("WHEEL_PKG_DIR")]
    wheels = [wheel for folder in folders if folder for wheel in glob.glob(f"{folder}/pip-*.whl")]
    try:
        venv.create(home, with_pip=not wheels, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        return False
    for wheel in wheels[:1]:
        library = home / ("Lib" if os.name == "nt" else f"lib/python{sys.version_info[0]}.{sys.version_info[1]}")
        zipfile.ZipFile(wheel).extractall(library / "site-packages")
    return True


class Command(NamedTuple):
    """A command, and variables that its environment has besides."""

    words: list[str]
    variables: Mapping[str, str] = MappingProxyType({})


def run(beside: list[list[Command]], progress: Progress) -> int:
    """Run rows of commands beside each other, one of a row after the other; return 1 where one fails.

    What pip says of its errors is printed.
    """
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    failed: list[int] = []
    errors: list[str] = []
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONUNBUFFERED"] = "1"

    def work(row: list[Command]) -> None:
        for words, variables in row:
            env = environment | dict(variables)
            with subprocess.Popen(
                words, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            ) as process:
                for line in process.stdout or ():
                    lines.put(line)
                    if line.startswith("ERROR"):
                        errors.append(line.rstrip())
            if process.returncode:
                failed.append(process.returncode)
                return

    threads = [threading.Thread(target=work, args=(row,), daemon=True) for row in beside]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads) or not lines.empty():
        try:
            progress.take(lines.get(timeout=0.1))
            progress.show()
        except queue.Empty:
            if time.monotonic() - progress.last >= SILENCE_S:
                progress.show()
    progress.doing = "failed" if failed else "done"
    progress.show(always=True)
    if failed:
        say("\n".join(errors[:8]))
    return int(bool(failed))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
