"""Packs as they are taken from the shelf to be played with: read once, and a stranger's checked whole."""

from functools import cache
from pathlib import Path

from factbank.check.check import faults_of
from factbank.errors import FactError
from factbank.packs.fault import Fault
from factbank.packs.reader import BUILT_IN, Pack, locate, read


def load(name: str) -> Pack:
    """Read a pack that is to be played with. A pack that isn't ours is checked whole, and refused for any fault."""
    path = locate(name)
    pack, faults = _read_once(path) if path.parent == BUILT_IN else read(path)
    if not pack.built_in and not faults:
        faults = [fault for fault in faults_of(pack, briefly=True) if not fault.advice]
    if faults:
        more = f" ({len(faults) - 1} more: factbank check {name})" if len(faults) > 1 else ""
        raise FactError(f"{faults[0]}{more}")
    return pack


@cache
def _read_once(path: Path) -> tuple[Pack, list[Fault]]:
    """Read a built-in pack: it does not change while the program runs."""
    return read(path)
