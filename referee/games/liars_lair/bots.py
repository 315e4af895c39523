"""Bots for Liar's Lair: easy, hard, and the strategies of the lab."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Annotated, NamedTuple

from msgspec import Meta

from liarsdeck.english import listed
from referee.bots import NOTHING, Bot, Mix, Mixed, Rule, Share, Thought, best, certain, uniform
from referee.core.cards import cards_of
from referee.core.game import Action, Game
from referee.core.play import may
from referee.games.liars_lair import state
from referee.games.liars_lair.state import (
    DEAL,
    DECLARE,
    NO_CARD,
    PLAY,
    QUESTION,
    RECLAIM,
    Declares,
    Gives,
    Holds,
    Passes,
    Plays,
    Reclaims,
    Shows,
    State,
    Takes,
)

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def row(state: State, actions: Sequence[Action], seat: int) -> list[int]:
    """Return a seat's cards from left to right: dealt by number, gaps closed, what came later at the right end."""
    dealt, came = _dealt_and_came(state, actions, seat)
    return [*dealt, *came]


def _dealt_and_came(state: State, actions: Sequence[Action], seat: int) -> tuple[list[int], dict[int, bool]]:
    """Return a seat's cards that it holds since the deal, and those that came later: whether everybody saw which."""
    dealt: list[int] = []
    came: dict[int, bool] = {}
    for action in actions:
        match action:
            case Holds() if action.seat == seat:
                dealt, came = sorted(action.cards), {}
            case Plays() | Reclaims() | Takes() | Gives():
                dealt = [card for card in dealt if card != action.card]
                came.pop(action.card, None)
                if not isinstance(action, Plays):
                    came[action.card] = isinstance(action, Reclaims)
    hand = state.hands[seat]
    return [card for card in dealt if hand >> card & 1], {card: seen for card, seen in came.items() if hand >> card & 1}


def departing(state: State, seat: int, card: int) -> int | None:
    """Return the place of a card in the hand that somebody takes it from, by number, from 0."""
    for other, hand in enumerate(state.hands):
        if other != seat and hand >> card & 1:
            return (hand & ((1 << card) - 1)).bit_count()
    return None


def laid(state: State, actions: Sequence[Action], seat: int) -> str:
    """Return the sentence that says how a seat's cards lie; of its hand it says no more than everybody has seen."""
    _, came = _dealt_and_came(state, actions, seat)
    late = [str(card) if seen else "a card of another hand" for card, seen in came.items()]
    right = f", and at the right end {listed(late, 'and')}" if late else ""
    return (
        f"{state.setup.seats[seat]}’s cards lie in a row, face down, the lowest number on the left{right}."
        " What comes later goes to the right end; nobody looks at it."
    )


def turned(state: State, actions: Sequence[Action], action: Action) -> str:
    """Return which card to turn or to move, with a colon for what is said of it; "" where none is."""
    seat = action.seat
    if seat is None:
        return ""
    whose = f"{state.setup.seats[seat]}’s row"
    match action:
        case Plays() | Shows() | Gives():
            cards = row(state, actions, seat)
            found = action.card in cards
            return f"The {_place(cards.index(action.card))} from the left of {whose}:" if found else ""
        case Reclaims():
            return f"To the right end of {whose}, face down:"
        case Takes() if action.card != NO_CARD:
            at = departing(state, seat, action.card)
            if at is not None:
                return (
                    "Lay the departing hand face down, the lowest number on the left; "
                    f"the {_place(at)} from the left goes to the right end of {whose}:"
                )
    return ""


def _place(at: int) -> str:
    return _PLACES[at] if at < len(_PLACES) else f"{at + 1}th"


DOUBT = 0.5  # that a card nobody knows anything of is true

Likely = Callable[[int], float]
"""How likely something is of a card."""


def trust(view: State, card: int) -> float:
    """Return how likely a card is true as far as a view knows."""
    true = view.truth(card)
    return DOUBT if true is None else float(true)


