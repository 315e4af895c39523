"""A sixth game, the smallest that has everything: all bid in secret, and the highest bid that nobody shares wins.

It proves that a game is one room: frame, record, conformance and console work for it without a word about it. It is
also the worked example of ``referee/games/README.md``.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.core.cards import MASK, UNKNOWN
from referee.core.game import (
    ALLOWED,
    ON_TRUST,
    Action,
    Game,
    Judgment,
    Line,
    Outcome,
    Refused,
    SeatAct,
    Setup,
    TableAct,
    Turn,
    Unopened,
    Verb,
)
from referee.core.play import fault, split_name
from referee.core.refusals import common_rules, is_due, untimely


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    top: Annotated[int, Meta(ge=2, le=9, description="The highest bid.")] = 4


class Prize(TableAct, frozen=True, gc=False):
    verb: ClassVar[str] = "prize"
    worth: int


class Bids(SeatAct, frozen=True, gc=False):
    verb: ClassVar[str] = "bids"
    count: int


class Bid(Struct, frozen=True, gc=False):
    """What the last bid opens: ``Ann 3``."""

    seat: int
    count: int


class State(Struct, frozen=True):
    setup: Setup
    prize: int | None
    bids: tuple[int | None, ...]
    last: tuple[int, ...] = ()
    won: int | None = None


RULES = {rule: text for rule, text in common_rules("tiny").items() if rule != "tiny.turn"} | {
    "tiny.prize": "The prize is worth 1 to 3.",
    "tiny.bid-range": "A bid is a number from 1 to the highest.",
    "tiny.bid-once": "A bid that is entered stands.",
}


def start(setup: Setup) -> State:
    return State(setup, None, (None,) * len(setup.seats))


def to_act(state: State) -> tuple[Turn, ...]:
    if state.won is not None:
        return ()
    if state.prize is None:
        return (Turn(None, ("prize",)),)
    return tuple(Turn(seat, ("bids",)) for seat, bid in enumerate(state.bids) if bid is None)


def judge(state: State, action: Action) -> Judgment:
    turns = to_act(state)
    if isinstance(action, Bids) and turns and state.prize is not None and state.bids[action.seat] is not None:
        return Refused("tiny.bid-once", f"{state.setup.name(action.seat)} has bid already")
    if not is_due(turns, action):
        return untimely("tiny", state.setup, turns, action)
    if isinstance(action, Prize):
        if action.opens:
            return Refused("tiny.bracket-false", "a prize opens nothing")
        if not 1 <= action.worth <= 3:
            return Refused("tiny.prize", f"the prize cannot be worth {action.worth}: it is worth 1 to 3")
        return ALLOWED
    assert isinstance(action, Bids)
    top = state.setup.options.top
    if action.count != UNKNOWN and not 1 <= action.count <= top:
        return Refused("tiny.bid-range", f"{state.setup.name(action.seat)} cannot bid {action.count}: 1 to {top}")
    return _judge_opens(state, action)


def _judge_opens(state: State, action: Bids) -> Judgment:
    bids = _bids_with(state, action)
    complete = None not in bids
    false = Refused("tiny.bracket-false", "these are not the bids that were made")
    known = [*state.bids]
    known[action.seat] = action.count
    for part in action.opens:
        if (
            not complete
            or not 1 <= part.count <= state.setup.options.top
            or known[part.seat] not in {UNKNOWN, part.count}
        ):
            return false
    if complete and UNKNOWN in bids:
        return Unopened("tiny.bracket-missing", "the last bid must say in brackets what everybody bid, like (Ann 3)")
    return ON_TRUST if action.count == UNKNOWN else ALLOWED


def _bids_with(state: State, action: Bids) -> tuple[int | None, ...]:
    bids = [*state.bids]
    bids[action.seat] = action.count
    for part in action.opens:
        bids[part.seat] = part.count
    return tuple(bids)


def apply(state: State, action: Action) -> State:
    if isinstance(action, Prize):
        return replace(state, prize=action.worth)
    assert isinstance(action, Bids)
    bids = _bids_with(state, action)
    made = tuple(bid for bid in bids if bid is not None)
    if len(made) < len(bids):
        return replace(state, bids=bids)
    alone = [bid for bid in made if made.count(bid) == 1]
    if alone:
        return replace(state, bids=bids, last=made, won=made.index(max(alone)))
    return replace(state, bids=(None,) * len(bids), last=made, prize=None)


def candidates(state: State, seat: int | None, verb: str) -> Sequence[Action]:
    if verb == "prize":
        return [Prize(worth) for worth in (1, 2, 3)]
    assert seat is not None
    return [Bids(seat, count) for count in range(1, state.setup.options.top + 1)]


def draw(state: State, rng: Random, *, hands: bool = True, among: Sequence[int] = ()) -> Action | None:
    return Prize(rng.randint(1, 3)) if state.prize is None else None


def odds(state: State) -> tuple[tuple[Action, int], ...]:
    return tuple((Prize(worth), 1) for worth in (1, 2, 3)) if state.prize is None else ()


def guess(view: State, seat: int | None, rng: Random) -> State:
    return replace(
        view, bids=tuple(rng.randint(1, view.setup.options.top) if bid == UNKNOWN else bid for bid in view.bids)
    )


def view(state: State, seat: int | None) -> State:
    if state.won is not None:
        return state
    bids = tuple(bid if bid is None or at == seat else UNKNOWN for at, bid in enumerate(state.bids))
    return replace(state, bids=bids)


def redact(state: State, action: Action, seat: int | None) -> Action:
    if isinstance(action, Prize):
        return action
    assert isinstance(action, Bids)
    bids = _bids_with(state, action)
    opens: tuple[Bid, ...] = ()
    if None not in bids:
        opens = tuple(Bid(at, bid) for at, bid in enumerate(bids) if bid is not None)
    return Bids(action.seat, action.count if seat == action.seat else UNKNOWN, opens=opens)


def outcome(state: State) -> Outcome:
    if state.won is None:
        return Outcome(False, (), (0,) * len(state.bids))
    scores = tuple(state.prize or 0 if seat == state.won else 0 for seat in range(len(state.bids)))
    return Outcome(True, (state.won,), scores, f"{state.setup.name(state.won)} bid highest alone")


def public(state: State) -> dict[str, Any]:
    return {"prize": state.prize, "last": dict(zip(state.setup.seats, state.last, strict=False))}


def read(setup: Setup, line: Line) -> Action:
    opens = []
    for part in line.opens:
        seat, rest = split_name("tiny", setup, part)
        if not _is_number(rest):
            raise fault("tiny", "NAME: bids NUMBER (NAME NUMBER; …)")
        opens.append(Bid(seat, int(rest)))
    if line.verb == "prize" and _is_number(line.args):
        return Prize(int(line.args), opens=tuple(opens))
    if line.verb == "bids" and (_is_number(line.args) or line.args == MASK):
        assert line.seat is not None
        return Bids(line.seat, UNKNOWN if line.args == MASK else int(line.args), opens=tuple(opens))
    raise fault("tiny", "prize NUMBER" if line.verb == "prize" else "NAME: bids NUMBER")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 4


def write(setup: Setup, action: Any) -> Line:
    number = action.worth if isinstance(action, Prize) else action.count
    opens = tuple(f"{setup.name(part.seat)} {part.count}" for part in action.opens)
    return Line(action.seat, action.verb, MASK if number == UNKNOWN else str(number), opens)


GAME: Game[State] = Game(
    name="tiny",
    title="Highest Alone",
    prefix="tiny",
    seats=(2, 6),
    options=Options,
    rules=RULES,
    verbs=(
        Verb("bids", "NUMBER", "Bid in secret.", private=True),
        Verb("prize", "NUMBER", "What the round is worth.", table=True),
    ),
    start=start,
    to_act=to_act,
    judge=judge,
    candidates=candidates,
    apply=apply,
    draw=draw,
    odds=odds,
    guess=guess,
    view=view,
    redact=redact,
    outcome=outcome,
    public=public,
    read=read,
    write=write,
    private=lambda _setup, verb: verb == "bids",
)
