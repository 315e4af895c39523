"""Liar's Lair on phones: what a first table sees of declaring, of a knock-out, and of its own hand."""

import re
from base64 import b64encode
from html import unescape

import pytest
from msgspec.structs import replace

from cardgen.art.things import ACROSS_MM, HIGH_MM, drawing
from factbank.looks import face, thing_folder
from referee import games
from referee.books import rulebook
from referee.host.pages import folder
from referee.story import environment
from tests.referee.games import lair
from tests.referee.host.wire import Evening, lobby, some_evening

DEALT = lair.HANDS + "start Ann\n" + lair.ROUND + lair.RECLAIM  # the truths are drawn by themselves

RISKS = (
    " you win? Once all have spoken, your hand lies open: lay it on the table. If two of your own cards contradict "
    "each other, you are out at once. Then each of the others may show one card. A truth that contradicts a card of "
    "yours puts you out. A lie puts out whoever shows it. If nobody proves you a liar, you win. If several declare, "
    "the leader of the round is judged first. Yes, declare and risk it No, back"
)
PARTS = {"words": "fw", "emblem": "xe", "head": "xh", "masthead": "xh", "stars": "xs"}  # classes of a face
STYLE = re.search(r"<style>.*?</style>", (folder() / "static/cards/emblems/mask.svg").read_text("utf-8"))[0]


def words(answer):
    """Return what a page says: tags away, white space as one space."""
    assert answer.status == 200, answer
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.body.decode())).split())


def shown(browser, path="/part/phone"):
    """Return what a part of the pages says."""
    return words(browser.get(path))


def asked(browser, line):
    """Return what the page says that asks once more before a line is said."""
    return words(browser.ask("POST", "/part/confirm", b'{"line": "%s"}' % line.encode()))


@pytest.fixture
def stands(household):
    """Return the phones by name, and the host's browser, of a table that stands after these lines."""

    def after(lines, *, facts=lair.FACTS[8], **options):
        options = {"each": 2, "deal": "entered", "own_conflict": "allowed"} | options
        evening = Evening(
            household, games.setup(games.game("liars-lair"), lair.FOUR, options, facts=facts), deals=False
        )
        phones = evening.phones(*lair.FOUR)
        for line in lines.splitlines():
            who, _, said = line.partition(": ")
            assert (phones[who] if said else evening.host()).say(line).status == 200, line
        return phones, evening.host()

    return after


def test_to_declare_is_asked_once_more_with_all_that_it_risks(stands):
    phones, _ = stands(DEALT, own_conflict="out")
    page = phones["Ann"].page()
    assert 'data-confirm="Ann: declares"' in page
    assert 'data-say="Ann: declares"' not in page
    said = asked(phones["Ann"], "Ann: declares")
    assert said.partition("Declare that")[2] == RISKS
    assert "All your" not in said
    ahead = asked(stands(DEALT, absolution=True)[0]["Dan"], "Dan: declares")
    assert "lies open: lay it on the table. If all your cards are lies that others can prove, you win at once." in ahead
    assert phones["Ann"].say("Ann: declares").status == 200


def test_an_open_hand_of_cards_without_titles_can_be_read_on_every_screen(stands):
    facts = lair.FACTS[8]
    lines = DEALT + "Ann: declares\nBob: passes\nCat: passes\nDan: passes\n"
    phones, host = stands(lines, facts=replace(facts, titles="none"))
    held = [facts.card(card).text for card in (1, 6, 8, 11)]
    for said in (*(shown(phones[name]) for name in ("Ann", "Bob", "Cat")), shown(host, "/part/screen")):
        assert all(text in said for text in held)
    assert "Ann’s hand lies open on the table" in shown(phones["Bob"])
    said = asked(phones["Bob"], "Bob: shows 12")
    assert "Show 12? Ann is out if it is true and contradicts the open hand. You are out if it is a lie." in said


@pytest.mark.parametrize("name", rulebook.games())
def test_a_phone_has_a_book_without_commands_in_which_the_rule_on_lines_has_its_place(household, name):
    evening = some_evening(household, name, 3)
    (phone,) = evening.seated(evening.table.setup.seats[0])
    page = phone.get("/rules").body.decode()
    assert not re.search(r"<code>(referee|undo|why|holds|--option)|cardgen|the terminal", page)
    assert f'id="{evening.table.game.prefix}.line"' in page
    assert "Nobody types here" in page


