"""Other people's machines: every program under every oddity, and each time the same answer or one clean sentence.

No terminal, streams that are closed or full, narrow and dumb terminals, locales without UTF-8, homes with blanks and
accents or none at all, Windows' line ends, a folder that was taken away, an install that can't be written.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from liarsdeck.cli import FAULT
from tests.bench.hard.crash import can_mount, disk, read_only_now
from tests.bench.hard.report import Report
from tests.bench.hard.twice import _inputs

ROOT = Path(__file__).parents[3]
ENVS: dict[str, dict[str, str | None]] = {
    "LC_ALL=C": {"LC_ALL": "C", "LANG": None},
    "LC_ALL=C without UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ASCII streams": {"PYTHONIOENCODING": "ascii"},
    "a Windows code page": {"PYTHONIOENCODING": "cp1252"},
    "an unknown locale": {"LC_ALL": "xx_YY.UTF-8"},
    "40 columns": {"COLUMNS": "40"},
    "8 columns": {"COLUMNS": "8", "LINES": "3"},
    "a dumb terminal": {"TERM": "dumb"},
    "no TERM": {"TERM": None},
    "NO_COLOR": {"NO_COLOR": "1"},
    "no home": {"HOME": "~", "LIARSDECK_HOME": None, "XDG_DATA_HOME": None},
    "a home that isn't there": {"HOME": "{folder}/gone/away", "LIARSDECK_HOME": None, "XDG_DATA_HOME": None},
    "nobody's home": {"LIARSDECK_HOME": "~nobody9/x"},
    "a home that is a file": {"LIARSDECK_HOME": "{folder}/lizard.txt"},
    "a home with blanks and accents": {"LIARSDECK_HOME": "{folder}/Zoë’s  home é"},
    "an empty PATH": {"PATH": ""},
    "development mode": {"PYTHONDEVMODE": "1", "PYTHONWARNINGS": "default"},
    "optimised": {"PYTHONOPTIMIZE": "2"},
}
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("referee", "replay", "lizard.txt", "--json"),
    ("referee", "replay", "lizard.txt"),
    ("referee", "rules", "lizard"),
    ("referee", "new", "lizard", "--seat", "Ève", "--seat", "Łukasz", "--seat", "Ζωή", "--seed", "7"),
    ("referee", "tables"),
    ("referee", "replay", "missing é.txt"),
    ("factbank", "new", "--pairs", "3", "--seed", "5", "-o", "new.json"),
    ("factbank", "show", "facts.json"),
    ("factbank", "import", "own.csv", "--seed", "5", "-o", "own.json"),
    ("factbank", "--help"),
    ("cardgen", "list"),
    ("cardgen", "deck", "lizard", "--only", "lizard", "--paper", "a4", "-o", "lizard ü.pdf"),
    ("cardgen", "rulebook", "west é"),
)
NEEDS_HOME = {("referee", "new"), ("referee", "tables"), ("factbank", "new"), ("factbank", "import")}
FULL = len(ENVS) * len(COMMANDS)
SAMPLE = 2


def run(count: int, seed: int) -> Report:
    """Try ``count`` commands, each in one strange environment; then streams, line ends and installs."""
    report = Report("other machines")
    pairs = [(name, command) for name in ENVS for command in COMMANDS]
    if count < len(pairs):
        pairs = pairs[seed % 7 :: max(1, len(pairs) // count)][:count]
    with tempfile.TemporaryDirectory() as outer:
        folder = Path(outer) / "here"
        folder.mkdir()
        _inputs(folder)
        plain = {command: _told(command, folder, {}) for command in dict.fromkeys(command for _, command in pairs)}
        for name, command in pairs:
            _compare(name, command, plain[command], _told(command, folder, ENVS[name]), report)
        if count >= FULL:
            _streams(folder, report)
            _line_ends(folder, report)
            _folders(folder, report)
            _installs(Path(outer), report)
    report.figures |= {"commands": len(pairs)}
    return report


def _told(
    command: tuple[str, ...], folder: Path, env: dict[str, str | None], *, root: Path = ROOT
) -> tuple[int, str, str]:
    """Return the exit status of a command, its stdout and stderr."""
    with tempfile.TemporaryDirectory() as home:
        known = {"LIARSDECK_HOME": home, "PYTHONPATH": str(root), "TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
        given = dict(os.environ) | known
        for key, value in env.items():
            given.pop(key, None)
            if value is not None:
                given[key] = value.format(folder=folder)
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=folder, input=b"", capture_output=True, check=False, env=given
        )
    encoding = given.get("PYTHONIOENCODING", "utf-8")
    return done.returncode, done.stdout.decode(encoding, "replace"), done.stderr.decode(encoding, "replace")


def _compare(
    name: str, command: tuple[str, ...], plain: tuple[int, str, str], told: tuple[int, str, str], report: Report
) -> None:
    """The same status and, where signs and width don't matter, the same words; never a traceback."""
    status, out, err = told
    where = f"{' '.join(command)}, {name}"
    homeless = "home" in name and (command[:2] in NEEDS_HOME or (command[0] == "cardgen" and status == 2))
    told_in_utf8 = "streams" not in name and "page" not in name and "without UTF-8" not in name
    if "Traceback" in err or "Warning" in err or status == FAULT:
        report.fault(f"{where}: {err[-300:]}")
    elif status != plain[0] and not homeless and told_in_utf8:
        report.fault(f"{where}: ended with {status}, not {plain[0]}: {err[-200:]}")
    elif status == 2 and err.count("\n") != 1 and "--help" not in command:
        report.fault(f"{where}: said {err!r}")
    elif "--json" in command and status == 0 and told_in_utf8 and json.loads(out) != json.loads(plain[1]):
        report.fault(f"{where}: other JSON")
    elif status == 0 and told_in_utf8 and "columns" not in name and not homeless and out != plain[1]:
        report.fault(f"{where}: other words: {out[:100]!r}")
    report.counts[f"ended with {status}"] += 1


