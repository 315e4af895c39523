"""Liar's Lair on phones and on the big screen."""

from bisect import bisect_left
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.english import listed
from referee.core.cards import cards_of
from referee.core.game import Setup
from referee.core.screens import (
    Arranged,
    Form,
    Moment,
    Option,
    OptionGroup,
    ScreenContext,
    VerbPrompt,
    forms,
    split,
    worded,
)
from referee.games.liars_lair.state import (
    DEAL,
    DECLARE,
    PLAY,
    QUESTION,
    RECLAIM,
    TAKE,
    Face,
    Plays,
    Shows,
    State,
    face,
    title_of,
)

WORDS = {
    "plays": "Play {v}", "takes": "Take {v}", "gives": "Give {v}", "reclaims": "Take {v} back", "shows": "Show {v}",
    "declares": "Declare", "passes": "Pass", "holds": "These are my cards", "start": "{v} leads",
}  # fmt: skip
ASKS = {
    PLAY: "{}, play a card.", TAKE: "Take one of {}.", RECLAIM: "{}, take one back.",
    DECLARE: "Could anybody prove you a liar?", QUESTION: "Show one card, or pass.",
    DEAL: "Which cards were you dealt?",
}  # fmt: skip
_OWN = "You played {}, {}, yourself this round. You may take any other card: {}."
_FEW = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class TablePlace(Struct, frozen=True):
    """A place at the table: who sits there, and the card that lies in front of them."""

    name: str
    cards: int
    face: Face | None
    acts: bool
    last: bool


class Fall(Struct, frozen=True):
    """Somebody is out: who, whose card did it, the true one and the lie, None where it was not seen."""

    who: str
    by: str
    true: Face | None
    lie: Face | None
    left: int
    taker: str
    own: bool = False


def few(count: int) -> str:
    """Return a small number as a word."""
    return _FEW[count] if count < len(_FEW) else str(count)


def arrange(context: ScreenContext) -> Arranged:
    """Return what a phone or the big screen draws."""
    state = context.view
    assert isinstance(state, State)
    setup, page, names = context.setup, context.page, context.setup.seats
    table = [face(setup, card, names[seat]) for card, seat in state.table]
    last = state.table[-1][0] if state.table else 0
    mine = context.seat is not None and any(answers.choices or answers.fields for answers in page.answers)
    in_play = {seat: face(setup, card) for card, seat in state.table}
    order = [(state.start or 0) + at for at in range(len(names))]
    spots = [
        TablePlace(names[seat], state.sizes[seat], in_play.get(seat), names[seat] in page.wanted,
             bool(state.table) and state.table[-1][1] == seat)
        for seat in (at % len(names) for at in order)
        if state.is_in(seat)
    ]  # fmt: skip
    falls = [fall for moment in context.moments for fall in _falls(setup, moment)]
    declared = state.declarers[0] if state.phase == QUESTION else None
    out = context.seat is not None and context.seat in state.out
    return {
        "form": "lair",
        "where": "dealing" if state.phase == DEAL else f"end of round {state.round}" if state.phase == DECLARE
        else f"round {state.round} · questioning" if state.phase == QUESTION else f"round {state.round}",
        "step": state.phase if mine else "out" if out else "watch",
        "phase": state.phase,
        "ask": ASKS.get(state.phase, "").format(_asked(context, state)),
        "forms": _forms(context, state),
        "table": table,
        "last": last,
        "spots": spots,
        "fall": falls[-1] if falls else None,
        "own_fall": own_fall(context) if out else None,
        "declarer": "" if declared is None else names[declared],
        "open_hand": [] if declared is None else [face(setup, card) for card in cards_of(state.hands[declared])],
        "in": sum(map(state.is_in, range(len(names)))),
        "titles": _titles(setup),
        "you": page.you,
        "nothing": next((one.line for answers in page.answers for one in answers.choices if one.args == "nothing"), ""),
        "facts": _facts(setup, page.answers) if state.phase == TAKE and mine else {},
        "lives": state.sizes[context.seat] if context.seat is not None else 0,
        "count": few(state.sizes[context.seat]) if context.seat is not None else "",
    }  # fmt: skip


def _titles(setup: Setup) -> dict[int, str]:
    assert setup.facts is not None
    return setup.facts.titled


