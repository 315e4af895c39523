"""The texts of Red & Black: questions, events, screens, notebook and highlights."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from liarsdeck import language
from liarsdeck.english import capfirst
from liarsdeck.language import either, later, number_word, say_n, spelt_n
from referee.core.accounts import BID, BLUFF, LIE, Claim, Highlight, Moment, Screen, Shown, Side
from referee.core.cards import Message, say, text, verb_name
from referee.core.game import NOTED, OVER, Event, Setup, Turn
from referee.games.red_and_black import state as rb
from referee.games.red_and_black.rules import Rules
from referee.games.red_and_black.state import BLACK, COLOURS, MASKED, RED, Attacks, Move, River, State, Swaps, spelled

Step = tuple[State, Move, State]
Steps = Sequence[Step]


class RedAndBlack(Rules):
    """Red & Black: what describes it, and its texts (questions, events, screens, notebook, highlights).

    ``referee.core.game.Game`` says what the methods take.
    """

    name = "red-and-black"
    title = "Red & Black"
    prefix = "redblack"
    seats = rb.SEATS
    options = rb.Options
    rules = rb.RULES
    moves = (
        rb.Dealer, rb.Calls, rb.River, rb.Holds, rb.Swaps, rb.Peeks, rb.Leaves, rb.Attacks,
        rb.Defends, rb.Discards, rb.Guesses, rb.Reveals,
    )  # fmt: skip
    unsent = ("possible",)
    seconds = {"holds": 10, "dealer": 5, "river": 10, "attacks": 20, "defends": 15, "guesses": 20}
    extras = ("markers",)
    ranked = False

    def minutes(self, options: Struct, players: int) -> float:
        return 7

    def deck_note(self, setup: Setup, cards: int) -> str:
        rules = setup.options
        return language.say(
            ", {red} red and {black} black ones. Nothing but their colour counts. Everybody is dealt {hand}, and "
            "{river} lie in the river.",
            red=rules.red, black=rules.black, hand=rules.hand, river=rules.river,
        )  # fmt: skip

    def stand_in(self, options: Struct, wish: str, taken: Collection[str]) -> str:
        assert isinstance(options, rb.Options)
        return rb.stand_in(wish, rb.kit_cards(options.red, options.black), set(taken))

    def ask(self, state: State, turn: Turn) -> str:
        """Return the question, in one line, for whoever acts in ``turn`` (a seat or the table); "" for none."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "dealer":
                return language.say("Who deals?")
            case "call":
                if None not in state.entered_reds:  # the referee dealt
                    return language.say("{seat}, which colour will the last card of the river be?", seat=name)
                return language.say(
                    "Deal the hands and all of the river but its last card. {seat}, which colour will that be?",
                    seat=name,
                )
            case "deal":
                return language.say("Deal the last river card. What is the river, left to right?")
            case "peeked":
                return language.say("{seat}, swap slot {n} or leave it?", seat=name, n=state.peeked + 1)
            case "defend" if "defends" in turn.verbs:
                return language.say("{seat} defends: how many, of which colour?", seat=name)
            case "river" if turn.seat is None:
                return language.say("Turn the whole river up. What lies there?")
            case "discard":
                return language.say("{seat} discards {cards}. Which?", seat=name, cards=_cards(state.owed))
            case "reveal":
                return language.say("{seat}, reveal your hand: how many black, how many red?", seat=name)
            case "turn" if turn.seat == state.turn:
                verbs = sorted(turn.verbs, key=["attacks", "peeks", "swaps", "guesses"].index)
                return language.say("{seat}, {verbs}?", seat=name, verbs=either(map(verb_name, verbs)))
        return ""

    def events(self, before: State, action: Move, after: State) -> tuple[Event, ...]:
        """Return the events of the line ``action``: what it says, then how an attack, call or guess ended."""
        if isinstance(action, rb.Dealer):
            return (Event("dealer", say("{seat} deals.", seat=before.setup.seat(action.who))),)
        if isinstance(action, River):
            line = Event("river", say("The river is {cards}.", cards=_named(action.slots)))
            if before.phase != "deal":
                return line, _settled(before, after, before.defence)
            first, template = before.setup.seat(after.turn), later("The call was wrong: {seat} begins.")
            if action.slots[-1] == before.called:
                template = later("The call was right: {seat} begins.")
            return line, Event("call", say(template, seat=first))
        line = Event(NOTED if isinstance(action, rb.Holds) else action.verb, _line(before, action, after), action.seat)
        match action:
            case rb.Defends() if after.phase == "river":
                return line, Event("river", say("The river comes into play."))
            case rb.Defends():
                return line, _settled(before, after, (action.count, action.colour))
            case Swaps(colour=int(colour)) if colour != MASKED:
                who = before.setup.seat(action.seat)
                return line, Event("laid", say("{seat} laid {colour}.", seat=who, colour=_named((colour,))))
            case rb.Reveals():
                return line, Event(OVER, text(f"{self.outcome(after).reason}."))
        return (line,)

    def moments(self, before: State, action: Move, after: State) -> tuple[Moment, ...]:
        """Return the result of a line that settles a call, an attack or the last guess; () for other lines.

        A call is settled when the river is dealt, a guess when the other hand is revealed.
        """
        setup = before.setup
        found = Moment(kind="call", head=text(""), where=language.say("turn {n}", n=before.turns + 1))
        if isinstance(action, River) and before.phase == "deal":
            right = action.slots[-1] == before.called
            words = (say("{seat} begins.", seat=setup.seat(after.turn)),)
            cards = tuple(Shown(COLOURS[slot], language.say("the last card") if at == len(action.slots) - 1 else "")
                          for at, slot in enumerate(action.slots))  # fmt: skip
            head = say("The call was right.") if right else say("The call was wrong.")
            return (
                replace(found, head=head, words=words, seat=after.turn, where=language.say("the river"), cards=cards),
            )
        if isinstance(action, rb.Reveals):
            seat, reds = before.guess
            template = later("{seat} guesses right.") if reds == action.reds else later("{seat} guesses wrong.")
            head = say(template, seat=setup.seat(seat))
            colours = (*[BLACK] * action.blacks, *[RED] * action.reds)
            cards = tuple(Shown(COLOURS[colour]) for colour in colours)
            guessed = {"seat": setup.seat(seat), "blacks": before.sizes[action.seat] - reds, "reds": reds}
            told = (
                say("{seat} said {blacks} black and {reds} red.", **guessed),
                text(f"{self.outcome(after).reason}."),
            )
            return (replace(found, kind="guess", head=head, words=told, seat=seat, cards=cards, verdict=True),)
        if isinstance(action, rb.Defends) and after.phase != "river":
            return (replace(found, **_contest(before, after, (action.count, action.colour))),)
        if isinstance(action, River):
            return (replace(found, **_contest(before, after, before.defence)),)
        return ()

    def claims(self, before: State, action: Move, _after: State) -> tuple[Claim, ...]:
        """Return, for a guess at the other hand, the claim that the hand is as guessed; () for other lines.

        The ``judge`` of the claim is the seat that holds the hand.
        """
        if not isinstance(action, rb.Guesses):
            return ()
        other, seat = 1 - action.seat, before.setup.seat(action.seat)
        words = say("{seat} says {blacks} black and {reds} red. Is it so?", seat=seat, blacks=action.blacks,
                    reds=action.reds)  # fmt: skip
        reds = rb.known_reds(before, other)
        true = reds[0] == action.reds if reds is not None and len(reds) == 1 else None
        return (Claim(action.seat, words, true=true, judge=other),)

    def show(self, state: State, seat: int | None) -> Screen:
        """Return the screen of the table: the face-up and face-down cards of the river, sizes of hands, discards.

        For a seat, it also says how many red cards each hand can have. For everybody (None), it does so only with the
        option ``possible = "shared"``.
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
                *([" ".join(map(str, rb.possible(state, who)))] if possibly else []),
            )
            for who, name in enumerate(names)
        )
        columns = ("", "cards", "discards", *(["red possible"] if possibly else []))
        return Screen("Red & Black", columns, rows, (f"River: {river}",) if river else ())

    def hand(self, state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return ("black" or "red", "", "") for each card of a seat's hand; () if the hand is not known.

        If swaps make the hand uncertain, return one row: (“2 to 3 red of 5”, "", “since a swap”).
        """
        reds, size = rb.own_reds(state, seat), state.sizes[seat]
        if reds is None:
            return ()
        if len(reds) == 1:
            return tuple((colour, "", "") for colour in spelled(reds[0], size - reds[0]).split())
        told = language.say("{low} to {high} red of {n}", low=min(reds), high=max(reds), n=size)
        return ((told, "", language.say("since a swap")),)

    def notebook(self, state: State, seat: int) -> Screen:
        """Return a screen of what the other hand and the face-down slots can be.

        Before the deal, the screen is empty. It says first what everybody can conclude from the table. If ``seat`` has
        entered its hand, it then says what that seat can conclude.
        """
        sets = state.sets
        if not sets.table:
            return Screen()
        other, own = 1 - seat, sets.own(seat)
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

    def explain(self, before: State, action: Move, after: State) -> tuple[str, ...]:
        """Return one text on how an attack or the guess was settled; () for lines that settle neither."""
        settled = (
            isinstance(action, rb.Defends | River) and before.phase in {"defend", "river"} and after.phase != "river"
        )
        return (self.narrate(before, action, after),) if settled or isinstance(action, rb.Reveals) else ()

    def highlights(self, steps: Steps) -> tuple[Highlight, ...]:
        """Return the highlights of all lines so far; before the end, none that tells of hidden cards."""
        return (*_secrets(steps), *_attacks(steps), *_bluffs(steps), *_guesses(steps)) if steps else ()


