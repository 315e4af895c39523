"""The attacks would notice what no sample of them shows: secrets that are told, and writes that are not flushed."""

from copy import copy
from pathlib import Path

import pytest

from referee import games
from tests.bench.hard import faults, lost, secrets
from tests.bench.hard.report import Report, started
from tests.sampling import some

HIDING = [name for name in games.REGISTRY if any(verb.private for verb in games.game(name).verbs)]


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize(
    ("part", "open_to_all", "said"),
    [
        ("view", lambda state, _seat: state, "tells"),
        ("redact", lambda _state, action, _seat: action, "is read by everybody"),
    ],
    ids=["a view that hides nothing", "a record that masks nothing"],
)
def test_a_secret_that_is_told_is_noticed(name, part, open_to_all, said):
    report, leaky = Report("leaks"), copy(games.game(name))
    setattr(leaky, part, open_to_all)
    for seed in range(4, 44, 2):  # of games that end as soon as they may
        secrets._twice(leaky, seed, report)
        if any(said in fault for fault in report.faults):
            return
    pytest.fail("nobody noticed")


@pytest.mark.skipif(faults.library(Path(lost.__file__).with_suffix(".c")) is None, reason="no C compiler here")
@pytest.mark.parametrize("name", some(["host", "new", "backup"], 3))
def test_a_power_cut_takes_what_was_never_flushed(name):
    """Without the calls that flush, each of these loses what it said was kept."""
    with faults.library(Path(lost.__file__).with_suffix(".c")) as preload:
        words = ("tests.bench.hard.lost", 1, 20, name, "--never-flushed")
        done = started(*words, env={"LD_PRELOAD": preload})
    assert "on the disk" in done.stdout, done.stderr
