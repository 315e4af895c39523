"""What Linux, macOS and Windows do each in their own way: locks, syncs, signals, a page opened in a browser."""

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


ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK") if hasattr(signal, name))
"""Those that end a program for good, beside Ctrl-C (which a prompt may take as a no)."""


_AGAIN_S = 0.01


class Ended(SystemExit):
    """Somebody ended the program; ``code`` is the exit status, 128 and the signal's number, as a shell has it."""


class _State:
    """What this process was sent: signals are the whole process's, and only its main thread hears them."""

    held = 0
    waiting: signal.Signals | None = None  # came while it was held back
    lost: signal.Signals | None = None  # was raised where no exception gets out
    ended: signal.Signals | None = None  # the program is ending: more of them change nothing
    over = False  # so is one that has done its work


def _hear(number: int, _frame: FrameType | None) -> None:
    came = signal.Signals(number)
    if _State.ended is not None or _State.over:
        return
    if _State.held:
        _State.waiting = came if _State.waiting in (None, signal.SIGINT) else _State.waiting
        return
    _end(came)


def _end(came: signal.Signals) -> None:
    _State.waiting = _State.lost = None
    if came == signal.SIGINT:
        raise KeyboardInterrupt
    _State.ended = came
    raise Ended(128 + came)


@contextmanager
def heard() -> Iterator[None]:
    """Hear all of them for as long as the block runs; what was ignored before (``nohup``) stays so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _State.held, _State.waiting, _State.lost, _State.ended, _State.over = 0, None, None, None, False
    usual = sys.unraisablehook

    def lost(fault: "sys.UnraisableHookArgs") -> None:
        """Raise a little later what came while Python cleaned up behind itself, where no exception gets out."""
        if not isinstance(fault.exc_value, (KeyboardInterrupt, Ended)):
            usual(fault)
            return
        _State.lost, _State.ended = _State.ended or signal.SIGINT, None
        _State.held += 1  # what comes before this is left would be lost again
        threading.Thread(target=_again, daemon=True).start()
        _State.held -= 1

    sys.unraisablehook = lost
    try:
        with answered(_hear):
            yield
    finally:
        _State.lost = None
        sys.unraisablehook = usual


def _again() -> None:
    """Send what was lost anew until it has been raised, from a thread of its own."""
    while not _State.over:
        time.sleep(_AGAIN_S)
        came = _State.lost
        if came is None:
            return
        _thread.interrupt_main(came)


def closed() -> None:
    """End the program as Ctrl-Break does, where a closed window is no signal; any thread may call this."""
    _thread.interrupt_main(ENDING[-1])


@contextmanager
def answered(answer: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let a function answer all of them for as long as the block runs; another thread than the main one hears none."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [number for number in (signal.SIGINT, *ENDING) if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = {number: signal.signal(number, answer) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ended() -> int:
    """Return the exit status of a program that somebody ended, 0 of one that goes on."""
    return 0 if _State.ended is None else 128 + _State.ended


def over() -> None:
    """Hear no more of them: all that is left to do is to end."""
    _State.over = True


def go_on() -> None:
    """Raise ``Ended`` anew in a program that was ended: a library's bare ``except`` may have swallowed it."""
    if ended() and threading.current_thread() is threading.main_thread():
        raise Ended(ended())


@contextmanager
def held_back() -> Iterator[None]:
    """Do something short to its end: what comes meanwhile is raised when the block is over."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _State.held += 1
    try:
        yield
    finally:
        _State.held -= 1
        came = _State.waiting
        if came is not None and not _State.held:
            _end(came)


_SWAP = 2  # RENAME_EXCHANGE of Linux, and RENAME_SWAP of macOS
_AT_CWD = -100


def _held(handle: int, lock: Callable[[int], None]) -> int:
    """Return a handle that was locked; one that can't be is closed."""
    try:
        lock(handle)
    except OSError:
        os.close(handle)
        raise
    return handle


