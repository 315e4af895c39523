"""Packs from strangers: whatever they try ends in one clear sentence, quickly and without eating memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from factbank.check import load
from factbank.errors import FactError
from factbank.packs import reader
from tests.programs import ran

FOLDER = Path(__file__).parent / "hostile"
ROOT = Path(__file__).parents[3]

# Limits of the operating system, so that a pack that gets away with something ends the test and not the machine.
GUARD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
from pathlib import Path
from factbank.errors import FactError
from factbank.check import load
spent = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
for path in sys.argv[1:]:
    before = spent()
    try:
        load(path)
        print(path, "was taken in")
    except FactError as error:
        said = str(error)
        if not said or "\\n" in said or len(said) > 1200:
            print(path, "said", repr(said)[:200])
    except BaseException as error:
        print(path, "raised", type(error).__name__, error)
    if spent() - before > 1:
        print(path, "took", spent() - before)
"""


def guarded(paths):
    done = subprocess.run(
        [sys.executable, "-c", GUARD, *map(str, paths)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_every_hostile_pack_is_refused_in_a_sentence_within_a_second(tmp_path):
    """And so it is in German."""
    packs = sorted(FOLDER.glob("*.toml"))
    assert len(packs) > 30
    for pack in packs:
        (tmp_path / pack.name).write_bytes(b'language = "de"\n' + pack.read_bytes())
    assert guarded([*packs, *tmp_path.glob("*.toml")]) == ""


def huge(tmp_path):
    """Return packs too large to be kept in the repository."""
    made = {
        "dots": f"{'a.' * 70_000}a = 1\n",
        "brackets": "a = [\n" + "[\n" * 70_000,
        "one-line": "a = " + "[" * 3_000,
        "tables": "a = " + "{b=" * 1_000,
        "digits": "a = " + "9" * 3_900,
        "doubles": "a = 1\n" * 20_000,
        "large": "#" * 2_000_000,
        "topics": "[[topic]]\nid = 'x'\n" * 7_000,
        "headers": "\n".join(f"[{'a.' * 50}a{n}]" for n in range(1_300)),
        "unclosed": 'a = """' + "x\n" * 70_000,
        "words": "[words]\n" + "\n".join(f"w{n} = ['a', 'b']" for n in range(7_000)),
        "slots": "[[topic]]\nslots = {" + ", ".join(f"s{n} = 'x'" for n in range(300)) + "}",
    }
    for name, text in made.items():
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        yield path
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)) * 100)
    yield binary


@pytest.mark.parametrize("sign", ["…", "..."])
def test_no_sign_in_a_pack_lets_long_dotted_keys_through(tmp_path, sign):
    path = tmp_path / "dotted.toml"
    path.write_text(f"# {sign}\n" + f"{'a.' * 1_500}a = 1 # {sign}\n" * 45, encoding="utf-8")
    with pytest.raises(FactError, match="line 2 has a key of more than 16 parts"):
        reader.read(path)


def test_packs_of_absurd_size_are_refused_in_a_sentence_within_a_second(tmp_path):
    assert guarded(list(huge(tmp_path))) == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("loop", "{% … %}"),
        ("attributes", "not call"),
        ("getitem", "not getitem"),
        ("filter-of-jinja", "unknown filter “attr”"),
        ("macro", "{% … %}"),
        ("huge-join", "more than 20000 entries"),
        ("huge-numbers", "within 0 and 10000"),
        ("uses-a-path", "no pack's name"),
        ("uses-itself", "can't use itself"),
        ("never-fits", "12 characters"),
        ("nested-parentheses", "evil"),
        ("faker-code", "asks Faker for"),
    ],
)
def test_the_sentence_names_the_pack_the_place_and_the_trouble(name, said):
    with pytest.raises(FactError) as caught:
        load(str(FOLDER / f"{name}.toml"))
    assert said in str(caught.value)
    assert f"{name}.toml:" in str(caught.value)


UNSEEN = (
    "\ufffc\u2d7f\U0001d159\U00016fe4\u034f\u115f\u17b4\u2800\u3164\ufe0f\U000e0100\xad\u200b\u202e\u2066\U000e0041"
)


@pytest.mark.parametrize("sign", [*UNSEEN], ids=ascii)
def test_no_sign_that_nobody_sees_is_in_a_fact_or_its_title(tmp_path, monkeypatch, sign):
    """Word lists, names of parts, titles, openings, endings and claims."""
    monkeypatch.chdir(tmp_path)
    assert ran("factbank", "new-pack", "mine").returncode == 0
    pack, path = Path("mine.toml").read_text("utf-8"), Path("unseen.toml")
    for seen in ("duchess", "starts to sing", "Custard", 'picnic"\nslots', "Shown {{", '= ["{{ mood', "exactly {{"):
        assert seen in pack
        path.write_text(pack.replace(seen, f"{seen[:4]}{sign}{seen[4:]}", 1), "utf-8")
        with pytest.raises(FactError, match=r"printed|should be a line of text"):
            load(str(path))
