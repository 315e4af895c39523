"""The last turn of Liar Poker, solved at the table: stay or fold, what to claim, whether to doubt.

All but one card of each hand lies open. What the last one can make of a hand comes in a few kinds; between kinds the
rest of the round is a small game, whose equilibrium a few rounds of CFR+ are near enough to. What a claim wins and a
doubt costs is ``settle``'s; hands are as likely as a shuffled deck deals them.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct

from referee.core.cards import STANDARD, UNKNOWN, cards_of
from referee.core.game import Action
from referee.games.liar_poker.rules import settle
from referee.games.liar_poker.state import (
    MIDDLE,
    Accepts,
    Bets,
    Claims,
    Folds,
    Options,
    State,
    Suspects,
    Turns,
    strength,
)

KINDS = 4
ROUNDS = 40
Odds = list[list[float]]  # by kind of the first seat, by kind of the second
Shares = list[float]


class Kinds(Struct, frozen=True):
    """What a last card can make of each hand: ``of[seat][card]``, 0 the best. ``many`` counts deals of two kinds."""

    of: tuple[dict[int, int], dict[int, int]]
    many: Odds
    better: tuple[Odds, Odds]  # how often the first, or the second hand is better, of two kinds


class Solved(Struct, frozen=True):
    """What each seat does by its kind: stays; claims each kind; doubts, by the kinds that were claimed."""

    stays: tuple[Shares, Shares]
    claims: tuple[Odds, Odds]
    doubts: tuple[list[Odds], list[Odds]]


def endgame(view: State, seat: int) -> list[tuple[Action, float]]:
    """Return what a seat does in the last turn, each with its probability; [] at another time, or of no known hand."""
    hand = view.hands[seat]
    last = [card for card in hand or () if card == UNKNOWN or not view.face >> card & 1]
    if len(last) != 1 or UNKNOWN in last or len(view.shown[1 - seat]) != len(view.shown[seat]):
        return []
    (card,) = last
    if view.phase == "turn-up":
        return [(Turns(seat=seat, card=card), 1.0)]
    if not (view.phase in {"claim", "suspect"} or (view.phase == "bet" and view.turn == 3)):
        return []
    kinds = _kinds(view.face, view.board, view.shown)
    solved = _solution(view, kinds)
    mine = kinds.of[seat][card]
    if view.phase == "bet":
        stays = solved.stays[seat][mine]
        return [(Bets(seat=seat, bet=MIDDLE), stays), (Folds(seat=seat), 1 - stays)]
    if view.phase == "claim":
        return _claims(kinds.of[seat], solved.claims[seat][mine], seat, card)
    assert view.claimed is not None
    claimed = [kinds.of[at][view.claimed[at]] for at in (0, 1)]
    doubts = 1.0 if view.claimed[1 - seat] == card else solved.doubts[seat][mine][claimed[0]][claimed[1]]
    return [(Suspects(seat=seat), doubts), (Accepts(seat=seat), 1 - doubts)]


def _claims(kinds: dict[int, int], shares: Sequence[float], seat: int, card: int) -> list[tuple[Action, float]]:
    """Return the claims of cards that claims of kinds come to: of the own kind the truth, else any card of the kind."""
    found: list[tuple[Action, float]] = []
    for kind, share in enumerate(shares):
        of_it = [card] if kinds[card] == kind else [other for other, its in kinds.items() if its == kind]
        found += [(Claims(seat=seat, card=other), share / len(of_it)) for other in of_it]
    return found


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
    return Kinds(of, many, (first, second))


def _grouped(mine: dict[int, int], theirs: dict[int, int]) -> dict[int, int]:
    """Return the kind of each card, by how often its hand wins: parted where that jumps most."""
    wins = {
        card: sum((strong < other) + (strong == other) / 2 for other in theirs.values())
        for card, strong in mine.items()
    }
    steps = sorted(set(wins.values()), reverse=True)
    jumps = sorted(range(1, len(steps)), key=lambda at: (steps[at] - steps[at - 1], at))[: KINDS - 1]
    bounds = [steps[at] for at in jumps]
    return {card: sum(won <= bound for bound in bounds) for card, won in wins.items()}


def _solution(view: State, kinds: Kinds) -> Solved:
    options: Options = view.setup.options
    amount = options.bets.middle[2]
    if view.phase == "bet":
        amount = min(amount, *view.chips)
        first, second = view.chips
        return _solved((first - amount, second - amount), view.pot + 2 * amount, view.bonus, amount, _frozen(kinds))
    return _solved(view.chips, view.pot, view.bonus, amount, _frozen(kinds))


_Frozen = tuple[tuple[tuple[float, ...], ...], ...]


def _frozen(kinds: Kinds) -> _Frozen:
    return tuple(tuple(map(tuple, odds)) for odds in (kinds.many, *kinds.better))


@lru_cache(maxsize=64)
def _solved(chips: tuple[int, int], pot: int, bonus: int, amount: int, odds: _Frozen) -> Solved:
    """Solve the last turn after bets of ``amount``, which are in the pot already."""
    many, first, second = odds
    game = _LastTurn(many, _payoffs(chips, pot, bonus, first, second), pot - 2 * amount, amount)
    for number in range(1, ROUNDS + 1):
        game.round(number)
    return game.average()


def _payoffs(
    chips: tuple[int, int], pot: int, bonus: int, first: Sequence[Sequence[float]], second: Sequence[Sequence[float]]
) -> list[list[list[float]]]:
    """Return what the first seat is ahead by, by the two kinds claimed and by doubts and lies (a bit each)."""
    plain = {
        (best, bits): _ahead(
            settle(
                chips, pot, bonus, best, _pair(bits), (bool(bits & 2 and bits & 4), bool(bits & 1 and bits & 8))
            ).chips
        )
        for best in (-1, 0, 1)
        for bits in range(16)
    }
    return [
        [
            [
                plain[0, bits] * first[at][to]
                + plain[1, bits] * second[at][to]
                + plain[-1, bits] * (1 - first[at][to] - second[at][to])
                for bits in range(16)
            ]
            for to in range(KINDS)
        ]
        for at in range(KINDS)
    ]


def _ahead(chips: tuple[int, int]) -> int:
    return chips[0] - chips[1]


def _pair(bits: int) -> tuple[bool, bool]:
    return bool(bits & 1), bool(bits & 2)


class _LastTurn:
    """CFR+ on the last turn: what each seat regrets, and what it has done on the average."""

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
        """Play once with what is not regretted, and regret."""
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
        """Note how much better each choice would have been than what is done here; return what that is worth."""
        value = sum(share * one for share, one in zip(plan[point], worth, strict=True))
        regrets = self.regrets[seat][point]
        for at, one in enumerate(worth):
            regrets[at] = max(0.0, regrets[at] + one - value)
        return value

    def average(self) -> Solved:
        """Return what was done on the average."""
        plans = [{point: _matched(total) for point, total in self.sums[seat].items()} for seat in (0, 1)]
        kinds = range(KINDS)
        stays = [[plan[own,][1] for own in kinds] for plan in plans]
        claims = [[plan[own, -1] for own in kinds] for plan in plans]
        doubts = [[[[plan[own, at, to][1] for to in kinds] for at in kinds] for own in kinds] for plan in plans]
        return Solved((stays[0], stays[1]), (claims[0], claims[1]), (doubts[0], doubts[1]))


def _matched(regrets: Shares) -> Shares:
    whole = sum(regrets)
    return [regret / whole for regret in regrets] if whole > 0 else [1 / len(regrets)] * len(regrets)
