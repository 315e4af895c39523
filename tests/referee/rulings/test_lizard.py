"""Every ruling of Lizard (docs/rules.md §3), as short records."""

import pytest

from tests.referee.rulings.case import Case, Room

rule = Room("lizard", "Ann Bob Cat", "round rounds dealer trump bids won trick history")

BIDS = "dealer Ann / trump 9h / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / "
ONE = BIDS + "Bob: plays Ah / Cat: plays 2h / Ann: plays 3c / "
TWO = ONE + "trump 2c / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / "  # round 2: Bob deals, Cat begins
THREE = (
    TWO + "Cat: plays 5h / Ann: plays 6h / Bob: plays 2s / Ann: plays 7s / Bob: plays 3d / Cat: plays 8d / trump 2c / "
)
PLAY3 = THREE + "Ann: bids 0 / Bob: bids 0 / Cat: bids 0 / "  # round 3: Cat deals, Ann begins
FULL = {"bids": {"Ann": 0, "Bob": 1, "Cat": 0}, "won": {"Ann": 0, "Bob": 1, "Cat": 0},
        "points": {"Ann": 20, "Bob": 30, "Cat": 20}}  # fmt: skip
FOUR, FIVE = "Ann,Bob,Cat,Dan", "Ann,Bob,Cat,Dan,Eve"


def tricks(*takers: str) -> str:
    """Return the lines of a round in which these take its tricks."""
    return "".join(f"trick {name} / " for name in takers)


# fmt: off
# ---------------------------------------------------------------------------------------------- deck and rounds

rule("60 cards: 52, four lizards, four snakes | the fourth lizard is there",
     PLAY3 + "Ann: plays lizard / Bob: plays lizard / Cat: plays lizard / Ann: plays lizard", won=(1, 0, 0))
rule("60 cards: 52, four lizards, four snakes | no fifth lizard",
     PLAY3 + "Ann: plays lizard / Bob: plays lizard / Cat: plays lizard / Ann: plays lizard / Bob: plays lizard",
     refused="lizard.card-gone", says="the deck has 4")
rule("60 cards: 52, four lizards, four snakes | no fifth snake", ONE + "trump snake / Cat: holds snake snake / "
     "Ann: holds snake 2h / Bob: holds snake 4h", refused="lizard.card-gone", secret=True)
rule("60 cards: 52, four lizards, four snakes | one of each other card", TWO + "Cat: plays 5h / Ann: plays 5h",
     refused="lizard.card-gone")
rule("60 cards: 52, four lizards, four snakes | the turned card is in no hand", BIDS + "Bob: plays 9h",
     refused="lizard.card-gone")
rule("four identical copies of each | two in one trick", TWO + "Cat: plays snake / Ann: plays snake / Bob: plays 2d",
     won=(0, 1, 0))
for seats, rounds in (("", 20), (FOUR, 15), (FIVE, 12)):
    rule(f"Rounds: 60 ÷ players | {rounds}", "", seats=seats, rounds=rounds, round=1)
rule("in round r everyone gets r cards | one in round 1", BIDS + "Bob: plays Ah / Cat: plays 2h / Bob: plays 3h",
     refused="lizard.turn", says="it is Ann’s turn to play")
rule("in round r everyone gets r cards | two in round 2",
     TWO + "Cat: plays 5h / Ann: plays 6h / Bob: plays 2s", round=2, next="Ann: plays")
rule("Lizard specials: `lizard`, `snake` | in any case, printed small", BIDS + "Bob: plays LIZARD / Cat: plays Snake",
     trick=[["Bob", "lizard"], ["Cat", "snake"]])
rule("also `l`, `s`; four identical copies | printed in full", BIDS + "Bob: plays l / Cat: plays S",
     trick=[["Bob", "lizard"], ["Cat", "snake"]])

# ------------------------------------------------------------------------------------------------- the dealer

rule("Each player draws; highest deals first", "", next="table: dealer", dealer=None, round=1, bids={}, won=(0, 0, 0),
     trick=[], history=[], trump=None, over=False, winners=[], scores=(0, 0, 0))
rule("The record holds the result once", "dealer Cat", dealer="Cat", next="table: trump")
rule("The record holds the result once | a second time", "dealer Cat / dealer Ann", refused="lizard.step")
rule("The record holds the result once | nor in the next round", ONE + "dealer Bob", refused="lizard.step")
rule("A lizard beats every card, a snake loses to every card | who deals is a name, not a card", "dealer lizard",
     refused="lizard.line")
