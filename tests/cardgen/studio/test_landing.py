"""The studio's first page: names in, a deck dealt; cards to look at, which no deck deals and no ledger enters."""

import gzip
import io
import re
import zipfile
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.export.screens import SAMPLE, shown, shown_card, shown_facts
from cardgen.studio.answers import halves, static_folders
from factbank.check import check
from factbank.errors import FactError
from factbank.kits import find
from factbank.packs.reader import built_in_names
from liarsdeck.files import ledger_path, templates
from liarsdeck.templates import static_file
from tests.cardgen.studio.shop import fault


def pictures(page):
    """Return (id, address, text) of the cards on the page."""
    found = re.findall(r'<img\s+id="((?:fan|pair)-\d)"\s+src="([^"]+)"\s+alt="([^"]*)"', page)
    return [(name, address, unescape(text)) for name, address, text in found]


def test_names_deal_a_deck(shop):
    page = shop.do("deal", "start", names="Ann, Bob and Cat; Dan", field="names", to="print")
    assert fault(page) is None
    assert "Ready." in page
    assert (shop.making.game, shop.making.names, shop.making.players) == ("liars-lair", ["Ann", "Bob", "Cat", "Dan"], 4)
    assert {one.pair.guest for one in shop.making.draft.pairs} == {"Ann", "Bob", "Cat", "Dan", ""}
    before = shop.making
    shop.do("deal", "start", names="Ann, Bob, Cat, Dan", field="names", to="print")
    assert shop.making == before, "nobody saw or printed it: the same kit goes on"
    assert 'value="Ann, Bob, Cat, Dan"' in shop.ask()[2].decode()
    assert 'value="Ann, Zoë"' in shop.ask("?names=Ann%2C+Zo%C3%AB")[2].decode(), "typed before Python was there"
    page = shop.do("deal", "start", names="", field="names", to="print")
    assert (shop.making.names, shop.making.players) == ([], 5)
    shop.do("add", guest="Eve", what="sails", **{"as": "she"})
    shop.do("deal", "start", names="Eve, Finn, Gil", field="names", to="print")
    assert shop.making.guests == ("Eve:she:sails", "Finn", "Gil"), "what is known of somebody stays known"


def test_the_files_are_taken_and_phones_are_opened(shop):
    status, headers, _ = shop.ask("do/deal", {"step": "start", "names": "", "how": "zip"})
    assert (status, headers["location"].partition("?")[2]) == (303, "take=zip")
    page = shop.ask("print?take=zip")[2].decode()
    (address,) = re.findall(r'href="[^"]*/(kit\.zip\?kit=\d+)"[^>]*data-now=1', page, re.DOTALL)
    status, _, data = shop.ask(address)
    assert status == 200
    assert "deck.pdf" in {name.rpartition("/")[2] for name in zipfile.ZipFile(io.BytesIO(data)).namelist()}
    assert "data-now" not in shop.ask("print")[2].decode()


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("Ann", "One name so far"),
        ("Ann, Bob", "three games for two"),
        ("Ann, Bob, ann", "comes twice"),
        (", ".join(f"Guest{n}" for n in "abcdefghi"), "8 at most, and 9 were named"),
        ("Ann / Bob / Cat", "commas between"),
        ("Ann, Bob, Cat" + "x" * 60, "names have 1 to"),
    ],
)
def test_a_name_that_will_not_do_is_said_kindly(shop, names, words):
    before = shop.making
    page = shop.do("deal", "start", names=names, field="names", to="print")
    field, said = fault(page)
    assert field == "names"
    assert words in unescape(said)
    assert f'value="{names}"' in page, "what was typed stays"
    assert shop.making == before


