"""A guess at what a view hides is not skewed: how often each comes up, against all that there are, counted singly."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, product
from math import comb, sqrt
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee import games
from referee.core.cards import UNKNOWN, bits, cards_of
from referee.core.game import Game, Setup
from referee.core.play import walked
from referee.games.liar_poker.state import MASKED
from referee.games.liars_guess import state as west
from referee.games.lizard import game as lizard
from referee.games.red_and_black import rules as red_and_black_rules
from tests.referee.conformance import NAMES, random_game, some_facts

DRAWS = 2000
FAR = 4.75
"""Standard deviations; one honest test in a million is farther off."""


def table(name: str, seats: int, **options: object) -> tuple[Game[Any], Setup]:
    game = games.game(name)
    pairs = seats * int(str(options.get("each", 3))) + int(str(options.pop("spare", 0)))
    facts = some_facts(pairs, Random(0)) if game.needs_facts else None
    return game, games.setup(game, NAMES[:seats], options, facts=facts)


def assert_as_likely(drawn: Callable[[], object], weights: Mapping[Any, int], draws: int = DRAWS) -> None:
    """Draw, and compare how often each comes up with its weight."""
    assert_like(Counter(drawn() for _ in range(draws)), weights)


def assert_like(found: Counter[Any], weights: Mapping[Any, int]) -> None:
    """Compare how often each came up with its weight: chi-squared, as a normal deviate (Wilson, Hilferty)."""
    draws, total = found.total(), sum(weights.values())
    assert set(found) <= set(weights), "what cannot be was drawn"
    assert len(weights) > 1
    expected = {one: draws * weight / total for one, weight in weights.items()}
    squares = sum((found[one] - often) ** 2 / often for one, often in expected.items())
    free = len(weights) - 1
    deviate = ((squares / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    assert deviate < FAR, f"skewed by {deviate:.1f} standard deviations: {found}"


def even(ones: Iterable[Any]) -> dict[Any, int]:
    return dict(Counter(ones))


@pytest.mark.parametrize("name", games.REGISTRY)
def test_chance_draws_by_its_odds(name: str) -> None:
    """One moment of each kind that has odds: what is drawn there, and how often."""
    options = {"rounds": 1} if name == "lizard" else {"hand": 3, "red": 9} if name == "red-and-black" else {}
    game, setup = table(name, games.game(name).seats[0], **options)
    met: dict[str, Any] = {}
    for seed in range(12):
        state = game.start(setup)
        for action in games.playout(game, setup, Random(seed), hands=seed % 2 == 0, limit=300)[1]:
            if len(game.odds(state)) > 1:
                met.setdefault(action.verb, state)
            state = game.apply(state, action)
    wanted = {
        "liars-lair": {"start"},
        "liars-guess": {"dealer", "hole"},
        "lizard": {"dealer", "holds", "trump"},
        "red-and-black": {"dealer", "holds", "river"},
    }
    assert set(met) >= wanted.get(name, set())
    rng = Random(7)
    for state in met.values():
        assert_as_likely(lambda state=state: game.draw(state, rng), dict(game.odds(state)))


# ------------------------------------------------------------------------------------------------------ Lizard


def late(hands: tuple[tuple[int, ...], ...], unseen: str, failed: str = "") -> Any:
    """Return a view of Lizard in which so few cards are unseen; ``failed`` names seats and suits: “1d 2d”."""
    game, setup = table("lizard", len(hands))
    cards = [lizard.parse(card) for card in unseen.split()]
    seen = lizard.FULL - sum(lizard.ONE[card] for card in cards) - sum(lizard.ONE[card] for card in hands[0])
    lacks = tuple((int(one[0]), 1, "cdhs".index(one[1])) for one in failed.split())
    bids = (0,) * len(hands)
    return replace(game.start(setup), phase="play", round=20, dealer=0, bids=bids, hands=hands, seen=seen, failed=lacks)


def deals(view: Any, unseen: str) -> dict[Any, int]:
    """Return every way of dealing the unseen cards, copies of lizards and snakes apart, and how often each comes up."""
    cards = [lizard.parse(card) for card in unseen.split()]
    sizes = [len(hand) for hand in view.hands[1:]]
    ways: list[tuple[list[tuple[int, ...]], frozenset[int]]] = [([], frozenset(range(len(cards))))]
    for seat, size in enumerate(sizes, 1):
        lacks = {suit for who, _, suit in view.failed if who == seat}
        fits = [at for at, card in enumerate(cards) if lizard.SUIT_OF[card] not in lacks]
        ways = [
            ([*hands, tuple(sorted(cards[at] for at in held))], left - {*held})
            for hands, left in ways
            for held in combinations([at for at in fits if at in left], size)
        ]
    return even(tuple(hands) for hands, _ in ways)


@pytest.mark.parametrize(
    ("failed", "stirred"),
    [("", False), ("1d 2d", False), ("1d 2h", False), ("1d 2d 2s 3h", False), ("1d 1h 2h 2s 3s 3c", True)],
)
def test_lizard(failed: str, stirred: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if stirred:
        monkeypatch.setattr(lizard, "TRIES", 0)
    unseen = "2d 3d 4h 5s 6c lizard lizard 7h"
    view = late(((0,), *((UNKNOWN,) * 2,) * 3), unseen, failed)
    rng = Random(7)
    assert_as_likely(lambda: games.game("lizard").sample_state(view, 0, rng).hands[1:], deals(view, unseen))


def test_lizard_bids_in_secret() -> None:
    game, setup = table("lizard", 3, estimates="secret")
    view = replace(game.start(setup), phase="bid", round=2, dealer=0, bids=(1, -1, None), hands=((0, 1), None, None))
    rng = Random(7)
    assert_as_likely(lambda: game.sample_state(view, 0, rng).bids, even((1, bid, None) for bid in (0, 1, 2)))


# ------------------------------------------------------------------------------------------------- Liars' Guess


@pytest.mark.parametrize("exposed", [0, 1 << 5])
def test_liars_guess(exposed: int) -> None:
    """The hole card is one of the cards that nobody has seen, the rest are the other's, with the evidence laid open."""
    game, setup = table("liars-guess", 2)
    unseen = bits((0, 3, 9, 20, 26, 2))
    seen = west.ALL & ~unseen | exposed
    view = replace(
        game.start(setup), phase="turn", deal=1, dealer=0, turn=1, sizes=(1, 4), seen=seen, exposed=(0, exposed)
    )
    view = replace(view, hands=((2,), (UNKNOWN,) * 4))
    pool = cards_of(unseen & ~(1 << 2))
    many = 4 - exposed.bit_count()
    held = [tuple(sorted((*cards, *cards_of(exposed)))) for cards in combinations(pool, many)]
    rng = Random(7)
    assert_as_likely(lambda: game.sample_state(view, 0, rng).hands[1], even(held))


