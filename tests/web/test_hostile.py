"""A page of another site, while the studio's page is open in another tab: it frames, reads and changes nothing."""

import http.server
import threading
from functools import partial

import pytest

from tests.web.conftest import needed

needed()

HOSTILE = """<!DOCTYPE html><title>hostile</title><iframe name="inside" src="{site}"></iframe>
<form method="post" action="{site}studio/do/game"><input name="game" value="lizard"></form>
<script>
  window.read = async () => {{
    try {{ return await (await fetch("{site}studio/")).text(); }} catch {{ return ""; }}
  }};
</script>"""


@pytest.fixture
def hostile(site, tmp_path):
    """The address of a page of another site that wants to be the studio's."""
    (tmp_path / "index.html").write_text(HOSTILE.format(site=site))
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://localhost:{serving.server_port}/"
        serving.shutdown()


def test_another_site_frames_reads_and_changes_nothing(visit, window, site, hostile):
    visit.open().click("#on")
    mark = partial(visit.studio.locator("html").evaluate, "() => fetch('mark').then((answer) => answer.text())")
    before = mark()
    other = window.new_page()
    other.goto(hostile)
    assert not [frame for frame in other.frames if frame.url.startswith(site) and frame.locator("#studio").count()]
    assert other.evaluate("window.read()") == ""
    other.locator("form").evaluate("form => form.submit()")
    other.wait_for_url(f"{site}studio/**")
    assert other.locator("body").inner_text() == "This comes from another site."
    for effect in ("table/screen?new", "studio/kit.zip"):  # nor by a link
        other.goto(hostile)
        other.evaluate("(address) => { location.href = address; }", f"{site}{effect}")
        other.wait_for_url(f"{site}{effect}")
        assert other.locator("body").inner_text() == "This comes from another site."
    other.close()
    assert mark() == before
    visit.asked.clear()  # what the other site asked for, and was refused
