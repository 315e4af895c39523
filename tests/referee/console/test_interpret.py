"""What is certain may be left out; a slip becomes a question; nothing is taken silently that isn't certain."""

import unicodedata

import pytest

from referee import games
from referee.console.interpret import Reader, nearest, slips
from referee.console.screens import all_chosen
from referee.core.game import RecordError

SEATS = ["Ann", "Bob", "Cat"]


def lizard(*lines, seats=SEATS, **options):
    game = games.game("lizard")
    setup = games.setup(game, seats, options)
    state = game.start(setup)
    for line in lines:
        state = games.step(game, state, games.parse(game, setup, line))
    return game, setup, state


def reader(*lines, seat=None, **more):
    game, setup, state = lizard(*lines, **more)
    return Reader(game, setup, game.view(state, seat), seat)


BIDDING = ("dealer Ann", "trump 9h")
PLAYING = (*BIDDING, "Bob: bids 1", "Cat: bids 0", "Ann: bids 0")


TYPED = {
    (): ("c", "bids 0"),
    BIDDING: (
        *("1", "bids 1", "Bob: bids 1", "bob: 1", "b 1", "Bob 1", "b: b 1", "  1  # one", "BIDS 1"),  # what is certain
        *("Bpb 1", "bbo: bids 1", "Bob: bidds 1", "bisd 1"),  # slips become questions
        *("b 0", "4", "Cat: bids 1"),
        *("leaves 1", "Bob: leaves 1", "bob leaves 1", "leave 1", "Cat leaves 0"),  # no bid by going home
        *("", "   ", "# only a comment", "hello there", "?!", "Bob:", ":", "((", "Bob: bids 1 (x", "9" * 500),
    ),
    (*BIDDING, "Bob: bids 0"): ("b 0",),  # on Ann's turn it may be Bob speaking up
    PLAYING: ("ah", "10h", "6", "lizrad", "liz", "l", "s", "h8", "8♥", "♥8", "h10,", "plays Bob Q♠", "play bob qs"),
}


def test_what_is_typed_is_read_asked_about_or_refused(snapshot):
    said = []
    for before, texts in TYPED.items():
        for text in texts:
            understood = reader(*before).read(text)
            lines = [f"{each.line}{'' if each.sure else '?'}" for each in understood.readings]
            said.append(f"{text} → {', '.join(lines)}{understood.asks and f' ({understood.asks})'}{understood.why}")
    assert "\n".join(said) == snapshot


def test_names_by_their_first_letters_when_they_differ():
    sitting = reader(seats=["Bo", "Bob Lee", "Bobby"])
    assert sitting.named("bo") == [0]
    assert sitting.named("bob") == [1, 2]
    assert sitting.named("bobb") == [2]
    assert sitting.named("bob lee") == [1]
    assert sitting.named("x") == []


def test_completion_offers_every_legal_line_in_full_and_in_its_shortest_form():
    sitting = reader(*PLAYING)
    assert sitting.words() == sorted(form for line in sitting.lines() for form in (line, line.split()[-1]))
    assert {"Ann", "dealer Ann"} <= set(reader().words())


SECRET = {"estimates": "secret"}


def test_a_private_step_is_recognised_however_it_is_typed():
    sitting = reader(*BIDDING, **SECRET)
    assert sitting.secret("Bob: bids 1") == (1, "bids")
    assert sitting.secret("c bids") == (2, "bids")
    assert sitting.secret("2") is None


def test_a_private_screen_reads_completes_and_asks_about_its_own_steps_only():
    assert reader(*BIDDING, seat=2).read("1").readings == ()
    sitting = reader(*BIDDING, seat=2, **SECRET)
    assert [reading.line for reading in sitting.read("1").readings] == ["Cat: bids 1"]
    assert {"Cat: bids 0", "Cat: bids 1"} <= set(sitting.lines())
    assert all(line.startswith("Cat: ") for line in sitting.lines())
    assert reader(*BIDDING, **SECRET).lines() == []
    slip = sitting.read("bisd 1")
    assert (slip.asks, slip.readings[0].sure) == ("bisd? bids", False)


@pytest.mark.parametrize("typed", ["Ann 0, Bob 1, Cat 0", "b bids 1; a 0 and c 0", "cat: 0, bob: bids 1, ann 0"])
def test_a_secret_step_laid_open_on_one_line(typed):
    sitting = reader(*BIDDING, **SECRET)
    actions = all_chosen(sitting, (0, 1, 2), typed)
    assert {sitting.setup.seats[a.seat]: a.count for a in actions} == {"Ann": 0, "Bob": 1, "Cat": 0}


@pytest.mark.parametrize(
    "typed", ["Ann 0, Bob 1", "Ann 0, Ann 1, Bob 0", "Ann 0, Bob 1, Cat x", "0 1 9", "", "Ann, Bob, Cat"]
)
def test_a_secret_step_is_not_laid_open_by_halves(typed):
    assert all_chosen(reader(*BIDDING, **SECRET), (0, 1, 2), typed) == []


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("bob", "bob", 0), ("bpb", "bob", 1), ("bbo", "bob", 1), ("", "ab", 2), ("abc", "xyz", 3)],
)
def test_slips_are_counted_as_people_make_them(one, other, count):
    assert slips(one, other, 3) == slips(other, one, 3) == count


def test_the_nearest_words_come_first_and_far_ones_not_at_all():
    assert nearest("plasy", ["passes", "plays", "play"]) == ["plays", "play"]
    assert nearest("b", ["bob"]) == []
    assert nearest("pla", ["passes", "plays"]) == ["plays"]
    assert nearest("17", ["18"]) == []


def test_a_name_is_known_however_its_accents_are_written():
    lizard = games.game("lizard")
    setup = games.setup(lizard, ["Ève", "Aΐ", "Bob"])
    for said in ("Ève", "E\u0300ve", "e\u0300VE", "ève"):
        assert games.parse(lizard, setup, f"{said}: bids 0").seat == 0
    for said in ("aΐ", "Aΐ".upper(), unicodedata.normalize("NFD", "AΐI")[:-1]):
        assert games.parse(lizard, setup, f"{said}: bids 0").seat == 1
    with pytest.raises(RecordError, match="two seats are called"):
        games.setup(lizard, ["Ève", "E\u0300ve", "Bob"])
