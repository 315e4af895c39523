"""Seeded games of every game by the library's front door: a digest of all that anybody may know at every moment.

Run as ``python games.py OUT COUNT FIRST STEP``: games FIRST, FIRST + STEP, … below COUNT of each game, a line each in
``OUT/games-FIRST.txt``. Half are dealt by the referee, half by people who enter their hands.
"""

import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from factbank.deal.deal import Wish, new_facts
from referee import GAMES, Match, RecordError, open_match

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
SEATS = {"liars-lair": (3, 8), "liars-guess": (2, 2), "lizard": (3, 5), "red-and-black": (2, 2), "liar-poker": (2, 2)}
RULES: dict[str, dict[str, tuple[object, ...]]] = {
    "liars-lair": {
        "each": (2, 2, 3, 4), "deal": ("assigned", "entered"), "aside": ("pairs", "cards"), "mix": ("even", "random"),
        "reclaim": ("seed", "revised"), "next_start": ("left", "right"), "departing": ("pick", "gift", "pool"),
        "absolution": (False, True), "own_conflict": ("out", "allowed"), "max_rounds": (0, 2),
    },
    "liars-guess": {"deals": (1, 2, 3), "after_accusation": ("ends", "continues"), "accuse": ("free", "named")},
    "lizard": {
        "rounds": (1, 2, 3), "trump_snake": ("none", "redraw"), "trump_lizard": ("dealer", "none"),
        "hook": (False, True), "estimates": ("open", "secret"), "all_snakes": ("second", "first", "last"),
        "track": ("cards", "cards", "tricks", "scores"),
    },
    "red-and-black": {
        "red": (26, 13, 9), "black": (26, 13, 9), "hand": (5, 3, 7), "river": (3, 1, 4), "max_turns": (0, 4),
        "possible": ("private", "shared"),
    },
    "liar-poker": {"chips": (500, 60, 30), "first_fold": ("free", "small"), "max_rounds": (1, 2, 3)},
}  # fmt: skip
LINES = 400
FACTS = {many: new_facts(Wish(pairs=many, seed=many)).facts for many in range(6, 33)}


def started(name: str, rng: Random) -> Match:
    """Return a match with random seats and house rules; one that the game refuses is drawn anew."""
    while True:
        seats = NAMES[: rng.randint(*SEATS[name])]
        rules = {key: rng.choice(values) for key, values in RULES[name].items() if rng.random() < 0.5}
        rules |= {"rounds": rules.get("rounds", 2)} if name == "lizard" else {}
        facts = FACTS.get(len(seats) * int(str(rules.get("each", 3)))) if name == "liars-lair" else None
        try:
            return open_match(name, seats, facts=facts, **rules)
        except RecordError:
            continue


def game(name: str, seed: int) -> str:
    """Return a line about one game: how long it was, and digests of what anybody saw of it."""
    rng = Random(f"{name}/{seed}")
    match, hands = started(name, rng), bool(seed % 2)
    seen, refused = hashlib.sha256(), hashlib.sha256()
    for _ in range(LINES):
        _look(match, rng, seen, refused, whole=rng.random() < 0.1)
        if match.over:
            break
        if match.deal(rng, hands=hands):
            continue
        if not (legal := match.legal()):
            break
        match.play(rng.choice(legal))
    _look(match, rng, seen, refused, whole=True)
    for name_ in (*match.seats, None):
        seen.update("\n".join(match.redacted(name_)).encode())
    seen.update((match.record() + match.record(reveal=True)).encode())
    return f"{name} {seed} {len(match.lines)} {seen.hexdigest()[:20]} {refused.hexdigest()[:20]}"


def _look(match: Match, rng: Random, seen: Any, refused: Any, *, whole: bool) -> None:
    for name in (*match.seats, None):
        view = match.view(name)
        _add(seen, name, view.public, view.hidden, view.hand, view.awaits, sorted(view.choices()))
        if whole:
            seen.update(str(view).encode())
            _add(seen, match.redacted(name)[-8:])
    _add(seen, list(match.to_act.items()), match.legal(), match.scores, match.winners, match.flags)
    for line in _wrong(match, rng):
        no = match.refusal(line)
        _add(refused, line, None if no is None else [no.rule, no.why])


def _wrong(match: Match, rng: Random) -> list[str]:
    """Return lines of which most are not legal: earlier ones, others' and broken ones."""
    known = [*match.lines[-6:], *match.legal()[:3]] or ["Ann: bids 1"]
    found = []
    for _ in range(3):
        line = rng.choice(known)
        who, _, rest = line.rpartition(": ")
        words = rest.split()
        at = rng.randrange(len(words))
        change = rng.randrange(5)
        if change == 0:
            words[at:at] = [rng.choice(("3", "9h", "x", "?", "lizard"))]
        elif change == 1 and len(words) > 1:
            del words[at]
        elif change == 2:
            words[at] = rng.choice(("1", "Ah", "none", "Bob", "12", "?"))
        elif change == 3:
            who = rng.choice(match.seats)
        found.append(f"{who}: {' '.join(words)}" if who else " ".join(words))
    return found


def _add(digest: Any, *values: object) -> None:
    digest.update(json.dumps(values, sort_keys=True, default=str).encode())


if __name__ == "__main__":
    out, count, first, step = Path(sys.argv[1]), *map(int, sys.argv[2:5])
    with (out / f"games-{first}.txt").open("w") as file:
        for name in GAMES:
            for seed in range(first, count, step):
                print(game(name, seed), file=file, flush=True)
