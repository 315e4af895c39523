"""Locks, so that only one program plays a table. The system releases a lock when its process dies."""

import glob
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType

from liarsdeck import system
from liarsdeck.files import HOME_VARIABLE, make_folder
from referee.core.game import RecordError

HOUSEHOLD = "household.lock"
"""The file name of the lock that is held while a backup of the household is restored. Meanwhile no table is opened."""
_PATIENCE = 50  # looks, 20 ms apart, until it is let go: it may be somebody who only looks


class TableHeld(RecordError):
    """Another program is playing this table, or has this lobby open."""


def held_files(journal: Path) -> Iterator[tuple[Path, str]]:
    """Yield (path, holder) for each lock file of a journal's tables and lobbies that is locked now.

    ``journal`` is the path of the journal. The holder is a phrase in brackets after a blank, such as “ (process 4711)”;
    "" if it is unknown.
    """
    for path in sorted(journal.with_name("locks").glob(f"{glob.escape(journal.stem)}-*.lock")):
        with suppress(OSError), _opened(path) as fd:
            try:
                system.CURRENT_OS.lock(fd)
            except BlockingIOError:
                yield path, _holder(fd)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    fd = os.open(path, os.O_RDWR)
    try:
        yield fd
    finally:
        os.close(fd)


def _is_held(path: Path) -> bool:
    for look in range(_PATIENCE):
        try:
            fd = os.open(path, os.O_RDWR)
        except OSError:
            return False
        try:
            system.CURRENT_OS.lock(fd)
        except BlockingIOError:
            time.sleep(0.02 * (look < _PATIENCE - 1))
        else:
            return False
        finally:
            os.close(fd)
    return True


def _holder(fd: int) -> str:
    text = ""
    with suppress(OSError):
        text = os.read(fd, 200).decode("ascii", "replace").strip()
    process, _, address = text.partition(" ")
    return f" ({address or f'process {process}'})" if process.isdigit() else ""


class TableLock:
    """A lock on the file ``path``, as a context manager.

    Entering it raises ``TableHeld`` if another process has the lock. ``what`` says in the error's sentence what is
    locked, such as “table 3”. The operating system releases the lock when the process dies. The file's text, such as
    the process id, is only for the error's sentence.
    """

    def __init__(self, path: Path, what: str) -> None:
        self._path = path
        self._what = what
        self._fd: int | None = None
        self.left_behind = False
        """Whether the last holder died without letting go: what it showed may still stand on a screen."""

    def __enter__(self) -> "TableLock":
        self.take()
        return self

    def take(self) -> None:
        """Take the lock, unless this object has it already.

        Raises ``TableHeld`` if another process has it or a backup is being restored, ``RecordError`` if the file can't
        be locked.
        """
        make_folder(self._path.parent, private=True)
        while self._fd is None:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                system.CURRENT_OS.lock(fd)
            except BlockingIOError:
                holder = _holder(fd)
                os.close(fd)
                raise TableHeld(
                    f"Another referee keeps {self._what}{holder}: close it there, or look on with --watch."
                ) from None
            except OSError as error:
                os.close(fd)
                raise RecordError(
                    f"{self._path} can't be locked ({error.strerror}), so two programs might keep {self._what}: "
                    f"name a folder of this computer in {HOME_VARIABLE}."
                ) from None
            if self._still_there(fd):
                self._fd = fd
                self.left_behind = bool(os.fstat(fd).st_size)
                self._write(str(os.getpid()))
                if self._path.name != HOUSEHOLD and _is_held(self._path.with_name(HOUSEHOLD)):
                    self.release()
                    raise TableHeld("A copy of the household is read back just now: try again when that is done.")
            else:  # its last holder took the file away between our opening and our locking it
                os.close(fd)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        try:
            if system.CURRENT_OS.moves_open_files:
                self._path.unlink(missing_ok=True)
                os.close(fd)
            else:
                os.ftruncate(fd, 0)  # somebody may open it before it is gone: nothing was left behind
                os.close(fd)
                self._path.unlink(missing_ok=True)
        except OSError:  # a folder that went read-only meanwhile: the kernel's lock is gone with the process anyway
            return

    def put_back(self) -> None:
        """Release the lock as if we had never taken it.

        If the holder before us died with the lock (``left_behind``), its file stays, so that the next holder learns of
        that, too.
        """
        if self.left_behind and self._fd is not None:
            os.close(self._fd)
            self._fd = None
        self.release()

    @property
    def cut_off(self) -> bool:
        """Whether the last holder died without releasing the lock, and nobody holds it now."""
        with suppress(OSError), _opened(self._path) as fd:
            system.CURRENT_OS.lock(fd)
            return bool(os.fstat(fd).st_size)
        return False

    def says(self, text: str) -> None:
        """Write a text into the lock file, such as the address of the host; ``TableHeld`` quotes it."""
        if text:
            self._write(f"{os.getpid()} {text}")

    def _write(self, text: str) -> None:
        if self._fd is not None:
            with suppress(OSError):  # a full disk: the lock holds all the same
                os.lseek(self._fd, 0, os.SEEK_SET)
                os.ftruncate(self._fd, 0)
                os.write(self._fd, text.encode("ascii", "replace")[:200])

    def _still_there(self, fd: int) -> bool:
        """Return whether the open file ``fd`` is still the file at the lock's path.

        False if the last holder has deleted the file meanwhile.
        """
        if not system.CURRENT_OS.moves_open_files:
            return True
        with suppress(FileNotFoundError):
            return os.fstat(fd).st_ino == self._path.stat().st_ino
        return False


def held(lock: TableLock, address: str) -> ExitStack:
    """Take a lock, and write into its file the address at which the table is hosted ("": not hosted).

    Close the returned ``ExitStack`` to release the lock. Raises ``TableHeld`` if another process has the lock.
    """
    holding = ExitStack()
    holding.enter_context(lock).says(address and f"hosted at http://{address}")
    return holding