def rival_liars(view: State) -> dict[int, int]:
    """Return the cards whose other half lies in play under the name of somebody who is still in, with who that is."""
    return {view.partner[card]: seat for card, seat in view.table if seat not in view.out}


def holders(view: State, seat: int) -> Likely:
    """Return how likely it is of a card that somebody else holds the other half of its pair."""
    placed, others, unseen, partner = view.placed, 0, 1.0 if view.dealt else 0.5, view.partner
    for other, hand in enumerate(view.hands):
        if other != seat:
            others |= hand

    def held(card: int) -> float:
        rival = 1 << partner[card]
        return float(bool(others & rival)) if placed & rival else unseen

    return held


def later(view: State) -> Likely:
    """Return how likely it is of a card that somebody who plays after this seat in this round holds its other half."""
    after, ahead, placed, partner = view.queue[1:], 0, view.placed, view.partner
    for other in after:
        ahead |= view.hands[other]
    hidden = [view.unknown(other) for other in range(len(view.hands))]
    whole = sum(hidden)
    share = sum([hidden[other] for other in after]) / whole if whole else 0.0

    def held(card: int) -> float:
        rival = 1 << partner[card]
        return float(bool(ahead & rival)) if placed & rival else share

    return held


def safety(view: State, seat: int) -> float:
    """Return how likely nobody can prove a seat a liar who lays its hand open."""
    hand, held, partner = view.hands[seat], holders(view, seat), view.partner
    safe, both = 1.0, view.setup.options.own_conflict == "out"
    for card in cards_of(hand):
        if hand >> partner[card] & 1:
            if both:
                return 0.0
            continue
        safe *= 1 - (1 - trust(view, card)) * held(card)
    return safe


EARLY, LATE = 0.75, 0.35  # of first plays are true: before others play, and as the last


class World(NamedTuple):
    """A guess: how likely it is beside the others, which cards are true, and who holds what, as bits."""

    weight: float
    true: int
    hands: tuple[int, ...]


def first_plays(turns: Sequence[Action]) -> list[tuple[int, int, float]]:
    """Return who first played which card, and how many in hundred of such plays are true."""
    found: list[tuple[int, int, float]] = []
    known: set[int] = set()
    now: list[tuple[int, int]] = []
    for action in turns:
        match action:
            case Plays():
                if action.seat in [seat for seat, _ in now]:
                    found += _closed(now, known)
                    now = []
                now.append((action.seat, action.card))
            case Reclaims() if now:
                found += _closed(now, known)
                now = []
    return found + [(seat, card, EARLY) for seat, card in now if card not in known]


def _closed(now: list[tuple[int, int]], known: set[int]) -> list[tuple[int, int, float]]:
    fresh = [
        (seat, card, LATE if at == len(now) - 1 else EARLY) for at, (seat, card) in enumerate(now) if card not in known
    ]
    known.update(card for _, card in now)
    return fresh


def worlds(
    game: Game[State], view: State, seat: int, turns: Sequence[Action], samples: int, rng: Random
) -> list[World]:
    """Return so many guesses, whose weights add up to 1."""
    said = [(card, share) for who, card, share in first_plays(turns) if who != seat and view.truth(card) is None]
    found, whole = [], 0.0
    for _ in range(samples):
        state = game.guess(view, seat, rng)
        weight = 1.0
        for card, share in said:
            weight *= share if state.true >> card & 1 else 1 - share
        found.append(World(weight, state.true, state.hands))
        whole += weight
    return [world._replace(weight=world.weight / whole) for world in found]


def trust_in_worlds(found: Sequence[World], card: int) -> float:
    """Return how likely a card is true."""
    return sum(world.weight for world in found if world.true >> card & 1)


def provable(found: Sequence[World], card: int, rival: int, seats: Sequence[int]) -> float:
    """Return how likely a card is false while one of these seats holds the truth."""
    bit = 1 << rival
    return sum(
        world.weight for world in found if not world.true >> card & 1 and any(world.hands[seat] & bit for seat in seats)
    )


