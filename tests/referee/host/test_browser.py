"""Real browser windows: evenings, what may happen to them, what loads first, results, books and sounds. One browser."""

import re
from collections import Counter
from contextlib import contextmanager
from itertools import count
from random import Random

import pytest

from cardgen.pages.web import page as kept_page
from factbank.kits import keep
from liarsdeck import language
from referee import games
from referee.books import rulebook
from referee.books.html import book_page
from referee.core.setup import seated
from referee.host.hosting import Hosting
from referee.host.pages import folder
from referee.host.session import HostedTable
from referee.store.journal import Journal
from referee.tables.table import Table
from tests import pseudo
from tests.referee.conformance import some_facts
from tests.referee.host import windows
from tests.referee.host.hostile import EVIL, SAID, SCRIPT, SHOWN, hostile_site
from tests.referee.host.promises import (
    NARROW,
    USUAL,
    a_hand_is_in_the_page_only_while_it_is_held,
    a_phone_that_goes_is_away_until_it_is_back,
    guests_write_about_each_other,
    large_text_stays_in_the_page,
    the_lobby_has_room_for_advice_and_names,
    the_story_at_the_end,
    what_moves_stands_still_for_whoever_asks,
)
from tests.referee.host.staged import CASES
from tests.referee.host.windows import Killable, Window, play, sat
from tests.sampling import WHOLE, some, spread

windows.browsers()
NAMES = ["Ann", "Bartholomew", "Cat"]
FIRST_LOAD = 140_000  # bytes, compressed, fonts included; it varies with the pictures of the hand
HEIGHTS = "all => all.map(one => one.getBoundingClientRect().height)"
TO_THE_END = 2000  # taps
LONGER = ("--language", pseudo.CODE)
SHORT = [("liars-guess", 3), ("red-and-black", 3, *LONGER)]
if WHOLE:
    SHORT += [("lizard", 3, *LONGER), *((name, TO_THE_END) for name in ("liars-guess", "red-and-black", "liar-poker"))]


@pytest.fixture(scope="module")
def all_windows(browser):
    """A phone for each of three, and the big screen: to open one costs as much as ten taps."""
    return [Window(browser, None, name) for name in NAMES], Window(browser, None, width=1280, height=720)


@pytest.fixture
def opened(all_windows):
    """So many of the phones, of this size and light, and the big screen, at no table yet."""
    used = []

    def as_new(many, how=USUAL):
        phones, screen = all_windows
        used.extend((*phones[:many], screen))
        return [one.anew(*how) for one in phones[:many]], screen

    yield as_new
    for one in used:
        one.leave()


def test_an_evening_of_liars_lair_in_windows(opened, host, monkeypatch):
    for room in ("app", "session"):
        monkeypatch.setattr(f"referee.host.{room}.AWAY_S", 0.1)
    keep(facts := some_facts(6, Random(3)))
    options = ("--kit", facts.kit, "--deal", "--option", "each=2")
    players, screen = opened(3)
    table = host("liars-lair", *options, *(word for one in players for word in ("--seat", one.name)))
    for one in (*players, screen):
        one.table = table
    for one in players[1:]:
        one.sit_at_once()
    the_lobby_has_room_for_advice_and_names(table, players[0], screen)
    screen.page.click('[data-host="begin"]')
    for one in players[1:]:
        one.page.goto(table.url)
    players[0].page.wait_for_selector(".k-table")
    rng = Random(5)
    for one in (next(one for one in players if one.can()), screen):
        assert one.axe() == []
    screen.page.click('[data-open="t-free"]')
    screen.page.click('[data-free="Cat"]')  # is asked once more
    screen.page.click('#sheet:has-text("Free Cat’s seat?") [data-close]')
    large_text_stays_in_the_page((*players[:2], screen))
    with next(one for one in players if not one.can()).with_own_clock() as other:
        a_hand_is_in_the_page_only_while_it_is_held(other)
    a_phone_that_goes_is_away_until_it_is_back(players[1], players[0], screen)
    wanted = [one for one in players if one.can()]
    while wanted:
        assert wanted[0].page.locator("[data-seq] .tag").count() == 0  # what is true stands nowhere until it is held
        avoid = () if screen.page.locator(".laid").count() else ("passes", "nothing")
        wanted = play(players, screen, rng, 1, avoid, wanted)
        for claim in screen.page.locator(".claim").all():
            assert claim.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 44
    assert {one.kind for one in players} == {"over"}
    assert "wins" in screen.page.inner_text("h1")
    the_story_at_the_end(screen, players[0])
    assert [one.wrong for one in (*players, screen)] == [[]] * 4
    players[1].page.click('[data-post="api/v1/again"]')
    screen.page.wait_for_selector('[role="status"]:has-text("Bartholomew would play again.")')
    screen.page.click('[data-host="rematch"]')
    players[0].page.wait_for_selector(".k-table")


