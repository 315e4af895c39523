"""No test fails by chance: a machine may be busy elsewhere, and two runs of one version try the same.

Examples of properties come from the text of a test, and what the system would deal from its name. `make test WHOLE=1`
has new ones, more of them, and whole products of cases (`tests/sampling.py`); `make hard` tries most.
"""

import contextlib
import gc
import os
import secrets
import signal
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random, SystemRandom

import pytest
from hypothesis import HealthCheck, settings

from tests.sampling import WHOLE

settings.register_profile(
    "unhurried",
    deadline=None,
    derandomize=not WHOLE,
    max_examples=200 if WHOLE else 25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")


def in_memory(folder="/dev/shm", needed=4 << 30):
    """Say whether a folder lies in memory, has room for all that tests write, and lets programs run."""
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK | os.X_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= needed and not found.f_flag & os.ST_NOEXEC


# What tests write is thrown away: nobody waits for a disk to have it, a tenth of the time of what keeps a journal.
if "TMPDIR" not in os.environ and in_memory():
    os.environ["TMPDIR"] = tempfile.tempdir = "/dev/shm"

# Tests that begin in the background have the keyboard's signals ignored, and so has every program that they start.
for name, usual in (("SIGINT", signal.default_int_handler), ("SIGQUIT", signal.SIG_DFL), ("SIGHUP", signal.SIG_DFL)):
    if signal.getsignal(number := getattr(signal, name, signal.SIGINT)) is signal.SIG_IGN:
        signal.signal(number, usual)

# inflect has each of its functions taken apart and checked by typeguard while it is imported, for three seconds.
with contextlib.suppress(ImportError):
    import typeguard

    typeguard.typechecked = lambda function: function

# Windows: these end, limit and fork programs as only POSIX systems let them, or play a system on one.
collect_ignore = [
    "test_bench.py", "factbank/packs/test_hostile.py", "hard/test_attacks.py", "hard/test_budgets.py",
    "hard/test_corpus.py", "hard/test_supply.py", "liarsdeck/test_macos.py", "liarsdeck/test_signals.py",
    "liarsdeck/test_windows.py", "referee/console/test_pty.py",
] if find_spec("resource") is None else []  # fmt: skip


LONG = {"test_engines.py", "test_new_game.py", "test_readme.py", "test_wheel.py", "test_without_pillow.py"}

REAL = {
    "test_door.py",
    "test_engines.py",
    "test_kill.py",
    "test_kit_ask.py",
    "test_page.py",
    "test_pty.py",
    "test_serve.py",
}
"""Real browsers, terminals and sockets: what fails there is tried once more, and pytest's last lines name it."""


def pytest_collection(session):
    """In a new clone every test is compiled: each of several workers begins at another place, and reads the others'."""
    config = session.config
    if not hasattr(config, "workerinput") or config.args_source is not config.ArgsSource.TESTPATHS:
        return
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    first = int(config.workerinput["workerid"][2:]) * len(files) // config.workerinput["workercount"]
    for path in files[first:] + files[:first]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # said by pytest, when it comes to that file
            import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(items):
    """What takes long comes first, all to one worker: nobody waits for it at the end, and its browser, its copy of the
    house, its wheel is made once.
    """
    browsers = {item.path.name for item in items if "browser" in item.fixturenames}
    items.sort(key=lambda item: item.path.name not in LONG | browsers)
    for item in items:
        if item.path.name in REAL | browsers:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """What programs draw in this process, every run of a test draws alike; processes that it forks draw their own."""
    if not WHOLE:
        secrets._sysrand = Random(item.nodeid)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: setattr(secrets, "_sysrand", SystemRandom()))


# What all tests import stays: to look through it for what may go took a seventh of their time.
gc.disable()


def pytest_collection_finish():
    """From here on things go."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture
def open_mask():
    """The mask of somebody who lets everybody read and write everything."""
    mask = os.umask(0)
    yield
    os.umask(mask)


@pytest.fixture(scope="module")
def browser():
    """One Chromium for all windows of a module; Playwright's loop runs until it is closed, and no other can."""
    from playwright.sync_api import sync_playwright

    from tests.referee.host import windows

    with sync_playwright() as made:
        found = made.chromium.launch(executable_path=windows.CHROMIUM, args=windows.FLAGS)
        opens = found.new_context

        def patient(**how):
            context = opens(**how)
            context.set_default_timeout(windows.LATE_MS)
            return context

        found.new_context = patient
        yield found
        found.close()
