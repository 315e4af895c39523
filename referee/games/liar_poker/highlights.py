"""What is worth remembering of a match of Liar Poker: claims that were not true, and showdowns that were close."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from liarsdeck.english import cardinal, listed
from referee.core.cards import NAMES, UNKNOWN, in_words
from referee.core.rows import put_pair
from referee.core.screens import BID, BLUFF, CAUGHT, DOUBTED, LIE, SAID_LIE, SAID_TRUTH, Highlight, Saying, Shown
from referee.games.liar_poker.actions import Claims, Move
from referee.games.liar_poker.apply import caught
from referee.games.liar_poker.hands import hand_name, strength
from referee.games.liar_poker.state import State, seven

Steps = Sequence[tuple[State, Move, State]]

_STRENGTHS = 7462  # of hands of five, by treys


class Showdown(Struct, frozen=True):
    """A round that came to its claims and is settled.

    ``claims`` are the places of both claims in the record; ``last`` the two last cards, UNKNOWN where nobody knows.
    """

    at: int
    state: State
    pot: int
    claims: tuple[int, int]
    last: tuple[int, int]

    def lied(self, seat: int) -> bool:
        """Say whether a seat is known to have claimed another card than it held."""
        return self.last[seat] not in {UNKNOWN, self.claim(seat)}

    def claim(self, seat: int) -> int:
        """Return the card that a seat claimed."""
        assert self.state.claimed is not None
        return self.state.claimed[seat]

    def held(self, seat: int) -> tuple[int, ...]:
        """Return the seven cards of a seat with its last card as it was."""
        return (self.last[seat], *seven(self.state, seat)[1:])


def highlights(steps: Steps) -> tuple[Highlight, ...]:
    """Return what is worth remembering of the rounds that are settled."""
    rounds = _showdowns(steps)
    return (*_lies(rounds), *_close(rounds), *_bluffs(rounds))


def _showdowns(steps: Steps) -> list[Showdown]:
    found, claims = [], (0, 0)
    for at, (before, action, after) in enumerate(steps):
        if isinstance(action, Claims):
            claims = put_pair(claims, action.seat, at)
        if len(after.history) > len(before.history) and after.claimed is not None:
            last = (_last(before, after, 0), _last(before, after, 1))
            found.append(Showdown(at, after, before.pot, claims, last))
    return found


def _last(before: State, after: State, seat: int) -> int:
    """Return a seat's last card: as it was turned, or the one of a known hand that was not shown."""
    if after.turned[seat] >= 0:
        return after.turned[seat]
    rest = [card for card in before.hands[seat] or () if card not in after.shown[seat]]
    return rest[0] if len(rest) == 1 else UNKNOWN


def _hand(cards: tuple[int, ...]) -> str:
    """Return what a hand is called in a sentence: “a full house”."""
    name = hand_name(cards).lower()
    plain = name == "two pair" or " of a kind" in name
    return name if plain else f"a {name}"


def _cards(one: Showdown, seat: int) -> tuple[Shown, ...]:
    name = one.state.setup.name(seat)
    return (
        Shown(NAMES[one.claim(seat)], f"what {name} said", "LIE"),
        Shown(NAMES[one.last[seat]], f"what {name} held", "true"),
    )


