"""The library's page and the page on adding a game: their examples run, and print what their comments say."""

import ast
import importlib
import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from referee import Match, View

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "docs" / "library.md"
OPENSPIEL = ROOT / "docs" / "openspiel.md"
PAGES = [LIBRARY, ROOT / "docs" / "bots.md", ROOT / "referee" / "games" / "README.md", OPENSPIEL]
DOORS = ["liarsdeck", "factbank", "referee", "cardgen"]
_SAID = re.compile(r"^\s*print\(.*\)  # (.*)$", re.MULTILINE)


def blocks(path):
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_examples_print_what_they_say(path, monkeypatch, tmp_path):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    if path == OPENSPIEL:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install '.[lab]'")
    names = {}
    assert blocks(path)
    for block in blocks(path):
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(block, str(path), "exec"), names)
        assert out.getvalue().splitlines() == _SAID.findall(block)


def test_the_page_comes_in_by_the_front_doors_alone():
    modules = set()
    for block in blocks(LIBRARY):
        for node in ast.walk(ast.parse(block)):
            match node:
                case ast.Import(names):
                    modules |= {alias.name for alias in names}
                case ast.ImportFrom(module, names) if module in DOORS:
                    assert {alias.name for alias in names} <= set(importlib.import_module(module).__all__)
                case ast.ImportFrom(module):
                    modules.add(module)
                case ast.Attribute(ast.Name(module), name) if module in DOORS:
                    assert name in importlib.import_module(module).__all__
    assert modules - set(sys.stdlib_module_names) <= set(DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_every_public_name_is_on_the_page(door):
    page = LIBRARY.read_text(encoding="utf-8")
    for name in importlib.import_module(door).__all__:
        if name not in {"Match", "View", "Deck", "Facts"}:  # what others return
            assert re.search(rf"\b{name}\b", page), name


@pytest.mark.parametrize("made", [Match, View])
def test_what_a_match_and_a_view_can_do_is_documented(made):
    public = [name for name in vars(made) if not name.startswith("_")]
    assert len(public) > 4
    assert all(getattr(made, name).__doc__ for name in public)
