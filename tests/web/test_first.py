"""What is there before Python is, and without JavaScript: the first page as it looks, and a sample kit."""

import io
import zipfile

from tests.web.conftest import needed

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
