"""The values for the page templates of Liar Poker, on phones and on the big screen."""

from msgspec.structs import replace

from liarsdeck.language import later, say
from referee.core.cards import NAMES, UNKNOWN
from referee.core.screens import Arranged, Form, Option, OptionGroup, ScreenContext, forms, pressing, split
from referee.games.liar_poker.state import BETS, HAND, HANDS, State, down, hand_name, seven, to_show

WORDS = {
    "bets": later("Bet {v}"), "folds": later("Fold"), "reveals": later("Show {v}"), "claims": later("Claim {v}"),
    "suspects": later("Suspect"), "accepts": later("Trust"), "turns": later("Turn up {v}"),
    "board": later("The board is {v}"), "holds": later("This is my hand"),
}  # fmt: skip


def arrange(context: ScreenContext) -> Arranged:
    """Return the values that the page templates need for a phone, or for the big screen if ``context.seat`` is None."""
    state = context.view
    assert isinstance(state, State)
    page, names, seat = context.page, context.setup.seats, context.seat
    hand = [] if seat is None else [NAMES[card] for card in state.hands[seat] or () if card != UNKNOWN]
    left = [card for card in hand if not state.face >> NAMES.index(card) & 1]
    other = names[1 - seat] if seat is not None else ""
    found = [_form(state, one, left, other) for one in forms(page, WORDS, left)]
    verbs = pressing(page)
    pressed = [words for verb, words in _STEPS.items() if seat is not None and verb in verbs]
    step, ask, sub = pressed[0] if pressed else ("watch", "", "")
    if step == "reveal" and to_show(state) == 1:
        ask = later("Show one more card.")
    claimed = state.claimed or (UNKNOWN, UNKNOWN)
    return {
        "form": "poker",
        "where": say("round {n} · turn {turn}", n=state.round, turn=state.turn) if state.round else say("the board"),
        "step": step,
        "doing": say(_DOING.get(state.phase, "")),
        "due": page.wanted if state.phase != "turn-up" else (),
        "ask": say(ask, other=other),
        "sub": say(sub),
        "forms": split(found, "bets", "folds", "reveals", "claims", "suspects", "accepts", "turns")
        if step != "watch" or context.open else ([], found),
        "hand": hand,
        "left": left,
        "last": left[0] if len(left) == 1 else "",
        "truth": ""
        if step != "claim" or seat is None or len(left) != 1
        else say(_made(state, seat, NAMES.index(left[0]))),
        "makes": {
            NAMES[card]: say(HANDS[_made(state, seat, card)].made)
            for card in down(state)
        } if step == "claim" and seat is not None else {},
        "board": [NAMES[card] for card in state.board],
        "shown": [
            (name, [NAMES[card] for card in state.shown[at]], NAMES[claimed[at]] if claimed[at] >= 0 else "",
             NAMES[state.turned[at]] if state.turned[at] >= 0 else "", state.chips[at],
             say(hand_name(seven(state, at))) if state.claimed else "", name in page.wanted,
             say(BETS[state.bets[at]]) if state.bets else "", at == seat)
            for at, name in enumerate(names)
        ],
        "hidden": [HAND - len(state.shown[at]) - int(claimed[at] >= 0 or state.turned[at] >= 0) for at in (0, 1)],
        "pot": state.pot,
        "bonus": state.bonus,
        "chips": state.chips,
        "other": other,
        "risks": [] if seat is None
        else [say(sub)] if step == "suspect"
        else [say("This round is over for you, and {what}.", what=_folds(state, seat, other))],
        "mine": state.chips[seat] if seat is not None else 0,
        "theirs": state.chips[1 - seat] if seat is not None else 0,
        "titles": {},
    }  # fmt: skip


_DOING = {
    "bet": later("Bet in secret, or fold."), "reveal": later("Show cards, both at once."),
    "claim": later("What is your last card? True or not."), "suspect": later("Trust, or suspect?"),
    "turn-up": later("Turn up the card that is suspected."),
}  # fmt: skip
"""By phase: what is done now, as everybody reads it."""
_STEPS = {
    "bets": ("bet", later("Your bet."), later("Both bet at once. If you differ, both pay the middle.")),
    "reveals": ("reveal", later("Show three of your cards."), later("Both show at once.")),
    "claims": ("claim", later("Claim your last card."), ""),
    "suspects": (
        "suspect", later("Do you trust {other}?"),
        later("Both choose at once. A wrong suspicion costs half the pot."),
    ),
    "turns": ("turn-up", later("{other} suspects you. Turn it up."), ""),
    "holds": ("holds", "", ""),
}  # fmt: skip
"""By the verb that is pressed: the step, what is asked, and what is said below it."""


def _form(state: State, form: Form, left: list[str], other: str) -> Form:
    if form.verb == "bets" and form.groups:
        turn, bets = state.turn - 1, state.setup.options.bets
        options = tuple(
            Option(one.value, str(getattr(bets, one.value)[turn]), say(one.value), one.why, one.rule)
            for name in ("small", "middle", "large")
            for one in form.groups[0].options
            if one.value == name
        )
        return replace(form, groups=(replace(form.groups[0], look="bets", label=say("Bet"), options=options),))
    if form.verb == "folds":
        seat = 1 - state.setup.seats.index(other) if other else 0
        return replace(form, small=_folds(state, seat, other))
    if form.verb == "reveals" and left:
        count = to_show(state)
        group = OptionGroup("v", "fan", tuple(map(Option, left)), say("My hidden cards"), count, count)
        label = say("Show these three") if count == 3 else say("Show {v}")
        return replace(form, groups=(group,), label=label, line=form.line.partition(" reveals")[0] + " reveals {v}")
    return form


def _folds(state: State, seat: int, other: str) -> str:
    """Return what folding costs ``seat`` now, as the end of a sentence: “you pay nothing”.

    ``other`` is the other player's name.
    """
    if state.pot:
        return say("the pot of {pot} goes to {seat}", pot=state.pot, seat=other)
    small = min(state.setup.options.bets.small[0], state.chips[seat])
    if state.setup.options.first_fold != "small":
        return say("you pay nothing")
    return say("you pay {seat} {n}", seat=other, n=small)


def _made(state: State, seat: int, card: int) -> str:
    return hand_name((card, *state.shown[seat], *state.board))
