"""The frame round the studio: Stop, a new version, a browser that can't compute, and what axe-core finds."""

import pytest

from tests.referee.host.windows import axe
from tests.web.conftest import READY, Visit, needed, served
from web.serve import WEB, Handler

needed()


def test_a_stopped_kit_leaves_the_studio_usable(visit):
    """Stop ends Python, which begins anew with all that was kept, and makes the kit at the next wish."""
    visit.open().choose("lizard", "Ann", "Bob", "Cat")
    visit.click("#step-print")
    visit.page.evaluate("delete document.documentElement.dataset.ready")
    visit.studio.locator(".passes a[download]").click()
    visit.page.get_by_role("button", name="Stop").click()
    visit.page.locator(READY).wait_for(state="attached")
    assert visit.download(".passes a[download]").suggested_filename == "lizard.zip"
    assert all("503" in said for said in visit.wrong)
    visit.wrong.clear()


class Anew(Handler):
    """Serves another service worker when there is a new version."""

    version = ""

    def do_GET(self):  # noqa: N802, its name
        if not self.path.endswith("/sw.js") or not self.version:
            return super().do_GET()
        data = (WEB / "sw.js").read_bytes() + f"// {self.version}".encode()
        self.send_response(200)
        self.send_header("content-type", "text/javascript")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        return self.wfile.write(data)


def test_a_new_version_is_offered_and_never_forced(window):
    handler = type("Anew", (Anew,), {})
    with served("", handler) as address:
        visit = Visit(window, address).open().choose("lizard", "Ann", "Bob")
        visit.page.locator("html[data-kept]").wait_for(state="attached")
        visit.page.evaluate("document.documentElement.dataset.old = 1")
        handler.version = "2"
        visit.page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        visit.page.get_by_text("There is a new version of this page.").wait_for()
        assert visit.guests() == ["Ann", "Bob"], "nothing changes before somebody takes it"
        visit.page.get_by_role("button", name="Use it now").click()
        visit.page.locator("html[data-ready]:not([data-old])").wait_for(state="attached")
        visit.ready()
        assert visit.guests() == ["Ann", "Bob"]
        mine = "async () => (await (await caches.open((await caches.keys())[0])).keys()).length"
        assert visit.page.evaluate("async () => (await caches.keys()).length") == 1
        assert visit.page.evaluate(mine) > 0
        assert visit.wrong == []


@pytest.mark.parametrize("missing", ["window.WebAssembly", "Navigator.prototype.serviceWorker"])
def test_a_browser_that_cannot_compute_gets_a_sentence_and_the_sample_kit(window, site, missing):
    window.add_init_script(f"delete {missing}")
    page = window.new_page()
    page.goto(site)
    page.get_by_text("This page needs https").wait_for()
    assert page.frame_locator("#studio").locator("h1").inner_text().startswith("Nobody has ever seen these cards.")
    with page.expect_download() as came:
        page.get_by_role("button", name="A sample kit").click()
    assert came.value.suggested_filename == "sample.zip"


def test_axe_finds_nothing_serious_in_the_frame(visit):
    visit.open()
    assert axe(visit.page) == []
