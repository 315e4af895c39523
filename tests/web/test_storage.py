"""What the household keeps in the browser: after a reload, in another tab, without a network, in a folder of a host."""

from tests.web.conftest import Visit, needed, served

needed()

ANSWERS = """() => {
  window.answers = {};
  const channel = new BroadcastChannel("liarsdeck ");
  channel.onmessage = ({data}) => {
    if (data.answer && !data.more) answers[data.answer] = (answers[data.answer] || 0) + 1;
  };
}"""
"""Count how often each request is answered."""


def test_a_reload_and_another_tab(visit, window, site):
    visit.open().choose("lizard", "Ann", "Bob")
    visit.page.reload()
    visit.ready()
    assert visit.guests() == ["Ann", "Bob"], "at the step where it was"
    other = Visit(window, site)
    other.page.goto(site)
    other.page.get_by_role("button", name="Use it here").click()
    other.ready()
    visit.page.get_by_text("You went on in another tab").wait_for()
    other.studio.locator("#on").click()
    other.studio.locator("#guest").wait_for()
    assert other.guests() == ["Ann", "Bob"]
    visit.page.get_by_role("button", name="Use it here").click()
    other.page.get_by_text("You went on in another tab").wait_for()
    other.page.close()
    assert all("503" in said for said in visit.wrong), "what a tab had asked for when another took over"
    visit.wrong.clear()


def test_a_tab_that_computes_ends_at_once_when_another_takes_over(visit, window, site):
    """A press waits for nothing that the other tab asked, and two Pythons never answer it."""
    visit.open().choose("lizard", "Ann", "Bob")
    visit.studio.locator("html").evaluate("() => { for (let n = 0; n < 9; n++) fetch('kit.zip').catch(() => 0); }")
    other = Visit(window, site)
    other.page.goto(site)
    other.page.evaluate(ANSWERS)
    other.page.get_by_role("button", name="Use it here").click()
    other.ready().studio.locator("#on").click()
    assert other.guests() == ["Ann", "Bob"]
    assert set(other.page.evaluate("Object.values(answers)")) == {1}
    other.page.close()
    visit.wrong.clear()  # the other kits that were wished for


def test_without_a_network(visit, window):
    visit.open().choose("lizard", "Ann", "Bob", "Cat", "Dan")
    visit.page.locator("html[data-kept]").wait_for(state="attached")
    window.set_offline(True)
    visit.page.reload()
    visit.ready()
    visit.click("#step-print")
    assert visit.download(".passes a[download]").suggested_filename == "lizard.zip"


def test_in_a_folder_of_a_host(window):
    with served("/some/decks") as address:
        here = Visit(window, address).open().choose("liar-poker", "Ann")
        assert here.guests() == ["Ann"]
        assert [url for url in here.asked if not url.startswith(address)] == []
        assert here.wrong == []
