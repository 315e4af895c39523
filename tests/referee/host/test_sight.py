"""What is in sight on every page that the staged tables show, on screens of many sizes. One browser, no server."""

import pytest

from tests.referee.host import windows
from tests.referee.host.sights import LONG, SIGHT, Looking, sights
from tests.referee.host.staged import CASES

windows.browsers()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    return sights(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def looking(browser, tmp_path_factory):
    return Looking(browser, tmp_path_factory.mktemp("shell"))


def test_no_page_shows_or_names_a_card_of_a_covered_hand(shown, looking):
    told, opened = [], 0
    for sight in shown:
        if not sight.secrets:
            continue
        looking.shows(sight)
        seen = looking.page.evaluate(SIGHT)
        told += [(sight.case, sight.look, words) for words in sight.secrets if words in seen]
        if (fan := looking.page.locator("#page .fan.shut")).count():  # touched, it opens
            fan.first.click()
            seen = looking.page.evaluate(SIGHT)
            opened += any(words in seen for words in sight.secrets)
    assert not told, told
    assert opened > 5


SIZES = {
    "phone": [(320, 568, 100), (740, 360, 100), (360, 740, 130)],
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
  document.documentElement.style.fontSize = text === 100 ? '' : text + '%';
  dispatchEvent(new Event('resize'));
  for (const one of document.getAnimations()) if (one.effect.getTiming().iterations !== Infinity) one.finish();

  const foot = page.querySelector('.bill-over > .btn, .hostbar, .phone > footer');
  fault('a result that is not in the window', all('.mo :is(h1, .card, .rb, .much, .tag)').filter(one => {
    const box = one.getBoundingClientRect();
    return box.top < -8 || box.bottom > foot.getBoundingClientRect().top + 1; }));

  const answers = all('[data-wanted] :is([data-say], [data-confirm], [data-only], [data-key], .opt)');
  if (answers.length && !answers.some(one => one.contains(middle(one)))) fault('no answer in the window', answers);

  const big = page.querySelector('.big');
  fault('beside the window', all('*').filter(one => {
    const box = one.getBoundingClientRect();
    if (one.closest('.vh, svg, .face, .thrown, .thrown') || box.width < 2 || box.height < 2) return false;
    return box.right > innerWidth + 1 || box.left < -1 || big && (box.bottom > innerHeight + 1 || box.top < -1); }));

  fault('under something else', all('button, a[href], input', page.querySelector('.bill-over') || page).filter(one => {
    if (!one.checkVisibility({visibilityProperty: true})) return false;
    one.scrollIntoView({block: 'center'});
    const hit = middle(one);
    return !(hit && (one.contains(hit) || hit.matches('label') && hit.contains(one))); }));
  scrollTo(0, 0);
  return found; }"""
"""What is wrong with a page: a result out of sight, no answer in sight, what is cut off, a button under something."""


@pytest.mark.parametrize("kind", SIZES)
def test_what_is_held_or_asked_is_in_the_window_and_nothing_lies_over_what_can_be_pressed(shown, looking, kind):
    longest = sorted(shown, key=lambda one: len(one.html))
    looks = {(one.look, len((CASES | LONG)[one.case].names)): one for one in longest}
    faults = []
    for width, height, text in SIZES[kind]:
        looking.page.set_viewport_size({"width": width, "height": height})
        for sight in looks.values():
            if sight.look.startswith(kind):
                looking.shows(sight)
                faults += [(width, height, text, sight.look, why) for why in looking.page.evaluate(FAULTS, text)]
    assert not faults, "\n".join(map(str, faults))
