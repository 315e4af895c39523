"""The studio opens a page on which guests write, shows how many endings came, and deals them in unseen."""

import json
import re
from html import unescape

import pytest

from cardgen.decks.faces.liars_lair import lacking
from cardgen.studio import phones
from cardgen.studio.answers import environment
from factbank import kits
from liarsdeck import system
from liarsdeck.errors import UserError
from referee.host.gathering import gather
from referee.host.hosting import lobbies
from referee.store.journal import Journal
from tests.cardgen.guests import sat
from tests.cardgen.studio.shop import fault
from tests.pretty import flat

NAMES = ("Ann", "Bob", "Cat", "Dan")


def writing(shop, what):
    """Send one of the page's buttons; return what comes of it, as one line."""
    status, headers, body = shop.ask("writing", {"what": what, "kit": str(shop.studio.room.kept.changes)}, x_part="1")
    if status == 303:
        body = shop.ask(headers["location"].split("/", 2)[2], x_part="1")[2]
    return unescape(flat(body))


def found_at(page):
    """Return the address and the word that a page shows, the address as this computer knows it."""
    port, word = re.search(r"goes to<b>[^<:]+:(\d+)</b>and types the word<b>([^<]+)</b>", page).groups()
    return f"127.0.0.1:{port}", word


def live(shop):
    return json.loads(shop.ask("mark")[2])["live"]


def test_guests_write_and_the_studio_prints_what_it_never_shows(shop):
    shop.do("game", game="liars-lair")
    shop.do("rules", "guests", **{"rule-each": "2"})
    shop.do("add", guest="Ann", **{"as": "she"}, what="sails", field="guest")
    assert live(shop) == ""
    page = writing(shop, "open")
    assert writing(shop, "open") == page, "one is enough"
    assert shop.studio.pages.phones_come
    assert shop.ask("writing.svg")[2].startswith(b"<svg")
    with pytest.raises(UserError, match="open in another window"):
        gather(print, print, lacking)
    assert "They are asked as soon as three sit." in page
    assert "write-print" not in page
    assert fault(writing(shop, "print")) == ("writing", "Nobody has written anything yet.")
    come = sat(*found_at(page), *NAMES)
    assert live(shop) == "0 Ann Bob Cat Dan"
    assert "No endings so far." in flat(shop.ask("guests")[2])
    for name, phone in come.items():
        assert phone.write(f"a purple tuba of {name}") == 200
    page = flat(shop.ask("guests")[2])
    assert "Four endings so far." in page
    assert "Ann, Bob, Cat and Dan sit." in page
    assert f'data-live="{live(shop)}"' in page
    writing(shop, "stop")
    assert not shop.studio.pages.phones_come
    assert shop.ask("writing.svg")[0] == 422
    page = writing(shop, "open")
    assert "Four endings so far." in page, "what was stopped goes on"
    come = sat(*found_at(page), *NAMES)
    for at in range(4):
        for name, phone in come.items():
            assert phone.write(f"{('two cold ducks', 'the wrong moon', 'no harbour', 'one sock')[at]} of {name}") == 200
    page = writing(shop, "print")
    assert fault(page) is None
    assert "Host the evening" in page, "it leads on to where kits are printed"
    making = shop.making
    assert (making.players, making.names, making.guests[0]) == (4, [*NAMES], "Ann:she:sails")
    ours = [one for one in making.draft.pairs if any(card.by for card in one.pair.cards)]
    assert len(ours) >= 4
    assert len(making.draft.pairs) == 8
    assert all(one.pinned and not one.seen for one in ours)
    assert not re.search(rb"purple tuba|cold ducks|wrong moon|no harbour|one sock", shop.said)
    with Journal() as journal:
        assert lobbies(journal) == [], "what stands in a deck is not kept as a lobby"
    shop.ask("table", {"step": "print", "kit": "none"}, x_part="1")
    assert shop.ask("pass/1.pdf")[0] == 200
    assert len(kits.find(shop.making.entered).writers) >= len(ours)
    shop.do("remove", guest="Bob")
    about = {one.pair.guest for one in shop.making.draft.pairs if any(card.by for card in one.pair.cards)}
    assert about
    assert "Bob" not in about, "who does not come takes the pairs about them along"


def test_who_has_a_name_that_no_fact_can_say_plays_without_facts(shop):
    shop.do("game", game="liars-lair")
    come = sat(*found_at(writing(shop, "open")), *NAMES[:2], "50%", "Eve, Flo")
    for name in NAMES[:2]:
        assert come[name].write("a purple tuba") == 200
    assert fault(writing(shop, "print")) is None
    assert (shop.making.players, shop.making.names) == (4, ["Ann", "Bob"])


def test_a_page_in_a_browser_can_open_no_server_and_says_so(shop, monkeypatch):
    shop.do("game", game="liars-lair")
    monkeypatch.setitem(environment().globals, "native", False)
    monkeypatch.setattr(phones.system, "CURRENT_OS", system.Browser())
    page = flat(shop.ask("guests")[2])
    assert "That needs a server, which a web page can’t be" in page
    assert "write-open" not in page
    assert fault(writing(shop, "open")) == (
        "writing", "Guests’ phones need a server, which a web page can’t be: install the programs for that.",
    )  # fmt: skip


@pytest.mark.parametrize("game", ["lizard", "liar-poker"])
def test_only_a_game_of_facts_has_it(shop, game):
    shop.do("game", game=game)
    assert b"write-open" not in shop.ask("guests")[2]