class Easy(Mixed[State], frozen=True):
    """Plays the truth, lays off a lie when it plays last, knocks out whom it can, and declares when rather safe."""

    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.6
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.03
    risk: Annotated[Share, Meta(description="At which chance to be proven wrong it still lays off a lie.")] = 0.1

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:  # noqa: ARG002
        """Return a card to play, take, reclaim or show, or whether it declares."""
        match view.phase:
            case x if x == DEAL:
                return certain(None)
            case x if x == PLAY:
                return self._play(view, seat)
            case x if x == RECLAIM:
                return _reclaim(view, seat)
            case x if x == DECLARE:
                return self._declare(view, seat)
            case x if x == QUESTION:
                return _question(view, seat)
        return _take(view, seat) if view.departing != seat else _give(view, seat)

    def _play(self, view: State, seat: int) -> Mix:
        hand, liars = cards_of(view.hands[seat]), rival_liars(view)
        proofs = [card for card in hand if liars.get(card, seat) != seat and view.truth(card)]
        if proofs:
            names = view.setup.seats
            return uniform(
                [
                    Thought(Plays(seat, card), f"{card} was true, so it proved {names[liars[card]]} a liar.")
                    for card in proofs
                ]
            )
        calm = [card for card in hand if card not in liars] or hand
        held = later(view)
        trusted = {card: trust(view, card) for card in calm}
        caught = {card: (1 - trusted[card]) * held(card) for card in calm}
        lies = best(calm, lambda card: (trusted[card] < 1, -caught[card], -trusted[card]))
        if trusted[lies[0]] < 1 and caught[lies[0]] <= self.risk:
            why = "I wanted to be rid of {}, and hardly anybody could prove it a lie then."
            return uniform([Thought(Plays(seat, card), why.format(card)) for card in lies])
        return uniform(
            [
                Thought(
                    Plays(seat, card),
                    f"{card} was true: nobody could harm me." if view.truth(card) else f"{card} was the least danger.",
                )
                for card in best(calm, lambda card: (-caught[card], trusted[card]))
            ]
        )

    def _declare(self, view: State, seat: int) -> Mix:
        safe = safety(view, seat)
        enough = max(0.1, self.safe - self.bolder * (view.round - 1))
        if safe >= enough:
            return certain(Declares(seat), f"I thought that my hand would stand, with a chance of {safe:.0%}.")
        return certain(Passes(seat), f"My hand would have stood with a chance of only {safe:.0%}.")


def _worth(view: State, seat: int) -> Likely:
    """Return how good a card is to have: true, or of no harm; best the other half of an own lie."""
    hand, held, partner = view.hands[seat], holders(view, seat), view.partner

    def worth(card: int) -> float:
        if hand >> partner[card] & 1:
            return 2.0 if view.truth(card) else -1.0 if view.truth(partner[card]) else 0.6
        return trust(view, card) + (0.3 if not held(card) else 0.0)

    return worth


def _reclaim(view: State, seat: int) -> Mix:
    table = dict(view.table)
    free = [card for card, whose in table.items() if whose != seat] or [*table]
    order, worth = list(table.values()), _worth(view, seat)
    trusted = "I trusted {}’s {} most of what lay there."
    return uniform(
        [
            Thought(
                Reclaims(seat, card),
                f"{card} was sure to be true."
                if view.truth(card)
                else trusted.format(view.setup.seats[table[card]], card),
            )
            for card in best(free, lambda card: worth(card) - 0.05 * order.index(table[card]))
        ]
    )


def _question(view: State, seat: int) -> Mix:
    declarer = view.declarers[0]
    name = view.setup.seats[declarer]
    against = [card for card in cards_of(view.hands[seat]) if view.hands[declarer] >> view.partner[card] & 1]
    if against:
        card = max(against, key=lambda card: trust(view, card))
        if view.truth(card):
            return certain(Shows(seat, card), f"{card} was true, and proved {name} a liar.")
        if view.truth(card) is None and len(view.queue) == 1:
            return certain(Shows(seat, card), f"Nobody else could stop {name}, and {card} might have been true.")
    return certain(Passes(seat), f"I had nothing against {name}.")