class System:
    """Linux, and whatever else keeps to POSIX."""

    room_mode = 0o700
    """The mode of a folder in which something is made that then takes its place elsewhere."""

    moves_open = True
    """Whether a file can be moved, replaced or taken away while somebody has it open."""

    port_option = "SO_REUSEADDR"
    """With which a socket takes a port that was just left, and shares it with nobody."""

    def lock(self, handle: int) -> None:
        """Lock an open file until it is closed. Raises ``BlockingIOError`` where another holds it; ``OSError``."""
        fcntl = import_module("fcntl")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except PermissionError as error:  # as some network folders say it
            raise BlockingIOError(errno.EWOULDBLOCK, str(error)) from None

    def hold(self, folder: Path) -> int:
        """Return what holds a folder until it is closed. Raises as ``lock`` does."""
        return _held(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW), self.lock)

    def exchange(self, one: Path, other: Path) -> bool:
        """Let two folders change places at one stroke; False where that is not to be had."""
        import ctypes

        with suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None, use_errno=True)
            names = os.fsencode(one), os.fsencode(other)
            return bool(libc.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], _SWAP) == 0)
        return False

    def replace(self, new: Path, place: Path) -> None:
        """Let a file take the place of another. Raises ``OSError``; then both are as they were."""
        os.replace(new, place)

    def rename(self, old: Path, place: Path) -> None:
        """Move a file or a folder to where nothing stands. Raises ``OSError``; then it is where it was."""
        os.rename(old, place)

    def flush(self, handle: int) -> None:
        """Return when an open file is on the disk. Raises ``OSError``."""
        os.fsync(handle)

    def sync(self, path: Path) -> None:
        """Return when a file, or a folder's list of names, is on the disk. Raises ``OSError``."""
        handle = os.open(path, os.O_RDONLY)
        try:
            self.flush(handle)
        finally:
            os.close(handle)

    def owns(self, found: os.stat_result) -> bool:
        """Say whether a file is this user's."""
        return found.st_uid == os.geteuid()

    def unfit(self, path: Path) -> str:  # noqa: ARG002
        """Return why no file can have that name here, "" where one can."""
        return ""

    def obeys_escapes(self, out: TextIO) -> bool:  # noqa: ARG002
        """Say whether what a terminal shows can be wiped and coloured by escape sequences."""
        return os.environ.get("TERM", "") not in {"", "dumb"}

    def secret(self, prompt: str) -> str:
        """Return what is typed unseen. Raises ``EOFError``, ``KeyboardInterrupt``."""
        return str(import_module("getpass").getpass(prompt))

    @contextmanager
    def echo(self, shown: bool) -> Iterator[None]:
        """Let the terminal show what is typed, or not, while the block runs; then it is as it was."""
        termios = import_module("termios")
        before = None
        gone = termios.error, OSError, ValueError  # stdin is no terminal, or one that was closed
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
        """Forget what was typed at the terminal and is not read yet."""
        termios = import_module("termios")
        with suppress(termios.error, OSError, ValueError):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    @contextmanager
    def closing(self, end: Callable[[], None]) -> Iterator[None]:  # noqa: ARG002
        """Call ``end`` when the window is closed while the block runs, where no signal says so."""
        yield


class MacOS(System):
    """macOS: the disk itself has a memory that is flushed only when it is asked for."""

    def exchange(self, one: Path, other: Path) -> bool:
        """Let two folders change places at one stroke; False where that is not to be had."""
        import ctypes

        with suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None, use_errno=True)
            return bool(libc.renamex_np(os.fsencode(one), os.fsencode(other), _SWAP) == 0)
        return False

    def flush(self, handle: int) -> None:
        """Return when an open file is on the disk, not only in the disk's own memory. Raises ``OSError``."""
        fcntl = import_module("fcntl")
        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        except OSError:  # a stick or a network folder that knows no such thing, or a broken disk: that says so again
            os.fsync(handle)


