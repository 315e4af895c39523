"""Plays Windows to the code that runs on it: what is open stays where it is, folders are never opened, no fcntl.

The seam is Windows' own (`liarsdeck.system.Windows`); under it lie `msvcrt` and `kernel32` as those are, and calls of
`os` that refuse what Windows refuses. Locks are Linux's locks of open files, which two of one process hold against each
other as on Windows.
"""

import errno
import fcntl
import os
import struct
import sys
from types import SimpleNamespace

from liarsdeck import system

LOCK = "hhqqi"  # of fcntl: kind, whence, begin, length, process
CONSOLE = 77


class Kernel:
    """`kernel32`, as far as it is called: a console's mode, and who is asked when its window is closed."""

    def __init__(self, *, console=True, virtual=True):
        self.console, self.virtual = console, virtual
        self.mode = 3
        self.asked = []

    def GetConsoleMode(self, handle, mode):  # noqa: N802
        mode._obj.value = self.mode
        return int(self.console and handle.value == CONSOLE)

    def SetConsoleMode(self, handle, mode):  # noqa: N802
        if mode.value & 4 and not self.virtual:
            return 0
        self.mode = mode.value
        return 1

    def SetConsoleCtrlHandler(self, asked, add):  # noqa: N802
        (self.asked.append if add else self.asked.remove)(asked)
        return 1

    def close(self):
        """Ask as Windows does: who was registered last first, until one has it."""
        return any(asked(2) for asked in reversed(self.asked))


class Windows(system.Windows):
    """The seam over a kernel that is played; nobody waits."""

    PAUSES_S = (0.0, 0.0)
    _UNTIL_ENDED_S = 0.0

    def __init__(self, kernel):
        self.kernel = kernel

    def _kernel(self):
        return self.kernel

    def _callback(self, hear):
        return hear


def locking(handle, kind, length):
    """Lock bytes from where the file stands; Windows says that they are taken with EACCES."""
    begin = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack(LOCK, fcntl.F_WRLCK, os.SEEK_SET, begin, length, 0))
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


def _open_below(path):
    """Say whether this process has a file, or one in a folder, open."""
    real = os.path.realpath(path)
    for handle in os.listdir("/proc/self/fd"):
        try:
            found = os.readlink(f"/proc/self/fd/{handle}")
        except OSError:
            continue
        if found == real or found.startswith(f"{real}/"):
            return True
    return False


REAL = SimpleNamespace(**{name: getattr(os, name) for name in ("open", "replace", "rename", "unlink", "fsync", "read")})


def _in_use(path):
    raise PermissionError(errno.EACCES, "The process cannot access the file", str(path))


def opens(path, flags, mode=0o777, **given):
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Access is denied", str(path))
    return REAL.open(path, flags, mode, **given)


def replaces(old, new, **given):
    if os.path.isdir(new) or _open_below(old) or _open_below(new):
        _in_use(new)
    REAL.replace(old, new, **given)


def renames(old, new, **given):
    if os.path.exists(new):
        raise FileExistsError(errno.EEXIST, "Cannot create a file when that file already exists", str(new))
    if _open_below(old):
        _in_use(old)
    REAL.rename(old, new, **given)


def unlinks(path, **given):
    if os.path.exists(path) and _open_below(path):
        _in_use(path)
    REAL.unlink(path, **given)


def fsyncs(handle):
    if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    REAL.fsync(handle)


def reads(handle, length):
    begin = os.lseek(handle, 0, os.SEEK_CUR)
    asked = struct.pack(LOCK, fcntl.F_RDLCK, os.SEEK_SET, begin, length, 0)
    if struct.unpack(LOCK, fcntl.fcntl(handle, fcntl.F_OFD_GETLK, asked))[0] != fcntl.F_UNLCK:
        raise PermissionError(errno.EACCES, "Permission denied")  # locked bytes are nobody else's to read
    return REAL.read(handle, length)


def play(monkeypatch, kernel=None):
    """Let this process be one on Windows until the test is over; return the kernel."""
    kernel = kernel or Kernel()
    msvcrt = SimpleNamespace(LK_NBLCK=2, locking=locking, get_osfhandle=lambda _handle: CONSOLE)
    monkeypatch.setattr(system, "CURRENT_OS", Windows(kernel))
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    for name in ("fcntl", "termios", "pwd", "resource", "grp", "tty"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("O_DIRECTORY", "O_NOFOLLOW", "geteuid", "getuid", "fork", "mkfifo"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr("shutil._use_fd_functions", False)
    calls = {"open": opens, "replace": replaces, "rename": renames, "unlink": unlinks, "fsync": fsyncs, "read": reads}
    for name, call in {**calls, "remove": unlinks}.items():
        monkeypatch.setattr(os, name, call)
    return kernel
