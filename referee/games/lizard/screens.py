"""Makes the template values for the pages of Lizard: the players' phones and the big screen."""

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.english import capfirst
from liarsdeck.language import later, later_n, say, say_n
from referee.core.cards import LIZARD, SNAKE, SUIT_NAMES, SUITS, UNKNOWN
from referee.core.screens import Arranged, Form, Option, ScreenContext, by_suit, forms, pressing, split
from referee.games.lizard.game import NAMES, State
from referee.games.lizard.words import leads

WORDS = {
    "bids": later("Bid {v}"), "plays": later("Play {v}"), "calls": later("{v} are trump"),
    "holds": later("This is my hand"), "won": later("I won {v}"), "trump": later("Turned: {v}"),
    "trick": later("{v} took it"), "dealer": later("{v} deals"),
}  # fmt: skip


class SeatRow(Struct, frozen=True):
    """A row for one player.

    ``name`` is the player's name. ``bid`` is the bid (None if it is not made or not known), ``won`` the number of
    tricks won in this round, and ``total`` the points so far. ``acts`` is True if it is this player's turn, ``you`` if
    the phone is this player's, and ``made`` if the bid has been made, even if it is not known.
    """

    name: str
    bid: int | None
    won: int
    total: int
    acts: bool
    you: bool
    made: bool


class TrickCard(Struct, frozen=True):
    """A place in the trick that is being played.

    ``name`` is the player's name, and ``card`` the card as a record names it, "" before it is played. ``acts`` is True
    if it is this player's turn, ``you`` if the phone is this player's, and ``led`` if this player leads the trick.
    """

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
        "trump_word": say(_trump(state)),
        "untrumped": _trump(state) in {"no trump", "none"},
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
    """Return the sentence that tells everybody what is done now; "" if there is none in this phase."""
    if state.phase == "bid":
        return say("Will you win the trick?") if state.round == 1 else say("How many tricks will you win?")
    if state.phase == "call":
        return say("Which suit is trump?")
    if state.phase == "play":
        if not state.trick:
            return say("Lead any card.")
        if state.follow < 0:
            return say("Play any card.")
        return say("Follow {suit}, if you can.", suit=say(SUIT_NAMES[state.follow]))
    return ""


def _due(context: ScreenContext, state: State) -> list[str]:
    """Return the names of the players who still have to bid, or to play a card to the trick; else []."""
    names = context.setup.seats
    if state.phase == "bid":
        return [name for name, bid in zip(names, state.bids, strict=True) if bid is None]
    at = range(len(state.trick), len(names)) if state.phase == "play" else ()
    return [names[(state.leader + place) % len(names)] for place in at]


def _below(context: ScreenContext, state: State) -> dict[str, str]:
    """Return {name: text} with what stands below each player's name.

    It is the tricks won and the bid (“1 of 2”) once all bids are known, else the bid, or the points before it is made.
    """
    found = {}
    for mark, bid, won in zip(context.page.seats, state.bids, state.won, strict=True):
        if _all_bid(state):
            found[mark.name] = say("{won} of {bid}", won=won, bid=bid)
        elif bid is not None:
            found[mark.name] = say("bid {bid}", bid=bid) if bid >= 0 else say("has bid")
        else:
            found[mark.name] = str(mark.score).replace("-", "−")
    return found


def _where(state: State) -> str:
    if state.phase == "dealer":
        return say("who deals?")
    where = say("round {n} of {all}", n=state.round, all=state.last)
    if state.phase != "play":
        return where
    return say("{where} · trick {n} of {all}", where=where, n=state.number, all=state.round)


def _ask(state: State, step: str, question: str) -> str:
    if step == "bid":
        return say("Will you win the trick?") if state.round == 1 else say("How many tricks are yours?")
    if step == "play":
        if state.follow >= 0 and state.trick:
            return say("Follow {suit} if you can.", suit=say(SUIT_NAMES[state.follow]))
        return say("Play any card.") if state.trick else say("You lead.")
    return say(_ASKS[step]) if step in _ASKS else question


_ASKS = {
    "call": later("Which suit is trump?"), "won": later("How many tricks did you win?"),
    "holds": later("Show me your hand?"),
}  # fmt: skip


def _sub(state: State, step: str) -> str:
    if step == "bid":
        right = say("Exactly right: 20, and 10 for each trick.")
        return f"{say('All bid at once.')} {right}" if state.setup.options.estimates == "secret" else right
    if step == "play":
        follows = state.follow >= 0 and state.trick
        return say("If not, play anything. A lizard or a snake is always allowed.") if follows else ""
    return ""


def _form(state: State, form: Form) -> Form:
    if form.verb == "calls" and form.groups:
        suits = tuple(
            Option(word, capfirst(say(word)), why=one.why, rule=one.rule)
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
        options = tuple(
            replace(one, word={"0": say("No"), "1": say("Yes")}.get(one.value, "")) for one in group.options
        )
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
    """Return a TrickCard for each player, clockwise from the trick's leader; [] in phases but “play”."""
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
        return later("no trump")
    if state.turned and state.turned[-1] == LIZARD and state.phase == "call":
        return later("to be called")
    return later("none") if state.phase not in {"trump", "dealer"} else later("not yet")


def _tight(state: State, bids: list[int]) -> str:
    """Return a remark on the sum of the bids if it is the number of tricks, or one more or less; else "".

    There is no remark before all bids are known. ``bids`` has the bids that are known.
    """
    if len(bids) < len(state.hands) or state.phase not in {"play", "tricks", "won"}:
        return ""
    over = sum(bids) - state.round
    if abs(over) > 1:
        return ""
    one, many = _EVEN if not over else _OVER if over > 0 else _UNDER
    return say_n(one, many, state.round, bids=sum(bids))


_EVEN = later_n(
    "{bids} bid, for {n} trick: everybody could be right.", "{bids} bid, for {n} tricks: everybody could be right."
)
_OVER = later_n(
    "{bids} bid, for {n} trick: somebody will have too few.",
    "{bids} bid, for {n} tricks: somebody will have too few.",
)
_UNDER = later_n(
    "{bids} bid, for {n} trick: somebody will have too many.",
    "{bids} bid, for {n} tricks: somebody will have too many.",
)
