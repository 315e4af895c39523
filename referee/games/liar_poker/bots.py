"""Bots for Liar Poker: easy, hard, the strategies of the lab; and a solver for the last turn of a round.

A card is a number from 0 (2c) to 51 (As), or UNKNOWN (−1) if it is hidden. A view is the state as one seat may see it,
and ``turns`` are the lines so far as this seat may read them.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

from referee.bots import NOTHING, Bot, Mix, Mixed, Policy, Rule, Share, Thought, certain
from referee.core.cards import STANDARD, UNKNOWN, cards_of, in_words, sign_card, some
from referee.core.game import Action
from referee.games.liar_poker import state as poker
from referee.games.liar_poker.rules import settle
from referee.games.liar_poker.state import BETS, FOLD, HAND, LARGE, MIDDLE, State, seven, strength, to_show

TWO_PAIR, PAIR, HIGH_CARD = poker.WEAKEST[-3:]
WORST = HIGH_CARD + 1


def own(view: State, seat: int) -> tuple[int, ...]:
    """Return the five cards of a seat's hand, or () if the view does not know all of them."""
    hand = view.hands[seat]
    return hand if hand and UNKNOWN not in hand else ()


def best(view: State, hand: Sequence[int]) -> int:
    """Return the strength of the best poker hand that can be made of ``hand`` and the board.

    It is a number from 1 (royal flush) to 7462 (the worst hand). With fewer than five cards in all, it is ``WORST``
    (7463).
    """
    cards = (*hand, *view.board)
    return strength(cards) if len(cards) >= HAND else WORST


