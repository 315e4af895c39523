"""Properties are tried without a clock: a machine that is busy elsewhere fails no test."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
