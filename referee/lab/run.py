"""The games of a plan, on all cores or a cluster, in chunks that are kept as they come: only the last can be lost."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import msgspec

from liarsdeck import system
from liarsdeck.files import make_folder, write_atomic
from referee.core.errors import RecordError
from referee.lab.measure import measured
from referee.lab.plan import Plan
from referee.lab.row import Row

PLAN, ROWS = "plan.json", "rows.jsonl"
CHUNK = 20  # games at most
_TRIES = 3  # times that what killed workers left is given out again
_PATIENCE_S = 20  # that a cluster is waited for

Chunk = tuple[int, int, int]
"""A cell, and which of its games: from the first up to, not with, the last."""
Done = tuple[Chunk, list[Row]]


class WorkersKilled(RecordError):
    """The system killed workers as often as they were started."""


def need(*modules: str, extra: str = "lab") -> None:
    """Raise ``RecordError`` unless these can be imported: how to get what the lab needs."""
    if not all(map(find_spec, modules)):
        raise RecordError(f"this needs more than the games do; install it with: pip install 'liarsdeck[{extra}]'")


def chunks(plan: Plan) -> list[Chunk]:
    """Return the games of a plan in chunks, the first ones of every cell first."""
    firsts = range(0, plan.each, CHUNK)
    return [(cell, first, min(first + CHUNK, plan.each)) for first in firsts for cell in range(len(plan.cells))]


def played(plan: Plan, chunk: Chunk) -> Done:
    """Play a chunk."""
    cell, first, end = chunk
    return chunk, [measured(plan, cell, index) for index in range(first, end)]


def digest(rows: Sequence[Row]) -> str:
    """Return what is the same for the same games, whoever played them: of the rows in their order."""
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()[:16]


# ---------------------------------------------------------------------------------------------------- the folder


def begin(folder: Path, plan: Plan) -> None:
    """Keep the plan in a folder that holds none. Raises ``RecordError`` where it does."""
    if (folder / PLAN).exists():
        raise RecordError(f"{folder} holds a lab: --resume goes on with it, or say another folder with -o")
    make_folder(folder)
    write_atomic(folder / PLAN, msgspec.json.format(msgspec.json.encode(plan)))


def forget(folder: Path, *, whole: bool) -> None:
    """Take away the plan of a folder in which no game was played, and where ``whole`` the folder."""
    if not kept(folder):
        (folder / ROWS).unlink(missing_ok=True)
        (folder / PLAN).unlink(missing_ok=True)
        if whole:
            folder.rmdir()


def planned(folder: Path) -> Plan:
    """Return the plan that a folder keeps. Raises ``RecordError``."""
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    except OSError:
        raise RecordError(f"{folder} holds no lab: there is no {PLAN} in it") from None
    except msgspec.DecodeError as fault:
        raise RecordError(f"{folder / PLAN} is damaged: {fault}") from None


def kept(folder: Path) -> dict[Chunk, list[Row]]:
    """Return the chunks that a folder keeps; a last line that was cut off is taken away."""
    path, found, sound = folder / ROWS, dict[Chunk, list[Row]](), 0
    if not path.exists():
        return found
    decoder = msgspec.json.Decoder(Done)
    for line in path.read_bytes().splitlines(keepends=True):
        try:
            chunk, rows = decoder.decode(line)
        except msgspec.DecodeError:
            break
        if not line.endswith(b"\n"):
            break
        found[chunk] = rows
        sound += len(line)
    os.truncate(path, sound)
    return found


def rows_of(folder: Path) -> list[Row]:
    """Return all games that a folder keeps, in order."""
    return [row for _, rows in sorted(kept(folder).items()) for row in rows]


def go(folder: Path, plan: Plan, *, workers: int = 0, dask: str = "", step: Callable[[], None] | None = None) -> None:
    """Play what a folder's plan still lacks; ``workers`` 0: one for each core. ``step`` is called after each chunk."""
    have = kept(folder)
    todo = [chunk for chunk in chunks(plan) if chunk not in have]
    with (folder / ROWS).open("ab") as file:
        for done in _cluster(plan, todo, dask) if dask else _local(plan, todo, workers):
            file.write(msgspec.json.encode(done) + b"\n")
            file.flush()
            system.HERE.flush(file.fileno())
            if step is not None:
                step()


# ---------------------------------------------------------------------------------------------------- who plays


def _local(plan: Plan, todo: Sequence[Chunk], workers: int) -> Iterator[Done]:
    """Play chunks on this machine, and what a killed worker took along once more."""
    if workers == 1 or len(todo) < 2:
        yield from (played(plan, chunk) for chunk in todo)
        return
    need("joblib")
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = dict.fromkeys(todo)
    for tries in range(_TRIES):
        parallel = Parallel(n_jobs=workers or -1, return_as="generator_unordered", batch_size=1)
        try:
            with closing(parallel(delayed(played)(plan, chunk) for chunk in list(left))) as coming:
                for done in coming:
                    del left[done[0]]
                    yield done
        except TerminatedWorkerError:
            if tries + 1 == _TRIES:
                why = "workers were killed again and again: --resume goes on where this stopped"
                raise WorkersKilled(why) from None
        else:
            return


def _cluster(plan: Plan, todo: Sequence[Chunk], address: str) -> Iterator[Done]:
    """Play chunks on a dask cluster; what a lost worker had is given to another."""
    need("distributed", extra="dask")
    from distributed import Client, as_completed

    try:
        client = Client(address, timeout=_PATIENCE_S)
    except (OSError, ValueError, TimeoutError) as fault:
        raise RecordError(f"--dask {address}: nobody answers there: {fault}") from None
    with client:
        client.wait_for_workers(1, timeout=_PATIENCE_S)
        held = client.scatter(plan, broadcast=True)
        coming = [client.submit(played, held, chunk, pure=False, retries=_TRIES) for chunk in todo]
        for future in as_completed(coming):
            try:
                yield future.result()
            except ModuleNotFoundError as fault:
                raise RecordError(f"--dask {address}: a worker lacks liarsdeck: {fault}") from None
            future.release()