# -------------------------------------------------------------------------------------------------- Liar Poker


def poker(phase: str, turn: int, shown: tuple[int, ...], unseen: Iterable[int]) -> tuple[Game[Any], Any]:
    game, setup = table("liar-poker", 2)
    own, face = (0, 1, 2, 3, 4), (1 << 52) - 1 & ~bits((*unseen, 0, 1, 2, 3, 4))
    hands = (own, (UNKNOWN,) * 5)
    view = replace(game.start(setup), phase=phase, round=1, turn=turn, hands=hands, shown=((), shown), face=face)
    return game, view


def test_liar_poker() -> None:
    unseen, shown = (10, 11, 12, 13, 14), (40, 41, 42)
    game, view = poker("bet", 2, shown, unseen)
    held = [tuple(sorted((*shown, *cards))) for cards in combinations(unseen, 2)]
    rng = Random(7)
    assert_as_likely(lambda: game.sample_state(view, 0, rng).hands[1], even(held))
    turned = replace(view, turned=(-1, 10), face=view.face | 1 << 10)
    held = [tuple(sorted((*shown, 10, card))) for card in unseen[1:]]
    assert_as_likely(lambda: game.sample_state(turned, 0, rng).hands[1], even(held))


@pytest.mark.parametrize(
    ("phase", "turn", "chosen"),
    [("bet", 1, [0, 1, 2, 3]), ("claim", 3, [0, 1, 2, 3, 4, 10, 11, 12]), ("suspect", 4, [0, 1])],
)
def test_liar_poker_in_secret(phase: str, turn: int, chosen: list[int]) -> None:
    game, view = poker(phase, turn, (40, 41, 42, 43), (10, 11, 12))
    view = replace(view, pending=(None, MASKED))
    rng = Random(7)
    assert_as_likely(lambda: game.sample_state(view, 0, rng).pending[1], even(chosen))


