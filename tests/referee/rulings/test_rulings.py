"""The room against the page: every sentence of docs/rules.md is proven, every rule refuses, every option is tried."""

import re
from pathlib import Path

import pytest

from referee import games
from referee.core.setup import option_list
from tests.referee.rulings import test_games, test_general, test_general_header  # noqa: F401, they quote the page
from tests.referee.rulings.case import Case
from tests.referee.rulings.rooms import GENERAL, OF_GAMES

TOP = Path(__file__).parents[3]
ROOMS = (GENERAL, *OF_GAMES)
NAMES = tuple(dict.fromkeys(room.game.name for room in OF_GAMES))


def cases(game: str) -> list[Case]:
    """Return all cases of a game."""
    return [case for room in OF_GAMES if room.game.name == game for case in room.cases]


PROSE = """
There are five games, each from the text that its authors published
These texts are called the *seeds* below, and the credits are in NOTICE
The seeds leave gaps, and this page closes every one of them
The referee, the rulebooks and the tests therefore all say the same thing
Where this page and a seed disagree, the seed wins
One plain-text format serves the journal
It is like PGN for chess
It is exact, and people can read it aloud and type it by hand
At a real table the referee sees only what is turned face up or said
Such a choice always exists, because every hand is even
Take the players as the vertices and the pairs as the edges of a multigraph
Every degree is even, so an Eulerian orientation exists
has these options:
`public` has these fields:
These are examples:
is described under
`each = 3` is k
is the way of dealing
"""
"""Sentences that no program can break, each by its beginning."""

