"""A lock so that one referee only plays a table; the system releases it when the process dies."""

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType

from liarsdeck import system
from liarsdeck.files import HOME_VARIABLE, make_folder
from referee.core.game import RecordError


class TableHeld(RecordError):
    """Another referee is playing this table."""


class TableLock:
    """A lock on the file ``path`` as a context manager; entering it raises ``TableHeld`` if another process has it.

    The operating system holds the lock, so a dead process leaves none. The file's text (the process id) is only for
    the error sentence.
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
        """Take the lock, unless this object has it already. Raises ``TableHeld``, ``RecordError``."""
        make_folder(self._path.parent, private=True)
        while self._fd is None:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                system.CURRENT_OS.lock(fd)
            except BlockingIOError:
                text = ""
                with suppress(OSError):
                    text = os.read(fd, 200).decode("ascii", "replace").strip()
                os.close(fd)
                process, _, address = text.partition(" ")
                holder = f" ({address or f'process {process}'})" if process.isdigit() else ""
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

    def says(self, text: str) -> None:
        """Write a text into the lock file, for the sentence of ``TableHeld``."""
        if text:
            self._write(f"{os.getpid()} {text}")

    def _write(self, text: str) -> None:
        if self._fd is not None:
            with suppress(OSError):  # a full disk: the lock holds all the same
                os.lseek(self._fd, 0, os.SEEK_SET)
                os.ftruncate(self._fd, 0)
                os.write(self._fd, text.encode("ascii", "replace")[:200])

    def _still_there(self, fd: int) -> bool:
        """Say whether the file that was opened is still the one of this name."""
        if not system.CURRENT_OS.moves_open_files:
            return True
        with suppress(FileNotFoundError):
            return os.fstat(fd).st_ino == self._path.stat().st_ino
        return False


def held(lock: TableLock, address: str) -> ExitStack:
    """Take a lock and write where its table is hosted; closing the result releases it. Raises ``TableHeld``."""
    holding = ExitStack()
    holding.enter_context(lock).says(address and f"hosted at http://{address}")
    return holding
