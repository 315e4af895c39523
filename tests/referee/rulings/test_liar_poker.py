"""Every ruling of Liar Poker (docs/rules.md §5), as short records."""

import pytest

from tests.referee.rulings.case import Case, Room

rule = Room("liar-poker", "Ann Bob", "round turn pot bonus board shown claimed turned bets hands")

BOARD = "board 4s 7c / "
T1 = BOARD + "Ann: bets small / Bob: bets small / Ann: reveals Ac 3c 7d / Bob: reveals 2d 9h Ts / "  # 10 each
T2 = T1 + "Ann: bets large / Bob: bets small / Ann: reveals 7h / Bob: reveals 9c / "  # different: the middle 20 each
T3 = T2 + "Ann: bets large / Bob: bets large / "  # 50 each; the pot is 160, half of it 80
CLAIMED = T3 + "Ann: claims Kh / Bob: claims 9d / "  # three sevens against three nines: Bob's hand is better
SUSPECTED = CLAIMED + "Ann: suspects / Bob: accepts / "
FOLDED = T1 + "Ann: folds / Bob: folds / "  # 20 wait in the bonus
NONE, EMPTY = (None, None), ([], [])

# fmt: off
# --------------------------------------------------------------------------------------------------- the round

rule("Each has 500 chips (option `chips`, 1 to 100,000)", "", scores=(500, 500), over=False, next="table: board")
rule("Each has 500 chips (option `chips`, 1 to 100,000) | 60", "", options={"chips": 60}, scores=(60, 60))
rule("it begins with `board 4s 7c`", BOARD, board="4s 7c", round=1, turn=1, pot=0,
     next="Ann: bets folds; Bob: bets folds")
rule("it begins with `board 4s 7c` | two different cards", "board 4s 4S", refused="poker.board")
for cards in ("4s", "4s 7c 8c", "4s ?", "4s lizard", "4s 1c"):
    rule(f"it begins with `board 4s 7c` | not {cards}", f"board {cards}", refused="poker.line")
rule("all 52 cards shuffled | so the next round may have any card again", T1 +
     "Ann: folds / Bob: bets small / board Ac 3c", board="Ac 3c", round=2)
rule("There is no dealer", "dealer Ann", refused="poker.line")
rule("There is no dealer | either may choose first", BOARD + "Bob: folds", next="Ann: bets folds")
rule("have two secret steps each | bet, then show", BOARD + "Ann: bets small / Bob: bets small", turn=1,
     next="Ann: reveals; Bob: reveals")
rule("have two secret steps each | no card before the bets", BOARD + "Ann: reveals Ac 3c 7d", refused="poker.step")
rule("First both bet: `Ann: bets small`, `bets middle`, `bets large` or `Ann: folds` | one", BOARD + "Ann: bets large",
     bets={}, pot=0, next="Bob: bets folds", scores=(500, 500))
rule("First both bet: `Ann: bets small`, `bets middle`, `bets large` or `Ann: folds` | no other", BOARD +
     "Ann: bets huge", refused="poker.line")
rule("First both bet: `Ann: bets small`, `bets middle`, `bets large` or `Ann: folds` | no number", BOARD +
     "Ann: bets 30", refused="poker.line")
rule("once each; an entered line stands | Liar Poker", BOARD + "Ann: bets large / Ann: bets small",
     refused="poker.chosen", says="Bob has still to choose")
rule("once each; an entered line stands | nor a fold after it", BOARD + "Ann: bets large / Ann: folds",
     refused="poker.chosen")

BETS = {"large": (30, 40, 50), "middle": (20, 20, 30), "small": (10, 10, 20)}
CHOICES = [("small", "small"), ("middle", "middle"), ("large", "large"), ("small", "middle"), ("large", "middle"),
           ("small", "large")]
