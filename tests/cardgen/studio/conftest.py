"""One studio for all tests of this folder, each beginning with no kit."""

import os
from pathlib import Path

import pytest

from cardgen.printers import path as printers
from cardgen.studio.room import KitDraft
from tests.cardgen.studio.shop import Shop


@pytest.fixture(scope="package")
def household(tmp_path_factory):
    """A home and a folder to work in."""
    place = tmp_path_factory.mktemp("studio")
    before, here = os.environ.get("LIARSDECK_HOME"), Path.cwd()
    os.environ["LIARSDECK_HOME"] = str(place / "home")
    (place / "work").mkdir()
    os.chdir(place / "work")
    yield place
    os.chdir(here)
    os.environ.pop("LIARSDECK_HOME")
    if before is not None:
        os.environ["LIARSDECK_HOME"] = before


@pytest.fixture(scope="package")
def running(household):
    shop = Shop()
    yield shop
    shop.stop()


@pytest.fixture
def shop(running):
    running.small = False
    running.studio.room.kept.last = KitDraft()
    running.studio.room.keep(KitDraft())
    running.studio.pages._landing._seed = None
    printers().unlink(missing_ok=True)
    return running