def test_liar_poker_shows_what_it_holds() -> None:
    game, view = poker("reveal", 2, (40, 41, 42), (10, 11, 12))
    view = replace(view, pending=(None, MASKED))
    rng = Random(7)

    def drawn() -> object:
        guess = game.sample_state(view, 0, rng)
        return guess.hands[1], guess.pending[1]

    held = [(tuple(sorted((40, 41, 42, *two))), (one,)) for two in combinations((10, 11, 12), 2) for one in two]
    assert_as_likely(drawn, even(held))


# ------------------------------------------------------------------------------------------------- Red & Black


@pytest.mark.parametrize("tries", [0, 40])
@pytest.mark.parametrize(("seat", "mine"), [(0, 1), (1, 2), (None, None)])
def test_red_and_black(tries: int, seat: int | None, mine: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As often as the decks in which the cards lie so: before the river, with it, and once cards were shown."""
    monkeypatch.setattr(red_and_black_rules, "TRIES", tries)
    game, setup = table("red-and-black", 2, red=9, black=11, hand=2, river=2)
    state = game.start(setup)
    rng = Random(7)

    def drawn() -> object:
        guess = game.sample_state(view, seat, rng)
        (world,) = cards_of(guess.sets.all) or (-1,)
        return guess.entered_reds if world < 0 else (world % 3, world // 3 % 3, world // 9)

    for line in ["dealer Ann", "Ann: holds red black", "Bob: holds red red", "Bob: calls red"]:
        state = games.step(game, state, games.parse(game, setup, line))
    view = game.view(state, seat)
    ways = {
        (a, b): comb(9, a) * comb(11, 2 - a) * comb(9 - a, b) * comb(11 - (2 - a), 2 - b)
        for a, b in product(range(3), repeat=2)
        if mine is None or (a, b)[seat or 0] == mine
    }
    assert_as_likely(drawn, ways)
    for line in ["river red black", "Ann: swaps 2 red", "Bob: peeks 2", "Bob: leaves", "Ann: attacks 1 black"]:
        state = games.step(game, state, games.parse(game, setup, line))
    view = game.view(state, seat)
    assert state.slots[1] is None, "a slot lies face down"
    every = [(world % 3, world // 3 % 3, world // 9) for world in cards_of(view.sets.all)]
    reds = {one: sum(one[:2]) + one[2].bit_count() for one in every}
    cards = 6
    ways = {
        one: comb(2, one[0]) * comb(2, one[1]) * falling(9, reds[one]) * falling(11, cards - reds[one]) for one in every
    }
    assert_as_likely(drawn, ways)


def falling(top: int, many: int) -> int:
    product_of = 1
    for at in range(many):
        product_of *= top - at
    return product_of


# ------------------------------------------------------------------------------------------------- Liar's Lair


def lair(seed: int, lines: int, **options: object) -> tuple[Game[Any], list[Any], Any]:
    """Return a game at random between three, two truths each, in which nobody is knocked out; its lines and state."""
    game, setup = table("liars-lair", 3, each=2, **options)
    for at in range(seed, seed + 1000):
        state, actions = games.playout(game, setup, Random(at), limit=lines)
        if not state.out:
            return game, actions, state
    raise AssertionError("in every game somebody is knocked out")


def all_that_agree(view: Any, seat: int | None, dealt: list[set[int]]) -> dict[Any, int]:
    """Return every placing and every choice of truths; ``dealt`` are the cards that each seat is known to have had."""
    each, partner = view.setup.options.each, view.partner
    spaces = [view.unknown(at) for at in range(3)]
    hidden = [card for card in partner if not view.placed >> card & 1]
    found = []
    for hands in _hands(hidden, spaces):
        box = {*hidden} - {card for hand in hands for card in hand}
        if view.setup.options.aside == "pairs" and box != {partner[card] for card in box}:
            continue
        pairs = [
            (card, partner[card])
            for card in sorted(partner)
            if card < partner[card] and not {card, partner[card]} <= box
        ]
        for truths in product(*pairs):
            true = {*truths} - box
            had = [{*hand} | known for hand, known in zip(hands, dealt, strict=True)]
            known = all(view.truth(card) in {None, card in true} for pair in pairs for card in pair if card not in box)
            fair = view.setup.options.mix == "random" or all(len(cards & true) == each for cards in had)
            if known and fair:
                found.append((hands, tuple(sorted(true))))
    return even(found)


def _hands(cards: list[int], sizes: list[int]) -> Iterable[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(sorted(cards), sizes[0]):
        for others in _hands([card for card in cards if card not in hand], sizes[1:]):
            yield (hand, *others)


@pytest.mark.parametrize(
    ("seat", "lines", "options"),
    [
        (0, 5, {}),
        (1, 8, {}),
        (2, 11, {}),
        (0, 17, {}),
        (1, 20, {}),
        (None, 23, {}),
        (0, 10, {"spare": 1}),
        (1, 20, {"spare": 1, "aside": "cards"}),
        (2, 10, {"mix": "random"}),
    ],
)
def test_liars_lair(seat: int | None, lines: int, options: dict[str, object]) -> None:
    """All hands, with all truths that leave every dealt hand as even as it was, while nobody has taken a card."""
    game, actions, state = lair(lines, lines, **options)
    view = game.view(state, seat)
    dealt: list[set[int]] = [set(), set(), set()]
    for action in actions:
        if action.verb == "plays" and not any(action.card in cards for cards in dealt):
            dealt[action.seat].add(action.card)
    if seat is not None:
        dealt[seat] |= {*cards_of(state.knows[seat])}
    spaces = [view.hands[at] for at in range(3)]
    rng = Random(7)

    def drawn() -> tuple[object, object]:
        guess = game.sample_state(view, seat, rng)
        hands = tuple(tuple(cards_of(hand & ~known)) for hand, known in zip(guess.hands, spaces, strict=True))
        return hands, tuple(cards_of(guess.true))

    ways = all_that_agree(view, seat, dealt)
    found = [drawn() for _ in range(DRAWS)]
    for part in (0, 1):
        parts: Counter[Any] = Counter()
        for way, weight in ways.items():
            parts[way[part]] += weight
        if len(parts) > 1:
            assert_like(Counter(one[part] for one in found), parts)


@pytest.mark.parametrize("seed", [4, 13, 27])
def test_a_guess_of_liars_lair_has_one_truth_in_every_pair(seed: int) -> None:
    """Also where one of a pair was seen when it was played, and the other never, or both lie open unknown."""
    game = games.game("liars-lair")
    setup, actions, _, rng = random_game(game, seed)
    pairs = wrong = 0
    for place, (state, _, _) in enumerate(walked(game, setup, actions)):
        if place % 7 == 0 and state.dealt:
            for seat in (None, *range(len(setup.seats))):
                guess = game.sample_state(game.view(state, seat), seat, rng)
                dealt = [one for one in state.pairs if (guess.true | guess.false) & one[2] == one[2]]
                pairs += len(dealt)
                wrong += sum((guess.true & both).bit_count() != 1 for _, _, both in dealt)
    assert pairs > 100
    assert wrong == 0
