"""The web page: what a first visit downloads, how soon it is usable beside bare Pyodide, its kits, its memory."""

import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from tests.bench import bench_studio
from tests.bench.row import Row
from tests.referee.host import windows
from tests.web.conftest import READY, Visit, served
from web.build import fetched_pyodide
from web.serve import WEB

KEPT = "html[data-kept]"
LATER = {"py/later.tar"}
FIRST = ("index.html", "first.html", "shell.css", "shell.js", "static/host.css", "static/studio.css", "static/land.css")
CHANGES = 10
WATCH = """() => {
  const seen = [], watch = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  watch.observe({type: "longtask"});
  window.watched = () => Math.max(0, ...[...seen, ...watch.takeRecords()].map((task) => task.duration));
}"""
ASK = """async ([path, form]) => {
  const how = form ? {method: "POST", headers: {"x-part": "1"}, body: new URLSearchParams(form)} : {};
  return (await fetch(path, how)).text();
}"""
SHOW = """(path) => new Promise((shown) => {
  const frame = document.getElementById("studio");
  frame.addEventListener("load", () => shown(), {once: true});
  frame.contentWindow.location.assign(new URL(path, location.href));
})"""
BARE = """import { loadPyodide } from "./pyodide.mjs";
await loadPyodide();
postMessage(1);"""
BARE_PAGE = """<!DOCTYPE html><html><script type="module">
new Worker("bare.js", {type: "module"}).onmessage = () => { document.documentElement.dataset.ready = "1"; };
</script></html>"""


def rows() -> Iterator[Row]:
    """Yield a row for each figure; ImportError where the page is not built."""
    if not (WEB / "index.html").exists():
        raise ImportError("make web builds the page first")
    from playwright.sync_api import sync_playwright

    first = sum(_wire(name) for name in FIRST)
    yield Row("web: first paint, on the wire", first / 1000, "kB", bound="≤ 150", note="page, style sheets and scripts")
    parts = [path.relative_to(WEB).as_posix() for path in (WEB / "py").iterdir() if path.suffix not in (".br", ".gz")]
    whole = first + sum(_wire(name) for name in ("worker.js", "store.js", "sw.js", *parts) if name not in LATER)
    yield Row("web: until the first kit can be made", whole / 1e6, "MB", bound="≤ 10", note="packed by Brotli")
    with sync_playwright() as made, tempfile.TemporaryDirectory() as scratch:
        browser = made.chromium.launch_persistent_context(
            Path(scratch, "profile"), executable_path=windows.CHROMIUM, args=windows.FLAGS, accept_downloads=True
        )
        with served() as address, _bare() as bare:
            here = Visit(browser, address).open()
            here.page.locator(KEPT).wait_for(state="attached")
            alone = browser.new_page()
            starts = [(_timed(lambda: _open(alone, bare)), _timed(lambda: _open(here.page, address))) for _ in range(3)]
            peer, ours = min(one for one, _ in starts[1:]), min(other for _, other in starts[1:])
            yield Row(
                "web: from a warm cache to a usable studio", ours, "s", peer, ours / peer, "≤ 2", "peer: bare Pyodide"
            )
            alone.close()
            here.page.reload()
            here.ready().choose("liars-lair", "Ann", "Bob", "Cat", "Dan", "Eve").click("#step-print")
            here.page.evaluate(WATCH)
            kit = _timed(lambda: here.download(".passes a[download]"))
            longest = here.page.evaluate("watched()")
            words = [sys.executable, "-m", "cardgen", "kit", "liars-lair", "--no-ledger", "-o", f"{scratch}/kit"]
            native = _timed(lambda: subprocess.run(words, check=True, capture_output=True))
            yield Row("web: a kit for five, start included", kit + ours, "s", native, (kit + ours) / native, "≤ 3")
            note = "tasks of less than 50 are not seen"
            yield Row("web: longest task of the page meanwhile", longest, "ms", bound="≤ 100", note=note)
            frame = here.page.frames[1]
            frame.goto(f"{address}studio/here")  # without a page that draws what changed elsewhere, too
            yield from _changes(_Frame(frame))
        browser.close()
    note = f"after two visits, a kit for five, {CHANGES} looks"
    yield Row("web: memory of all renderers (PSS)", _used() / 1000, "MB", bound="≤ 600", note=note)


class _Frame:
    """Asks in the page's frame as the studio's script does."""

    def __init__(self, frame, root: str = "") -> None:
        self._frame, self._root = frame, root

    def get(self, path: str) -> bytes:
        return self._frame.evaluate(ASK, [self._root + path, None]).encode()

    def post(self, path: str, **form: str) -> bytes:
        return self._frame.evaluate(ASK, [self._root + path, form]).encode()


