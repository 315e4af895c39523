"""The server round it all: who opens connections and says nothing spoils nobody's evening."""

import asyncio
import contextlib
import json
import socket
import sys

import pytest

from liarsdeck import serving
from tests.referee.host.wire import lizard

ASK = b"GET /api/v1/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def served(household, monkeypatch):
    """Run something against a real socket: ``served(do)`` calls ``do(port)`` while the server runs."""
    evening = lizard(household)
    monkeypatch.setattr(serving, "_FROM_ONE", 20)
    monkeypatch.setattr(serving, "_LOOK_S", 60)  # a busy machine may stand still between a connection and its question

    def run(do):
        async def both():
            begun, wrong = asyncio.Event(), []
            asyncio.get_running_loop().set_exception_handler(lambda _loop, found: wrong.append(found))

            async def started():
                begun.set()

            with contextlib.closing(serving.listen("127.0.0.1", 0)) as listening:
                running = asyncio.create_task(serving.serve(evening.app, evening.api.close, started, listening))
                await begun.wait()
                try:
                    await do(listening.getsockname()[1])
                finally:
                    running.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await running
            assert not wrong

        asyncio.run(both())

    run.evening = evening
    return run


@pytest.fixture
def watchful(monkeypatch, served):
    """The same, where what says nothing is let go within a tenth of a second."""
    monkeypatch.setattr(serving, "_LOOK_S", 0.1)
    return served


async def _answered(reader, writer):
    writer.write(ASK)
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        return await reader.readuntil(b"}")
    return b""


def test_one_address_opens_so_many_connections_and_no_more(served, monkeypatch):
    monkeypatch.setattr(serving, "_FROM_ONE", 5)

    async def do(port):
        kept = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        assert all([(await _answered(*one)).endswith(b'{"ok":true}') for one in kept])
        late = await asyncio.open_connection("127.0.0.1", port)
        assert await _answered(*late) == b""
        kept[0][1].close()
        await kept[0][1].wait_closed()
        assert (await _answered(*kept[1])).endswith(b'{"ok":true}')
        again = await asyncio.open_connection("127.0.0.1", port)
        assert (await _answered(*again)).endswith(b'{"ok":true}')
        for _, writer in [*kept, late, again]:
            writer.close()

    served(do)


def test_a_session_keeps_four_streams_open_however_fast_it_asks(served, household):
    async def do(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = json.dumps({"word": served.evening.hosting.word}).encode()
        head = "POST /api/v1/join HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        cookie = (await reader.readuntil(b"}")).partition(b"set-cookie: ")[2].partition(b";")[0]
        writer.close()
        asks = b"GET /api/v1/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: " + cookie + b"\r\n\r\n"
        many = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(12)))
        for _, writer in many:
            writer.write(asks)
        open_now = 0
        for reader, _ in many:
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 429"))
            if head.startswith(b"HTTP/1.1 200"):
                open_now += await reader.readuntil(b"\r\n") != b"0\r\n"  # an answer that has ended, else a first event
        assert open_now == 4
        assert list(served.evening.people.streams.values()) == [4]
        for _, writer in many:
            writer.close()

    served(do)


def test_who_says_nothing_or_half_a_question_is_let_go(watchful):
    async def do(port):
        silent = await asyncio.open_connection("127.0.0.1", port)
        half = await asyncio.open_connection("127.0.0.1", port)
        half[1].write(ASK[:30])
        for reader, writer in (silent, half):
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()

    watchful(do)


def test_who_asks_once_and_then_sends_a_byte_now_and_then_is_let_go(watchful):
    async def do(port):
        for _ in range(50):  # where the machine stood still it was let go before it asked
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            if asked := (await _answered(reader, writer)).endswith(b'{"ok":true}'):
                break
            writer.close()
        assert asked
        with contextlib.suppress(ConnectionError):
            for at in range(1000):
                writer.write(ASK[at : at + 1] if at < 40 else b"x")
                await asyncio.sleep(0.02)
                if reader.at_eof():
                    break
        assert reader.at_eof() or reader.exception(), "half a question holds a place for ever"
        writer.close()

    watchful(do)


