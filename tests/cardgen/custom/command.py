"""The real command line in this process: what it says, and the status that it ends with."""

from typing import NamedTuple

from tests.programs import ran


class Done(NamedTuple):
    status: int
    out: str
    err: str


def cardgen(*args):
    done = ran("cardgen", *args)
    return Done(done.returncode, done.stdout, done.stderr)
