"""Every test has a user data folder of its own."""

from tests.factbank.conftest import home

__all__ = ["home"]
