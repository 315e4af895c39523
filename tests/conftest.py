"""Properties are tried without a clock: a machine that is busy elsewhere fails no test.

`make test WHOLE=1` tries more of them, and whole products of cases (`tests/sampling.py`); `make hard` tries most.
"""

from hypothesis import settings

from tests.sampling import WHOLE

settings.register_profile("unhurried", deadline=None, max_examples=200 if WHOLE else 25)
settings.load_profile("unhurried")
