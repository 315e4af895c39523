"""The web page: what a first visit downloads, how soon it is usable beside bare Pyodide, its kits, its memory."""

import functools
import http.server
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
from tests.web.conftest import Visit, served
from web.build import fetched_pyodide
from web.serve import WEB

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
            here.page.locator("html[data-kept]").wait_for(state="attached")
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
            yield Row("web: memory of all renderers (PSS)", _memory(scratch) / 1000, "MB", bound="≤ 600")
        browser.close()


class _Frame:
    """Asks in the page's frame as the studio's script does."""

    def __init__(self, frame) -> None:
        self._frame = frame

    def get(self, path: str) -> bytes:
        return self._frame.evaluate(ASK, [path, None]).encode()

    def post(self, path: str, **form: str) -> bytes:
        return self._frame.evaluate(ASK, [path, form]).encode()


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
    page.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)


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