def test_a_lost_network_a_closed_lid_and_a_killed_server_lose_no_tap_and_double_none(opened, host):
    table = host("liar-poker", "--deal", kind=Killable)
    players, screen = opened(2, NARROW)
    sat(table, players, screen)
    acting = next(one for one in players if one.can())
    before = acting.seq
    acting.context.set_offline(True)
    acting.tap(Random(1), avoid=("folds",))
    acting.page.wait_for_selector("#lost:not([hidden])")
    assert acting.page.locator('.btn[aria-busy="true"]').count() == 1, "it stays pressed until it is answered"
    assert screen.seq == before
    acting.context.set_offline(False)
    screen.follow(before + 1)
    acting.follow(before + 1)
    acting.page.reload()
    assert acting.seq == before + 1
    acting = next(one for one in players if one.can())
    with acting.with_own_clock() as other:
        a_closed_lid(table, other)
    screen.follow(before + 2)
    acting.follow(before + 2)
    acting = next(one for one in players if one.can())
    table.kill()
    acting.tap(Random(2), avoid=("folds",))
    acting.page.wait_for_selector("#lost:not([hidden])")
    table.args = ()
    table.start()
    acting.page.wait_for_selector(f'#page > div:not([data-seq="{before + 2}"])', state="attached")
    for one in (screen, *players):
        one.page.wait_for_selector(f'#page > [data-seq="{acting.seq}"]', state="attached")
    assert acting.page.locator("#sheet[open]").count() == 0, "it was said twice, and refused"
    a_short_evening(players, screen, 1)


def a_closed_lid(table, acting):
    """The machine sleeps and no connection ends: the phone asks again, misses the beat, and all is back by itself."""
    table.sleep()
    acting.tap(Random(2), avoid=("folds",))
    assert acting.page.locator("#lost[hidden]").count() == 1
    acting.page.clock.fast_forward(8_500)
    acting.page.wait_for_selector("#lost:not([hidden])")
    with acting.page.expect_request("**/events"):
        acting.page.clock.fast_forward(40_000)
    table.wake()
    acting.page.wait_for_selector("#lost[hidden]", state="attached")


def test_lizard_at_320_pixels_by_night(browser, opened, host):
    table = host("lizard", "--deal", "--option", "rounds=8", "--option", "hook=true")
    players, screen = opened(3, NARROW)
    with what_a_phone_loads_first_is_small(players[0]):
        sat(table, players, screen)
    rng, wanted = Random(2), None
    for _ in range(60):
        for one in players:
            assert one.clipped() == []
        acting = wanted[0] if wanted else next(one for one in players if one.can())
        if acting.page.locator('[data-why][aria-disabled="true"]').count():
            break
        wanted = play(players, screen, rng, 1, wanted=wanted)
    what_moves_stands_still_for_whoever_asks(acting)  # the fan of cards
    page = acting.page
    page.locator('[data-why][aria-disabled="true"]').first.click(force=True)  # what is not allowed says why
    assert page.locator("#sheet .why").inner_text().strip()
    assert page.locator("#sheet .rid a").inner_text().startswith("lizard.")
    assert acting.axe() == []
    page.click("#sheet [data-close]")
    page.click(".me")
    page.wait_for_selector("#sheet .who3")
    assert "what may i do?" in page.locator("#sheet").inner_text().lower()
    assert acting.axe() == []
    page.click('#sheet [href="rules"]')
    page.wait_for_selector(".book h1")
    assert acting.clipped() == []
    assert [one.wrong for one in (*players, screen)] == [[]] * 4
    window = Window(browser, table, java_script_enabled=False)
    window.page.goto(table.url)
    assert "JavaScript" in window.page.locator(".noscript").inner_text()
    if WHOLE:
        sat(host("lizard", "--deal", "--option", "rounds=3"), players, screen)
        a_short_evening(players, screen, TO_THE_END)


