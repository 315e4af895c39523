"""What is in sight on every page that the staged tables show, on screens of many sizes. One browser, no server."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.referee.games import lair
from tests.referee.host import windows
from tests.referee.host.sights import LONG, SIGHT, Looking, Sight, sights
from tests.referee.host.staged import CASES
from tests.referee.host.test_moments import staged
from tests.referee.host.wire import lobby
from tests.sampling import some, spread

windows.browsers()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    return sights(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def looking(browser, tmp_path_factory):
    return Looking(browser, tmp_path_factory.mktemp("shell"))


def test_no_page_shows_or_names_a_card_of_a_covered_hand(shown, looking):
    told, opened = [], 0
    for sight in some([sight for sight in shown if sight.secrets], 3):
        looking.shows(sight)
        seen = looking.page.evaluate(SIGHT)
        told += [(sight.case, sight.look, words) for words in sight.secrets if words in seen]
        if (fan := looking.page.locator("#page .fan.shut")).count():  # touched beside the next row, it opens
            fan.first.click(position={"x": 20, "y": 8})
            seen = looking.page.evaluate(SIGHT)
            opened += any(words in seen for words in sight.secrets)
    assert not told, told
    assert opened > 1


SIZES = {
    "phone": [(320, 568, 100), (740, 360, 100), (360, 740, 130), (390, 844, 200), (768, 1024, 100), (1024, 768, 100)],
    "big": [(1280, 720, 100), (1280, 680, 100), (1920, 1080, 100)],
}
"""Width and height in pixels, and the size of the text in per cent."""

FAULTS = """text => {
  const page = document.getElementById('page'), all = (what, from = page) => [...from.querySelectorAll(what)];
  const middle = one => {  // of what shows of a card in two rows, the upper half
    const box = one.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height * (one.matches('.fc') ? .25 : .5)); };
  const found = [], brief = one => one.outerHTML.replace(/\\s+/g, ' ').slice(0, 90);
  const fault = (why, ones) => ones.length && found.push(`${why}: ${brief(ones[0])}`);
  const seen = (why, ones) => text < 200 && fault(why, ones);
  document.documentElement.style.fontSize = text === 100 ? '' : text + '%';
  dispatchEvent(new Event('resize'));
  for (const one of document.getAnimations()) if (one.effect.getTiming().iterations !== Infinity) one.finish();

  const foot = page.querySelector('.bill-over > .btn, .hostbar, .phone > footer');
  seen('a result that is not in the window', all('.mo :is(h1, .card, .rb, .much, .tag)').filter(one => {
    const box = one.getBoundingClientRect();
    return box.top < -8 || box.bottom > foot.getBoundingClientRect().top + 1; }));

  const answers = all('[data-wanted] :is([data-say], [data-confirm], [data-only], [data-key], .opt)');
  if (!answers.some(one => one.contains(middle(one)))) seen('no answer in the window', answers);

  fault('a headline under something', all('.k-over h1').filter(one => !one.contains(middle(one))));
  fault('a sentence that is cut', all('.tile .ts').filter(one => one.scrollHeight > one.clientHeight + 1));
  fault('a card that is cut', all('.ix > *').filter(one => {
    const box = one.getBoundingClientRect(), card = one.parentElement.getBoundingClientRect();
    return box.top < card.top || box.bottom > card.bottom || box.right > card.right + 1; }));

  const big = page.querySelector('.big');
  seen('beside the window', all('*').filter(one => {
    const box = one.getBoundingClientRect();
    if (one.closest('.vh, svg, .face, .thrown, .thrown') || box.width < 2 || box.height < 2) return false;
    return box.right > innerWidth + 1 || box.left < -1 || big && (box.bottom > innerHeight + 1 || box.top < -1); }));

  seen('under something else', all('button, a[href], input', page.querySelector('.bill-over') || page).filter(one => {
    if (!one.checkVisibility({visibilityProperty: true})) return false;
    one.scrollIntoView({block: 'center'});
    const hit = middle(one);
    return !(hit && (one.contains(hit) || hit.matches('label') && hit.contains(one))); }));
  scrollTo(0, 0);
  return found; }"""
"""What is wrong with a page: a result out of sight, no answer in sight, what is cut off, a button under something.