REVEALS = {1: "Ann: reveals Ac 3c 7d / Bob: reveals 2d 9h Ts / ", 2: "Ann: reveals 7h / Bob: reveals 9c / "}
for turn in (1, 2, 3):
    before = BOARD + "".join(f"Ann: bets small / Bob: bets small / {REVEALS[t]}" for t in range(1, turn))
    paid = sum(BETS["small"][t] for t in range(turn - 1))
    for ann, bob in CHOICES:
        amount = BETS[ann if ann == bob else "middle"][turn - 1]
        rule(f"Equal bets make that amount, different ones the middle amount | turn {turn}: {ann} and {bob}",
             before + f"Bob: bets {bob} / Ann: bets {ann}", pot=2 * (paid + amount), bets=(ann, bob), turn=turn,
             scores=(500 - paid - amount,) * 2)
rule("Both pay it into the pot", T2, pot=60, scores=(470, 470), bets={})
OWN_BETS = {"bets": {"large": [9, 8, 7], "middle": [5, 5, 5], "small": [1, 2, 3]}}
rule("`[options.bets]` with `large`, `middle`, `small`, three numbers each", T3, options=OWN_BETS, pot=2 * (1 + 5 + 7))
rule("`[options.bets]` with `large`, `middle`, `small`, three numbers each | one alone, the others stay", T3,
     options={"bets": {"large": [90, 90, 90]}}, pot=2 * (10 + 20 + 90))

# -------------------------------------------------------------------------------------------------- the showing

rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | one is in, nothing public", BOARD +
     "Ann: bets small / Bob: bets small / Bob: reveals 2d 9h Ts", shown=EMPTY, next="Ann: reveals")
rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | both", T1, shown=("Ac 3c 7d", "2d 9h Ts"),
     turn=2)
rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | the fourth", T2, turn=3,
     shown=("Ac 3c 7d 7h", "2d 9h Ts 9c"))
for cards in ("Ac 3c", "Ac 3c 7d 8d", "Ac Ac 7d"):
    rule(f"turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | {cards}", BOARD + "Ann: bets small / "
         f"Bob: bets small / Ann: reveals {cards}", refused="poker.show-count", says="three different cards in turn 1")
rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | not three again", T1 + "Ann: bets small / "
     "Bob: bets small / Ann: reveals 7h 8h 9d", refused="poker.show-count", says="one more card in turn 2")
rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | not a board card", BOARD + "Ann: bets small / "
     "Bob: bets small / Ann: reveals 4s 3c 7d", refused="poker.face-up")
rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | not a shown one", T1 + "Ann: bets small / "
     "Bob: bets small / Ann: reveals 9h", refused="poker.face-up")
rule("turn 1 three cards (`Ann: reveals Ac 3c 7c`), turn 2 one more | not what the other has laid down unseen", BOARD +
     "Ann: bets small / Bob: bets small / Ann: reveals Ac 3c 7d / Bob: reveals Ac 9h Ts", refused="poker.one-place",
     secret=True)
rule("in turn 3 the last card is announced: `Ann: claims Kh`, true or not", T3, turn=3,
     next="Ann: claims; Bob: claims", bets=("large", "large"))
rule("in turn 3 the last card is announced: `Ann: claims Kh`, true or not | one is in", T3 + "Bob: claims 9d",
     claimed=NONE, hands={}, turn=3)
rule("in turn 3 the last card is announced: `Ann: claims Kh`, true or not | not shown", T3 + "Ann: reveals Kh",
     refused="poker.step")
rule("in turn 3 the last card is announced: `Ann: claims Kh`, true or not | a lie by who entered the hand", BOARD +
     "Ann: holds Ac 3c 7d 7h 2c / " + CLAIMED.removeprefix(BOARD), claimed=("Kh", "9d"), turn=4)
for where, card in (("the board", "7c"), ("one's own", "Ac"), ("the other's", "9h")):
    rule(f"A claim of a card that is face up (the board, both players' revealed cards) is refused | {where}",
         T3 + f"Ann: claims {card}", refused="poker.face-up", says="it lies face up")
