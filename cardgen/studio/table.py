"""A table of `referee host`, begun from here: a program beside this one, which ends with it."""

from __future__ import annotations

import asyncio
import contextlib
import json

from msgspec import Struct

from cardgen.errors import PrintError
from cardgen.studio.making import Making
from liarsdeck.cli import spelt
from liarsdeck.worker import program

_PATIENCE_S = 20.0


class Open(Struct, frozen=True):
    """A table that is open: where its big screen is, and the line that opens it."""

    screen: str
    address: str
    word: str


class Tables:
    """The table that is open, if one is."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._now: Open | None = None

    @property
    def now(self) -> Open | None:
        """The table that is open."""
        return self._now if self._process is not None and self._process.returncode is None else None

    async def open(self, making: Making) -> None:
        """Open a table with this kit and these guests, unless one is open. Raises PrintError in its words."""
        if self.now is not None:
            return
        self._process = await asyncio.create_subprocess_exec(
            *program("referee"), *table_words(making), "--json", "--quiet",
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        line = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                line = await self._process.stdout.readline()
        if not line:
            await self.close()
            why = (await self._process.stderr.read(2000)).decode(errors="replace").strip().removeprefix("referee: ")
            raise PrintError(why or "the table did not open: try it in a terminal")
        said = json.loads(line)
        self._now = Open(f"{said['screen']}#{said['host']}", said["address"], said["word"])

    async def close(self) -> None:
        """End the table; its game is kept, and `referee host` goes on with it."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()


def table_words(making: Making) -> list[str]:
    """Return the words after `referee` that open a table with this kit and these guests."""
    facts = making.facts
    words = ["host", making.game, *(["--kit", facts.kit] if facts else [])]
    for name in making.names:
        words += ["--seat", name]
    for name, value in sorted(making.rules.items()):
        words += ["--option", f"{name}={value}"]
    return words


def table_line(making: Making) -> str:
    """Return the line that opens it in a terminal."""
    return "referee " + spelt(table_words(making))