A page with text of twice the size is scrolled: there only what is cut is wrong.
"""


@pytest.mark.parametrize("kind", SIZES)
def test_what_is_held_or_asked_is_in_the_window_and_nothing_lies_over_what_can_be_pressed(shown, looking, kind):
    longest = sorted(shown, key=lambda one: len(one.html))
    looks = {(one.look, len((CASES | LONG)[one.case].names)): one for one in longest}
    pages = [sight for sight in looks.values() if sight.look.startswith(kind)]
    faults = []
    for (width, height, text), sight in sorted(spread(SIZES[kind], pages), key=lambda one: one[0]):
        looking.page.set_viewport_size({"width": width, "height": height})
        looking.shows(sight)
        faults += [(width, height, text, sight.look, why) for why in looking.page.evaluate(FAULTS, text)]
    assert not faults, "\n".join(map(str, faults))


PHONES = [(320, 568), (360, 640), (390, 844), (844, 390)]


@pytest.fixture
def phone(looking, household):
    """Show one phone of a staged table in the window, with what this phone may ask for."""

    def shows(case, who, *, size, text=100, confirms=""):
        def parts():
            evening, phones, _ = staged(household, case, moment_s=0)
            found = {path: phones[who].get(path).body.decode() for path in ("/part/phone", "/part/menu", "/part/hand")}
            if confirms:
                answer = phones[who].ask("POST", "/part/confirm", b'{"line": "%s"}' % confirms.encode())
                assert answer.status == 200, answer
                found["/part/confirm"] = answer.body.decode()
            evening.close()
            return found

        with ThreadPoolExecutor(1) as apart:
            looking.texts |= apart.submit(parts).result()
        looking.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        looking.shows(Sight("", who, looking.texts["/part/phone"], ()), text)
        return looking.page

    return shows


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)])
def test_a_tablet_uses_its_room(phone, size):
    page = phone(CASES["a lie in play"]._replace(lines=lair.START), "Ann", size=size, text="")
    assert page.locator("#page .hold").bounding_box()["width"] > 0.9 * size[0]
    assert page.locator("#page .ask").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > 30


LIZARD, ATTACK = CASES["a trick, and the round"], CASES["an attack"]


@pytest.mark.parametrize(
    ("size", "turn"),
    spread(
        PHONES[:3],
        [(LIZARD, 3, "Cat"), (LIZARD, -1, "Ann"), (ATTACK, 3, "Bob"), (ATTACK, 8, "Bob"), (ATTACK, -2, "Ann")],
    ),
)
def test_in_text_of_twice_the_size_a_turn_begins_with_what_is_asked_and_an_answer(phone, size, turn):
    case, lines, who = turn
    page = phone(case.cut(lines), who, size=size, text=200)
    assert page.locator("#page > [data-wanted]").count() == 1
    assert page.evaluate(HIDDEN, "#page main .ask") == []
    assert page.evaluate(BELOW) == []


BELOW = """() => {
  const first = document.querySelector('#page main :is([data-say], [data-confirm], [data-only], .opt)');
  const hold = document.querySelector('.phone > .hold'), found = [];
  if (first.getBoundingClientRect().bottom > (hold ? hold.getBoundingClientRect().top : innerHeight) + 1)
    found.push('the first answer is not in sight');
  for (const one of document.querySelectorAll('#page :is(.facts *, .rb)'))
    if (one.getBoundingClientRect().right > innerWidth) found.push('beside the window: ' + one.textContent);
  return found; }"""


OVER = """() => {
  const sheet = document.getElementById('sheet'), back = sheet.lastElementChild, found = [];
  const held = sheet.querySelector('.mo').getBoundingClientRect(), way = back.getBoundingClientRect();
  for (const one of sheet.querySelectorAll('.btn:not([data-close])'))
    if (one.getBoundingClientRect().top < held.bottom) found.push('lies on the result: ' + one.textContent);
  for (const x of [.1, .3, .5, .7, .9]) for (const y of [.15, .5, .85]) {
    const hit = document.elementFromPoint(way.x + x * way.width, way.y + y * way.height);
    if (!back.contains(hit)) found.push('over the way back: ' + (hit ? hit.outerHTML.slice(0, 60) : 'nothing')); }
  if (way.height > innerHeight / 4) found.push('what stays in sight is too high: ' + way.height);
  return found; }"""
"""What lies over a button of the sheet, or under one, where the sheet tells of the last result."""


@pytest.mark.parametrize("size", PHONES)
def test_the_last_result_in_the_menu_lies_neither_over_nor_under_a_button(phone, size):
    page = phone(CASES["a hand that falls by itself"], "Bob", size=size)
    page.locator(".top .me").evaluate("one => one.click()")
    page.wait_for_selector("#sheet .mo .card")
    for end in (False, True):
        page.evaluate("end => { sheet.scrollTop = end ? sheet.scrollHeight : 0 }", end)
        assert page.evaluate(OVER) == []


HIDDEN = """what => [...document.querySelectorAll(what)].filter(one => {
  const box = one.getBoundingClientRect();
  return [.1, .9].some(y => {
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + y * box.height);
    return !(one.contains(hit) || hit?.contains(one)); }); }).map(one => one.textContent.trim())"""
"""Of what a selector finds, all that is not wholly in the window, or is under something."""


@pytest.mark.parametrize(("shape", "plays"), spread([*((size, 100) for size in PHONES), ((390, 844), 150)], [1, 2, 3]))
def test_what_a_nose_is_asked_is_in_sight_however_many_cards_lie_on_the_table(phone, shape, plays):
    size, text = shape
    rows = lair.ROUND.splitlines()[:plays]
    case = CASES["a lie in play"]._replace(lines="\n".join([lair.START, *rows]))
    page = phone(case, "Dan" if plays < 3 else "Ann", size=size, text=text)
    assert page.locator("#page .smell .btn").count() == 2
    assert page.evaluate(HIDDEN, "#page .smell :is(p, .btn)") == []


SIX_EACH = """Ann: holds 1 3 6 8 17 19\nBob: holds 2 5 9 12 18 21\nCat: holds 4 7 10 13 20 23
Dan: holds 11 14 15 16 22 24\ntruths 1 3 5 7 9 11 13 15 17 19 21 23\nstart Ann\n"""


@pytest.mark.parametrize(
    ("size", "plays", "hand"), spread([*PHONES, (740, 360)], [0, 1, 3], [(2, lair.START), (3, SIX_EACH)])
)
def test_all_cards_that_one_may_play_are_in_sight_with_what_a_nose_is_asked(phone, size, plays, hand):
    each, start = hand
    lines = "\n".join([start, *lair.ROUND.splitlines()[:plays]])
    case = CASES["a lie in play"]._replace(options={"each": each, "deal": "entered"}, lines=lines)
    page = phone(case, lair.FOUR[plays], size=size)
    assert page.locator("#page .shut .row").count() == 2 * each
    assert page.locator("#page .smell .btn").count() == (2 if plays else 0)
    assert page.evaluate(HIDDEN, "#page :is(.ask, .shut .row, .smell p, .smell .btn, .hold)") == []


@pytest.mark.parametrize("size", [(320, 568), (320, 640)])
def test_in_text_of_twice_the_size_nothing_that_is_needed_is_cut_or_covered(phone, size):
    turn = CASES["a lie in play"]._replace(lines=lair.START)
    page = phone(turn, "Ann", size=size, text=200, confirms="Ann: plays 3")
    page.locator("#page [data-hold]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand .row")
    assert page.evaluate(HIDDEN, "#hand .row") == []
    assert page.evaluate(BROKEN, "#hand .h") == []
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand[hidden]", state="attached")
    page.locator("#page [data-confirm]").first.evaluate("one => one.click()")
    page.wait_for_selector("#step .confirm")
    assert page.evaluate(HIDDEN, "#step :is(.big1, h1)") == []
    assert page.locator("#step .big1").bounding_box()["height"] > 150
    page = phone(turn._replace(lines=f"{lair.START}Ann: plays 3"), "Cat", size=size, text=200)
    assert page.locator("#page .smell .btn").count() == 2
    assert page.evaluate(HIDDEN, "#page .smell :is(p, .btn)") == []
    poker = CASES["a doubted card, and the round"]
    bets = next(at for at, row in enumerate(poker.rows) if row.startswith("Ann: bets"))
    page = phone(poker.cut(bets), "Ann", size=size, text=200)
    assert page.locator("#page .three .btn").count() == 3
    assert page.evaluate(HIDDEN, "#page .three .btn") == []


BROKEN = """what => [...document.querySelectorAll(what)].map(one => {
  const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
  return [...text.data.matchAll(/\\w+/g)].find(word => {
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1; })?.[0]; }).filter(Boolean)"""
"""Of what a selector finds, the words that stand on two lines."""


@pytest.mark.parametrize("typed", [True, False])
def test_who_gives_a_name_that_sits_already_is_told_so_beside_the_way_back(looking, household, typed):
    def parts():
        evening = lobby(household, names=("Bob",))
        evening.seated("Ann")
        second = evening.guest(client="10.0.0.9")
        found = {"/part/phone": second.page()}
        evening.close()
        return found

    with ThreadPoolExecutor(1) as apart:
        looking.texts |= apart.submit(parts).result()
    page = looking.page
    page.set_viewport_size({"width": 320, "height": 568})
    looking.texts["/"] = re.sub("<html[^>]*>", '<html lang="en">', looking.texts["/"])
    page.goto("http://table.test/")
    page.click("[data-new]" if typed else "[data-sit=Ann]")
    if typed:
        page.fill("#name", "ann")
        page.keyboard.press("Enter")
    page.wait_for_selector("#step:has-text('Ann sits here already. If that is you,')")
    assert page.evaluate(HIDDEN, "#step :is(h1, p.soft:not([hidden]), .keys .btn)") == []
    page.click("#step main [data-leave]:has-text('I am not Ann')")
    page.click("[data-sit=Bob]")
    page.wait_for_selector("#step:has-text('that only you know')")
    assert page.locator("#step [data-leave]:visible").count() == 1


RIVALS = """Ann: holds 1 2 6 8\nBob: holds 3 5 9 12\nCat: holds 4 7 10 13\nDan: holds 11 14 15 16
truths 1 3 5 7 9 11 13 15\nstart Ann\nAnn: plays 6\nBob: plays 3\nCat: plays 7\nDan: plays 11
Ann: reclaims 11\nBob: reclaims 6\nCat: reclaims 3\nDan: reclaims 7""".splitlines()


@pytest.mark.parametrize(("size", "turn"), spread([*PHONES, (360, 740)], [("play", 6), ("watch", 7), ("declare", 14)]))
def test_a_hand_that_is_held_says_which_of_its_cards_contradict_each_other(phone, size, turn):
    step, lines = turn
    options = {"each": 2, "deal": "entered", "own_conflict": "allowed"}
    case = CASES["a lie in play"]._replace(options=options, lines="\n".join(RIVALS[:lines]))
    page = phone(case, "Ann", size=size)
    assert page.locator(f"#page > .s-{step}").count() == 1
    assert page.locator(".rivals").count() == 0
    page.locator("#page [data-hold]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".rivals:has-text('1 and 2 contradict each other: declare with both')")
    assert page.evaluate(HIDDEN, ".rivals, .handhead p") == []
    page.keyboard.press("Enter")
    page.wait_for_selector(".rivals", state="detached")
    assert page.locator("#page [data-hint][hidden]").count() == 0


@pytest.mark.parametrize(
    ("size", "asked"),
    spread(
        [(844, 390), (568, 320), *PHONES[:2]],
        [(lair.START, "Ann: plays 3"), (lair.DECLARE, "Ann: declares")],
    ),
)
def test_what_asks_once_more_shows_all_that_it_asks_about_and_its_two_answers(phone, size, asked):
    lines, line = asked
    page = phone(CASES["a lie in play"]._replace(lines=lines), "Ann", size=size, confirms=line)
    page.locator("#page [data-confirm]").first.evaluate("one => one.click()")
    page.wait_for_selector("#step .confirm")
    assert page.locator("#step .btn").count() == 2
    assert page.evaluate(HIDDEN, "#step :is(h1, main p:not(.big1 *), .btn)") == []
    foot = page.locator("#step footer").bounding_box()
    for face in page.locator("#step .big1").all():
        box = face.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= foot["y"] + 1
