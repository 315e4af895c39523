"""How long a fresh clone takes to set up, and how large: ``python -m tests.bench.setup [--before COMMIT] [--runs 5]``.

In turn, with what earlier runs left in pip's cache: ``pip install .`` at a commit before, into a new environment, and
what ``make kit`` does first at HEAD. Each is timed from its start until the programs can run. The size on disk is that
of all installed packages but pip and setuptools, in blocks: for HEAD after a kit was printed, and the studio and a
table were served, so with all bytecode that they use. It asks the index, so ``make bench`` leaves it out.
"""

import argparse
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
SERVED_S = 12  # so long a program runs that serves, until it has imported what it needs
NOT_OURS = ("pip", "setuptools", "pkg_resources", "_distutils_hack")


def timed(*command: str | Path, cwd: Path) -> tuple[float, float]:
    """Run a command; return its seconds by the clock, and those of the processor."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*map(str, command)], cwd=cwd, env=ENVIRONMENT, check=True, capture_output=True)
    after, spent = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - begun
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def blocks_mb(folder: Path) -> float:
    """Return what the packages of an environment take on disk, without pip and setuptools, in MB of 1,000,000."""
    (library,) = folder.glob(".venv/lib/python*/site-packages")
    kept = [top for top in library.iterdir() if not top.name.lower().startswith(NOT_OURS)]
    files = [file for top in kept for file in ([top, *top.rglob("*")] if top.is_dir() else [top])]
    return sum(file.lstat().st_blocks * 512 for file in files) / 1e6


def downloads_mb(clone: Path, *wanted: str) -> float:
    """Return the size of all wheels of requirements, in MB."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "-q", "--only-binary", ":all:", "-d", folder, *wanted]
        subprocess.run(command, cwd=clone, env=ENVIRONMENT, check=True, capture_output=True)
        wheels = [wheel for wheel in Path(folder).glob("*.whl") if not wheel.name.startswith("liarsdeck-")]
        return sum(wheel.stat().st_size for wheel in wheels) / 1e6


def used(clone: Path, home: Path) -> None:
    """Print a kit, and serve the studio and a table for a while: Python compiles what they import."""
    programs = clone / ".venv" / "bin"
    env = ENVIRONMENT | {"LIARSDECK_HOME": str(home)}
    quiet = {"cwd": clone, "env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([programs / "cardgen", "kit", "liars-lair", "-o", home / "kit"], check=True, **quiet)
    for words in (
        ["cardgen", "studio"],
        ["referee", "host", "liars-lair", "--deal", "--bind", "localhost", "--port", "0"],
    ):
        with subprocess.Popen([programs / words[0], *words[1:], "--no-open"], **quiet) as serving:
            time.sleep(SERVED_S)
            serving.send_signal(signal.SIGINT)


def main() -> None:
    """Measure, and print a line for each figure: before, now, and their ratio."""
    parser = argparse.ArgumentParser(prog="tests.bench.setup")
    parser.add_argument("--before", default="69ba3a6c", help="the commit that is compared with")
    parser.add_argument("--runs", type=int, default=5)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder, "before"), Path(folder, "now")
        for clone, commit in ((old, words.before), (new, "HEAD")):
            subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
            exact = subprocess.check_output(["git", "rev-parse", commit], cwd=ROOT, text=True).strip()
            subprocess.run(["git", "checkout", "-q", "--detach", exact], cwd=clone, check=True)
        olds, olds_pip, news = [], [], []
        for run in range(words.runs + 1):  # the first fills the cache
            for clone in (old, new):
                shutil.rmtree(clone / ".venv", ignore_errors=True)
            made = timed(sys.executable, "-m", "venv", ".venv", cwd=old)
            installed = timed(".venv/bin/pip", "install", ".", cwd=old)
            ours = timed("make", f"PYTHON={sys.executable}", ".venv/.core", cwd=new)
            if run:
                olds.append([a + b for a, b in zip(made, installed, strict=True)])
                olds_pip.append(installed)
                news.append(ours)
        mine = [statistics.median(column) for column in zip(*news, strict=True)]
        for name, times in (("environment and pip install .", olds), ("pip install . alone", olds_pip)):
            theirs = [statistics.median(column) for column in zip(*times, strict=True)]
            for unit, a, b in zip(("s", "s of the processor"), theirs, mine, strict=True):
                print(f"{name}: {a:.1f} {unit}; set-up of the core: {b:.1f}; ratio {b / a:.2f}")
        fresh = blocks_mb(new)
        used(new, Path(folder, "home"))
        print(f"on disk: {blocks_mb(old):.0f} MB; {fresh:.0f} MB, {blocks_mb(new):.0f} MB in use")
        counts = [len([*clone.glob(".venv/lib/python*/site-packages/*.dist-info")]) for clone in (old, new)]
        print(f"packages, with pip and liarsdeck: {counts[0] - 1}; {counts[1]}")  # and without setuptools
        before, now = downloads_mb(old, "."), downloads_mb(new, "-r", "requirements.lock", "--no-deps")
        print(f"downloads: {before:.1f} MB; {now:.1f} MB")


if __name__ == "__main__":
    main()