@contextmanager
def what_a_phone_loads_first_is_small(one):
    loaded, keep = [], lambda request: loaded.append(request)  # noqa: PLW0108, Playwright marks it
    one.draw_cards()
    one.page.on("requestfinished", keep)
    yield
    one.page.wait_for_selector(".k-table")
    one.page.evaluate("() => document.fonts.ready")
    one.page.remove_listener("requestfinished", keep)
    one.draw_cards(draw=False)
    sizes = {one.url.rpartition("/")[2]: one.sizes()["responseBodySize"] for one in loaded if "/events" not in one.url}
    assert len(sizes) > 8
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_short_evenings_on_narrow_phones(opened, host, tmp_path, monkeypatch):
    """Some are in the pseudo-language, in which every vowel stands twice; with WHOLE=1 others come to their end."""
    places = (*language.places(), pseudo.write(tmp_path).parent)
    monkeypatch.setattr(language, "places", lambda: places)
    for game, taps, *spoken in SHORT:
        players, screen = opened(games.game(game).seats[0], NARROW)
        sat(host(game, "--deal", *spoken), players, screen)
        a_short_evening(players, screen, taps)
    language.language.cache_clear()


def a_short_evening(players, screen, taps):
    unspoken = ("html-lang-valid",)  # of the pseudo-language
    rng, wanted = Random(4), [one for one in players if one.can()]
    for turn in range(taps):
        for one in players:
            assert one.clipped() == one.broken() == []
        if turn == min(taps, 3) - 1:
            assert wanted[0].axe(rules=unspoken) == []
        wanted = play(players, screen, rng, 1, () if turn > 40 else ("guesses", "accuses", "folds"), wanted)
        if not wanted:
            break
    assert taps < TO_THE_END or {one.kind for one in players} == {"over"}
    assert screen.axe(rules=unspoken) == []
    assert [one.wrong for one in (*players, screen)] == [[]] * (len(players) + 1)


def test_a_hand_of_five_to_take_from_fits_a_small_phone(opened, host):
    number, taker = table_with_a_take_of_five()
    (window,), _ = opened(1, (320, 568, "light"))
    window.table, window.name = host("--table", f"{number}", "--deal"), taker
    window.sit_at_once().page.goto(window.table.url)
    assert (window.step, window.page.locator(".pickrows .row").count()) == ("take", 5)
    longest = "For a year the Stephens doorbell rang after each visitor had set out, to see to the rest."
    window.page.evaluate(
        "text => document.querySelectorAll('.row .fact').forEach(one => one.textContent = text)", longest
    )
    assert window.scrolls() == [0, 0]
    assert window.broken() == []


def test_a_hand_of_twelve_and_all_its_bids_fit_a_small_phone(opened, host):
    game, rng = games.game("lizard"), Random(2)
    with Journal() as journal:
        kept = Table.new(journal, games.setup(game, ("Ann", "Bob", "Cat"), {}), seed="3")
        while kept.state.round < 12 or (due := game.to_act(kept.state))[0].verbs != ("bids",):
            legal = [
                one for one in games.legal_actions(game, kept.state) if one.seat is not None and one.verb != "holds"
            ]
            kept.act(kept.draw(everything=True) or rng.choice(legal))
        kept.leave()
    (window,), _ = opened(1, NARROW)
    window.table, window.name = host("--table", f"{kept.number}", "--deal"), kept.name(due[0].seat)
    window.sit_at_once().page.goto(window.table.url)
    assert window.page.locator(".fan .card").count() == 12
    shown = '() => getComputedStyle(document.querySelector(".fan .card")).objectPosition'
    assert window.page.evaluate(shown) != "50% 50%"  # face down until it is touched
    window.page.click(".fan.rowed")
    assert window.page.evaluate(shown) == "50% 50%"
    assert window.page.locator(".bids .opt").count() == 13
    assert window.scrolls() == [0, 0]
    assert min(window.page.eval_on_selector_all(".bids .opt", HEIGHTS)) >= 44


def table_with_a_take_of_five():
    """Leave a table of Liar's Lair at which somebody looks through a hand of five; return its number, and who."""
    keep(facts := some_facts(9, Random(3)))
    setup = games.setup(games.game("liars-lair"), ("Ann", "Bob", "Cat"), {"each": 3}, facts=facts)
    with Journal() as journal:
        for seed in count():
            rng, hosted = Random(seed), HostedTable(journal, Hosting("WORD-0000", "", deals=True))
            hosted.open_table(number := Table.new(journal, setup, kit=facts.kit, seed=f"{seed}").number)
            while not hosted.table.over:
                seat = hosted.table.game.to_act(hosted.table.state)[0].seat
                legal = [line for line in hosted.views.legal(seat).lines if "declares" not in line]
                if sum("takes" in line and "nothing" not in line for line in legal) == 5:
                    hosted.close()
                    return number, setup.seats[seat]
                hosted.say(seat, rng.choice(legal), f"k{hosted.seq}", hosted.seq)
            hosted.close()
    raise AssertionError


