"""Differences between Linux, macOS, Windows and a web page: signals, locks, syncs, file names, consoles, browsers."""

import _thread
import errno
import os
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, ClassVar, TextIO

from liarsdeck.errors import UserError

if TYPE_CHECKING:
    from ctypes import CDLL

# ------------------------------------------------------------------------------------------------------- signals

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK") if hasattr(signal, name))
"""Signals that end a program for good, besides Ctrl-C (which a prompt may take as a no)."""

_RETRY_S = 0.01


class Ended(SystemExit):
    """The exception for a signal that ends the program; ``code`` is the exit status: 128 plus the signal's number."""


class _State:
    """The state of signals in this process; only the main thread handles signals.

    `waiting` is the signal that came while signals were deferred. `lost` is one that came in a finalizer, which no
    exception can leave; it is to be raised again. `ended` is the one that is ending the program; signals after it have
    no effect. Each is None if there is none.
    """

    deferred = 0  # depth of ``signals_deferred``
    waiting: signal.Signals | None = None  # came while deferred
    lost: signal.Signals | None = None  # raised in a finalizer, which no exception leaves
    ended: signal.Signals | None = None  # the program is ending: further signals change nothing
    over = False  # the program has done its work


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _handle(number: int, _frame: FrameType | None) -> None:
    came = signal.Signals(number)
    if _State.ended is not None or _State.over:
        return
    if _State.deferred:
        _State.waiting = came if _State.waiting in (None, signal.SIGINT) else _State.waiting
        return
    _raise(came)


def _raise(came: signal.Signals) -> None:
    _State.waiting = _State.lost = None
    if came == signal.SIGINT:
        raise KeyboardInterrupt
    _State.ended = came
    raise Ended(128 + came)


@contextmanager
def signals_raised() -> Iterator[None]:
    """In the block, raise Ctrl-C as ``KeyboardInterrupt`` and each other ending signal as ``Ended``.

    Signals that the process ignores (``nohup``) stay ignored. The block has no effect outside the main thread.
    """
    if not _in_main_thread():
        yield
        return
    _State.deferred, _State.waiting, _State.lost, _State.ended, _State.over = 0, None, None, None, False
    usual = sys.unraisablehook

    def keep_lost(fault: "sys.UnraisableHookArgs") -> None:
        """Keep a signal that was raised in a finalizer, and have it raised a little later.

        An exception cannot leave a finalizer, so the signal would be lost. `fault` is what Python reports; any other
        exception goes to the usual hook.
        """
        if not isinstance(fault.exc_value, (KeyboardInterrupt, Ended)):
            usual(fault)
            return
        _State.lost, _State.ended = _State.ended or signal.SIGINT, None
        _State.deferred += 1  # what comes before this function returns would be lost again
        threading.Thread(target=resend, daemon=True).start()
        _State.deferred -= 1

    def resend() -> None:
        """Send a lost signal to the main thread until it has been raised; runs in a thread of its own."""
        while not _State.over:
            time.sleep(_RETRY_S)
            if _State.lost is None:
                return
            _thread.interrupt_main(_State.lost)

    sys.unraisablehook = keep_lost
    try:
        with signals_sent_to(_handle):
            yield
    finally:
        _State.lost = None
        sys.unraisablehook = usual


