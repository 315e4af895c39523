"""A hosted table of each game, attacked over real sockets while its guests play on.

From addresses beside theirs come: what is hardly HTTP (paths, methods, headers, chunks and pipelines that somebody made
up or broke), five hundred connections that say nothing, drip bytes, read nothing, hang up half or whole, guesses at the
word and the host's key under forged addresses, and the guests' own taps recorded and sent again in any order. No byte
that comes back may hold what its receiver may not have, nothing may be shown in the host's terminal, no line may be
lost or doubled, and every honest tap must come through.
"""

import asyncio
import contextlib
import json
import re
import socket
import struct
import tempfile
import time
from dataclasses import dataclass, field
from random import Random

from referee import games
from tests.bench.bench_host import NAMES, Browser, Party, hosted, household
from tests.bench.hard.report import Report, memory_mb

FULL = 20_000
SAMPLE = 40
ALL_GAMES = 1000  # fewer requests go to one game alone
CROWD = 2  # so many requests bring one connection that stays
MOST_CROWD = 500
BATCH = 12
QUIET_S = 0.15  # after which nothing more is expected
PATIENCE_S = 20.0  # that an honest tap may take: longer is a table that stands still
MOST_MB = 130

PATHS = (
    "/", "/screen", "/laptop", "/part/hand", "/part/phone", "/part/laptop", "/part/reveal", "/api/v1/seat", "/story",
    "/api/v1/table", "/api/v1/events", "/api/v1/join", "/api/v1/line", "/api/v1/undo", "/api/v1/claim", "/code.svg",
    "/static/host.css", "/static/%00", "/static/..%2f..%2fbase.html", "/static/%2e%2e/%2e%2e/desk.py", "/static/..%5cx",
    "/static//etc/passwd", "/static/", "/static", "/static/%ff%fe", "//evil.example/", "/%2e%2e/", "/api/v1/line/", "*",
    "/api/v1/../v1/seat", "/api/v1/seat;x=1", "/api/v1/seat?cookie=1", "/API/V1/SEAT", "/api/v1/sea%74", "/\u0000",
    "http://evil.example/api/v1/seat", "http://127.0.0.1/part/hand", "/" + "%F0%9F%98%80" * 150, "/" + "x" * 9000,
)  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "FOO", "PRI")
HEADERS = (
    "Transfer-Encoding: chunked", "Transfer-Encoding: xchunked", "Content-Length: 5", "Content-Length: 99999999999",
    "Content-Length: -1", "Content-Type: application/json", "Content-Type: text/plain", "Connection: close",
    "Connection: Upgrade\r\nUpgrade: websocket", "Upgrade: h2c", "Expect: 100-continue", "Host: evil.example", ": x",
    "Origin: http://evil.example", "Origin: null", "Origin : http://evil", "Cookie: liarsdeck=x; liarsdeck=y",
    "Cookie: =;;=\xff", "X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1", "Forwarded: for=127.0.0.1;host=localhost",
    "X-HTTP-Method-Override: DELETE", "X-Original-URL: /laptop", "If-None-Match: *", "Accept-Encoding: gzip, br;q=0",
    "Sec-Fetch-Site: cross-site", "TE: trailers", "X: a\r\n b", "X: " + "a" * 20_000,
    "Range: bytes=" + ",".join(f"{at}-{at}" for at in range(500)),
)  # fmt: skip
BODIES = (
    b"", b"12345", b"zz\r\n", b"5\r\n12345\r\n0\r\n\r\n", b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"{}",
    b"\x00\x01\r\n\r\n",
)  # fmt: skip
EVENTS = re.compile(rb'retry: 1000\n(data: \{"seq":\d+\}\n\n|event: beat\n)+\Z')
FORGED = ("X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "X-Real-IP: 127.0.0.1", "Via: 1.1 127.0.0.1")


@dataclass
class Attack:
    """One table under attack. ``never`` are bytes that nobody here may be sent, by what they are."""

    port: int
    rng: Random
    report: Report
    never: dict[str, bytes] = field(default_factory=dict)
    kept: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)
    drips: list[asyncio.StreamWriter] = field(default_factory=list)

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection from one of ten other addresses, where this machine has them."""
        with contextlib.suppress(OSError):
            where = (f"127.0.0.{self.rng.randint(2, 11)}", 0)
            return await asyncio.open_connection("127.0.0.1", self.port, local_addr=where)
        return await asyncio.open_connection("127.0.0.1", self.port)

    def noise(self) -> bytes:
        """Return what is hardly HTTP."""
        rng = self.rng
        host = rng.choice(("127.0.0.1", "localhost", f"127.0.0.1:{self.port}"))
        signs = [f"Host: {host}"] * rng.choice((1, 1, 1, 1, 0, 2)) + rng.sample(HEADERS, rng.randrange(4))
        rng.shuffle(signs)
        version = rng.choice(("1.1", "1.1", "1.1", "1.0", "2.0", "0.9", "1.1 x"))
        head = f"{rng.choice(METHODS)} {rng.choice(PATHS)} HTTP/{version}\r\n" + "".join(f"{one}\r\n" for one in signs)
        data = head.encode("latin-1") + b"\r\n" + rng.choice(BODIES)
        match rng.randrange(6):
            case 0:
                at = rng.randrange(len(data))
                data = data[:at] + rng.randbytes(rng.randrange(1, 4)) + data[at + 1 :]
            case 1:
                data = data[: rng.randrange(len(data))]
            case 2:
                data *= rng.randrange(2, 6)
        return data

    async def ask(self, data: bytes, *, half: bool = False) -> bytes:
        """Send something, in one piece or two, and return what comes back until all is quiet."""
        found = b""
        with contextlib.suppress(OSError):
            reader, writer = await self.open()
            try:
                at = self.rng.randrange(len(data) + 1) if self.rng.random() < 0.3 else 0
                writer.write(data[:at])
                await asyncio.sleep(0)
                writer.write(data[at:])
                if half:
                    writer.write_eof()
                with contextlib.suppress(TimeoutError, OSError):
                    while piece := await asyncio.wait_for(reader.read(65536), QUIET_S):
                        found += piece
            finally:
                writer.close()
        self.scan(data, found)
        return found

    def scan(self, asked: bytes, found: bytes) -> None:
        """Look for what nobody may be sent."""
        self.report.counts["bytes scanned"] += len(found)
        for what, secret in self.never.items():
            if secret in found:
                self.report.fault(f"{what} came back to {asked[:120]!r}")
        if found and not found.startswith(b"HTTP/1.1 "):
            self.report.fault(f"no HTTP came back to {asked[:120]!r}: {found[:80]!r}")
        for status in re.findall(rb"HTTP/1\.1 (\d+)", found):
            self.report.counts[f"answered {status.decode()}"] += 1
            if status.startswith(b"5"):
                self.report.fault(f"{status.decode()} came back to {asked[:120]!r}")

    async def crowd(self, many: int, cookie: str) -> None:
        """Open connections that stay."""
        events = f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
        body = b"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        for at in range(many):
            try:
                reader, writer = await self.open()
            except OSError:
                self.report.counts["connections refused"] += 1
                continue
            self.kept.append((reader, writer))
            match at % 7:
                case 0:
                    self.report.counts["that say nothing"] += 1
                case 1:
                    writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /")
                    self.drips.append(writer)
                case 2:
                    writer.write(body + b"Content-Length: 7999\r\n\r\n{")
                    self.drips.append(writer)
                case 3:
                    writer.write(events)
                case 4:
                    writer.write(b"GET /static/host.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 30)
                    writer.transport.pause_reading()  # type: ignore[attr-defined]
                case 5:
                    writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    writer.write_eof()
                case 6:
                    writer.write(body + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
                    hang_up(writer)
            self.report.counts["connections"] += 1

    async def drip(self) -> None:
        """Send a byte on every connection that drips."""
        for writer in self.drips:
            if not writer.transport.is_closing():
                writer.write(b"x")

    async def leave(self) -> None:
        """Look through what came back to those that stayed, and let go of them."""
        for reader, writer in self.kept:
            with contextlib.suppress(TimeoutError, OSError):
                self.scan(b"who stayed", await asyncio.wait_for(reader.read(1 << 20), 0.01))
            writer.close()


def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection with a reset."""
    found = writer.get_extra_info("socket")
    found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def run(count: int, seed: int) -> Report:
    """Send ``count`` requests and the crowd that belongs to them."""
    report = Report("the network")
    names = games.REGISTRY if count >= ALL_GAMES else games.REGISTRY[seed % len(games.REGISTRY) :][:1]
    with household() as kit:
        for at, name in enumerate(names):
            with tempfile.TemporaryFile("w+") as said_wrong, hosted(kit, name, stderr=said_wrong) as (pid, said):
                asyncio.run(_attack(name, pid, said, count // len(names), Random(seed + at), report))
                said_wrong.seek(0)
                if wrong := said_wrong.read():
                    report.fault(f"{name}: the host's terminal shows {wrong[-300:]!r}")
    return report


async def _attack(name: str, pid: int, said: dict[str, object], count: int, rng: Random, report: Report) -> None:
    port, word, key = int(str(said["port"])), str(said["word"]), str(said["host"])
    party = Party(port, NAMES[: games.game(name).seats[1]])
    party.rng.seed(rng.random())
    await party.sit(word, key)
    await party.listen()
    onlooker = Browser(port)
    await onlooker.open()
    await onlooker.ask("/api/v1/join", {"word": word})
    attack = Attack(port, rng, report)
    attack.never = {"the host's key": key.encode(), "a traceback": b"Traceback", "a place in the code": b'.py"',
                    "the word": word.encode(), "a PIN's hash": b"scrypt$"}  # fmt: skip
    attack.never |= {f"{who}'s cookie": one.cookie.partition("=")[2].encode() for who, one in _by_name(party)}
    await attack.crowd(min(MOST_CROWD, max(14, count // CROWD)), onlooker.cookie)
    done = 0
    while done < count:
        many = min(BATCH, count - done)
        await asyncio.gather(*(attack.ask(attack.noise(), half=rng.random() < 0.2) for _ in range(many)))
        await attack.drip()
        done += many
        if not await _tapped(party, report, name):
            return
    report.counts["requests"] += done
    await _forged(attack, word, key)
    await _replayed(party, attack, report)
    await _heard(party, report)
    await attack.leave()
    party.leave()
    if (held := memory_mb(pid)) > MOST_MB:
        report.fault(f"{name}: the host held {held:.0f} MB")
    report.figures["memory at most, MB"] = max(float(report.figures.get("memory at most, MB", 0)), round(held, 1))


def _by_name(party: Party) -> list[tuple[str, Browser]]:
    return [("the host", party.host), *zip(party.names, party.phones, strict=True)]


async def _tapped(party: Party, report: Report, name: str) -> bool:
    """Let somebody honest tap; return whether the table went on."""
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE_S):
            await party.tap()
    except (TimeoutError, OSError, AssertionError, asyncio.IncompleteReadError) as error:
        report.fault(f"{name}: an honest tap did not come through: {type(error).__name__} {error}")
        return False
    report.counts["honest taps"] += 1
    took = time.perf_counter() - begun
    report.figures["slowest honest tap, s"] = max(float(report.figures.get("slowest honest tap, s", 0)), round(took, 2))
    return True


async def _forged(attack: Attack, word: str, key: str) -> None:
    """Try the host's key and wrong words under addresses that are not ours."""

    def post(body: object, sign: str) -> bytes:
        data = json.dumps(body).encode()
        head = f"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{sign}\r\n"
        return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data

    for sign in FORGED:
        found = await attack.ask(post({"host": key}, sign))
        attack.report.counts["forged addresses"] += 1
        if b" 200 " in found[:20] and not await _from_here(attack):
            attack.report.fault(f"the host's key opened from another machine: {sign}")
    wrong = word[:-1] + ("0" if word[-1] != "0" else "1")
    opened = 0
    for at in range(12):
        reader, writer = await asyncio.open_connection("127.0.0.1", attack.port)  # one address, which says it is many
        writer.write(post({"word": wrong}, f"X-Forwarded-For: 10.1.1.{at}\r\nCookie: liarsdeck=made-up-{at}"))
        with contextlib.suppress(TimeoutError, OSError, asyncio.IncompleteReadError):
            opened += b" 403 " in (await asyncio.wait_for(reader.readuntil(b"\r\n"), 2))
        writer.close()
    attack.report.counts["words guessed"] += 12
    if opened > 5:
        attack.report.fault(f"{opened} wrong words were looked at")


async def _from_here(attack: Attack) -> bool:
    """Say whether this machine has no other address to come from."""
    _, writer = await attack.open()
    here = writer.get_extra_info("sockname")[0] == "127.0.0.1"
    writer.close()
    return bool(here)


async def _replayed(party: Party, attack: Attack, report: Report) -> None:
    """Send what the phones' taps were, as they were recorded, again and in any order: nothing happens twice."""
    recorded: list[bytes] = []
    for phone in party.phones:
        phone.writer.write = _recording(phone.writer.write, recorded)  # type: ignore[method-assign]
    for _ in range(8):
        if not await _tapped(party, report, "before replaying"):
            return
    before = json.loads(await party.screens[0].ask("/api/v1/table"))
    attack.rng.shuffle(recorded)
    said = [one for one in recorded if b"POST /api/v1/line" in one]
    never, attack.never = attack.never, {}  # whoever has recorded a cookie is that phone: docs/host.md
    for data in said:
        found = await attack.ask(data)
        report.counts["lines replayed"] += 1
        if not found.startswith((b"HTTP/1.1 200", b"HTTP/1.1 409", b"HTTP/1.1 4")):
            report.fault(f"a replayed line was answered {found[:60]!r}")
    attack.never = never
    after = json.loads(await party.screens[0].ask("/api/v1/table"))
    if after != before:
        report.fault(f"replayed lines changed the table: {before['seq']} {after['seq']}")


def _recording(write, recorded):  # type: ignore[no-untyped-def]
    def written(data: bytes) -> None:
        recorded.append(bytes(data))
        write(data)

    return written


async def _heard(party: Party, report: Report) -> None:
    """Read a stream as it comes over the wire: numbers and signs of life, and nothing else."""
    reader, writer = await asyncio.open_connection("127.0.0.1", party.phones[0].port)
    cookie = party.phones[0].cookie
    writer.write(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
    for _ in range(4):
        await _tapped(party, report, "listening")
    found = b""
    with contextlib.suppress(TimeoutError, OSError):
        while piece := await asyncio.wait_for(reader.read(65536), QUIET_S):
            found += piece
    writer.close()
    head, _, chunks = found.partition(b"\r\n\r\n")
    sent = re.sub(rb"[0-9a-f]+\r\n(.*?)\r\n", rb"\1", chunks, flags=re.DOTALL)
    report.counts["events read"] += sent.count(b"data:")
    if b" 200 " not in head[:20] or not EVENTS.fullmatch(sent):
        report.fault(f"a stream says more than that something happened: {head[:60]!r} {sent[:200]!r}")
