"""Bots of Liar's Lair: easy, hard and the lab's strategies; and where a bot's printed cards lie.

A card is its printed number. Two cards contradict each other if they are a pair: one is true, its rival a lie. A set
“as bits” is an integer whose bit n stands for card n. A view is the state as one seat may see it, and ``turns`` are the
lines so far as this seat may read them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Annotated, NamedTuple

from msgspec import Meta

from liarsdeck.english import listed
from referee.bots import NOTHING, Bot, Mix, Mixed, Rule, Share, Thought, best, certain, uniform
from referee.core.cards import cards_of
from referee.core.game import Action
from referee.core.play import may
from referee.games.liars_lair import state as lair
from referee.games.liars_lair.state import Declares, Gives, Passes, Plays, Reclaims, Shows, State, Takes

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def row(state: State, actions: Sequence[Action], seat: int) -> list[int]:
    """Return a bot's printed cards as they lie face down, from left to right.

    First come the cards that it was dealt, lowest number first, then the others in the order in which it got them.
    ``seat`` is the bot's seat, ``actions`` are all actions of the game so far.
    """
    dealt, came = _dealt_and_came(state, actions, seat)
    return [*dealt, *came]


def _dealt_and_came(state: State, actions: Sequence[Action], seat: int) -> tuple[list[int], dict[int, bool]]:
    """Return the cards in a seat's hand, as those that it was dealt and those that it got later.

    The second result is {card: whether everybody saw which card the seat got}, in the order in which they came.
    """
    dealt: list[int] = []
    came: dict[int, bool] = {}
    for action in actions:
        match action:
            case lair.Holds() if action.seat == seat:
                dealt, came = sorted(action.cards), {}
            case Plays() | Reclaims() | Takes() | Gives():
                dealt = [card for card in dealt if card != action.card]
                came.pop(action.card, None)
                if not isinstance(action, Plays):
                    came[action.card] = isinstance(action, Reclaims)
    hand = state.hands[seat]
    return [card for card in dealt if hand >> card & 1], {card: seen for card, seen in came.items() if hand >> card & 1}


def laid(state: State, actions: Sequence[Action], seat: int) -> str:
    """Return a sentence that tells people how a bot's printed cards lie on the table.

    It names only cards that everybody has seen. ``actions`` are those of the game so far.
    """
    _, came = _dealt_and_came(state, actions, seat)
    late = [str(card) if seen else "a card of another hand" for card, seen in came.items()]
    right = f", and at the right end {listed(late, 'and')}" if late else ""
    return (
        f"{state.setup.seats[seat]}’s cards lie in a row, face down, the lowest number on the left{right}."
        " What comes later goes to the right end; nobody looks at it."
    )


def turned(state: State, actions: Sequence[Action], action: Action) -> str:
    """Return a phrase on which printed card people turn or move for a bot's action (“The …:”); "" for none.

    The phrase names the card by its place in the bot's ``row``. ``state`` is the state before ``action``, and
    ``actions`` are the earlier actions of the game.
    """
    if action.seat is None:
        return ""
    whose = f"{state.setup.seats[action.seat]}’s row"
    match action:
        case Plays() | Shows() | Gives():
            cards = row(state, actions, action.seat)
            return f"The {_place(cards.index(action.card))} from the left of {whose}:" if action.card in cards else ""
        case Reclaims():
            return f"To the right end of {whose}, face down:"
        case Takes() if action.card != lair.NO_CARD:
            for seat, hand in enumerate(state.hands):
                if seat != action.seat and hand >> action.card & 1:
                    at = (hand & ((1 << action.card) - 1)).bit_count()
                    return (
                        "Lay the departing hand face down, the lowest number on the left; "
                        f"the {_place(at)} from the left goes to the right end of {whose}:"
                    )
    return ""


def _place(at: int) -> str:
    return _PLACES[at] if at < len(_PLACES) else f"{at + 1}th"


# ------------------------------------------------------------------------------------- what a view says of cards

Likely = Callable[[int], float]
"""The probability of something, by card."""


def trust(view: State, card: int) -> float:
    """Return the probability (0 to 1) that a card is true; 0.5 if the view does not know."""
    true = view.truth(card)
    return 0.5 if true is None else float(true)


def rival(view: State, card: int) -> int:
    """Return the card that contradicts ``card``, as a set (one bit)."""
    return 1 << view.partner[card]


def rival_liars(view: State) -> dict[int, int]:
    """Return {rival: seat} for each card in play.

    ``rival`` is the card that contradicts it, and ``seat`` is the seat that put it in play. Cards put there by seats
    that are out are left aside.
    """
    return {view.partner[card]: seat for card, seat in view.table if seat not in view.out}


def against(view: State, seat: int) -> list[int]:
    """Return the cards of a seat's hand that contradict a card of the declarer, whose hand lies open."""
    exposed = view.hands[view.declarers[0]]
    return [card for card in cards_of(view.hands[seat]) if exposed & rival(view, card)]