def test_a_household_sees_its_own_emblem_on_phones_and_in_the_story(stands, household):
    brought = household / "brought" / "emblem" / "fish"
    brought.mkdir(parents=True)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 -9 18 18"><path class="red" d="M0 0 4 4 0 4Z"/></svg>'
    (brought / "fish.svg").write_text(svg)
    facts = replace(lair.FACTS[8], pairs=tuple(replace(pair, emblem="fish") for pair in lair.FACTS[8].pairs))
    phones, host = stands(DEALT.partition("Dan: plays")[0] + "Dan: plays 11\n", facts=facts)
    page = host.page("screen")
    assert 'src="emblem/fish"' in page
    assert "mask.svg" not in page
    drawn = phones["Ann"].get("/emblem/fish")
    assert drawn.status == 200
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.body.decode() == svg.replace('18">', '18">' + STYLE)
    assert phones["Ann"].get("/emblem/nofish").status == 404
    for more in (
        '<script href="/static/x.js"/>', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>',
        '<a href="http://example.com/"><path d="M0 0"/></a>', '<use href="#x"/>', '<path onload="x()" d="M0 0"/>',
        '<style>path{fill:url(http://example.com/)}</style>', '<p xmlns="http://www.w3.org/1999/xhtml"/>',
        "<title>" + "x" * 200_000 + "</title>", "<broken>",
    ):  # fmt: skip
        (brought / "fish.svg").write_text(svg.replace("</svg>", f"{more}</svg>"))
        assert phones["Ann"].get("/emblem/fish").status == 404, more
    (brought / "fish.svg").write_text(svg)
    assert (
        environment("story")
        .get_template("cards.html")
        .module.face(face(facts, 1))
        .count(b64encode(drawn.body).decode())
        == 2
    )


def test_cards_lie_face_down_on_ones_own_turn_too_but_not_those_on_the_table(stands):
    phones, _ = stands(DEALT.partition("Ann: reclaims")[0])
    assert 'class="rows pickrows' in (page := phones["Ann"].page())
    assert " shut" not in page
    for name, line in zip(lair.FOUR, (DEALT + "end").partition("Ann: reclaims")[2].splitlines(), strict=False):
        assert phones[name].say(f"{name}: reclaims {line.rpartition(' ')[2]}").status == 200
    for name in lair.FOUR:
        assert phones[name].say(f"{name}: passes").status == 200
    assert " shut" in phones["Bob"].page()


def test_taking_nothing_is_asked_once_more(stands):
    phones, _ = stands(lair.HANDS + "start Ann\nAnn: plays 1\nBob: plays 2\n")
    (taker,) = (name for name in ("Ann", "Bob") if "Take nothing" in shown(phones[name]))
    line = f"{taker}: takes nothing"
    page = phones[taker].page()
    assert f'data-confirm="{line}"' in page
    assert f'data-say="{line}"' not in page
    assert "Take nothing? You do not see this hand again." in asked(phones[taker], line)


def test_a_phone_lists_what_happened_the_last_first(stands):
    phones, _ = stands(DEALT)
    said = shown(phones["Cat"], "/part/menu")
    assert "What happened, the last first Dan takes 7, The Sound of Parsnips . You take 5" in said
    assert "holds" not in said


def test_who_gives_a_card_away_is_asked_to_give_one(stands):
    phones, _ = stands(lair.HANDS + "start Ann\n" + lair.KNOCK.removeprefix(lair.START), departing="gift")
    said = [shown(phones[name]) for name in ("Ann", "Bob")]
    (asked,) = [text for text in said if "give one card of your hand to" in text]
    assert "Take one of" not in asked
    assert "Hold to read them, and to see which are lies" in asked


def test_the_lobby_counts_who_is_here_and_a_seal_says_what_it_is_for(household, stands):
    evening = lobby(household, "lizard", ("Ann", "Bob"))
    host = evening.host()
    evening.seated("Ann")
    assert "One of two is seated." in shown(host, "/part/screen")
    evening.seated("Bob")
    assert "All two are seated." in shown(host, "/part/screen")
    phones, host = stands(DEALT)
    assert "The deal’s seal: " in shown(host, "/part/screen")
    assert "It was made from the cards as they were dealt" in shown(phones["Ann"], "/part/menu")


