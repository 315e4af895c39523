"""A ruling as a short record, replayed by the real reader in every way a record may be written.

The rulings of a game stand in a text file, ``lizard.txt``:

    ONE = dealer Ann / trump 9h / Bob: bids 1

    == 0 to r
    -- more
    > $ONE / Cat: bids 3
    refused = lizard.bid-range
    says = this round has 2 tricks
    -- all
    > $ONE / Cat: bids 2
    bids = {"Bob": 1, "Cat": 2}

After ``==`` stands a sentence of docs/rules.md, after ``--`` what this case of it is about, after ``>`` the lines that
bring it about; ``$ONE`` are the lines of that name. Then come either the rule that refuses the last line (with
``(secret)`` where that rests on what was entered in private, so that everybody reads the neutral sentence only) and a
part of its sentence, or what the JSON says then: a tuple is one value a seat, text a list of its words. ``seats``,
``options`` and ``facts`` differ from the room's. ``test_rulings.py`` sees to it that every sentence of that page is
quoted by a case, or names the test that proves it.
"""

import json
import re
from ast import literal_eval
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from factbank.factfile import Facts
from referee import games
from referee.core.game import RecordError
from referee.core.play import redacted
from referee.records import Replay, parse_record, print_record, replay_record

NEUTRAL = "does not fit the hidden cards"
TOP = ["game", "over", "winners", "scores", "next", "public", "flags"]


class Case(NamedTuple):
    """One ruling: the lines that bring it about, and either what the JSON says then or the rule that refuses the last.

    ``sees`` names fields of ``public`` and of the whole object; a tuple is one value a seat, text a list of its words.
    ``next`` is written as ``Ann: bids; table: trump``.
    """

    quotes: str
    lines: tuple[str, ...]
    sees: Mapping[str, Any]
    refused: str
    says: str
    secret: bool
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    facts: Facts | None

    def __str__(self) -> str:
        return self.quotes