rule("two equal claims are legal, and each hand is ranked by itself", T3 + "Ann: claims Kh / Bob: claims Kh",
     claimed=("Kh", "Kh"), hands=("Three of a Kind", "Pair"), turn=4, bets={})

# ------------------------------------------------------------------------------------------------- short stacks

rule("A player pays at most what they have", BOARD + "Ann: bets large / Bob: bets large", options={"chips": 25},
     pot=50, scores=(0, 0))
SHORT = T1.replace("small", "large") + "Ann: folds / Bob: bets small / board 2s 3s / "  # Ann 470, Bob 530
rule("the amount is then the same for both (the smaller stack caps it)", SHORT + "Ann: bets large / Bob: bets large",
     options={"chips": 31, "bets": {"large": [30, 40, 50]}}, scores=(0, 60), pot=2)
rule("a player without chips goes on choosing, folding and suspecting, with amounts of 0",
     T3, options={"chips": 10}, pot=20, scores=(0, 0), next="Ann: claims; Bob: claims")
rule("a player without chips goes on choosing, folding and suspecting, with amounts of 0 | folding",
     T1 + "Ann: folds / Bob: bets large", options={"chips": 10}, scores=(0, 20), over=True, winners=["Bob"])
rule("a player without chips goes on choosing, folding and suspecting, with amounts of 0 | suspecting",
     SUSPECTED + "Bob: turns 9d", options={"chips": 10}, scores=(0, 20), bonus=0, over=True, winners=["Bob"])

# --------------------------------------------------------------------------------------------------------- fold

rule("Both lines are always written", BOARD + "Ann: folds", next="Bob: bets folds", bets={}, round=1, turn=1)
rule("One folds: the pot so far goes to the other (this turn's bets are not paid)", T1 +
     "Ann: folds / Bob: bets large", scores=(490, 510), pot=0, bonus=0, bets=("fold", "large"), turn=2,
     next="table: board")
rule("One folds: the pot so far goes to the other (this turn's bets are not paid) | in turn 3", T2 +
     "Ann: bets large / Bob: folds", scores=(530, 470), turn=3, bets=("large", "fold"))
rule("One folds: the pot so far goes to the other (this turn's bets are not paid) | in turn 1 nothing is there",
     BOARD + "Ann: folds / Bob: bets large", scores=(500, 500), turn=1, bonus=0)
rule("Both fold in the same turn: the pot goes to the bonus", FOLDED, scores=(490, 490), bonus=20, pot=0, turn=2,
     bets=("fold", "fold"))
rule("No card is shown", T1 + "Ann: folds / Bob: bets large / Bob: reveals 9c", refused="poker.step")
rule("No card is shown | what was shown stays", T1 + "Ann: folds / Bob: bets large", shown=("Ac 3c 7d", "2d 9h Ts"))
FEE = {"first_fold": "small"}
rule('Option `first_fold = "free" | "small"`', BOARD + "Ann: folds / Bob: bets large", options=FEE, scores=(490, 510))
rule('Option `first_fold = "free" | "small"` | not in turn 2', T1 + "Ann: folds / Bob: bets large", options=FEE,
     scores=(490, 510))
rule('Option `first_fold = "free" | "small"` | both fold: nothing', BOARD + "Ann: folds / Bob: folds", options=FEE,
     scores=(500, 500), bonus=0)
rule('Option `first_fold = "free" | "small"` | as far as it goes', BOARD + "Ann: folds / Bob: bets small",
     options=FEE | {"chips": 4}, scores=(0, 8), winners=["Bob"], over=True)
rule("After one fold: the other player is the round winner if the pot is above 0, and takes the earlier bonus",
     FOLDED + T1 + "Ann: folds / Bob: bets small", scores=(480, 520), bonus=0)
