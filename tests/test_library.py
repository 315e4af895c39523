"""The library's page and the page on adding a game: their examples run, and print what their comments say."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from referee import games

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "docs" / "library.md", ROOT / "referee" / "games" / "README.md"]
_SAID = re.compile(r"^\s*print\(.*\)  # (.*)$", re.MULTILINE)


def blocks(path):
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_examples_print_what_they_say(path):
    names = {}
    assert blocks(path)
    for block in blocks(path):
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(block, str(path), "exec"), names)
        assert out.getvalue().splitlines() == _SAID.findall(block)


@pytest.mark.parametrize("name", ["start", "apply", "legal", "view", "replay", "playout", "step", "fold", "standing"])
def test_every_function_is_on_the_page_and_documented(name):
    page = PAGES[0].read_text(encoding="utf-8")
    assert re.search(rf"(games|lizard)\.{name}\(", page), name
    made = getattr(games, name, None) or getattr(games.game("lizard"), name)
    assert made.__doc__