class Room:
    """The rulings of one game: those of its file, and those that tests of their own prove."""

    def __init__(
        self, game: str, seats: str, public: str, kits: Mapping[int, Facts] | None = None, options: Any = None
    ) -> None:
        self.game = games.game(game)
        self.seats = tuple(seats.split())
        self.public = public.split()  # a name with ? is there by some options only
        self.kits = kits or {}
        self.options: dict[str, Any] = options or {}
        self.cases: list[Case] = []
        self.quoted: list[str] = []
        self.named: dict[str, tuple[str, ...]] = {}

    def read(self, file: Path) -> "Room":
        """Add the cases of a file; return the room."""
        beginnings, *rulings = file.read_text("utf-8").split("\n== ")
        for text in re.findall(r"^\w+ = .*(?:\n  .*)*", beginnings, re.MULTILINE):
            name, _, lines = text.partition(" = ")
            self.named[name] = _lines(lines, self.named)
        for ruling in rulings:
            quote, *cases = re.split(r"\n--(?= |\n)", ruling.rstrip("\n"))
            for case in cases:
                about, *rows = case.split("\n")
                quotes = f"{quote} -- {about.strip()}" if about else quote
                self.cases.append(self._case(quotes, [row for row in rows if row]))
                self.quoted.append(quotes)
        return self

    def _case(self, quotes: str, rows: list[str]) -> Case:
        lines = _lines(" / ".join(row[2:] for row in rows if row.startswith("> ")), self.named)
        said = dict(row.split(" = ", 1) for row in rows if not row.startswith("> "))
        refused, says = said.pop("refused", ""), said.pop("says", "")
        seats = tuple(said.pop("seats", ", ".join(self.seats)).split(", "))
        options = {**self.options, **literal_eval(said.pop("options", "{}"))}
        facts = self.kits.get(int(said.pop("facts", "0")) or next(iter(self.kits), 0))
        sees = {key: value if key == "next" else literal_eval(value) for key, value in said.items()}
        assert bool(refused) != bool(sees), quotes
        rule, _, secret = refused.partition(" ")
        return Case(quotes, lines, sees, rule, says, bool(secret), seats, options, facts)

    def proves(self, *quotes: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Say what a test of its own proves."""
        self.quoted.extend(quotes)
        return lambda test: test

    def text(self, case: Case, lines: tuple[str, ...] | None = None) -> str:
        """Return a case as a record."""
        header = [f'game = "{self.game.name}"', f"seats = {_toml(list(case.seats))}"]
        if case.options:
            header += ["[options]", *(f"{key} = {_toml(value)}" for key, value in case.options.items())]
        return "\n".join(["+++", *header, "+++", *(case.lines if lines is None else lines)]) + "\n"

    def replay(self, case: Case, text: str) -> Replay:
        """Replay a text with the facts of a case."""
        return replay_record(parse_record(text, facts=case.facts))

    def prove(self, case: Case) -> None:
        """Prove a case."""
        if case.refused:
            self._refuses(case)
        else:
            self._allows(case)

    def _refuses(self, case: Case) -> None:
        *before, last = case.lines
        self.replay(case, self.text(case, tuple(before)))  # so it is the last line that is refused
        for line in (last, f"  {last.upper()}  # {last}"):
            text = self.text(case, (*before, line))
            error = self._error(case, text)
            assert error.rule == case.refused, error
            assert error.line == len(text.splitlines())
            assert case.refused in self.game.rules
            assert str(error) == f"line {error.line}: {error.why} [{error.rule}]"
            assert "\n" not in error.why
            assert not error.why.endswith(".")
            assert (NEUTRAL in error.why) == case.secret, error
            if line == last:
                assert case.says in error.why, error

    def _error(self, case: Case, text: str) -> RecordError:
        try:
            self.replay(case, text)
        except RecordError as error:
            return error
        raise AssertionError(f"{case.lines[-1]!r} is legal")

    def _allows(self, case: Case) -> None:
        done = self.replay(case, self.text(case))
        answer = done.answer()
        self._shape(case, answer)
        for key, wanted in case.sees.items():
            found = answer[key] if key in answer else answer["public"][key]
            if key == "next":
                found = "; ".join(f"{turn['seat'] or 'table'}: {' '.join(turn['verbs'])}" for turn in found)
            assert _alike(found, wanted, case.seats), f"{key} is {found!r}, not {wanted!r}"
        if "flags" not in case.sees:
            assert answer["flags"] == []
        self._other_ways(case, done, answer)

    def _shape(self, case: Case, answer: dict[str, Any]) -> None:
        """Check the shape of the JSON object, which every ruling shares (docs/rules.md, A record)."""
        assert json.loads(json.dumps(answer)) == answer, "keys that are no strings, or tuples"
        assert list(answer) == TOP
        assert answer["game"] == self.game.name
        fields = [name.rstrip("?") for name in self.public if not name.endswith("?") or name[:-1] in answer["public"]]
        assert list(answer["public"]) == fields
        assert list(answer["scores"]) == list(case.seats)
        assert answer["over"] == (answer["next"] == [])
        assert answer["over"] or not answer["winners"]
        assert answer["winners"] == [name for name in case.seats if name in answer["winners"]]
        order = [*case.seats, None]
        assert [turn["seat"] for turn in answer["next"]] == [
            name for name in order if name in [turn["seat"] for turn in answer["next"]]
        ]
        hidden = {verb.name for verb in self.game.verbs if verb.optional}
        for turn in answer["next"]:
            assert turn["verbs"] == sorted(set(turn["verbs"]))
            assert hidden.isdisjoint(turn["verbs"])
            assert turn["verbs"]

    def _other_ways(self, case: Case, done: Replay, answer: dict[str, Any]) -> None:
        """Replay the record as printed, loud, redacted for the table and each seat, and without entered hands."""
        loud = [f"\t{line.upper()}  # {line}" for line in case.lines]
        noisy = self.text(case, tuple(part for line in loud for part in ("", line, "#"))).replace("\n", "\r\n")
        assert self.replay(case, noisy).state == done.state
        game, setup = self.game, done.record.setup
        whole = not any(" ?" in line for line in case.lines)  # a masked record is for the table's eyes only
        everybody = (None, *range(len(case.seats) if whole else 0))  # most read the same in most records
        seen = {tuple(done.actions), *(tuple(redacted(game, setup, done.actions, eyes)) for eyes in everybody)}
        read = {
            text: self.replay(case, text)
            for text in (print_record(game, done.record.header, setup, one) for one in seen)
        }
        assert all(again.answer() == answer for again in read.values()), read.keys()
        printed = read[done.text()]
        assert printed.state == done.state
        assert printed.text() == done.text()
        bare = tuple(line for line in case.lines if ": holds " not in line)
        if not game.needs_facts and bare != case.lines:
            assert self.replay(case, self.text(case, bare)).answer() == answer, "the JSON depends on holds"


def _lines(text: str, named: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the lines of a text: names stand for theirs, and what can't be printed is written as in Python."""
    lines: list[str] = []
    for part in re.split(r"\s+/ ", text.strip()) if text.strip() else ():
        lines += named[part[1:]] if part.startswith("$") else [literal_eval(part) if part[0] in "'\"" else part]
    return tuple(lines)


def _alike(found: Any, wanted: Any, seats: tuple[str, ...]) -> bool:
    if isinstance(wanted, tuple):
        values = list(zip(seats, wanted, strict=False))
        return len(values) == len(wanted) == len(found) and all(
            _alike(found[name], value, seats) for name, value in values
        )
    if isinstance(wanted, str) and isinstance(found, list):
        return found == wanted.split()
    return bool(found == wanted) and type(found) is type(wanted)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


RECORDS = Path(__file__).parents[2] / "records"
