"""The tables of nouns and names are those that would be made today, and spare us what makes them."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import faker
import pytest

from factbank import fill
from factbank.check import load
from factbank.english import names
from factbank.packs import reader
from factbank.packs.reader import BUILT_IN, FAKER_KINDS, READY, all_built_in, built_in_names, format_ready
from liarsdeck.english import listed
from liarsdeck.language import codes, language

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", built_in_names())
def test_a_packs_table_is_current(name):
    made = {fill.NOUNS: fill.format_nouns(load(name)), READY: format_ready(BUILT_IN / f"{name}.toml")}
    for folder, table in made.items():
        path = folder / f"{name}.json"
        assert path.is_file(), "run python -m factbank.fill"
        assert path.read_bytes() == table, "run python -m factbank.fill"


def test_a_pack_that_was_changed_since_its_table_was_made_is_read_itself(tmp_path, monkeypatch):
    for folder in (tmp_path, tmp_path / "ready"):
        folder.mkdir(exist_ok=True)
    (tmp_path / "sea.toml").write_bytes((BUILT_IN / "sea.toml").read_bytes().replace(b"uses =", b"#\nuses =", 1))
    (tmp_path / "ready" / "sea.json").write_bytes((READY / "sea.json").read_bytes().replace(b"sea", b"land"))
    monkeypatch.setattr(reader, "BUILT_IN", tmp_path)
    monkeypatch.setattr(reader, "READY", tmp_path / "ready")
    assert reader._load(tmp_path / "sea.toml")[1] == reader.formats.loads((BUILT_IN / "sea.toml").read_text("utf-8"))


def test_no_table_is_left_of_a_pack_that_is_gone():
    for folder in (fill.NOUNS, READY):
        assert sorted(path.stem for path in folder.glob("*.json")) == sorted(all_built_in())


@pytest.mark.parametrize(("locale", "kind"), [*product(names.SHIPPED, FAKER_KINDS)])
def test_the_names_that_lie_ready_are_those_that_faker_gives(locale, kind):
    path = names.READY / f"{locale}-{kind}.json"
    ready = names.pool(kind, locale)
    assert len(ready.entries) >= 200
    for entry in ready.entries:
        assert names.why_not(entry if isinstance(entry, str) else entry[0], kind) is None
    if json.loads(path.read_bytes())["faker"] == faker.VERSION:  # another version's names are as good
        made = names.draw(kind, locale)
        assert ready == made, "run python -m factbank.fill"
        assert path.read_bytes() == names.format_pool(made, faker.VERSION)


def imported(code):
    script = f"import sys\n{code}\nprint(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_deck_is_drawn_without_faker():
    """Its names lie ready, and are those that Faker gives."""
    script = (
        "import sys; sys.modules['faker'] = None\n"
        "from factbank.deal.deal import Wish, new_facts\n"
        f"for locale in {names.SHIPPED}: print(len(new_facts(Wish(pairs=8, seed=1, locale=locale)).facts.pairs))"
    )
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.split() == ["8"] * len(names.SHIPPED)


def test_a_locale_that_is_not_shipped_says_that_faker_is_missing():
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['faker'] = None; from factbank.cli import main; main()",
         "new", "--locale", "it_IT", "--no-ledger"],
        cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 2
    assert {"en_US", "en_GB"} | {language(code).locale for code in codes()} == {*names.SHIPPED}
    assert done.stderr == (
        "factbank: the names of the locale “it_IT” come from Faker, which is not installed: choose "
        f"{listed(names.SHIPPED)}, or install it with: pip install faker\n"
    )


def test_what_the_referee_reads_imports_nothing_heavy():
    found = imported("import factbank.factfile, liarsdeck.files, factbank.errors, liarsdeck.cli")
    assert not {"jinja2", "faker", "sqlite3", "rich", "tomllib", "importlib.metadata"} & found


def test_the_help_imports_no_command():
    found = imported(
        "from factbank.cli import program\n"
        "import io, contextlib\n"
        "with contextlib.redirect_stdout(io.StringIO()): program.main(['--help'], standalone_mode=False)"
    )
    assert not {name for name in found if name.startswith("factbank.commands")}
    assert not {"jinja2", "faker", "msgspec", "sqlite3"} & found
