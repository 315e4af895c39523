"""From the address of the page to a ZIP of the kit, in a new profile."""

import threading
import zipfile
from pathlib import Path

from tests.web.conftest import Visit, needed, served
from web.serve import Handler

needed()

MOST = 9_300_000  # bytes that a first visit may download before its first kit is made; 10 MB are promised


class Counting(Handler):
    """Counts the bytes that it sends, and sends nothing of what comes later until `kit_made`."""

    sent: list[int]
    kit_made: threading.Event

    def data(self, file):
        if file.name.startswith("later.tar"):
            self.kit_made.wait()
        found = super().data(file)
        self.sent.append(len(found))
        return found


def test_from_names_to_a_zip_on_a_first_visit(window):
    """A kit for five is there before what comes later, and before 9.3 MB have come."""
    sent, made = [], threading.Event()
    with served("", type("Counted", (Counting,), {"sent": sent, "kit_made": made})) as address:
        visit = Visit(window, address).open()
        visit.studio.locator("#another").fill("Ann, Bob, Cat, Dan, Eve")
        visit.studio.locator('[name="how"][value="zip"]').check()
        came = visit.download("#deal-it")
        whole = sum(sent)
        made.set()
        assert came.suggested_filename.startswith("liars-lair-")
        with zipfile.ZipFile(came.path()) as pack:
            held = {Path(name).name: pack.read(name) for name in pack.namelist()}
        assert {"deck.pdf", "rulebook.pdf", "README.txt"} <= set(held)
        assert all(data.startswith(b"%PDF") for name, data in held.items() if name.endswith(".pdf"))
        visit.page.locator("html[data-kept]").wait_for(state="attached")
        assert visit.wrong == []
    assert whole < MOST, f"{whole:,} bytes"
