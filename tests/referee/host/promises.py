"""What a window of an evening has to show, whoever looks: each asserts it of a page at the moment when it is called."""

import time
from pathlib import Path

from referee.commands.host import advice

USUAL, NARROW = (390, 844, "light"), (320, 640, "dark")


def the_lobby_has_room_for_advice_and_names(table, phone, screen):
    """No word is broken, nothing covers the host's buttons, and the advice goes when the first phone comes."""
    table.hosted.hosting.chairs[-1].name, cat = "Konstantinopolos Xaver", table.hosted.hosting.chairs[-1].name
    table.hosted.advice, table.api.people.visited = advice(["172.17.0.1", "10.8.0.2"], 7777), False
    screen.page.goto(f"{table.url}/screen#{table.key}")
    screen.page.wait_for_selector(".advice")
    assert screen.broken() == []
    assert screen.scrolls() == [0, 0]
    under = """one => { const box = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
    for button in screen.page.locator(".lobby button").all():
        assert button.evaluate(under), button
    table.hosted.hosting.chairs[-1].name = cat
    phone.come()
    screen.page.wait_for_selector(".advice", state="detached")  # the phone is still at its PIN
    assert phone.broken() == []
    phone.sit()


def guests_write_about_each_other(screen, phones):
    """The host taps once; a phone then asks, says why not, takes an ending, and shows what is asked of its player."""
    screen.page.goto(f"{screen.table.url}/screen")
    screen.page.click("[data-asking=on]")
    for one in phones:
        one.page.goto(f"{one.table.url}/")
    for one, size in zip(phones, (NARROW, (390, 844, "dark"), (360, 740, "light")), strict=True):
        one.anew(*size)
        one.page.wait_for_selector("[data-ask]")
        assert one.scrolls()[1] <= 0
        assert one.broken() == []
        assert one.page.locator("[data-veto]").count() == 3
        assert one.page.evaluate("document.querySelector('[data-ask] .key').getBoundingClientRect().bottom") < 640
    assert phones[0].axe() == phones[-1].axe() == []
    first = phones[0].page
    said = first.inner_text(".opening")
    first.click("[data-another]")
    first.wait_for_function("said => document.querySelector('.opening').innerText !== said", arg=said)
    first.fill("#ending", "gun")
    first.click("[data-doubt=yes]")
    first.click("[data-doubt='']")
    first.wait_for_selector("[data-doubt=yes]")
    assert first.input_value("#ending") == "gun", "a doubt keeps what is typed"
    first.focus("#ending")
    first.keyboard.press("Enter")
    first.wait_for_selector("[data-ask] .no:not([hidden])")
    first.keyboard.press("Enter")
    first.wait_for_function("() => document.querySelector('#ending').value === ''")
    first.wait_for_selector('.write:has-text("Endings of yours: 1.")')
    first.click("[data-open=t-stand]")
    first.wait_for_selector("#sheet:has-text('The ending that you wrote is lost.')")
    first.click("#sheet [data-close]")
    first.click("[data-veto]")
    first.click("[data-hush=yes]")
    first.wait_for_selector("[data-hush='']")
    assert first.locator("[data-veto]").count() == 0
    screen.page.click("[data-open=t-ask]")
    screen.page.click("[data-share=all]")
    screen.page.wait_for_selector("#sheet:not([open])", state="attached")
    assert screen.axe() == []
    assert screen.scrolls() == [0, 0]


def large_text_stays_in_the_page(windows):
    for one in windows:
        one.page.evaluate("document.documentElement.style.fontSize = '150%'")
        assert one.clipped() == []
        assert one.scrolls()[1] <= 0
        one.page.evaluate("document.documentElement.style.fontSize = ''")


def what_moves_stands_still_for_whoever_asks(one):
    for asked, moves in (("no-preference", True), ("reduce", False)):
        one.page.emulate_media(reduced_motion=asked)
        assert bool(one.moving()) == moves


def the_story_at_the_end(screen, phone):
    """It stands whole on the big screen, and behind a button on a phone, which can draw a picture of it."""
    with phone.page.expect_download() as kept:
        phone.page.click("[data-picture]")
    drawn = Path(kept.value.path()).read_bytes()
    assert (kept.value.suggested_filename, drawn[:4]) == ("liarsdeck.png", b"\x89PNG")
    assert int.from_bytes(drawn[16:20]) == 1080
    assert screen.page.locator(".what .plot, .what .moment").count() > 1
    assert all(one.is_visible() for one in screen.page.locator(".what .moment .caps").all()), (
        "what each card is there for"
    )
    assert screen.axe() == []
    assert screen.clipped() == []
    below = "() => [...document.querySelectorAll('.bill')].map(one => one.getBoundingClientRect().bottom - innerHeight)"
    assert max(screen.page.evaluate(below)) <= 0
    over = """() => { const [plot, moments] = ['.plot', '.moments'].map(
      what => document.querySelector('.what ' + what));
      return plot && moments ? plot.getBoundingClientRect().bottom - moments.getBoundingClientRect().top : 0; }"""
    assert screen.page.evaluate(over) <= 1, "the legend under the plot"
    covered = """() => { const [card, figures, foot] = ['.prize :is(.card, .face)', '.facts', '.phone > footer'].map(
      what => document.querySelector(what).getBoundingClientRect());
      return Math.max(card.bottom - figures.top, figures.bottom - foot.top); }"""
    for size in (NARROW, (360, 740, "dark"), USUAL):
        phone.anew(*size)
        assert phone.page.evaluate(covered) <= 0, "what the game is remembered by, over its figures"
    phone.page.click('[href="story"]')
    phone.page.wait_for_selector(".story h1")
    assert phone.axe() == []
    assert phone.scrolls()[1] <= 0
    phone.page.click(".bookbar a")


def a_hand_is_in_the_page_only_while_it_is_held(one):
    page, hand = one.page, one.page.locator("#hand *")
    page.wait_for_selector("[data-hold]")
    box = page.locator("[data-hold]").bounding_box()
    thumb = (box["x"] + 40, box["y"] + box["height"] - 40)
    page.mouse.move(*thumb)
    for let_go in (page.mouse.up, lambda: page.evaluate("() => window.dispatchEvent(new Event('blur'))")):
        assert hand.count() == 0
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.mouse.down()
        page.wait_for_selector("#hand .tag")
        if let_go == page.mouse.up:
            assert one.axe() == []
            bottom = "() => [...document.querySelectorAll('#hand .row')].at(-1).getBoundingClientRect().bottom"
            below = page.evaluate(bottom) - page.locator("#hand .hold").bounding_box()["y"]
            assert below <= 1, "all of the hand, also in large text"
            page.clock.pause_at(time.time() + 3_600)  # axe-core waits for a clock; and this is no first tap of two
        let_go()
        page.evaluate("document.documentElement.style.fontSize = ''")
        page.wait_for_selector("#hand[hidden]", state="attached")
    page.mouse.up()
    assert hand.count() == 0
    the_hand_opens_for_ten_seconds(page, hand, lambda: page.mouse.dblclick(*thumb), lambda: page.click("#hand .hold"))
    page.focus("[data-hold]")
    the_hand_opens_for_ten_seconds(page, hand, *[lambda: page.keyboard.press("Enter")] * 2)


def the_hand_opens_for_ten_seconds(page, hand, opens, closes):
    """For whoever cannot hold: until a bar has run out, or it is closed."""
    page.clock.fast_forward(1000)
    opens()
    page.wait_for_selector("#hand .sand", state="attached")
    page.clock.fast_forward(9_900)
    assert hand.count() > 0
    page.clock.fast_forward(200)
    page.wait_for_selector("#hand[hidden]", state="attached")
    assert hand.count() == 0
    page.clock.fast_forward(1000)
    opens()
    page.wait_for_selector("#hand .tag")
    closes()
    page.wait_for_selector("#hand[hidden]", state="attached")
    assert hand.count() == 0


def a_phone_that_goes_is_away_until_it_is_back(one, other, screen):
    """Everybody sees it, and the game stands where it stood."""
    before = screen.seq
    one.page.goto("about:blank")
    for eyes in (screen, other):
        eyes.page.wait_for_selector(f'.away:has-text("{one.name}")', state="attached")
    one.page.goto(one.table.url)
    for eyes in (screen, other):
        eyes.page.wait_for_selector(".away", state="detached")
    assert screen.seq == before
