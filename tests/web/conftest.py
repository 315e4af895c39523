"""The built page (`make web`) on a server of its own, and Chromium. `make test-web` runs these tests, with WEB=1."""

import os
import threading
from contextlib import contextmanager

import pytest

from tests.referee.host import windows
from web.serve import WEB, Handler, server

NEEDS = "runs by make test-web, after make web"
READY = "html[data-ready]"


def needed(*, chromium=True):
    """Skip the tests of a module where the page is not built, or was not asked for, or where there is no Chromium."""
    if not os.environ.get("WEB") or not (WEB / "index.html").exists():
        pytest.skip(NEEDS, allow_module_level=True)
    if chromium:
        windows.browsers()


@contextmanager
def served(below="", handler=Handler):
    """Serve the page below a path; yield its address."""
    with server(0, below, handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}{below}/"
        serving.shutdown()


@pytest.fixture(scope="module")
def site():
    with served() as address:
        yield address


class Visit:
    """The page in a window; `asked` are the addresses that anything in it asked for, and `wrong` its faults."""

    def __init__(self, context, address):
        self.address, self.context, self.page = address, context, context.new_page()
        self.page.set_default_timeout(120_000)  # nothing is timed: a machine may be busy
        self.asked, self.wrong = [], []
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("response", lambda answer: self.wrong.append(answer.url) if answer.status == 404 else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)

    def open(self, where=""):
        self.page.goto(self.address + where)
        return self.ready()

    def ready(self):
        self.page.locator(READY).wait_for(state="attached")
        self.page.frame_locator("#studio").locator("html[data-changes]:not([data-first]) body").wait_for(
            state="attached"
        )
        return self

    @property
    def studio(self):
        return self.page.frame_locator("#studio")

    def doing(self, act):
        """Do something that puts another page of the studio in place, and wait for it."""
        root = self.studio.locator("html")
        before = root.get_attribute("data-changes")
        act()
        self.studio.locator(f'html[data-changes]:not([data-changes="{before}"]):not([data-busy])').wait_for(
            state="attached"
        )

    def click(self, what):
        self.doing(lambda: self.studio.locator(what).click())

    def choose(self, game, *names):
        """From the first page to the guests of a game."""
        self.doing(self.studio.locator(f'button[name="game"][value="{game}"]').first.click)
        for name in names:
            self.studio.locator("#guest").fill(name)
            self.doing(lambda: self.studio.locator("#guest").press("Enter"))
        return self

    def guests(self):
        """Return the names of the guests on the page."""
        self.studio.locator("#guests").wait_for()
        return [chip.split("\n")[1] for chip in self.studio.locator("#guests .chip").all_inner_texts()]

    def download(self, what):
        with self.page.expect_download() as came:
            self.studio.locator(what).click()
        return came.value


@pytest.fixture
def window(browser):
    """A new profile."""
    found = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield found
    found.close()


@pytest.fixture
def visit(window, site):
    """The page in a new profile; in the end it had no fault, and asked nothing of anybody else."""
    here = Visit(window, site)
    yield here
    assert here.wrong == []
    assert [url for url in here.asked if not url.startswith((site, "blob:" + site))] == []