def test_what_the_host_opens_is_what_is_asked_now(opened, host):
    table = host("red-and-black", "--seat", "Ann")  # with printed cards
    _, screen = opened(0)
    screen.page.goto(f"{table.url}/screen#{table.key}")
    screen.page.click('[data-open="t-bot"]')
    screen.page.fill("#sheet input", "Bob")
    screen.page.click('#sheet [value="random"]')
    screen.page.wait_for_selector('.sitters .in:has-text("a bot")')
    assert screen.page.locator('[data-open="t-bot"]').count() == 0  # both seats are taken
    screen.page.click('[aria-label^="Bob:"]')
    screen.page.click('#sheet [data-level="person"]')
    screen.page.wait_for_selector('.sitters .wait:has-text("Bob")')
    for name in ("Ann", "Bob"):
        screen.page.click(f'[aria-label^="{name}:"]')
        screen.page.click("#sheet [data-laptop]")
        screen.page.wait_for_selector(f'[data-atlaptop="{name}"]')
    screen.page.click('[data-host="begin"]')
    screen.page.click('[data-open="t-table"]')
    screen.choose("#sheet .say", Random(1))
    screen.page.wait_for_selector('#page .news, #page #news:has-text("deals")', state="attached")
    screen.page.click('[data-open="t-undo"]')
    assert re.search("(Ann|Bob) deals", screen.page.locator("#sheet").inner_text())


def test_guests_write_facts_about_each_other_on_phones_of_three_widths(opened, host):
    table = host("liars-lair", "--deal")
    phones, screen = opened(3)
    for one in (*phones, screen):
        one.table = table
    for one in phones:
        one.sit_at_once()
    screen.post("join", host=table.key)
    guests_write_about_each_other(screen, phones)


def test_printed_cards_are_dealt_one_by_one_then_a_leader_is_drawn(opened, host):
    """Both open by themselves, at the host's screen."""
    keep(facts := some_facts(6, Random(1)))
    seats = (word for name in ("Ann", "Bob", "Cat") for word in ("--seat", name))
    table = host("liars-lair", "--kit", facts.kit, "--option", "each=2", *seats)
    (phone,), screen = opened(1)
    phone.table = table
    phone.sit_at_once().page.goto(table.url)
    screen.page.goto(f"{table.url}/screen#{table.key}")
    for name in ("Bob", "Cat"):
        screen.page.click(f'[aria-label^="{name}:"]')
        screen.page.click("#sheet [data-laptop]")
        screen.page.wait_for_selector(f'[data-atlaptop="{name}"]')
    screen.page.click('[data-host="begin"]')
    phone.page.wait_for_selector("text=Wait for your cards.")
    assert phone.page.locator("[data-hold]").count() == 0
    screen.page.wait_for_url("**/laptop*")  # its script hears no key before it is there
    order = {card.number: "" for card in facts.cards}
    for number in order:
        screen.page.wait_for_selector(f'.script li:has-text("Card {number} of 12"):visible')
        assert screen.page.locator(".script li:visible").count() == 1
        order[number] = screen.page.inner_text(".script .to:visible")
        if number == 6:
            assert screen.axe() == screen.clipped() == screen.broken() == []
        screen.page.keyboard.press("Space" if number % 2 else "ArrowRight")
    assert Counter(order.values()) == {"Ann": 4, "Bob": 4, "Cat": 4}
    screen.page.click("[data-back]")
    screen.page.click("[data-next]")
    screen.page.click("text=All are dealt")
    screen.page.wait_for_selector('#page #news:has-text("The cards are dealt.")')
    phone.page.wait_for_selector("[data-hold]")
    for name in ("Ann", "Cat", "Bob", "Bob"):
        screen.page.click(f'#sheet [data-volunteer="{name}"]')
    screen.page.click("#sheet [data-draw]")
    screen.page.wait_for_selector('#page #news:has-text("leads")', state="attached")
    assert table.hosted.table.log.lines[-1] in ("start Ann", "start Cat")
    assert screen.page.locator("[data-deal]").count() == 0