def _streams(folder: Path, report: Report) -> None:
    """Streams that are closed, full, or whose reader went away."""
    for command in COMMANDS:
        line = " ".join(f"'{part}'" for part in (sys.executable, "-m", *command))
        for what, shell, allowed in (
            ("stdout closed", f"{line} >&-", (0, 2)),
            ("stdin closed", f"{line} <&-", (0, 2)),
            ("stderr closed", f"{line} 2>&-", (0, 2)),
            ("everything closed", f"{line} <&- >&- 2>&-", (0, 2)),
            ("stdout full", f"{line} >/dev/full", (0, 2)),
            ("nobody reads", f"{line} | true; exit ${{PIPESTATUS[0]}}", (0, 1, 2)),
        ):
            with tempfile.TemporaryDirectory() as home:
                env = os.environ | {"LIARSDECK_HOME": home, "PYTHONPATH": str(ROOT)}
                done = subprocess.run(
                    ["bash", "-c", shell], cwd=folder, capture_output=True, text=True, check=False, env=env
                )
            said = done.stderr
            if "Traceback" in said or "Exception ignored" in said or done.returncode not in allowed:
                report.fault(f"{' '.join(command)}, {what}: ended with {done.returncode}: {said[-300:]}")
            report.counts["streams"] += 1


def _line_ends(folder: Path, report: Report) -> None:
    """Files that Windows wrote say the same."""
    for file, command in (
        ("lizard.txt", ("referee", "replay", "{file}", "--json")),
        ("own.csv", ("factbank", "import", "{file}", "--seed", "5", "-o", "-")),
        ("facts.json", ("factbank", "show", "{file}")),
        ("slip.txt", ("cardgen", "slips", "{file}", "--paper", "a4", "-o", "out.pdf")),
    ):
        told = []
        for data in (
            (folder / file).read_bytes(),
            b"\xef\xbb\xbf" + (folder / file).read_bytes().replace(b"\n", b"\r\n"),
        ):
            place = folder / f"ends{Path(file).suffix}"
            place.write_bytes(data)
            status, out, err = _told(tuple(part.format(file=place.name) for part in command), folder, {})
            pdf = (folder / "out.pdf").read_bytes() if "slips" in command and status == 0 else b""
            told.append((status, out, pdf))
            if status:
                report.fault(f"{' '.join(command)}: {err[-200:]}")
        if told[0] != told[1]:
            report.fault(f"{file} with Windows’ line ends says something else")
        report.counts["line ends"] += 1


def _folders(folder: Path, report: Report) -> None:
    """The folder one stands in was taken away."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "LIARSDECK_HOME": str(folder / "gone-home")}
    for command in (("referee", "tables"), ("cardgen", "list"), ("cardgen", "show", "9h"), ("factbank", "packs")):
        line = " ".join(f"'{part}'" for part in (sys.executable, "-m", *command))
        shell = f"mkdir -p '{folder}/vanished' && cd '{folder}/vanished' && rmdir '{folder}/vanished' && {line}"
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, env=env)
        if "Traceback" in done.stderr or done.returncode not in (0, 2):
            report.fault(f"{' '.join(command)} in a folder that is gone: {done.stderr[-300:]}")
        report.counts["folders"] += 1


def _installs(outer: Path, report: Report) -> None:
    """An install that can't be written, in a folder with blanks: everything works as ever."""
    if not can_mount():
        report.figures["read-only install"] = "not tried: nothing may be mounted here"
        return
    with disk(outer / "read only é", 60_000) as place:
        for part in ("factbank", "referee", "cardgen", "templates"):
            shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
        read_only_now(place)
        folder = outer / "elsewhere"
        folder.mkdir()
        _inputs(folder)
        for command in COMMANDS:
            plain, told = _told(command, folder, {}), _told(command, folder, {}, root=place)
            _compare("a read-only install", command, plain, told, report)