def _facts(setup: Setup, answers: Sequence[VerbPrompt]) -> dict[str, str]:
    """Return what is written on the cards of a departing hand."""
    assert setup.facts is not None
    numbers = [one.args for group in answers for one in group.choices if one.args.isdigit()]
    return {number: setup.facts.card(int(number)).text for number in numbers}


def _asked(context: ScreenContext, state: State) -> str:
    if state.phase == TAKE and state.departing is not None:
        return f"{context.setup.seats[state.departing]}’s {few(state.sizes[state.departing])}"
    return context.page.you


def _forms(context: ScreenContext, state: State) -> tuple[list[Form], list[Form]]:
    setup = context.setup
    owners = {card: setup.seats[seat] for card, seat in state.table}
    found = forms(context.page, WORDS)
    if state.phase != DEAL:
        found = [
            replace(one, groups=tuple(_rows(setup, group, owners) for group in one.groups))
            if one.verb in {"plays", "takes", "gives", "reclaims", "shows"} else one
            for one in found
        ]  # fmt: skip
    found = [worded(one, {"nothing": ("Take nothing", "")}) for one in found]
    return split(found, "plays", "takes", "gives", "reclaims", "declares", "passes", "shows", "holds")


def _rows(setup: Setup, group: OptionGroup, owners: dict[int, str]) -> OptionGroup:
    others = listed([one.value for one in group.options if one.value.isdigit() and not one.why], "or")
    return replace(group, look="lair", options=tuple(_row(setup, one, owners, others) for one in group.options))


def _row(setup: Setup, one: Option, owners: dict[int, str], others: str) -> Option:
    if not one.value.isdigit():
        return one
    title = title_of(setup, int(one.value))
    why = _OWN.format(one.value, title, others) if one.rule == "lair.reclaim-own" else one.why
    return replace(one, word=title, small=owners.get(int(one.value), ""), why=why)


def _falls(setup: Setup, moment: Moment) -> list[Fall]:
    """Return who was knocked out by a line, as its eyes could see."""
    before, after = moment.before, moment.after
    assert isinstance(before, State)
    assert isinstance(after, State)
    return [_fall(setup, before, moment.action, after, seat) for seat in after.out[len(before.out) :]]


def _fall(setup: Setup, before: State, action: object, after: State, seat: int) -> Fall:
    names = setup.seats
    left = after.sizes[seat]
    taker = names[after.taker] if after.phase == TAKE and after.taker is not None else ""
    if isinstance(action, Plays):
        other, owner = next((card, who) for card, who in before.table if card == before.partner[action.card])
        cards = {action.card: action.seat, other: owner}
        lie, true = sorted(cards, key=lambda card: after.true >> card & 1)
        by = names[cards[true]]
        return Fall(names[seat], by, face(setup, true, by, True), face(setup, lie, names[seat], False), left, taker)
    if isinstance(action, Shows) and not after.true >> action.card & 1:
        return Fall(
            names[seat], names[before.declarers[0]], None, face(setup, action.card, names[seat], False), left, ""
        )
    if isinstance(action, Shows) and before.declarers and seat == before.declarers[0]:
        by, lie = names[action.seat], before.partner[action.card]
        return Fall(names[seat], by, face(setup, action.card, by, True), face(setup, lie, names[seat], False), left, "")
    hand = cards_of(before.hands[seat] | after.hands[seat])
    both = [card for card in hand if before.partner[card] in hand]
    faces = [face(setup, card, names[seat]) for card in both[:1] + [before.partner[card] for card in both[:1]]]
    return Fall(names[seat], "", faces[0] if faces else None, faces[1] if faces else None, left, "", own=True)


def own_fall(context: ScreenContext) -> Fall | None:
    """Return how the seat of these eyes was knocked out, None where it left by itself."""
    assert context.seat is not None
    name, past = context.setup.seats[context.seat], context.past()

    def is_out(place: int) -> bool:
        return place >= len(past) or context.seat in getattr(past[place].after, "out", ())

    at = bisect_left(
        range(1 << len(past).bit_length()), True, key=is_out
    )  # the same few places are asked at every line
    found = _falls(context.setup, past[at]) if at < len(past) else []
    return next((fall for fall in found if fall.who == name), None)
