"""What the books of the games say of matches, figures and numbers is what the referee counted."""

import itertools
import json
import re

import pytest

from liarsdeck.english import cardinal
from referee import games
from referee.books import rulebook
from referee.books.text import read_figure
from referee.core.cards import parse_card
from referee.games.liar_poker.state import hand_name, strength
from referee.games.red_and_black.state import kit_cards
from tests.referee.books.choices import BETS, about_chapter, whole
from tests.sampling import spread


@pytest.mark.parametrize("game", rulebook.games())
def test_what_the_stories_of_a_book_come_to(game, snapshot):
    """By the usual house rules: what stands at each mark, and at the end."""
    options, told = games.game(game).options(), []
    for record in sorted((rulebook.templates() / "examples").glob(f"{game}-*.record.j2")):
        name = record.name.removeprefix(f"{game}-").removesuffix(".record.j2")
        story = rulebook.story(game, options, name)
        for mark, answer in (*story.marks.items(), ("end", story.end)):
            stands = {key: answer[key] for key in ("winners", "scores", "next", "public")}
            told.append(f"{name}, {mark}: {json.dumps(stands)}")
    assert "\n".join(told) == snapshot


@pytest.mark.parametrize(
    ("game", "players", "sentence"),
    [
        ("lizard", 4, "**With 80 points Dan is the Lizard King.**"),
        ("lizard", 3, "20 + 50 = 70. Five bid and three won: −20. None bid and none won: 20,"),
        ("liars-guess", 2, "**Ann scores 7.**"),
        ("liars-guess", 2, "**Bob scores 16 and wins the match.**"),
        ("red-and-black", 2, "Your power is 1 + 3 = 4, theirs is 3 + 0 = 3. The other player discards one card."),
        ("liar-poker", 2, "| 3 | 100 | a suspicion in vain | 710 | 240 | 50 |"),
    ],
)
def test_a_book_says_what_its_stories_come_to(game, players, sentence):
    assert sentence in whole(game, games.game(game).options(), players).replace("\xa0", " ")