rule("The deal passes clockwise every round", ONE, dealer="Bob", round=2)
rule("The deal passes clockwise every round | from the last seat to the first",
     "dealer Cat / trump 9h / Ann: bids 1 / "
     "Bob: bids 0 / Cat: bids 0 / Ann: plays Ah / Bob: plays 2h / Cat: plays 3c", dealer="Ann", round=2)
rule("the next round begins by itself", ONE, next="table: trump", trump=None, bids={}, won=(0, 0, 0), trick=[],
     history=[FULL])

# --------------------------------------------------------------------------------------------------- the trump

rule("The next card is turned", "dealer Ann / trump 9h", trump="hearts", next="Bob: bids")
for card, suit in (("2c", "clubs"), ("As", "spades"), ("Kd", "diamonds")):
    rule(f"The next card is turned | {suit}", f"dealer Ann / trump {card}", trump=suit)
rule("The next card is turned | it must be, before the bids", "dealer Ann / Bob: bids 0", refused="lizard.step")
rule("The next card is turned | once", "dealer Ann / trump 9h / trump 9d", refused="lizard.step")
rule("The next card is turned | a card of the deck", "dealer Ann / trump 1h", refused="lizard.line")
rule("`trump snake`: no trump this round", "dealer Ann / trump snake", trump=None, next="Bob: bids")
rule("`trump snake`: no trump this round | with another one turned", "dealer Ann / trump snake",
     options={"trump_snake": "redraw"}, trump=None, next="table: trump")
rule("until something other than a snake is turned | the second", "dealer Ann / trump snake / trump snake / trump 4d",
     options={"trump_snake": "redraw"}, trump="diamonds", next="Bob: bids")
rule("until something other than a snake is turned | a lizard is something other", "dealer Ann / trump snake / "
     "trump lizard", options={"trump_snake": "redraw"}, next="Ann: calls")
rule("`trump lizard`: the dealer looks at their hand and names a suit", "dealer Ann / trump lizard", trump=None,
     next="Ann: calls")
rule("`trump lizard`: the dealer looks at their hand and names a suit | the dealer alone",
     "dealer Ann / trump lizard / Bob: calls hearts", refused="lizard.turn")
rule("`trump lizard`: the dealer looks at their hand and names a suit | not when a suit was turned",
     "dealer Ann / trump 9h / Ann: calls clubs", refused="lizard.step")
rule("`Ann: calls hearts`", "dealer Ann / trump lizard / Ann: calls hearts", trump="hearts", next="Bob: bids")
for said in ("h", "Heart", "HEARTS"):
    rule(f"`Ann: calls hearts` | {said}", f"dealer Ann / trump lizard / Ann: calls {said}", trump="hearts")
rule("`Ann: calls hearts` | no such suit", "dealer Ann / trump lizard / Ann: calls red", refused="lizard.line")
rule('option `trump_lizard = "dealer" | "none"`', "dealer Ann / trump lizard", options={"trump_lizard": "none"},
     trump=None, next="Bob: bids")

# -------------------------------------------------------------------------------------------------- estimates

rule("From the dealer's left, clockwise: `Bob: bids 2`", "dealer Ann / trump 9h / Bob: bids 1", bids={"Bob": 1},
     next="Cat: bids")
rule("From the dealer's left, clockwise: `Bob: bids 2` | not the dealer first", "dealer Ann / trump 9h / Ann: bids 1",
     refused="lizard.turn", says="it is Bob’s turn to bid")
rule("From the dealer's left, clockwise: `Bob: bids 2` | a bid stands", "dealer Ann / trump 9h / Bob: bids 1 / "
     "Bob: bids 0", refused="lizard.turn")
rule("0 to r | more", ONE + "trump 2c / Cat: bids 3", refused="lizard.bid-range",
     says="Cat cannot bid 3: this round has 2 tricks (0 to 2)")
rule("0 to r | all", ONE + "trump 2c / Cat: bids 2", bids={"Cat": 2})
rule("0 to r | leading zeros are read", ONE + "trump 2c / Cat: bids 02", bids={"Cat": 2})
for wrong in ("-1", "one", "1.0", "½", "٣", "1 1"):
    rule(f"0 to r | {wrong} is no number", f"dealer Ann / trump 9h / Bob: bids {wrong}", refused="lizard.line")
