"""The website of docs/ (`make docs`) builds without a warning, has every page and public name, asks no other host."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONFIG = "zensical.toml"
DOORS = ("liarsdeck", "factbank", "referee", "cardgen")


def pages(nav: list) -> list[str]:
    return [
        page
        for entry in nav
        for value in entry.values()
        for page in ([value] if isinstance(value, str) else pages(value))
    ]


def test_every_page_is_in_the_navigation() -> None:
    nav = tomllib.loads((ROOT / CONFIG).read_text(encoding="utf-8"))["project"]["nav"]
    assert sorted(pages(nav)) == sorted(page.name for page in (ROOT / "docs").glob("*.md"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in a folder of its own, as it writes where its settings are."""
    pytest.importorskip("zensical", reason="Zensical is not installed: pip install '.[docs]'")
    pytest.importorskip("mkdocstrings_handlers.python", reason="mkdocstrings is not installed: pip install '.[docs]'")
    here = tmp_path_factory.mktemp("docs")
    shutil.copy(ROOT / CONFIG, here)
    shutil.copytree(ROOT / "docs", here / "docs", ignore=shutil.ignore_patterns("readings"))
    for name in DOORS:
        (here / name).symlink_to(ROOT / name)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    done = subprocess.run(command, cwd=here, env=os.environ | proxies, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return here / "build" / "site"


def test_every_page_is_built_and_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        name = "index" if page.stem == "README" else page.stem
        text = (site / f"{name}.html").read_text(encoding="utf-8")
        loaded = re.findall(r"""<(?:script|img|iframe)[^>]*\ssrc="([^"]+)|<link[^>]*\shref="([^"]+)""", text)
        assert loaded
        assert not [address for pair in loaded for address in pair if "//" in address], page.name


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    text = (site / "api.html").read_text(encoding="utf-8")
    for door in DOORS:
        for name in importlib.import_module(door).__all__:
            assert f'id="{door}.{name}"' in text, f"{door}.{name}"