def _lies(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield each run of lies that a seat got away with: claims one after another that the other never had turned."""
    for seat in (0, 1):
        run: list[Showdown] = []
        for place, one in enumerate(rounds):
            if one.lied(seat) and not one.state.suspects[1 - seat]:
                run.append(one)
            if run and (run[-1] is not one or place == len(rounds) - 1):
                yield _run(run, seat)
                run = []


def _run(run: Sequence[Showdown], seat: int) -> Highlight:
    setup = run[0].state.setup
    name, other = setup.name(seat), setup.name(1 - seat)
    if len(run) == 1:
        claim, held, round_ = in_words(run[0].claim(seat)), in_words(run[0].last[seat]), run[0].state.round
        words = f"In round {round_} {name} claimed the {claim}. It was the {held}, and {other} never had it turned."
    else:
        which = listed([str(one.state.round) for one in run], "and")
        words = (
            f"{cardinal(len(run)).capitalize()} claims running, in rounds {which}, {name} named a card that was not "
            f"there, and {other} believed every one."
        )
    return Highlight(
        kind=LIE,
        title="The longest-lived lie",
        words=words,
        honour=f"{name}, who lied {_times(len(run))} and was believed.",
        grade=100 * len(run) // (len(run) + 2),
        at=run[0].claims[seat],
        cards=tuple(shown for one in run[:2] for shown in _cards(one, seat)),
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{cardinal(count)} times")


def _close(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield every showdown, the closer its two hands the higher."""
    for one in rounds:
        state = one.state
        ranks = [strength(seven(state, seat)) for seat in (0, 1)]
        off, names = abs(ranks[0] - ranks[1]), state.setup.seats
        best = 0 if ranks[0] <= ranks[1] else 1
        hands = [_hand(seven(state, seat)) for seat in (0, 1)]
        if not off:
            said = f"{names[0]} and {names[1]} laid down hands of exactly the same worth, {hands[0]}"
        elif hands[0] == hands[1]:
            said = f"both laid down {hands[0]}, and {names[best]}’s was the better"
            if hands[0] == "a high card":
                said = f"neither had so much as a pair, and {names[best]}’s high cards were the better"
        else:
            said = f"{names[best]}’s {_bare(hands[best])} stood against {names[1 - best]}’s {_bare(hands[1 - best])}"
        yield Highlight(
            kind=BID,
            title="The narrowest showdown",
            words=f"In round {state.round} {said}. In the pot lay {one.pot} chips.",
            honour=f"{names[best]} against {names[1 - best]} in round {state.round}, {hands[best]} each."
            if hands[0] == hands[1]
            else f"{names[best]}’s {_bare(hands[best])} in round {state.round}.",
            grade=100 - max(1, 100 * off // _STRENGTHS) if off else 100,
            at=one.at,
            cards=tuple(Shown(NAMES[one.claim(seat)], f"claimed by {names[seat]}") for seat in (best, 1 - best)),
        )


def _bare(hand: str) -> str:
    return hand.removeprefix("a ")


def _bluffs(rounds: Sequence[Showdown]) -> Iterator[Highlight]:
    """Yield every lie with what was in the pot; one that was found out counts half."""
    for one in rounds:
        state, found = one.state, caught(one.state)
        for seat in (0, 1):
            if not one.lied(seat):
                continue
            name, other, round_ = state.setup.name(seat), state.setup.name(1 - seat), state.round
            claim, held = in_words(one.claim(seat)), in_words(one.last[seat])
            made, true = _hand(seven(state, seat)), _hand(one.held(seat))
            rose = f"claimed the {claim}, which was not there"
            if made != true:
                rose = f"made {made} of {true} with a card that was not there"
            if found[seat]:
                words = (
                    f"With {one.pot} chips in the pot of round {round_}, {name} claimed the {claim}. {other} had it "
                    f"turned, and it was the {held}."
                )
            elif state.winner == seat:
                words = f"In round {round_} {name} {rose}, and took {one.pot} chips."
            else:
                words = f"In round {round_} {name} {rose}; there were {one.pot} chips in the pot."
            yield Highlight(
                kind=BLUFF,
                title="The boldest bluff",
                words=words,
                honour=f"{name}’s {claim} for {one.pot} chips, {'seen through' if found[seat] else 'never turned'}.",
                grade=min(99, (50 if found[seat] else 100) * one.pot // (2 * state.setup.options.chips)),
                at=one.claims[seat],
                cards=_cards(one, seat),
            )


def sayings(before: State, action: Move, after: State) -> tuple[Saying, ...]:
    """Return a claim, true or a lie; and at a round's end who was caught, and who was suspected without cause."""
    if isinstance(action, Claims):
        return (Saying(action.seat, SAID_TRUTH if action.card in (before.hands[action.seat] or ()) else SAID_LIE),)
    if len(after.history) == len(before.history) or after.claimed is None:
        return ()
    liars = caught(after)
    return tuple(Saying(seat, CAUGHT if liars[seat] else DOUBTED) for seat in (0, 1) if after.suspects[1 - seat])