def test_a_small_laptop_shows_the_button_that_begins_and_each_card_to_deal(opened, host):
    keep(facts := some_facts(24, Random(1)))
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
    table = host("liars-lair", "--kit", facts.kit, *(word for name in names for word in ("--seat", name)))
    _, screen = opened(0)
    screen.table = table
    screen.post("join", host=table.key)
    screen.post("game", game="liars-lair", options={}, kit="", deal=False)
    screen.post("seats", seats=names, laptop=names)

    def below(what):
        """How many of these are below the fold, or under the bar at the foot."""
        return screen.page.evaluate(
            """what => [...document.querySelectorAll(what)].filter(one => {
                const box = one.getBoundingClientRect(), bar = document.querySelector(".k-laptop > footer");
                return box.bottom > (bar && !bar.contains(one) ? bar.getBoundingClientRect().top : innerHeight);
            }).length""",
            what,
        )

    screen.page.set_viewport_size({"width": 1280, "height": 650})
    screen.page.goto(f"{table.url}/screen")
    screen.page.wait_for_selector("[data-kit]")
    assert below('[data-host="begin"]') == 0
    screen.post("game", kit=facts.kit)
    screen.post("begin")
    screen.page.goto(f"{table.url}/laptop")
    assert screen.page.locator(".script li").count() == 48
    assert below(".script li, .dealing footer .btn") == 0


def test_a_hostile_page_in_a_guests_browser_reads_and_does_nothing(opened, host):
    table = host("liar-poker", "--deal")
    (ann, bob), screen = opened(2)
    for one in (ann, bob, screen):
        one.table = table
    ann.sit_at_once()
    bob.sit_at_once()
    screen.post("join", host=table.key)
    screen.post("begin")
    ann.page.goto(table.url)
    before = table.hosted.seq
    line = {"line": "Ann: folds", "key": "k", "seen": before, "seat": "Ann", "pin": "4711", "card": "2h", "text": "x"}
    what = {
        "at": table.url,
        "shown": some(SHOWN, 3),
        "said": some(SAID, 3),
        "line": line,
        "wrong": ["WRONGLY-0000"] * 7,
    }
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
        assert table.hosted.seq == before
        ann.page.evaluate(SCRIPT)  # its own page may ask all of that: so it was asked
        own = ann.page.evaluate("what => hostile.assault(what)", what | {"said": ["undo"]})
        assert len(own["worked"]) > 15
        referers.clear()
        ann.page.evaluate("where => { location.href = where; }", f"http://{EVIL}:{port}/left")
        ann.page.wait_for_url("**/left")
        assert referers[0] == ""
        ann.page.go_back()
        ann.page.wait_for_selector(".k-table")
        for one in ann.context.pages:  # beside another window, this one is in the background and drawn once a second
            if one is not ann.page:
                one.close()
        ann.page.bring_to_front()
    assert (ann.page.locator("#hand *").count(), ann.page.evaluate("document.cookie")) == (0, "")
    kept = "path => fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(() => true, () => false)"
    assert not [path for path in SHOWN[:5] if ann.page.evaluate(kept, path)]


def test_the_answers_of_an_accusation_are_touched(opened, host):
    game = games.game("liars-guess")
    with Journal() as journal:
        kept = Table.new(journal, games.setup(game, ("Ann", "Bob"), {"accuse": "named"}), seed="3")
        while len(kept.state.asks) < 4 or kept.state.phase != "turn":
            legal = [one for one in games.legal_actions(game, kept.state) if one.verb in {"shows", "answers"}]
            kept.act(kept.draw(everything=True) or legal[0])
        kept.leave()
    (window,), _ = opened(1, NARROW)
    window.table, window.name = host("--table", f"{kept.number}", "--deal"), kept.name(kept.state.turn)
    window.sit_at_once().page.goto(window.table.url)
    window.page.click('[data-open="f-accuses"]')
    key = window.page.locator("#sheet [data-key]")
    assert key.get_attribute("aria-disabled") == "true"
    for row in range(window.page.locator("#sheet .pickrows .opt").count()):
        window.touch("#sheet .pickrows .opt", row)
    assert window.axe() == window.broken() == window.clipped() == []
    key.click()
    window.page.wait_for_selector(':text("answers 1 (")', state="attached")


def test_the_two_answers_of_a_nose_stand_beside_a_long_name_or_under_it(opened, host):
    names = ("Ann", "Konstantinopolos")
    with Journal() as journal:
        kept = Table.new(journal, games.setup(games.game("liars-guess"), names, {}), seed="3")
        while not any("Konstantinopolos: answers" in line for line in kept.log.lines):
            legal = [one for one in games.legal_actions(kept.game, kept.state) if one.verb in {"shows", "answers"}]
            kept.act(kept.draw(everything=True) or legal[0])
        kept.leave()
    (phone,), _ = opened(1)
    phone.table = host("--table", f"{kept.number}", "--deal")
    phone.sit_at_once().page.goto(phone.table.url)
    phone.page.wait_for_selector(".smell .btn")
    for size in (NARROW, (360, 740, "light"), USUAL):
        phone.anew(*size)
        assert phone.clipped() == []