def test_what_is_shown_is_dealt_by_no_deck_and_entered_nowhere(shop):
    pack, faults = check(templates() / "studio" / "show.toml")
    assert [fault for fault in faults if not fault.advice] == []
    assert pack.name not in built_in_names()
    page = shop.ask()[2].decode()
    assert "<b>A sample.</b>" in page
    sample = pictures(page)
    assert [text for _, _, text in sample] == [card.text for card in shown(SAMPLE)]
    assert shop.ask(sample[0][1].lstrip("/"))[0] in (200, 404)  # a static file lies beside the pages
    ledger = ledger_path().read_bytes() if ledger_path().exists() else b""
    status, headers, _ = shop.ask("show")
    assert (status, headers["cache-control"]) == (200, "no-store")
    page = shop.ask()[2].decode()
    assert "just now" in page
    fresh = pictures(page)
    assert len(fresh) == 7
    seed = re.search(r"/show/(\d+)/", fresh[0][1])[1]
    assert [text for _, _, text in fresh] == [card.text for card in shown(int(seed))] != [t for *_, t in sample]
    status, headers, drawn = shop.ask(fresh[0][1].split("/", 2)[2])
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert drawn.decode() == shown_card(int(seed), shown(int(seed))[0].number)
    assert (ledger_path().read_bytes() if ledger_path().exists() else b"") == ledger
    with pytest.raises(FactError, match="was made on this computer"):
        find(shown_facts(int(seed)).kit)
    for path in ("show/7/99.svg", "show/99999999999999/1.svg", "?five=x", "?five=99999999999"):
        assert shop.ask(path)[0] in (200, 422), path


def test_its_first_paint_is_at_most_150_kb(shop):
    """Packed by gzip: the page, its styles and scripts, four fonts, and the first five cards."""
    page = shop.ask()[2]
    static = re.findall(r'(?:href|src)="/static/([^"?]+)[^"]*"(?![^<]*loading="?lazy)', page.decode())
    fonts = ("serif-black", "serif", "sans", "sans-bold")
    names = {*static, *(f"fonts/{name}.woff2" for name in fonts), "net.svg", "hem-red.svg"}
    assert len([name for name in names if "fan" in name]) == 5
    files = [static_file(name, *static_folders()) for name in names]
    weights = {file.name: len(data if file.suffix == ".woff2" else gzip.compress(data)) for file, data in
               ((file, file.read_bytes()) for file in files)}  # fmt: skip
    assert len(gzip.compress(page)) + sum(weights.values()) <= 150_000, weights


@given(st.integers(0, 10**9))
def test_seven_cards_of_six_pairs_are_shown_whatever_the_seed(seed):
    cards = shown(seed)
    assert len({card.number for card in cards}) == len({card.text for card in cards}) == 7
    facts = shown_facts(seed)
    assert len({facts.pair_of(card.number).key for card in cards}) == 6
    assert {card.number for card in cards[5:]} == {card.number for card in facts.pairs[5].cards}


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ("A goat sings at noon.", "A goat sings at night.", ("A goat sings at", "noon.", "night.")),
        ("It reads “I am here”.", "It reads “I am not”.", ("It reads", "“I am here”.", "“I am not”.")),
        ("“Now”, said he.", "“Now”, said she.", ("“Now”, said", "he.", "she.")),
        ("Goats sing.", "Swans sing.", ("", "Goats sing.", "Swans sing.")),
        ("Goats sing.", "Goats sing. Loudly.", ("", "Goats sing.", "Goats sing. Loudly.")),
    ],
)
def test_rivals_are_shown_by_what_they_share_and_how_they_end(one, other, parts):
    assert halves(one, other) == parts


def test_rules_and_a_sample_kit_are_there_to_read(shop):
    for game, words in (("lizard", "trick"), ("liars-lair", "rival"), ("liar-poker", "fold")):
        status, _, page = shop.ask(f"rules/{game}")
        assert status == 200
        assert words in page.decode()
    assert shop.ask("rules/chess")[0] == 422
    status, headers, data = shop.ask("sample/sample.zip")
    assert (status, headers["content-type"]) == (200, "application/zip")
    names = {name.rpartition("/")[2] for name in zipfile.ZipFile(io.BytesIO(data)).namelist()}
    page = shop.ask()[2].decode()
    listed = re.findall(r"sample/([\w-]+\.pdf)", page)
    assert listed
    assert set(listed) < names
    assert shop.ask("sample/deck.pdf")[2].startswith(b"%PDF")
    assert shop.ask("sample/facts.json")[0] == 422
    assert not shop.making.game