def _named(colours: Sequence[int]) -> tuple[str, ...]:
    return tuple(language.say(COLOURS[colour]) for colour in colours)


def _line(before: State, action: rb.SeatMove, after: State) -> Message:
    """Return the sentence that says what a player's line does, without the result of the line."""
    who = before.setup.seat(action.seat)
    match action:
        case rb.Holds():
            return say("{seat}’s hand is noted.", seat=who)
        case rb.Calls():
            return say("{seat} calls {colour}.", seat=who, colour=_named((action.colour,)))
        case Swaps():
            return say("{seat} swaps with slot {slot}, which is face down now.", seat=who, slot=action.slot)
        case rb.Peeks(colour=int(colour)) if colour != MASKED:
            return say("{seat} peeks at slot {slot}: {colour}.", seat=who, slot=action.slot, colour=_named((colour,)))
        case rb.Peeks():
            return say("{seat} peeks at slot {slot}.", seat=who, slot=action.slot)
        case rb.Leaves() if after.left >= 0:
            return say("{seat} goes home.", seat=who)
        case rb.Leaves():
            return say("{seat} leaves slot {slot} as it is.", seat=who, slot=before.peeked + 1)
        case Attacks(count=count, colour=colour):
            return say("{seat} attacks with {count} {colour}.", seat=who, count=count, colour=_named((colour,)))
        case rb.Defends(count=count, colour=colour):
            return say("{seat} defends with {count} {colour}.", seat=who, count=count, colour=_named((colour,)))
        case rb.Discards():
            return say("{seat} discards {cards}.", seat=who, cards=_named(action.cards))
        case rb.Guesses(blacks=blacks, reds=reds):
            return say("{seat} guesses {blacks} black, {reds} red.", seat=who, blacks=blacks, reds=reds)
        case rb.Reveals(blacks=blacks, reds=reds):
            return say("{seat} reveals {blacks} black, {reds} red.", seat=who, blacks=blacks, reds=reds)