SIZES = [(360, 740, "dark"), (390, 844, "light")]
UNSEEN = """() => [...document.querySelectorAll('.mo :is(h1, .card, .rb, .much, .tag)')].filter(one => {
  const box = one.getBoundingClientRect();
  const foot = document.querySelector('.bill-over > .btn, .hostbar, .phone > footer');
  const under = box.bottom > foot.getBoundingClientRect().top + 1;
  return box.top < -8 || under || getComputedStyle(one).visibility != 'visible';
}).map(one => one.outerHTML.slice(0, 90))"""

BREATH = "() => getComputedStyle(document.querySelector('.mo .late')).animationDelay"
OVER = "() => document.getAnimations().forEach(one => one.finish())"
BOTH = "a lie in play"  # on phones of both sizes; the others on one of them each


@pytest.mark.parametrize("name", [BOTH, *some([name for name in reversed(CASES) if name != BOTH], 9)])
def test_a_result_is_in_sight_on_all_screens_until_its_time_is_over(opened, host, household, name):
    case = CASES[name]
    who, _, said = case.rows[-1].partition(": ")
    table = host("--table", f"{case.stands(household)}", *(["--deal"] if said else []))  # else chance would say it
    table.hold()
    phones, screen = opened(2 if name == BOTH else 1, SIZES[[*CASES].index(name) % 2])
    by_name = dict(zip(case.names, phones, strict=False))
    for seat, one in by_name.items():
        one.table, one.name = table, seat
        one.sit_at_once()
    if name == BOTH:
        phones[1].page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})
    screen.table = table
    screen.post("join", host=table.key)
    screen.page.set_viewport_size({"width": 1280, "height": 680})  # of a browser with bars
    for one, path in (*((one, "/") for one in phones), (screen, "/screen")):
        one.page.goto(table.url + path)
        one.page.wait_for_selector(".k-table")
    by_name.get(who, screen).post("line", line=case.rows[-1], key="k", seen=table.hosted.seq)
    for at, (kind, said) in enumerate(case.held):
        for one in (screen, *phones):
            fallen = kind in {"verdict", "fallen"} and said.startswith(f"{one.name} is out")
            one.page.wait_for_selector(f".mo.m-{kind}" if fallen else f"[class*='-{at} '] .mo.m-{kind}")
            if one.page.locator(".mo.verdict").count():
                assert one.page.evaluate(BREATH) == "1.5s"
                one.page.evaluate(OVER)
            assert one.page.evaluate(UNSEEN) == [], (one.name, kind)
            assert one.clipped() == []
        if name == BOTH and at == 0:
            assert screen.axe() == phones[0].axe() == []
            what_moves_stands_still_for_whoever_asks(screen)
        table.passed(7)
        screen.page.wait_for_selector(f".mo.m-{kind}")
        table.passed(1.5)
    if table.hosted.table.game.outcome(table.hosted.table.state).winners:  # crown and awards
        screen.page.wait_for_selector(".mo.m-crown")
        screen.page.evaluate(OVER)
        assert screen.page.evaluate(UNSEEN) == []
        table.passed(99)
    for one in (screen, *phones):
        one.page.wait_for_selector("#page [data-moment]", state="detached")
        assert one.wrong == []


@pytest.fixture
def in_a_lobby(opened, host):
    """Three phones, of which Joost's has joined a lobby of Lizard, where nobody sits yet."""
    table, (phones, _) = host("lizard", "--deal"), opened(3)
    for one, one.name in zip(phones, ("Joost", "Bob", "Cat"), strict=True):
        one.table = table
    phones[0].page.goto(f"{table.url}/#{table.word}")
    phones[0].page.wait_for_selector("#name")
    return phones


def test_a_name_that_will_not_do_is_refused_a_half_typed_one_stays_and_back_closes_what_is_open(in_a_lobby):
    joost, bob, other = in_a_lobby
    page = joost.page
    page.fill("#name", "host")  # who comes first is asked at once
    page.keyboard.press("Enter")
    page.wait_for_selector('.no:has-text("take another name")')
    assert page.locator(".keys").count() == 0
    page.fill("#name", "")
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
    other.name = "Joost"
    other.sit_at_once("0000")  # somebody else was quicker
    for _ in range(4):
        page.click('[data-digit="1"]')
    page.wait_for_selector('#step .no:has-text("Joost sits already.")')
    assert [one.wrong for one in in_a_lobby] == [[]] * 3


