"""Properties are tried without a clock: a machine that is busy elsewhere fails no test.

`make test WHOLE=1` tries more of them, and whole products of cases (`tests/sampling.py`); `make hard` tries most.
"""

import os

import pytest
from hypothesis import settings

from tests.sampling import WHOLE

settings.register_profile("unhurried", deadline=None, max_examples=200 if WHOLE else 25)
settings.load_profile("unhurried")


@pytest.fixture
def open_mask():
    """The mask of somebody who lets everybody read and write everything."""
    mask = os.umask(0)
    yield
    os.umask(mask)