def _settled(before: State, after: State, defence: tuple[int, int]) -> Event:
    """Return the event of a settled attack: both strengths, and whether the defender discards.

    ``defence`` is (number of cards shown, colour).
    """
    (attack, colour), (count, other) = before.attack, defence
    one, two = (rb.counted(number, tone) for number, tone in ((attack, colour), (count, other)))
    if colour != other:
        rivers = [sum(slot == tone for slot in after.slots) for tone in (colour, other)]
        one = language.say("{cards} and {n} in the river", cards=one, n=rivers[0])
        two = language.say("{cards} and {n}", cards=two, n=rivers[1])
        attack, count = attack + rivers[0], count + rivers[1]
    if after.phase == "discard":
        end = later(
            "{attacker} has {one}, {defender} {two}: the attack is stronger by {more}, and {defender} discards {cards}."
        )
    elif attack > count:
        end = later(
            "{attacker} has {one}, {defender} {two}: the attack is stronger, but {defender} has no card to discard."
        )
    else:
        end = later("{attacker} has {one}, {defender} {two}: the attack is held off.")
    attacker, defender = before.setup.seat(before.turn), before.setup.seat(1 - before.turn)
    fields = {"attacker": attacker, "one": one, "defender": defender, "two": two}
    fields |= {"more": attack - count, "cards": _cards(after.owed)}
    return Event("attack", Message(end, fields))


