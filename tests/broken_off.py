"""Ctrl-C at every instruction of a module: what was broken off bars nobody."""

import itertools
import signal
import sys
from collections.abc import Callable
from types import FrameType, ModuleType

from liarsdeck import system


def broken_off(module: ModuleType, work: Callable[[], object]) -> int:
    """Do some work again and again, with Ctrl-C at each instruction of a module in turn; return how many there are.

    After each it is done once more while the exception is still held, as whoever cleans up behind it does.
    """
    seen = 0

    def enter(frame: FrameType, _event: str, _value: object) -> object:
        frame.f_trace_opcodes = frame.f_code.co_filename == module.__file__
        return step

    def step(_frame: FrameType, event: str, _value: object) -> object:
        nonlocal seen
        seen += event == "opcode"
        if event == "opcode" and seen == moment:
            signal.raise_signal(signal.SIGINT)
        return step

    for moment in itertools.count(1):
        seen = 0
        with system.signals_raised():
            try:
                sys.settrace(enter)
                work()
            except KeyboardInterrupt:
                sys.settrace(None)
                work()
            finally:
                sys.settrace(None)
        if seen < moment:
            return seen
    raise AssertionError