rule("Option `hook = false` | the bids may add up", BIDS, next="Bob: plays", bids=(0, 1, 0))
rule("the last to bid may not make the bids add up to r", "dealer Ann / trump 9h / Bob: bids 1 / Cat: bids 0 / "
     "Ann: bids 0", options={"hook": True}, refused="lizard.hook", says="(bid 1)")
rule("the last to bid may not make the bids add up to r | the others may", "dealer Ann / trump 9h / Bob: bids 1",
     options={"hook": True}, next="Cat: bids")
rule("the last to bid may not make the bids add up to r | nothing is barred when they are over already",
     "dealer Ann / trump 9h / Bob: bids 1 / Cat: bids 1 / Ann: bids 0", options={"hook": True}, bids=(0, 1, 1))
SECRET = {"estimates": "secret"}
rule('Option `estimates = "open" | "secret"` | in any order, nothing public', "dealer Ann / trump 9h / Cat: bids 1",
     options=SECRET, bids={}, next="Ann: bids; Bob: bids")
rule('Option `estimates = "open" | "secret"` | all in', "dealer Ann / trump 9h / Cat: bids 1 / Ann: bids 0 / "
     "Bob: bids 1", options=SECRET, bids=(0, 1, 1), next="Bob: plays")
rule('Option `estimates = "open" | "secret"` | once each', "dealer Ann / trump 9h / Cat: bids 1 / Cat: bids 0",
     options=SECRET, refused="lizard.turn", says="Ann and Bob may bid")
rule('Option `estimates = "open" | "secret"` | the range holds in secret, and may be said aloud',
     "dealer Ann / trump 9h / Cat: bids 2", options=SECRET, refused="lizard.bid-range")

# ------------------------------------------------------------------------------------------------------- play

rule("The dealer's left leads the first trick", BIDS, next="Bob: plays")
rule("The dealer's left leads the first trick | the dealer does not", BIDS + "Ann: plays 3c", refused="lizard.turn")
rule("the winner of a trick leads the next", TWO + "Cat: plays 5h / Ann: plays 6h / Bob: plays 2s", won=(1, 0, 0),
     next="Ann: plays")
rule("`Bob: plays Ah`", BIDS + "Bob: plays Ah", trick=[["Bob", "Ah"]], next="Cat: plays")
rule("`Bob: plays Ah` | one card", BIDS + "Bob: plays Ah Kh", refused="lizard.line")
rule("`Bob: plays Ah` | a card that all can see", BIDS + "Bob: plays ?", refused="lizard.line")

HOLD = ONE + "Ann: holds 4h 9d / " + "trump 2c / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / "
BEAST = ONE + "Ann: holds 4h snake / trump 2c / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / "
rule("The first card that has a suit sets the suit to follow", HOLD + "Cat: plays 5h / Ann: plays 9d",
     refused="lizard.follow", secret=True)
rule("The first card that has a suit sets the suit to follow | after a snake", ONE +
     "Bob: holds 4h 9d / trump 2c / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / Cat: plays snake / Ann: plays 5h / "
     "Bob: plays 9d", refused="lizard.follow", secret=True)
rule("unless a lizard came first: then there is no suit to follow in that trick", HOLD + "Cat: plays lizard / "
     "Ann: plays 9d", next="Bob: plays")
rule("unless a lizard came first: then there is no suit to follow in that trick | also after a later suit", ONE +
     "Bob: holds 4h 9d / trump 2c / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / Cat: plays lizard / Ann: plays 5h / "
     "Bob: plays 9d", won=(0, 0, 1))
rule("unless a lizard came first: then there is no suit to follow in that trick | snake, lizard, suit",
     ONE + "Bob: holds 4h 9d / trump 2c / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / Cat: plays snake / "
     "Ann: plays lizard / Bob: plays 9d", won=(1, 0, 0))
rule("Who holds that suit must follow it | clubs, and the first suit stays the one to follow", ONE +
     "Bob: holds 4c 9d / "
     "trump 2h / Cat: bids 0 / Ann: bids 0 / Bob: bids 0 / Cat: plays 5c / Ann: plays 8d / Bob: plays 9d",
     refused="lizard.follow", secret=True)
rule("Who holds that suit must follow it", HOLD + "Cat: plays 5h / Ann: plays 4h", next="Bob: plays")
rule("Who holds that suit must follow it | who has none plays anything", HOLD + "Cat: plays 5s / Ann: plays 9d",
     next="Bob: plays")