rule("After one fold: the other player is the round winner if the pot is above 0, and takes the earlier "
     "bonus | an empty pot wins no bonus", FOLDED + "board 2s 3s / Ann: folds / Bob: bets small", scores=(490, 490),
     bonus=20)
rule("After one fold: the other player is the round winner if the pot is above 0, and takes the earlier "
     "bonus | nor does the fee of first_fold", FOLDED + "board 2s 3s / Ann: folds / Bob: bets small", options=FEE,
     scores=(480, 500), bonus=20)

# ------------------------------------------------------------------------------------------------------- turn 4

rule("Both decide in secret: `Ann: suspects` or `Ann: accepts`", CLAIMED, turn=4, bets={}, pot=160,
     next="Ann: accepts suspects; Bob: accepts suspects")
rule("Both decide in secret: `Ann: suspects` or `Ann: accepts` | one", CLAIMED + "Bob: suspects",
     next="Ann: accepts suspects", turned=NONE)
rule("Both decide in secret: `Ann: suspects` or `Ann: accepts` | once", CLAIMED + "Bob: suspects / Bob: accepts",
     refused="poker.chosen")
rule("A suspected player turns the last card up: `Bob: turns 2d`", SUSPECTED, next="Bob: turns", pot=160)
rule("A suspected player turns the last card up: `Bob: turns 2d` | who is not suspected doesn't", SUSPECTED +
     "Ann: turns Kh", refused="poker.turn")
BOTH = CLAIMED + "Ann: suspects / Bob: suspects / "
rule("in either order, open at once | Bob first", BOTH + "Bob: turns 9d", turned=(None, "9d"), next="Ann: turns",
     pot=160)
rule("in either order, open at once | Ann first", BOTH + "Ann: turns 2c", turned=("2c", None), next="Bob: turns")
rule("not a face-up or already turned card | the board", SUSPECTED + "Bob: turns 7c", refused="poker.face-up")
rule("not a face-up or already turned card | shown", SUSPECTED + "Bob: turns Ac", refused="poker.face-up")
rule("not a face-up or already turned card | turned", BOTH + "Ann: turns 2c / Bob: turns 2c", refused="poker.face-up")
rule("it may be the other's claimed one", SUSPECTED + "Bob: turns Kh", turned=(None, "Kh"), scores=(500, 340))
rule("other than claimed means caught", SUSPECTED + "Bob: turns 2h", scores=(500, 340), bonus=160)
rule("other than claimed means caught | as claimed not", SUSPECTED + "Bob: turns 9d", scores=(340, 580), bonus=80)
rule("Not suspected, the card stays hidden", CLAIMED + "Ann: accepts / Bob: accepts", turned=NONE, scores=(420, 580))
rule("Not suspected, the card stays hidden | it is not asked for", CLAIMED +
     "Ann: accepts / Bob: accepts / Ann: turns Kh", refused="poker.step")

# ------------------------------------------------------------------------------------------------------- settle
# Ann and Bob have 420 each, the pot is 160, h is 80; Bob's hand is better unless the claims say otherwise.

BETTER = T3 + "Ann: claims 7s / Bob: claims 9d / "  # four sevens against three nines: Ann's hand is better
SAME = ("board 4s 7c / Ann: bets small / Bob: bets small / Ann: reveals Ac Kc Qd / Bob: reveals Ad Kd Qc / "
        "Ann: bets large / Bob: bets small / Ann: reveals 2d / Bob: reveals 2c / Ann: bets large / Bob: bets large / "
        "Ann: claims 9h / Bob: claims 9s / ")
rule("Hands are the best five of seven with the *claimed* card", BETTER, hands=("Four of a Kind", "Three of a Kind"))
rule("Hands are the best five of seven with the *claimed* card | not with the true one", BETTER +
     "Ann: accepts / Bob: accepts", scores=(580, 420))
rule("The better hand is the card winner; equal hands have none | equal", SAME + "Ann: accepts / Bob: accepts",
     scores=(420, 420), bonus=160, hands=("High Card", "High Card"))
