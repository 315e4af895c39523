"""referee from its command line, in a household of the test's own."""

from tests.programs import ran

ROUND = "dealer Ann\ntrump 9h\nBob: bids 1\nCat: bids 0\nAnn: bids 0\nBob: plays Ah\nCat: plays 2h\nAnn: plays 3c\n"
LIZARD = ["new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=1"]


def referee(*args, lines="", env=None):
    """Run the program as its script does, in this process."""
    return ran("referee", *args, lines=lines, env=env)


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
