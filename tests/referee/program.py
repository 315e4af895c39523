"""referee from its command line, in a household of the test's own."""

import os
import subprocess
import sys

from tests.programs import ran

ROUND = "dealer Ann\ntrump 9h\nBob: bids 1\nCat: bids 0\nAnn: bids 0\nBob: plays Ah\nCat: plays 2h\nAnn: plays 3c\n"
LIZARD = ["new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=1"]


def referee(*args, lines="", env=None, **more):
    """Run the program as its script does, in this process; in one of its own where the machine matters."""
    if set(env or {}) <= {"LIARSDECK_HOME"} and not more:
        return ran("referee", *args, lines=lines, env=env)
    return process(*args, lines=lines, env=env, **more)


def process(*args, lines="", env=None, **more):
    """Run the program as a person's shell would."""
    return subprocess.run(
        [sys.executable, "-m", "referee", *map(str, args)],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **(env or {})},
        **more,
    )


def refused(done, *said):
    """It ended with status 2, one sentence on stderr, and no traceback."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for words in said:
        assert words in done.stderr
    return done


def lair(facts, *more, players=5):
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"][:players]
    return ["new", "liars-lair", *[part for name in names for part in ("--seat", name)], "--facts", facts, *more]