rule("The better hand is the card winner; equal hands have none | a kicker decides", SAME.replace("claims 9s",
     "claims Ts") + "Ann: accepts / Bob: accepts", scores=(420, 580), bonus=0)
rule("Each suspicion that does not stand costs the suspecter h, into the bonus | the loser's", SUSPECTED +
     "Bob: turns 9d", scores=(340, 580), bonus=80)
rule("Each suspicion that does not stand costs the suspecter h, into the bonus | the winner's", CLAIMED +
     "Ann: accepts / Bob: suspects / Ann: turns Kh", scores=(420, 500), bonus=80)
rule("Each suspicion that does not stand costs the suspecter h, into the bonus | both", BOTH + "Ann: turns Kh / "
     "Bob: turns 9d", scores=(340, 500), bonus=160)
rule("One that stands costs nothing", CLAIMED + "Ann: accepts / Bob: suspects / Ann: turns 2c", scores=(340, 660),
     bonus=0)
rule("Each caught player pays h to the other | the loser", CLAIMED + "Ann: accepts / Bob: suspects / Ann: turns 2c",
     scores=(340, 660))
rule("Each caught player pays h to the other | the winner", SUSPECTED + "Bob: turns 2h", scores=(500, 340))
rule("if that player is caught, or there is none, it goes to the bonus | caught", SUSPECTED + "Bob: turns 2h",
     bonus=160)
rule("if that player is caught, or there is none, it goes to the bonus | a tie, one caught", SAME + "Ann: suspects / "
     "Bob: accepts / Bob: turns 2h", scores=(500, 340), bonus=160)
rule("The round winner is whoever ends the settlement having received more chips | the caught winner's "
     "opponent, who takes the old bonus", FOLDED + SUSPECTED + "Bob: turns 2h", scores=(490 - 80 + 80 + 20,
     490 - 80 - 80), bonus=160)
rule("The round winner is whoever ends the settlement having received more chips | both caught: nobody", FOLDED +
     BOTH + "Ann: turns 2c / Bob: turns 2h", scores=(410, 410), bonus=180)
rule("The round winner is whoever ends the settlement having received more chips | a vain suspicion is no lie cost",
     FOLDED + SAME + "Ann: suspects / Bob: accepts / Bob: turns 9s", scores=(330, 410), bonus=20 + 160 + 80)
rule("The round winner takes the bonus *as it stood before this round*; what this round adds stays for the next",
     FOLDED + SUSPECTED + "Bob: turns 9d", scores=(490 - 80 - 80, 490 - 80 + 160 + 20), bonus=80)
rule("With no round winner the bonus grows", FOLDED + FOLDED, scores=(480, 480), bonus=40)
rule("With no round winner the bonus grows | by a tie", FOLDED + SAME + "Ann: accepts / Bob: accepts", bonus=180)
rule("Order: the pot is paid first, then lie costs (two caught players cancel out), then suspicions | caught and "
     "suspecting in vain", BOTH + "Ann: turns 2c / Bob: turns 9d", scores=(260, 660), bonus=80)
rule("Order: the pot is paid first, then lie costs (two caught players cancel out), then suspicions | the "
     "winner has the pot to pay with", CLAIMED + "Ann: accepts / Bob: suspects / Ann: turns Kh",
     options={"chips": 80}, scores=(0, 80), bonus=80, over=True, winners=["Bob"])
rule("Nobody pays more than they have at that moment | for a lie", CLAIMED +
     "Ann: accepts / Bob: suspects / Ann: turns 2c", options={"chips": 100}, scores=(0, 200), bonus=0, winners=["Bob"],
     over=True)
rule("Nobody pays more than they have at that moment | first for the lie, then for the suspicion", BOTH +
     "Ann: turns 2c / Bob: turns 9d", options={"chips": 180}, scores=(0, 340), bonus=20)
