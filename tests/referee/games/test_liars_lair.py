"""Liar's Lair beside its rulings (tests/referee/rulings). Odd cards are true: 1 and 2 are a pair."""

from msgspec.structs import replace

from factbank.looks import is_underlined
from referee.core.play import narrated, parse
from referee.games.liars_lair import GAME
from referee.games.liars_lair.state import State
from tests.referee.games.by_hand import refusal
from tests.referee.games.lair import KNOCK, nexts, play, public, replay_on


def test_a_refused_take_says_no_title_of_a_card_that_the_taker_has_not_seen() -> None:
    """Halves share a title: with it 13 would be known as the rival of a card in hand, and nobody would hear of it."""
    mine = GAME.view(play(KNOCK), 0)
    assert refusal(mine, "Ann: takes 13").why == "Ann cannot take 13 from Bob's hand: it is not there"
    title = mine.setup.facts.title_of(3)
    assert refusal(mine, "Ann: takes 3").why == f"Ann cannot take 3 from Bob's hand ({title}): it lies in Ann's hand"


def test_what_a_departing_hand_gives_is_said_as_given_or_left() -> None:
    gift, pool = play(KNOCK, departing="gift"), play(KNOCK, departing="pool")
    gives = parse(GAME, gift.setup, "Bob: gives 12")
    assert GAME.narrate(gift, gives, replay_on(gift, "Bob: gives 12")).startswith("Bob gives Ann 12")
    assert GAME.narrate(pool, gives, replay_on(pool, "Bob: gives 12")).startswith("Bob leaves 12")
    assert GAME.private(gift.setup, "gives")
    assert not GAME.private(pool.setup, "gives")


def test_who_knocks_out_an_empty_hand_is_asked_for_nothing() -> None:
    """Bob, taking nothing, has played his hand away but for a lie; who knocks him out then finds no card to take."""
    hands = "Ann: holds 1 3 6 8\nBob: holds 5 7 10 12\nCat: holds 2 9 13 15\nDan: holds 4 11 14 16\n"
    lines = hands + "truths 1 3 5 7 9 11 13 15\nstart Bob\nBob: plays 5\nCat: plays 2\nDan: plays 16\n"
    for departing in ("pick", "gift", "pool"):
        bare = emptied(play(lines, mix="random", departing=departing), 0)
        action = parse(GAME, bare.setup, "Ann: plays 6")
        state = GAME.apply(bare, action)
        assert "Ann is out! Ann leaves no card behind." in narrated(GAME, bare, action, state)
        assert public(state)["phase"] == "reclaim"
        assert public(state)["hands"]["Ann"] == 0
        assert nexts(state) == [("Bob" if departing == "pool" else "Cat", ["reclaims"])], "who got nothing reclaims"


def emptied(state: State, seat: int) -> State:
    """Return the same state with only the card 6 left in a hand."""
    hands, sizes = list(state.hands), list(state.sizes)
    hands[seat], sizes[seat] = 1 << 6, 1
    return replace(state, hands=tuple(hands), sizes=tuple(sizes))


def test_numbers_that_read_upside_down_are_underlined() -> None:
    assert all(map(is_underlined, ["6", "9", "66", "68", "89", "99", "16", "91", "10", "608"]))
    assert not any(map(is_underlined, ["1", "8", "11", "69", "88", "96", "7", "23", "67", "101", "2", "34"]))