def _contest(before: State, after: State, defence: tuple[int, int]) -> dict[str, Any]:
    """Return the fields of the ``Moment`` of a settled attack, by name.

    ``defence`` is (number of cards shown, colour). If the colours of attack and defence differ, each side includes the
    river cards of its colour.
    """
    setup, met, sides = before.setup, before.attack[1] != defence[1], []
    for seat, (count, colour) in zip((before.turn, 1 - before.turn), (before.attack, defence), strict=True):
        river = met * sum(slot == colour for slot in after.slots)
        note = language.say("the river stays out of it")
        if met:
            note = language.say("{cards} and {n} in the river", cards=count, n=river)
        sides.append(Side(setup.name(seat), count + river, (COLOURS[colour],) * (count + river), note))
    stronger = sides[0].strength > sides[1].strength
    head = say("The attack is stronger.") if stronger else say("The attack is held off.")
    owes = say("{seat} discards {cards}.", seat=setup.seat(1 - before.turn), cards=_cards(after.owed))
    words = (owes,) if after.phase == "discard" else (say("There is nothing to discard."),) if stronger else ()
    seat = before.turn if stronger else 1 - before.turn
    return {"kind": "attack", "head": head, "words": words, "seat": seat, "sides": tuple(sides)}


def _cards(count: int) -> str:
    return say_n("{n} card", "{n} cards", count)


HIDDEN = "rb?"  # a card that lies face down
_SLIGHT = 12  # what a card of difference takes off an attack's grade


def _card(colour: int | None) -> str:
    return HIDDEN if colour is None else COLOURS[colour]


# ------------------------------------------------------------------------------------------------ face down


