"""The pages of Lizard: phones and the big screen."""

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.english import counted
from referee.core.cards import LIZARD, SNAKE, SUIT_NAMES, SUITS, UNKNOWN
from referee.core.screens import Arranged, Form, Option, ScreenContext, by_suit, forms, pressing, split
from referee.games.lizard.game import NAMES, State
from referee.games.lizard.words import leads

WORDS = {
    "bids": "Bid {v}", "plays": "Play {v}", "calls": "{v} are trump", "holds": "This is my hand", "won": "I won {v}",
    "trump": "Turned: {v}", "trick": "{v} took it", "dealer": "{v} deals",
}  # fmt: skip


class SeatRow(Struct, frozen=True):
    """A seat's row: bid, tricks won, points; ``bid`` is None if it is not known yet."""

    name: str
    bid: int | None
    won: int
    total: int
    acts: bool
    you: bool
    made: bool


class TrickCard(Struct, frozen=True):
    """A place in the trick: the player, and the card, or "" while it is awaited."""

    name: str
    card: str
    acts: bool
    you: bool
    led: bool


def arrange(context: ScreenContext) -> Arranged:
    """Return the values that the page templates need for a phone, or for the big screen if ``context.seat`` is None."""
    state = context.view
    assert isinstance(state, State)
    page, names = context.page, context.setup.seats
    hand = []
    if context.seat is not None:
        hand = by_suit([NAMES[card] for card in state.hands[context.seat] or () if card != UNKNOWN])
    found = [_form(state, one) for one in forms(page, WORDS, hand)]
    mine = bool(found) and context.seat is not None
    verbs = pressing(page)
    step = next((step for verb, step in _STEPS if mine and verb in verbs), "watch")
    bids = [bid for bid in state.bids if bid is not None and bid >= 0]
    return {
        "form": "lizard",
        "where": _where(state),
        "step": step,
        "doing": _doing(state),
        "due": _due(context, state),
        "ask": _ask(state, step, page.question),
        "sub": _sub(state, step),
        "forms": split(found, "bids", "plays", "calls", "won") if step != "watch" or context.open else ([], found),
        "hand": hand,
        "hand_known": bool(hand),
        "rows": _rows(context, state),
        "trick": _trick(context, state),
        "turned": NAMES[state.turned[-1]] if state.turned else "",
        "trump": SUITS[state.trump] if state.trump >= 0 else "",
        "trump_word": _trump(state),
        "follow": SUITS[state.follow] if state.follow >= 0 and state.trick else "",
        "bid_sum": sum(bids),
        "all_bid": _all_bid(state),
        "tricks": state.round,
        "dealer": names[state.dealer] if state.dealer >= 0 else "",
        "tight": _tight(state, bids),
        "titles": {},
        "below": _below(context, state),
        "bidding": state.phase == "bid",
        "leads": leads(state),
    }


_STEPS = (("bids", "bid"), ("plays", "play"), ("calls", "call"), ("won", "won"), ("holds", "holds"))


def _all_bid(state: State) -> bool:
    return state.phase != "bid" and all(bid is not None and bid >= 0 for bid in state.bids)


def _doing(state: State) -> str:
    """Return what is done now, as everybody reads it."""
    if state.phase == "bid":
        return "Will you win the trick?" if state.round == 1 else "How many tricks will you win?"
    if state.phase == "call":
        return "Which suit is trump?"
    if state.phase == "play":
        if not state.trick:
            return "Lead any card."
        return f"Follow {SUIT_NAMES[state.follow]}, if you can." if state.follow >= 0 else "Play any card."
    return ""


def _due(context: ScreenContext, state: State) -> list[str]:
    """Return who has still to bid, or to play to the trick."""
    names = context.setup.seats
    if state.phase == "bid":
        return [name for name, bid in zip(names, state.bids, strict=True) if bid is None]
    at = range(len(state.trick), len(names)) if state.phase == "play" else ()
    return [names[(state.leader + place) % len(names)] for place in at]


def _below(context: ScreenContext, state: State) -> dict[str, str]:
    """Return what stands under the names: “1 of 2” while tricks are played, else the bid or the points."""
    found = {}
    for mark, bid, won in zip(context.page.seats, state.bids, state.won, strict=True):
        if _all_bid(state):
            found[mark.name] = f"{won} of {bid}"
        elif bid is not None:
            found[mark.name] = f"bid {bid}" if bid >= 0 else "has bid"
        else:
            found[mark.name] = str(mark.score).replace("-", "−")
    return found


