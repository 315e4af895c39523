"""What is worth remembering of a game of Lizard: bids that hung on a trick, and bids that no hand promised."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from liarsdeck.english import cardinal, counted
from referee.core.cards import RANKS, in_words
from referee.core.screens import BID, BLUFF, LIE, Highlight, Shown
from referee.games.lizard.actions import Bids, Move, Plays, Trick
from referee.games.lizard.apply import winner
from referee.games.lizard.deck import LIZARD, NAMES, SUIT_OF, SUITS
from referee.games.lizard.options import RIGHT, TRICK
from referee.games.lizard.state import Round, State

Steps = Sequence[tuple[State, Move, State]]

_TEN, _ACE = RANKS.index("T"), RANKS.index("A")
_MOST_CARDS = 5  # drawn of a hand


class Taken(Struct, frozen=True):
    """A trick: who took it, its leader and its cards in order; () where cards are not entered."""

    taker: int
    leader: int
    cards: tuple[int, ...]

    def seat(self, place: int, seats: int) -> int:
        """Return who played the card at a place."""
        return (self.leader + place) % seats


class Settled(Struct, frozen=True):
    """A round that is scored: the state before its last line, its tricks, its result.

    ``at`` is its last line's place in the record, ``bids`` are those of the bids, one a seat.
    """

    at: int
    bids: tuple[int, ...]
    state: State
    tricks: tuple[Taken, ...]
    done: Round

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the cards that a seat played in the round, in order."""
        seats = len(self.done.bids)
        return tuple(
            card for trick in self.tricks for place, card in enumerate(trick.cards) if trick.seat(place, seats) == seat
        )


def highlights(steps: Steps) -> tuple[Highlight, ...]:
    """Return what is worth remembering of the rounds that are scored."""
    rounds = _rounds(steps)
    return (*_revokes(steps), *_false_bids(rounds), *_last_tricks(rounds), *_missed(rounds), *_bold(rounds))


def _rounds(steps: Steps) -> list[Settled]:
    found: list[Settled] = []
    tricks: list[Taken] = []
    bids: dict[int, int] = {}
    for at, (before, action, after) in enumerate(steps):
        if isinstance(action, Bids):
            bids[action.seat] = at
        elif isinstance(action, Trick):
            tricks.append(Taken(action.who, before.leader, ()))
        elif isinstance(action, Plays) and len(before.trick) + 1 == len(before.hands):
            cards = (*before.trick, action.card)
            place = winner(cards, before.trump, before.setup.options.all_snakes)
            tricks.append(Taken((before.leader + place) % len(cards), before.leader, cards))
        if len(after.history) > len(before.history):
            places = tuple(bids[seat] for seat in range(len(before.hands)))
            found.append(Settled(at, places, before, tuple(tricks), after.history[-1]))
            tricks = []
    return found


def _trick_cards(one: Settled, trick: Taken) -> tuple[Shown, ...]:
    names = one.state.setup.seats
    seats = [trick.seat(place, len(names)) for place in range(len(trick.cards))]
    return tuple(
        Shown(NAMES[card], f"{names[seat]}{', who took it' if seat == trick.taker else ''}")
        for card, seat in zip(trick.cards, seats, strict=True)
    )


def _with(trick: Taken) -> str:
    """Return with which card a trick was taken: “ with the queen of hearts”."""
    if not trick.cards:
        return ""
    card = trick.cards[(trick.taker - trick.leader) % len(trick.cards)]
    return f" with the {in_words(card)}" if card != LIZARD else " with a lizard"


# ------------------------------------------------------------------------------------------------- lies


def _revokes(steps: Steps) -> Iterator[Highlight]:
    """Yield every revoke that came out: a suit not followed, and shown later."""
    for at, (before, action, after) in enumerate(steps):
        if len(after.flags) == len(before.flags) or not isinstance(action, Plays):
            continue
        suit, name = SUIT_OF[action.card], before.setup.name(action.seat)
        first = min(trick for seat, trick, failed in before.failed if (seat, failed) == (action.seat, suit))
        lived = before.number - first
        yield Highlight(
            kind=LIE,
            title="The longest-lived lie",
            words=f"In trick {first} of round {before.round} {name} seemed to have no {SUITS[suit]}. In trick "
            f"{before.number} {name} played the {in_words(action.card)}.",
            honour=f"{name}, who had no {SUITS[suit]} for {counted(lived, 'trick')}.",
            grade=min(99, 80 + lived),
            at=at,
            cards=(Shown(NAMES[action.card], f"played by {name} in trick {before.number}", "LIE"),),
        )