class Windows(System):
    """Windows: what is open can't be moved or replaced, folders can't be opened, and some names are devices."""

    room_mode = 0o777  # for the owner alone, a print would stay so when it is moved out: files keep their rights
    moves_open = False
    port_option = "SO_EXCLUSIVEADDRUSE"  # SO_REUSEADDR lets two programs listen at one port here
    DEVICES: ClassVar = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {
        f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³"
    }
    PAUSES_S = (0.01, 0.03, 0.1, 0.3, 0.5)
    """How long is waited for a virus scanner that looks into a new file, each time that it is still there."""

    _FAR = 1 << 30  # where a lock lies: nobody else can read what is locked, and the text of a lock file is for all
    _HELD = "held"
    _STDOUT_WORKS, _CLOSED = 0x0004, (2, 5, 6)  # ENABLE_VIRTUAL_TERMINAL_PROCESSING; CTRL_CLOSE, LOGOFF, SHUTDOWN
    _UNTIL_ENDED_S = 8.0
    _LEFT = ("\x04", "\x1a")  # Ctrl-D and Ctrl-Z, as a console gives them to who reads key by key

    def lock(self, handle: int) -> None:
        """Lock an open file until it is closed. Raises ``BlockingIOError`` where another holds it; ``OSError``."""
        msvcrt = import_module("msvcrt")
        os.lseek(handle, self._FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                raise BlockingIOError(errno.EWOULDBLOCK, str(error)) from None
            raise
        finally:
            os.lseek(handle, 0, os.SEEK_SET)

    def hold(self, folder: Path) -> int:
        """Return what holds a folder until it is closed: a file in it. Raises as ``lock`` does."""
        return _held(os.open(folder / self._HELD, os.O_RDWR | os.O_CREAT), self.lock)

    def exchange(self, one: Path, other: Path) -> bool:  # noqa: ARG002
        """No two folders change places at one stroke here."""
        return False

    def replace(self, new: Path, place: Path) -> None:
        """Let a file take the place of another. Raises ``OSError``; then both are as they were."""
        self._patiently(os.replace, new, place, place)

    def rename(self, old: Path, place: Path) -> None:
        """Move a file or a folder to where nothing stands. Raises ``OSError``; then it is where it was."""
        self._patiently(os.rename, old, place, old)

    def _patiently(self, move: Callable[[Path, Path], None], old: Path, place: Path, asked: Path) -> None:
        for pause_s in (0.0, *self.PAUSES_S):
            time.sleep(pause_s)
            try:
                move(old, place)
                return
            except PermissionError as error:
                denied = error.errno
        why = "it is open in another program, or may not be written: close it there"
        raise PermissionError(denied, why, str(asked))

    def sync(self, path: Path) -> None:
        """Return when a file is on the disk; a folder's list of names is the file system's own affair here."""
        try:
            handle = os.open(path, os.O_RDWR)  # what can't be written can't be flushed
        except PermissionError:  # a folder, or a copy of a file that is for reading only
            return
        try:
            self.flush(handle)
        finally:
            os.close(handle)

    def owns(self, found: os.stat_result) -> bool:  # noqa: ARG002
        """Say whether a file is this user's: who may not take it away is told so by the system."""
        return True

    def unfit(self, path: Path) -> str:
        """Return why no file can have that name here, "" where one can."""
        for name in path.parts[1 if path.anchor else 0 :]:
            if name.partition(".")[0].rstrip(" ").upper() in self.DEVICES:
                return f"“{name}” is the name of a device on Windows"
            if name not in {".", ".."} and (name[-1] in ". " or any(sign in '<>:"|?*' or sign < " " for sign in name)):
                return f"“{name}” can’t be a file’s name on Windows"
        return ""

    def obeys_escapes(self, out: TextIO) -> bool:
        """Let a console obey escape sequences, and say whether it does."""
        import ctypes

        try:
            console = ctypes.c_void_p(import_module("msvcrt").get_osfhandle(out.fileno()))
        except (OSError, ValueError):
            return False
        kernel, mode = self._kernel(), ctypes.c_ulong()
        if not kernel.GetConsoleMode(console, ctypes.byref(mode)):
            return False
        return bool(kernel.SetConsoleMode(console, ctypes.c_ulong(mode.value | self._STDOUT_WORKS)))

    def secret(self, prompt: str) -> str:
        """Return what is typed unseen. Raises ``EOFError``, ``KeyboardInterrupt``."""
        typed = super().secret(prompt)
        if typed.startswith(self._LEFT):
            raise EOFError
        return typed

    @contextmanager
    def echo(self, shown: bool) -> Iterator[None]:  # noqa: ARG002
        """Nothing is to be done: a console shows what is typed while it is asked for, and only then."""
        yield

    def drop_typed(self) -> None:
        """Forget what was typed at the console and is not read yet."""
        msvcrt = import_module("msvcrt")
        while msvcrt.kbhit():
            msvcrt.getwch()

    @contextmanager
    def closing(self, end: Callable[[], None]) -> Iterator[None]:
        """Call ``end`` when the window is closed while the block runs.

        The system asks in a thread of its own and ends the program when that returns; so it waits while the program
        ends by itself, for as long as the system lets it.
        """

        def hear(event: int) -> int:
            if event not in self._CLOSED:
                return 0
            end()
            time.sleep(self._UNTIL_ENDED_S)
            return 1

        kernel = self._kernel()
        asked = self._callback(hear)
        self._asked.append(asked)  # it may be running when the block is over
        kernel.SetConsoleCtrlHandler(asked, 1)
        try:
            yield
        finally:
            kernel.SetConsoleCtrlHandler(asked, 0)

    _asked: ClassVar[list[object]] = []

    def _kernel(self) -> "CDLL":
        import ctypes

        found: CDLL = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
        return found

    def _callback(self, hear: Callable[[int], int]) -> object:
        import ctypes

        return ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_ulong)(hear)  # type: ignore[attr-defined]


HERE: System = {"win32": Windows, "darwin": MacOS}.get(sys.platform, System)()
"""The system that this program runs on."""


_LIBRARIES = "LD_LIBRARY_PATH"


def show(address: str) -> None:
    """Open an address; where there is no browser, nothing happens."""
    with suppress(webbrowser.Error, UserError), others():
        webbrowser.open(address)


@contextmanager
def others() -> Iterator[None]:
    """Start programs that are not of the house (a browser) in the block: they look for their libraries where the
    system has them, not in the one file.
    """
    ours = os.environ.get(_LIBRARIES)
    if not getattr(sys, "frozen", False) or ours is None:
        yield
        return
    theirs = os.environ.get(f"{_LIBRARIES}_ORIG")
    os.environ.pop(_LIBRARIES)
    if theirs is not None:
        os.environ[_LIBRARIES] = theirs
    try:
        yield
    finally:
        os.environ[_LIBRARIES] = ours
