"""The front doors: small, lazy, typed without an Any; a stranger's program uses every name of them and runs."""

import ast
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STRANGER = ROOT / "tests" / "stranger.py"
DOORS = ["liarsdeck", "factbank", "referee", "cardgen"]
_MYPY = """
[mypy-stranger]
disallow_any_expr = True
disallow_any_unimported = True
disallow_any_decorated = True
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
    assert set(ast.literal_eval(found)) == {*DOORS, "liarsdeck.door", "liarsdeck.errors"}


def mypy(folder, text):
    """Return what mypy says of a stranger's program; its cache is kept, since the first look takes long."""
    (folder / "stranger.py").write_text(text, encoding="utf-8")
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    unknown = settings.partition("[[tool.mypy.overrides]]\nmodule = [")[2].partition("]")[0]
    modules = ",".join(part.strip().strip('"') for part in unknown.split(","))
    config = f"[mypy]\nstrict = True\npython_version = 3.11\n[mypy-{modules}]\nignore_missing_imports = True\n{_MYPY}"
    (folder / "mypy.ini").write_text(config, encoding="utf-8")
    cache = ROOT / ".mypy_cache" / "stranger"
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", cache, "stranger.py"]
    env = {**os.environ, "MYPYPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=env).stdout


def test_a_strangers_mypy_sees_no_any(tmp_path):
    assert mypy(tmp_path, STRANGER.read_text(encoding="utf-8")).startswith("Success")
    found = mypy(tmp_path, "from referee import games, open_mtach\nprint(games.game('lizard').options)\n")
    assert '"referee" has no attribute "open_mtach"' in found
    assert "[misc]" in found  # the test can fail: what is behind the door has an Any here and there


def test_the_strangers_program_runs(tmp_path):
    code = "import sys; from pathlib import Path; import stranger; stranger.main(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": "tests",
            "LIARSDECK_HOME": str(tmp_path / "home"),
            "PYTHONIOENCODING": "utf-8",
        },
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "True birds"