def test_the_right_link_opens_the_big_screen_in_the_tab_that_was_refused_and_who_reads_is_called(in_a_lobby):
    joost, bob, other = in_a_lobby
    table, page = joost.table, bob.page
    page.goto(f"{table.url}/screen#{table.key[:-2]}no")
    page.wait_for_selector("dialog[open] .ask")
    assert page.locator("#page [data-join]").count() == 1
    page.goto(f"{table.url}/screen#{table.key}")
    page.wait_for_selector('#page [data-deals="yes"]')
    assert page.locator("dialog[open]").count() == 0
    assert page.url == f"{table.url}/screen"
    for one in (joost, other):
        one.sit_at_once()
    bob.post("bot", seat="Zoe", level="random")
    joost.page.goto(f"{table.url}/rules")
    assert joost.page.locator("#call").is_hidden()
    bob.post("begin")
    joost.page.wait_for_selector("#call:not([hidden])")
    joost.page.click("#call")
    joost.page.wait_for_selector(".k-table")


CUT = """() => [...document.querySelectorAll('h1, h2, h3, p, li, figure, figure *, figcaption, .b-scroll, .b-index *')]
  .filter(one => { const box = one.getBoundingClientRect(), end = document.documentElement.clientWidth;
    return box.width && (box.right > end + .5 || box.left < -.5) }).map(one => one.outerHTML.slice(0, 80))"""
HIDDEN = """() => [...document.querySelectorAll('.b-scroll')].filter(one => one.scrollWidth > one.clientWidth + 1)
  .filter(one => !getComputedStyle(one).backgroundAttachment.includes('local') || one.tabIndex !== 0).length"""
APART = """() => [...document.querySelectorAll('.b-row:not(.b-said)')]
  .filter(row => new Set([...row.querySelectorAll('.b-card')].map(one => one.getBoundingClientRect().top)).size > 1)
  .map(row => row.outerHTML.slice(0, 80))"""
COLOURS = "() => { const is = getComputedStyle(document.body); return [is.backgroundColor, is.color] }"
UNDER = """() => [...document.querySelectorAll('.b-group > span')].filter(one => {
    const said = one.getBoundingClientRect(), hand = one.previousElementSibling.getBoundingClientRect();
    return said.top < hand.bottom || Math.abs(said.left + said.right - hand.left - hand.right) > 4 }).length"""


def test_a_book_on_a_small_screen_is_whole(browser, monkeypatch):
    """320 pixels, light and dark: nothing is cut off, what is wider says so, a label stands under its own cards."""
    monkeypatch.setattr("cardgen.pages.web.pictures_of", lambda art, names: dict.fromkeys(names, ""))
    context = browser.new_context(viewport={"width": 320, "height": 700})
    window = context.new_page()
    for kind, scheme, game in spread(["kept", "phone"], ["light", "dark", "dark"], rulebook.games()):
        it = games.game(game)
        window.emulate_media(color_scheme=scheme)
        if kind == "kept":
            window.set_content(kept_page(game, it.options(), it.usual))
        else:
            styles = "".join((folder() / "static" / name).read_text() for name in ("host.css", "book.css"))
            book = book_page(seated(it, it.usual, it.options()))
            window.set_content(f'<style>{styles}</style><main class="book">{book}</main>')
        assert window.evaluate("document.documentElement.scrollWidth") == 320, game
        assert window.evaluate(CUT) == [], game
        assert window.evaluate(HIDDEN) == 0, game
        assert window.evaluate(APART) == [], game
        assert window.evaluate(UNDER) == 0, game
        paper, ink = window.evaluate(COLOURS)
        light = [sum(map(int, colour.strip("rgb()").split(",")[:3])) for colour in (paper, ink)]
        assert (light[0] > light[1]) == (scheme == "light"), game
    context.close()


HEARD = """async name => {
  const audio = new OfflineAudioContext(1, 88200, 44100);
  sound.put(audio, name, 0, 1);
  const samples = [...(await audio.startRendering()).getChannelData(0)];
  const loud = samples.map(Math.abs), last = loud.findLastIndex(one => one > 0.004);
  return {peak: Math.max(...loud), seconds: last / 44100, end: loud.at(-1),
    power: Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / last),
    crossings: samples.filter((one, at) => at && one * samples[at - 1] < 0).length};
}"""
LISTENING = """
window.made = []; window.spoken = [];
window.AudioContext = class extends AudioContext {
  constructor() { super(); made.push('context'); }
  createOscillator() { made.push('tone'); return super.createOscillator(); }
};
Object.defineProperty(window, 'speechSynthesis', {value: {
  getVoices: () => [
    {lang: 'en-US', localService: false, name: 'far'},
    {lang: 'en-GB', localService: true, name: 'near'},
  ],
  speak: said => spoken.push([said.voice.name, said.text]), cancel() {}, addEventListener() {},
}});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
navigator.vibrate = pattern => { window.buzzed = pattern; return true; };
"""


