"""Without Pillow, and without what only extras need, all is printed, dealt and played that has no pixels in it.

Whatever needs pictures of pixels says so in one sentence.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee import games
from tests.programs import ran
from tests.sampling import some

ROOT = Path(__file__).parents[2]
ABSENT = ("PIL", "numpy", "scipy", "matplotlib", "lxml", "svglib", "pikepdf", "openpyxl")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path fill="teal" d="M0 0h2v2h-2z"/></svg>'
PRINTED = {
    **{game: ("cardgen", "kit", game, "-o", game) for game in some(games.REGISTRY, 2) if game != "lizard"},
    "facts": ("factbank", "new", "--pairs", "3", "-o", "facts.json"),
    "own SVG": ("cardgen", "deck", "west", "--back", "back.svg", "-o", "own.pdf"),
    "its ink measured": ("cardgen", "kit", "lizard", "--colour-aid", "-o", "aided"),
    "SVG": ("cardgen", "export", "svg", "west", "-o", "svg"),
}
REFUSED = {
    "own PNG": ("cardgen", "deck", "west", "--back", "back.png", "-o", "no.pdf"),
    "a card": ("cardgen", "show", "back", "--deck", "west", "-o", "no.png"),
    "PNG": ("cardgen", "export", "png", "west", "-o", "no"),
    "a table": ("cardgen", "export", "tts", "west", "-o", "no"),
    "a page": ("cardgen", "rulebook", "lizard", "--html", "-o", "no.html"),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the programs say, each with its status, in one process (and its own ones) where nothing absent is found."""
    place = tmp_path_factory.mktemp("bare")
    (place / "work").mkdir()
    (place / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({ABSENT}))\n")
    env = os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{ROOT}", "LIARSDECK_HOME": str(place / "home")}
    words = [sys.executable, "-m", "tests.cardgen.test_without_pillow"]
    done = subprocess.run(words, cwd=place / "work", env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), place / "work"


@pytest.mark.parametrize("name", PRINTED)
def test_it_is_made(said, name):
    status, _, err = said[0][name]
    assert status == 0, err
    assert (said[1] / PRINTED[name][-1]).exists()


@pytest.mark.parametrize("name", REFUSED)
def test_pictures_of_pixels_say_what_is_missing(said, name):
    status, out, err = said[0][name]
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "pictures of pixels need Pillow, which is not installed; install it with: " in err
    assert err.endswith(" pillow\n")
    assert not (said[1] / REFUSED[name][-1]).exists()


def test_the_studio_opens(said):
    assert said[0]["studio"] == [200, True]
    assert said[0]["host"]


def main():
    """Run them all, and print what came of it."""
    from tests.cardgen.studio.shop import Shop

    Path("back.svg").write_text(SVG)
    Path("back.png").write_bytes(b"\x89PNG")
    found = {}
    for name, words in (PRINTED | REFUSED).items():
        done = ran(*words)
        found[name] = done.returncode, done.stdout, done.stderr
    shop = Shop()
    status, _, body = shop.ask()
    found["studio"] = status, b"</html>" in body
    shop.stop()
    import referee.commands.host
    import referee.host

    found["host"] = bool(referee.host and referee.commands.host) and not any(sys.modules.get(name) for name in ABSENT)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
