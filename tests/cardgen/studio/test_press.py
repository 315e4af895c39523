"""The processes that draw, and the server round them: what falls over, what is asked first, when it ends."""

import asyncio
import json
import os
import sys

import pytest

from cardgen.errors import PrintError
from cardgen.studio import phones
from cardgen.studio.phones import table_line, table_words
from cardgen.studio.room import IDLE, REQUESTED, VISIBLE, KitDraft, RenderPool
from cardgen.studio.serve import ALONE_S, Studio, studio_lock
from factbank import kits
from referee.commands.host import host
from tests.cardgen.studio.shop import fault
from tests.programs import in_ledger


def test_what_falls_over_is_started_anew():
    async def tried():
        press = RenderPool()
        try:
            with pytest.raises(PrintError, match="could not be drawn"):
                await press.ask(VISIBLE, os._exit, 3)
            assert await press.ask(VISIBLE, divmod, 7, 2) == (3, 1)
            with pytest.raises(PrintError, match="could not be drawn"):
                await press.ask(VISIBLE, divmod, 7, 0)
            assert await press.ask(VISIBLE, divmod, 9, 2) == (4, 1)
        finally:
            await press.close()

    asyncio.run(tried())


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_it_can_be_ended_while_it_starts(turns, caplog):
    async def tried():
        press = RenderPool()
        asking = asyncio.create_task(press.ask(VISIBLE, divmod, 7, 2))
        for _ in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait_for(press.close(), 60)
        assert press._at_once._working is None or press._at_once._working.done(), "nothing goes on behind it"

    asyncio.run(asyncio.wait_for(tried(), 60))
    assert not caplog.records


def test_what_is_waited_for_comes_before_what_may_be_looked_at_and_what_is_unwanted_never():
    async def tried():
        press, done = RenderPool(), []

        async def ask(soon, number, wanted=True):
            done.append(await press.ask(soon, abs, number, wanted=lambda: wanted))

        try:
            some = [ask(IDLE, 1), ask(IDLE, 2), ask(REQUESTED, 3)]
            unwanted = asyncio.create_task(ask(IDLE, 4, wanted=False))
            await asyncio.gather(*some)
            with pytest.raises(PrintError, match="looked at by now"):
                await unwanted
        finally:
            await press.close()
        assert done.index(3) < done.index(2)

    asyncio.run(tried())


def test_it_ends_an_hour_after_the_last_visit_and_frees_its_place(household, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(household / "alone"))
    monkeypatch.setattr("cardgen.studio.serve._SERVE_LOOK_S", 0.05)
    now = [0.0]

    async def alone(lock):
        studio = Studio(lock, 0, clock=lambda: now[0])
        began = asyncio.Event()

        def begun():
            now[0] += ALONE_S + 1.0
            began.set()

        await asyncio.wait_for(studio.run(begun), 60)
        assert began.is_set()

    for _ in range(2):
        with studio_lock() as lock:
            asyncio.run(alone(lock))


def test_a_table_opens_with_this_kit_and_these_guests(shop, monkeypatch):
    said = {"screen": "http://localhost:1/screen", "host": "KEY", "address": "10.0.0.1:1", "word": "TOMALIK"}
    script = f"import time; print({json.dumps(json.dumps(said))}, flush=True); time.sleep(600)"
    asked = []

    def program(name):
        asked.append(name)
        return [sys.executable, "-c", script]

    monkeypatch.setattr(phones, "program", program)
    shop.do("game", game="liar-poker")
    shop.do("words", how="hand", field="words")  # a kit that other tests draw too
    for name in ("Ann", "Bob"):
        shop.do("add", guest=name, field="guest")
    page = shop.ask("table", {"step": "print"}, x_part="1")[2].decode()
    assert asked == ["referee"]
    assert 'href="http://localhost:1/screen#KEY"' in page
    assert "TOMALIK" in page
    assert shop.studio.pages.phones_come
    shop.ask("table", {"step": "print"}, x_part="1")
    assert asked == ["referee"], "one is enough"
    asyncio.run_coroutine_threadsafe(shop.studio.pages._tables.close(), shop._loop).result(20)
    assert not shop.studio.pages.phones_come


def test_a_table_that_does_not_open_says_why(shop, monkeypatch):
    script = "import sys; print('referee: there is no room', file=sys.stderr); sys.exit(2)"
    monkeypatch.setattr(phones, "program", lambda _: [sys.executable, "-c", script])
    shop.do("game", game="liar-poker")
    shop.do("words", how="hand", field="words")  # a kit that other tests draw too
    found = fault(shop.ask("table", {"step": "print"}, x_part="1")[2].decode())
    assert found == ("table", "There is no room.")


def test_a_kit_names_its_guests_in_the_order_in_which_they_sit(shop, monkeypatch):
    """Whatever was drawn anew in between: README, lobby and `referee new` take their order from the facts."""
    script = "import sys; sys.exit(2)"
    monkeypatch.setattr(phones, "program", lambda _: [sys.executable, "-c", script])
    names = ("Zoe", "Annabella", "Mia", "Zebedee", "Quentin", "Dee")
    told = ", ".join(names).replace("lla", "lla:she:Fluffkins").replace("dee,", "dee:he:zorbles,")
    box = f"{told}\nZebedee is afraid of geese.\nAnnabella keeps quarks. / Annabella keeps wasps."
    shop.do("game", game="liars-lair")
    shop.do("box", box=box, read=box, field="box")
    shop.ask("table", {"step": "print"}, x_part="1")
    assert kits.find(shop.making.entered).guests == names
    assert sum(one.pair.key.startswith("our-table/") for one in shop.making.draft.pairs) == 2
    assert in_ledger("annabel", "zebedee", "quentin", "fluffkin", "zorbl", "quark") == []


def test_the_line_of_a_table_is_one_that_the_referee_takes():
    making = KitDraft("lizard", 3, guests=("Ann", "Bob:he", "Cat"), rules={"rounds": "7"})
    words = table_words(making)
    assert table_line(making) == "referee host lizard --seat Ann --seat Bob --seat Cat --option rounds=7"
    assert host.make_context("host", words[1:]).params["seats"] == ("Ann", "Bob", "Cat")
