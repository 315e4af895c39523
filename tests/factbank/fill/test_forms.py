"""The tables of nouns and names are those that would be made today, and spare us what makes them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from factbank import fill
from factbank.check import load
from factbank.english import names
from factbank.packs.reader import FAKER_KINDS, built_in_names

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", built_in_names())
def test_a_packs_table_is_current(name):
    path = fill.NOUNS / f"{name}.json"
    made = fill.format_nouns(load(name))
    assert path.is_file(), "run python -m factbank.fill"
    assert path.read_bytes() == made, "run python -m factbank.fill"


def test_no_table_is_left_of_a_pack_that_is_gone():
    assert sorted(path.stem for path in fill.NOUNS.glob("*.json")) == built_in_names()


@pytest.mark.parametrize("kind", FAKER_KINDS)
def test_the_names_that_lie_ready_are_those_that_faker_gives(kind):
    import faker

    path = names.READY / f"{names.DEFAULT}-{kind}.json"
    ready = names.pool(kind, names.DEFAULT)
    assert len(ready.entries) >= 400
    for entry in ready.entries:
        assert names.why_not(entry if isinstance(entry, str) else entry[0], kind) is None
    if json.loads(path.read_bytes())["faker"] == faker.VERSION:  # another version's names are as good
        made = names.draw(kind, names.DEFAULT)
        assert ready == made, "run python -m factbank.fill"
        assert path.read_bytes() == names.format_pool(made, faker.VERSION)


def imported(code):
    script = f"import sys\n{code}\nprint(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_deck_of_the_bank_is_made_without_faker():
    assert "faker" not in imported(
        "from factbank.deal.deal import Wish, new_facts\n"
        "for seed in range(3): new_facts(Wish(pairs=40, seed=seed, difficulty='hard'))"
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