def hidden(view: State, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat's hand that it has not shown; () if the view does not know the hand."""
    return tuple(card for card in own(view, seat) if not view.face >> card & 1)


class Easy(Mixed[State], frozen=True):
    """The easy bot: it bets by its hand, lies at times, and doubts claims that beat it.

    It also folds if the cards that the other shows are better than its whole hand. ``lies`` and ``doubts`` are
    probabilities from 0 to 1. ``weakest`` is the strength (1 for the best, 7462 for the worst) of the weakest hand that
    the bot does not fold in turn 1.
    """

    lies: Annotated[Share, Meta(description="How often it lies where the truth would lose.")] = 0.5
    doubts: Annotated[Share, Meta(description="How often it suspects a claim that beats it.")] = 0.7

    weakest: Annotated[int, Meta(ge=1, le=7462, description="The weakest hand that it plays, as strength counts.")] = (
        PAIR
    )

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the bot's possible actions, each with a reason, and their probabilities.

        They are bets, cards to show, claims or answers to a claim. ``turns``, the earlier actions, are not used. If the
        view does not know the bot's hand, the mix is None for certain: the bot does nothing.
        """
        if not own(view, seat):
            return certain(None)
        match view.phase:
            case "bet":
                return self._bet(view, seat)
            case "reveal":  # what leaves the strongest hand open, so that a claim need not be believed
                ways = combinations(hidden(view, seat), to_show(view))
                cards = min(ways, key=lambda cards: best(view, (*view.shown[seat], *cards)))
                return certain(poker.Reveals(seat, cards), "I showed what makes my hand, and kept back the rest.")
            case "claim":
                return self._claim(view, seat)
            case "suspect":
                return self._doubt(view, seat)
        return certain(poker.Turns(seat, hidden(view, seat)[0]))

    def _bet(self, view: State, seat: int) -> Mix:
        mine, theirs, board = best(view, own(view, seat)), best(view, view.shown[1 - seat]), best(view, ())
        if view.turn == 1 and (mine > self.weakest or mine >= board):
            return certain(poker.Folds(seat), "I had not even a pair.")
        bet = LARGE if mine <= TWO_PAIR and mine < theirs else MIDDLE if mine <= PAIR else 0
        word = {LARGE: "good", MIDDLE: "fair"}.get(bet, "poor")
        bets = Thought(poker.Bets(seat, bet), f"It was {word}, so I bet {BETS[bet]}.")
        if view.turn == 1 or mine <= theirs:
            return [(bets, 1.0)]
        stays = 0.0 if view.turn == 2 else self.lies
        folds = Thought(poker.Folds(seat), "What lay open on the other side beat all that I held.")
        return [(bets, stays), (folds, 1 - stays)]

    def _claim(self, view: State, seat: int) -> Mix:
        card, theirs = hidden(view, seat)[0], best(view, view.shown[1 - seat])
        truth = poker.Claims(seat, card)
        if best(view, own(view, seat)) < theirs:
            return certain(truth, "It was the truth.")
        claims = sorted((best(view, (*view.shown[seat], other)), other) for other in poker.down(view))
        lies = [other for worth, other in claims if worth < theirs and other != card]
        if not lies:
            return certain(truth, "It was the truth: no lie would have won.")
        why = f"I held the {in_words(card)}, which would have lost: so I said"
        return [
            (Thought(truth, "It was the truth."), 1 - self.lies),
            *((Thought(poker.Claims(seat, lie), f"{why} {sign_card(lie)}."), self.lies / len(lies)) for lie in lies),
        ]

    def _doubt(self, view: State, seat: int) -> Mix:
        assert view.claimed is not None
        mine, theirs = (strength(seven(view, at)) for at in (seat, 1 - seat))
        card = view.claimed[1 - seat]
        if card in own(view, seat):
            return certain(poker.Suspects(seat), f"{sign_card(card)} was in my own hand.")
        doubts = self.doubts if theirs < mine and theirs < best(view, view.shown[1 - seat]) else 0.0
        might = f"{sign_card(card)} might have been true, and a wrong suspicion costs half the pot."
        return [
            (Thought(poker.Suspects(seat), f"{sign_card(card)} was just what the other hand needed."), doubts),
            (Thought(poker.Accepts(seat), might), 1 - doubts),
        ]


# The strength that one hand of seven in twenty, two in twenty … reaches.
_QUANTILES = (1226, 1609, 2424, 2625, 2809, 2985, 3174, 3354, 3656, 4005, 4314, 4658, 4946, 5317, 5605, 5970, 6220,
              6415, 6779)  # fmt: skip
_LINES = 600  # of the record, that are looked back


def bets(turns: Sequence[Action], seat: int) -> list[list[int]]:
    """Return what the other player chose in the bets so far: a list for each round, the current one last.

    A choice is 0 (small), ``MIDDLE``, ``LARGE`` or ``FOLD``. ``turns`` are the lines as ``seat`` read them.
    """
    rounds: list[list[int]] = []
    for action in turns[-_LINES:]:
        if type(action) is poker.Board:
            rounds.append([])
        elif rounds and type(action) in {poker.Bets, poker.Folds}:
            rounds[-1] += [chosen for who, chosen in action.opens if who != seat]
    return rounds


class Hard(Bot[State], frozen=True):
    """The hard bot: it bets by its estimated chance to win; in the last turn it plays an equilibrium.

    ``samples`` is how many possible hands of the other player it tries for an estimate. In turn 1 it folds if its
    chance to win is below ``enters`` or, if such a fold costs the small bet, below ``pays``. ``bluffs`` is how often it
    bets large in place of small if its chance is at most one half. If its chance is at least ``slow``, it keeps back
    the cards that make its hand strong. All but ``samples`` are from 0 to 1.
    """

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many hands of the other it weighs a decision.")] = 60
    enters: Annotated[Share, Meta(description="At which chance it does not fold in the first turn.")] = 0.45
    pays: Annotated[Share, Meta(description="The same, where such a fold costs the small amount.")] = 0.2
    bluffs: Annotated[Share, Meta(description="How often it bets large with less than an even chance.")] = 0.3
    slow: Annotated[Share, Meta(description="From which chance on it hides what makes its hand.")] = 0.6

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return a bet, cards to show, a claim or an answer to a claim, with its reason.

        ``turns`` are the lines so far as the seat may read them. If the view does not know the seat's hand, return
        ``NOTHING``.
        """
        if not own(view, seat):
            return NOTHING
        if last := self.policy(view, seat, turns):
            (action,) = rng.choices([action for action, _ in last], [share for _, share in last])
            return Thought(action, "With one card of each hand left, I drew among what no answer gains much against.")
        chance = self._chance(view, seat, turns, rng)
        if view.phase == "bet":
            said = f"My cards would win {chance:.0%} of the time"
            enters = self.enters if view.setup.options.first_fold == "free" else self.pays
            if chance < (enters if view.turn == 1 else 0.18):
                return Thought(poker.Folds(seat), f"{said}, which was not enough.")
            bet = LARGE if chance > 0.62 else MIDDLE if chance > 0.5 else 0
            if bet == 0 and self.bluffs and rng.random() < self.bluffs:
                return Thought(poker.Bets(seat, LARGE), f"{said}, and a large bet might frighten.")
            return Thought(poker.Bets(seat, bet), f"{said}, so I bet {BETS[bet]}.")
        shown, ways = view.shown[seat], combinations(hidden(view, seat), to_show(view))
        ranked = [(best(view, (*shown, *cards)), rng.random(), cards) for cards in ways]
        if chance >= self.slow:
            return Thought(poker.Reveals(seat, max(ranked)[2]), "I was strong, and kept back what made me so.")
        return Thought(poker.Reveals(seat, min(ranked)[2]), "I showed what looked best.")

    def policy(self, view: State, seat: int, turns: Sequence[Action]) -> Policy:
        """Return an equilibrium of the last turn of a round, as (action, probability) pairs; [] before it."""
        return endgame(view, seat)

    def _chance(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> float:
        """Return the estimated probability, from 0 to 1, that the seat's hand beats the other player's.

        It is the share of random hands of the other player that the seat's hand beats; a tie counts half. Each random
        hand is weighted by how likely a player with that hand would have made the bets of this round.
        """
        *past, now = bets(turns, seat) or [[]]
        begun = [made for made in past if made]
        folds = (2 + sum(made[0] == FOLD for made in begun)) / (5 + len(begun))  # in turn 1, begun with what is usual
        mine, shown, won, whole = best(view, own(view, seat)), view.shown[1 - seat], 0.0, 0.0
        unseen, count = poker.unseen(view), HAND - len(shown)
        for _ in range(self.samples):
            theirs = best(view, (*shown, *some(unseen, count, rng)))
            above = bisect_left(_QUANTILES, theirs) / len(_QUANTILES)  # 0: the best of all
            weight = 1.0 if above <= 1 - folds else 0.03  # what folds at once is no matter
            for bet in now:
                weight *= 1.25 - above if bet == LARGE else 1.0 if bet == MIDDLE else 0.4 + 0.8 * above
            whole += weight
            won += weight * (1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
        return won / whole


BEST = (1609, 2626, 2987, 3360, 4013, 4665, 5319, 5976, 6416)
"""How strong a hand of seven cards must be to be among the best tenth, two tenths … of all (by 60,000 hands)."""


class Poker(Rule[State], frozen=True):
    """A rule of thumb for Liar Poker. It bets by its strength, and in turn 1 folds the weaker hands.

    ``play`` is the share of hands (from 0 to 1, the best ones) that it does not fold in turn 1. ``lie`` is the
    probability that it claims, in place of the truth, the card that makes the best hand. ``suspect`` is the probability
    that it suspects a claim that makes a better hand than its own claim. With ``always`` = 1, it suspects every claim.
    """

    play: Share = 1
    lie: Share = 0.3
    suspect: Share = 0.5
    always: Share = 0

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the action that this rule of thumb chooses, or None. ``verbs`` are the verbs allowed now."""
        hand = view.hands[seat] or ()
        left = [card for card in hand if card not in view.shown[seat]]
        match view.phase:
            case "bet":
                tenth = bisect_left(BEST, strength((*hand, *view.board))) / 10
                if view.turn == 1 and tenth >= self.play:
                    return poker.Folds(seat)
                return poker.Bets(seat, LARGE if tenth < 0.3 else 0 if tenth >= 0.7 else MIDDLE)
            case "reveal":  # low cards first, so that the last may be believed to be high
                return poker.Reveals(seat, tuple(sorted(left)[: to_show(view)]))
            case "claim":
                if rng.random() >= self.lie:
                    return poker.Claims(seat, left[0])
                free = [card for card in poker.down(view) if card != left[0]]
                return poker.Claims(seat, min(free, key=lambda card: best(view, (card, *view.shown[seat]))))
            case "suspect":
                better = strength(seven(view, 1 - seat)) < strength(seven(view, seat))
                doubts = self.always or (better and rng.random() < self.suspect)
                return poker.Suspects(seat) if doubts else poker.Accepts(seat)
            case "turn-up" if "turns" in verbs:
                return poker.Turns(seat, left[0])
        return None


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "careful": partial(Easy, lies=0.15, doubts=0.5, weakest=PAIR - 1500),
    "bold": partial(Easy, lies=0.7, weakest=7462),
    "talkative": partial(Easy, lies=0.9, doubts=0.95),
    "poker": Poker,
    "tight": partial(Poker, play=0.1),
    "folder": partial(Poker, play=0),
    "liar": partial(Poker, lie=1),
    "honest": partial(Poker, lie=0),
    "suspicious": partial(Poker, suspect=1),
    "always-suspect": partial(Poker, always=1),
    "trusting": partial(Poker, suspect=0),
}
DARING = ("lies", "lie", "bluffs")
"""How much a bot dares: how often it lies where the truth would lose, or bets large on a weak hand."""


# ------------------------------------------------------------------------------------------- the last turn, solved

# All but one card of each hand lies open. What the last one can make of a hand comes in a few kinds; between kinds the
# rest of the round is a small game, whose equilibrium a few rounds of CFR+ are near enough to. What a claim wins and a
# doubt costs is ``settle``'s; hands are as likely as a shuffled deck deals them.

KINDS = 4
ROUNDS = 40
Odds = list[list[float]]  # by kind of the first seat, by kind of the second
Frozen = tuple[tuple[float, ...], ...]  # the same, to be hashed
Shares = list[float]


class Kinds(Struct, frozen=True):
    """The possible last cards of both players, grouped into kinds by how often their hands win.

    ``of[seat][card]`` is the kind of a card, from 0 for the best. ``many[i][j]`` is the number of pairs of a card of
    kind i for the first seat and another card of kind j for the second. ``better[seat][i][j]`` is the share of these
    pairs in which ``seat`` has the better hand.
    """

    of: tuple[dict[int, int], dict[int, int]]
    many: Frozen
    better: tuple[Frozen, Frozen]  # how often the first, or the second hand is better, of two kinds


class Solved(Struct, frozen=True):
    """The equilibrium of the last turn, as probabilities that depend on the kind of a seat's last card.

    For the kinds see ``Kinds``; ``own`` is that of the seat's last card. ``stays[seat][own]`` is the probability that
    the seat bets and does not fold. ``claims[seat][own][kind]`` is the probability that it claims a card of ``kind``.
    ``doubts[seat][own][first][second]`` is the probability that it suspects, if the first and the second seat have
    claimed cards of the kinds ``first`` and ``second``.
    """

    stays: tuple[Shares, Shares]
    claims: tuple[Odds, Odds]
    doubts: tuple[list[Odds], list[Odds]]


def endgame(view: State, seat: int) -> Policy:
    """Return (action, probability) pairs for the last turn of a round, from its equilibrium.

    Return [] before the last turn, or if the view does not know the seat's last card.
    """
    last = [card for card in view.hands[seat] or () if card == UNKNOWN or not view.face >> card & 1]
    if len(last) != 1 or UNKNOWN in last or len(view.shown[1 - seat]) != len(view.shown[seat]):
        return []
    (card,) = last
    if view.phase == "turn-up":
        return [(poker.Turns(seat, card), 1.0)]
    if not (view.phase in {"claim", "suspect"} or (view.phase == "bet" and view.turn == 3)):
        return []
    kinds, (first, second) = _kinds(view.face, view.board, view.shown), view.chips
    amount, pot = view.setup.options.bets.middle[2], view.pot
    if view.phase == "bet":
        amount = min(amount, first, second)
        first, second, pot = first - amount, second - amount, pot + 2 * amount
    solved = _solved((first, second), pot, view.bonus, amount, kinds.many, *kinds.better)
    mine = kinds.of[seat][card]
    match view.phase:
        case "bet":
            stays = solved.stays[seat][mine]
            return [(poker.Bets(seat, MIDDLE), stays), (poker.Folds(seat), 1 - stays)]
        case "claim":  # of the own kind the truth, else any card of the kind
            chosen: Policy = []
            for kind, share in enumerate(solved.claims[seat][mine]):
                of_it = [card] if kind == mine else [other for other, its in kinds.of[seat].items() if its == kind]
                chosen += [(poker.Claims(seat, other), share / len(of_it)) for other in of_it]
            return chosen
    assert view.claimed is not None
    at, to = (kinds.of[who][view.claimed[who]] for who in (0, 1))
    doubts = 1.0 if view.claimed[1 - seat] == card else solved.doubts[seat][mine][at][to]
    return [(poker.Suspects(seat), doubts), (poker.Accepts(seat), 1 - doubts)]


@lru_cache(maxsize=64)
def _kinds(face: int, board: tuple[int, ...], shown: tuple[tuple[int, ...], tuple[int, ...]]) -> Kinds:
    down = cards_of((1 << STANDARD) - 1 & ~face)
    strong = [{card: strength((card, *shown[seat], *board)) for card in down} for seat in (0, 1)]
    of = (_grouped(strong[0], strong[1]), _grouped(strong[1], strong[0]))
    size = range(KINDS)
    many, first, second = ([[0.0] * KINDS for _ in size] for _ in range(3))
    for one, other in product(down, down):
        if one != other:
            at, to = of[0][one], of[1][other]
            many[at][to] += 1
            first[at][to] += strong[0][one] < strong[1][other]
            second[at][to] += strong[0][one] > strong[1][other]
    for odds in (first, second):
        for at, to in product(size, size):
            odds[at][to] /= many[at][to] or 1
    many_, first_, second_ = (tuple(map(tuple, odds)) for odds in (many, first, second))
    return Kinds(of, many_, (first_, second_))


def _grouped(mine: dict[int, int], theirs: dict[int, int]) -> dict[int, int]:
    """Return the kind of each card in ``mine``: 0 for those with which its seat wins most often.

    ``mine`` and ``theirs`` have, by possible last card, the strength of the hand that it makes for either seat. The
    cards are sorted by how often their hands win, and the kinds are separated at the largest differences between
    neighbours.
    """
    wins = {
        card: sum((strong < other) + (strong == other) / 2 for other in theirs.values())
        for card, strong in mine.items()
    }
    steps = sorted(set(wins.values()), reverse=True)
    jumps = sorted(range(1, len(steps)), key=lambda at: (steps[at] - steps[at - 1], at))[: KINDS - 1]
    bounds = [steps[at] for at in jumps]
    return {card: sum(won <= bound for bound in bounds) for card, won in wins.items()}


@lru_cache(maxsize=64)
def _solved(chips: tuple[int, int], pot: int, bonus: int, amount: int, many: Frozen, *better: Frozen) -> Solved:
    """Return an approximate equilibrium of the last turn, if both bet.

    ``chips`` are what the seats have after these bets of ``amount`` each, and ``pot`` contains the bets. ``bonus`` is
    what the winner gets in addition. All are in chips. ``many`` and ``better`` are those of ``Kinds``.
    """
    ahead: dict[tuple[int, int], int] = {}  # the first seat, by the better hand and by doubts and lies (a bit each)
    for hand, bits_ in product((-1, 0, 1), range(16)):
        suspects = bool(bits_ & 1), bool(bits_ & 2)
        caught = bool(bits_ & 2 and bits_ & 4), bool(bits_ & 1 and bits_ & 8)
        first, second = settle(chips, pot, bonus, hand, suspects, caught).chips
        ahead[hand, bits_] = first - second

    def pays(one: float, two: float) -> list[float]:
        return [ahead[0, at] * one + ahead[1, at] * two + ahead[-1, at] * (1 - one - two) for at in range(16)]

    rows = zip(*better, strict=True)
    payoffs = [[pays(one, two) for one, two in zip(*row, strict=True)] for row in rows]
    game = _LastTurn(many, payoffs, pot - 2 * amount, amount)
    for number in range(1, ROUNDS + 1):
        game.round(number)
    return game.average()


class _LastTurn:
    """The last turn, solved by CFR+ (counterfactual regret minimisation).

    For both seats it keeps the regrets and the summed strategies, by decision. The key of a decision is (own,) to fold
    or bet, (own, -1) to claim, and (own, first, second) to accept or suspect: ``own`` is the kind of the seat's last
    card, ``first`` and ``second`` are the kinds that the seats claimed.
    """

    def __init__(
        self, many: Sequence[Sequence[float]], payoffs: list[list[list[float]]], pot: int, amount: int
    ) -> None:
        whole = sum(map(sum, many))
        self.many = [[count / whole for count in row] for row in many]
        self.payoffs, self.pot, self.amount = payoffs, pot, amount
        self.regrets: list[dict[tuple[int, ...], Shares]] = [{}, {}]
        self.sums: list[dict[tuple[int, ...], Shares]] = [{}, {}]
        for seat, mine in product((0, 1), range(KINDS)):
            points = [(mine,), (mine, -1), *((mine, at, to) for at, to in product(range(KINDS), range(KINDS)))]
            for point in points:
                size = KINDS if len(point) == 2 else 2
                self.regrets[seat][point], self.sums[seat][point] = [0.0] * size, [0.0] * size

    def round(self, number: int) -> None:
        """Run iteration ``number`` of CFR+: compute the strategies from the regrets, then update the regrets."""
        plans = [{point: _matched(regret) for point, regret in self.regrets[seat].items()} for seat in (0, 1)]
        for seat in (0, 1):
            self._regret(seat, plans[seat], plans[1 - seat])
            for point, shares in plans[seat].items():
                reach = 1.0 if len(point) == 1 else plans[seat][point[:1]][1]
                if len(point) == 3:
                    reach *= plans[seat][point[0], -1][point[1 + seat]]
                total = self.sums[seat][point]
                for at, share in enumerate(shares):
                    total[at] += number * reach * share

    def _regret(self, seat: int, mine: dict[tuple[int, ...], Shares], theirs: dict[tuple[int, ...], Shares]) -> None:
        kinds, sign = range(KINDS), 1 - 2 * seat
        for own in kinds:
            facing = [self.many[own][other] if seat == 0 else self.many[other][own] for other in kinds]
            stays = [share * theirs[other,][1] for other, share in enumerate(facing)]
            worth = [0.0] * KINDS
            for at, to in product(kinds, kinds):
                claimed, answer = (at, to) if seat == 0 else (to, at)
                accept, doubt = 0.0, 0.0
                for other in kinds:
                    reach = stays[other] * theirs[other, -1][answer]
                    if reach:
                        lies = (
                            (4 * (claimed != own) + 8 * (answer != other))
                            if seat == 0
                            else (8 * (claimed != own) + 4 * (answer != other))
                        )
                        doubted = theirs[other, at, to][1]
                        pays = self.payoffs[at][to]
                        me, them = (1, 2) if seat == 0 else (2, 1)
                        accept += reach * (pays[lies] * (1 - doubted) + pays[lies | them] * doubted)
                        doubt += reach * (pays[lies | me] * (1 - doubted) + pays[lies | me | them] * doubted)
                worth[claimed] += self._learn(seat, (own, at, to), mine, [sign * accept, sign * doubt])
            stay = self._learn(seat, (own, -1), mine, worth) + self.pot * (sum(facing) - sum(stays))
            self._learn(seat, (own,), mine, [-self.pot * sum(stays), stay])

    def _learn(self, seat: int, point: tuple[int, ...], plan: dict[tuple[int, ...], Shares], worth: Shares) -> float:
        """Update the regrets of one decision, and return what the present strategy is worth there.

        ``point`` is the key of the decision, ``plan`` the seat's strategy (probabilities by decision), and ``worth``
        the value of each choice. The regret of a choice grows by how much more it is worth than the strategy, and is
        never below 0.
        """
        value = sum(share * one for share, one in zip(plan[point], worth, strict=True))
        regrets = self.regrets[seat][point]
        for at, one in enumerate(worth):
            regrets[at] = max(0.0, regrets[at] + one - value)
        return value

    def average(self) -> Solved:
        """Return the average strategy of all iterations, which approaches an equilibrium."""
        plans = [{point: _matched(total) for point, total in self.sums[seat].items()} for seat in (0, 1)]
        kinds = range(KINDS)
        stays = [[plan[own,][1] for own in kinds] for plan in plans]
        claims = [[plan[own, -1] for own in kinds] for plan in plans]
        doubts = [[[[plan[own, at, to][1] for to in kinds] for at in kinds] for own in kinds] for plan in plans]
        return Solved((stays[0], stays[1]), (claims[0], claims[1]), (doubts[0], doubts[1]))


def _matched(regrets: Shares) -> Shares:
    whole = sum(regrets)
    return [regret / whole for regret in regrets] if whole > 0 else [1 / len(regrets)] * len(regrets)