def is_out_by_own_pair(view: State, seat: int) -> bool:
    """Return whether a seat that declares would be out for holding both cards of a pair (a house rule)."""
    hand = view.hands[seat]
    return view.setup.options.own_conflict == "out" and any(hand & rival(view, card) for card in cards_of(hand))


def free_cards(view: State, seat: int) -> list[int]:
    """Return all cards in play that a seat may reclaim (take from the table into its hand).

    Under the house rule ``reclaim = "earlier"`` they are all cards of earlier rounds. Otherwise they are the cards of
    other seats, or the seat's own card if no other seat has one.
    """
    if view.setup.options.reclaim == "earlier":
        return view.old_cards
    return [card for card, whose in view.table if whose != seat] or [card for card, _ in view.table]


def to_answer(view: State, seat: int) -> list[int]:
    """Return the seats that may still contradict a card that ``seat`` plays now.

    They are those that play after it in this round; with ``reclaim = "earlier"``, all others in the game.
    """
    if view.setup.options.reclaim != "earlier":
        return list(view.queue[1:])
    return [other for other in _others(view, seat) if other not in view.out]


def _others(view: State, seat: int) -> list[int]:
    return [other for other in range(len(view.hands)) if other != seat]


def _rival_held(view: State, seats: Iterable[int], unseen: float) -> Likely:
    """Return a function that takes a card and returns the probability that one of ``seats`` holds its rival.

    If the view does not know where the rival is, this probability is ``unseen``.
    """
    placed, held = view.placed, 0
    for seat in seats:
        held |= view.hands[seat]

    def likely(card: int) -> float:
        other = rival(view, card)
        return float(bool(held & other)) if placed & other else unseen

    return likely


# ----------------------------------------------------------------------------------------------------- easy


