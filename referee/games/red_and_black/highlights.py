"""What is worth remembering of Red & Black: a card that lay face down for long, a close attack, a bold guess."""

from collections.abc import Iterator, Sequence

from liarsdeck.english import cardinal, counted
from referee.core.screens import BID, BLUFF, LIE, Highlight, Shown
from referee.games.red_and_black.actions import COLOURS, MASKED, Attacks, Defends, Guesses, Move, Reveals, River, Swaps
from referee.games.red_and_black.state import State, known_slot
from referee.games.red_and_black.worlds import BLACK, RED

Step = tuple[State, Move, State]
Steps = Sequence[Step]

HIDDEN = "rb?"  # a card that lies face down
_SLIGHT = 12  # what a card of difference takes off an attack's grade


def highlights(steps: Steps) -> tuple[Highlight, ...]:
    """Return what is worth remembering; before the end nothing that rests on what can still be."""
    return (*_secrets(steps), *_attacks(steps), *_bluffs(steps), *_guesses(steps)) if steps else ()


def _card(colour: int | None) -> str:
    return HIDDEN if colour is None else COLOURS[colour]


# ------------------------------------------------------------------------------------------------ face down


def _secrets(steps: Steps) -> Iterator[Highlight]:
    """Yield every card that was laid face down, with the turns that it lay so."""
    last = steps[-1][2]
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Swaps):
            continue
        slot, name = action.slot - 1, before.setup.name(action.seat)
        end = next((step for step in steps[at + 1 :] if _ends(step, slot)), None)
        turns = (end[2] if end else last).turns - before.turns
        lay = cardinal(turns, "turn")
        colour = action.colour if action.colour not in {None, MASKED} else _came_out(end, last, slot)
        known = "It was " + COLOURS[colour] if colour is not None else "Nobody has seen it since"
        if end is None:
            how = "to the end" if last.phase == "over" else "till now"
        elif isinstance(end[1], River):
            how = "until an attack turned the river"
        else:
            how = f"until {before.setup.name(end[1].seat)} took it away"
        yield Highlight(
            kind=LIE,
            title="The longest-lived secret",
            words=f"{name} laid a card face down in slot {slot + 1}, and there it lay for {lay}, {how}. {known}.",
            honour=f"{name}’s card in slot {slot + 1}: {counted(turns, 'turn')} face down.",
            grade=100 * turns // last.turns,
            at=at,
            cards=(Shown(_card(colour), f"laid in slot {slot + 1} by {name}"),),
        )


def _ends(step: Step, slot: int) -> bool:
    """Say whether the card that lies face down in a slot is turned or taken by this line."""
    before, action, after = step
    if isinstance(action, Swaps):
        return action.slot - 1 == slot
    return before.slots[slot] is None and after.slots[slot] is not None


def _came_out(end: Step | None, last: State, slot: int) -> int | None:
    """Return the colour of a card that lay in a slot, as the river showed it or as the referee knows it at the end."""
    if end and isinstance(end[1], River):
        return end[2].slots[slot]
    return known_slot(end[0] if end else last, None, slot) if last.phase == "over" else None


# ------------------------------------------------------------------------------------------------- attacks


def _attacks(steps: Steps) -> Iterator[Highlight]:
    """Yield every attack that was settled and had some strength, the closer the higher."""
    for at, (before, action, after) in enumerate(steps):
        if not isinstance(action, Defends | River) or before.phase not in {"defend", "river"} or after.phase == "river":
            continue
        sides = (before.attack, (action.count, action.colour) if isinstance(action, Defends) else before.defence)
        names = before.setup.name(before.turn), before.setup.name(1 - before.turn)
        met = sides[0][1] != sides[1][1]
        strength = [count + met * sum(slot == colour for slot in after.slots) for count, colour in sides]
        off = abs(strength[0] - strength[1])
        if sum(strength) < 2:
            continue
        shown = [f"{count} {COLOURS[colour]}" for count, colour in sides]
        river = ", the river included" if met else ""
        if strength[0] > strength[1]:
            laid = f"laid off {cardinal(after.owed, 'card')}" if after.owed else "had nothing to lay off"
            end = f"{names[1]} {laid}."
        else:
            end = "It was held off."
        yield Highlight(
            kind=BID,
            title="The narrowest attack",
            words=f"{names[0]} attacked with {shown[0]}, {names[1]} defended with {shown[1]}: "
            f"{cardinal(strength[0])} against {cardinal(strength[1])}{river}. {end}",
            honour=f"{names[0]} against {names[1]}, {strength[0]} to {strength[1]}.",
            grade=max(0, 90 - _SLIGHT * off + min(9, sum(strength))),
            at=at,
            cards=tuple(
                Shown(COLOURS[colour], f"{name}: {count} {COLOURS[colour]}")
                for name, (count, colour) in zip(names, sides, strict=True)
            ),
        )


# --------------------------------------------------------------------------------------- bluffs and guesses


def _bluffs(steps: Steps) -> Iterator[Highlight]:
    """Yield every attack or defence with fewer cards of its colour than the hand is known to have held."""
    if steps[-1][2].phase != "over":
        return
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Attacks | Defends):
            continue
        reds = before.shape.reds(before.sets.all, action.seat)
        if len(reds) != 1:
            continue
        name, size = before.setup.name(action.seat), before.sizes[action.seat]
        colour = COLOURS[action.colour]
        held = reds[0] if action.colour == RED else size - reds[0]
        if held <= action.count:
            continue
        did = "attacked" if isinstance(action, Attacks) else "defended"
        yield Highlight(
            kind=BLUFF,
            title="The boldest bluff",
            words=f"{name} held {cardinal(held)} {colour} cards and {did} with {cardinal(action.count)}"
            f"{' of them' if action.count else ''}.",
            honour=f"{name}, who held {held} {colour} and showed {action.count}.",
            grade=100 * (held - action.count) // before.setup.options.hand,
            at=at,
            cards=tuple(
                Shown(colour, "shown" if place < action.count else f"kept back by {name}") for place in range(held)
            ),
        )


def _guesses(steps: Steps) -> Iterator[Highlight]:
    """Yield the guess that ended the game, where more than one hand was still possible to who made it."""
    before, action, after = steps[-1]
    if not isinstance(action, Reveals) or after.phase != "over":
        return
    seat, reds = before.guess
    then = next(state for state, line, _ in reversed(steps) if isinstance(line, Guesses))
    if not then.sets.table:
        return
    many = len(then.shape.reds((then.sets.first, then.sets.second)[seat], 1 - seat))
    if many < 2:
        return
    name, other = before.setup.name(seat), before.setup.name(1 - seat)
    size = before.sizes[1 - seat]
    right = reds == action.reds
    end = "It was exactly that." if right else f"It was {action.blacks} black and {action.reds} red."
    yield Highlight(
        kind=BLUFF,
        title="The boldest guess",
        words=f"{cardinal(many).capitalize()} hands were still possible when {name} guessed that {other} held "
        f"{size - reds} black and {reds} red. {end}",
        honour=f"{name}’s guess, one of {cardinal(many)} hands: {'right' if right else 'wrong'}.",
        grade=50 * (many - 1) // (before.setup.options.hand + 1),
        at=len(steps) - 1,
        cards=tuple(
            Shown(COLOURS[colour], f"in {other}’s hand") for colour in (*[BLACK] * action.blacks, *[RED] * action.reds)
        ),
    )