rule("a lizard or a snake may always be played", BEAST + "Cat: plays 5h / Ann: plays snake", next="Bob: plays")
rule("a lizard or a snake may always be played | though it has no suit, the suit to follow stays", BEAST +
     "Cat: plays 5h / Ann: plays snake / Bob: plays 6h", won=(0, 1, 0))

NO_TRUMP, HEARTS = "trump snake", "trump 9h"
for trump, cards, taker, why in (
    (HEARTS, "Ac lizard lizard", 1, "to the first lizard"),
    (HEARTS, "lizard Ah snake", 0, "to the first lizard, whatever follows"),
    (HEARTS, "snake lizard Ah", 1, "to the first lizard, after a snake"),
    (HEARTS, "5c 2h Ac", 1, "else to the highest trump"),
    (HEARTS, "5c 2h 3h", 2, "to the higher of two trumps"),
    (HEARTS, "Th 2h 8h", 0, "trump led"),
    (NO_TRUMP, "5c 9c 2c", 1, "else to the highest card of the suit led"),
    (NO_TRUMP, "Kc Ac Qc", 1, "the ace is high"),
    (NO_TRUMP, "9c Tc Jc", 2, "jack, ten, nine"),
    (NO_TRUMP, "10c 9c 8c", 0, "a ten written 10"),
    (NO_TRUMP, "5c As Kd", 0, "other suits take nothing"),
    (NO_TRUMP, "snake 2d Ah", 1, "the suit led is the first card that has one"),
    (NO_TRUMP, "2d snake snake", 0, "any card beats a snake"),
    (NO_TRUMP, "snake snake 2d", 2, "any card beats two snakes"),
    (NO_TRUMP, "snake snake snake", 1, "the second of nothing but snakes"),
):  # Ann deals, so Bob leads: 0 is Bob
    played = [f"{name}: plays {card}" for name, card in zip(("Bob", "Cat", "Ann"), cards.split(), strict=True)]
    won = tuple(int(name == ("Bob", "Cat", "Ann")[taker]) for name in ("Ann", "Bob", "Cat"))
    rule(f"The trick goes to the first lizard; else the highest trump | {why}: {cards}",
         " / ".join(["dealer Ann", trump, "Bob: bids 0", "Cat: bids 0", "Ann: bids 0", *played]),
         options={"rounds": 1}, won=won, over=True)
for option, won in (("second", (0, 0, 1)), ("first", (0, 1, 0)), ("last", (1, 0, 0))):
    rule(f'(option `all_snakes = "second" | "first" | "last"`) | {option}', "dealer Ann / trump 9h / Bob: bids 0 / "
         "Cat: bids 0 / Ann: bids 0 / Bob: plays snake / Cat: plays snake / Ann: plays snake",
         options={"rounds": 1, "all_snakes": option}, won=won)
rule("Ace is high", BIDS + "Bob: plays Ah / Cat: plays Kh / Ann: plays 2h", history=[FULL])
rule("A complete trick leaves `trick` at once", TWO + "Cat: plays 5h / Ann: plays 6h / Bob: plays 2s", trick=[])

# ----------------------------------------------------------------------------------------------------- revokes

FAILS = TWO + "Cat: plays 5h / Ann: plays 6h / Bob: plays 2s / Ann: plays 7s / "  # Bob did not follow hearts
rule("With unknown hands, who later in the round plays a suit that they earlier failed to follow has "
     "revoked | not yet", FAILS, flags=[])
rule("With unknown hands, who later in the round plays a suit that they earlier failed to follow has revoked",
     FAILS + "Bob: plays Kh", flags=["round 2 trick 1: Bob revoked: hearts were led, and Bob showed Kh in trick 2"])
rule("With unknown hands, who later in the round plays a suit that they earlier failed to follow has revoked | "
     "another suit is none", FAILS + "Bob: plays Kd", flags=[])
rule("With unknown hands, who later in the round plays a suit that they earlier failed to follow has revoked | "
     "nor in a later round", FAILS +
     "Bob: plays Kd / Cat: plays 8d / trump 3c / Ann: bids 0 / Bob: bids 0 / Cat: bids 0 "
     "/ Ann: plays Ah / Bob: plays Kh", flags=[])
TWICE = PLAY3 + "Ann: plays Ah / Bob: plays 2d / Cat: plays 3h / Ann: plays Kh / Bob: plays 3d / Cat: plays 4h / "
rule("one for each trick in which that player put another suit on the suit to follow", TWICE + "Ann: plays 5h / "
     "Bob: plays 6h", flags=[
         "round 3 trick 1: Bob revoked: hearts were led, and Bob showed 6h in trick 3",
         "round 3 trick 2: Bob revoked: hearts were led, and Bob showed 6h in trick 3"])