class Easy(Mixed[State], frozen=True):
    """The easy bot: it plays truths, and lies when hardly anybody can prove it.

    It contradicts a lie in play whenever it can. To declare is to lay the hand open at the end of a round: the declarer
    wins unless somebody proves a lie. The bot declares if the probability that nobody can prove one is at least
    ``safe``; this bound falls by ``bolder`` each round. It plays a lie if the probability that a later player can prove
    it a lie is at most ``risk``.
    """

    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.6
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.03
    risk: Annotated[Share, Meta(description="At which chance to be proven wrong it still lays off a lie.")] = 0.1

    def trusted(self, view: State, turns: Sequence[Action]) -> Likely:
        """Return a function that takes a card and returns the probability (0 to 1) that it is true."""
        return partial(trust, view)

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        """Return the actions that ``seat`` may take now, each with its reason and its probability.

        An action plays, takes, gives, reclaims or shows a card, or declares or passes. ``turns`` are the lines so far.
        """
        trusted = self.trusted(view, turns)
        match view.phase:
            case lair.DEAL:
                return certain(None)
            case lair.PLAY:
                return self._play(view, seat, trusted)
            case lair.RECLAIM:
                return self._reclaim(view, seat, trusted)
            case lair.DECLARE:
                safe = self._safety(view, seat, trusted)
                bold = safe >= max(0.1, self.safe - self.bolder * (view.round - 1))
                return certain(Declares(seat) if bold else Passes(seat), _stands(safe, declared=bold))
            case lair.QUESTION:
                return self._question(view, seat, trusted)
        if view.spared is not None:
            whose, names = view.hands[view.spared], view.setup.seats
            cards = best(cards_of(view.hands[seat]), lambda card: (-trusted(card), bool(whose & rival(view, card))))
            why = f"I gave {names[view.spared]} what I would least like to be asked about."
            return uniform([Thought(Gives(seat, card), why) for card in cards])
        if view.departing == seat:
            cards = best(cards_of(view.hands[seat]), lambda card: -trusted(card))
            return uniform([Thought(Gives(seat, card), "I gave a lie, if I had one.") for card in cards])
        assert view.departing is not None
        worth = self._worth(view, seat, trusted)
        card = max(cards_of(view.hands[view.departing]), key=worth, default=lair.NO_CARD)
        if card == lair.NO_CARD or worth(card) < 1:
            return certain(Takes(seat, lair.NO_CARD), "A smaller hand is easier to keep clean.")
        return certain(Takes(seat, card), f"I knew that {card} was true.")

    def _play(self, view: State, seat: int, trust: Likely) -> Mix:
        hand, liars, names = cards_of(view.hands[seat]), rival_liars(view), view.setup.seats
        if proofs := [card for card in hand if liars.get(card, seat) != seat and view.truth(card)]:
            why = "{} was true, so it proved {} a liar."
            return uniform([Thought(Plays(seat, card), why.format(card, names[liars[card]])) for card in proofs])
        calm = [card for card in hand if card not in liars] or hand
        later, hidden = to_answer(view, seat), [view.unknown(other) for other in range(len(view.hands))]
        unseen = sum([hidden[other] for other in later]) / sum(hidden) if sum(hidden) else 0.0
        held = _rival_held(view, later, unseen)
        trusted = {card: trust(card) for card in calm}
        caught = {card: (1 - trusted[card]) * held(card) for card in calm}
        lies = best(calm, lambda card: (trusted[card] < 1, -caught[card], -trusted[card]))
        if trusted[lies[0]] < 1 and caught[lies[0]] <= self.risk:
            why = "I wanted to be rid of {}, and hardly anybody could prove it a lie then."
            return uniform([Thought(Plays(seat, card), why.format(card)) for card in lies])
        safest = best(calm, lambda card: (-caught[card], trusted[card]))
        reasons = ("{} was the least danger.", "{} was true: nobody could harm me.")
        return uniform([Thought(Plays(seat, card), reasons[bool(view.truth(card))].format(card)) for card in safest])

    @staticmethod
    def _worth(view: State, seat: int, trust: Likely) -> Likely:
        """Return a function that takes a card and returns how good it is to get, from −1 (worst) to 2 (best).

        Best is a truth whose rival is in the seat's own hand, worst is a lie whose rival is there. Otherwise a card is
        better if it is more likely true, and if no other hand has its rival. ``trust`` takes a card and returns the
        probability that it is true.
        """
        hand = view.hands[seat]
        held = _rival_held(view, _others(view, seat), 1.0 if view.dealt else 0.5)

        def worth(card: int) -> float:
            if hand & rival(view, card):
                return 2.0 if view.truth(card) else -1.0 if view.truth(view.partner[card]) else 0.6
            return trust(card) + (0.3 if not held(card) else 0.0)

        return worth

    def _reclaim(self, view: State, seat: int, trust: Likely) -> Mix:
        table, worth = dict(view.table), self._worth(view, seat, trust)
        order, free = list(table.values()), free_cards(view, seat)
        found = best(free, lambda card: worth(card) - 0.05 * order.index(table[card]))
        trusted, sure, only = (
            "I trusted {}’s {} most of what lay there.",
            "{1} was sure to be true.",
            "Nothing else lay there for me.",
        )
        whys = {card: only if len(free) == 1 else sure if view.truth(card) else trusted for card in found}
        names = view.setup.seats
        return uniform([Thought(Reclaims(seat, card), whys[card].format(names[table[card]], card)) for card in found])

    @staticmethod
    def _question(view: State, seat: int, trust: Likely) -> Mix:
        name = view.setup.seats[view.declarers[0]]
        if cards := against(view, seat):
            card = max(cards, key=trust)
            if view.truth(card):
                return certain(Shows(seat, card), f"{card} was true, and proved {name} a liar.")
            if view.truth(card) is None and len(view.queue) == 1:
                return certain(Shows(seat, card), f"Nobody else could stop {name}, and {card} might have been true.")
        return certain(Passes(seat), f"I had nothing against {name}.")

    @staticmethod
    def _safety(view: State, seat: int, trust: Likely) -> float:
        """Return the probability (0 to 1) that nobody could prove a lie if the seat declared.

        It is 0 if the seat would be out because it holds both cards of a pair. ``trust`` takes a card and returns the
        probability that it is true.
        """
        if is_out_by_own_pair(view, seat):
            return 0.0
        hand, safe = view.hands[seat], 1.0
        held = _rival_held(view, _others(view, seat), 1.0 if view.dealt else 0.5)
        for card in cards_of(hand):
            if not hand & rival(view, card):
                safe *= 1 - (1 - trust(card)) * held(card)
        return safe


