"""What the referee says in a game of Red & Black: sentences, the river, the private screen."""

from liarsdeck.english import counted, listed
from referee.core.game import Turn
from referee.core.refusals import infinitive
from referee.core.screens import Screen
from referee.games.red_and_black.actions import (
    COLOURS,
    MASKED,
    Attacks,
    Calls,
    Dealer,
    Defends,
    Discards,
    Guesses,
    Holds,
    Leaves,
    Move,
    Peeks,
    Reveals,
    River,
    Swaps,
    spelled,
)
from referee.games.red_and_black.state import State, outcome, own_reds, possible


def ask(state: State, turn: Turn) -> str:
    """Return one line of what is asked for now."""
    name = state.setup.name(turn.seat)
    match state.phase:
        case "dealer":
            return "Who deals?"
        case "call":
            if None not in state.entered_reds:  # the referee dealt
                return f"{name}, which colour will the last card of the river be?"
            return f"Deal the hands and all of the river but its last card. {name}, which colour will that be?"
        case "deal":
            return "Deal the last river card. What is the river, left to right?"
        case "peeked":
            return f"{name}, swap slot {state.peeked + 1} or leave it?"
        case "defend" if "defends" in turn.verbs:
            return f"{name} defends: how many, of which colour?"
        case "river" if turn.seat is None:
            return "Turn the whole river up. What lies there?"
        case "discard":
            return f"{name} discards {_cards(state.owed)}. Which?"
        case "reveal":
            return f"{name}, lay your hand open: how many black, how many red?"
        case "turn" if turn.seat == state.turn:
            verbs = sorted(turn.verbs, key=["attacks", "peeks", "swaps", "guesses"].index)
            return f"{name}, {listed(map(infinitive, verbs))}?"
    return ""


def narrate(before: State, action: Move, after: State) -> str:
    """Return the sentence of what happened, from views."""
    name = before.setup.name(action.seat)
    match action:
        case Dealer():
            return f"{before.setup.seats[action.who]} deals."
        case Holds():
            return f"{name}’s hand is noted."
        case Calls():
            return f"{name} calls {COLOURS[action.colour]}."
        case River():
            return f"The river is {_listed(action.slots)}. {_river(before, action, after)}"
        case Swaps():
            laid = f" {name} laid {colour}." if (colour := _named(action.colour)) else ""
            return f"{name} swaps with slot {action.slot}, which is face down now.{laid}"
        case Peeks():
            return f"{name} peeks at slot {action.slot}{f': {colour}' if (colour := _named(action.colour)) else ''}."
        case Leaves():
            return f"{name} goes home." if after.left >= 0 else f"{name} leaves slot {before.peeked + 1} as it is."
        case Attacks():
            return f"{name} attacks with {action.count} {COLOURS[action.colour]}."
        case Defends():
            end = " The river comes into play."
            if after.phase != "river":
                end = f" {_settled(before, after, (action.count, action.colour))}"
            return f"{name} defends with {action.count} {COLOURS[action.colour]}.{end}"
        case Discards():
            return f"{name} discards {', '.join(COLOURS[colour] for colour in action.cards)}."
        case Guesses():
            return f"{name} guesses {action.blacks} black, {action.reds} red."
        case Reveals():
            return f"{name} reveals {action.blacks} black, {action.reds} red. {outcome(after).reason}."


def _named(colour: int | None) -> str:
    return "" if colour is None or colour == MASKED else COLOURS[colour]


def _river(before: State, action: River, after: State) -> str:
    if before.phase != "deal":
        return _settled(before, after, before.defence)
    call = "right" if action.slots[-1] == before.called else "wrong"
    return f"The call was {call}: {before.setup.seats[after.turn]} begins."


def _settled(before: State, after: State, defence: tuple[int, int]) -> str:
    """Say how strong both sides were, and what comes of it."""
    names, (attack, colour), (count, other) = before.setup.seats, before.attack, defence
    attacker, defender = names[before.turn], names[1 - before.turn]
    one, two = (f"{number} {COLOURS[tone]}" for number, tone in ((attack, colour), (count, other)))
    if colour != other:
        rivers = [sum(slot == tone for slot in after.slots) for tone in (colour, other)]
        one, two = f"{one} and {rivers[0]} in the river", f"{two} and {rivers[1]}"
        attack, count = attack + rivers[0], count + rivers[1]
    sides = f"{attacker} has {one}, {defender} {two}"
    if after.phase == "discard":
        return f"{sides}: the attack is stronger by {attack - count}, and {defender} discards {_cards(after.owed)}."
    if attack > count:
        return f"{sides}: the attack is stronger, but {defender} has no card to discard."
    return f"{sides}: the attack is held off."


def show(state: State, seat: int | None) -> Screen:
    """Return the table: the river as slots, the hand sizes, what was laid off.

    What can still be stands there for a seat alone, or where the table wants it: it would solve the game for all.
    """
    possibly = seat is not None or state.setup.options.possible == "shared"
    names = state.setup.seats
    river = "   ".join(f"{at} {'·' if slot is None else COLOURS[slot]}" for at, slot in enumerate(state.slots, 1))
    if state.dealer < 0:
        return Screen(title="Red & Black")
    rows = tuple(
        (
            f"▸ {name}" if who == state.turn else f"  {name}",
            str(state.sizes[who]),
            " ".join(COLOURS[colour][0] for colour in state.discards[who]),
            *([" ".join(map(str, possible(state, who)))] if possibly else []),
        )
        for who, name in enumerate(names)
    )
    lines = (f"River: {river}",) if river else ()
    return Screen(
        title="Red & Black",
        columns=("", "cards", "discards", *(["red possible"] if possibly else [])),
        rows=rows,
        lines=lines,
    )


def hand(state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
    """Return a seat's cards as far as it has told the referee: exactly, or between which numbers of red."""
    reds, size = own_reds(state, seat), state.sizes[seat]
    if reds is None:
        return ()
    if len(reds) == 1:
        return tuple((colour, "", "") for colour in spelled(reds[0], size - reds[0]).split())
    return ((f"{min(reds)} to {max(reds)} red of {size}", "", "since a swap"),)


def notebook(state: State, seat: int) -> Screen:
    """Return what the other hand and the river can be for ``seat``, who knows the hand that it entered."""
    sets = state.sets
    if not sets.table:
        return Screen()
    other, own = 1 - seat, (sets.first, sets.second)[seat]
    lines = []
    for title, worlds in (("From the table alone", sets.table), ("With your hand as you entered it", own)):
        if title.startswith("From") or own != sets.table:
            reds = " or ".join(map(str, state.shape.reds(worlds, other)))
            lines.append(f"{title}, {state.setup.seats[other]} can have {reds} red of {state.sizes[other]}.")
            down = [
                f"{at + 1} {' or '.join(COLOURS[colour] for colour in state.shape.colours(worlds, at))}"
                for at, slot in enumerate(state.slots)
                if slot is None
            ]
            lines += [f"  Face-down slots: {', '.join(down)}."] if down else []
    return Screen(title="Notebook", lines=tuple(lines))


def _cards(count: int) -> str:
    return counted(count, "card")


def _listed(slots: tuple[int, ...]) -> str:
    return ", ".join(COLOURS[colour] for colour in slots)


def explain(before: State, action: Move, after: State) -> tuple[str, ...]:
    """Return why an attack or a guess was judged as it was; () for a line that settled none."""
    settled = isinstance(action, Defends | River) and before.phase in {"defend", "river"} and after.phase != "river"
    return (narrate(before, action, after),) if settled or isinstance(action, Reveals) else ()
