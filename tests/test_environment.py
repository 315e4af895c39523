"""`make kit` on a fresh clone: what environment.py sets up, says and refuses, with wheels of a folder for an index."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import environment
from tests import wheels

ROOT = Path(__file__).parents[1]
BACKEND = """import zipfile

def build_editable(directory, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(f"{directory}/liarsdeck-1-py3-none-any.whl", "w") as made:
        made.writestr("liarsdeck.pth", "")
        made.writestr("liarsdeck-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: liarsdeck\\nVersion: 1\\n")
        made.writestr("liarsdeck-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\n")
        made.writestr("liarsdeck-1.dist-info/RECORD", "")
    return "liarsdeck-1-py3-none-any.whl"

build_wheel = build_editable
"""


def wheel(folder: Path, name: str, tag: str = "py3-none-any") -> str:
    """Write a wheel of one module; return its row of a lock file."""
    path = folder / f"{name}-1.0-{tag}.whl"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(f"{name}.py", "")
        made.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        made.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return f"{name}==1.0 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of a small project with both lock files, and a folder of wheels."""
    here = tmp_path_factory.mktemp("clone")
    (here / "wheels").mkdir()
    one, two, three = (wheel(here / "wheels", name) for name in ("one", "two", "three"))
    none = one.replace("one==1.0", "nothing==1.0; sys_platform == 'nowhere'")
    (here / "requirements.lock").write_text(f"{one}{none}# What installs the programs:\n{two}")
    (here / "requirements-dev.lock").write_text(one + two + three)
    (here / "environment.py").write_bytes((ROOT / "environment.py").read_bytes())
    (here / "backend.py").write_text(BACKEND)
    (here / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "liarsdeck"\nversion = "1"\n'
    )
    return here


def set_up(clone: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(clone / "wheels")} | more
    command = [sys.executable, "environment.py", *words]
    return subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True, check=False)


def installed(clone: Path, name: str = ".venv") -> set[str]:
    return {one.name.partition("-")[0] for one in (clone / name).glob("lib/*/site-packages/*.dist-info")} - {"pip"}


def test_the_layers(clone: Path) -> None:
    done = set_up(clone, "core")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Setting up .venv, once, with what the programs need."
    assert all(re.fullmatch(r"  \d+ of 4 packages, \d+ s: .+", line) for line in lines[1:])
    assert re.fullmatch(r"  4 of 4 packages, \d+ s: done", lines[-1])
    assert len({line.rpartition(": ")[2] for line in lines[-2:]}) == 2
    assert installed(clone) == {"one", "liarsdeck"}  # two installs the programs, and is no part of them
    done = set_up(clone, "dev")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  2 of 2 packages, " in done.stdout
    assert installed(clone) == {"one", "two", "three", "liarsdeck"}


def test_a_wheel_of_another_hash_is_refused(clone: Path) -> None:
    lock = clone / "requirements.lock"
    whole = lock.read_text()
    lock.write_text(re.sub(r"sha256:.{64}", f"sha256:{'0' * 64}", whole, count=1))
    for held in clone.glob(".venv/lib/*/site-packages/one-*"):
        shutil.rmtree(held)
    done = set_up(clone, "core")
    lock.write_text(whole)
    assert done.returncode == 1
    assert "HASHES" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Not all of requirements.lock can be had here.")
    assert done.stderr == ""


def test_a_python_without_pip_is_told_what_it_lacks(clone: Path, tmp_path: Path) -> None:
    """Debian parts ensurepip from Python."""
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    done = set_up(clone, "core", "--venv", "third", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stderr) == (2, "")
    assert "sudo apt install python3." in done.stdout.splitlines()[-1]
    assert not (clone / "third").exists()


def test_an_old_python_is_told_which_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["environment.py", "core"])
    monkeypatch.setattr(environment, "LOWEST", (9, 9))
    assert environment.main() == 2
    assert "liarsdeck needs Python 9.9 or newer" in capsys.readouterr().out


def test_programs_want_the_first_layer_and_tests_both() -> None:
    def wanted(target: str) -> list[str]:
        done = subprocess.check_output(["make", "-B", "-n", "-C", str(ROOT), target], text=True)
        return re.findall(r"environment\.py --venv \.venv +(\w+)", done)

    assert [wanted(target) for target in ("kit", "studio", "host")] == [["core"]] * 3
    assert [wanted(target) for target in ("test", "lint", "types", "bench", "setup")] == [["core", "dev"]] * 5


def test_the_table_of_wheels_names_what_a_system_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(tmp_path, "one")
    wheel(tmp_path, "two", "cp312-cp312-win_amd64")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    wanted = ["one>=1,<2", "two>=1,<2"]
    assert wheels.ask("Windows x64", "3.12", wanted) == ({"one": "1.0", "two": "1.0"}, ())
    assert wheels.ask("Linux x64", "3.12", wanted) == ({"one": "1.0"}, ("two",))