rule("Chips of both + pot + bonus is always 2 × `chips` | the remainder of a settlement", BOTH + "Ann: turns Kh / "
     "Bob: turns 9d", options={"chips": 81}, scores=(0, 81), bonus=81)
rule("S is the pot, h = S ÷ 2", T3 + "Ann: claims Kh / Bob: claims 9d / Ann: suspects / Bob: accepts / Bob: turns 9d",
     options={"bets": {"large": [30, 40, 51], "middle": [20, 20, 30], "small": [10, 10, 20]}},
     scores=(500 - 81 - 81, 500 + 81), bonus=81)

# -------------------------------------------------------------------------------------------------------- match

rule("The match ends when a player has no chips after a round; the other wins", CLAIMED +
     "Ann: accepts / Bob: accepts", options={"chips": 80}, over=True, winners=["Bob"], scores=(0, 160), next="")
rule("The match ends when a player has no chips after a round; the other wins | not within one", CLAIMED,
     options={"chips": 80}, over=False, scores=(0, 0))
rule("if neither has any, they share it", BOTH + "Ann: turns 2c / Bob: turns 2h", options={"chips": 80}, over=True,
     winners=["Ann", "Bob"], scores=(0, 0), bonus=160)
rule("if neither has any, they share it | by two folds", T1 + "Ann: folds / Bob: folds", options={"chips": 10},
     over=True, winners=["Ann", "Bob"], bonus=20)
rule("After the end of a game every further line is refused | Liar Poker", CLAIMED + "Ann: accepts / Bob: accepts / "
     "board 2c 3c", options={"chips": 80}, refused="poker.over")
rule("A settled round stays in `public` (pot 0, bonus the new one) until the next `board`", SUSPECTED +
     "Bob: turns 9d", round=1, turn=4, pot=0, bonus=80, board="4s 7c", shown=("Ac 3c 7d 7h", "2d 9h Ts 9c"),
     claimed=("Kh", "9d"), turned=(None, "9d"), bets={}, hands=("Three of a Kind", "Three of a Kind"),
     next="table: board")
rule("A settled round stays in `public` (pot 0, bonus the new one) until the next `board` | then all is new",
     SUSPECTED + "Bob: turns 9d / board Kh Ks", round=2, turn=1, pot=0, bonus=80, board="Kh Ks", shown=EMPTY,
     claimed=NONE, turned=NONE, bets={}, hands={})
rule("`scores` are the chips", T1, scores=(490, 490))
rule("`public`: `round` (0 before the first), `turn` (1 to 4; stays where the round ended)", "", round=0, turn=None,
     pot=0, bonus=0, board=[], shown=EMPTY, claimed=NONE, turned=NONE, bets={}, hands={})
for cards, name in (
    ("Ah Kh Qh Jh / Th / 2c 3d", "Royal Flush"), ("9h Kh Qh Jh / Th / 2c 3d", "Straight Flush"),
    ("9h 9d 9c 2s / 9s / Ac 3d", "Four of a Kind"), ("9h 9d 9c Ts / Th / 2c 3d", "Full House"),
    ("9h 2h 4h 7h / Th / 2c 3d", "Flush"), ("Ah 2d 3c 4s / 5h / 9c Kd", "Straight"),
    ("9h 9d 9c Ks / Th / 2c 3d", "Three of a Kind"), ("9h 9d Tc Ks / Th / 2c 3d", "Two Pair"),
    ("9h 9d Tc 4s / Kh / 2c 3d", "Pair"), ("9h Ad Tc 4s / Kh / 2c 3d", "High Card"),
):
    shown, claim, board = cards.split(" / ")
    first, last = shown.rsplit(" ", 1)
    rule(f"then name to \"High Card\", \"Pair\", \"Two Pair\", \"Three of a Kind\", \"Straight\", \"Flush\" | "
         f"{name}",
         f"board {board} / Ann: bets small / Bob: bets small / Ann: reveals {first} / Bob: reveals 6s 6c 8d / "
         f"Ann: bets small / Bob: bets small / Ann: reveals {last} / Bob: reveals 8s / Ann: bets small / Bob: bets "
         f"small / Ann: claims {claim} / Bob: claims Jc", hands=(name, "Two Pair"))
