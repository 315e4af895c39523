"""Results in real windows: the big screen and two phones hold each of them, whole, until its time is over."""

import pytest

from tests.referee.host import windows
from tests.referee.host.promises import what_moves_stands_still_for_whoever_asks
from tests.referee.host.staged import CASES
from tests.referee.host.windows import Window

windows.browsers()
SIZES = [(360, 740, "dark"), (390, 844, "light")]
UNSEEN = """() => [...document.querySelectorAll('.mo :is(h1, .card, .rb, .much, .tag)')].filter(one => {
  const box = one.getBoundingClientRect();
  const foot = document.querySelector('.bill-over > .btn, .hostbar, .phone > footer');
  const under = box.bottom > foot.getBoundingClientRect().top + 1;
  return box.top < -8 || under || getComputedStyle(one).visibility != 'visible';
}).map(one => one.outerHTML.slice(0, 90))"""

OVER = """() => { const one = document.querySelector('.mo .late');
  return Boolean(one) && getComputedStyle(one).visibility == 'visible'; }"""


@pytest.fixture(scope="module")
def all_windows(browser):
    """Two phones and the big screen."""
    return [Window(browser, None), Window(browser, None)], Window(browser, None, width=1280, height=720)


BOTH = {"a lie in play", "a trick, and the round"}  # on phones of both sizes; the others on one of them each


@pytest.mark.parametrize("name", CASES)
def test_a_result_is_in_sight_on_all_screens_until_its_time_is_over(all_windows, host, household, name):
    case = CASES[name]
    who, _, said = case.rows[-1].partition(": ")
    table = host("--table", f"{case.stands(household)}", *(["--deal"] if said else []))  # else chance would say it
    table.hold()
    phones, screen = all_windows
    phones = phones if name in BOTH else phones[[*CASES].index(name) % 2 :][:1]
    by_name = dict(zip(case.names, phones, strict=False))
    for (seat, one), size in zip(by_name.items(), SIZES, strict=False):
        one.table, one.name, one.own = table, seat, seat
        one.anew(*size).sit_at_once()
    screen.table = table
    screen.post("join", host=table.key)
    for one, path in (*((one, "/") for one in phones), (screen, "/screen")):
        one.page.goto(table.url + path)
        one.page.wait_for_selector(".k-table")
    by_name.get(who, screen).post("line", line=case.rows[-1], key="k", seen=table.hosted.seq)
    for at, (kind, said) in enumerate(case.held):
        for one in (screen, *phones):
            fallen = kind in {"verdict", "fallen"} and said.startswith(f"{one.name} is out")
            one.page.wait_for_selector(f".mo.m-{kind}" if fallen else f"[class*='-{at} '] .mo.m-{kind}")
            if one.page.locator(".mo.verdict").count():  # its breath is over
                one.page.wait_for_function(OVER)
            assert one.page.evaluate(UNSEEN) == [], (one.name, kind)
            assert one.clipped() == []
        if name in BOTH and at == 0:
            assert screen.axe() == phones[0].axe() == []
            what_moves_stands_still_for_whoever_asks(screen)
        table.passed(7.9)
        assert screen.page.locator(f".mo.m-{kind}").count() == 1
        table.passed(0.2)
    for one in (screen, *phones):
        one.page.wait_for_selector("#page [data-moment]", state="detached")
        assert one.wrong == []
        one.leave()
