"""What guests met in an evening at the table, and what the pages say and keep to themselves since."""

import re

import pytest

from referee import games
from tests.referee.games import lair
from tests.referee.host.staged import CASES
from tests.referee.host.test_lair import asked, shown
from tests.referee.host.test_moments import staged
from tests.referee.host.wire import Evening, lobby

POKER = CASES["a doubted card, and the round"]


@pytest.fixture
def at_the_lair(household):
    """Return the phones by name, and the host's browser, of a table of Liar's Lair after these lines."""

    def stands(lines):
        case = CASES["a lie in play"]._replace(lines=lines)
        _, phones, host = staged(household, case, moment_s=0)
        return phones, host

    return stands


def test_the_dealer_sees_the_hand_before_trump_is_named(household):
    lines = "dealer Ann\nAnn: holds 9h\nBob: holds 2c\nCat: holds snake\ntrump lizard"
    case = CASES["a trick, and the round"]._replace(lines=lines)
    _, phones, _ = staged(household, case, moment_s=0)
    assert "Which suit is trump?" in shown(phones["Ann"])
    assert 'alt="9 of hearts"' in phones["Ann"].page()
    assert 'class="fan shut' in phones["Ann"].page()


def test_a_bid_given_ahead_says_that_it_is_kept_and_can_be_taken_back(evening):
    phones = evening.phones()
    coming = [name for name in phones if phones[name].get("seat").json["coming"]]
    last = phones[coming[-1]]
    assert last.say(f"{coming[-1]}: bids 1").json["ahead"]
    page = shown(last)
    assert "Kept for your turn: bid 1. Nobody sees it till then. Think again" in page
    assert 'data-v="1"' not in last.page()
    assert last.ask("DELETE", "/api/v1/ahead").status == 200
    assert "Kept for your turn" not in shown(last)


def test_red_and_black_tells_nothing_of_a_covered_hand(household):
    pages = []
    for colour in ("black", "red"):
        folder = household / colour
        folder.mkdir()
        lines = f"""
            dealer Ann
            Ann: holds black red black red black
            Bob: holds {" ".join([colour] * 5)}
            Bob: calls red
            river red black red
            Bob: swaps 2 {colour}
        """
        _, phones, _ = staged(folder, CASES["an attack"]._replace(lines=lines), moment_s=0)
        assert phones["Ann"].say("Ann: attacks 1 red").status == 200
        pages.append(phones["Bob"].get("/part/phone").body)
    assert b"defends" in pages[0]
    assert pages[0] == pages[1], "numbers of cards that the hand has not look as those that it has"
    refused = phones["Bob"].say("Bob: defends 2 black")
    assert (refused.status, refused.json["rule"]) == (422, "redblack.held")


def test_a_hand_is_laid_open_by_one_tap_and_is_in_no_page_before(household):
    _, phones, _ = staged(household, CASES["the last guess"].cut(-1), moment_s=0)
    page = phones["Bob"].page()
    assert 'data-only="reveals"' in page
    assert "reveals 1" not in page
    (line,) = [line for line in phones["Bob"].get("seat").json["legal"] if "reveals" in line]
    assert phones["Bob"].say(line).status == 200


def test_on_ones_own_turn_the_table_is_in_sight_and_sentences_wait_for_the_thumb(at_the_lair):
    phones, _ = at_the_lair(lair.START + "Ann: plays 3\nBob: plays 5\n")
    page, said = phones["Cat"].page(), shown(phones["Cat"])
    assert "On the table 3 Goats & Trombones Ann 5 Mules & Abacuses Bob Cat, play a card." in said
    assert page.count('<span class="fact veiled"></span>') == 4
    assert "hums in B flat" not in page
    assert "hums in B flat" in shown(phones["Cat"], "/part/hand")
    phones["Cat"].say("Cat: plays 7")
    phones["Dan"].say("Dan: plays 11")
    assert "5 Mules & Abacuses Bob Mules count on abacuses of walnut." in shown(phones["Ann"]), "one takes it for that"


