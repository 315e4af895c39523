"""The ways in which somebody ends a program, all one thing: Ctrl-C, the system's word, a closed window, Ctrl-\\.

``heard`` turns each into an exception that unwinds whatever is being done, so nothing half-written stays; what must
not stop half way is done inside ``held_back``.
"""

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

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