# ----------------------------------------------------------------------------------------------------- hard

FIRST, BETWEEN, LAST = 0, 1, 2
"""The place of a play in its round."""
ANSWERED, LINGERING = (0.67, 0.55, 0.03), (0.5, 0.58, 0.42)
"""How often a first play is true, by its place: by the usual rules, and where a card lies through the next round."""
MEASURED = -1.0
_SURE = 0.995  # of how many samples, for a reason to say so


class World(NamedTuple):
    """One sampled full state, reduced to what a decision needs.

    ``weight`` is its share of the weight of all samples, which is 1. ``true`` are the true cards as bits (bit n is card
    n), and ``hands`` has each seat's cards as bits.
    """

    weight: float
    true: int
    hands: tuple[int, ...]


def first_plays(view: State, turns: Sequence[Action]) -> list[tuple[int, int, int]]:
    """Return (seat, card, place) for the first play of each card; ``turns`` are the lines so far.

    The place of the play in its round is FIRST, BETWEEN or LAST.
    """
    found: list[tuple[int, int, int]] = []
    known: set[int] = set()
    now: list[tuple[int, int]] = []  # of the round that is being played

    def end_round(ended: bool = True) -> None:
        last = len(now) - 1 if ended else len(now)
        for at, (seat, card) in enumerate(now):
            if card not in known:
                found.append((seat, card, FIRST if not at else LAST if at == last else BETWEEN))
        known.update(card for _, card in now)
        now.clear()

    for action in turns:
        match action:
            case Plays():
                if action.seat in [seat for seat, _ in now]:
                    end_round()
                now.append((action.seat, action.card))
            case Reclaims() | Declares() | Passes() if now:
                end_round()
    end_round(view.phase != lair.PLAY)
    return found


def faced(turns: Sequence[Action]) -> dict[int, int]:
    """Return {card: seats} for the cards that were played. ``turns`` are the lines so far.

    ``seats`` (bit n is seat n) are the other seats that played a different card while this one lay on the table,
    although they might have contradicted it. A card without such a seat is left out.
    """
    lying: dict[int, int] = {}  # by card, who put it there
    found: dict[int, int] = {}
    for action in turns:
        match action:
            case Plays():
                for card, whose in lying.items():
                    if whose != action.seat:
                        found[card] = found.get(card, 0) | 1 << action.seat
                lying[action.card] = action.seat
            case Reclaims():
                lying.pop(action.card, None)
    return found


