"""Real browsers at a real server: Debian's Chromium through Playwright, a window for each player."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread

import pytest

from liarsdeck.language import speaking
from liarsdeck.serving import listen, serve
from referee.commands.host import HostWish, host, hosted
from referee.host.app import make_api, make_app
from referee.host.session import HostedTable
from referee.store.journal import Journal
from tests.referee.host.hostile import RESOLVED

AXE = Path(__file__).parents[2] / "vendor/axe-core/axe.min.js"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-software-rasterizer",
    "--in-process-gpu", "--renderer-process-limit=1", RESOLVED,
]  # fmt: skip
CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
MOST_REFUSED, REFUSED = 50, "#sheet[open] #no"  # a sheet that says no to what was tapped
LATE_MS = 60_000  # nothing is timed: a machine may be busy
GIVEN_CHANCE = "import random, secrets; secrets._sysrand = random.Random({}); from referee.cli import main; main()"
NEEDS = "needs Chromium and Playwright: apt-get install chromium, pip install playwright"


def browsers():
    """Skip the tests of a module where no browser is to be had; pytest names and counts them."""
    if CHROMIUM is None or find_spec("playwright") is None:
        pytest.skip(NEEDS, allow_module_level=True)


def axe(page, *, rules=()):
    """Return what axe-core finds serious or critical on a page, as words."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE.read_text("utf-8") + "\n;0")
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in found
        if one["impact"] in {"serious", "critical"} and one["id"] not in rules
        for node in one["nodes"]
    ]


class Table:
    """A hosting in a thread of this process: everything but the process of ``referee host`` is as it is there.

    Results are not held, so that evenings are played quickly: ``hold`` does, by a clock that stands until it is
    ``passed``.
    """

    def __init__(self, *args):
        self.clock = time.monotonic
        self._params = host.make_context("host", [*args, "--bind", "127.0.0.1", "--port", "0"]).params
        self._stop = None
        self._open: Queue[Exception | None] = Queue()
        self._thread = Thread(target=self._host, daemon=True)
        self._thread.start()
        if (failed := self._open.get(timeout=60)) is not None:
            raise failed

    def _host(self):
        wish = HostWish(**{name: self._params[name] for name in HostWish.__struct_fields__ if name != "guests"})
        try:
            with Journal() as journal:
                hosting, lock, self.key = hosted(journal, wish)
                hosting.deals, self.word, hosting.moment_s = wish.deal, hosting.word, 0
                self.hosted = evening = HostedTable(journal, hosting)
                try:
                    with speaking(hosting.language):
                        asyncio.run(self._serve(evening, lock))
                finally:
                    evening.close()
        except Exception as error:
            self._open.put(error)

    async def _serve(self, evening, lock):
        with contextlib.closing(listen("127.0.0.1", 0)) as listening:
            evening.address = f"127.0.0.1:{listening.getsockname()[1]}"
            self.url = f"http://{evening.address}"
            if evening.hosting.table:
                evening.open_table(evening.hosting.table, lock)
                hosting = evening.hosting
                hosting.open = list(evening.table.setup.seats)  # they came by no lobby: the host lets phones have all
            else:
                evening.open_lobby(lock)
            self.api = api = make_api(evening, clock=self.tell, pin_cost=4)
            api.people.reopen()

            async def started():
                self._open.put(None)

            serving = asyncio.create_task(serve(make_app(api), api.close, started, listening))
            loop = asyncio.get_running_loop()
            self._call = loop.call_soon_threadsafe
            self._stop = lambda: loop.call_soon_threadsafe(lambda: (api.close(), serving.cancel()))
            with contextlib.suppress(asyncio.CancelledError):
                await serving
            await api.bots.close()

    def tell(self):
        """Return the time by this hosting's clock."""
        return self.clock()

    def hold(self, seconds=8):
        """Hold results for so many seconds."""
        now = self.clock()
        self.clock = lambda: now
        self.hosted.hosting.moment_s = seconds

    def passed(self, seconds):
        """Let so many seconds pass."""
        now = self.clock() + seconds
        self.clock = lambda: now
        self._call(self.api.go_on)

    def stop(self):
        if self._stop is not None:
            self._stop()
            self._thread.join(60)
            self._stop = None


