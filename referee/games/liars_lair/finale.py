"""How a game of Liar's Lair is laid open at its end: pair by pair, then who bluffed longest, and who took what."""

from collections.abc import Sequence

from liarsdeck.english import counted
from liarsdeck.english import listed as joined
from referee.core.cards import cards_of
from referee.core.game import Setup
from referee.core.screens import Screen
from referee.games.liars_lair.actions import NOTHING, Gives, Holds, Move, Plays, Reclaims, Shows, Takes
from referee.games.liars_lair.apply import apply
from referee.games.liars_lair.deck import named, title_of
from referee.games.liars_lair.state import State, start


class _Evening:
    """A game that is read from its first line to its last: what became of each card, and of each liar."""

    def __init__(self, setup: Setup, actions: Sequence[Move]) -> None:
        self.setup = setup
        self.ways: dict[int, list[str]] = {}  # of each card, in words
        self.lies: dict[int, list[int]] = {}  # that each seat played with nobody the wiser, in order
        self.spoils: list[str] = []  # who took what, in sentences
        self.truths = 0
        state = start(setup)
        for action in actions:
            after = apply(state, action)
            self._read(state, action, after)
            state = after
        self.state: State = state

    def is_true(self, card: int, rival: int) -> bool:
        """Say whether a card of a pair of which at least one was dealt is the true one."""
        return bool(self.truths >> (card if card in self.ways else rival) & 1) is (card in self.ways)

    def _read(self, before: State, action: Move, after: State) -> None:
        name, when = before.setup.name(action.seat), f"in round {before.round}"
        self.truths = self.truths or after.true
        match action:
            case Holds():
                for card in action.cards:
                    self.ways[card] = [f"dealt to {name}"]
            case Plays():
                self._way(action.card, f"played by {name} {when}")
                if len(after.out) > len(before.out):
                    self._contradicted(before, action.card, when)
                elif not self.truths >> action.card & 1:
                    self.lies.setdefault(action.seat, []).append(action.card)
            case Reclaims():
                self._way(action.card, f"reclaimed by {name}")
            case Takes() | Gives() if action.card != NOTHING:
                self._spoil(before, action, when)
            case Shows():
                self._way(action.card, f"shown by {name} {when}")
        for seat in after.out[len(before.out) :]:
            for card in cards_of(before.hands[seat] & after.gone):
                self._way(card, f"left with {before.setup.name(seat)} {when}")

    def _way(self, card: int, words: str) -> None:
        if card in self.ways:
            self.ways[card].append(words)

    def _contradicted(self, before: State, card: int, when: str) -> None:
        for one in (card, before.partner[card]):
            self._way(one, f"met its rival {when}")
            for lies in self.lies.values():
                if one in lies:  # it was played this round, and is found out now
                    lies.remove(one)

    def _spoil(self, before: State, action: Takes | Gives, when: str) -> None:
        name, card = before.setup.name(action.seat), action.card
        kind = "a truth" if self.truths >> card & 1 else "a lie"
        if isinstance(action, Takes):
            liar = before.setup.name(before.departing)
            self._way(card, f"taken by {name} from {liar} {when}")
            self.spoils.append(f"{name} took {named(before.setup, card)}, {kind}, from {liar}’s hand {when}.")
            return
        pool = before.setup.options.departing == "pool"
        whom = "the table" if pool else before.setup.name(before.taker)
        self._way(card, f"given to {whom} by {name} {when}")
        self.spoils.append(f"{name} gave {whom} {named(before.setup, card)}, {kind}, {when}.")


def finale(setup: Setup, actions: Sequence[Move]) -> tuple[Screen, ...]:
    """Return what is laid open when the game is over, a screen at a time: each pair that was dealt, then the liars."""
    assert setup.facts is not None
    evening = _Evening(setup, actions)
    pairs = [pair for pair in setup.facts.pairs if any(card.number in evening.ways for card in pair.cards)]
    screens = []
    for place, pair in enumerate(pairs, start=1):
        lines: list[str] = []
        one, two = pair.cards
        first = one if evening.is_true(one.number, two.number) else two
        for card, which in ((first, "The truth"), (two if first is one else one, "The lie")):
            held = "; ".join(evening.ways.get(card.number, ["left in the box"]))
            lines += ["", f"{which}: {named(setup, card.number)}", f"“{card.text}”", f"{held[0].upper()}{held[1:]}."]
        screens.append(Screen(f"Pair {place} of {len(pairs)}: {pair.title}".rstrip(": "), lines=tuple(lines)))
    return (*screens, Screen("The liars", lines=("", *_liars(evening), *(evening.spoils or ("Nobody took a card.",)))))


def _liars(evening: _Evening) -> list[str]:
    """Return who played the most lies before anybody found out, and which."""
    most = max(map(len, evening.lies.values()), default=0)
    if not most:
        return ["No lie was played that nobody found out at once."]
    bluffers = sorted(seat for seat, lies in evening.lies.items() if len(lies) == most)
    names = joined([evening.setup.name(seat) for seat in bluffers], "and")
    each = " each" if len(bluffers) > 1 else ""
    said = [f"{names} bluffed longest: {counted(most, 'lie')} played{each}, unpunished."]
    for seat, lies in sorted((seat, lies) for seat, lies in evening.lies.items() if lies):
        cards = "; ".join(f"{card} {title_of(evening.setup, card)}".strip() for card in lies)
        said.append(f"{evening.setup.name(seat)} played the {'lie' if len(lies) == 1 else 'lies'} {cards}.")
    return said
