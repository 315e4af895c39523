"""A sixth game, the smallest that has everything: all bid in secret, and the highest bid that nobody shares wins.

It proves that a game is one room: frame, record, conformance and console work for it without a word about it. It is
also the worked example of ``referee/games/README.md``.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.bots import Mix, Mixed, Thought, uniform
from referee.core.cards import UNKNOWN, say
from referee.core.game import (
    ALLOWED,
    Action,
    Event,
    Game,
    Judgment,
    Outcome,
    Refused,
    SeatAct,
    Setup,
    TableAct,
    Turn,
    choices,
    common_rules,
)
from referee.core.play import NUMBER, by_name, verb


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    top: Annotated[int, Meta(ge=2, le=9, description="The highest bid.")] = 4


@verb(private=True, opens=by_name(NUMBER), enters="bids")
class Bids(SeatAct, frozen=True, gc=False):
    """Bid in secret."""

    count: Annotated[int, NUMBER.masked(UNKNOWN)]


@verb()
class Prize(TableAct, frozen=True, gc=False):
    """What the round is worth."""

    worth: Annotated[int, NUMBER]


class State(Struct, frozen=True):
    setup: Setup
    prize: int | None
    bids: Annotated[tuple[int | None, ...], choices(lambda state: range(1, state.setup.options.top + 1))]
    last: tuple[int, ...] = ()
    won: int | None = None


BOOK = """
+++
title = "Highest Alone"
tagline = "Bid high, and bid alone"
players = "for {{ players | cardinal }} players"
colour = "blue"
cover = ["Ac", "Kd"]
+++

# The rules

All bid at once. The highest bid wins the prize, but only if nobody else made the same one. So the best bid is not the
highest: it is the highest that the others leave to you. The table says what the prize is worth: one to three points.
[tiny.prize]

Everybody bids 1 to {{ o.top }} in secret, with a card laid face down. [tiny.bid-range] A bid that is made stands.
[tiny.bid-once] The prize comes first, then all bids, in any order. [tiny.step]

When all have bid, the bids are laid open. The highest that stands alone wins the prize, and the game ends. [tiny.over]
Where no bid stands alone there is a new prize, and all bid again.

# Questions

**May we talk?** As much as you like, and none of it need be true.

# In short

Bid, reveal, and the highest bid that nobody shares wins.

# House rules

| Option | Value | What it means |
|---|---|---|
{{ house("top", "Bids go from 1 to " ~ o.top ~ ".") }}

# For the referee

A line is a name, a verb, and a number: `Ann: bids 2`. The table’s line is `prize 3`. [tiny.line] A bid may be written
as `Ann: bids ?` while it is hidden; the last one then says in brackets what everybody bid. [tiny.bracket-missing] What
stands there must be what was bid. [tiny.bracket-false]

```rules
```
"""

CARDS = """
# Your turn

**Bid** 1 to {{ o.top }}, in secret.

# The end

The **highest bid** that nobody shares wins the prize.
"""


class Tiny(Game[State]):
    name = "tiny"
    title = "Highest Alone"
    prefix = "tiny"
    seats = (2, 6)
    options = Options
    moves = (Bids, Prize)
    deck = "standard52"
    texts = {"rules": BOOK, "cards": CARDS}
    rules = {rule: text for rule, text in common_rules("tiny").items() if rule != "tiny.turn"} | {
        "tiny.prize": "The prize is worth 1 to 3.",
        "tiny.bid-range": "A bid is a number from 1 to the highest.",
        "tiny.bid-once": "A bid that is entered stands.",
    }

    def start(self, setup: Setup) -> State:
        return State(setup, None, (None,) * len(setup.seats))

    def to_act(self, state: State) -> tuple[Turn, ...]:
        if state.won is not None:
            return ()
        if state.prize is None:
            return (Turn(None, ("prize",)),)
        return tuple(Turn(seat, ("bids",)) for seat, bid in enumerate(state.bids) if bid is None)

    def untimely(self, state: State, action: Any) -> Refused:
        if isinstance(action, Bids) and state.won is None and state.prize is not None:
            return Refused("tiny.bid-once", f"{state.setup.name(action.seat)} has bid already")
        return super().untimely(state, action)

    def judge_prize(self, state: State, action: Prize) -> Judgment:
        if not 1 <= action.worth <= 3:
            return Refused("tiny.prize", f"the prize cannot be worth {action.worth}: it is worth 1 to 3")
        return ALLOWED

    def judge_bids(self, state: State, action: Bids) -> Judgment:
        top = state.setup.options.top
        if action.count != UNKNOWN and not 1 <= action.count <= top:
            return Refused("tiny.bid-range", f"{state.setup.name(action.seat)} cannot bid {action.count}: 1 to {top}")
        return self.judge_choice(state, action)

    def apply_prize(self, state: State, action: Prize) -> State:
        return replace(state, prize=action.worth)

    def apply_bids(self, state: State, action: Bids) -> State:
        bids = self.chosen(state, action)
        made = tuple(bid for bid in bids if bid is not None)
        if len(made) < len(bids):
            return replace(state, bids=bids)
        alone = [bid for bid in made if made.count(bid) == 1]
        if alone:
            return replace(state, bids=bids, last=made, won=made.index(max(alone)))
        return replace(state, bids=(None,) * len(bids), last=made, prize=None)

    def candidate_actions(self, state: State, seat: int | None, verb: str) -> Sequence[Action]:
        if seat is None:
            return [Prize(worth) for worth in (1, 2, 3)]
        return [Bids(seat, count) for count in range(1, state.setup.options.top + 1)]

    def draw(self, state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Action | None:
        return Prize(rng.randint(1, 3)) if state.prize is None else None

    def odds(self, state: State) -> tuple[tuple[Action, int], ...]:
        return tuple((Prize(worth), 1) for worth in (1, 2, 3)) if state.prize is None else ()

    def outcome(self, state: State) -> Outcome:
        if state.won is None:
            return Outcome(False, (), (0,) * len(state.bids))
        scores = tuple(state.prize or 0 if seat == state.won else 0 for seat in range(len(state.bids)))
        return Outcome(True, (state.won,), scores, f"{state.setup.name(state.won)} bid highest alone")

    def public(self, view: State) -> dict[str, Any]:
        return {"prize": view.prize, "last": dict(zip(view.setup.seats, view.last, strict=False))}

    def events(self, before: State, action: Any, after: State) -> tuple[Event, ...]:
        if isinstance(action, Prize):
            return (Event("prize", say("The prize is worth {worth}.", worth=action.worth)),)
        seat = before.setup.seat(action.seat)
        return (Event("bids", say("{seat} has bid.", seat=seat), action.seat),)


class Easy(Mixed[State], frozen=True):
    """Bids one of the three highest."""

    def mix(self, view: State, seat: int, turns: Sequence[Action]) -> Mix:
        top = view.setup.options.top
        return uniform(
            [Thought(Bids(seat, bid), f"I hoped to be alone with {bid}.") for bid in (top - 2, top - 1, top) if bid]
        )


BOTS = {"easy": Easy}

GAME = Tiny()