@contextmanager
def signals_sent_to(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """In the block, call ``handler`` at Ctrl-C and at the other ``ENDING`` signals that end a program.

    ``handler`` gets the number of the signal and the stack frame. Signals that the process ignores stay ignored. The
    block has no effect outside the main thread.
    """
    if not _in_main_thread():
        yield
        return
    numbers = [number for number in (signal.SIGINT, *ENDING) if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer signals during the block, which must be short; one that came is raised at its end.

    The block has no effect outside the main thread.
    """
    if not _in_main_thread():
        yield
        return
    _State.deferred += 1
    try:
        yield
    finally:
        _State.deferred -= 1
        if _State.waiting is not None and not _State.deferred:
            _raise(_State.waiting)


def signal_status() -> int:
    """Return the exit status (128 plus the signal's number) if a signal has ended the program, else 0."""
    return 0 if _State.ended is None else 128 + _State.ended


def raise_if_ended() -> None:
    """Raise ``Ended`` again if a signal has ended the program, in case a library's ``except`` swallowed it."""
    if signal_status() and _in_main_thread():
        raise Ended(signal_status())


def ignore_signals() -> None:
    """Ignore all signals from now on; to be called when the program's work is done and it only exits."""
    _State.over = True


def end_program() -> None:
    """Make the main thread end the program, as at Ctrl-Break; any thread may call this.

    Windows needs it when the user closes the console window.
    """
    _thread.interrupt_main(ENDING[-1])


# ------------------------------------------------------------------------------------------------ the systems

_EXCHANGE = 2  # RENAME_EXCHANGE of Linux, and RENAME_SWAP of macOS
_AT_CWD = -100


class System:
    """Everything that depends on the operating system, as Linux and other POSIX systems do it.

    Subclasses override what differs; ``CURRENT_OS`` is the instance for the running system.
    """

    staging_mode = 0o700
    """The mode of a staging directory."""

    moves_open_files = True
    """Whether a file can be moved, replaced or deleted while a program has it open."""

    port_option = "SO_REUSEADDR"
    """The socket option that takes a port which was just left, and shares it with nobody."""

    starts_processes = True
    """Whether programs and threads can be started."""

    journal_mode = "WAL"
    """SQLite's journal for files that several programs read and write at once."""

    def lock(self, handle: int) -> None:
        """Lock an open file, given by its descriptor, until the file is closed; does not wait.

        Raises ``BlockingIOError`` if the file is locked already, and ``OSError`` if it can't be locked.
        """
        fcntl = import_module("fcntl")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except PermissionError as error:  # from some network folders
            raise BlockingIOError(errno.EWOULDBLOCK, str(error)) from None

    def lock_folder(self, folder: Path) -> int:
        """Lock a folder, and return an open file descriptor; closing the descriptor ends the lock.

        Raises ``BlockingIOError`` if the folder is locked already, and ``OSError`` if it can't be locked.
        """
        return self._locked(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))

    def _locked(self, handle: int) -> int:
        try:
            self.lock(handle)
        except OSError:
            os.close(handle)
            raise
        return handle

    def exchange(self, one: Path, other: Path) -> bool:
        """Exchange two folders atomically; return False if the system cannot do that."""
        import ctypes

        with suppress(OSError, AttributeError, TypeError):
            libc = ctypes.CDLL(None, use_errno=True)
            return self._exchange(libc, os.fsencode(one), os.fsencode(other)) == 0
        return False

    def _exchange(self, libc: "CDLL", one: bytes, other: bytes) -> int:
        return int(libc.renameat2(_AT_CWD, one, _AT_CWD, other, _EXCHANGE))

    def replace(self, new: Path, place: Path) -> None:
        """Move the file ``new`` to ``place`` atomically; a file that is there is replaced.

        If that fails, raise ``OSError`` and leave both files unchanged.
        """
        os.replace(new, place)

    def link(self, old: Path, place: Path) -> None:
        """Give the file ``old`` a second name, ``place`` (a hard link).

        Raises ``OSError`` if ``place`` exists, or if the file system has no hard links.
        """
        os.link(old, place)

    def rename(self, old: Path, place: Path) -> None:
        """Move the file or folder ``old`` to ``place``, where nothing may be yet.

        If that fails, raise ``OSError`` and leave ``old`` where it is.
        """
        os.rename(old, place)

    def flush(self, handle: int) -> None:
        """Sync an open file, by its descriptor, to the disk. Raises ``OSError``."""
        os.fsync(handle)

    def sync(self, path: Path) -> None:
        """Sync a file, or a folder's directory entries, to the disk. Raises ``OSError``."""
        handle = os.open(path, os.O_RDONLY)
        try:
            self.flush(handle)
        finally:
            os.close(handle)

    def owns(self, status: os.stat_result) -> bool:
        """Return whether a file belongs to this user; ``status`` is the ``os.stat`` result of the file."""
        return status.st_uid == os.geteuid()

    def name_fault(self, path: Path) -> str:
        """Return a phrase that says why this system does not allow a name in ``path``; "" if it allows all."""
        return ""

    def obeys_escapes(self, out: TextIO) -> bool:
        """Return whether the terminal behind the stream ``out`` understands escape sequences."""
        return os.environ.get("TERM", "") not in {"", "dumb"}

    def read_secret(self, prompt: str) -> str:
        """Show ``prompt``, and return the line that the user types without echo.

        Raises ``EOFError`` at the end of input, and ``KeyboardInterrupt`` at Ctrl-C.
        """
        return str(import_module("getpass").getpass(prompt))

    @contextmanager
    def echo(self, shown: bool) -> Iterator[None]:
        """In the block, show typed keys on the terminal if ``shown``, else hide them.

        After the block, the terminal is as it was before.
        """
        termios = import_module("termios")
        before = None
        gone = termios.error, OSError, ValueError  # stdin is no terminal, or a closed one
        with suppress(*gone):
            before = termios.tcgetattr(sys.stdin)
            flags = before[3] | termios.ECHO if shown else before[3] & ~termios.ECHO
            termios.tcsetattr(sys.stdin, termios.TCSANOW, [*before[:3], flags, *before[4:]])
        try:
            yield
        finally:
            with suppress(*gone):
                if before is not None:
                    termios.tcsetattr(sys.stdin, termios.TCSANOW, before)

    def drop_typed(self) -> None:
        """Discard keys that were typed at the terminal and not read yet."""
        termios = import_module("termios")
        with suppress(termios.error, OSError, ValueError):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    @contextmanager
    def closing(self, end: Callable[[], None]) -> Iterator[None]:
        """In the block, call ``end`` when the user closes the console window.

        Only Windows needs this, as it sends no signal then; on other systems ``end`` is never called.
        """
        yield


class MacOS(System):
    """macOS, where syncing a file needs F_FULLFSYNC to empty the disk's write cache, too."""

    def _exchange(self, libc: "CDLL", one: bytes, other: bytes) -> int:
        return int(libc.renamex_np(one, other, _EXCHANGE))

    def flush(self, handle: int) -> None:
        """Sync an open file to the disk, including the disk's write cache. Raises ``OSError``."""
        fcntl = import_module("fcntl")
        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        except OSError:  # not known to this disk (a stick, a network folder); a broken disk refuses fsync, too
            os.fsync(handle)


class Windows(System):
    """Windows, where open files can't be moved, folders can't be opened, and some file names mean devices.

    `DEVICES` are these names, in capitals and without an extension. `_handlers` keeps the handlers of console events
    alive, because the system may call one after its block has ended.
    """

    staging_mode = 0o777  # a file moved out keeps its rights: for the owner alone, a print would stay so
    moves_open_files = False
    port_option = "SO_EXCLUSIVEADDRUSE"  # SO_REUSEADDR lets two programs listen at one port here
    DEVICES: ClassVar = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {
        f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³"
    }
    PAUSES_S = (0.01, 0.03, 0.1, 0.3, 0.5)
    """The pauses between attempts to move a new file that a virus scanner holds open."""

    _LOCK_OFFSET = 1 << 30  # locked bytes can't be read by others, and a lock file's text is for all
    _LOCK_FILE = "held"
    _VIRTUAL_TERMINAL = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING
    _CLOSE_EVENTS = (2, 5, 6)  # CTRL_CLOSE, LOGOFF, SHUTDOWN
    _UNTIL_ENDED_S = 8.0
    _INPUT_END = ("\x04", "\x1a")  # Ctrl-D and Ctrl-Z, as read key by key
    _handlers: ClassVar[list[object]] = []

    def lock(self, handle: int) -> None:
        msvcrt = import_module("msvcrt")
        os.lseek(handle, self._LOCK_OFFSET, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                raise BlockingIOError(errno.EWOULDBLOCK, str(error)) from None
            raise
        finally:
            os.lseek(handle, 0, os.SEEK_SET)

    def lock_folder(self, folder: Path) -> int:
        """Lock a folder by a lock file in it, and return that file's open descriptor.

        Closing the descriptor ends the lock. Raises ``BlockingIOError`` if the folder is locked already, and
        ``OSError`` if it can't be locked.
        """
        return self._locked(os.open(folder / self._LOCK_FILE, os.O_RDWR | os.O_CREAT))

    def _exchange(self, libc: "CDLL", one: bytes, other: bytes) -> int:
        return -1

    def replace(self, new: Path, place: Path) -> None:
        self._retry(os.replace, new, place, place)

    def rename(self, old: Path, place: Path) -> None:
        self._retry(os.rename, old, place, old)

    def _retry(self, move: Callable[[Path, Path], None], old: Path, place: Path, blamed: Path) -> None:
        for pause_s in (0.0, *self.PAUSES_S):
            time.sleep(pause_s)
            try:
                return move(old, place)
            except PermissionError as error:
                denied = error.errno
        why = "it is open in another program, or may not be written: close it there"
        raise PermissionError(denied, why, str(blamed))

    def sync(self, path: Path) -> None:
        """Sync a file to the disk; for a folder or a read-only file, do nothing."""
        try:
            handle = os.open(path, os.O_RDWR)  # only a writable handle can be flushed
        except PermissionError:  # a folder, or a read-only copy of a file
            return
        try:
            self.flush(handle)
        finally:
            os.close(handle)

    def owns(self, status: os.stat_result) -> bool:
        return True

    def name_fault(self, path: Path) -> str:
        for name in path.parts[1 if path.anchor else 0 :]:
            if name.partition(".")[0].rstrip(" ").upper() in self.DEVICES:
                return f"“{name}” is the name of a device on Windows"
            if name not in {".", ".."} and (name[-1] in ". " or any(sign in '<>:"|?*' or sign < " " for sign in name)):
                return f"“{name}” can’t be a file’s name on Windows"
        return ""

    def obeys_escapes(self, out: TextIO) -> bool:
        """Turn escape sequences on in the console ``out``, and return whether it understands them.

        False if ``out`` is no console.
        """
        import ctypes

        try:
            console = ctypes.c_void_p(import_module("msvcrt").get_osfhandle(out.fileno()))
        except (OSError, ValueError):
            return False
        kernel, mode = self._kernel(), ctypes.c_ulong()
        if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
            return False
        return bool(kernel.SetConsoleMode(console, ctypes.c_ulong(mode.value | self._VIRTUAL_TERMINAL)))

    def read_secret(self, prompt: str) -> str:
        typed = super().read_secret(prompt)
        if typed.startswith(self._INPUT_END):
            raise EOFError
        return typed

    @contextmanager
    def echo(self, shown: bool) -> Iterator[None]:
        yield

    def drop_typed(self) -> None:
        msvcrt = import_module("msvcrt")
        while msvcrt.kbhit():
            msvcrt.getwch()

    @contextmanager
    def closing(self, end: Callable[[], None]) -> Iterator[None]:
        """In the block, call ``end`` in a separate thread when the user closes the console window.

        Windows kills the program when its handler of this event returns. So after calling ``end`` the handler waits for
        up to 8 s while the program exits.
        """

        def handle(event: int) -> int:
            if event not in self._CLOSE_EVENTS:
                return 0
            end()
            time.sleep(self._UNTIL_ENDED_S)
            return 1

        kernel = self._kernel()
        handler = self._callback(handle)
        self._handlers.append(handler)  # it may still run after the block
        kernel.SetConsoleCtrlHandler(handler, 1)
        try:
            yield
        finally:
            kernel.SetConsoleCtrlHandler(handler, 0)

    def _kernel(self) -> "CDLL":
        import ctypes

        kernel: CDLL = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
        return kernel

    def _callback(self, function: Callable[[int], int]) -> object:
        import ctypes

        return ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_ulong)(function)  # type: ignore[attr-defined]


class Browser(System):
    """Python in a web page (docs/web.md): one thread, no processes, and files in memory, which the page stores."""

    starts_processes = False
    journal_mode = "DELETE"  # the page stores whole files, and a write-ahead log grows to megabytes

    def lock(self, handle: int) -> None:
        """Do nothing, as only one page at a time uses the files."""

    def link(self, old: Path, place: Path) -> None:
        raise OSError(errno.ENOTSUP, "there are no hard links in a web page", str(place))

    def exchange(self, one: Path, other: Path) -> bool:
        return False

    def sync(self, path: Path) -> None:
        """Do nothing, as the web page itself stores all written files before it shows an answer."""


CURRENT_OS: System = {"win32": Windows, "darwin": MacOS, "emscripten": Browser}.get(sys.platform, System)()


_LIBRARIES = "LD_LIBRARY_PATH"


def open_browser(address: str) -> None:
    """Open a URL in the default browser, if there is one.

    In the one-file program, the browser is started with the library path of the system, not with that of the program.
    """
    ours, theirs = os.environ.get(_LIBRARIES), os.environ.get(f"{_LIBRARIES}_ORIG")
    bundled = getattr(sys, "frozen", False) and ours is not None
    if bundled:
        os.environ.pop(_LIBRARIES)
        if theirs is not None:
            os.environ[_LIBRARIES] = theirs
    try:
        with suppress(webbrowser.Error, UserError):
            webbrowser.open(address)
    finally:
        if bundled and ours is not None:
            os.environ[_LIBRARIES] = ours
