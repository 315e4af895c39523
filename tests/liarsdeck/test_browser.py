"""A page opened in this machine's browser, which is no program of the one file."""

import os
import sys
import webbrowser

import pytest

from liarsdeck import system


@pytest.mark.parametrize("before", [None, "/theirs"])
def test_a_browser_looks_for_its_libraries_where_the_system_has_them(before, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ours")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    found = []
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append((address, os.environ.get("LD_LIBRARY_PATH"))))
    system.open_browser("http://127.0.0.1:1/")
    assert found == [("http://127.0.0.1:1/", before)]
    assert os.environ["LD_LIBRARY_PATH"] == "/ours"


def test_where_there_is_no_browser_nothing_happens(monkeypatch):
    def none(_address):
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "open", none)
    system.open_browser("http://127.0.0.1:1/")
