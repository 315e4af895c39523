"""Real browser windows: an evening of every game, what may happen to them, what loads first, no script. One browser."""

from random import Random

from factbank.facts import keep
from tests.referee.conformance import some_facts
from tests.referee.host import windows
from tests.referee.host.hostile import EVIL, SAID, SCRIPT, SHOWN, hostile_site
from tests.referee.host.windows import Killable, Window, opened, play, sat
from tests.sampling import some

windows.browsers()
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]
FIRST_LOAD = 120_000  # bytes, compressed, fonts included
NARROW = {"width": 320, "height": 640, "color_scheme": "dark"}
FOR_TWO = {"liars-guess": 3, "red-and-black": 3, "liar-poker": 4}  # taps


def test_an_evening_of_liars_lair_in_five_windows(browser, host):
    keep(facts := some_facts(10, Random(3)))
    options = ("--kit", facts.kit, "--deal", "--option", "each=2")
    table = host("liars-lair", *options, *(word for name in NAMES for word in ("--seat", name)))
    players, screen = sat(table, *opened(browser, NAMES))
    rng = Random(5)
    for one in (next(one for one in players if one.can()), screen):
        assert one.axe() == []
    a_hand_is_in_the_page_only_while_it_is_held(next(one for one in players if not one.can()))
    while (acting := next((one for one in players if one.can()), None)) is not None:
        assert acting.page.locator("[data-seq] .tag").count() == 0  # what is true stands nowhere until it is held
        play(players, screen, rng, 1, avoid=() if screen.page.locator(".laid").count() else ("passes", "nothing"))
    assert {one.kind for one in players} == {"over"}
    assert "wins" in screen.page.inner_text("h1")
    the_story_at_the_end(screen, players[0])
    assert [one.wrong for one in (*players, screen)] == [[]] * 6
    players[1].page.click('[data-post="/api/v1/again"]')
    screen.page.wait_for_selector('[role="status"]:has-text("Bob would play again.")')
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


def a_hand_is_in_the_page_only_while_it_is_held(one):
    page, hand = one.page, one.page.locator("#hand *")
    page.wait_for_selector("[data-hold]")
    box = page.locator("[data-hold]").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    for let_go in (page.mouse.up, lambda: page.evaluate("() => window.dispatchEvent(new Event('blur'))")):
        assert hand.count() == 0
        page.wait_for_function("() => performance.now() - (window.lifted || -1e9) > 400")  # or it were a double tap
        page.mouse.down()
        page.wait_for_selector("#hand .tag")
        if let_go == page.mouse.up:
            assert one.axe() == []
        let_go()
        page.wait_for_selector("#hand[hidden]", state="attached")
        page.evaluate("() => { window.lifted = performance.now(); }")
    page.mouse.up()
    assert hand.count() == 0
    page.focus("[data-hold]")
    page.keyboard.press("Enter")  # for whoever cannot hold: ten seconds
    page.wait_for_selector("#hand .sand", state="attached")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand[hidden]", state="attached")
    assert hand.count() == 0


def test_a_lost_network_a_reload_and_a_killed_server_lose_no_tap_and_double_none(browser, host):
    table = host("liar-poker", "--deal", kind=Killable)
    players, screen = sat(table, *opened(browser, NAMES[:2]))
    acting = next(one for one in players if one.can())
    before = acting.seq
    acting.context.set_offline(True)
    acting.tap(Random(1), avoid=("folds",))
    acting.page.wait_for_selector("#lost:not([hidden])")
    assert screen.seq == before
    acting.context.set_offline(False)
    screen.follow(before + 1)
    acting.follow(before + 1)
    acting.page.reload()
    assert acting.seq == before + 1
    acting = next(one for one in players if one.can())
    table.kill()
    acting.tap(Random(2), avoid=("folds",))
    acting.page.wait_for_selector("#lost:not([hidden])")
    table.args = ()
    table.start()
    screen.follow(before + 2)
    acting.follow(before + 2)
    assert play(players, screen, Random(3), 2, avoid=("folds",)) == 2


def test_lizard_at_320_pixels_by_night(browser, host):
    table = host("lizard", "--deal", "--option", "rounds=8", "--option", "hook=true")
    players, screen = sat(table, *opened(browser, NAMES[:3], **NARROW))
    rng = Random(2)
    for _ in range(60):
        for one in players:
            assert one.clipped() == []
        acting = next(one for one in players if one.can())
        if acting.page.locator('[data-why][aria-disabled="true"]').count():
            break
        play(players, screen, rng, 1)
    page = acting.page
    page.locator('[data-why][aria-disabled="true"]').first.click(force=True)  # what is not allowed says why
    assert page.locator("#sheet .why").inner_text().strip()
    assert page.locator("#sheet .rid a").inner_text().startswith("lizard.")
    assert acting.axe() == []
    page.click("#sheet [data-close]")
    page.click("[data-menu]")
    assert "what may i do?" in page.locator("#sheet").inner_text().lower()
    assert acting.axe() == []
    page.click('#sheet [href="/rules"]')
    page.wait_for_selector(".book h1")
    assert acting.clipped() == []
    assert [one.wrong for one in (*players, screen)] == [[]] * 4
    what_a_phone_loads_first_is_small(Window(browser, table, "Ann", pictures=True))
    window = Window(browser, table, java_script_enabled=False)
    window.page.goto(table.url)
    assert "JavaScript" in window.page.locator(".noscript").inner_text()


