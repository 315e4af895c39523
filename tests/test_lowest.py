"""The lowest versions: named for every dependency, so that `make test-lowest` can try them."""

import pytest

from tests.lowest import PROJECT, lowest, tomllib


def test_every_dependency_names_its_lowest_version():
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    assert len(lowest(project["dependencies"])) == len(project["dependencies"])


def test_lowest():
    assert lowest(["click>=8.1,<9", "faker==30.1"]) == ["click==8.1", "faker==30.1"]
    with pytest.raises(ValueError, match="no lowest"):
        lowest(["click<9"])