def test_who_is_out_sees_the_game_and_everybody_what_was_played(at_the_lair):
    lines = lair.KNOCK + "Ann: takes 5\nCat: plays 7\nDan: plays 11\nCat: takes 11\nDan: takes 7\n"
    phones, host = at_the_lair(lines.replace("takes 11", "reclaims 11").replace("takes 7", "reclaims 7"))
    out = next(one for one in ("Ann", "Bob") if "You are out" in shown(phones[one]))
    page = shown(phones[out])
    assert "are still in. Could anybody prove you a liar?" in page
    for said in (page, shown(phones["Cat"], "/part/menu")):
        assert "What was played" in said
        assert "7 The Sound of Parsnips Cat plays it, Dan takes it" in said
        assert re.search(r"2 The Screw-Top Pear Bob plays it (true|LIE)", said)
    assert host.get("table").status == 200


def test_rivals_in_ones_own_hand_are_named_only_in_the_hand(household):
    _, phones, _ = staged(household, CASES["a hand that falls by itself"].cut(-4), moment_s=0)
    hand = shown(phones["Bob"], "/part/hand")
    assert "11 and 12 contradict each other: declare with both, and everybody sees it." in hand
    risks = asked(phones["Bob"], "Bob: declares").replace("If two of your own cards contradict each other", "")
    assert "contradict each other" not in risks


def test_an_open_hand_of_poker_shows_what_it_is_judged_by(household):
    _, phones, _ = staged(household, POKER.cut(POKER.rows.index("Ann: bets middle")), moment_s=0)
    hand = phones["Bob"].page("hand")
    for card in ("4 of spades", "7 of clubs", "ace of clubs", "2 of diamonds"):  # of the board, of Ann's, of his own
        assert f'aria-label="{card}"' in hand.lower()
    order = [hand.index(f'alt="{card}"') for card in ("2 of diamonds", "9 of clubs", "9 of hearts", "10 of spades")]
    assert order == sorted(order), "by rank"


def test_both_verbs_of_a_sentence_are_about_you(household):
    _, phones, _ = staged(household, CASES["an accusation"].cut(-3), moment_s=0)
    assert "Bob shows green triangle 3 and asks Ann" in shown(phones["Ann"])
    assert "You show green triangle 3 and ask Ann" in shown(phones["Bob"])


def test_who_comes_first_types_a_name_at_once(household):
    evening = lobby(household)
    first = evening.guest()
    page = first.page()
    assert page.index('id="name"') < page.index("</main>")
    assert "data-new" not in page
    evening.seated("Ann")
    assert "data-new" in first.page()


def test_a_kit_is_dealt_before_anything_else_is_asked(household):
    setup = games.setup(games.game("liars-lair"), lair.FOUR, {"each": 2}, facts=lair.FACTS[8])
    evening = Evening(household, setup, deals=False)
    host, (ann,) = evening.host(), evening.seated("Ann")
    assert evening.browser().post("join", word=evening.table.kit).status == 403, "the kit’s code opens nothing"
    assert 'class="hb due" href="laptop"' in " ".join(host.page("screen").split())
    assert "The printed cards are being dealt." in shown(host, "/part/screen")
    assert "entered" not in shown(host, "/part/screen")
    assert "Wait for your cards." in shown(ann, "/part/phone")
    assert "gets four cards" not in shown(ann, "/part/phone")
    assert 'data-open="t-table"' not in host.page("screen")
    assert host.post("dealt").status == 200
    assert "The cards are dealt." in shown(host, "/part/screen")
    assert 'data-open="t-table"' in host.page("screen")


@pytest.mark.parametrize(
    ("case", "means"),
    [
        ("a trick, and the round", "The game ends by it, and nobody wins."),
        ("a lie in play", "The others play on, without that hand."),
        ("the last guess", "The game ends by it, and nobody wins."),
    ],
)
def test_to_go_home_has_a_button_which_says_what_it_means_before_it_is_done(household, case, means):
    _, phones, host = staged(household, CASES[case].cut(-1), moment_s=0)
    page = host.page("screen")
    assert f'data-leaves="Ann: leaves" data-name="Ann" data-means="{means}"' in " ".join(page.split())
    assert "data-leaves" not in phones["Ann"].page()
    assert phones["Ann"].say("Ann: leaves").status == 403
    assert host.say("Ann: leaves").status == 200
    assert "goes home" in str(host.get("table").json["said"])


