"""The wheel alone makes a kit: no source tree on the path, templates and packs inside."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from cardgen.pdf.type import FONTS

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command, its output kept; a failure shows both streams."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return next(out.glob("liarsdeck-*.whl"))


def test_wheel_carries_templates_packs_and_licences(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "referee/templates/rules/liars-lair.md.j2" in names
    assert {f"factbank/packs/{p.name}" for p in (ROOT / "factbank/packs").glob("*.toml")} <= names
    assert any(n.endswith("licenses/LICENSE") for n in names)
    assert any(n.endswith("licenses/NOTICE") for n in names)
    (parts,) = (n for n in names if n.endswith(".dist-info/sboms/liarsdeck.cdx.json"))
    assert zipfile.ZipFile(wheel).read(parts) == (ROOT / "liarsdeck.cdx.json").read_bytes()
    fonts = [
        one["name"] for one in json.loads(zipfile.ZipFile(wheel).read(parts))["components"] if one["type"] == "file"
    ]
    assert set(fonts) == {n for n in names if n.endswith((".ttf", ".woff2"))}
    assert {f"cardgen/pdf/fonts/{font}.ttf" for font in FONTS} <= names
    assert sum("/licenses/" in n and "OFL-Source" in n for n in names) == 2
    assert not any(n.startswith(("tests/", "output/", "templates/")) for n in names)


def test_wheel_makes_a_kit_in_a_bare_environment(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "bare"
    venv.create(home, with_pip=False)
    bin_ = home / ("Scripts" if os.name == "nt" else "bin")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    env |= {"LIARSDECK_HOME": str(tmp_path / "home"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    pip = [sys.executable, "-m", "pip", "--python", bin_ / "python", "install", "--quiet", "--no-deps", "--no-compile"]
    run(*pip, wheel, cwd=tmp_path, env=env)
    # The dependencies are borrowed from this environment, by path and without its .pth files: nothing is asked of the
    # network, and the source tree stays off the path.
    site = next(home.glob("lib/python*/site-packages")) if os.name != "nt" else home / "Lib/site-packages"
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    seen = run(bin_ / "python", "-c", "import factbank, referee; print(factbank.__file__)", cwd=tmp_path, env=env)
    assert str(home) in seen.stdout
    run(bin_ / "cardgen", "kit", "liars-lair", "--players", "5", "--seed", "7", "-o", "kit", cwd=tmp_path, env=env)
    made = {p.name for p in (tmp_path / "kit").iterdir()}
    assert {"print-me-first.pdf", "deck.pdf", "rulebook.pdf", "note-slips.pdf", "answer-sheet.pdf"} <= made
    assert {"facts.json", "README.txt"} <= made
    rules = run(bin_ / "referee", "rules", "liars-lair", cwd=tmp_path, env=env).stdout
    assert "contradict" in rules
