"""Requests that nobody honest sends: broken JSON, huge and slow bodies, foreign origins, stale cookies, lines replayed
and out of order, at tables and in lobbies where guests write facts. None may end in a traceback, show what a seat may
not know, put markup into a page, tell an ending before the deal, or leave the table stuck.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from referee import games
from referee.host import app
from tests.referee.host.play import JUNK, some_line
from tests.referee.host.wire import KEY, Browser, Evening, lobby, some_evening

PAGES = ("/part/phone", "/part/screen", "/part/hand", "/part/menu", "/story")
NAMES = ("table", "seat", "line", "join", "claim", "about", "ask", "asking", "stand", "ahead", "note", "nothing",
         "again", "undo", "free", "rematch", "lobby", "end", "game", "seats", "begin", "dealt", "draw", "health",
         "reveal", "stamp", "nose", "noses", "moment", "moments", "watch", "rename", "phone", "bot",
         *PAGES)  # fmt: skip
HOSTS = ("undo", "free", "rematch", "lobby", "end", "game", "seats", "begin", "dealt", "draw", "asking", "noses",
         "moments", "watch", "rename", "phone", "bot")  # fmt: skip
OPEN = {"health", "join", "", *PAGES}  # pages ask to join
A_TABLE = 400  # requests at one table, or from one lobby on
RARE = {"end", "rematch", "free", "lobby", "begin", "game", "seats", "asking"}
"""Of the host, as is standing up: or every table were over at once, and every lobby empty."""
GUESTS = ("Ann", "Bob", "Cat")
WRITTEN = (
    "a tuba", "<i>x</i>", "{{ 7 * 7 }}", "\u202e", "x" * 900, "1 1", "so. So", "Ann", " ", "\x00", "“", "|", "&lt;",
)  # fmt: skip

SECRET = "qzx"  # in endings: nobody may be told them
ENDINGS = (*(f"{SECRET} {number}" for number in range(6)), *WRITTEN)


def fuzz(folder: Path, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Send ``count`` requests; return how they were answered, and what was wrong."""
    rng, counts, faults = Random(seed), Counter[str](), list[str]()
    done = 0
    while done < count:
        home = folder / f"{seed}-{done}"
        home.mkdir(parents=True)
        if rng.random() < 0.3:
            evening = lobby(home, "liars-lair", deals=True, options='{"each": 2}')
        else:
            evening = some_evening(home, rng.choice(games.REGISTRY), rng.randrange(1 << 30), deals=rng.random() < 0.7)
        try:
            many = min(A_TABLE, count - done)
            _at_a_table(evening, rng, many, counts, faults)
            done += many
        finally:
            evening.close()
    return counts, faults


def _at_a_table(evening: Evening, rng: Random, many: int, counts: Counter[str], faults: list[str]) -> None:
    phones = evening.seated(*_seats(evening))
    host = evening.host()
    if evening.hosted.table is None:
        assert host.post("asking", on=True, share="all").status == 200
    stranger = Browser(evening, client="10.9.9.9")
    stale = Browser(evening, client="10.9.9.8", cookie="stale" * 8)
    sent: list[dict[str, Any]] = []
    slow, app._BODY_S = app._BODY_S, 0.001
    try:
        for _ in range(many):
            evening.now += 0.2
            who = rng.choice([*phones, *phones, host, stranger, stale])
            method, path, body, headers, parts = _request(evening, rng, sent)
            name = path.removeprefix("/api/v1/")
            if (name == "stand" or (name in RARE and who is host)) and rng.random() < 0.9:
                continue
            cookies = {evening.people.cookie: who.cookie}
            lines, outsider = _lines(evening), evening.people.session(cookies) is None
            answer = who.ask(method, path, body, headers, parts)
            counts[str(answer.status)] += 1
            where = f"{method} {path} {body[:80]!r} {headers}"
            if answer.status >= 500 or b"Traceback" in answer.body:
                faults.append(f"{where}: {answer}")
            if outsider and answer.status == 200 and path.removeprefix("/api/v1/") not in OPEN:
                faults.append(f"{where}: an outsider was answered {answer}")
            if outsider and _lines(evening) != lines:
                faults.append(f"{where}: an outsider played")
            if who is not host and path.removeprefix("/api/v1/") in HOSTS and answer.status == 200:
                faults.append(f"{where}: only the host may")
            if any(word.encode() in answer.body for word in (KEY, evening.hosting.host, "hash", "scrypt$")):
                faults.append(f"{where}: a key was sent: {answer}")
            if b"<i>x" in answer.body and "html" in answer.headers.get("content-type", ""):
                faults.append(f"{where}: markup in a page")
            if evening.hosted.table is None and SECRET.encode() in answer.body:
                faults.append(f"{where}: an ending was told")
    finally:
        app._BODY_S = slow
    _written_in_order(evening, faults)
    _not_stuck(evening, faults)


def _seats(evening: Evening) -> tuple[str, ...]:
    return GUESTS if evening.hosted.table is None else evening.table.setup.seats


def _lines(evening: Evening) -> tuple[str, ...]:
    return () if evening.hosted.table is None else evening.table.log.lines


