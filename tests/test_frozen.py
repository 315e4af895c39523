"""What games, layouts, deals and the store hand about is frozen: nothing changes while somebody else looks at it."""

import dataclasses
from importlib import import_module
from pkgutil import walk_packages

import msgspec
import pytest


@pytest.mark.parametrize("room", ["referee.core", "referee.games", "referee.store", "cardgen.layout", "factbank.deal"])
def test_every_record_of_a_room_is_frozen(room):
    loose, found = [], 0
    inside = walk_packages(getattr(import_module(room), "__path__", ()), f"{room}.")
    for module in (room, *(module.name for module in inside)):
        for name, kind in vars(import_module(module)).items():
            if isinstance(kind, type) and kind.__module__ == module:
                if issubclass(kind, msgspec.Struct):
                    frozen = kind.__struct_config__.frozen
                elif dataclasses.is_dataclass(kind):
                    frozen = kind.__dataclass_params__.frozen
                else:
                    continue
                found += 1
                loose += [] if frozen else [f"{module}.{name}"]
    assert found
    assert loose == []
