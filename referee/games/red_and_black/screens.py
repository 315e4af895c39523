"""Makes the template values for the pages of Red & Black: the players' phones and the big screen."""

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.english import capfirst
from liarsdeck.language import either, later, say, say_n
from referee.core.screens import Arranged, Form, Option, OptionGroup, ScreenContext, forms, holdings, pressing, split
from referee.games.red_and_black.state import COLOURS, State, counted

WORDS = {
    "attacks": later("Attack with {v}"), "defends": later("Defend with {v}"), "calls": later("It will be {v}"),
    "leaves": later("Leave it"), "discards": later("Discard {v}"), "guesses": later("Guess: {v}"),
    "reveals": later("Reveal {v}"), "dealer": later("{v} deals"), "river": later("The river lies so"),
    "holds": later("This is my hand"),
}  # fmt: skip


class Slot(Struct, frozen=True):
    """A slot of the river: its colour, or "" if it is face down. ``known`` is the colour if only this seat knows it."""

    colour: str
    known: str = ""


def arrange(context: ScreenContext) -> Arranged:
    """Return the values that the page templates need for a phone, or for the big screen if ``context.seat`` is None."""
    state = context.view
    assert isinstance(state, State)
    page, names = context.page, context.setup.seats
    other = names[1 - context.seat] if context.seat is not None else ""
    titles = {"guesses": say("Guess {seat}’s hand", seat=other), "swaps": say("Swap"), "peeks": say("Peek")}
    found = [replace(_form(state, one), title=titles.get(one.verb, "")) for one in forms(page, WORDS)]
    verbs = pressing(page)
    ways = [*[say("attack")] * bool(state.turns), say("swap a card"), *[say("peek at one")] * (None in state.slots)]
    may = capfirst(either(ways))
    mine = context.seat is not None
    step = next((step for verb, step in _STEPS if mine and verb in verbs), "watch")
    mains = ("attacks", "defends", "calls", "discards", "reveals")
    instead = next((verb for verb in ("swaps", "peeks") if verb in verbs), "")
    first, more = split(found, *(mains if verbs & set(mains) or not instead else (instead,)))
    if step == "peeked":
        first, more = split(found, "swaps", "leaves")
    if step == "watch" and found:
        first, more = [], found
    return {
        "form": "redblack",
        "where": _where(state, step),
        "step": step,
        "doing": {
            "call": say("Which colour will the last card be?"),
            "turn": f"{may}.",
            "defend": say("Defend against {cards}.", cards=counted(*state.attack)),
            "peeked": say("Swap it, or leave it?"),
            "discard": say_n("Discard {n} card.", "Discard {n} cards.", state.owed),
            "reveal": say("Reveal the hand."),
        }.get(state.phase, ""),
        "ask": _ask(state, step) if step != "turn" or "attacks" in verbs else f"{may}?",
        "sub": _sub(state, step) if step != "turn" or "attacks" in verbs else say("No attack on the first turn."),
        "forms": (first, more),
        "river": [Slot("" if slot is None else COLOURS[slot]) for slot in state.slots],
        "hands": [
            (name, state.sizes[seat], name in page.wanted, [COLOURS[card] for card in state.discards[seat]])
            for seat, name in enumerate(names)
        ],
        "attack": counted(*state.attack) if state.phase in {"defend", "river", "discard"} else "",
        "defence": counted(*state.defence) if state.phase in {"river", "discard"} else "",
        "attacker": names[state.turn] if state.turn >= 0 else "",
        "defender": names[1 - state.turn] if state.turn >= 0 else "",
        "other": other,
        "facts": holdings(page, state.sizes),
        "titles": {},
    }


_STEPS = (
    ("attacks", "turn"), ("defends", "defend"), ("calls", "call"), ("discards", "discard"), ("reveals", "reveal"),
    ("leaves", "peeked"), ("peeks", "turn"), ("swaps", "turn"), ("holds", "holds"),
)  # fmt: skip


def _where(state: State, step: str) -> str:
    if state.phase == "dealer":
        return say("who deals?")
    return say("your turn") if step == "turn" else say("turn {n}", n=state.turns + 1)


def _ask(state: State, step: str) -> str:
    return {
        "turn": say("Attack with how many, and of which colour?"),
        "defend": say("How do you defend?"),
        "call": say("Which colour will the last card be?"),
        "discard": say_n("Discard {n} card.", "Discard {n} cards.", state.owed),
        "reveal": say("Reveal your hand."),
        "holds": say("Which cards do you hold?"),
        "peeked": say("Hold your hand to see the card. Swap it, or leave it?"),
    }.get(step, "")


