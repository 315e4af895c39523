"""Locks: frames that admit both halves are refused with the frame quoted, and those that lock are not."""

import pytest

from factbank.check import check, faults_of, load
from factbank.errors import FactError

TOPIC = """
[words]
people = ["Dan", "Ada"]
beasts = ["vulture", "heron"]
things = ["a bell", "a boat", "a soup"]

[[topic]]
id = "x"
theme = "animals"
kind = "{kind}"
shape = "x"
premise = "x"
title = "{{{{ who }}}} & {{{{ beast }}}}"
slots = {{ who = "people", beast = "beasts"{slot} }}
about = ["who"]
{lock}
{claims}
"""


def faults(tmp_path, kind, lock, *claims, vary=False):
    said = (
        f'vary = "thing"\nclaim = "{claims[0]}"' if vary else "claims = [" + ", ".join(f'"{c}"' for c in claims) + "]"
    )
    path = tmp_path / "x.toml"
    declared = f'lock = "{lock}"' if lock else ""
    slot = ', thing = "things"' if vary else ""
    path.write_text(TOPIC.format(kind=kind, lock=declared, claims=said, slot=slot))
    pack, found = check(path)
    return pack, [fault for fault in found if not fault.advice and "both can hold" in fault.what]


SWAP = ("{{ who }} once ran away from a {{ beast }}.", "A {{ beast }} once ran away from {{ who }}.")


@pytest.mark.parametrize("lock", ["swap", "opposite", ""])
def test_what_happened_once_locks_nothing(tmp_path, lock):
    pack, found = faults(tmp_path, "swap", lock, *SWAP)
    assert len(found) == 1
    assert "“… once ran away from a ….”" in found[0].what
    # A pack of the first format is played with all the same.
    brief = [fault for fault in faults_of(pack, briefly=True) if not fault.advice and "both can hold" in fault.what]
    assert bool(brief) == bool(lock)


@pytest.mark.parametrize(
    "claim",
    [
        "The {{ beast }} of {{ who }} was built to hide {{ thing }}.",
        "{{ who }} keeps a {{ beast }} because of {{ thing }}.",
        "For the {{ beast }}, {{ who }} likes {{ thing }}.",
        "The {{ beast }} of {{ who }} smells of {{ thing }}.",
        "For a century, {{ who }} fed the {{ beast }} {{ thing }}.",
    ],
)
def test_purposes_causes_and_tastes_lock_nothing_unless_first_or_only(tmp_path, claim):
    for lock in ("one-of-one", ""):
        assert faults(tmp_path, "landmark", lock, claim, vary=True)[1]
        assert not faults(tmp_path, "landmark", lock, claim.replace("{{ thing", "only {{ thing"), vary=True)[1]


@pytest.mark.parametrize(
    ("lock", "claims"),
    [
        ("opposite", ("{{ who }} trusts every {{ beast }}.", "{{ who }} fears every {{ beast }}.")),
        ("order", ("{{ who }} eats before the {{ beast }}.", "{{ who }} eats after the {{ beast }}.")),
        ("swap", ("{{ who }} is older than the {{ beast }}.", "The {{ beast }} is older than {{ who }}.")),
    ],
)
def test_frames_that_lock_pass(tmp_path, lock, claims):
    assert not faults(tmp_path, "mirror", lock, *claims)[1]


@pytest.mark.parametrize("lock", ["first", "said", "number", "one-of-one"])
def test_a_frame_has_what_its_lock_needs(tmp_path, lock):
    claim = "A {{ beast }} brings {{ who }} {{ thing }}."
    assert faults(tmp_path, "landmark", lock, claim, vary=True)[1]


def test_a_declared_lock_that_does_not_lock_is_refused_at_the_table(tmp_path):
    faults(tmp_path, "swap", "swap", *SWAP)
    with pytest.raises(FactError, match="both can hold"):
        load(str(tmp_path / "x.toml"))
