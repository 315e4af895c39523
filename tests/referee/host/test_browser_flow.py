"""In a browser: what is typed stays, Back closes what is open, and whoever reads is called back to the table."""

import pytest

from tests.referee.host import windows
from tests.referee.host.windows import Window

windows.browsers()


@pytest.fixture
def phone(browser, host):
    """A phone that has joined a lobby of Lizard, where nobody sits yet; and others by the wire."""
    table = host("lizard", "--deal")
    found = [Window(browser, table, name) for name in ("Joost", "Bob", "Cat")]
    found[0].page.goto(f"{table.url}/#{table.word}")
    found[0].page.wait_for_selector("#name")
    yield found
    for one in found:
        one.context.close()


def open_sheets(page):
    return page.locator("dialog[open]").count()


def test_a_half_typed_name_stays_and_back_closes_what_is_open(phone):
    joost, bob, _ = phone
    page = joost.page
    page.type("#name", "Joo")
    bob.sit_at_once()
    page.wait_for_selector('[data-sit="Bob"]')  # the page asks “Who are you?” now
    page.wait_for_selector("dialog[open] #name:focus")
    assert page.input_value("#name") == "Joo"
    page.go_back()
    page.wait_for_selector("dialog[open]", state="detached")
    page.click("[data-new]")
    page.fill("#name", "o" * 23)
    page.type("#name", "oo")
    assert page.inner_text("dialog [data-full]") == "No more letters fit."
    page.fill("#name", "Joost")
    page.keyboard.press("Enter")
    page.wait_for_selector(".keys")
    page.go_back()
    page.wait_for_selector(".keys", state="detached")
    page.click("[data-new]")
    page.fill("#name", "Joost")
    page.keyboard.press("Enter")
    page.wait_for_selector(".keys")
    other = phone[2]
    other.name = "Joost"
    other.sit_at_once("0000")  # somebody else was quicker
    for _ in range(4):
        page.click('[data-digit="1"]')
    page.wait_for_selector('#step .no:has-text("Joost sits already.")')
    assert [one.wrong for one in phone] == [[]] * 3


def test_the_right_link_opens_the_big_screen_in_the_tab_that_was_refused(phone):
    table, page = phone[0].table, phone[1].page
    page.goto(f"{table.url}/screen#{table.key[:-2]}no")
    page.wait_for_selector("dialog[open] .ask")
    assert page.locator("#page [data-join]").count() == 1
    page.goto(f"{table.url}/screen#{table.key}")
    page.wait_for_selector('#page [data-deals="yes"]')
    assert open_sheets(page) == 0
    assert page.url == f"{table.url}/screen"


def test_whoever_reads_is_called_to_the_table(phone):
    joost, *others = phone
    for one in phone:
        one.sit_at_once()
    page, table = joost.page, joost.table
    page.goto(f"{table.url}/rules")
    assert page.locator("#call").is_hidden()
    screen = others[0]
    screen.post("join", host=table.key)
    screen.post("begin")
    page.wait_for_selector("#call:not([hidden])")
    page.click("#call")
    page.wait_for_selector(".k-table")
