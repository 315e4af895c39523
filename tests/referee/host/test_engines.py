"""Games on a phone in the other engines: WebKit is what every iPhone has. With WHOLE=1 each game is played in both."""

from random import Random

import pytest

from factbank.kits import keep
from referee import games
from tests.referee.conformance import some_facts
from tests.referee.host.engines import Firefox, Phone, WebKit, engine
from tests.sampling import spread

TAPS = 3
TALLEST = """() => Math.max(...[...document.querySelectorAll('#sheet :is(.btn, input)')].map(
  one => one.getBoundingClientRect().height))"""


@pytest.fixture(scope="module")
def browsers(tmp_path_factory):
    """Start each engine once, for all games that are played in it."""
    made = {}

    def started(kind):
        if kind not in made:
            made[kind] = engine(kind, tmp_path_factory.mktemp("engine"))
        return made[kind]

    yield started
    for one in made.values():
        one.close()


@pytest.mark.parametrize(("kind", "name"), spread([Firefox, WebKit], games.names()))
def test_a_game_on_a_phone_of_another_engine(browsers, kind, name, host):
    found = browsers(kind)
    keep(facts := some_facts(9, Random(1)))
    bots = ["Bob", "Cat", "Dan"][: games.game(name).seats[0] - 1]
    kit = ["--kit", facts.kit] if games.game(name).needs_facts else []
    table = host(name, "--deal", *kit, *(word for bot in bots for word in ("--bot", bot)))
    table.hosted.later = None  # bots play at once
    phone, screen = Phone(found, table, "Ann"), Phone(found, table, "")
    phone.page.goto(f"{table.url}/#{table.word}")
    phone.page.click("[data-new]")
    assert phone.page.evaluate(TALLEST) < 90  # WebKit stretched what is in a sheet over the whole phone
    phone.page.click("#sheet [data-close]")
    phone.come().sit()
    # The same browser at another name of this machine, so with a cookie of its own, is the host's.
    screen.page.goto(f"{table.url.replace('127.0.0.1', 'localhost')}/screen#{table.key}")
    screen.page.click('[data-host="begin"]')
    screen.page.wait_for_selector(".hostbar")
    phone.page.goto(table.url)
    rng = Random(3)
    for _ in range(TAPS):
        phone.page.wait_for_selector("#page > :is([data-wanted], .k-over)", state="attached")
        assert phone.broken() == []
        if not phone.can():
            break
        phone.says(rng, ("guesses", "accuses", "folds", "declares"))
    assert phone.clipped() == []
    if games.game(name).needs_facts:
        assert phone.axe() == []
    phone.page.click(".me")
    phone.page.wait_for_selector("#sheet [data-close]")
    assert phone.page.evaluate(TALLEST) < 90
    assert phone.clipped() == phone.broken() == []
