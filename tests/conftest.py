"""Properties are tried without a clock: a machine that is busy elsewhere fails no test.

`make test WHOLE=1` tries more of them, and whole products of cases (`tests/sampling.py`); `make hard` tries most.
"""

import contextlib
import gc
import os
from importlib.util import find_spec

import pytest
from hypothesis import settings

from tests.sampling import WHOLE

settings.register_profile("unhurried", deadline=None, max_examples=200 if WHOLE else 25)
settings.load_profile("unhurried")

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


LONG = {"test_browser.py", "test_browser_books.py", "test_new_game.py", "test_readme.py", "test_wheel.py"}


def pytest_collection_modifyitems(items):
    """What takes long comes first, all to one worker: nobody waits for it at the end, and its browser, its copy of the
    house, its wheel is made once.
    """
    items.sort(key=lambda item: item.path.name not in LONG)


def pytest_collection_finish():
    """What all tests import stays: to look through it for what may go took a seventh of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def open_mask():
    """The mask of somebody who lets everybody read and write everything."""
    mask = os.umask(0)
    yield
    os.umask(mask)


@pytest.fixture(scope="module")
def browser():
    """One Chromium for all windows of a module; Playwright's loop runs until it is closed, and no other can."""
    from tests.referee.host import windows

    with windows.browsers().sync_playwright() as made:
        found = made.chromium.launch(executable_path=windows.CHROMIUM, args=windows.FLAGS)
        yield found
        found.close()
