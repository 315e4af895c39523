"""A browser that is killed loses nothing that the page has shown."""

import os
import signal

import pytest

from tests.referee.host import windows
from tests.web.conftest import Visit, needed, served
from tests.web.test_table import opened

needed()


@pytest.fixture
def profile(tmp_path):
    """A browser with a profile on the disk, made anew at each call; `kill` ends it as a power cut does."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as made:

        def begin():
            words = [*windows.FLAGS, "--remote-debugging-port=0"]
            return made.chromium.launch_persistent_context(
                tmp_path / "profile", executable_path=windows.CHROMIUM, args=words, reduced_motion="reduce"
            )

        yield begin


def kill(folder):
    """Kill every process of the browser with this profile."""
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if f"--user-data-dir={folder}".encode() in file.read():
                        os.kill(int(name), signal.SIGKILL)
            except OSError:
                continue


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_a_killed_browser_loses_nothing_that_was_shown(profile, tmp_path):
    with served() as address:
        context = profile()
        here = Visit(context, address).open().choose("liars-lair", "Ann", "Bob", "Cat")
        before = here.guests()
        assert before == ["Ann", "Bob", "Cat"]
        kill(tmp_path / "profile")
        again = Visit(profile(), address).open()
        again.click("#on")
        assert again.guests() == before
        again.context.close()


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_a_table_goes_on_after_the_network_and_the_browser_are_gone(profile, tmp_path):
    """The host ends in the middle of the game, and the browser is killed as soon as it has answered a move."""
    with served() as address:
        table = opened(here := Visit(profile(), address))
        table.begin("liars-guess", 2)
        table.play()
        here.page.locator("html[data-kept]").wait_for(state="attached")
    table.move()
    before = table.ask("table")
    kill(tmp_path / "profile")
    table = opened(again := Visit(profile(), address))
    table.go_on(1)
    after = table.ask("table")
    assert (after["seq"], after["public"]) == (before["seq"], before["public"])
    table.play()
    assert table.ask("table")["seq"] > before["seq"]
    again.context.close()
