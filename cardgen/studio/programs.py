"""How the studio starts other programs of the house: by Python, or from the one file that holds all of them."""

from __future__ import annotations

import sys


def program(module: str) -> list[str]:
    """Return the words that start a module as a program."""
    return [sys.executable, module] if getattr(sys, "frozen", False) else [sys.executable, "-m", module]
