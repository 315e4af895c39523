"""What Lizard finds worth remembering, in small games by hand of which one knows it."""

import pytest

from tests.referee.games.moments import lines, told

BIDS = "dealer Ann / Bob: bids 1 / Cat: bids 0 / Ann: bids 0"
TWO = lines("""dealer Ann / trump 9h / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / Bob: plays Ah / Cat: plays 2h
/ Ann: plays 3c / trump 5d""")
LIZARD = f"""{TWO} / Cat: bids 1 / Ann: bids 1 / Bob: bids 1 / Cat: plays Kc / Ann: plays Ac / Bob: plays 2c
/ Ann: plays 4s / Bob: plays Qs / Cat: plays 3s"""
BY_TRICKS, BY_SCORES = {"rounds": 2, "track": "tricks"}, {"rounds": 1, "track": "scores"}


def six_rounds():
    """Three players share six tricks by two each: a bid of one that came true is little, a bid of five much."""
    won = {"Ann": 1, "Bob": 5, "Cat": 0}
    yield "dealer Ann"
    for number in range(1, 7):
        names = [("Ann", "Bob", "Cat")[(number + place) % 3] for place in range(3)]
        yield from (f"{name}: bids {won[name] if number == 6 else 0}" for name in names)
        yield from [f"trick {name}" for name, tricks in won.items() for _ in range(tricks)][-number:]


GAMES = {
    "bids that hung on the last trick": (LIZARD, {"rounds": 2}),
    "a revoke that came out is the lie": (
        LIZARD.replace("Qs", "x").replace("2c", "Qs").replace("x", "2c"),
        {"rounds": 2},
    ),
    "only tricks are kept": (
        f"{BIDS} / trick Ann / Cat: bids 2 / Ann: bids 1 / Bob: bids 0 / trick Cat / trick Ann",
        BY_TRICKS,
    ),
    "only scores are kept": (f"{BIDS} / Ann: won 1 / Bob: won 0 / Cat: won 0", BY_SCORES),
    "a snake promises nothing where there is no trump": (
        """dealer Ann / trump snake / Bob: bids 0 / Cat: bids 1 / Ann: bids 0 / Bob: plays snake / Cat: plays 2h
        / Ann: plays 3c""",
        {"rounds": 1},
    ),
    "high cards that were held back": (
        f"""{TWO} / Cat: bids 1 / Ann: bids 0 / Bob: bids 1 / Cat: plays Ac / Ann: plays 3c / Bob: plays 2c
        / Cat: plays Td / Ann: plays 4d / Bob: plays Jd""",
        {"rounds": 2},
    ),
    "low cards that won": (
        f"""{TWO} / Cat: bids 2 / Ann: bids 0 / Bob: bids 0 / Cat: plays 4c / Ann: plays 3c / Bob: plays 2c
        / Cat: plays 7s / Ann: plays 6s / Bob: plays 3s""",
        {"rounds": 2},
    ),
    "bids beside an even share": (" / ".join(six_rounds()), BY_TRICKS | {"rounds": 6}),
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_worth_remembering(name, snapshot):
    text, options = GAMES[name]
    assert told("lizard", "Ann Bob Cat", text, **options) == snapshot
