"""Firefox and WebKit: from names to a ZIP, and a table on one device. One page is loaded in each, for both."""

import time
import zipfile

import pytest

from tests.referee.host.engines import Firefox, Page, WebKit, engine
from tests.web.conftest import READY, needed
from tests.web.test_table import Table

needed(chromium=False)

LATE_S = 240
PRESENT = "html:not([data-first]) body[data-base]"
IN_FRAME = """given => {
  const window = document.getElementById("studio").contentWindow;
  return ((document, location, fetch) => {
    const found = SOURCE;
    return typeof found === "function" ? found(given) : found;
  })(window.document, window.location, (...how) => window.fetch(...how));
}"""


class Studio(Page):
    """The frame with the studio; what is asked of it is asked of the document that it has at that moment."""

    def evaluate(self, source, given=None):
        return super().evaluate(IN_FRAME.replace("SOURCE", f"({source})"), given)

    def middle(self, what):
        """Return the coordinates in the window, as soon as they stay: a picture, or the bar above, may still come."""
        place = (
            "() => { const box = document.getElementById('studio').getBoundingClientRect(); return [box.x, box.y]; }"
        )
        was = None
        while was != (spot := [*super().middle(what), *super().evaluate(place)]):
            was = spot
            time.sleep(0.2)
        return spot[0] + spot[2], spot[1] + spot[3]

    def press(self, what, key=None):
        """Press a key, where the cursor is; Playwright's frames want to know where that is."""
        super().press(key or what)


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def studio(request, tmp_path_factory, site):
    """The studio in an engine, and the folder of its downloads."""
    made = engine(request.param, folder := tmp_path_factory.mktemp("engine"))
    page = Page(made)
    page.goto(site)
    page.wait_for_selector(READY, "attached")
    found = Studio(made)
    found.wait_for_selector(PRESENT, "attached")
    yield found, folder / "Downloads"
    made.close()


def test_from_names_to_a_zip(studio):
    page, downloads = studio
    page.fill("#another", "Ann, Bob, Cat, Dan, Eve")
    page.click('[name="how"][value="zip"]')
    page.click("#deal-it")
    end = time.monotonic() + LATE_S
    while not (came := [file for file in downloads.glob("*.zip") if zipfile.is_zipfile(file)]):
        assert time.monotonic() < end, page.inner_text("body")
        time.sleep(0.2)
    assert came[0].name.startswith("liars-lair-")
    with zipfile.ZipFile(came[0]) as pack:
        assert {"deck.pdf", "rulebook.pdf", "README.txt"} <= {name.rpartition("/")[2] for name in pack.namelist()}
        assert pack.testzip() is None


def test_a_table_on_one_device(studio):
    """People and a bot play, leave the table for a new lobby, and go on."""
    page, _ = studio
    table = Table(page)
    table.go("/table/screen?new")
    table.begin("lizard", 3)
    table.play()
    before = table.standing()
    table.go_on(1)
    assert table.standing() == before
    table.play()
    assert table.ask("table")["seq"] > 1