def _secrets(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for every card laid face down. Its grade rises with the turns that the card lay so."""
    last = steps[-1][2]
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Swaps):
            continue
        slot, name = action.slot - 1, before.setup.name(action.seat)
        end = next((step for step in steps[at + 1 :] if _ends(step, slot)), None)
        turns = (end[2] if end else last).turns - before.turns
        lay = spelt_n("{n} turn", "{n} turns", turns)
        colour = action.colour if action.colour not in {None, MASKED} else _came_out(end, last, slot)
        known = language.say("Nobody has seen it since.")
        if colour is not None:
            known = language.say("It was {colour}.", colour=_named((colour,))[0])
        told = {"seat": name, "slot": slot + 1, "turns": lay, "other": before.setup.name(end[1].seat) if end else ""}
        how = later("{seat} laid a card face down in slot {slot}, and there it lay for {turns}, till now.")
        if end is None and last.phase == "over":
            how = later("{seat} laid a card face down in slot {slot}, and there it lay for {turns}, to the end.")
        elif end is not None and isinstance(end[1], River):
            how = later(
                "{seat} laid a card face down in slot {slot}, and there it lay for {turns}, until an attack turned the "
                "river."
            )
        elif end is not None:
            how = later(
                "{seat} laid a card face down in slot {slot}, and there it lay for {turns}, until {other} took it away."
            )
        yield Highlight(
            kind=LIE,
            title=language.say("The longest-lived secret"),
            words=f"{language.say(how, **told)} {known}",
            honour=say_n(
                "{seat}’s card in slot {slot}: {n} turn face down.",
                "{seat}’s card in slot {slot}: {n} turns face down.",
                turns, seat=name, slot=slot + 1,
            ),
            grade=100 * turns // last.turns,
            at=at,
            cards=(Shown(_card(colour), language.say("laid in slot {slot} by {seat}", slot=slot + 1, seat=name)),),
        )  # fmt: skip


def _ends(step: Step, slot: int) -> bool:
    """Return whether a line takes the face-down card in ``slot`` (from 0), or turns it up."""
    before, action, after = step
    if isinstance(action, Swaps):
        return action.slot - 1 == slot
    return before.slots[slot] is None and after.slots[slot] is not None


def _came_out(end: Step | None, last: State, slot: int) -> int | None:
    """Return the colour of a card that lay face down in ``slot`` (from 0), or None if it is not known.

    ``end`` is the step in which the card was turned up or taken, or None if it lies there still; ``last`` is the last
    state. A card that was turned up has the colour that the river shows. Otherwise the colour is what the referee can
    compute, and None until the game is over.
    """
    if end and isinstance(end[1], River):
        return end[2].slots[slot]
    return rb.known_slot(end[0] if end else last, None, slot) if last.phase == "over" else None


# ------------------------------------------------------------------------------------------------- attacks


def _attacks(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for every settled attack. The closer the two strengths, the higher the grade.

    Attacks in which both strengths together are less than 2 are left out.
    """
    for at, (before, action, after) in enumerate(steps):
        if (
            not isinstance(action, rb.Defends | River)
            or before.phase not in {"defend", "river"}
            or after.phase == "river"
        ):
            continue
        sides = (before.attack, (action.count, action.colour) if isinstance(action, rb.Defends) else before.defence)
        names = before.setup.name(before.turn), before.setup.name(1 - before.turn)
        met = sides[0][1] != sides[1][1]
        strength = [count + met * sum(slot == colour for slot in after.slots) for count, colour in sides]
        off = abs(strength[0] - strength[1])
        if sum(strength) < 2:
            continue
        shown = [rb.counted(count, colour) for count, colour in sides]
        told = {
            "attacker": names[0], "one": shown[0], "defender": names[1], "two": shown[1],
            "strong": number_word(strength[0]), "weak": number_word(strength[1]),
        }  # fmt: skip
        fought = later("{attacker} attacked with {one}, {defender} defended with {two}: {strong} against {weak}.")
        if met:
            fought = later(
                "{attacker} attacked with {one}, {defender} defended with {two}: {strong} against {weak}, the river "
                "included."
            )
        end = language.say("It was held off.")
        if strength[0] > strength[1] and after.owed:
            cards = spelt_n("{n} card", "{n} cards", after.owed)
            end = language.say("{seat} discarded {cards}.", seat=names[1], cards=cards)
        elif strength[0] > strength[1]:
            end = language.say("{seat} had nothing to discard.", seat=names[1])
        yield Highlight(
            kind=BID,
            title=language.say("The narrowest attack"),
            words=f"{language.say(fought, **told)} {end}",
            honour=language.say(
                "{seat} against {other}, {one} to {two}.",
                seat=names[0], other=names[1], one=strength[0], two=strength[1],
            ),
            grade=max(0, 90 - _SLIGHT * off + min(9, sum(strength))),
            at=at,
            cards=tuple(
                Shown(COLOURS[colour], f"{name}: {rb.counted(count, colour)}")
                for name, (count, colour) in zip(names, sides, strict=True)
            ),
        )  # fmt: skip


# --------------------------------------------------------------------------------------- bluffs and guesses


def _bluffs(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for each attack or defence with fewer cards of its colour than the hand had.

    The hand must be known for certain. Before the end of the game, nothing is yielded.
    """
    if steps[-1][2].phase != "over":
        return
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Attacks | rb.Defends):
            continue
        reds = before.shape.reds(before.sets.all, action.seat)
        if len(reds) != 1:
            continue
        name, size = before.setup.name(action.seat), before.sizes[action.seat]
        colour = COLOURS[action.colour]
        held = reds[0] if action.colour == RED else size - reds[0]
        if held <= action.count:
            continue
        bluffed = _BLUFFED[isinstance(action, Attacks), bool(action.count)]
        told = {"seat": name, "colour": language.say(colour)}
        yield Highlight(
            kind=BLUFF,
            title=language.say("The boldest bluff"),
            words=language.say(bluffed, held=number_word(held), shown=number_word(action.count), **told),
            honour=language.say(
                "{seat}, who held {held} {colour} and showed {shown}.", held=held, shown=action.count, **told
            ),
            grade=100 * (held - action.count) // before.setup.options.hand,
            at=at,
            cards=tuple(
                Shown(
                    colour,
                    language.say("shown") if place < action.count else language.say("kept back by {seat}", seat=name),
                )
                for place in range(held)
            ),
        )


_BLUFFED = {
    (True, True): later("{seat} held {held} {colour} cards and attacked with {shown} of them."),
    (True, False): later("{seat} held {held} {colour} cards and attacked with none of them."),
    (False, True): later("{seat} held {held} {colour} cards and defended with {shown} of them."),
    (False, False): later("{seat} held {held} {colour} cards and defended with none of them."),
}  # fmt: skip
"""By whether it was an attack, and whether it showed any card."""


def _guesses(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for the last guess, if the guesser had two or more possible hands to choose from."""
    before, action, after = steps[-1]
    if not isinstance(action, rb.Reveals) or after.phase != "over":
        return
    seat, reds = before.guess
    then = next(state for state, line, _ in reversed(steps) if isinstance(line, rb.Guesses))
    if not then.sets.table:
        return
    many = len(then.shape.reds(then.sets.own(seat), 1 - seat))
    if many < 2:
        return
    name, other = before.setup.name(seat), before.setup.name(1 - seat)
    size = before.sizes[1 - seat]
    right = reds == action.reds
    end = language.say("It was exactly that.")
    if not right:
        end = language.say("It was {blacks} black and {reds} red.", blacks=action.blacks, reds=action.reds)
    yield Highlight(
        kind=BLUFF,
        title=language.say("The boldest guess"),
        words=language.say(
            "{n} hands were still possible when {seat} guessed that {other} held {blacks} black and {reds} red.",
            n=capfirst(number_word(many)), seat=name, other=other, blacks=size - reds, reds=reds,
        ) + f" {end}",
        honour=language.say(
            later("{seat}’s guess, one of {n} hands: right.") if right
            else later("{seat}’s guess, one of {n} hands: wrong."),
            seat=name, n=number_word(many),
        ),
        grade=50 * (many - 1) // (before.setup.options.hand + 1),
        at=len(steps) - 1,
        cards=tuple(
            Shown(COLOURS[colour], language.say("in {seat}’s hand", seat=other))
            for colour in (*[BLACK] * action.blacks, *[RED] * action.reds)
        ),
    )  # fmt: skip