def by_place(view: State, *said: float) -> tuple[float, ...]:
    """Return the probabilities that a card is true, by the place of its first play: FIRST, BETWEEN, LAST.

    ``said`` has these three probabilities. In place of a negative one, the one measured for these house rules is
    returned.
    """
    usual = LINGERING if view.setup.options.reclaim == "earlier" else ANSWERED
    return tuple(share if share >= 0 else known for share, known in zip(said, usual, strict=True))


class Reader(Easy, frozen=True):
    """A bot that plays like the easy one, but judges an unknown card by when in a round it was first played.

    ``first``, ``between`` and ``last`` are the probabilities (0 to 1) that a card is true if its first play was the
    first of the round, one in between, or the last. −1 stands for the measured probability.
    """

    first: Annotated[float, Meta(ge=-1, le=1)] = MEASURED
    between: Annotated[float, Meta(ge=-1, le=1)] = MEASURED
    last: Annotated[float, Meta(ge=-1, le=1)] = MEASURED

    def trusted(self, view: State, turns: Sequence[Action]) -> Likely:
        """Return a function that takes a card and returns the probability (0 to 1) that it is true.

        ``turns`` are the lines so far; a card's first play is read from them.
        """
        shares = by_place(view, self.first, self.between, self.last)
        read = {card: shares[place] for _, card, place in first_plays(view, turns)}

        def likely(card: int) -> float:
            if view.truth(card) is not None:
                return trust(view, card)
            return read.get(card, 1 - read.get(view.partner[card], 0.5))

        return likely


def trust_in_worlds(worlds: Sequence[World], card: int) -> float:
    """Return the probability (0 to 1) that a card is true, by the weights of these sampled states."""
    return sum(world.weight for world in worlds if world.true >> card & 1)