rule("raised when the player shows that suit | once", TWICE + "Ann: plays 5h / Bob: plays 6h / Cat: plays 3c", flags=[
    "round 3 trick 1: Bob revoked: hearts were led, and Bob showed 6h in trick 3",
    "round 3 trick 2: Bob revoked: hearts were led, and Bob showed 6h in trick 3"])
rule("raised when the player shows that suit | a second heart tells nothing new", PLAY3 +
     "Ann: plays Ah / Bob: plays 2d / "
     "Cat: plays 3h / Ann: plays 5h / Bob: plays 6h / Cat: plays 4h / Bob: plays 7h",
     flags=["round 3 trick 1: Bob revoked: hearts were led, and Bob showed 6h in trick 2"])
rule("(lizards and snakes never count)", TWO + "Cat: plays 5h / Ann: plays 6h / Bob: plays snake / Ann: plays 7s / "
     "Bob: plays Kh", flags=[])
rule("(lizards and snakes never count) | nor is a snake's trick one to follow in", TWO + "Cat: plays lizard / "
     "Ann: plays 6h / Bob: plays 2s / Cat: plays 7s / Ann: plays 3h / Bob: plays Kh", flags=[])
rule("raised when the player shows that suit | as a lead too", PLAY3 +
     "Ann: plays 5h / Bob: plays 4c / Cat: plays 2h / Bob: plays 9h",
     flags=["round 3 trick 1: Bob revoked: hearts were led, and Bob showed 9h in trick 2"])
rule("The scores stand until the players decide", FAILS + "Bob: plays Kh / Cat: plays 8d", scores=(0, 50, 40),
     flags=["round 2 trick 1: Bob revoked: hearts were led, and Bob showed Kh in trick 2"])

# ------------------------------------------------------------------------------------------------ entered hands

rule("With `holds` (r cards, once a round | fewer", ONE + "Ann: holds 4h", refused="lizard.holds-count")
rule("With `holds` (r cards, once a round | more", "dealer Ann / Ann: holds 4h 5h", refused="lizard.holds-count")
rule("With `holds` (r cards, once a round | twice", ONE + "Ann: holds 4h 9d / Ann: holds 4h 9d",
     refused="lizard.holds-once", says="entered already")
rule("With `holds` (r cards, once a round | again in the next",
     "dealer Ann / Ann: holds 3c / trump 9h / Bob: bids 1 / "
     "Cat: bids 0 / Ann: bids 0 / Bob: plays Ah / Cat: plays 2h / Ann: plays 3c / Ann: holds 4h 9d", round=2)
rule("between the round's beginning and its first bid | not before the dealer", "Ann: holds 4h", refused="lizard.step")
rule("between the round's beginning and its first bid | late", "dealer Ann / trump 9h / Bob: bids 1 / Ann: holds 4h",
     refused="lizard.holds-once", says="before the first bid")
rule("between the round's beginning and its first bid | a secret bid is a bid",
     "dealer Ann / trump 9h / Bob: bids 1 / Ann: holds 4h", options=SECRET, refused="lizard.holds-once")
rule("between the round's beginning and its first bid | or in the play", BIDS + "Bob: plays Ah / Ann: holds 4h",
     refused="lizard.holds-once")
rule("before or after the trump | before", "dealer Ann / Ann: holds 4h / trump 9h", next="Bob: bids")
rule("before or after the trump | after", "dealer Ann / trump 9h / Ann: holds 4h", next="Bob: bids")
rule("before or after the trump | while the dealer calls", "dealer Ann / trump lizard / Ann: holds 4h",
     next="Ann: calls")
rule("before or after the trump | while another card is turned", "dealer Ann / trump snake / Ann: holds 4h / trump 9h",
     options={"trump_snake": "redraw"}, next="Bob: bids")
rule("a revoke is refused", HOLD + "Cat: plays 5h / Ann: plays 9d", refused="lizard.follow", secret=True)
rule("With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
     "refused at once | Lizard: playing", HOLD + "Cat: plays 5h / Ann: plays 8h", refused="lizard.held",
     secret=True)