def _sub(state: State, step: str) -> str:
    if step == "defend":
        return say(
            "In {colour} the river stays out of it. In the other colour all of it is turned up, and yours there fight "
            "for you.", colour=say(COLOURS[state.attack[1]]),
        )  # fmt: skip
    return {
        "turn": say(
            "Against the same colour the river stays out of it. Against the other it is turned up, and yours there "
            "fight for you."
        ),
        "call": say("Right: you go first. Wrong: the dealer does."),
    }.get(step, "")  # fmt: skip


def _form(state: State, form: Form) -> Form:
    groups = tuple(replace(group, options=tuple(map(_covered, group.options))) for group in form.groups)
    if form.verb == "reveals" and groups != form.groups:
        return replace(form, label=say("Reveal my hand"), groups=(), only=True)
    return _looking(state, replace(form, groups=groups))


def _covered(option: Option) -> Option:
    """Return the option of a form without its refusal, if only the player's hand forbids the option.

    So the form tells nothing of the hand while it is covered; the refusal is shown when the option is tried.
    """
    return replace(option, why="", rule="") if option.rule == "redblack.held" else option


def _looking(state: State, form: Form) -> Form:
    if form.verb in {"attacks", "defends"} and form.groups:
        group = form.groups[0]
        options = tuple(replace(one, word=_worded(one.value)) for one in group.options)
        return replace(form, groups=(replace(group, look="strength", options=options),))
    if form.verb == "calls" and form.groups:
        group = form.groups[0]
        options = tuple(map(_laid, group.options))
        return replace(form, groups=(replace(group, look="colours", options=options),))
    if form.verb in {"guesses", "reveals", "discards", "holds", "river"} and form.groups:
        return replace(form, groups=tuple(map(_hands, form.groups)))
    if form.verb in {"swaps", "peeks"} and form.groups:
        first, *rest = form.groups
        slots = replace(first, look="slots", label="", options=tuple(_slot(state, one) for one in first.options))
        lays = tuple(replace(one, look="colours", label="", options=tuple(map(_laid, one.options))) for one in rest)
        label = _LABELS[form.verb, bool(lays)]
        names = {"slot": f"{{{first.name}}}", "colour": f"{{{lays[0].name}}}" if lays else ""}
        return replace(form, label=say(label, **names), groups=(slots, *lays))
    return form


_LABELS = {
    ("swaps", True): later("Swap the {slot}, lay {colour}"), ("swaps", False): later("Swap the {slot}"),
    ("peeks", True): later("Peek at the {slot}, lay {colour}"), ("peeks", False): later("Peek at the {slot}"),
}  # fmt: skip


def _worded(value: str) -> str:
    """Return a text such as “2 red” with its colours in the current language."""
    return " ".join(say(word) if word in COLOURS else word for word in value.split())


def _hands(group: OptionGroup) -> OptionGroup:
    """Return the group with each option shown as pictures of the cards in a hand.

    The value of each option must be a hand in words, such as “2 black 1 red” or “black red”.
    """

    def drawn(option: Option) -> Option:
        cards: list[str] = []
        count = 1
        for word in option.value.split():
            if word.isdigit():
                count = int(word)
            else:
                cards += [word] * count
                count = 1
        return replace(option, drawn=tuple(cards), word=_worded(option.value))

    return replace(group, look="hands", options=tuple(map(drawn, group.options)))


def _slot(state: State, option: Option) -> Option:
    """Return the option of a river slot with its label (the slot's place) and the text below it.

    The option's value is the slot's number, from 1, and perhaps a colour. The text below says what lies in the slot,
    and which colour would be laid there, if the value has one.
    """
    words = option.value.split()
    at = int(words[0]) - 1
    slot = state.slots[at] if at < len(state.slots) else None
    where = say("slot {n}", n=at + 1) if len(state.slots) != 3 else say(_PLACES[at])
    lies = say("face down") if slot is None else say(COLOURS[slot])
    if len(words) > 1:
        lies = say("{what}, lay {colour}", what=lies, colour=say(words[1]))
    return replace(option, word=where, small=lies)


_PLACES = (later("first"), later("middle"), later("last"))


def _laid(option: Option) -> Option:
    return replace(option, word=say(option.value))