def _changes(here: _Frame) -> Iterator[Row]:
    with bench_studio.studio() as native:
        took: dict[bench_studio.Asks, list[float]] = {native: [], here: []}
        for asks in took:
            asks.post("do/game", step="guests", to="guests", game="liars-lair")
        for number, look in enumerate(Random(22).sample(bench_studio.LOOKS, CHANGES + 1)):
            for asks, times in took.items():
                times.append(1000 * bench_studio.change(asks, number, look))
    peer, ours = (median(times[1:]) for times in took.values())  # a newcomer waits for the first anyhow
    note = f"median of {CHANGES}; peer: the native studio"
    yield Row("web: a change of the look, until it is seen", ours, "ms", peer, ours / peer, "≤ 3", note)


def _wire(name: str) -> int:
    packed = WEB / f"{name}.br"
    return (packed if packed.exists() else WEB / name).stat().st_size


def _timed(act) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _open(page, address: str) -> None:
    page.goto("about:blank")
    page.goto(address)
    page.locator(READY).wait_for(state="attached", timeout=120_000)


@contextmanager
def _bare() -> Iterator[str]:
    """Serve Pyodide alone, as its package has it."""
    with tempfile.TemporaryDirectory() as folder:
        for file in fetched_pyodide().iterdir():
            Path(folder, file.name).symlink_to(file)
        Path(folder, "bare.js").write_text(BARE, "utf-8")
        Path(folder, "bare.html").write_text(BARE_PAGE, "utf-8")

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
                ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm",
            }  # fmt: skip

            def log_message(self, *_: object) -> None:
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/bare.html"
            server.shutdown()


class _Unwatched:
    """A page in a browser that is told what to do through a pipe, by the DevTools protocol.

    Playwright turns on DevTools' panel of the network. Every renderer then keeps a copy of what it loads, in base64:
    150 MB here, which no visitor's browser has.
    """

    def __init__(self, profile: str, address: str) -> None:
        (hears, self._tells), (self._hears, tells) = os.pipe(), os.pipe()
        here = [*windows.FLAGS, "--headless", "--remote-debugging-pipe", f"--user-data-dir={profile}", address]
        ends = [(os.POSIX_SPAWN_DUP2, hears, 3), (os.POSIX_SPAWN_DUP2, tells, 4)]  # where Chromium looks for them
        quiet = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
        program = windows.CHROMIUM
        self._pid = os.posix_spawn(program, [program, *here], os.environ, file_actions=[*ends, quiet])
        os.close(hears)
        os.close(tells)
        self._number, self._heard, self._session = 0, b"", {}
        page = next(one for one in self.tell("Target.getTargets")["targetInfos"] if one["type"] == "page")
        attached = self.tell("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = {"sessionId": attached["sessionId"]}

    def tell(self, method: str, **params) -> dict:
        self._number += 1
        asked = {"id": self._number, "method": method, "params": params, **self._session}
        os.write(self._tells, json.dumps(asked).encode() + b"\0")
        while True:
            while b"\0" not in self._heard:
                if not (piece := os.read(self._hears, 1 << 20)):
                    raise EOFError("the browser is gone")
                self._heard += piece
            said, _, self._heard = self._heard.partition(b"\0")
            answer = json.loads(said)
            if answer.get("id") == self._number:
                return answer.get("result", {})  # none from a page that is just going

    def evaluate(self, function: str, *given):
        """Return what a script's function returns, as a frame of Playwright does."""
        words = f"({function})(...{json.dumps(given)})"
        answer = self.tell("Runtime.evaluate", expression=words, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer.get("result", {}).get("value")

    def wait(self) -> None:
        """Wait until the studio can be used, and without a network, too."""
        while not self.evaluate(f"() => [{READY!r}, {KEPT!r}].every((mark) => document.querySelector(mark))"):
            time.sleep(0.1)

    def end(self) -> None:
        os.close(self._tells)
        os.close(self._hears)
        os.waitpid(self._pid, 0)


def _used() -> int:
    """Return the kB of all renderers after two visits, a kit for five and some looks of it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, served() as address:
        page = _Unwatched(profile, address)
        page.wait()
        page.evaluate("() => delete document.documentElement.dataset.ready")
        page.tell("Page.reload")
        page.wait()
        asks = _Frame(page, "studio/")
        asks.post("do/game", step="guests", to="guests", game="liars-lair")
        for guest in ("Ann", "Bob", "Cat", "Dan", "Eve"):
            asks.post("do/add", step="guests", field="guest", what="add", guest=guest)
        page.evaluate(SHOW, "studio/print")
        assert asks.get("kit.zip").startswith(b"PK")
        for number, look in enumerate(Random(22).sample(bench_studio.LOOKS, CHANGES)):
            bench_studio.change(asks, number, look)
        found = _memory(profile)
        page.end()
        return found


def _memory(scratch: str) -> int:
    """Return the kB of all renderers of the browser whose profile lies there."""
    found = 0
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes()
            if b"--type=renderer" in words and scratch.encode() in words:
                rollup = (place / "smaps_rollup").read_text("ascii")
                found += int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1])
        except (OSError, StopIteration):
            continue
    return found