rule("a *statement* (an answer, a guess, a claim, an accusation, a bid) never is | Lizard: a bid",
     "dealer Ann / Ann: holds 2c / trump 9h / Bob: bids 0 / Cat: bids 0 / Ann: bids 1", bids=(1, 0, 0))
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Lizard: played",
     HOLD + "Cat: plays 4h", refused="lizard.card-gone", secret=True)
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Lizard: turned",
     ONE + "Ann: holds 4h 9d / trump 9d", refused="lizard.card-gone", secret=True)
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Lizard: held",
     ONE + "Ann: holds 4h 9d / Bob: holds 9d 2s", refused="lizard.card-gone", secret=True)
rule("a card can't be in more places than it has copies | the card turned is in no hand", ONE + "trump 4h / "
     "Ann: holds 4h 9d", refused="lizard.card-gone", says="seen elsewhere")
rule("a card can't be in more places than it has copies | nor twice in one", ONE + "Ann: holds 4h 4h",
     refused="lizard.card-gone", says="Ann cannot hold 2 × 4h: the deck has 1")
rule("a card can't be in more places than it has copies | in the next round it may be anywhere", ONE + "trump Ah",
     trump="hearts")

# -------------------------------------------------------------------------------------------------------- score

TRICKS = {"track": "tricks", "rounds": 5}
rule("Right: 20 + 10 for each trick won | none and one", ONE, scores=(20, 30, 20))
rule("Right: 20 + 10 for each trick won | the seed's five of five", "dealer Ann / " + "".join(
    f"{a}: bids {n} / {b}: bids 0 / {c}: bids 0 / " + tricks(*[a] * n) for n, (a, b, c) in enumerate(
        [("Bob", "Cat", "Ann"), ("Cat", "Ann", "Bob"), ("Ann", "Bob", "Cat"), ("Bob", "Cat", "Ann"),
         ("Cat", "Ann", "Bob")], 1)), options=TRICKS, over=True, winners=["Cat"], scores=(130, 150, 170))
rule("Wrong: −10 for each trick of difference | too many, too few", "dealer Ann / Bob: bids 0 / Cat: bids 1 / "
     "Ann: bids 1 / trick Bob", options=TRICKS, scores=(-10, -10, -10))
rule("Wrong: −10 for each trick of difference | the seed's five bid, three won", "dealer Ann / " + "".join(
    f"{a}: bids 0 / {b}: bids 0 / {c}: bids 0 / " + tricks(*[a] * n) for n, (a, b, c) in enumerate(
        [("Bob", "Cat", "Ann"), ("Cat", "Ann", "Bob"), ("Ann", "Bob", "Cat"), ("Bob", "Cat", "Ann")], 1))
    + "Cat: bids 5 / Ann: bids 0 / Bob: bids 0 / " + tricks("Cat", "Cat", "Cat", "Bob", "Ann"), options=TRICKS,
     scores=(20, -20, 20), over=True, winners=["Ann", "Cat"])
rule("Highest total after the last round wins", ONE, options={"rounds": 1}, winners=["Bob"], over=True, next="")
rule("level totals share the title", "dealer Ann / Bob: bids 0 / Cat: bids 0 / Ann: bids 0 / trick Bob",
     options={"track": "tricks", "rounds": 1}, scores=(20, -10, 20), winners=["Ann", "Cat"])
rule("level totals share the title | all of them", "dealer Ann / Bob: bids 0 / Cat: bids 1 / Ann: bids 1 / trick Bob",
     options={"track": "tricks", "rounds": 1}, scores=(-10, -10, -10), winners=["Ann", "Bob", "Cat"])
rule('Option `rounds = "all" | n` | n', "", options={"rounds": 4}, rounds=4)
rule('Option `rounds = "all" | n` | all', "", options={"rounds": "all"}, rounds=20)
rule("ends the game early after round n", ONE + "trump 2c", options={"rounds": 1}, refused="lizard.over")
rule("(trump is still turned in round n when cards are left)", ONE, options={"rounds": 2}, next="table: trump")

# fmt: on


def to_the_last_round(seats: list[str], rounds: int) -> str:
    """Return the lines of every round before round ``rounds``, only tricks being tracked."""
    lines = [f"dealer {seats[0]}"]
    for number in range(1, rounds):
        first = number % len(seats)
        lines += [f"{name}: bids 0" for name in (*seats[first:], *seats[:first])]
        lines += [f"trick {seats[0]}"] * number
    return " / ".join(lines)


# fmt: off
for names, last in ((FIVE, 12), (FOUR, 15)):
    rule(f"In the last round of the full game no card is left | {last} rounds",
         to_the_last_round(names.split(","), last), seats=names, options={"track": "tricks"}, round=last, trump=None,
         next=f"{names.split(',')[last % len(names.split(','))]}: bids")