rule("Ace is high | and low in a straight",
     "board 9c Kd / Ann: bets small / Bob: bets small / Ann: reveals Ah 2d 3c / "
     "Bob: reveals 6s 6c 8d / Ann: bets small / Bob: bets small / Ann: reveals 4s / Bob: reveals 8s / Ann: bets "
     "small / Bob: bets small / Ann: claims 5h / Bob: claims Jc", hands=("Straight", "Two Pair"))

# ------------------------------------------------------------------------------------------------ entered hands

OWN = BOARD + "Ann: holds Ac 3c 7d 7h 2c / "
ENTERED = OWN + CLAIMED.removeprefix(BOARD)
rule("`board`; in Lizard the round's beginning) and before the first act of that deal | not before",
     "Ann: holds Ac 3c 7d 7h 2c", refused="poker.step")
rule("`board`; in Lizard the round's beginning) and before the first act of that deal | not late", BOARD +
     "Bob: folds / Ann: holds Ac 3c 7d 7h 2c", refused="poker.holds-once", says="before the first bet")
for lines in (BOARD + "Ann: bets small / Bob: bets small", T1, T2, T3, CLAIMED):
    rule(f"`board`; in Lizard the round's beginning) and before the first act of that deal | nor later: {lines[-12:]}",
         f"{lines} / Ann: holds Ac 3c 7d 7h 2c", refused="poker.holds-once")
rule("`board`; in Lizard the round's beginning) and before the first act of that deal | once", OWN +
     "Ann: holds Ac 3c 7d 7h 2c", refused="poker.holds-once", says="entered already")
rule("`board`; in Lizard the round's beginning) and before the first act of that deal | the next round again", OWN +
     "Ann: folds / Bob: bets small / board 2s 3s / Ann: holds 4s 5s 6s 7s 8s", round=2)
for cards in ("Ac 3c 7d 7h", "Ac 3c 7d 7h 2c 2d", "Ac Ac 7d 7h 2c"):
    rule(f"the player entered the cards in private | five different: {cards}", BOARD + f"Ann: holds {cards}",
         refused="poker.holds-count")
rule("a card can't be in more places than it has copies | Liar Poker: the board", BOARD + "Ann: holds 4s 3c 7d 7h 2c",
     refused="poker.one-place", says="it lies face up")
rule("a card can't be in more places than it has copies | Liar Poker: the other hand", OWN +
     "Bob: holds Ac 4c 8d 8h 2d", refused="poker.one-place", secret=True)
rule("With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
     "refused at once | Liar Poker: shown", OWN + "Ann: bets small / Bob: bets small / Ann: reveals Ac 3c 8d",
     refused="poker.held", secret=True)
rule("With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
     "refused at once | Liar Poker: turned", ENTERED + "Ann: accepts / Bob: suspects / Ann: turns Kh",
     refused="poker.held", secret=True)
rule("With a known hand, showing, playing, exposing, discarding or turning a card that is not there is "
     "refused at once | Liar Poker: the last card is turned", ENTERED +
     "Ann: accepts / Bob: suspects / Ann: turns 2c", scores=(340, 660))
rule("a *statement* (an answer, a guess, a claim, an accusation, a bid) never is | Liar Poker: a claim", OWN +
     T3.removeprefix(BOARD) + "Ann: claims As", claimed=NONE)
rule("a *statement* (an answer, a guess, a claim, an accusation, a bid) never is | Liar Poker: a card of the other's",
     OWN + T3.removeprefix(BOARD) + "Bob: claims 2c", next="Ann: claims")
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Liar Poker: shown",
     OWN + "Ann: bets small / Bob: bets small / Bob: reveals Ac 9h Ts", refused="poker.one-place", secret=True)
