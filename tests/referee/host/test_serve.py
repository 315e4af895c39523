"""The server round it all: who opens connections and says nothing spoils nobody's evening."""

import asyncio
import contextlib
import socket

import pytest

from referee.host import serve
from tests.referee.host.wire import lizard

ASK = b"GET /api/v1/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def served(household, monkeypatch):
    """Run something against a real socket: ``served(do)`` calls ``do(port)`` while the server runs."""
    evening = lizard(household)
    monkeypatch.setattr(serve, "_FROM_ONE", 5)

    def run(do):
        async def both():
            begun = asyncio.Event()

            async def started():
                begun.set()

            with contextlib.closing(serve.listen("127.0.0.1", 0)) as listening:
                serving = asyncio.create_task(serve.serve(evening.app, evening.api, listening, started))
                await begun.wait()
                try:
                    await do(listening.getsockname()[1])
                finally:
                    serving.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await serving

        asyncio.run(both())

    return run


async def _answered(reader, writer):
    writer.write(ASK)
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        return await reader.readuntil(b"}")
    return b""


def test_one_address_opens_so_many_connections_and_no_more(served):
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


def test_who_says_nothing_or_half_a_question_is_let_go(served, monkeypatch):
    monkeypatch.setattr(serve, "_FIRST_S", 0.1)

    async def do(port):
        silent = await asyncio.open_connection("127.0.0.1", port)
        half = await asyncio.open_connection("127.0.0.1", port)
        half[1].write(ASK[:30])
        for reader, writer in (silent, half):
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()

    served(do)


def test_a_page_leaves_at_once():
    """Nagle's algorithm holds a page's last piece back for 40 ms; asyncio turns it off where it sees the protocol."""
    listening = serve.listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()), listening.accept()[0] as taken:
        assert taken.proto == socket.IPPROTO_TCP