rule("no trump, and no `trump` line", to_the_last_round(FIVE.split(","), 12) + " / trump 9h", seats=FIVE,
     options={"track": "tricks"}, refused="lizard.trump-left", says="no card is left to turn")
rule("with no card left, no trump | one card left, a snake", to_the_last_round(FOUR.split(","), 14) +
     " / trump snake / trump snake / trump snake / trump snake", seats=FOUR, options={"track": "tricks",
     "trump_snake": "redraw"}, round=14, trump=None, next="Cat: bids")
rule("with no card left, no trump | the round before the last still has cards", to_the_last_round(FIVE.split(","), 11),
     seats=FIVE, options={"track": "tricks"}, round=11, next="Bob: bids; table: trump")

# ------------------------------------------------------------------------------------------------- how much is kept

SCORES = {"track": "scores", "rounds": 2}
rule('Option `track = "cards" | "tricks" | "scores"` | cards: no trick line', BIDS + "trick Bob",
     refused="lizard.step")
rule('Option `track = "cards" | "tricks" | "scores"` | cards: no won line', BIDS + "Bob: won 1", refused="lizard.step")
rule("Bids are entered in all three | tricks", "dealer Ann / trick Bob", options=TRICKS, refused="lizard.step")
rule("Bids are entered in all three | scores", "dealer Ann / Bob: won 1", options=SCORES, refused="lizard.step")
rule("`tricks`: instead of cards, who took each trick", "dealer Ann / Bob: bids 1 / Cat: bids 0 / Ann: bids 0",
     options=TRICKS, next="table: trick")
rule("`tricks`: instead of cards, who took each trick | no cards",
     "dealer Ann / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / Bob: plays Ah", options=TRICKS, refused="lizard.step")
rule("`tricks`: instead of cards, who took each trick | counted",
     "dealer Ann / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 "
     "/ trick Bob / Cat: bids 0 / Ann: bids 2 / Bob: bids 0 / trick Ann", options=TRICKS, won=(1, 0, 0), trick=[])
rule("only `Bob: won 2` for each player at the end of a round, in any order",
     "dealer Ann / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / Cat: won 0", options=SCORES, next="Ann: won; Bob: won",
     won=(0, 0, 0))
rule("only `Bob: won 2` for each player at the end of a round, in any order | scored", "dealer Ann / Bob: bids 1 / "
     "Cat: bids 0 / Ann: bids 0 / Cat: won 0 / Ann: won 0 / Bob: won 1", options=SCORES, history=[FULL], round=2)
rule("only `Bob: won 2` for each player at the end of a round, in any order | once", "dealer Ann / Bob: bids 1 / "
     "Cat: bids 0 / Ann: bids 0 / Cat: won 0 / Cat: won 0", options=SCORES, refused="lizard.turn")
rule("the line that makes the sum r impossible is refused | too many", "dealer Ann / Bob: bids 1 / Cat: bids 0 / "
     "Ann: bids 0 / Cat: won 1 / Bob: won 1", options=SCORES, refused="lizard.won-sum",
     says="Bob cannot have won 1 of 1: it must be 0")
rule("the line that makes the sum r impossible is refused | too few at the last",
     "dealer Ann / Bob: bids 1 / Cat: bids 0 / Ann: bids 0 / Cat: won 0 / Bob: won 0 / Ann: won 0", options=SCORES,
     refused="lizard.won-sum", says="it must be 1")
for track in ("tricks", "scores"):
    kept = {"track": track}
    rule(f"may stand before the first bid or be left out; `next` lists both | {track}", "dealer Ann", options=kept,
         next="Bob: bids; table: trump")
    rule(f"may stand before the first bid or be left out; `next` lists both | {track}: turned",
         "dealer Ann / trump 9h", options=kept, trump="hearts", next="Bob: bids")
    rule(f"may stand before the first bid or be left out; `next` lists both | {track}: a lizard", "dealer Ann / "
         "trump lizard", options=kept, next="Ann: calls; Bob: bids")
    rule(f"may stand before the first bid or be left out; `next` lists both | {track}: not called", "dealer Ann / "
         "trump lizard / Bob: bids 0", options=kept, next="Cat: bids", trump=None)
    rule(f"may stand before the first bid or be left out; `next` lists both | {track}: not after a bid",
         "dealer Ann / Bob: bids 0 / trump 9h", options=kept, refused="lizard.step")
    rule(f"may stand before the first bid or be left out; `next` lists both | {track}: nor a call", "dealer Ann / "
         "trump lizard / Bob: bids 0 / Ann: calls hearts", options=kept, refused="lizard.step")