def _where(state: State) -> str:
    if state.phase == "dealer":
        return "who deals?"
    where = f"round {state.round} of {state.last}"
    return f"{where} · trick {state.number} of {state.round}" if state.phase == "play" else where


def _ask(state: State, step: str, question: str) -> str:
    if step == "bid":
        return "Will you win the trick?" if state.round == 1 else "How many tricks are yours?"
    if step == "play":
        if state.follow >= 0 and state.trick:
            return f"Follow {SUIT_NAMES[state.follow]}."
        return "Play any card." if state.trick else "You lead."
    return {"call": "Which suit is trump?", "won": "How many tricks did you win?", "holds": "Show me your hand?"}.get(
        step, question
    )


def _sub(state: State, step: str) -> str:
    if step == "bid":
        secret = state.setup.options.estimates == "secret"
        return f"{'All bid at once. ' if secret else ''}Exactly right: 20, and 10 for each trick."
    if step == "play":
        return "A lizard or a snake may always be played." if state.follow >= 0 and state.trick else ""
    return ""


def _form(state: State, form: Form) -> Form:
    if form.verb == "calls" and form.groups:
        suits = tuple(
            Option(word, word.capitalize(), why=one.why, rule=one.rule)
            for one in form.groups[0].options
            for word in [one.value]
        )
        return replace(form, groups=(replace(form.groups[0], look="named-suits", options=suits),))
    if form.verb == "plays" and form.groups and form.groups[0].look == "fan":
        order = by_suit([one.value for one in form.groups[0].options])
        by_value = {one.value: one for one in form.groups[0].options}
        held = by_suit([NAMES[card] for card in state.hands[_seat(state, form)] or () if card != UNKNOWN])
        options = tuple(by_value[card] for card in (held if set(held) == set(order) else order))
        return replace(form, groups=(replace(form.groups[0], options=options),))
    if form.verb == "bids" and state.round == 1 and form.groups:  # “Will you win the trick?”
        group = form.groups[0]
        options = tuple(replace(one, word={"0": "No", "1": "Yes"}.get(one.value, "")) for one in group.options)
        return replace(form, straight=True, groups=(replace(group, look="three", options=options),))
    return form


def _seat(state: State, form: Form) -> int:
    return state.setup.seats.index(form.line.partition(": ")[0])


def _rows(context: ScreenContext, state: State) -> list[SeatRow]:
    names, secret = context.setup.seats, state.setup.options.estimates == "secret" and None in state.bids
    rows = [
        SeatRow(name, bid if bid is not None and bid >= 0 and not (secret and context.open) else None, state.won[seat],
            state.totals[seat], name in context.page.wanted, seat == context.seat, bid is not None)
        for seat, (name, bid) in enumerate(zip(names, state.bids, strict=True))
    ]  # fmt: skip
    return sorted(rows, key=lambda row: -row.total) if context.open else rows


def _trick(context: ScreenContext, state: State) -> list[TrickCard]:
    """Return the trick from its leader clockwise."""
    names = context.setup.seats
    cards, leader = list(state.trick), state.leader
    if state.phase != "play":
        return []
    order = [(leader + at) % len(names) for at in range(len(names))]
    return [
        TrickCard(
            names[seat], NAMES[cards[at]] if at < len(cards) else "",
            names[seat] in context.page.wanted and at == len(cards), seat == context.seat, at == 0,
        )
        for at, seat in enumerate(order)
    ]  # fmt: skip


def _trump(state: State) -> str:
    if state.trump >= 0:
        return SUIT_NAMES[state.trump]
    if state.turned and state.turned[-1] == SNAKE:
        return "no trump"
    if state.turned and state.turned[-1] == LIZARD and state.phase == "call":
        return "to be called"
    return "none" if state.phase not in {"trump", "dealer"} else "not yet"


def _tight(state: State, bids: list[int]) -> str:
    """Return a remark on the bids when all are in."""
    if len(bids) < len(state.hands) or state.phase not in {"play", "tricks", "won"}:
        return ""
    over = sum(bids) - state.round
    said = f"{sum(bids)} bid, for {counted(state.round, 'trick')}"
    if not over:
        return f"{said}: everybody could be right."
    return f"{said}: somebody will have one too {'few' if over > 0 else 'many'}."
