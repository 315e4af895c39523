"""Properties are tried without a clock: a machine that is busy elsewhere fails no test. `make hard` tries more."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None, max_examples=50)
settings.load_profile("unhurried")
