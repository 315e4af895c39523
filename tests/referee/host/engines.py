"""WebKit and Firefox, as Debian has them: each is driven by WebDriver's commands, in the words its own driver takes.

Playwright drives neither: its WebKit and its Firefox are patched builds of its own.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.referee.host.windows import Window

WIDTH, HEIGHT = 390, 844
_START_S = 240
_PREFS = {
    "marionette.port": 0,  # any: it is written into the profile
    "ui.systemUsesDarkTheme": 1,
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.startup.page": 0,
}


def _until(look, process):
    """Return what ``look`` finds, as soon as it finds anything."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        assert process.poll() is None, f"{process.args[0]} ended: {process.returncode}"
        with contextlib.suppress(OSError, ValueError):
            if found := look():
                return found
        time.sleep(0.02)
    raise TimeoutError(process.args[0])


class WebKit:
    """WebKitGTK's MiniBrowser on a screen of a phone's size, light and without movement, driven over HTTP."""

    needs = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}

    def __init__(self, folder):
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
        self.started = [subprocess.Popen(screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)]
        display = {"DISPLAY": ":" + self.started[0].stdout.readline().strip(), "GDK_BACKEND": "x11"}
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        (folder / "Downloads").mkdir()
        (folder / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{folder}/Downloads"\n', "utf-8")
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0/settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n", "utf-8")
        own = {f"XDG_{what}": str(folder) for what in ("RUNTIME_DIR", "CONFIG_HOME", "CACHE_HOME", "DATA_HOME")}
        env = os.environ | display | own
        driver = ["WebKitWebDriver", f"--port={self.url.rpartition(':')[2]}"]
        self.started.append(subprocess.Popen(driver, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        _until(lambda: self.ask("GET", "/status"), self.started[1])
        browser = next(Path("/usr").glob("lib*/**/webkit2gtk-4*/MiniBrowser"))
        options = {"binary": str(browser), "args": ["--automation", "--full-screen"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self.ask('POST', '/session', wanted)['sessionId']}"
        self.ask("POST", f"{self.session}/window/rect", {"width": WIDTH, "height": HEIGHT})

    def ask(self, method, path, body=None):
        asked = Request(self.url + path, None if body is None else json.dumps(body).encode(), method=method)
        try:
            with urlopen(asked, timeout=_START_S) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def go(self, url):
        self.ask("POST", f"{self.session}/url", {"url": url})

    def run(self, script, *args):
        """Run the body of a function, whose last argument takes the result."""
        return self.ask("POST", f"{self.session}/execute/async", {"script": script, "args": args})

    def act(self, actions):
        self.ask("POST", f"{self.session}/actions", {"actions": actions})

    def close(self):
        with contextlib.suppress(AssertionError, OSError):
            self.ask("DELETE", self.session)
        for one in reversed(self.started):
            one.terminate()
            one.wait(_START_S)
        self.started[0].stdout.close()


class Firefox:
    """Firefox without a window, dark and without movement, driven by Marionette: JSON over a socket."""

    needs = {"firefox-esr": "firefox-esr"}

    def __init__(self, folder):
        own = {"browser.download.folderList": 2, "browser.download.dir": str(folder / "Downloads")}
        wanted = (_PREFS | own).items()
        prefs = "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted)
        (folder / "user.js").write_text(prefs, "utf-8")
        size = [f"--width={WIDTH}", f"--height={HEIGHT}"]
        self.started = subprocess.Popen(
            ["firefox-esr", "--marionette", "--headless", "--no-remote", "--profile", str(folder), *size],
            env=os.environ | {"HOME": str(folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        port = _until(lambda: int((folder / "MarionetteActivePort").read_text()), self.started)
        self.wire = _until(lambda: socket.create_connection(("127.0.0.1", port)), self.started)
        self.wire.settimeout(_START_S)
        self.count = 0
        self._read()  # what it is
        self.ask("WebDriver:NewSession", {})

    def _read(self):
        """Return the next message: its length, a colon, itself."""
        size = b""
        while (one := self.wire.recv(1)) != b":":
            size += one
        found = b""
        while len(found) < int(size):
            found += self.wire.recv(int(size) - len(found))
        return json.loads(found)

    def ask(self, name, values):
        self.count += 1
        asked = json.dumps([0, self.count, name, values]).encode()
        self.wire.sendall(b"%d:%s" % (len(asked), asked))
        _, _, error, result = self._read()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) else result

    def go(self, url):
        self.ask("WebDriver:Navigate", {"url": url})

    def run(self, script, *args):
        """Run the body of a function, whose last argument takes the result."""
        return self.ask("WebDriver:ExecuteAsyncScript", {"script": script, "args": args})

    def act(self, actions):
        self.ask("WebDriver:PerformActions", {"actions": actions})

    def close(self):
        self.wire.close()
        self.started.terminate()
        self.started.wait(_START_S)


def missing(engine):
    """Return the packages that an engine needs and that are not here."""
    return [package for program, package in engine.needs.items() if shutil.which(program) is None]


def engine(kind, folder):
    """Start an engine; skip the test by the names of the packages that it lacks."""
    if lacks := missing(kind):
        pytest.skip(f"needs {kind.__name__}: apt-get install {' '.join(lacks)}")
    return kind(folder)


class Page:
    """What a window asks of Playwright's page, asked of such an engine."""

    def __init__(self, engine):
        self.engine = engine
        self.goto = engine.go
        self.mouse = self.keyboard = self

    def evaluate(self, source, given=None):
        """Return what a function of ``given``, or an expression, comes to; a script ends in ``;0``."""
        script = f"""const [given, done] = arguments, found = ({source});
          Promise.resolve(typeof found === 'function' ? found(given) : found).then(
            one => done({{value: one}}), error => done({{error: `${{error}}`}}));"""
        script = f"{source}; arguments[1]({{}})" if source.endswith(";0") else script
        found = self.engine.run(script, given)
        assert "error" not in found, found
        return found.get("value")

    @property
    def url(self):
        return self.evaluate("location.href")

    def content(self):
        return self.evaluate("document.documentElement.outerHTML")

    def inner_text(self, what):
        return self.evaluate("what => document.querySelector(what).innerText", what)

    def locator(self, what):
        return Found(self, what)

    def wait_for_selector(self, what, state="visible"):
        """Wait until one of these can be seen, or is there (``attached``)."""
        is_so = "true" if state == "attached" else "one.getClientRects().length > 0"
        end = time.monotonic() + _START_S
        while not self.evaluate(f"what => [...document.querySelectorAll(what)].some(one => {is_so})", what):
            assert time.monotonic() < end, f"{what} is not in {self.inner_text('body')}"
            time.sleep(0.05)

    def click(self, what, y=None):
        """Click in the middle of the first that can be seen, or (``mouse``) at two coordinates."""
        if y is None:
            self.wait_for_selector(what)
            what, y = self.middle(what)
        move = {"type": "pointerMove", "x": round(what), "y": round(y), "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "thumb", "parameters": {"pointerType": "mouse"}, "actions": [move, *press]}
        self.engine.act([mouse])

    def middle(self, what):
        """Return the coordinates of the middle of the first of these that can be seen."""
        return self.evaluate(_MIDDLE, what)

    def fill(self, what, words):
        self.click(what)
        for key in words:
            self.press(key)

    def press(self, key):
        """Press a key, as if on a keyboard."""
        value = {"Enter": "\ue007"}.get(key, key)
        keys = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.engine.act([{"type": "key", "id": "keys", "actions": keys}])


_MIDDLE = """what => {
    const one = [...document.querySelectorAll(what)].find(one => one.getClientRects().length);
    one.scrollIntoView({block: 'nearest', behavior: 'instant'});
    const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"""


class Found(NamedTuple):
    """What stands in a page under a selector."""

    page: Page
    what: str

    def count(self):
        return self.page.evaluate("what => document.querySelectorAll(what).length", self.what)

    def click(self):
        self.page.click(self.what)

    def get_attribute(self, name):
        source = "([what, name]) => document.querySelector(what).getAttribute(name)"
        return self.page.evaluate(source, [self.what, name])


class Phone(Window):
    """A window of such an engine."""

    def __init__(self, engine, table, name):
        self.table, self.name, self.page = table, name, Page(engine)