def _false_bids(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every bid that was wrong, with the trick until which it could still have come true."""
    for one in rounds:
        names, many = one.state.setup.seats, one.state.round
        if len(one.tricks) != many or many < 2:
            continue
        for seat, (bid, won) in enumerate(zip(one.done.bids, one.done.won, strict=True)):
            if bid == won:
                continue
            fell = _fell(one, seat, bid)
            trick = one.tricks[fell - 1]
            until = "the very last trick" if fell == many else f"trick {fell} of {many}"
            taker = "" if trick.taker == seat else f", which {names[trick.taker]} took{_with(trick)}"
            taker = taker or f", which {names[seat]} had to take{_with(trick)}"
            yield Highlight(
                kind=LIE,
                title="The longest-lived lie",
                words=f"{names[seat]} bid {bid} in round {many}. It could still come true until {until}{taker}.",
                honour=f"{names[seat]}’s {bid} in round {many}, which held until trick {fell}.",
                grade=79 * fell // one.state.last,
                at=one.bids[seat],
                cards=_trick_cards(one, trick),
            )


def _fell(one: Settled, seat: int, bid: int) -> int:
    """Return the number of the trick after which a wrong bid could not come true any more."""
    won = 0
    for number, trick in enumerate(one.tricks, 1):
        won += trick.taker == seat
        if won > bid or won + one.state.round - number < bid:
            return number
    return one.state.round


# ------------------------------------------------------------------------------------------------- bids


def _last_tricks(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every bid that came right with the very last trick of its round."""
    for one in rounds:
        names, many = one.state.setup.seats, one.state.round
        if len(one.tricks) != many or many < 2:
            continue
        trick = one.tricks[-1]
        bid = one.done.bids[trick.taker]
        if bid != one.done.won[trick.taker]:
            continue
        name = names[trick.taker]
        missing = f"{name} had bid {bid} in round {many} and won {cardinal(bid - 1)}, with one trick to go"
        if bid == 1:
            missing = f"{name} had bid 1 in round {many} and won nothing, with one trick to go"
        yield Highlight(
            kind=BID,
            title="The narrowest bid",
            words=f"{missing}. {name} took it{_with(trick)}.",
            honour=f"{name}’s {bid} in round {many}, right with the last trick.",
            grade=min(99, 50 + 50 * bid // one.state.last),
            at=one.at,
            cards=_trick_cards(one, trick),
        )


def _missed(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every bid that one trick was missing to, or one too many."""
    for one in rounds:
        for seat, (bid, won) in enumerate(zip(one.done.bids, one.done.won, strict=True)):
            if abs(bid - won) != 1:
                continue
            name, many = one.state.setup.seats[seat], one.state.round
            yield Highlight(
                kind=BID,
                title="The narrowest bid",
                words=f"In round {many} {name} bid {bid} and won {won}: one trick from {RIGHT + TRICK * bid} points.",
                honour=f"{name}’s {bid} in round {many}, missed by one.",
                grade=49 * bid // one.state.last,
                at=one.bids[seat],
            )


def _high(card: int, trump: int) -> bool:
    """Say whether a card looks like a trick: a lizard, an ace, a trump from the ten up."""
    if card == LIZARD:
        return True
    return SUIT_OF[card] >= 0 and (card >> 2 == _ACE or (SUIT_OF[card] == trump and card >> 2 >= _TEN))


def _bold(rounds: Sequence[Settled]) -> Iterator[Highlight]:
    """Yield every right bid with how far it was from what its hand promised, or from an even share of the tricks."""
    for one in rounds:
        names, many = one.state.setup.seats, one.state.round
        for seat, (bid, won) in enumerate(zip(one.done.bids, one.done.won, strict=True)):
            if bid != won:
                continue
            name, hand = names[seat], one.hand(seat)
            high = [card for card in hand if _high(card, one.state.trump)]
            off = abs(bid - len(high)) if hand else bid - many // len(names)
            if off < 1 and not bid:
                continue
            tricks = cardinal(bid, "trick")
            if not hand or off < 1:
                words = f"In round {many} {name} bid {bid} of {counted(many, 'trick')}, and won exactly that."
            elif bid < len(high):
                held = "a card that looks like a trick"
                if len(high) > 1:
                    held = f"{cardinal(len(high))} cards that look like tricks"
                words = (
                    f"In round {many} {name} held {held}, bid {bid}, and won "
                    f"{'not one' if not bid else tricks + ' and no more'}."
                )
            else:
                sure = f"only {cardinal(len(high))}" if high else "none"
                every = {1: "that one trick", 2: "both tricks"}.get(bid, f"all {tricks}")
                words = f"In round {many} {name} bid {bid} with {sure} of the high cards, and won {every}."
            cards = high if bid < len(high) else _winners(one, seat)
            yield Highlight(
                kind=BLUFF,
                title="The boldest bid",
                words=words,
                honour=f"{name}’s {bid} in round {many}, with {counted(len(high), 'high card')}."
                if hand
                else f"{name}’s {bid} of {many} in round {many}.",
                grade=min(99, 100 * off // one.state.last) if off > 0 else bid * 10 // one.state.last,
                at=one.bids[seat],
                cards=tuple(
                    Shown(NAMES[card], f"held by {name}" if bid < len(high) else f"took a trick for {name}")
                    for card in cards[:_MOST_CARDS]
                ),
            )


def _winners(one: Settled, seat: int) -> list[int]:
    """Return the cards with which a seat took its tricks."""
    found = [trick for trick in one.tricks if trick.taker == seat and trick.cards]
    return [trick.cards[(seat - trick.leader) % len(trick.cards)] for trick in found]