def what_a_phone_loads_first_is_small(window):
    loaded = []
    window.page.on("requestfinished", lambda one: loaded.append(one))  # noqa: PLW0108, Playwright marks it
    window.sit()  # Ann's phone is another one now
    window.page.wait_for_selector(".k-table")
    window.page.evaluate("() => document.fonts.ready")
    sizes = {one.url.rpartition("/")[2]: one.sizes()["responseBodySize"] for one in loaded if "/events" not in one.url}
    assert len(sizes) > 8
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_short_evenings_for_two_on_narrow_phones(browser, host):
    players, screen = opened(browser, NAMES[:2], **NARROW)
    for game, taps in FOR_TWO.items():
        sat(host(game, "--deal"), players, screen)
        a_short_evening(players, screen, taps)


def a_short_evening(players, screen, taps):
    rng = Random(4)
    for turn in range(taps):
        for one in players:
            assert one.clipped() == []
        acting = next(one for one in players if one.can())
        if turn == taps - 1:
            assert acting.axe() == []
        play(players, screen, rng, 1, avoid=("guesses", "accuses", "folds"))
    assert screen.axe() == []
    assert [one.wrong for one in (*players, screen)] == [[]] * 3


def test_what_the_host_opens_is_what_is_asked_now(browser, host):
    table = host("red-and-black", "--seat", "Ann", "--seat", "Bob")  # with printed cards
    screen = Window(browser, table, width=1280, height=720)
    screen.page.goto(f"{table.url}/screen#{table.key}")
    for name in ("Ann", "Bob"):
        screen.page.click(f'[aria-label^="{name}:"]')
        screen.page.click("#sheet [data-laptop]")
        screen.page.wait_for_selector(f'[data-atlaptop="{name}"]')
    screen.page.click('[data-host="begin"]')
    screen.page.click('[data-open="t-table"]')
    screen.choose(screen.page.locator("#sheet .say"), Random(1))
    screen.page.wait_for_selector('#page .news, #page #news:has-text("deals")', state="attached")
    screen.page.click('[data-open="t-undo"]')
    assert "deals" in screen.page.locator("#sheet").inner_text()


def test_a_hostile_page_in_a_guests_browser_reads_and_does_nothing(browser, host):
    table = host("liar-poker", "--deal")
    (ann, _bob), screen = sat(table, *opened(browser, NAMES[:2]))
    line = {
        "line": "Ann: folds",
        "key": "k",
        "seen": screen.seq,
        "seat": "Ann",
        "pin": "4711",
        "card": "2h",
        "text": "x",
    }
    what = {
        "at": table.url,
        "shown": some(SHOWN, 3),
        "said": some(SAID, 3),
        "line": line,
        "wrong": ["WRONGLY-0000"] * 7,
    }
    before = screen.seq
    page = ann.context.new_page()
    with hostile_site() as (port, referers):
        for site in (EVIL, "127.0.0.1"):  # the second is the same site to a browser: it sends the guest's cookie
            page.goto(f"http://{site}:{port}/")
            page.evaluate(SCRIPT)
            for found in (
                page.evaluate("what => hostile.assault(what)", what),
                page.evaluate("what => hostile.opened(what)", what),
            ):
                assert found["worked"] == []
            page.evaluate("what => { hostile.frames(what); hostile.forms(what); }", what)
            page.wait_for_timeout(300)
            assert not [one.url for one in page.frames if one.url.startswith(table.url)], "it stands in a frame"
        assert page.goto(f"http://{EVIL}:{table.url.rpartition(':')[2]}/part/hand").status == 421
        assert screen.seq == before
        ann.page.evaluate(SCRIPT)  # its own page may ask all of that: so it was asked
        own = ann.page.evaluate("what => hostile.assault(what)", what | {"said": ["undo"]})
        assert len(own["worked"]) > 15
        referers.clear()
        ann.page.evaluate("where => { location.href = where; }", f"http://{EVIL}:{port}/left")
        ann.page.wait_for_url("**/left")
        assert referers[0] == ""
        ann.page.go_back()
        ann.page.wait_for_selector(".k-table")
    assert (ann.page.locator("#hand *").count(), ann.page.evaluate("document.cookie")) == (0, "")
    kept = "path => fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(() => true, () => false)"
    assert not [path for path in SHOWN[:5] if ann.page.evaluate(kept, path)]