def _take(view: State, seat: int) -> Mix:
    assert view.departing is not None
    cards, worth = cards_of(view.hands[view.departing]), _worth(view, seat)
    card = max(cards, key=worth, default=state.NO_CARD)
    if card == state.NO_CARD or worth(card) < 1:
        return certain(Takes(seat, state.NO_CARD), "A smaller hand is easier to keep clean.")
    return certain(Takes(seat, card), f"I knew that {card} was true.")


def _give(view: State, seat: int) -> Mix:
    cards = best(cards_of(view.hands[seat]), lambda card: -trust(view, card))
    return uniform([Thought(Gives(seat, card), "I gave a lie, if I had one.") for card in cards])


_SURE = 0.995  # of how many guesses, for a reason to say so


class Hard(Bot[State], frozen=True):
    """Weighs for each card whether it is true, and who could prove that it is not."""

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many guesses it weighs a decision.")] = 40
    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.7
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.02
    rid: Annotated[Share, Meta(description="What it is worth to be rid of a lie, beside the danger to be caught.")] = (
        0.25
    )

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return a card to play, take, reclaim or show, or whether it declares."""
        if view.phase == DEAL:
            return NOTHING
        if view.phase == QUESTION and not _against(view, seat):
            return Thought(Passes(seat), "I had nothing against that hand.")
        if view.phase == DECLARE and _conflicts(view, seat):
            return Thought(Passes(seat), "I held both halves of a pair.")
        found = worlds(self.game, view, seat, turns, self.samples, rng)
        if view.phase == PLAY:
            return self._play(view, seat, found)
        if view.phase == RECLAIM:
            return _hard_reclaim(view, seat, found)
        if view.phase == DECLARE:
            return self._declare(view, seat, found)
        if view.phase == QUESTION:
            return _hard_question(view, seat, found)
        if view.departing != seat:
            return _hard_take(view, seat, found)
        card = min(cards_of(view.hands[seat]), key=lambda card: trust_in_worlds(found, card))
        return Thought(Gives(seat, card), "I gave what was most likely a lie.")

    def _play(self, view: State, seat: int, found: Sequence[World]) -> Thought:
        scores: dict[int, float] = {}
        liars = rival_liars(view)
        for card in cards_of(view.hands[seat]):
            true = trust_in_worlds(found, card)
            if card in liars:
                scores[card] = 2 * (2 * true - 1) if true > 0.8 and liars[card] != seat else -2.0
            else:
                held = view.hands[seat] >> view.partner[card] & 1
                danger = provable(found, card, view.partner[card], view.queue[1:])
                scores[card] = self.rid * (1 - true) * (1.4 if held else 1.0) - danger
        card = max(scores, key=lambda card: scores[card])
        true, liar = trust_in_worlds(found, card), liars.get(card)
        if liar is not None and true > 0.8:
            return Thought(Plays(seat, card), f"{card} was true, so it proved {view.setup.seats[liar]} a liar.")
        danger = provable(found, card, view.partner[card], view.queue[1:])
        why = f"{_likely(card, true)}, and {_risk(danger)}" if true < _SURE else f"{_likely(card, true)}."
        return Thought(Plays(seat, card), why)

    def _declare(self, view: State, seat: int, found: Sequence[World]) -> Thought:
        safe = _safety(view, seat, found)
        enough = max(0.2, self.safe - self.bolder * (view.round - 1))
        if safe >= enough:
            return Thought(Declares(seat), f"I thought that my hand would stand, with a chance of {safe:.0%}.")
        stood = "not have stood" if safe <= 1 - _SURE else f"have stood with a chance of only {safe:.0%}"
        return Thought(Passes(seat), f"My hand would {stood}.")


def _likely(card: int | str, true: float) -> str:
    if 1 - _SURE < true < _SURE:
        return f"{card} was true with a chance of {true:.0%}"
    return f"{card} was {'true' if true >= _SURE else 'a lie'}"


def _risk(danger: float) -> str:
    """Return how likely somebody who plays later can prove a card a lie, as the end of a sentence."""
    if danger <= 1 - _SURE:
        return "nobody after me could prove it a lie."
    return f"with a chance of {danger:.0%} somebody after me could prove it a lie."


def _safety(view: State, seat: int, found: Sequence[World]) -> float:
    """Return how likely nobody holds the truth of a lie in a seat's hand."""
    cards, safe = cards_of(view.hands[seat]), 0.0
    for world in found:
        others = 0
        for at, held in enumerate(world.hands):
            others |= held if at != seat else 0
        if not any(not world.true >> card & 1 and others >> view.partner[card] & 1 for card in cards):
            safe += world.weight
    return safe


