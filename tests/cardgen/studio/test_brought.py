"""What people bring to the studio: chosen or dropped files, what is made with them, and what is refused."""

import io
import re
import stat
import zipfile
from html import unescape
from pathlib import Path

import pytest

from cardgen.art.pictures import emblem
from cardgen.studio import brought
from cardgen.studio.room import KitDraft
from factbank.jokes import Joke, pack_text
from factbank.looks import known_emblems
from liarsdeck.files import brought_dir, data_dir
from tests.cardgen.studio.shop import bare, fault, multipart
from tests.cardgen.studio.test_own import DECK

CSV = b"name\nPuffin\nTern\n"
THEME = b"""name = "regatta"
[colours]
paper = "#FFFDF6"
ink = "#14233B"
red = "#C8102E"
yellow = "#F2A900"
green = "#00857D"
blue = "#1B4F9C"
"""
BACK = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94"><rect width="69" height="94" fill="#246"/></svg>'


def send(shop, kind, *files, step="own"):
    """Send files as a browser does that has chosen them; return the page."""
    body, told = multipart(files, step=step)
    return shop.ask(f"bring/{kind}", body, content_type=told, x_part="1")[2].decode()


def packed(entries, change=None):
    """Return a ZIP of names and bytes; `change` may spoil an entry."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            if change:
                change(entry)
            pack.writestr(entry, data)
    return out.getvalue()


@pytest.fixture(autouse=True)
def nothing_brought(household):
    for kind in brought.KINDS:
        for one in brought.kept(kind):
            brought.forget(kind, one.name)


def test_a_deck_is_brought_and_printed_as_ours_are(shop):
    """As files, as a folder or as a ZIP."""
    files = [("birds.toml", DECK.encode()), ("birds.csv", CSV)]
    folder = [(f"birds/{name}", data) for name, data in files]
    for sent in (files, folder, [("b.zip", packed([*folder, ("birds/notes.md", b"?")]))]):
        page = send(shop, "deck", *sent)
        assert "2 cards on 1 sheet of" in page, (sent, fault(page))
        assert Path(shop.making.deck) == brought_dir() / "deck" / "birds" / "birds.toml"
    form = {"paper": "Letter", "how": "short", "thrift": "backs", "card": "tarot", "printer": "none", "field": "words"}
    assert shop.ask("own/do/deck", form)[0] == 303
    page = bare(shop.ask("own")[2].decode())
    assert "of Letter" in page
    words = "--card tarot --back-ink low --paper Letter --sides short --printer none"
    assert f"cardgen deck {shop.making.deck} {words}" in page
    assert shop.ask("own/deck.pdf")[2].startswith(b"%PDF")
    assert shop.ask("own/do/deck", {"card-other": "2x2mm", "card": "", "field": "words"})[0] == 422
    assert shop.ask("own/do/forget", {"kind": "deck", "name": "birds"})[0] == 303
    assert not shop.making.deck
    assert not brought.kept("deck")


def test_fed_by_hand_a_deck_has_two_pdfs(shop):
    send(shop, "deck", ("birds.csv", CSV))
    shop.ask("own/do/deck", {"how": "hand", "field": "words"})
    assert "Open the backs" in shop.ask("own")[2].decode()
    fronts, backs = (shop.ask(f"own/{name}.pdf")[2] for name in ("deck", "backs"))
    assert fronts.startswith(b"%PDF")
    assert backs.startswith(b"%PDF")
    assert fronts != backs


def test_a_theme_and_a_back_are_chosen_when_they_come(shop):
    shop.do("game", game="liar-poker")
    page = send(shop, "theme", ("regatta.toml", THEME), step="look")
    theme = str(brought_dir() / "theme" / "regatta" / "regatta.toml")
    assert "Regatta is kept, and chosen." in page, fault(page)
    assert f'value="{theme}" checked' in page
    page = send(shop, "back", ("sea.svg", BACK), step="look")
    back = str(brought_dir() / "back" / "sea" / "sea.svg")
    assert f"--deck-theme {theme} --back {back}" in bare(page), fault(page)
    status, _, body = shop.ask("export/svg.zip")
    assert status == 200
    with zipfile.ZipFile(io.BytesIO(body)) as pack:
        drawn = next(pack.read(name) for name in pack.namelist() if name.endswith("back.svg"))
    assert b"#224466" in drawn.lower() or b"#246" in drawn.lower()
    page = shop.do("forget", "look", kind="theme", name="regatta")
    assert shop.making.words == {"back": back}
    shop.do("forget", "look", kind="back", name="sea")
    assert not shop.making.words


def test_what_is_brought_beside_a_deck_of_ones_own_is_chosen_for_that_deck(shop):
    assert "Sea is kept." in send(shop, "back", ("sea.svg", BACK)), "there is no deck yet to choose it for"
    send(shop, "deck", ("birds.csv", CSV))
    page = send(shop, "back", ("sea.svg", BACK))
    back = str(brought_dir() / "back" / "sea" / "sea.svg")
    assert "Sea is kept, and chosen." in page, fault(page)
    assert f'value="{back}" checked' in page
    assert (shop.making.deck_words, shop.making.words) == ({"back": back}, {})


JOKES = [Joke("Ben is afraid of geese.", "Ben is fond of geese."), Joke("Ann won a pie contest.", "Ann lost it all.")]


def test_a_pack_is_let_in_as_a_whole_mixed_in_or_left_out(shop):
    shop.do("game", game="liars-lair")
    page = send(shop, "pack", ("ours.toml", pack_text(JOKES[:1]).encode()), step="facts")
    assert "Ours is kept, and chosen. 1 topic, no faults." in page, fault(page)

    def said():
        return {card.text for one in shop.making.draft.pairs for card in one.pair.cards}

    assert set(JOKES[0]) <= said()
    assert len(shop.making.draft.pairs) == 15
    shop.do("facts", "facts", **{"pack-ours": "", "unspoilt": "yes"})
    assert not set(JOKES[0]) & said()
    shop.do("facts", "facts", **{"pack-ours": "all", "unspoilt": "yes", "ours": "yes"})
    assert set(JOKES[0]) <= said()
    assert fault(shop.do("facts", "facts", **{"pack-ours": "all", "unspoilt": "yes"})), "one topic makes no deck"
    shop.do("forget", "facts", kind="pack", name="ours")
    assert not shop.making.packs
    assert not set(JOKES[0]) & said()


SEEN = re.compile(rb'src="/[^/]+/(page/[^"]+)"')
FISH = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" fill="#123"/></svg>'


def test_an_emblem_is_on_the_cards_of_the_pack_that_names_it(shop):
    shop.do("game", game="liars-lair")
    pack = pack_text(JOKES[:1]).replace('theme = "things"', 'theme = "things"\nemblem = "zeppelinfish"').encode()
    page = send(shop, "pack", ("ours.toml", pack), step="facts")
    assert "emblem" in fault(page)[1], "there is none of that name yet"
    page = send(shop, "emblem", ("owl.svg", FISH), step="facts")
    assert "of ours" in fault(page)[1]
    page = send(shop, "pack", ("ours.zip", packed([("ours.toml", pack), ("zeppelinfish.svg", FISH)])), step="facts")
    assert fault(page) is None, fault(page)
    (pair,) = [one.pair for one in shop.making.draft.pairs if one.pair.emblem == "zeppelinfish"]
    assert {card.text for card in pair.cards} == set(JOKES[0])
    (cut,) = emblem("zeppelinfish").marks
    assert (cut.role, cut.path.box()) == ("ink", (-8.5, -8.5, 8.5, 8.5))
    shop.do("facts", "facts")  # unspoilt is switched off: faces are drawn
    seen = SEEN.search(shop.ask("look")[2])[1].decode()
    assert shop.ask(seen)[0] == 200
    send(shop, "emblem", ("zeppelinfish.svg", FISH.replace(b'width="20"', b'width="10"')), step="facts")
    (cut,) = emblem("zeppelinfish").marks
    assert cut.path.box() == (-8.5, -8.5, 0, 8.5), "the old drawing went with its file"
    assert SEEN.search(shop.ask("look")[2])[1].decode() != seen
    wrong = [("ours.toml", pack.replace(b"[[topic]]", b"[topic]")), ("zeppelinfish.svg", FISH), ("newfish.svg", FISH)]
    assert fault(send(shop, "pack", ("ours.zip", packed(wrong)), step="facts"))
    (cut,) = emblem("zeppelinfish").marks
    assert cut.path.box() == (-8.5, -8.5, 0, 8.5), "a pack that is refused changes no emblem"
    assert "newfish" not in known_emblems()
    see_through = FISH.replace(b"fill=", b"fill-opacity='.5' fill=")
    assert "see-through" in fault(send(shop, "emblem", ("b.svg", see_through), step="facts"))[1]


@pytest.mark.parametrize(
    ("kind", "files", "words"),
    [
        ("deck", [("birds.csv", b'name,text\nPuffin,"It dives.\n')], "birds.csv, line 2"),
        ("deck", [("puffin.png", b"x")], "a deck is a TOML file or a table"),
        ("deck", [("a.csv", CSV), ("b.csv", CSV)], "bring one at a time"),
        ("deck", [], "choose a file first"),
        ("deck", [("a.csv", CSV), ("A.csv", CSV)], "two files are called"),
        ("deck", [("../a.csv", CSV)], "leads out of its folder"),
        ("deck", [("a.toml", DECK.replace("birds.csv", "/etc/passwd").encode())], "lies outside of what was brought"),
        ("deck", [("a.toml", DECK.replace("birds.csv", "../../../../b.csv").encode())], "lies outside"),
        ("theme", [("dull.toml", THEME.replace(b"#14233B", b"#FFFDF0"))], "contrast"),
        ("theme", [("dull.toml", b'name = "dull\n')], "line 1: a quotation mark is missing"),
        ("back", [("sea.png", b"no picture")], "sea.png is no picture"),
        ("back", [("a.svg", BACK), ("b.svg", BACK)], "bring one at a time"),
        ("back", [("a.svg", b"<svg><script/></svg>")], "a.svg"),
        ("pack", [("odd.toml", b"[[topic]]\nid = 'x'\n")], "odd.toml:1"),
        ("nonsense", [("a.csv", CSV)], "no such thing"),
    ],
)
def test_what_will_not_do_is_one_sentence_and_nothing_is_kept(shop, kind, files, words):
    if kind == "pack":
        shop.do("game", game="liars-lair")
    page = send(shop, kind, *files, step="facts" if kind == "pack" else "own")
    said = unescape((fault(page) or ("", page))[1])
    assert words in said[:1].lower() + said[1:]
    assert "Traceback" not in page
    assert not any(brought.kept(kind) for kind in brought.KINDS)
    assert not shop.making.deck
    inside = [str(one) for one in brought_dir().rglob("*") if one.is_file()]
    assert inside == []


def test_what_is_wrong_with_a_picture_is_said_in_the_language_of_the_studio(shop):
    """It is looked at in another process."""
    shop.studio.room.keep(KitDraft("liars-lair", 5, language="es"))
    page = send(shop, "back", ("a.svg", b"<svg><script/></svg>"))
    assert "a.svg no se admite, porque contiene un script" in unescape((fault(page) or ("", page))[1])


def linked(entry):
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16


@pytest.mark.parametrize(
    ("makes", "words"),
    [
        (lambda: b"no ZIP at all", "is no ZIP that can be opened"),
        (lambda: packed([("birds.csv", CSV)])[:-30], "is no ZIP that can be opened"),
        (lambda: packed([("../birds.csv", CSV)]), "leads out of its folder"),
        (lambda: packed([("/birds.csv", CSV)]), "leads out of its folder"),
        (lambda: packed([("C:\\birds.csv", CSV)]), "leads out of its folder"),
        (lambda: packed([("birds.csv", b"/etc/passwd")], linked), "holds a link"),
        (lambda: packed([(f"{n}.csv", CSV) for n in range(600)]), "too much at once"),
        (lambda: packed([("birds.csv", b"name\n" + bytes(70_000_000))]), "too much at once"),
        (lambda: packed([("a\nb.csv", CSV)]), "no file name may have"),
    ],
    ids=["text", "cut", "above", "absolute", "drive", "link", "many", "bomb", "signs"],
)
def test_a_hostile_zip_is_refused_in_a_sentence(shop, makes, words):
    page = send(shop, "deck", ("deck.zip", makes()))
    assert words in fault(page)[1]
    assert not (brought_dir() / "deck").exists() or not brought.kept("deck")


def test_what_is_sent_has_a_budget_and_names_are_text(shop):
    page = send(shop, "deck", ("a.csv", bytes(brought.MOST_BYTES + 200_000)))
    assert "too much at once" in fault(page)[1]
    page = send(shop, "deck", ("<b>x.png", b"x"))
    assert "<b>x" not in page
    assert shop.ask("bring/deck", {"step": "own"})[0] == 422
    assert shop.ask("bring/deck", b"x", content_type="multipart/form-data")[0] == 422
    assert shop.ask("bring/deck", b"x", Origin="http://evil.example", content_type="multipart/form-data")[0] == 403
    assert sorted(file.name for file in data_dir().rglob("*.csv")) == []
