"""From the address of the page to a ZIP of the kit, in a new profile."""

import zipfile
from pathlib import Path

from tests.web.conftest import needed

needed()


def test_from_names_to_a_zip(visit):
    """Five names, six buttons, one ZIP with whole PDFs."""
    visit.open().choose("liars-lair", "Ann", "Bob", "Cat", "Dan", "Eve")
    while visit.studio.locator(".nextbar .key").count():
        visit.click(".nextbar .key")
    assert visit.studio.locator("h1").inner_text().startswith("Ready.")
    came = visit.download(".passes a[download]")
    assert came.suggested_filename.startswith("liars-lair-")
    with zipfile.ZipFile(came.path()) as pack:
        held = {Path(name).name: pack.read(name) for name in pack.namelist()}
    assert {"deck.pdf", "rulebook.pdf", "README.txt"} <= set(held)
    assert all(data.startswith(b"%PDF") for name, data in held.items() if name.endswith(".pdf"))