def _request(
    evening: Evening, rng: Random, sent: list[dict[str, Any]]
) -> tuple[str, str, bytes, dict[str, str], list[bytes | None] | None]:
    often = ["line"] * 4 if evening.hosted.table is not None else ["ask"] * len(NAMES)
    name = rng.choice((*NAMES, *often))
    values = _line(evening, rng, sent) if name == "line" else _values(evening, rng, name)
    body = json.dumps(values).encode()
    headers = {"content-type": "application/json"}
    parts: list[bytes | None] | None = None
    match rng.randrange(12):
        case 0:
            body = body[: rng.randrange(len(body))]
        case 1:
            at = rng.randrange(len(body))
            body = body[:at] + bytes([rng.randrange(256)]) + body[at + 1 :]
        case 2:
            body = rng.choice((b"[" * 5000, b"{}", b"[]", b"null", b"1e999", b"x" * 20_000, b'{"line":' * 900))
        case 3:
            headers["origin"] = rng.choice(("http://evil.example", "null", "http://127.0.0.1:7777"))
        case 4:
            headers["host"] = rng.choice(("evil.example", "10.0.0.1:7777", "", "[::1]:7777"))
        case 5:
            headers["content-type"] = rng.choice(("text/plain", "", "application/json; charset=utf-8"))
        case 6:
            parts = rng.choice(([body[:5], None], [None], [body[at : at + 7] for at in range(0, len(body), 7)]))
        case 7:
            headers["cookie"] = rng.choice(
                (f"{evening.people.cookie}=", "liarsdeck=x; liarsdeck=y", "=;;=", "x" * 3000)
            )
    asks = name in {"table", "seat", "health", "reveal", *PAGES} or (name == "ask" and rng.random() < 0.3)
    method = "GET" if asks else "DELETE" if name == "ahead" else "POST"
    if rng.random() < 0.05:
        method = rng.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"))
    return method, name if name in PAGES else f"/api/v1/{name}", b"" if method == "GET" else body, headers, parts


def _line(evening: Evening, rng: Random, sent: list[dict[str, Any]]) -> dict[str, Any]:
    if sent and rng.random() < 0.25:
        return rng.choice(sent)
    names, line = _seats(evening), None
    if evening.hosted.table is not None:
        seat = rng.choice([*range(len(names)), None])
        line = some_line(rng, evening.hosted.views.legal(seat), None if seat is None else names[seat])
    if line is None or rng.random() < 0.2:
        line = rng.choice((*JUNK, "x" * 3000, "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")))
    seen = max(0, evening.hosted.seq - rng.choice((0, 0, 0, 0, 1, 3, -2)))
    values = {"line": line, "key": rng.choice((f"k{rng.randrange(1 << 40)}", "k", "")), "seen": seen}
    sent.append(values)
    return values


def _values(evening: Evening, rng: Random, name: str) -> dict[str, Any]:
    seat = rng.choice((*_seats(evening), "Nobody", "", "x" * 99, "a:b"))
    no = rng.choice((*evening.hosting.asked.holds.values(), rng.randrange(9)))
    return {
        "join": {"word": rng.choice((evening.hosting.word, "TOMALIK-0000", "", "x" * 900))} if rng.random() < 0.3
        else {"host": rng.choice(("guess", ""))},
        "claim": {"seat": seat, "pin": rng.choice(("0000", "1", "x" * 70))},
        "note": {"card": rng.choice(("17", "", "x" * 30)), "text": rng.choice(("a note", "", "x" * 400))},
        "free": {"seat": seat},
        "ask": {"no": no, "text": rng.choice(ENDINGS), "sure": True} if rng.random() < 0.6
        else rng.choice(({"no": -1}, {"no": no, "another": True}, {"no": no, "doubt": True},
                         {"no": 1 << 70, "doubt": 1}, {"veto": 1 << 70}, {"veto": no},
                         {"silent": rng.random() < 0.3}, {"text": []})),
        "asking": rng.choice(({"on": True}, {"share": rng.choice(("all", "x" * 99))}, {"strike": rng.choice((0.5, no))},
                              {"keep": True}, {"on": None})),
        "about": {"said": rng.choice(WRITTEN), "pronoun": rng.choice(("she", "x"))},
        "game": {"game": rng.choice(("lizard", "chess", "")), "options": rng.choice(({}, [], {"rounds": "x"}))},
        "stamp": {"stamp": rng.choice(("liar", "ha", "", "<b>"))},
        "nose": {"claim": rng.choice(("", "1", "x" * 99)), "lie": rng.choice((True, 1))},
        "noses": {"noses": rng.choice(("all", "off", ""))},
        "moment": {"since": rng.choice((0, 1 << 70, -1, evening.hosted.seq)), "place": rng.choice((0, 1 << 70, -1))},
        "moments": {"seconds": rng.choice((0, 8, 1 << 70, -1, 0.5))},
        "watch": {"seat": seat, "watches": rng.choice((True, "x"))},
        "rename": {"seat": seat, "name": rng.choice(("Eve", "", "x" * 99, "\u202e", "a:b"))},
        "phone": {"seats": [seat], "phone": rng.choice((True, None))},
        "bot": {"seat": seat, "level": rng.choice(("easy", "", "x"))},
        "seats": {"seats": rng.choice((["Ann"], [1], "Ann", ["Ann", "ann"])), "laptop": []},
    }.get(name, {})  # fmt: skip


def _written_in_order(evening: Evening, faults: list[str]) -> None:
    """Say so where somebody wrote about themselves, or twice for one opening."""
    for item in evening.hosting.asked.items:
        names = [ending.by for ending in item.endings]
        if item.about in names or len(set(names)) < len(names):
            faults.append(f"{names} wrote about {item.about}")


def _not_stuck(evening: Evening, faults: list[str]) -> None:
    """Say so when nobody can go on at a table that is not over."""
    if evening.hosted.table is None:
        return
    hosted, table = evening.hosted, evening.table
    if table.over or evening.hosting.ended:
        return
    turns = table.game.to_act(table.state)
    if not turns:
        faults.append(f"{table.game.name}: the table is stuck")
    for turn in turns:
        asked = hosted.views.legal(turn.seat)
        if not asked.lines and not asked.fields and turn.seat is not None:
            faults.append(f"{table.game.name}: {table.name(turn.seat)} is asked and can say nothing")