rule("A card in another seat's known hand can't be shown, played or turned by anybody else either | Liar "
     "Poker: turned", ENTERED + "Ann: suspects / Bob: accepts / Bob: turns 2c", refused="poker.one-place", secret=True)

# ----------------------------------------------------------------------------------------------------- brackets

rule("`Bob: bets ? (Ann folds; Bob large)`", T1 + "Ann: bets ? / Bob: bets ? (Ann folds; Bob large)", scores=(490,
     510), bets=("fold", "large"))
rule("`Bob: reveals ? (Ann Ac 3c 7c; Bob 2d 9h Ts)`", BOARD + "Ann: bets ? / Bob: bets ? (Ann small; Bob small) / "
     "Ann: reveals ? / Bob: reveals ? (Ann Ac 3c 7d; Bob 2d 9h Ts)", shown=("Ac 3c 7d", "2d 9h Ts"))
MASKED = BOARD + "Ann: bets ? / "
rule("`Ann: bets ?` (also for a fold)", MASKED, next="Bob: bets folds", bets={})
rule("`Ann: suspects ?` (also for an accept)", CLAIMED +
     "Ann: suspects ? / Bob: suspects ? (Ann accepts; Bob suspects)", next="Ann: turns")
rule("What others see of a private line is masked | a claim", T3 + "Ann: claims ? / Bob: claims ? (Ann Kh; Bob 9d)",
     claimed=("Kh", "9d"))
rule("What others see of a private line is masked | a hand", BOARD + "Ann: holds ? ? ? ? ?", round=1)
rule("What others see of a private line is masked | all of it", BOARD + "Ann: holds ? ? ? ? 2c",
     refused="poker.holds-count")
rule("Such brackets may stand in a full record too, and must then be true | Liar Poker", BOARD + "Ann: folds / "
     "Bob: bets large (Ann folds; Bob large)", bets=("fold", "large"))
rule("Such brackets may stand in a full record too, and must then be true | Liar Poker: false", BOARD + "Ann: folds / "
     "Bob: bets large (Ann small)", refused="poker.bracket-false", secret=True)
rule("Such brackets may stand in a full record too, and must then be true | Liar Poker: one's own, false", BOARD +
     "Ann: folds / Bob: bets large (Ann folds; Bob small)", refused="poker.bracket-false")
rule("Such brackets may stand in a full record too, and must then be true | Liar Poker: too early", BOARD +
     "Ann: folds (Ann folds)", refused="poker.bracket-false")
rule("Such brackets may stand in a full record too, and must then be true | Liar Poker: a card that lies face up", T3 +
     "Ann: claims ? / Bob: claims ? (Ann 9h; Bob 9d)", refused="poker.bracket-false")
for cards in ("4s 3c 7d", "Ac 3c", "Ac Ac 3c"):
    rule(f"Such brackets may stand in a full record too, and must then be true | Liar Poker: {cards}", BOARD +
         "Ann: bets small / " f"Bob: bets small / Ann: reveals ? / Bob: reveals ? (Ann {cards}; Bob 2d 9h Ts)",
         refused="poker.bracket-false")
rule("Such brackets may stand in a full record too, and must then be true | Liar Poker: a board opens nothing",
     "board 4s 7c (Ann folds)", refused="poker.bracket-false")
rule("a redacted record that lacks a bracket it needs is refused | Liar Poker", MASKED + "Bob: bets ?",
     refused="poker.bracket-missing")
rule("a redacted record that lacks a bracket it needs is refused | Liar Poker: half of it", MASKED + "Bob: bets ? "
     "(Bob large)", refused="poker.bracket-missing", says="Ann’s choice is missing")
# fmt: on


@pytest.mark.parametrize("case", rule.cases, ids=str)
def test_ruling(case: Case) -> None:
    rule.prove(case)
