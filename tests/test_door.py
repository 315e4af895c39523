"""The front doors: small, lazy, typed without an Any; a stranger's program uses every name of them and runs."""

import ast
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import stranger

ROOT = Path(__file__).parents[1]
STRANGER = ROOT / "tests" / "stranger.py"
DOORS = ["liarsdeck", "factbank", "referee", "cardgen"]
_MYPY = """
[[tool.mypy.overrides]]
module = ["stranger", "wrong"]
disallow_any_expr = true
disallow_any_unimported = true
disallow_any_decorated = true
"""


def used():
    """Return what the stranger imports from each door."""
    tree = ast.parse(STRANGER.read_text(encoding="utf-8"))
    return {
        node.module: {alias.name for alias in node.names} for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }


@pytest.mark.parametrize("door", DOORS)
def test_a_door_has_what_it_says_and_no_more(door):
    package = importlib.import_module(door)
    assert package.__all__ == sorted(package.__all__)
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert set(package.__all__) <= set(dir(package))
    assert used()[door] == set(package.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'open_mtach'"):
        package.open_mtach  # noqa: B018


def test_a_door_imports_nothing_before_it_is_asked():
    code = f"import sys, {', '.join(DOORS)}; print([m for m in sys.modules if m.partition('.')[0] in {DOORS!r}])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert set(ast.literal_eval(found)) == {*DOORS, "liarsdeck", "liarsdeck.errors"}


def mypy(folder, **programs):
    """Return what mypy says of strangers' programs; what ``make types`` knows of the house is not asked anew."""
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    config = folder / "pyproject.toml"
    config.write_text(settings[settings.index("[tool.mypy]") : settings.index("[tool.ruff]")] + _MYPY, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", config, *(folder / f"{name}.py" for name in programs)]
    env = {**os.environ, "MYPYPATH": "."}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=env).stdout


def test_a_strangers_mypy_sees_no_any(tmp_path):
    wrong = "from referee import games, open_mtach\nprint(games.game('lizard').options)\n"
    found = mypy(tmp_path, stranger=STRANGER.read_text(encoding="utf-8"), wrong=wrong)
    assert '"referee" has no attribute "open_mtach"' in found
    assert "[misc]" in found  # the test can fail: what is behind the door has an Any here and there
    assert "Found" in found
    assert "stranger.py:" not in found


def test_the_strangers_program_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    stranger.main(tmp_path)
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1] == "True birds"