def _hard_worth(view: State, seat: int, card: int, found: Sequence[World]) -> float:
    """Return how good a card is to have: true, or of no harm; best the other half of an own lie."""
    true, rival = trust_in_worlds(found, card), view.partner[card]
    if view.hands[seat] >> rival & 1:
        return 0.4 + true if true > 0.5 else -1.0
    others = [at for at in range(len(view.hands)) if at != seat]
    return 1 - provable(found, card, rival, others)


def _hard_reclaim(view: State, seat: int, found: Sequence[World]) -> Thought:
    table = dict(view.table)
    free = [card for card, whose in table.items() if whose != seat] or [*table]
    card = max(free, key=lambda card: _hard_worth(view, seat, card, found))
    return Thought(Reclaims(seat, card), f"{_likely(card, trust_in_worlds(found, card))}, the best that lay there.")


def _hard_question(view: State, seat: int, found: Sequence[World]) -> Thought:
    name = view.setup.seats[view.declarers[0]]
    card = max(_against(view, seat), key=lambda card: trust_in_worlds(found, card))
    true = trust_in_worlds(found, card)
    if true > 0.9 or (true > 0 and len(view.queue) == 1):
        return Thought(Shows(seat, card), f"{_likely(card, true)}, and said that {name} lied.")
    return Thought(Passes(seat), f"{_likely(f'What I had against {name}', true)}.")


def _against(view: State, seat: int) -> list[int]:
    """Return a seat's cards whose other halves lie in the hand that is laid open."""
    laid = view.hands[view.declarers[0]]
    return [card for card in cards_of(view.hands[seat]) if laid >> view.partner[card] & 1]


def _conflicts(view: State, seat: int) -> bool:
    """Say whether a seat that declares is out by its own hand."""
    hand = view.hands[seat]
    both = any(hand >> view.partner[card] & 1 for card in cards_of(hand))
    return both and view.setup.options.own_conflict == "out"


def _hard_take(view: State, seat: int, found: Sequence[World]) -> Thought:
    assert view.departing is not None
    cards = cards_of(view.hands[view.departing])
    card = max(cards, key=lambda card: _hard_worth(view, seat, card, found), default=state.NO_CARD)
    if card == state.NO_CARD or _hard_worth(view, seat, card, found) < 0.97:
        return Thought(Takes(seat, state.NO_CARD), "A smaller hand is easier to keep clean.")
    return Thought(Takes(seat, card), f"{_likely(card, trust_in_worlds(found, card))}.")


NEVER = 2.0


def rival(view: State, card: int) -> int:
    """Return the other half of a pair, as a bit."""
    return 1 << view.partner[card]


def dangerous(view: State, seat: int, card: int) -> float:
    """Return how likely it is that others can prove a card of one's own hand a lie: 0, 0.5 where nobody knows, 1."""
    gone = view.gone | view.hands[seat]
    if view.truth(card) or gone & rival(view, card):
        return 0.0
    return 0.5 if view.truth(card) is None else 1.0