rule("may stand before the first bid or be left out; `next` lists both | and in secret everybody may bid",
     "dealer Ann", options={"track": "scores", "estimates": "secret"},
     next="Ann: bids; Bob: bids; Cat: bids; table: trump")
rule("may stand before the first bid or be left out; `next` lists both | the dealer calls or bids in secret",
     "dealer Ann / trump lizard", options={"track": "scores", "estimates": "secret"},
     next="Ann: bids calls; Bob: bids; Cat: bids")

# ---------------------------------------------------------------------------------------------------- the fields

rule("`public`: `round` (from 1), `rounds`, `dealer`, `trump` (suit name or null), `bids` (who has bid)",
     "dealer Ann / trump Td / Bob: bids 0", round=1, rounds=20, dealer="Ann", trump="diamonds", bids={"Bob": 0},
     won=(0, 0, 0), trick=[], history=[])
rule("`history` (one object a finished round: `bids`, `won`, `points`)", TWO + "Cat: plays 5h / Ann: plays 6h / "
     "Bob: plays 2s / Ann: plays 7s / Bob: plays 3d / Cat: plays 8d", history=[FULL, {
         "bids": {"Ann": 0, "Bob": 0, "Cat": 0}, "won": {"Ann": 2, "Bob": 0, "Cat": 0},
         "points": {"Ann": -20, "Bob": 20, "Cat": 20}}])
rule("After the last round they stay as they were", ONE, options={"rounds": 1}, round=1, rounds=1, dealer="Ann",
     trump="hearts", bids=(0, 1, 0), won=(0, 1, 0), trick=[], history=[FULL])
rule("After the end of a game every further line is refused | Lizard", ONE + "Bob: plays 2d", options={"rounds": 1},
     refused="lizard.over")
rule("After the end of a game every further line is refused | Lizard: a hand", ONE + "Bob: holds 2d",
     options={"rounds": 1}, refused="lizard.over")

# --------------------------------------------------------------------------------------------------- the brackets

OPENED = "dealer Ann / trump 9h / Ann: bids ? / Bob: bids ? / "
rule("`Cat: bids 0 (Ann 1; Bob 0)`", OPENED + "Cat: bids 0 (Ann 1; Bob 0)", options=SECRET, bids=(1, 0, 0))
rule("Such brackets may stand in a full record too, and must then be true | Lizard", "dealer Ann / trump 9h / "
     "Ann: bids 1 / Bob: bids 0 / Cat: bids 0 (Ann 1; Bob 0)", options=SECRET, bids=(1, 0, 0))
rule("Such brackets may stand in a full record too, and must then be true | Lizard: false", "dealer Ann / trump 9h / "
     "Ann: bids 1 / Bob: bids 0 / Cat: bids 0 (Ann 0; Bob 0)", options=SECRET, refused="lizard.bracket-false",
     secret=True)
rule("Such brackets may stand in a full record too, and must then be true | Lizard: twice", OPENED +
     "Cat: bids 0 (Ann 1; Ann 1; Bob 0)", options=SECRET, refused="lizard.bracket-false")
rule("Such brackets may stand in a full record too, and must then be true | Lizard: out of range", OPENED +
     "Cat: bids 0 (Ann 2; Bob 0)", options=SECRET, refused="lizard.bracket-false")
rule("Such brackets may stand in a full record too, and must then be true | Lizard: too early",
     "dealer Ann / trump 9h / Ann: bids 1 / Bob: bids 0 (Ann 1)", options=SECRET, refused="lizard.bracket-false")
rule("Such brackets may stand in a full record too, and must then be true | Lizard: an open bid opens nothing",
     "dealer Ann / trump 9h / Bob: bids 0 (Ann 1)", refused="lizard.bracket-false")
rule("a redacted record that lacks a bracket it needs is refused | Lizard", OPENED + "Cat: bids 0", options=SECRET,
     refused="lizard.bracket-missing")
rule("a redacted record that lacks a bracket it needs is refused | Lizard: half of it", OPENED + "Cat: bids 0 (Ann 1)",
     options=SECRET, refused="lizard.bracket-missing", says="Bob’s is missing")
# fmt: on


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)
