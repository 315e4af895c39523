"""The three programs as their console scripts run them, in this process: what starting Python costs is saved."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from unittest import mock

from liarsdeck.cli import run
from liarsdeck.files import ledger_path


def in_ledger(*words: str) -> list[str]:
    """Return which of these words stand in the bytes of the household's ledger, which must be there."""
    held = ledger_path().read_bytes().decode("utf-8", "replace").casefold()
    assert "deck" in held
    return [word for word in words if word.casefold() in held]


class Stream(io.TextIOWrapper):
    """A standard stream; a test may say that it is a screen."""

    screen = False

    def isatty(self) -> bool:
        return self.screen


def ran(
    program: str,
    *words: object,
    lines: str = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    binary: bool = False,
) -> CompletedProcess[Any]:
    """Run a program from its command line, `lines` on its standard input; return its status and what it said.

    With `binary` its standard output comes as bytes.
    """
    args = [str(word) for word in words]
    streams = [Stream(io.BytesIO(held), encoding="utf-8") for held in (lines.encode(), b"", b"")]
    status: object = 0
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, env or {}))
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            stack.enter_context(mock.patch.object(sys, name, stream))
        if cwd:
            stack.enter_context(contextlib.chdir(cwd))
        try:
            run(import_module(f"{program}.cli").program, args)
        except SystemExit as leave:
            status = leave.code
    said = [stream.buffer for stream in streams[1:] if not stream.flush()]
    out, err = (held.getvalue() for held in said if isinstance(held, io.BytesIO))
    return CompletedProcess([program, *args], int(str(status or 0)), out if binary else out.decode(), err.decode())