def test_who_reads_nothing_is_let_go(watchful, monkeypatch):
    monkeypatch.setattr(serving, "_PIPED", 10_000)

    async def do(port):
        deaf = socket.create_connection(("127.0.0.1", port))
        deaf.setblocking(False)
        many = ASK.replace(b"/api/v1/health", b"/static/host.css")
        with deaf:
            for _ in range(1000):
                with contextlib.suppress(BlockingIOError):
                    deaf.send(many * 40)
                await asyncio.sleep(0.02)
                if deaf.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    return
        raise AssertionError("who reads nothing holds a place for ever")

    watchful(do)


@pytest.mark.parametrize(
    "then", [b"zz\r\n", b"\x00\x01\r\n\r\n", ASK[:20] + b"\r\n\r\n"], ids=["chunk", "noise", "half"]
)
def test_what_is_no_http_shows_no_traceback(served, capfd, then):
    async def do(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /api/v1/join HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 415")
        writer.write(then)
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()

    served(do)
    assert capfd.readouterr().err == ""


def test_what_becomes_no_http_before_it_was_answered_shows_no_traceback_either(served, capfd):
    async def do(port):
        for method in (b"HEAD", b"POST"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = b" /api/v1/join HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
            writer.write(method + head + b"zz\r\n")
            with contextlib.suppress(ConnectionError):
                assert (await reader.read()).startswith(b"HTTP/1.1 400")
            writer.close()

    served(do)
    assert capfd.readouterr().err == ""


_CHUNKS = ASK.replace(b"GET", b"POST")[:-2] + b"transfer-encoding: chunked\r\n\r\n"
_ENDLESS = {  # how a question begins, and what comes again and again
    "head": (ASK[:-2], b"x-more: and more\r\n" * 50),
    "name": (ASK[:-2], b"x" * 999),
    "address": (b"GET /", b"x" * 999),
    "trailer": (_CHUNKS + b"0\r\n", b"x-more: and\r\n" * 70),
    "extension": (_CHUNKS + b"1;", b"x" * 999),
}


@pytest.mark.parametrize("what", _ENDLESS)
def test_what_has_no_end_is_let_go_by_its_length(served, what):
    async def do(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        begins, more = _ENDLESS[what]
        sent = 0
        with contextlib.suppress(ConnectionError):
            writer.write(begins)
            while not reader.at_eof() and sent < 1_000_000:
                writer.write(more)
                sent += len(more)
                await writer.drain()
                await asyncio.sleep(0.001)
        assert sent < 100_000, "read to its end"
        writer.close()

    served(do)


def test_questions_that_wait_on_one_connection_are_few(served):
    async def do(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASK * 5)
        for _ in range(5):
            assert (await reader.readuntil(b"}")).endswith(b'{"ok":true}')
        writer.write(ASK * 1000)
        found = b""
        with contextlib.suppress(ConnectionError):
            found = await reader.read()
        assert found.count(b'{"ok":true}') < 10
        writer.close()

    served(do)


@pytest.mark.skipif(sys.platform != "linux", reason="needs 127.0.0.2")
def test_an_address_with_few_connections_gets_in_however_many_others_have(served, monkeypatch):
    monkeypatch.setattr(serving, "_ALL", 6)

    async def do(port):
        def source(last):
            return asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{last}", 0))  # Linux has them all

        many = [await source(2) for _ in range(4)] + [await source(3) for _ in range(2)]
        assert all([(await _answered(*one)).endswith(b'{"ok":true}') for one in many])
        late = await source(4)
        assert (await _answered(*late)).endswith(b'{"ok":true}')
        still = [(await _answered(*one)).endswith(b'{"ok":true}') for one in many]
        assert still.count(False) == 1
        assert all(still[4:])
        for _, writer in [*many, late]:
            writer.close()

    served(do)


def test_a_page_leaves_at_once():
    """Nagle's algorithm holds a page's last piece back for 40 ms; asyncio turns it off where it sees the protocol."""
    listening = serving.listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()), listening.accept()[0] as taken:
        assert taken.proto == socket.IPPROTO_TCP