@pytest.mark.parametrize(("rounds", "players"), [(5, 4), (1, 3), (12, 5), ("all", 5), ("all", 3)])
def test_the_rounds_of_lizard_are_the_options(rounds, players):
    options = games.game("lizard").options(rounds=rounds)
    last = 60 // players if rounds == "all" else rounds
    text = whole("lizard", options, players)
    assert f"**After round {last} the highest total wins;** level totals share the title." in text
    assert cardinal(last, most=20) + (" round" if last == 1 else " rounds") in text
    assert ("there is no trump. [lizard.trump-left]" in text) == (last == 60 // players)
    for other in {5, 12, 15, 20} - {last, 60 // players}:
        assert not re.search(rf"\b({other}|{cardinal(other, most=20)}) rounds", text)
    assert f"you win** with the highest total after round {last}." in text.lower()


def test_a_single_round_of_lizard_is_told_as_one():
    """No other round is spoken of, nor a deal that passes on, outside the story and the remarks on the full game."""
    text = whole("lizard", games.game("lizard").options(rounds=1, estimates="secret"), 3)
    setting, short = (about_chapter(text, name) for name in ("The idea", "In short"))
    assert "There is only **one round,** of one card each." in setting
    assert "passes to the left" not in setting
    assert short.strip().startswith("**One round.** Everybody is dealt a single card;")
    assert "open them together. Ann holds ♠K" in about_chapter(text, "A first game")
    assert "the deal goes round" not in text


@pytest.mark.parametrize("deals", [1, 3, 12])
def test_the_deals_of_liars_guess_are_the_options(deals):
    text = whole("liars-guess", games.game("liars-guess").options(deals=deals))
    named = cardinal(deals, most=20) + (" deal" if deals == 1 else " deals")
    assert text.lower().count(named) >= 3
    story = about_chapter(text, "A first match")
    assert "two deals" not in text.replace(story, "").lower()


@pytest.mark.parametrize(("hand", "river"), [(5, 3), (1, 1), (4, 2), (12, 8)])
def test_the_hands_of_red_and_black_are_the_options(hand, river):
    options = games.game("red-and-black").options(hand=hand, river=river, red=31, black=19)
    text = whole("red-and-black", options)
    cards, row = (f"{cardinal(n, most=20)} card" + ("" if n == 1 else "s") for n in (hand, river))
    assert text.lower().count(cards) >= 4
    assert text.lower().count(row) >= 3
    assert "50 cards, 31 red and 19 black" in text
    story = about_chapter(text, "A first game")
    assert ("Your own game has" in story) == ((hand, river) != (5, 3))
    if hand != 5:
        assert "five card" not in text.replace(story, "").lower()
    if river != 3:
        assert not re.search(
            r"river of three(?! cards\.\*\*|\. In it)|three cards in the river", text.replace(story, "")
        )


@pytest.mark.parametrize(("red", "black"), [(26, 26), (9, 9), (9, 30), (16, 10), (99, 13)])
def test_the_figures_of_red_and_black_show_cards_of_this_kit(red, black):
    options = games.game("red-and-black").options(red=red, black=black, river=8, hand=5)
    told = rulebook.book("red-and-black", options, 2)
    kit = kit_cards(red, black)
    assert len(kit) == red + black
    pictures = [[card for group in figure.groups for card in group.cards] for figure in drawn(told.body)]
    for cards in (*pictures, told.cover):
        names = [name for name in cards if name != "back"]
        assert names
        assert set(names) <= set(kit)
        assert len(set(names)) == len(names), "a card is there twice"
    # The story's last hand is made of cards that it has shown, and each has its wished colour.
    _, attack, hand = pictures
    assert [name[1] in "hd" for name in attack] == [False] * 3 + [True] * 5
    assert set(hand) - set(attack) == {"Ah"}
    if (red, black) == (26, 26):
        assert attack == ["9c", "Ks", "2s", "5h", "Qd", "7h", "8h", "Jd"]


ENDINGS = ("accepted", "he, wrongly", "he, rightly", "she, rightly", "she, wrongly")
ENDINGS += ("both, wrongly", "both, rightly", "equal", "one folds", "both fold")


@pytest.mark.parametrize("case", ENDINGS)
def test_every_ending_of_a_round_is_the_referees(case):
    kind = games.game("liar-poker").options
    told = rulebook.story("liar-poker", kind(), "ending", case=case)
    assert told.end["public"]["round"] == 1
    assert told.end["next"] == [{"seat": None, "verbs": ["board"]}], "the round is settled"
    ann, bob = (told.end["scores"][name] - 500 for name in ("Ann", "Bob"))
    bonus = told.end["public"]["bonus"]
    assert ann + bob + bonus == 0
    signed = [f"{number:+d}".replace("-", "−") if number else "0" for number in (ann, bob)]
    text = about_chapter(whole("liar-poker", kind()), "How a round ends")
    assert f"| {signed[0]} | {signed[1]} | {bonus} |" in text


def test_the_hands_of_poker_are_named_and_ordered_as_the_referee_does():
    table = about_chapter(whole("liar-poker", games.game("liar-poker").options()), "Questions").replace("\xa0", " ")
    found = re.findall(r"(\d+)\. ([A-Z][\w ]+?) \| ([♣♦♥♠][^|]+) \|", table)
    rows = [(name, cards) for _, name, cards in sorted(found, key=lambda row: int(row[0]))]
    assert len(rows) == 10
    # Two low cards that help no hand make seven of five.
    hands = [[parse_card(card[1:] + "cdhs"["♣♦♥♠".index(card[0])]) for card in row[1].split()] for row in rows]
    names, values = [], []
    for hand in hands:
        assert len(set(hand)) == 5
        spare = [card for card in map(parse_card, ("2c", "3h", "4d", "2s", "3c")) if card not in hand]
        sevens = [tuple(hand) + pair for pair in itertools.combinations(spare, 2)]
        best = max(sevens, key=strength)  # a higher number is a worse hand: what adds least
        names.append(hand_name(best))
        values.append(strength(best))
    assert names == [row[0] for row in rows]
    assert values == sorted(values)


@pytest.mark.parametrize(
    ("chips", "bets"),
    spread([1, 300, 5000], [{}, BETS, {"large": (9, 9, 9), "middle": (7, 7, 7), "small": (0, 0, 0)}], times=2),
)
def test_the_chips_of_liar_poker_are_the_options(chips, bets):
    kind = games.game("liar-poker").options
    bets = type(kind().bets)(**bets)
    text = whole("liar-poker", kind(chips=chips, bets=bets))
    story, sums = (about_chapter(text, name) for name in ("A first match", "How a round ends"))
    rest = text.replace(story, "").replace(sums, "")
    assert rest.count(f"{chips} ") + rest.count(f"{chips}**") >= 3
    assert f"All chips together are always {2 * chips}." in rest
    assert "500" not in rest.replace("5000", "")
    for name in ("large", "middle", "small"):
        amounts = [str(n) for n in getattr(bets, name)]
        assert f"| {name} | {' | '.join(amounts)} |" in rest
        assert f"| `bets.{name}` | **`{','.join(amounts)}`**" in rest
    assert re.search(r"to learn, with (\d+) chips each", story)
    if bets == type(bets)(**BETS) and chips == 5000:
        assert "5000 chips each" in story
        assert f"each pays {BETS['middle'][0]}." in story


TRICKS = ("lizard over trump", "snake led", "lizard on a snake", "two lizards", "snakes")


def drawn(text):
    """The figures that a text asks for."""
    return [
        read_figure(*fence) for fence in re.findall(r"^```([a-z]+[^\n]*)\n(.+?)```", text, re.DOTALL | re.MULTILINE)
    ]


@pytest.mark.parametrize("all_snakes", ["second", "first", "last"])
def test_the_tricks_of_lizard_are_the_referees(all_snakes):
    options = games.game("lizard").options(all_snakes=all_snakes)
    takers, played = {}, {}
    for case in TRICKS:
        told = rulebook.story("lizard", options, "taking", case=case)
        (won,) = (one["won"] for one in told.end["public"]["history"])
        (takers[case],) = (name for name, tricks in won.items() if tricks)
        played[case] = re.findall(r"^(\w+): plays (\w+)", told.record, re.MULTILINE)
    snakes = {"second": "Bob", "first": "Ann", "last": "Dan"}[all_snakes]
    assert list(takers.values()) == ["Cat", "Dan", "Bob", "Ann", snakes]
    text = about_chapter(whole("lizard", options, 4), "The rules")
    assert f"the **{all_snakes} snake** takes the trick" in text.replace("Then the", "the").replace("and the", "the")
    for case, figure in zip(TRICKS[1:], drawn(text), strict=False):
        cards = [(group.label.split()[0].rstrip(":"), group.cards[0].split("-")[0]) for group in figure.groups]
        assert cards == played[case]
        (strong,) = (group.label.split()[0].rstrip(":") for group in figure.groups if group.strong)
        assert strong == takers[case]


def test_three_is_always_a_lie_and_caught_at_once():
    """With one of the other two face up, 0 and 1 may be true, and cannot be proven otherwise."""
    for said in range(4):
        told = rulebook.story("liars-guess", games.game("liars-guess").options(), "three", said=said)
        asked, card, combination, answer = told.end["public"]["asks"][0]
        assert (asked, card, combination, answer) == ("Bob", "rc1", "rc", said)
        assert "rc2" in told.end["public"]["faceup"]
        assert told.end["scores"] == ({"Ann": 0, "Bob": 18} if said > 1 else {"Ann": 18, "Bob": 0})
    text = about_chapter(whole("liars-guess", games.game("liars-guess").options()), "The rules")
    assert "There are two others, ‹rc2› and ‹rc3›. If one of them lies face up, a true answer is 0 or 1." in text


@pytest.mark.parametrize("departing", ["pick", "gift", "pool"])
def test_a_truth_never_hurts_whoever_plays_it(departing):
    options = games.game("liars-lair").options(departing=departing)
    public = rulebook.story("liars-lair", options, "truth").at("out")["public"]
    assert public["exposed"] == {"3": True, "10": False}
    assert public["out"] == ["Bob"]
    text = about_chapter(whole("liars-lair", options, 5), "The rules")
    assert "Ann plays #3 *Hedgehogs & Umbrellas*, a truth. Bob, who comes next, plays its rival #10: Bob is out" in text