def each_sound_is_short_and_is_heard_and_no_two_are_alike(page):
    heard = {name: page.evaluate(HEARD, name) for name in page.evaluate("() => sound.names")}
    assert [*heard] == ["card", "breath", "stamp", "out", "win", "turn", "liar", "ooh", "ha", "bravo"]
    for name, one in heard.items():
        assert 0.02 < one["power"] < one["peak"] <= 1, name
        assert 0.05 < one["seconds"] < 1.9, name
        assert one["end"] < 0.001, name
    assert 1.2 < heard["breath"]["seconds"] < 1.6  # it ends when the stamp falls
    for was, now, sounds in HAPPENS:
        assert [name for name, _ in page.evaluate("both => sound.between(...both)", [was, now])] == sounds
    assert len({(round(one["seconds"], 1), one["crossings"] // 100) for one in heard.values()}) == len(heard)


HAPPENS = [
    ({"kind": "table", "seq": 4}, {"kind": "table", "seq": 5}, ["card"]),
    ({"kind": "table", "seq": 4, "wanted": "Ann"}, {"kind": "table", "seq": 5, "wanted": "Bob"}, ["card", "turn"]),
    ({"kind": "table", "seq": 4}, {"kind": "table", "seq": 4}, []),
    ({"kind": "lobby", "seq": 0}, {"kind": "lobby", "seq": 0}, []),
    ({"kind": "table", "seq": 9}, {"kind": "over", "seq": 10}, ["win"]),
    (
        {"seq": 4, "thrown": [["stamp1", "ha"]]},
        {"seq": 4, "thrown": [["stamp1", "ha"], ["stamp2", "bravo"]]},
        ["bravo"],
    ),
]


def test_nothing_plays_before_a_touch_then_a_verdict_is_heard_and_read_and_a_phone_calls(browser, host, household):
    """On the big screen and Ann's phone, when Bob plays a lie that she can prove and take one of his cards for."""
    case = CASES["a lie in play"]
    table = host("--table", f"{case.stands(household)}", "--deal")
    table.hold()
    screen, phone = Window(browser, table, width=1280, height=720), Window(browser, table, "Ann")
    for one in (screen, phone):
        one.context.add_init_script(LISTENING)
    phone.sit_at_once()
    screen.post("join", host=table.key)
    screen.page.goto(screen.table.url + "/screen")
    phone.page.goto(phone.table.url)
    for one in (screen, phone):
        one.page.wait_for_selector(".k-table")
    assert screen.page.evaluate("() => [made, spoken]") == [[], []]
    sounds, voice = screen.page.locator("#sounds button").all()
    assert (sounds.inner_text(), voice.inner_text()) == ("Sound: loud", "Voice: off")
    voice.click()
    assert screen.page.evaluate("() => spoken") == [["near", "Every word of it is true."]]
    before = screen.page.evaluate("() => made.length")
    screen.post("line", line=case.rows[-1], key="k", seen=screen.table.hosted.seq)
    screen.page.wait_for_selector(".mo.m-verdict")
    screen.page.wait_for_function("() => spoken.length > 1")
    said = screen.page.evaluate("() => spoken.at(-1)[1]")
    assert said.startswith(case.held[0][1].rstrip("."))
    assert screen.page.evaluate("() => made.length") > before
    assert phone.page.evaluate("() => window.buzzed") is None
    screen.table.passed(9)
    phone.page.wait_for_function("() => window.buzzed")
    phone.page.click(".me, [data-fetch]")
    called = phone.page.locator("#sheet [data-buzz]")
    assert called.inner_text() == "Call me when it is my turn: yes"
    called.click()
    assert called.inner_text() == "Call me when it is my turn: no"
    screen.page.keyboard.press("m")
    assert sounds.inner_text() == "Sound: off"
    screen.page.reload()
    assert screen.page.locator("#sounds button").first.inner_text() == "Sound: off"
    each_sound_is_short_and_is_heard_and_no_two_are_alike(screen.page)
    for one in (screen, phone):
        assert one.wrong == []
        one.context.close()
