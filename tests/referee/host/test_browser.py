"""An evening of Liar's Lair in five windows, and what may happen to them: a real browser, a real server, real taps."""

from random import Random

from factbank.facts import keep
from tests.referee.conformance import some_facts
from tests.referee.host import windows
from tests.referee.host.windows import play, sat

windows.browsers()
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]


def test_an_evening_of_liars_lair_in_five_windows(browser, host):
    keep(facts := some_facts(15, Random(3)))
    table = host("liars-lair", "--kit", facts.kit, "--deal", *(word for name in NAMES for word in ("--seat", name)))
    players, screen = sat(browser, table, NAMES)
    rng = Random(5)
    for one in (next(one for one in players if one.can()), next(one for one in players if not one.can()), screen):
        assert one.axe() == []
    while (acting := next((one for one in players if one.can()), None)) is not None:
        assert acting.page.locator("[data-seq] .tag").count() == 0  # what is true stands nowhere until it is held
        play(players, screen, rng, 1, avoid=() if screen.page.locator(".laid").count() else ("passes", "nothing"))
    assert {one.kind for one in players} == {"over"}
    assert "wins" in screen.page.inner_text("h1")
    the_story_at_the_end(screen, players[0])
    assert [one.wrong for one in (*players, screen)] == [[]] * 6
    screen.page.click('[data-host="rematch"]')
    players[0].page.wait_for_selector(".k-table")


def the_story_at_the_end(screen, phone):
    """It stands whole on the big screen, and behind a button on a phone."""
    assert screen.page.locator(".what .plot, .what .moment").count() > 1
    assert screen.axe() == []
    assert screen.clipped() == []
    below = "() => [...document.querySelectorAll('.bill')].map(one => one.getBoundingClientRect().bottom - innerHeight)"
    assert max(screen.page.evaluate(below)) <= 0
    phone.page.click('[href="/story"]')
    phone.page.wait_for_selector(".story h1")
    assert phone.axe() == []
    assert phone.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    phone.page.click(".bookbar a")


def test_a_hand_is_in_the_page_only_while_it_is_held(browser, host):
    keep(facts := some_facts(15, Random(3)))
    table = host("liars-lair", "--kit", facts.kit, "--deal")
    (ann, bob, cat), _ = sat(browser, table, NAMES[:3])
    one = next(one for one in (ann, bob, cat) if not one.can())
    page, hand = one.page, one.page.locator("#hand *")
    one.page.wait_for_selector("[data-hold]")
    box = page.locator("[data-hold]").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    for let_go in (page.mouse.up, lambda: page.evaluate("() => window.dispatchEvent(new Event('blur'))")):
        assert hand.count() == 0
        page.wait_for_timeout(400)  # or the second hold would be a double tap
        page.mouse.down()
        page.wait_for_selector("#hand .tag")
        assert one.axe() == []
        let_go()
        page.wait_for_selector("#hand[hidden]", state="attached")
    page.mouse.up()
    assert hand.count() == 0
    page.focus("[data-hold]")
    page.keyboard.press("Enter")  # for whoever cannot hold: ten seconds
    page.wait_for_selector("#hand .sand", state="attached")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand[hidden]", state="attached")
    assert hand.count() == 0


def test_a_lost_network_a_reload_and_a_killed_server_lose_no_tap_and_double_none(browser, host):
    table = host("lizard", "--deal", "--option", "rounds=1")
    players, screen = sat(browser, table, NAMES[:3])
    acting = next(one for one in players if one.can())
    before = acting.seq
    acting.context.set_offline(True)
    acting.tap(Random(1))
    acting.page.wait_for_selector("#lost:not([hidden])")
    assert screen.seq == before
    acting.context.set_offline(False)
    screen.follow(before + 1)
    acting.follow(before + 1)
    acting.page.reload()
    assert acting.seq == before + 1
    acting = next(one for one in players if one.can())
    table.kill()
    acting.tap(Random(2))
    acting.page.wait_for_selector("#lost:not([hidden])")
    table.args = ()
    table.start()
    screen.follow(before + 2)
    acting.follow(before + 2)
    assert play(players, screen, Random(3), 40) > 0
    assert {one.kind for one in players} == {"over"}