BOLD = {"reclaim": "earlier", "caught": "spared", "dawn": 2}
CAUGHT = lair.HANDS + "start Ann\nAnn: plays 1\nBob: plays 2\n"


def test_who_catches_a_liar_that_is_spared_gives_a_card_which_only_these_two_see(stands):
    phones, host = stands(CAUGHT, **BOLD)
    asked_to = shown(phones["Ann"])
    assert "Give Bob one of your cards." in asked_to
    assert "Bob was caught, and stays in this once. Nobody says whether your card is true." in asked_to
    assert "Give 8? Nobody else sees it." in asked(phones["Ann"], "Ann: gives 8")
    assert phones["Ann"].say("Ann: gives 8").status == 200
    for name in ("Cat", "Dan"):
        assert "Ann gives Bob one card." in shown(phones[name])
    assert "The Sound of Parsnips" in shown(phones["Bob"], "/part/hand")
    assert "The Sound of Parsnips" not in shown(phones["Ann"], "/part/hand")
    for name, card in (("Cat", 7), ("Dan", 15)):
        assert phones[name].say(f"{name}: plays {card}").status == 200
    for name in lair.FOUR:
        assert phones[name].say(f"{name}: passes").status == 200
    assert "You were caught once: the next time you are out." in shown(phones["Bob"])
    assert "caught once" in shown(host, "/part/screen")


def test_cards_of_earlier_rounds_stay_on_the_big_screen_and_dawn_counts_there(stands):
    phones, host = stands(CAUGHT + "Ann: gives 8\nCat: plays 7\nDan: plays 15\n", **BOLD)
    for name in lair.FOUR:
        assert phones[name].say(f"{name}: passes").status == 200
    assert "round 2 · dawn after 2" in shown(host, "/part/screen")
    for line in ("Bob: plays 9", "Cat: plays 13", "Dan: plays 11", "Ann: plays 3"):
        assert phones[line.partition(":")[0]].say(line).status == 200
    big = host.page("screen")
    assert re.search(r'class="older">.*?>7</span>', big, re.DOTALL)
    assert phones["Bob"].say("Bob: reclaims 13").status == 422
    for line in ("Bob: reclaims 7", "Cat: reclaims 15"):
        assert phones[line.partition(":")[0]].say(line).status == 200
    for name in ("Bob", "Cat", "Dan", "Ann"):
        assert phones[name].say(f"{name}: passes").status == 200
    over = shown(host, "/part/screen")
    assert "Bob and Cat win." in over
    assert "Bob and Cat held the fewest lies that could be proven at dawn." in over
    assert re.search(r"Bob 0 lies .*Cat 0 lies .*Ann 1 lie .*Dan 1 lie ", over)


def test_words_stand_where_the_drawing_of_a_thing_has_room_for_them():
    css = (folder() / "static/host.css").read_text("utf-8")
    for file in thing_folder().glob("*.svg"):
        for name, slot in drawing(file.stem).slots.items():
            if (part := PARTS.get(name)) is None:
                continue
            side = min(slot.width, slot.height)
            wide, high = (side, side) if name == "emblem" else (slot.width, slot.height)
            rule = "".join(re.findall(rf"\.face \.t-{file.stem} \.{part} {{(.*?)}}", css, re.DOTALL))
            said = {key: float(value) for key, value in re.findall(r"(\w+): (-?[\d.]+)(?:%|deg)", rule)}
            left, top = ACROSS_MM / 2 + slot.x - wide / 2, HIGH_MM / 2 - slot.y - high / 2
            drawn = {
                "left": left / ACROSS_MM,
                "top": top / HIGH_MM,
                "width": wide / ACROSS_MM,
                "height": high / HIGH_MM,
            }
            turn = said.pop("rotate", 0)
            assert said == pytest.approx({key: 100 * value for key, value in drawn.items()}, abs=0.06)
            assert turn == pytest.approx(-slot.turn, abs=0.06)


def test_how_it_went_puts_no_cross_on_those_who_were_not_put_out(stands):
    passes = "Bob: passes\nCat: passes\nDan: passes\n"
    phones, host = stands(f"{DEALT}Ann: declares\n{passes}{passes}")
    for page in (host.get("/part/screen"), phones["Cat"].get("/story")):
        assert b"p-won" in page.body
        assert b"p-out" not in page.body
