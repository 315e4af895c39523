"""A hand at the press: a process that draws, `python -m cardgen.studio.drawn.hand`.

It reads work and writes what comes of it: pickled frames, each after its length in four bytes. Only its own studio
holds the other end; it ends when that lets go, however that ended.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import struct
import sys
from typing import BinaryIO

from cardgen.errors import PrintError

LENGTH = struct.Struct(">I")
_FAULT = "this is a fault of the program, not yours: it could not be drawn, and your kit is as it was"


def serve(came: BinaryIO, goes: BinaryIO) -> None:
    """Do what comes, one thing after the other, until nothing does."""
    while len(head := came.read(LENGTH.size)) == LENGTH.size:
        work, args = pickle.loads(came.read(LENGTH.unpack(head)[0]))  # noqa: S301, from the studio that started this
        try:
            made: object = (True, work(*args))
        except PrintError as no:
            made = (False, str(no))
        except Exception:
            made = (False, _FAULT)
        data = pickle.dumps(made)
        goes.write(LENGTH.pack(len(data)) + data)
        goes.flush()


def main(nice: int = 0) -> None:
    """Serve at standard input and output; what anything else would say there goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the studio's
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    came, goes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b", buffering=0) as nowhere:
        os.dup2(nowhere.fileno(), 0)
        os.dup2(nowhere.fileno(), 1)
    with contextlib.suppress(BrokenPipeError):
        serve(came, goes)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