class Hard(Bot[State], frozen=True):
    """The hard bot: it estimates for each card whether it is true, and who could prove that it is a lie.

    It weighs a decision by ``samples`` random full states. It declares if the probability that nobody can prove a lie
    is at least ``safe``; this bound falls by ``bolder`` each round. ``rid`` is what it is worth to play a lie, compared
    with a danger of 1 to be caught. With probability ``bluff``, it plays as the last of a round as if others followed.
    ``kept`` is the probability that a seat which can prove a lie on the table plays another card. ``first``,
    ``between`` and ``last`` are the probabilities that a card is true by when in a round it was first played; −1 is the
    measured one.
    """

    samples: Annotated[int, Meta(ge=1, le=10_000, description="How many guesses it weighs a decision.")] = 120
    safe: Annotated[Share, Meta(description="How safe it must feel to declare, in the first round.")] = 0.7
    bolder: Annotated[Share, Meta(description="By how much less with every round.")] = 0.02
    rid: Annotated[Share, Meta(description="What it is worth to be rid of a lie, beside the danger to be caught.")] = (
        0.25
    )
    bluff: Annotated[Share, Meta(description="How often it plays as the last of a round as if others followed.")] = 0.0
    kept: Annotated[Share, Meta(description="How often it takes somebody to keep the proof of a lie on the table.")] = (
        0.05
    )
    first: Annotated[float, Meta(ge=-1, le=1, description="How many first plays of a round it takes to be true.")] = (
        MEASURED
    )
    between: Annotated[float, Meta(ge=-1, le=1, description="The same of plays in between; -1: as measured.")] = (
        MEASURED
    )
    last: Annotated[float, Meta(ge=-1, le=1, description="The same of the last play of a round.")] = MEASURED

    def think(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> Thought:
        """Return the action of ``seat``, with its reason: to play, take, give, reclaim or show a card, declare or pass.

        ``turns`` are the lines so far; ``rng`` draws the sampled states.
        """
        if view.phase == lair.DEAL:
            return NOTHING
        if view.phase == lair.QUESTION and not against(view, seat):
            return Thought(Passes(seat), "I had nothing against that hand.")
        if view.phase == lair.DECLARE and is_out_by_own_pair(view, seat):
            return Thought(Passes(seat), "I held two rivals.")
        worlds = self._worlds(view, seat, turns, rng)
        match view.phase:
            case lair.PLAY:
                return self._play(view, seat, worlds, rng)
            case lair.RECLAIM:
                card = max(free_cards(view, seat), key=lambda card: _worth(view, seat, card, worlds))
                why = f"{_likely(card, trust_in_worlds(worlds, card))}, the best that lay there."
                return Thought(Reclaims(seat, card), why)
            case lair.DECLARE:
                return self._declare(view, seat, worlds)
            case lair.QUESTION:
                name = view.setup.seats[view.declarers[0]]
                card = max(against(view, seat), key=lambda card: trust_in_worlds(worlds, card))
                true = trust_in_worlds(worlds, card)
                if true > 0.9 or (true > 0 and len(view.queue) == 1):
                    return Thought(Shows(seat, card), f"{_likely(card, true)}, and said that {name} lied.")
                return Thought(Passes(seat), f"{_likely(f'What I had against {name}', true)}.")
        if view.spared is not None:
            card = min(cards_of(view.hands[seat]), key=lambda card: _worth(view, seat, card, worlds))
            return Thought(Gives(seat, card), "I gave the card that I would least like to be asked about.")
        if view.departing == seat:
            card = min(cards_of(view.hands[seat]), key=lambda card: trust_in_worlds(worlds, card))
            return Thought(Gives(seat, card), "I gave what was most likely a lie.")
        assert view.departing is not None
        cards = cards_of(view.hands[view.departing])
        card = max(cards, key=lambda card: _worth(view, seat, card, worlds), default=lair.NO_CARD)
        if card == lair.NO_CARD or _worth(view, seat, card, worlds) < 0.97:
            return Thought(Takes(seat, lair.NO_CARD), "A smaller hand is easier to keep clean.")
        return Thought(Takes(seat, card), f"{_likely(card, trust_in_worlds(worlds, card))}.")

    def _worlds(self, view: State, seat: int, turns: Sequence[Action], rng: Random) -> list[World]:
        """Return random full states that agree with the view, with weights that add up to 1.

        A state has more weight if it fits how often first plays of the other seats are true, and if seats that could
        prove a lie on the table rarely kept the proof. ``turns`` are the lines so far.
        """
        shares = by_place(view, self.first, self.between, self.last)
        said = [
            (card, shares[place])
            for who, card, place in first_plays(view, turns)
            if who != seat and view.truth(card) is None
        ]
        placed, passed = view.placed, faced(turns)
        quiet = [
            (card, rival(view, card), [at for at in _others(view, seat) if passed.get(card, 0) >> at & 1])
            for card, _ in said
            if not placed & rival(view, card)
        ]
        worlds, whole = [], 0.0
        for _ in range(self.samples):
            state = self.game.sample_state(view, seat, rng)
            weight = 1.0
            for card, share in said:
                weight *= share if state.true >> card & 1 else 1 - share
            for card, truth, seats in quiet:  # who held the proof of a lie, and played another card
                if not state.true >> card & 1 and any(state.hands[at] & truth for at in seats):
                    weight *= self.kept
            worlds.append(World(weight, state.true, state.hands))
            whole += weight
        return [world._replace(weight=world.weight / whole) for world in worlds]

    def _play(self, view: State, seat: int, worlds: Sequence[World], rng: Random) -> Thought:
        answering = to_answer(view, seat)
        if not answering and self.bluff and rng.random() < self.bluff:
            answering = _others(view, seat)
        scores: dict[int, float] = {}
        liars = rival_liars(view)
        for card in cards_of(view.hands[seat]):
            true = trust_in_worlds(worlds, card)
            if card in liars:
                scores[card] = 2 * (2 * true - 1) if true > 0.8 and liars[card] != seat else -2.0
            else:
                danger = _provable(view, card, answering, worlds)
                own_pair = view.hands[seat] & rival(view, card)
                scores[card] = self.rid * (1 - true) * (1.4 if own_pair else 1.0) - danger
        card = max(scores, key=lambda card: scores[card])
        true, liar = trust_in_worlds(worlds, card), liars.get(card)
        if liar is not None and true > 0.8:
            return Thought(Plays(seat, card), f"{card} was true, so it proved {view.setup.seats[liar]} a liar.")
        if true >= _SURE:
            return Thought(Plays(seat, card), f"{_likely(card, true)}.")
        danger = _provable(view, card, to_answer(view, seat), worlds)
        who = "nobody after me" if danger <= 1 - _SURE else f"with a chance of {danger:.0%} somebody after me"
        return Thought(Plays(seat, card), f"{_likely(card, true)}, and {who} could prove it a lie.")

    def _declare(self, view: State, seat: int, worlds: Sequence[World]) -> Thought:
        cards, safe = cards_of(view.hands[seat]), 0.0
        for world in worlds:
            others = 0
            for other in _others(view, seat):
                others |= world.hands[other]
            if not any(not world.true >> card & 1 and others & rival(view, card) for card in cards):
                safe += world.weight
        if safe >= max(0.2, self.safe - self.bolder * (view.round - 1)):
            return Thought(Declares(seat), _stands(safe, declared=True))
        return Thought(Passes(seat), _stands(safe, declared=False))


def _stands(safe: float, *, declared: bool) -> str:
    """Return a sentence that gives the safety of a hand as the reason to declare or to pass.

    ``safe`` is the probability that nobody can prove a lie in the hand; ``declared`` says whether the bot declares.
    """
    if declared:
        sure = "I was sure" if safe >= _SURE else f"I thought with a chance of {safe:.0%}"
        return f"{sure} that nobody could prove me a liar."
    stood = "not have stood" if safe <= 1 - _SURE else f"have stood with a chance of only {safe:.0%}"
    return f"My hand would {stood}."


def _likely(card: int | str, true: float) -> str:
    """Return how likely a card was true, as the beginning of a sentence: “7 was true with a chance of 60%”.

    ``card`` is the card's number or other words for it, ``true`` the probability that it is true.
    """
    if 1 - _SURE < true < _SURE:
        return f"{card} was true with a chance of {true:.0%}"
    return f"{card} was {'true' if true >= _SURE else 'a lie'}"


def _provable(view: State, card: int, seats: Sequence[int], worlds: Sequence[World]) -> float:
    """Return the probability that ``card`` is a lie and one of ``seats`` holds its true rival."""
    truth = rival(view, card)
    return sum(
        world.weight
        for world in worlds
        if not world.true >> card & 1 and any(world.hands[seat] & truth for seat in seats)
    )


def _worth(view: State, seat: int, card: int, worlds: Sequence[World]) -> float:
    """Return how good a card is to get, from −1 (worst) to 1.4 (best).

    If its rival is in the seat's own hand, it is best if it is probably true, and worst if not. Otherwise the result is
    the probability that no other seat can prove it a lie.
    """
    if view.hands[seat] & rival(view, card):
        true = trust_in_worlds(worlds, card)
        return 0.4 + true if true > 0.5 else -1.0
    return 1 - _provable(view, card, _others(view, seat), worlds)


# ------------------------------------------------------------------------------------- strategies of the lab

NEVER = 2.0


def dangerous(view: State, seat: int, card: int) -> float:
    """Return the risk that others can prove ``card`` a lie if ``seat`` holds it.

    The risk is 0 if the card is true, or if its rival has left the game or is in the same hand. It is 0.5 if the truth
    of the card is unknown, and 1 if the card is a lie.
    """
    if view.truth(card) or (view.gone | view.hands[seat]) & rival(view, card):
        return 0.0
    return 0.5 if view.truth(card) is None else 1.0


class Lair(Rule[State], frozen=True):
    """A strategy with simple rules: it contradicts lies in play, and declares when it is safe enough.

    ``truths`` is the probability that it plays a truth if it could also play a lie. ``dump`` is the probability that it
    plays a lie all the same when it is last in a round. With ``strike`` = 0, it does not look for lies to contradict.
    ``declare`` is the safety (0 to 1) from which it declares; above 1 it never does. With ``show`` = 0, it shows no
    card against declarers.
    """

    truths: Share = 0.75
    dump: Share = 1
    strike: Share = 1
    declare: Annotated[float, Meta(ge=0, le=NEVER)] = 0.75
    show: Share = 1

    def decide(self, view: State, seat: int, verbs: Sequence[str], rng: Random) -> Action | None:
        """Return an action of ``seat``. ``verbs`` are the verbs that it may use now, in alphabetical order."""
        hand = cards_of(view.hands[seat])
        match verbs[0]:
            case "plays":
                return Plays(seat, self._card(view, hand, rng))
            case "reclaims":
                legal = [card for card in free_cards(view, seat) if may(self.game, view, Reclaims(seat, card))]
                return Reclaims(seat, min(legal, key=lambda card: _burden(view, seat, card)))
            case "takes":
                assert view.departing is not None
                cards = cards_of(view.hands[view.departing])
                return Takes(seat, min(cards, key=lambda card: _burden(view, seat, card), default=lair.NO_CARD))
            case "gives":
                return Gives(seat, max(hand, key=lambda card: dangerous(view, seat, card)))
        if view.phase == lair.DECLARE:
            danger = sum(dangerous(view, seat, card) for card in hand)
            safe = 0.0 if is_out_by_own_pair(view, seat) else 1 - danger / len(hand) if hand else 1.0
            return Declares(seat) if safe >= self.declare else Passes(seat)
        proofs = [card for card in against(view, seat) if view.truth(card)]
        return Shows(seat, proofs[0]) if proofs and self.show else Passes(seat)

    def _card(self, view: State, hand: Sequence[int], rng: Random) -> int:
        in_play, truths = view.in_play, [card for card in hand if view.truth(card)]
        if self.strike and (strikes := [card for card in truths if in_play & rival(view, card)]):
            return strikes[0]
        hidden = [card for card in hand if not view.truth(card) and not in_play & rival(view, card)]
        if not hidden or not truths:
            return rng.choice(hidden or truths or hand)
        last = len(view.queue) == 1 and rng.random() < self.dump
        return rng.choice(hidden if last or rng.random() >= self.truths else truths)


def _burden(view: State, seat: int, card: int) -> float:
    """Return how much a card would burden a seat, from 0 (not at all) to 3.

    It is 3 if the seat holds the card's rival and a declarer with a pair is out. Otherwise it is the risk by
    ``dangerous``.
    """
    own_pair = view.hands[seat] & rival(view, card) and view.setup.options.own_conflict == "out"
    return 3.0 if own_pair else dangerous(view, seat, card)


class Dumb(Lair, frozen=True):
    """The strategy ``Lair`` with other defaults: it contradicts lies in play only by accident."""

    strike: Share = 0
    dump: Share = 0


class Hunter(Lair, frozen=True):
    """The strategy ``Lair`` with other defaults: it lies only if it has no truth, and never declares."""

    truths: Share = 1
    dump: Share = 0
    declare: Annotated[float, Meta(ge=0, le=NEVER)] = NEVER


BOTS = {
    "easy": Easy,
    "hard": Hard,
    "careful": partial(Easy, risk=0.02, safe=0.75, bolder=0.02),
    "bold": partial(Easy, risk=0.6, safe=0.5, bolder=0.04),
    "talkative": partial(Easy, risk=0.35, safe=0.35, bolder=0.0),
    "reader": Reader,
    "lair": Lair,
    "truth": partial(Dumb, truths=1, declare=NEVER),
    "lie": partial(Dumb, truths=0, declare=NEVER),
    "hunt": Hunter,
    "at-once": partial(Lair, declare=0),
    "no-look": partial(Lair, dump=0),
}
DARING = ("risk", "rid")
"""How much a bot dares: the chance to be caught at which it lays off a lie."""
