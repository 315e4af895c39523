"""A disk that takes nothing more: what answers 503 has changed nothing, on the disk and in what anybody sees."""

import json
import sqlite3

import pytest

from tests.referee.host.wire import lizard, lobby


class Failing:
    """A connection to SQLite whose ``left``-th write from now on, and every later one, finds the disk full."""

    def __init__(self, sql):
        self._sql, self.left = sql, 1_000_000

    def execute(self, statement, *values):
        if statement.split()[0] in {"INSERT", "UPDATE", "DELETE", "COMMIT"}:
            self.left -= 1
            if self.left < 0:
                full = sqlite3.OperationalError("database or disk is full")
                full.sqlite_errorcode, full.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
                raise full
        return self._sql.execute(statement, *values)

    def __getattr__(self, name):
        return getattr(self._sql, name)


def everything(evening, browsers):
    """Return all that is on the disk, and all that anybody sees."""
    seen = [one.get(what).body for one in browsers for what in ("table", "seat", "/part/phone", "/part/screen")]
    return list(evening.journal._sql.iterdump()), seen, evening.table.actions if evening.hosted.table else ()


def table(folder):
    """Lizard, where Ann is at the laptop, the last hand is dealt and the first has to bid."""
    evening = lizard(folder, rounds=2, trump_snake="none", trump_lizard="none")
    bob, cat = evening.seated("Bob", "Cat")
    evening.hosting.open.remove("Ann")
    return evening, {"bob": bob, "cat": cat, "host": evening.host(), "new": joined(evening)}


def joined(evening):
    return evening.guest(client="10.0.0.8")


def bidding(folder, said=0):
    """All are at phones, so many have bid, and the others have given their bids ahead, but for whose turn it is."""
    evening = lizard(folder, rounds=2, trump_snake="none", trump_lizard="none")
    phones = evening.phones("Ann", "Bob", "Cat")

    for _ in range(said):
        assert phones[evening.due].say(f"{evening.due}: bids 0").status == 200
    for name, phone in phones.items():
        if phone.get("seat").json["coming"]:
            assert phone.say(f"{name}: bids 0").json["ahead"]
    return evening, {"bob": phones["Bob"], "host": evening.host(), "due": phones[evening.due], "who": evening.due}


def last_bid(folder):
    """One bid is missing: then come the cards."""
    return bidding(folder, 2)


def over(folder):
    evening = lizard(folder, rounds=1)
    phones = evening.phones()
    evening.play_on()
    return evening, {"host": evening.host(), "bob": phones["Bob"]}


def waiting(folder):
    evening = lobby(folder, "liars-lair", deals=True, options=json.dumps({"each": 2}))
    ann, bob = evening.seated("Ann", "Bob")
    host = evening.host()
    assert host.post("bot", seat="Zoe").status == 200
    return evening, {"ann": ann, "bob": bob, "host": host, "new": joined(evening)}


CASES = [
    (table, "new", "join", lambda e: {"word": e.hosting.word}),
    (table, "host", "phone", {"seats": ["Ann"]}),
    (table, "host", "claim", {"seat": "Ann", "pin": "1234"}),
    (table, "host", "free", {"seat": "Bob"}),
    (table, "host", "bot", {"seat": "Bob"}),
    (table, "host", "bot", {"seat": "Ann"}),
    (table, "host", "end", {}),
    (table, "bob", "note", {"card": "9h", "text": "high"}),
    (bidding, "due", "line", lambda e, who: {"line": f"{who}: bids 1", "key": "k", "seen": e.hosted.seq}),
    (last_bid, "due", "line", lambda e, who: {"line": f"{who}: bids 1", "key": "k", "seen": e.hosted.seq}),
    (last_bid, "host", "undo", {}),
    (over, "bob", "again", {}),
    (over, "host", "rematch", {}),
    (waiting, "new", "claim", {"seat": "Dan", "pin": "1234"}),
    (waiting, "ann", "stand", {}),
    (waiting, "host", "free", {"seat": "Ann"}),
    (waiting, "host", "bot", {"seat": ""}),
    (waiting, "host", "game", {"game": "lizard"}),
    (waiting, "host", "seats", {"seats": ["Bob", "Eve"], "laptop": ["Eve"]}),
    (waiting, "host", "begin", {}),
    (waiting, "host", "end", {}),
]


@pytest.mark.parametrize(("begun", "who", "what", "body"), CASES, ids=[f"{c[0].__name__}-{c[2]}" for c in CASES])
def test_what_is_not_kept_has_not_happened(household, monkeypatch, begun, who, what, body):
    monkeypatch.setattr("referee.host.session.heard_of", lambda _: True)
    evening, people = begun(household)
    browser = people[who] if what != "join" else evening.browser(client="10.0.0.7")
    if callable(body):
        body = body(evening, people["who"]) if "who" in people else body(evening)
    everybody = [one for name, one in people.items() if name != "who"]
    disk = evening.journal._sql = Failing(evening.journal._sql)
    before, failed = everything(evening, everybody), 0
    while True:
        disk.left = failed
        answer = browser.post(what, **body)
        if answer.status != 503:
            break
        failed += 1
        assert "/" not in answer.json["why"], "a path of the host's"
        disk.left = 1_000_000
        assert everything(evening, everybody) == before
    assert answer.status == 200, answer
    assert failed
    disk.left = 1_000_000
    assert everything(evening, everybody) != before, "and then it happens"
    again = evening.again()
    for one in everybody:
        twin = again.twin(one)
        now = one.get("seat").status
        laptop = now == 200 and one is people.get("host")  # it asks for the PIN again
        assert twin.get("seat").status == (403 if laptop else now), "a restart finds what was answered"
