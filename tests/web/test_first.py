"""What is there before Python is, and without JavaScript: the first page as it looks, and a sample kit."""

import io
import threading
import zipfile
from pathlib import Path

from tests.web.conftest import Visit, needed, served
from web.serve import WEB, Handler

needed()


def test_without_a_script_there_is_the_page_to_look_at_and_a_sample_kit(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    try:
        page.goto(site)
        assert "needs JavaScript" in page.inner_text("noscript")
        answer = page.request.get(site + page.get_attribute("noscript a", "href"))
        with zipfile.ZipFile(io.BytesIO(answer.body())) as pack:
            assert "sample/deck.pdf" in pack.namelist()
        first = page.frame_locator("#studio")
        assert first.locator("h1").inner_text().startswith("Nobody has ever seen these cards.")
        assert first.get_by_text("On this screen", exact=True).count() == 1, "no web page opens a table for phones"
        assert first.locator(".splay img").evaluate_all("all => all.every(one => one.naturalWidth > 0)")
    finally:
        context.close()


class Slow(Handler):
    """Sends an archive of Python's files when `pressed` is set."""

    pressed: threading.Event
    archive = "site.tar"
    worker: Path | None = None

    def data(self, file):
        if file.name.startswith(self.archive):
            self.pressed.wait()
        return super().data(file)

    def translate_path(self, path):
        return str(self.worker) if self.worker and path == "/sw.js" else super().translate_path(path)


def test_what_is_pressed_while_the_rest_loads_is_done(window):
    pressed = threading.Event()
    with served("", type("Slow", (Slow,), {"pressed": pressed})) as address:
        visit = Visit(window, address)
        visit.page.goto(address)
        visit.page.get_by_text("The print room opens.").wait_for()
        visit.studio.locator("html[data-first] #on").click()
        pressed.set()
        visit.studio.locator("#guest").wait_for()
        assert visit.wrong == []


def test_what_takes_long_is_asked_again_and_done_once(window, tmp_path):
    """WebKit would wait for 70 seconds, and then ask the host."""
    anew = (WEB / "sw.js").read_text("utf-8").replace("PATIENCE_MS = 30000", "PATIENCE_MS = 5000")
    (worker := tmp_path / "sw.js").write_text(anew, "utf-8")
    pressed = threading.Event()
    how = {"pressed": pressed, "archive": "later.tar", "worker": worker}
    with served("", type("Slow", (Slow,), how)) as address:
        visit = Visit(window, address).open()
        visit.studio.get_by_role("link", name="Open a table on this screen").click()
        while visit.asked.count(f"{address}table/screen") < 2:
            visit.page.wait_for_timeout(50)
        pressed.set()
        visit.studio.locator("#page [data-kind]").wait_for()
        assert visit.wrong == []
