"""One referee a table: a lock that the operating system lets go of when its holder dies, even by kill -9."""

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType

from liarsdeck import system
from liarsdeck.files import HOME_VARIABLE, make_folder
from referee.core.game import RecordError


class TableHeld(RecordError):
    """Another referee keeps this table right now."""


class TableLock:
    """Hold the lock file ``path`` while the context lasts; raise ``TableHeld`` when another process does.

    The lock lives in the kernel, not in the file: whatever a dead referee left behind holds nobody up, and no process
    id has to be guessed at. The file's text (the holder's process id) is there for the sentence only.
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
        """Hold the lock; where this holds it already, nothing changes. Raises ``TableHeld``, ``RecordError``."""
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
        """Let go of the lock, where it is held."""
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
        """Let whoever finds it held, and may read the lock, know more of it than the holder's process id."""
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
    """Hold a lock, and say where its table is hosted; to close what is returned lets go. Raises ``TableHeld``."""
    holding = ExitStack()
    holding.enter_context(lock).says(address and f"hosted at http://{address}")
    return holding
