"""The real command line in this process: what it says, and the status that it ends with."""

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from cardgen.cli import program
from liarsdeck import cli


class Done(NamedTuple):
    status: int
    out: str
    err: str


def cardgen(*args):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli.run(program, [str(arg) for arg in args])
        except SystemExit as left:
            status = int(left.code or 0)
    return Done(status, out.getvalue(), err.getvalue())