ELSEWHERE = {
    "Then all screens show it if the referee knows it":
        "tests/referee/host/test_words.py::test_the_hidden_card_is_promised_until_the_end_which_tells_all",
    "These are the newest rules":
        "tests/referee/rulings/test_rulings.py::test_the_page_is_of_the_newest_rules",
    "At the prompt a person may leave out whatever is already certain":
        "tests/referee/console/test_interpret.py::test_what_is_typed_is_read_asked_about_or_refused",
    "The name may be left out when only one seat may use that verb now":
        "tests/referee/console/test_interpret.py::test_what_is_typed_is_read_asked_about_or_refused",
    "The verb may be left out when only one verb is possible (`2` for `Bob: bids 2`)":
        "tests/referee/console/test_interpret.py::test_what_is_typed_is_read_asked_about_or_refused",
    "On a shared screen, a refusal that rests on a private hand says only that the line does not fit":
        "tests/referee/rulings/case.py::_refuses",
    "The 4×4×4 deck (64 cards, without black, blob or `?`) and the full 5×5×5 deck (125 cards) are":
        "tests/cardgen/decks/faces/test_decks.py::test_the_west_deck_is_the_cards_with_its_mark_in_all_three_decks",
    "In these a West card carries the mark":
        "tests/cardgen/decks/faces/test_decks.py::test_the_west_deck_is_the_cards_with_its_mark_in_all_three_decks",
    "In Liar's Lair every card has a number from 1 to 2P, where P is the number of pairs":
        "tests/factbank/deal/test_deal.py::test_numbers_run_from_one_and_tell_neither_pair_nor_half",
    "The number says nothing about the card's pair or its truth":
        "tests/factbank/deal/test_deal.py::test_numbers_run_from_one_and_tell_neither_pair_nor_half",
    "Numbers are shuffled for every kit":
        "tests/factbank/deal/test_deal.py::test_numbers_run_from_one_and_tell_neither_pair_nor_half",
    "Before every game, the referee draws for each pair which half is true":
        "tests/referee/games/test_liars_lair_deal.py::test_truths_tell_nothing_of_how_they_were_drawn",
    'The seed says that "card-pairs may also be swapped between decks"':
        "tests/referee/games/test_liars_lair_deal.py::test_truths_tell_nothing_of_how_they_were_drawn",
    "Whole pairs are set aside at random, and their cards are named, to be left in the box":
        "tests/referee/console/test_lair.py::test_people_who_deal_are_told_which_pairs_stay_in_the_box",
    "A kit with fewer pairs is refused":
        "tests/referee/games/test_liars_lair_deal.py::test_the_smallest_kit_that_serves",
    "The refusal names the largest k and the largest table that the kit can serve":
        "tests/referee/games/test_liars_lair_deal.py::test_the_smallest_kit_that_serves",
    "`assigned` is the default":
        "tests/referee/console/test_lair.py::test_the_dealing_script_is_read_card_by_card_with_a_way_back",
    "The sorted deck lies face down, with number 1 on top":
        "tests/referee/console/test_lair.py::test_the_dealing_script_is_read_card_by_card_with_a_way_back",
    "The referee chooses k truths and k lies for each seat":
        "tests/referee/games/test_liars_lair_deal.py::test_handouts_read_the_deal_aloud_from_the_top_of_the_deck",
    "Nobody is given a card of a pair that they wrote half of (`by` in the fact file)":
        "tests/referee/games/test_liars_lair_deal.py::test_nobody_is_dealt_a_card_of_a_pair_that_they_wrote_half_of",
    "It then reads out who gets each card, from the top (`1 Cat · 2 Ann · 3 Ann · 4 box …`)":
        "tests/referee/games/test_liars_lair_deal.py::test_handouts_read_the_deal_aloud_from_the_top_of_the_deck",
    "Nobody sees a face":
        "tests/referee/games/test_liars_lair_deal.py::test_handouts_read_the_deal_aloud_from_the_top_of_the_deck",
    "With `entered`, people shuffle everything together and deal 2k cards each":
        "tests/referee/console/test_lair.py::test_an_entered_deal",
    "Every player enters their numbers in private":
        "tests/referee/console/test_lair.py::test_an_entered_deal",
    "The referee chooses among the orientations at random, so that the choice reveals nothing":
        "tests/referee/games/test_liars_lair_deal.py::test_every_choice_of_truths_is_as_likely",
    "At the least, the start and the order of the walk are random":
        "tests/referee/games/test_liars_lair_deal.py::test_every_choice_of_truths_is_as_likely",
    "Hand numbers are secret in both ways of dealing, with one exception":
        "tests/referee/console/test_lair.py::test_the_script_is_heard_once_and_stands_nowhere",
    "The dealing script of `assigned` is heard once at the table":
        "tests/referee/console/test_lair.py::test_the_script_is_heard_once_and_stands_nowhere",
    "It is in no record, export, JSON or history, and the screen is wiped after it":
        "tests/referee/console/test_lair.py::test_the_script_is_heard_once_and_stands_nowhere",
    "When the game is over, and only then, the table may ask for all truths and hands to be laid open":
        "tests/referee/console/test_console.py::test_reveal_only_when_over",
    "The command is `reveal`, which is a command of the table and not a line":
        "tests/referee/console/test_console.py::test_reveal_only_when_over",
    "The first starter is drawn at random among the volunteers":
        "tests/referee/console/test_lair.py::test_the_leader_is_drawn_among_the_volunteers",
    "**Secret notes.** Every player can keep a short note on any card number":
        "tests/referee/console/test_console.py::test_notes_are_private",
    "The referee starts each dealt card's notes with \"true\" or \"lie\"":
        "tests/referee/console/test_console.py::test_notes_are_private",
    "Notes and truths are seen only on that player's private screen":
        "tests/referee/console/test_lair.py::test_everybody_looks_first_and_sees_what_is_true",
    "The judgment must be exact, never a guess, and come within 50 ms":
        "tests/referee/games/test_liars_guess_solver.py::test_the_judge_agrees_with_a_solver_in_real_deals",
    "The chips of both, the pot and the bonus always add up to 2 × `chips`":
        "tests/referee/games/test_liar_poker.py::test_chips_are_conserved_through_whole_matches",
    "names the seats that bots play, and how well":
        "tests/referee/console/test_bots.py::test_all_bots_play_a_game_to_its_end",
    "**Seals.** What the referee deals in private (a hand, the truths) is sealed as it is dealt":
        "tests/referee/records/test_seal.py::test_each_line_is_on_the_disk_with_its_seal",
    "A player who keeps the seal that the table was shown can prove later that nothing was changed":
        "tests/referee/records/test_seal.py::test_each_line_is_on_the_disk_with_its_seal",
    "The header of an export has a line for each such deal":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "`after` says how many lines the record had then":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "`lines` describes the last of them, with one text for each":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "All of them are private lines of the deal":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "If the line is in this record, the text is its nonce (32 hexadecimal digits)":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "If the line is left out (`?`), the text is its commitment (64 digits), which reveals nothing":
        "tests/referee/records/test_seal.py::test_a_hand_that_nobody_showed_is_not_found_however_few_there_are",
    "A commitment is a SHA-256 in hexadecimal":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "It is made of `liarsdeck seal 2`, `line`, the nonce, the line's place in the record (1 is the":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "The seal is the first 100 bits of another SHA-256, in Crockford's base 32":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "This one is made of `liarsdeck seal 2`, `deals`, an empty line (`chosen` where somebody chose":
        "tests/referee/records/test_seal.py::test_seals_are_made_as_the_rules_say",
    "So the last seal vouches for every deal before it":
        "tests/referee/records/test_seal.py::test_a_deal_whose_seal_was_taken_out_is_named",
    "in such a line gives the names at the deal":
        "tests/referee/records/test_seal.py::test_a_seat_that_was_renamed_after_the_deal_is_said",
    "`entered = [9, 12]` are private lines that people entered beside those deals":
        "tests/referee/records/test_seal.py::test_hands_that_people_enter_have_no_seal",
    "No seal covers them":
        "tests/referee/records/test_seal.py::test_hands_that_people_enter_have_no_seal",
    "says that somebody chose the table's seed":
        "tests/referee/records/test_seal.py::test_that_a_seed_was_chosen_is_said_everywhere_and_cannot_be_left_out",
    "`referee verify FILE` checks all of this":
        "tests/referee/records/test_seal.py::test_an_export_opens_what_lies_open_and_no_more",
    "It says that n of m private lines are proven, and that the others are not open in this record":
        "tests/referee/records/test_seal.py::test_an_export_opens_what_lies_open_and_no_more",
    "It ends with status 2 if something does not fit, or if nothing is proven":
        "tests/referee/records/test_seal.py::test_where_nothing_is_open_nothing_is_proven_and_it_says_so",
    "It also does so if a line of a deal has no seal and people did not enter it":
        "tests/referee/records/test_seal.py::test_where_nothing_is_open_nothing_is_proven_and_it_says_so",
    "With `--seen SEAL`, it also compares a seal that somebody noted":
        "tests/referee/records/test_seal.py::test_a_deal_whose_seal_was_taken_out_is_named",
    "`referee export --reveal` opens every line":
        "tests/referee/records/test_seal.py::test_a_finished_table_proves_every_deal_from_its_full_export",
    "Without it, a hand is open only if everybody has seen every card of it, and then its seal is":
        "tests/referee/records/test_seal.py::test_an_export_opens_what_lies_open_and_no_more",
    "For all other lines, the export has no nonce":
        "tests/referee/records/test_seal.py::test_an_export_opens_what_lies_open_and_no_more",
    "In format 1 a seal was":
        "tests/referee/records/test_seal.py::test_a_record_of_format_1_proves_what_it_did",
    "It is read and checked as it was":
        "tests/referee/records/test_seal.py::test_a_record_of_format_1_proves_what_it_did",
}  # fmt: skip
"""What is proven by a test of another room, by its quote."""