def test_a_phone_that_just_watches_finds_the_way_back_to_a_seat(household):
    evening = lobby(household, names=("Ann", "Bob"))
    late = evening.guest(client="10.0.0.9")
    assert 'href="screen">Just watch' in late.page()
    assert 'class="hb mine" href="./"' in late.page("screen")
    assert 'class="hb mine"' not in evening.host().page("screen")


def test_whether_one_wins_the_only_trick_is_answered_with_yes_or_no(evening):
    page = " ".join(evening.phones()["Ann"].page().split())
    assert "Will you win the trick?" in page
    for bid, said in (0, "No"), (1, "Yes"):
        assert re.search(rf'data-say="Ann: bids {bid}"[^>]*>\s*{said}<', page), "one tap"


def test_a_game_that_a_bot_wins_says_so(household):
    case = CASES["the last guess"]
    evening, phones, host = staged(household, case.cut(-1))
    assert host.post("bot", seat="Ann", level="easy").status == 200
    assert phones["Bob"].say(case.rows[-1]).status == 200
    evening.now += 8
    assert host.get("table").json["moment"]["kind"] == "crown"
    assert "Ann is a bot." in shown(host, "/part/screen")
    evening.now += 99
    assert "Ann is a bot." in shown(phones["Bob"])
    assert "Ann is a bot." in shown(host, "/part/screen")


@pytest.mark.parametrize(
    ("lines", "said", "due"),
    [
        (lair.START + "Ann: plays 3\n", "Play one card each. Bob is next.", "Bob, Cat and Dan have"),
        (lair.START + lair.ROUND, "Take one card each. Ann is next.", "Ann, Bob, Cat and Dan have"),
        (lair.DECLARE + "Ann: passes\n", "Could anybody prove you a liar? Bob is next.", "Bob, Cat and Dan have"),
    ],
)
def test_the_big_screen_says_what_is_asked_and_who_has_still_to_choose(at_the_lair, lines, said, due):
    _, host = at_the_lair(lines)
    assert said in shown(host, "/part/screen")
    assert f'aria-label="{due} still to choose"' in host.page("screen")


def test_what_a_card_claims_is_the_headline_also_after_a_restart(at_the_lair):
    _, host = at_the_lair(lair.START + "Ann: plays 3\n")
    claim = "Ann says: Goats will not enter a room that contains a trombone. 3 Goats & Trombones"
    assert re.search(r'class="claim[^>]*>\s*Goats will', host.page("screen"))
    for one in (host, host.evening.again().host()):
        assert claim in shown(one, "/part/screen")


@pytest.mark.parametrize(
    ("case", "line", "asks"),
    [
        (
            CASES["a fold"].cut(-1), "Bob: folds",
            "Fold? This round is over for you, and the pot of 20 goes to Ann. Yes, fold No, back",
        ),
        (
            POKER.cut(POKER.rows.index("Ann: suspects")), "Ann: suspects",
            "Suspect Bob? Both choose at once. A wrong suspicion costs half the pot. Yes, suspect",
        ),
    ],
)  # fmt: skip
def test_what_costs_chips_is_asked_once_more(household, case, line, asks):
    _, phones, _ = staged(household, case, moment_s=0)
    phone = phones[line.partition(":")[0]]
    assert f'data-confirm="{line}"' in phone.page()
    assert f'data-say="{line}' not in phone.page()
    assert asks in asked(phone, line)


def test_a_bet_is_chosen_and_then_said_by_the_button_below(household):
    bets = next(at for at, row in enumerate(POKER.rows) if row.startswith("Ann: bets"))
    _, phones, _ = staged(household, POKER.cut(bets), moment_s=0)
    page = phones["Ann"].page()
    assert 'data-say="Ann: bets' not in page
    assert 'data-line="Ann: bets {v}"' in page
    assert "data-key" in page


def test_a_notice_goes_with_the_next_line_and_a_bot_is_called_one(evening):
    phones, host = evening.phones(), evening.host()
    names, next_one = [*phones], phones[evening.due]
    bot = names[names.index(evening.due) - 1]  # the last to bid
    assert host.post("bot", seat=bot, level="easy").status == 200
    assert f"a bot plays for {bot} now" in shown(host, "/part/screen")
    assert "whoever takes it" not in shown(host, "/part/screen")
    assert next_one.say(next_one.get("seat").json["legal"][0]).status == 200
    assert f"a bot plays for {bot} now" not in shown(host, "/part/screen").partition("Whose seat?")[0]
