"""Guests at random: legal lines, illegal ones, taps twice and stale ones, from all seats at once."""

from collections import Counter
from random import Random
from typing import Any

import msgspec

from referee.core.game import Field, Refused, Unopened
from referee.core.play import format_action, game_status, parse, ruling, step
from referee.core.screens import LegalMoves
from referee.tables.table import TOGETHER, awaited
from tests.referee import conformance
from tests.referee.host.wire import Browser, Evening

JUNK = (
    "", "#", "?", "Ann", "Ann:", ": bids 1", "Ann: bids", "Bob: flies 3", "undo", "Ann: bids 1 (Bob 2)", "é: ß",
    "\x00",
)  # fmt: skip


def of_fields(rng: Random, verb: str, seat: str | None, fields: tuple[Field, ...]) -> str:
    """Return a line of a verb whose lines are not listed, its fields filled at random."""
    words = [verb]
    for field in fields:
        if not field.among:
            words += ['"so it is"'] if rng.random() < 0.5 else []
            continue
        many = rng.randint(field.fewest, max(field.fewest, min(field.most, len(field.among))))
        chosen = rng.sample(field.among, min(many, len(field.among)))
        words += [field.before, *chosen] if chosen and field.before else chosen
    return (f"{seat}: " if seat else "") + " ".join(words)


def some_line(rng: Random, moves: LegalMoves, seat: str | None) -> str | None:
    """Return a line that a seat may well say, None where it has nothing to say."""
    legal = moves.lines
    if moves.fields and (not legal or rng.random() < 0.4):
        verb = rng.choice(list(moves.fields))
        return of_fields(rng, verb, seat, moves.fields[verb])
    return rng.choice(legal) if legal else None


class Guests:
    """All seats of an evening at their phones, and the host, who says what the table does."""

    def __init__(self, evening: Evening, rng: Random):
        self.evening, self.rng, self.counts = evening, rng, Counter[str]()
        self.names = evening.table.setup.seats
        self.phones = evening.seated(*self.names)
        self.host = evening.host()
        self.sent: list[tuple[Browser, str, str, int, bytes]] = []

    def tap(self) -> None:
        """Let one of them do something."""
        rng, chance = self.rng, self.rng.random()
        seats = [*range(len(self.names)), None]
        seat = rng.choice(seats)
        browser = self.host if seat is None else self.phones[seat]
        asked = self.evening.hosted.views.legal(seat)
        if chance < 0.6:
            due = [one for one in seats if self.evening.hosted.views.legal(one).due]
            if due:
                seat = rng.choice(due)
                browser = self.host if seat is None else self.phones[seat]
                asked = self.evening.hosted.views.legal(seat)
            line = some_line(rng, asked, None if seat is None else self.names[seat])
        elif chance < 0.7 and self.sent:
            self._again()
            return
        elif chance < 0.85:
            line = self._somebodys(seat)
        else:
            line = rng.choice(JUNK)
        if line is not None:
            self._say(browser, seat, line)

    def _somebodys(self, seat: int | None) -> str | None:
        """Return what somebody else might say, under this seat's name or theirs."""
        other = self.rng.randrange(len(self.names))
        line = some_line(self.rng, self.evening.hosted.views.legal(other), self.names[other])
        if line is None or seat is None or self.rng.random() < 0.3:
            return line
        return f"{self.names[seat]}: {line.partition(': ')[2]}"

    def _again(self) -> None:
        browser, line, key, seen, before = self.rng.choice(self.sent)
        lines = self.evening.table.log.lines
        answer = browser.say(line, key, seen)
        assert answer.status == 200, answer
        assert answer.body == before
        assert self.evening.table.log.lines == lines
        self.counts["again"] += 1

    def _say(self, browser: Browser, seat: int | None, line: str) -> None:
        table, evening = self.evening.table, self.evening
        before, lines, seen = table.state, table.log.lines, evening.hosted.seq
        key = f"k{evening.count}"
        answer = browser.say(line, key, seen)
        self.counts[str(answer.status)] += 1
        if answer.status == 200:
            self.sent.append((browser, line, key, seen, answer.body))
            self._grown(before, lines, line, ahead=answer.json.get("ahead", False))
            return
        if answer.json["why"] == TOGETHER:
            self.counts["hands again"] += 1
            return
        assert table.log.lines == lines, f"{line!r} was refused and done"
        assert table.state == before
        assert answer.status in {403, 409, 422}, answer
        if answer.status == 422:
            self._as_the_game_refuses(before, seat, line, answer.json)

    def _grown(self, before: Any, lines: tuple[str, ...], line: str, *, ahead: bool) -> None:
        """Hold what was done against the same lines played by the game itself."""
        table = self.evening.table
        new = table.log.lines[len(lines) :]
        assert table.log.lines[: len(lines)] == lines
        if ahead:
            assert not new
            self.counts["ahead"] += 1
            return
        said = parse(table.game, table.setup, line)
        assert new[0] == format_action(table.game, table.setup, said)
        state = before
        for text in new:
            done = parse(table.game, table.setup, text)
            alone = awaited(
                table.game, state, done
            )  # a hand that all enter is judged with the others', when all are in
            state = table.game.apply(state, done) if alone else step(table.game, state, done, reveal=True)
        assert state == table.state
        for name, phone in zip(self.names, self.phones, strict=True):
            self._shown(phone.get("seat").json, self.names.index(name))
        self._shown(self.host.get("table").json, None)

    def _shown(self, found: dict[str, Any], seat: int | None) -> None:
        table = self.evening.table
        view = table.game.view(table.state, seat)
        want: dict[str, Any] = game_status(table.game, view, reveal=seat is not None)
        want["public"] = {name: value for name, value in want["public"].items() if name not in table.game.unsent}
        assert {name: found[name] for name in want} == msgspec.json.decode(msgspec.json.encode(want))
        more = OWN if seat is not None else OPEN | {"again"} if table.over else OPEN
        assert set(found) == {*want, *more}

    def _as_the_game_refuses(self, state: Any, seat: int | None, line: str, answer: dict[str, str]) -> None:
        table = self.evening.table
        assert set(answer) == {"rule", "why"}
        action, why = conformance.parsed(table.game, table.setup, line)
        if action is None or action.opens or "?" in line:
            assert answer["rule"].endswith(".line") or why is not None
            return
        judgment = ruling(table.game, state, action, seat)
        assert isinstance(judgment, Refused), f"{line!r} was refused and is legal"
        assert not isinstance(judgment, Unopened)
        assert (judgment.rule, judgment.why) == (answer["rule"], answer["why"])


OPEN = {"seq", "seats", "said", "notices", "seal", "seed", "moment", "noses"}
OWN = {"seq", "seats", "moment", "noses", "seat", "legal", "verbs", "coming", "ahead", "notes"}