def sentences() -> list[str]:
    """Return the sentences of the page, tables and examples left out."""
    found: list[str] = []
    paragraph: list[str] = []
    for line in [*(TOP / "docs" / "rules.md").read_text(encoding="utf-8").splitlines(), ""]:
        if line.strip() and not line.startswith(("    ", "|", "#", "- ")):
            paragraph.append(line.strip())
            continue
        if paragraph:
            text = " ".join(paragraph)
            found += re.split(r"(?<=[.!?)])\s+(?=[A-Z“*])(?!`[a-z?])|(?<=[.!?])\s+(?=`)", text)
        paragraph = [line[2:].strip()] if line.startswith("- ") else []
    return [sentence.strip() for sentence in found if sentence.strip()]


PAGE = " ".join(sentences())
QUOTES = {quote.partition(" -- ")[0] for room in ROOMS for quote in room.quoted}


def test_every_quote_stands_on_the_page() -> None:
    assert [quote for quote in (*QUOTES, *ELSEWHERE, *PROSE.split("\n")) if quote not in PAGE] == []


def test_every_sentence_of_the_page_is_proven() -> None:
    known = (*QUOTES, *ELSEWHERE, *filter(None, PROSE.split("\n")))
    open_ = [text for text in sentences() if not any(quote in text or text.rstrip(".") in quote for quote in known)]
    assert open_ == []
    assert len(sentences()) > 200


@pytest.mark.parametrize("where", sorted(set(ELSEWHERE.values())))
def test_what_is_proven_elsewhere_is_there(where: str) -> None:
    path, _, name = where.partition("::")
    assert f"def {name}(" in (TOP / path).read_text(encoding="utf-8")


def test_the_page_is_of_the_newest_rules() -> None:
    (said,) = (sentence for sentence in sentences() if sentence.startswith("These are the newest rules"))
    named = {game: int(version) for version, game in re.findall(r"version (\d+) of `([a-z-]+)`", said)}
    assert said.endswith("version 1 of every other game.")
    assert {name: games.game(name).rules_version for name in games.REGISTRY} == dict.fromkeys(games.REGISTRY, 1) | named


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_refuses_something(game: str) -> None:
    proven = {case.refused for case in cases(game)}
    assert set(games.game(game).rules) - proven == set()


@pytest.mark.parametrize("game", NAMES)
def test_every_option_is_tried_with_all_its_choices(game: str) -> None:
    """At least two values of every option: every word it may be, or another number than the default."""
    default = games.game(game).options()
    for name in default.__struct_fields__:
        tried = [case.options.get(name, getattr(default, name)) for case in cases(game)]
        assert len({str(value) for value in tried}) >= 2, name
    for option in option_list(games.game(game).options):
        assert {str(choice) for choice in option.choices} <= {
            str(case.options.get(option.name, option.default)) for case in cases(game)
        }, option.name