def safety_of_rule(view: State, seat: int) -> float:
    """Return the share of one's own cards that nobody could hold against a declaration; 0 where that is out at once."""
    hand = cards_of(view.hands[seat])
    own = view.setup.options.own_conflict == "out" and any(view.hands[seat] & rival(view, card) for card in hand)
    if own:
        return 0.0
    return 1 - sum(dangerous(view, seat, card) for card in hand) / len(hand) if hand else 1.0


class Lair(Rule[State], frozen=True):
    """Strikes down a lie in play if it can, else tells truths; declares when it feels safe enough.

    ``truths``: how often it plays a truth where both would do. ``dump``: 1 to play a lie whenever nobody comes after it
    in the round. ``strike``: 0 to pass over lies in play. ``declare``: the safety (0 to 1) from which it declares;
    over 1 never. ``show``: 0 to let declarers pass.
    """

    truths: Share = 0.75
    dump: Share = 1
    strike: Share = 1
    declare: Annotated[float, Meta(ge=0, le=NEVER)] = 0.75
    show: Share = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return the line."""
        hand = cards_of(view.hands[seat])
        match verbs[0]:
            case "plays":
                return Plays(seat, self._card(view, hand, rng))
            case "reclaims":
                return self._reclaims(view, seat)
            case "takes":
                assert view.departing is not None
                cards = cards_of(view.hands[view.departing])
                return Takes(seat, min(cards, key=lambda card: self._burden(view, seat, card), default=NO_CARD))
            case "gives":
                return Gives(seat, max(hand, key=lambda card: dangerous(view, seat, card)))
        if view.phase == DECLARE:
            return Declares(seat) if safety_of_rule(view, seat) >= self.declare else Passes(seat)
        exposed = view.hands[view.declarers[0]]
        proofs = [card for card in hand if view.truth(card) and exposed & rival(view, card)]
        return Shows(seat, proofs[0]) if proofs and self.show else Passes(seat)

    def _card(self, view: State, hand: Sequence[int], rng: Random) -> int:
        truths = [card for card in hand if view.truth(card)]
        if self.strike and (strikes := [card for card in truths if view.in_play & rival(view, card)]):
            return strikes[0]
        hidden = [card for card in hand if not view.truth(card) and not view.in_play & rival(view, card)]
        if not hidden or not truths:
            return rng.choice(hidden or truths or hand)
        last = len(view.queue) == 1 and rng.random() < self.dump
        return rng.choice(hidden if last or rng.random() >= self.truths else truths)

    def _reclaims(self, view: State, seat: int) -> Reclaims:
        own = [card for card, who in view.table if who != seat] or [card for card, _ in view.table]
        legal = [card for card in own if may(self.game, view, Reclaims(seat, card))]
        return Reclaims(seat, min(legal, key=lambda card: self._burden(view, seat, card)))

    def _burden(self, view: State, seat: int, card: int) -> float:
        """Return how little one likes to have a card."""
        pair = view.hands[seat] & rival(view, card) and view.setup.options.own_conflict == "out"
        return 3.0 if pair else dangerous(view, seat, card)


class Dumb(Lair, frozen=True):
    """Plays what it has decided to play whatever lies there, and never strikes by design."""

    strike: Share = 0
    dump: Share = 0


class Hunter(Lair, frozen=True):
    """Waits for lies: plays the truths whose lie nobody has shown yet, and no lie while it has a truth."""

    truths: Share = 1
    dump: Share = 0
    declare: Annotated[float, Meta(ge=0, le=NEVER)] = NEVER


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "lair": Lair,
    "truth": partial(Dumb, truths=1, declare=NEVER),
    "lie": partial(Dumb, truths=0, declare=NEVER),
    "hunt": Hunter,
    "at-once": partial(Lair, declare=0),
    "no-look": partial(Lair, dump=0),
}
