"""What is in sight on every page that the staged tables show, on screens of many sizes. One browser, no server."""

import pytest

from tests.referee.host import windows
from tests.referee.host.sights import SIGHT, Looking, sights

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