class Killable:
    """A hosting in a process of its own, which can be killed and started again."""

    def __init__(self, *args):
        self.args = args
        self.port, self.starts = "0", 0
        self.start()

    def start(self):
        self.starts += 1
        self.process = subprocess.Popen(
            [sys.executable, "-c", GIVEN_CHANCE.format(self.starts), "host", *self.args, "--bind", "127.0.0.1",
             "--port", self.port, "--json", "--no-open", "--quiet"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=dict(os.environ),
        )  # fmt: skip
        said = json.loads(self.process.stdout.readline())
        self.url, self.word, self.key, self.port = said["address"], said["word"], said["host"], str(said["port"])

    def sleep(self):
        """Close the lid: nothing answers, and no connection ends."""
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        """Open the lid."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
            self.process.stdout.close()


class Window:
    """One browser window: what stands in it, and what a thumb does there. ``wrong`` are faults that its page had.

    The cards are not drawn, which costs most of the time; they keep their places.
    """

    def __init__(self, browser, table, name="", *, width=390, height=844, **how):
        self.table, self.name, self.own = table, name, name
        how = {"reduced_motion": "reduce", "device_scale_factor": 0.25} | how  # few pixels: nobody looks
        self.context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 600, **how)
        self.page = self.context.new_page()
        self.wire = self.context.new_cdp_session(self.page)
        self.wire.send("Network.enable")
        self.draw_cards(draw=False)
        self.wrong = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if "Content Security" in said.text else None)

    def draw_cards(self, *, draw=True):
        self.wire.send("Network.setBlockedURLs", {"urls": [] if draw else ["*/static/cards/*"]})

    def anew(self, width, height, color_scheme):
        """Be a window in which nothing was done yet, under its own name."""
        self.name = self.own
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        return self

    def leave(self):
        """Leave the table: nothing of it is kept."""
        self.context.set_offline(False)
        self.page.evaluate("location.href = 'about:blank'")  # in the same process: to begin another takes long
        self.page.wait_for_url("about:blank")
        self.context.clear_cookies()
        self.wrong.clear()

    @contextlib.contextmanager
    def with_own_clock(self):
        """Open this player's page in another window until the end: a clock once set stays set in its window."""
        size = self.page.viewport_size
        other = Window(self.context.browser, self.table, self.name, **size, color_scheme="light")
        other.context.add_cookies(self.context.cookies())
        other.page.clock.install()
        other.page.goto(self.page.url)
        yield other
        assert other.wrong == []
        other.context.close()

    def come(self):
        """Join by the code's address, tap the name or type it."""
        page = self.page
        page.goto(f"{self.table.url}/#{self.table.word}")
        page.wait_for_selector(f'.k-seats :is([data-sit="{self.name}"], [data-new], #name)')
        seat = page.locator(f'[data-sit="{self.name}"]')
        if seat.count():
            seat.click()
        else:
            if page.locator("[data-new]").count():
                page.click("[data-new]")
            page.fill("#name", self.name)
            page.keyboard.press("Enter")
        page.wait_for_selector(".keys")
        return self

    def sit(self, pin="4711"):
        """Choose a PIN, where a name was tapped."""
        page = self.page
        for digit in pin:
            page.click(f'[data-digit="{digit}"]')
        page.wait_for_selector(f'#page > [data-you="{self.name}"]', state="attached")
        assert "#" not in page.url
        assert self.table.word not in page.content()
        return self

    def post(self, what, **body):
        """Say something by the wire, with this window's cookie: a page that nobody looks at costs much to draw."""
        assert self.context.request.post(f"{self.table.url}/api/v1/{what}", data=body).ok

    def sit_at_once(self, pin="4711"):
        """Join and sit by the wire."""
        self.post("join", word=self.table.word)
        self.post("claim", seat=self.name, pin=pin)
        return self

    @property
    def seq(self):
        return int(self.page.locator("#page > div").get_attribute("data-seq"))

    @property
    def kind(self):
        return self.page.locator("#page > div").get_attribute("data-kind")

    @property
    def step(self):
        return re.search(r"\bs-([\w-]+)", self.page.locator("#page > div").get_attribute("class"))[1]

    def says(self, rng: Random, avoid=()):
        """Tap until something is taken; return the number of the page then. What no hand that was dealt fits is not."""
        for _ in range(MOST_REFUSED):
            now = self._seen(
                "document.querySelector(REFUSED) ? REFUSED : now === seq ? null : now", self.tap(rng, avoid)
            )
            if now != REFUSED:
                return now
            self.page.click("#sheet [data-close]")
        raise AssertionError(f"{self.name} may say nothing: {self.page.inner_text('body')}")

    def follow(self, seq):
        """Wait until the page shows this state; say whether the game waits for this player then."""
        return self._seen("now === seq ? 'wanted' in shown.dataset : null", seq)

    def _seen(self, what, seq):
        """Return ``what`` of the page as soon as it is not null."""
        found = self.page.evaluate(
            """([seq, late]) => new Promise(done => {
            const page = document.getElementById('page');
            const look = () => { const shown = page.firstElementChild, now = Number(shown.dataset.seq), found = WHAT;
              if (found !== null) { seen.disconnect(); done(found); } };
            const seen = new MutationObserver(look);
            seen.observe(document.body, {attributes: true, childList: true, subtree: true});
            setTimeout(() => done(null), late);
            look(); })""".replace("WHAT", what.replace("REFUSED", repr(REFUSED))),
            [seq, LATE_MS],
        )
        assert found is not None, f"{self.name} stands at {seq}: {self.page.inner_text('body')}"
        return found

    def can(self):
        """Say whether the game waits for this player."""
        return self.page.locator("#page > [data-wanted]").count() > 0

    def tap(self, rng: Random, avoid=()):
        """Say something that may be said, with real clicks; return how the page's number was before it."""
        page = self.page
        bills, before, confirms, lines, opens = page.evaluate(
            """() => { const all = what => [...document.querySelectorAll(what)];
            const may = what => all(`#page [data-${what}]:not([aria-disabled="true"])`);
            return [all('[data-dismiss]').length, Number(all('#page > div')[0].dataset.seq),
              may('confirm').map(one => one.dataset.confirm), may('say').map(one => one.dataset.say),
              all('#page .more [data-open]').map(one => one.dataset.open)]; }"""
        )
        for _ in range(bills):
            page.click("[data-dismiss]")
        says, confirms = (
            [at for at, line in enumerate(found) if not any(word in line for word in avoid)]
            for found in (lines, confirms)
        )
        more = [form for form in opens if not any(word in form for word in avoid)]
        if more and rng.random() < 0.2:
            page.click(f'#page [data-open="{rng.choice(more)}"]')
            self.choose("#sheet .say", rng)
        elif confirms and not (says and rng.random() < 0.3):
            self.touch('#page [data-confirm]:not([aria-disabled="true"])', rng.choice(confirms))
            page.click("#step [data-say]")
        elif says:
            self.touch('#page [data-say]:not([aria-disabled="true"])', rng.choice(says))
        elif page.locator("#page [data-only]").count():
            page.click("#page [data-only]")
        else:
            self.choose("#page .say", rng)
        return before

    def touch(self, what, at=0, within="body"):
        """Click in the middle of what can be seen there, wherever that is: if anything covers it, that is touched."""
        spot = self.page.evaluate(
            """([within, what, at]) => { const one = document.querySelector(within).querySelectorAll(what)[at];
            one.scrollIntoView({block: 'nearest'});
            const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }""",
            [within, what, at],
        )
        self.page.mouse.click(*spot)

    def choose(self, form, rng):
        """Touch something in every group of the first form that is found so, then its button.

        A covered hand opens for ten seconds, which a slow machine may need for one card: then it is opened again.
        """
        closed = """form => document.querySelector(form).querySelector('[data-key]')
            .getAttribute('aria-disabled') === 'true'"""
        for begun in (False, True, True, True):
            if self.page.locator(f"body:not(.peeking) {form} .fan.shut").count():
                self.touch(".fan.shut > *", within=form)
            self.fill(form, rng, begun=begun)
            if not self.page.evaluate(closed, form):
                break
        self.touch("[data-key]", within=form)

    def fill(self, form, rng, *, begun):
        """Touch as many free options of every group as it asks for; where that was ``begun``, as it still asks for."""
        free = '.opt[data-v]:not([aria-disabled="true"]):not([aria-pressed="true"])'
        groups = """([form, begun]) => [...document.querySelector(form).querySelectorAll('.grp')].map(one =>
            Math.max(1, Number(one.dataset.few)) - begun * one.querySelectorAll('.opt[aria-pressed="true"]').length)"""
        seen = """([form, what]) => [...document.querySelector(form).querySelectorAll(what)].flatMap(
            (one, at) => one.offsetParent ? [at] : [])"""
        for place, missing in enumerate(self.page.evaluate(groups, [form, int(begun)])):
            there = f".grp:nth-of-type({place + 1}) {free}"
            for _ in range(missing):
                if options := self.page.evaluate(seen, [form, there]):
                    self.touch(there, rng.choice(options), form)

    def axe(self, *, rules=()):
        return axe(self.page, rules=rules)

    def clipped(self):
        """Return what stands, in part at least, beside the window, when what moved has come to rest."""
        return self.page.evaluate(
            """async () => {
            const ends = document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity);
            const late = new Promise(go => setTimeout(go, 2000));
            await Promise.race([Promise.allSettled(ends.map(one => one.finished)), late]);
            return [...document.querySelectorAll('#page *')].filter(one => {
            const box = one.getBoundingClientRect();
            const beside = box.right > innerWidth + 1 || box.left < -1;
            return beside && box.width > 1 && box.height > 1 && !one.closest('.vh');
            }).map(one => one.outerHTML.slice(0, 90));
            }"""
        )

    def moving(self):
        """Return what would move here: what has a transition or an animation."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('*')].filter(one => {
            const is = getComputedStyle(one), lasts = text => text.split(',').some(time => parseFloat(time) > 0);
            return lasts(is.transitionDuration) || (is.animationName !== 'none' && lasts(is.animationDuration));
            }).map(one => one.outerHTML.slice(0, 90))"""
        )

    def scrolls(self):
        """Return by how many pixels the page is longer and wider than the window."""
        return self.page.evaluate(
            """() => { const page = document.documentElement;
            return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth]; }"""
        )

    def broken(self):
        """Return the words that stand on two lines."""
        return self.page.evaluate(
            """() => {
            const found = [], texts = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
            const words = /[^\\s\\u2013\\u2014/-]+/g;
            for (let node; (node = texts.nextNode());) for (const word of node.data.matchAll(words)) {
              const range = document.createRange();
              range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
              if (new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1) found.push(word[0]);
            }
            return found; }"""
        )


def sat(table, players, screen):
    """Let everybody sit and the host begin by the wire, then open all windows."""
    for one in (*players, screen):
        one.table = table
    for one in players:
        one.sit_at_once()
    screen.post("join", host=table.key)
    screen.post("begin")
    for one, path in (*((one, "/") for one in players), (screen, "/screen")):
        one.page.goto(table.url + path)


def play(players, screen, rng, most, avoid=(), wanted=None):
    """Play on until the game is over, or for so many taps; return for whom it waits then, those at first ``wanted``."""
    wanted = [one for one in players if one.can()] if wanted is None else wanted
    for _ in range(most):
        if not wanted:
            break
        seq = wanted[0].says(rng, avoid)
        screen.follow(seq)
        wanted = [one for one in players if one.follow(seq)]
    return wanted
