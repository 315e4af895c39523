"""The texts of Liar's Lair: questions, events, screens and highlights."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from factbank.factfile import PLAYERS
from factbank.looks import Face, face
from liarsdeck import language
from liarsdeck.english import capfirst, counted, listed
from liarsdeck.language import both, later, marked, number_word, say_n, spelt_n
from referee.core import accounts, play
from referee.core import game as core
from referee.core.accounts import Claim, Course, Highlight, Moment, Screen, Shown
from referee.core.cards import Card, Message, Seat, cards_of, say, text
from referee.core.game import Event, Game, Saying, Setup, Turn
from referee.games.liars_lair import state as lair
from referee.games.liars_lair.effects import ABSOLVED, FEWEST, LAST, UNPROVEN, dawn_lies
from referee.games.liars_lair.state import (
    NO_CARD,
    OVER,
    QUESTION,
    TAKE,
    Move,
    Plays,
    Shows,
    State,
    clockwise,
    named,
    title_of,
)
from referee.games.liars_lair.views import Views

Steps = Sequence[tuple[State, Move, State]]


class LiarsLair(Views):
    """Liar's Lair: what describes it, and its texts (questions, events, screens, highlights).

    ``referee.core.game.Game`` says what the methods take.
    """

    name = "liars-lair"
    title = "Liar's Lair"
    prefix = "lair"
    seats = lair.SEATS
    usual = PLAYERS
    options = lair.Options
    rules = lair.RULES
    rules_version = 2
    moves = lair.MOVES
    needs_facts = True
    first_evening = ((3, 6), {"each": 2}, later("two truths and two lies each halve the evening"))
    seconds = {
        "holds": 45, "truths": 5, "start": 10, "plays": 20, "takes": 25, "reclaims": 15, "declares": 10, "passes": 5,
        "shows": 15,
    }  # fmt: skip
    patience = 60
    extras = ("answers", "notes")

    def minutes(self, options: lair.Options, players: int) -> float:
        if options.reclaim == "earlier" and options.caught == "spared":
            return options.each * (3.4 + players)
        return (options.each - 1) * (3.1 * players if options.own_conflict == "allowed" else 12 + 10 / 3 * players)

    def pairs_needed(self, options: lair.Options, players: int) -> int:
        return options.each * players

    def printed_face(self, setup: Setup, card: str) -> Face | None:
        return face(setup.facts, int(card)) if setup.facts is not None and card.isdigit() else None

    def deck_note(self, setup: Setup, cards: int) -> str:
        facts, each = setup.facts, setup.options.each
        assert facts is not None
        spare = len(facts.pairs) - len(setup.seats) * each
        dealt = language.say(
            ", {pairs} pairs of facts that cannot both be true. Everybody is dealt {each} truths and {each} lies.",
            pairs=len(facts.pairs), each=each,
        )  # fmt: skip
        more = [say_n("{n} pair stays in the box.", "{n} pairs stay in the box.", spare)] if spare else []
        more += (
            [language.say("Some of the facts are about {guests}.", guests=both(facts.guests))] if facts.guests else []
        )
        more += [f"{facts.shares}."] if facts.shares else []
        return " ".join((dealt, *more))

    def ask(self, state: State, turn: Turn) -> str:
        """Return the question, in one line, that is put to the seat or the table that acts in ``turn``."""
        name = state.setup.name(turn.seat)
        match state.phase:
            case "deal":
                if turn.seat is not None:
                    many = 2 * state.setup.options.each
                    return language.say("{seat}, which {n} cards were you dealt?", seat=name, n=many)
                return language.say("Who leads?") if state.dealt else language.say("Which of the dealt cards are true?")
            case "take" if "takes" in turn.verbs:
                assert state.departing is not None
                return spelt_n(
                    "{seat}, you may take one card of {liar}'s {n} card, or nothing.",
                    "{seat}, you may take one card of {liar}'s {n} cards, or nothing.",
                    state.sizes[state.departing], seat=name, liar=state.setup.name(state.departing),
                )  # fmt: skip
            case "take" if state.spared is not None:
                spared = state.setup.name(state.spared)
                return language.say("{seat}, give {taker} one card of your hand.", seat=name, taker=spared)
            case "take":
                if state.setup.options.departing == "pool":
                    return language.say("{seat}, give one card of your hand onto the table.", seat=name)
                taker = state.setup.name(state.taker)
                return language.say("{seat}, give one card of your hand to {taker}.", seat=name, taker=taker)
            case "reclaim":
                if state.setup.options.reclaim == "earlier":
                    return language.say("{seat} takes a card of an earlier round from the table.", seat=name)
                own = next((card for card, owner in state.table if owner == turn.seat), None)
                barred = own is not None and len(state.table) > 1 and state.setup.options.reclaim == "seed"
                if barred:
                    return language.say("{seat} takes a card from the table, not the {card}.", seat=name, card=own)
                return language.say("{seat} takes a card from the table.", seat=name)
            case "declare":
                return language.say("{seat}, do you declare, or pass?", seat=name)
            case "question":
                declarer = state.setup.name(state.declarers[0])
                return language.say("{seat}, show {declarer} a card, or pass.", seat=name, declarer=declarer)
            case "dawn":
                return language.say("Dawn: all hands are laid open.")
        if state.in_play & ~state.old:
            return language.say("{seat} plays. Which card?", seat=name)
        return language.say("{seat} leads. Which card?", seat=name)

    def events(self, before: State, action: Move, after: State) -> tuple[Event, ...]:
        """Return an event for each thing that the line ``action`` made happen, in order.

        First comes what the line says, then who is out, hands laid open, and what the line ends.
        """
        kind, setup, seat = action.verb, before.setup, action.seat
        fields: dict[str, Any] = {} if seat is None else {"seat": setup.seat(seat)}
        cards: tuple[str, ...] = ()
        if isinstance(action, Plays | lair.Takes | lair.Gives | lair.Reclaims | Shows):
            fields["card"] = language.say("one card")
            if action.card > NO_CARD:
                cards = (str(action.card),)
                fields["card"] = Card(str(action.card), named(setup, action.card))
        template = _LINES.get(kind, "")
        match action:
            case lair.Holds():
                kind, fields["cards"] = core.NOTED, spelt_n("{n} card", "{n} cards", len(action.cards))
                if setup.options.deal == "assigned":  # the referee has drawn them: they are not dealt yet
                    template = later("{seat} gets {cards}.")
            case lair.Start():
                fields["seat"] = setup.seat(action.who)
            case lair.Takes():
                fields["liar"] = setup.seat(before.departing or 0)
                if action.card == NO_CARD or lair.Took() in action.opens:
                    template = later("{seat} takes nothing of {liar}'s hand.")
            case lair.Gives() if before.spared is not None:
                fields["taker"] = setup.seat(before.spared)
            case lair.Gives() if setup.options.departing == "pool":
                template = later("{seat} leaves {card} on the table, where it contradicts nothing.")
            case lair.Gives():
                fields["taker"] = setup.seat(before.taker or 0)
        events = [Event(kind, say(template, **fields), seat, cards)]
        if isinstance(action, Plays):
            events += _contradiction(before, action, after)
        elif isinstance(action, Shows):
            events.append(_verdict(before, action, after))
        return (*events, *_laid_open(before, action, after), *_ended(before, after))

    def moments(self, before: State, action: Move, after: State) -> tuple[Moment, ...]:
        """Return what ``action`` makes all screens show for some seconds, or ().

        It is a card that was judged (played beside its rival, or shown to a declarer), a player who left, or a declarer
        who is out because two cards of the own hand contradict each other.
        """
        found: list[Moment] = []
        if isinstance(action, Plays) and after.exposed != before.exposed:
            found.append(_caught(before, action, after))
        elif isinstance(action, Shows):
            found.append(_shown(before, action, after))
        elif isinstance(action, lair.Leaves):
            head = say("{seat} goes home.", seat=before.setup.seat(action.seat))
            found.append(Moment(kind="home", head=head, words=(say("The hand leaves the game."),), seat=action.seat))
        found += [_fallen(before, action, after, seat) for seat in _exposed(before, action, after) if seat in after.out]
        where = language.say("round {n}", n=before.round)
        return tuple(replace(moment, where=where) for moment in found)

    def show(self, state: State, _seat: int | None) -> Screen:
        """Return the public screen, which all seats share: hand sizes, cards on the table, who is out, known truths."""
        names, setup = state.setup.seats, state.setup
        assert setup.facts is not None
        rows = []
        for seat, name in enumerate(names):
            mark = "▸" if seat == state.actor else "✗" if seat in state.out else ""
            size = state.sizes[seat]
            hand = "out" if seat in state.out and not size else counted(size, "card")
            in_play = ", ".join([f"{card} {title_of(setup, card)}" for card, owner in state.table if owner == seat])
            if state.caught >> seat & 1 and seat not in state.out:
                hand += ", caught once"
            rows.append((mark, name, hand, in_play))
        lines = []
        if state.phase == QUESTION:
            declarer = state.declarers[0]
            open_hand = lair.listed_cards(setup, cards_of(state.hands[declarer]))
            lines.append(f"{names[declarer]} declares with {open_hand}.")
        if known := [f"{card} {'true' if state.true >> card & 1 else 'a lie'}" for card in cards_of(state.exposed)]:
            lines.append(f"Known to all: {', '.join(known)}.")
        phase = {TAKE: "a hand departs", lair.RECLAIM: "take", OVER: "the end"}.get(state.phase, state.phase)
        where = "the deal" if state.phase == lair.DEAL else f"round {state.round} · {phase}"
        title = f"Liar's Lair ({setup.facts.kit}) · {where}"
        return Screen(title=title, columns=("", "", "hand", "on the table"), rows=tuple(rows), lines=tuple(lines))

    def hand(self, state: State, seat: int) -> tuple[tuple[str, str, str], ...]:
        """Return (card, title, mark) for each card of a seat's hand.

        The cards of a departing hand that the seat may take from follow. The mark is “true”, “LIE” or "" by what the
        seat was told of this card; nothing is concluded from other cards. For a card of the departing hand, the mark
        says whose hand that is. A card that the view does not know is “?”.
        """
        rows = []
        for card in cards_of(state.hands[seat]):
            mark = "true" if state.true >> card & 1 else "LIE" if state.false >> card & 1 else ""
            rows.append((str(card), title_of(state.setup, card), mark))
        rows += [("?", "", "")] * state.unknown(seat)
        if state.phase == TAKE and state.taker == seat and state.departing is not None:
            whose = language.say("{seat}'s hand", seat=state.setup.name(state.departing))
            rows += [(str(card), title_of(state.setup, card), whose) for card in cards_of(state.hands[state.departing])]
        return tuple(rows)

    def face(self, setup: Setup, card: str) -> str:
        """Return the sentence that is printed on a card; "" if ``card`` is not the number of a card of the kit."""
        facts = setup.facts
        return next((one.text for one in facts.cards if str(one.number) == card), "") if facts is not None else ""

    def explain(self, before: State, action: Move, after: State) -> tuple[str, ...]:
        """Return sentences on why somebody is out or has won, or why a shown card had no effect; else ()."""
        sentences: list[str] = []
        if isinstance(action, Shows) or (isinstance(action, Plays) and after.exposed != before.exposed):
            sentences.append(_why_judged(before, action, after))
        own = [seat for seat in _exposed(before, action, after) if seat in after.out]
        sentences += [f"{after.setup.name(seat)} declared with two rivals: one of them is a lie." for seat in own]
        if isinstance(action, lair.Dawn):
            sentences += _dawn_counts(after)
        if after.phase == OVER:
            sentences += [str(event.message) for event in _ended(before, after)]
        return tuple(sentences)

    def finale(self, setup: Setup, actions: Sequence[Move]) -> tuple[Screen, ...]:
        """Return the screens that open all cards after the game: each pair that was dealt, then the liars.

        ``actions`` are all of the game.
        """
        assert setup.facts is not None
        evening = _Evening(self, setup, actions)
        pairs = [pair for pair in setup.facts.pairs if any(card.number in evening.ways for card in pair.cards)]
        screens = []
        for place, pair in enumerate(pairs, start=1):
            lines: list[str] = []
            one, two = pair.cards
            dealt = one if one.number in evening.ways else two
            truth = dealt if evening.truths >> dealt.number & 1 else two if dealt is one else one
            for card, which in ((truth, "The truth"), (two if truth is one else one, "The lie")):
                held = "; ".join(evening.ways.get(card.number, ["left in the box"]))
                lines += [
                    "",
                    f"{which}: {named(setup, card.number)}",
                    f"“{card.text}”",
                    f"{held[0].upper()}{held[1:]}.",
                ]
            screens.append(Screen(f"Pair {place} of {len(pairs)}: {pair.title}".rstrip(": "), lines=tuple(lines)))
        spoils = evening.spoils or ["Nobody took a card."]
        return (*screens, Screen("The liars", lines=("", *evening.liars(), *spoils)))

    def course(self, steps: Steps) -> Course | None:
        """Return what each seat played, round by round, with public information only; None before the first play.

        ``steps`` has (state before, action, state after) for each line.
        """
        plays = [(before.round, action.seat, action.card) for before, action, _ in steps if isinstance(action, Plays)]
        if not plays:
            return None
        last = steps[-1][2]
        ends = {seat: next(before.round for before, _, after in steps if seat in after.out) for seat in last.out}
        rounds = max(*ends.values(), *(played for played, _, _ in plays), 0)
        lanes = []
        for seat in range(len(last.setup.seats)):
            played = {number: _mark(last, card) or accounts.PLAYED for number, who, card in plays if who == seat}
            lanes.append(tuple(played.get(number, accounts.IDLE) for number in range(1, ends.get(seat, rounds) + 1)))
        labels = tuple(map(str, range(1, rounds + 1)))
        return Course(language.say("who played what"), "round", labels, lanes=tuple(lanes), out=tuple(last.out))

    def highlights(self, steps: Steps) -> tuple[Highlight, ...]:
        """Return the moments worth remembering; until the game is over, only those that open cards show.

        ``steps`` has (state before, action, state after) for each line.
        """
        if not steps:
            return ()
        found = (_lies, _escapes, _declarations, _chances, _first_out, _honest)
        return tuple(highlight for find in found for highlight in find(steps))

    def claims(self, _before: State, action: Move, after: State) -> tuple[Claim, ...]:
        """Return the claim that a played card is true; () for actions other than ``Plays``."""
        if type(action) is not Plays:
            return ()
        seat, card = after.setup.seat(action.seat), Card(str(action.card), str(action.card))
        words = say("Is {seat}’s {card} true?", seat=seat, card=card)
        return (Claim(action.seat, words, str(action.card), after.truth(action.card)),)

    def sayings(self, before: State, action: Move, after: State) -> tuple[Saying, ...]:
        """Return whether a played card is a truth or a lie, and CAUGHT for each seat that is caught by it.

        For actions other than ``Plays``, return (). The states are full: all truths are known.
        """
        if type(action) is not Plays:
            return ()
        seen = 0
        for cards in before.played:
            seen |= cards
        fresh = not seen >> action.card & 1
        played = Saying(action.seat, core.SAID_TRUTH if before.truth(action.card) else core.SAID_LIE, fresh)
        if len(after.out) == len(before.out) and after.caught == before.caught:
            return (played,)
        spared = [seat for seat in range(len(after.hands)) if (after.caught & ~before.caught) >> seat & 1]
        return (played, *(Saying(seat, core.CAUGHT) for seat in (*after.out[len(before.out) :], *spared)))


# --------------------------------------------------------------------------------------------- what has happened

_LINES = {
    "holds": later("{seat}'s {cards} are entered."),
    "truths": later("It is drawn which half of every pair is true."),
    "start": later("{seat} leads."),
    "dawn": later("Dawn: all hands lie open."),
    "plays": later("{seat} plays {card}."),
    "takes": later("{seat} takes {card} of {liar}'s hand, and none from the table this round."),
    "gives": later("{seat} gives {taker} {card}."),
    "reclaims": later("{seat} takes {card}."),
    "declares": later("{seat} declares."),
    "passes": later("{seat} passes."),
    "shows": later("{seat} shows {card}."),
    "leaves": later("{seat} goes home, and the hand leaves the game."),
}


def _contradiction(before: State, action: Plays, after: State) -> Iterator[Event]:
    """Yield an event for the seat that is out, or is spared, because a card was played beside its rival.

    If the seat that is out leaves no card behind, a second event says so. If there was no rival, nothing is yielded.
    """
    if after.exposed == before.exposed:
        return
    spared = len(after.out) == len(before.out)
    seat = (after.caught & ~before.caught).bit_length() - 1 if spared else after.out[-1]
    other, whose = next((card, who) for card, who in before.table if card == before.partner[action.card])
    owner, liar = before.setup.seat(whose), before.setup.seat(seat)
    lie = action.card if seat == action.seat else other
    template = later("It contradicts {owner}'s {other}, and {lie} is the lie: {liar} is out!")
    if spared:
        template = later(
            "It contradicts {owner}'s {other}, and {lie} is the lie: {liar} is caught, and stays in this once!"
        )
    yield Event(
        "spared" if spared else core.OUT,
        say(template, owner=owner, other=other, lie=lie, liar=liar),
        seat,
        (str(action.card), str(other)),
    )
    if not spared and after.phase not in {TAKE, OVER} and not before.sizes[seat] - (seat == action.seat):
        yield Event(core.OUT, say("{liar} leaves no card behind.", liar=liar), seat)


def _verdict(before: State, action: Shows, after: State) -> Event:
    """Return the event for a card shown to a declarer: who is out by it, or that it proves nothing."""
    declarer, other = before.declarers[0], before.partner[action.card]
    seat, liar = before.setup.seat(action.seat), before.setup.seat(declarer)
    if not after.true >> action.card & 1:
        return Event(core.OUT, say("It is a lie: {seat} is out!", seat=seat), action.seat)
    if before.is_in(declarer) and not after.is_in(declarer):
        template = later("It is true, and contradicts {liar}'s {other}: {liar} is out!")
        return Event(core.OUT, say(template, liar=liar, other=other), declarer, (str(other),))
    return Event("stands", say("It is true, but contradicts nothing in {liar}'s hand.", liar=liar), declarer)


def _laid_open(before: State, action: Move, after: State) -> Iterator[Event]:
    """Yield an event for each hand that a line has laid open, and one if the hand itself puts its player out."""
    shown = {part.seat: part.cards for part in action.opens if isinstance(part, lair.Hand)}
    if isinstance(action, lair.Dawn):
        for seat in clockwise(after, 0):
            hand, who = cards_of(after.hands[seat]), before.setup.seat(seat)
            marks = [
                named(before.setup, card) if after.true >> card & 1
                else language.say("{card}, a lie", card=named(before.setup, card))
                for card in hand
            ]  # fmt: skip
            told = "; ".join(marks) or language.say("no card")
            message = say("{seat}'s hand lies open: {cards}.", seat=who, cards=told)
            yield Event(core.LAID, message, seat, tuple(map(str, hand)), say("{seat}'s hand lies open.", seat=who))
        return
    for seat in _exposed(before, action, after):
        cards, who = shown.get(seat, cards_of(before.hands[seat])), before.setup.seat(seat)
        message = say("{seat}'s hand lies open: {cards}.", seat=who, cards=lair.listed_cards(before.setup, cards))
        brief = say("{seat}'s hand lies open.", seat=who)
        yield Event(core.LAID, message, seat, tuple(map(str, cards)), brief)
        if seat not in after.out:
            break
        yield Event(core.OUT, say("It contradicts itself: {seat} is out!", seat=who), seat)


def _dawn_counts(after: State) -> list[str]:
    """Return a sentence for each player still in the game: which lies of the hand counted at dawn."""
    sentences = []
    for seat, lies in dawn_lies(after).items():
        what = f"{counted(len(lies), 'lie')}: {lair.listed_cards(after.setup, lies)}" if lies else "no lie"
        sentences.append(f"Against {after.setup.name(seat)} counted {what}.")
    return sentences


def _exposed(before: State, action: Move, after: State) -> list[int]:
    """Return the declarers whose hands a line may have laid open.

    If there are several, all but the last are out because they held both cards of a pair.
    """
    if not isinstance(action, lair.Declares | lair.Passes | Shows | lair.Leaves) or before.phase not in {
        lair.DECLARE,
        QUESTION,
    }:
        return []
    if isinstance(action, lair.Leaves) and before.phase == lair.DECLARE and before.queue != (action.seat,):
        return []
    judged = before.declarers
    if before.phase == QUESTION:
        judged = judged[1:] if judged[0] in after.out else ()
    elif len(before.queue) > 1:
        return []
    elif isinstance(action, lair.Declares):
        judged = (*judged, action.seat)
    waiting = after.declarers[1:] if after.phase == QUESTION else ()
    own = {action.seat} & {*after.out} if isinstance(action, Shows | lair.Leaves) else set()
    return [seat for seat in judged if seat not in (*before.out, *waiting, *own)]


def _ended(before: State, after: State) -> Iterator[Event]:
    """Yield an event that says who has won, or that the next step or round begins. There may be none."""
    setup = after.setup
    if before.phase != OVER == after.phase and (before.phase == lair.DAWN or len(after.won) > 1):
        names, many = both(setup.seats[seat] for seat in after.won), len(after.won)
        seat = after.won[0] if many == 1 else None
        message = text(say_n(
            "{names} held the fewest lies that could be proven, and wins Liar's Lair!",
            "{names} held the fewest lies that could be proven, and win Liar's Lair!", many, names=names,
        ))  # fmt: skip
        brief = say("At dawn {names} held the fewest lies that could be proven.", names=names)
        yield Event(core.OVER, message, seat, brief=brief)
    elif before.phase != OVER == after.phase and after.won:
        message, brief = (
            say(template, seat=setup.seat(after.won[0]), who=Seat(after.won[0], capfirst(setup.seats[after.won[0]])))
            for template in _WON[after.how]
        )
        yield Event(core.OVER, message, after.won[0], brief=brief)
    elif before.phase != OVER == after.phase:
        yield Event(core.OVER, say("That was round {round}, the last: nobody has won.", round=after.round))
    elif before.phase == lair.PLAY and after.phase == lair.RECLAIM:
        yield Event("round", say("Everyone has played."))
    elif before.phase in {lair.DECLARE, QUESTION} and after.phase == lair.PLAY and after.round > before.round:
        seat = after.start or 0
        yield Event("round", say("Round {round}: {seat} leads.", round=after.round, seat=setup.seat(seat)), seat)


_WON = {
    LAST: (later("{who} is the last one left: {seat} wins Liar's Lair!"), later("{who} is the last one left.")),
    UNPROVEN: (
        later("Nobody could prove {seat} a liar: {seat} wins Liar's Lair!"), later("Nobody could prove {seat} a liar."),
    ),
    ABSOLVED: (
        later("{who} held nothing but lies that others could prove: {seat} wins Liar's Lair!"),
        later("{who} held nothing but lies that others could prove."),
    ),
    FEWEST: (
        later("{who} held the fewest lies that could be proven at dawn: {seat} wins Liar's Lair!"),
        later("{who} held the fewest lies that could be proven at dawn."),
    ),
}  # fmt: skip
"""By how the game was won: with the winner, and without."""


# ----------------------------------------------------------------------------------------- what all screens hold


def _caught(before: State, action: Plays, after: State) -> Moment:
    """Return the moment for a lie that was caught because a card was played beside its rival."""
    setup, spared = before.setup, len(after.out) == len(before.out)
    liar = (after.caught & ~before.caught).bit_length() - 1 if spared else after.out[-1]
    other, whose = next((card, who) for card, who in before.table if card == before.partner[action.card])
    true, lie = sorted({action.card: action.seat, other: whose}.items(), key=lambda one: one[1] == liar)
    if whose == action.seat:  # both were theirs: only the cards tell
        true, lie = sorted((true, lie), key=lambda one: not after.true >> one[0] & 1)
    words = [_contradicts(setup, true, lie)]
    fields = {"liar": setup.seat(liar), "taker": setup.seat(after.taker or 0)}
    if spared and after.phase == TAKE:
        words.append(say("This once {liar} stays in, and gets a card from {taker}.", **fields))
    elif spared:
        words.append(say("This once {liar} stays in.", **fields))
    elif after.phase == TAKE and setup.options.departing == "pick":
        cards = spelt_n("{n} card", "{n} cards", after.sizes[liar])
        words.append(say("{taker} may take one of {liar}’s {cards}.", cards=cards, **fields))
    head = say("{liar} is caught.", **fields) if spared else say("{liar} is out.", **fields)
    return _verdict_of(setup, head, words, liar, true, lie, out=not spared)


def _contradicts(setup: Setup, true: tuple[int, int], lie: tuple[int, int]) -> Message:
    by, liar = setup.seat(true[1]), setup.seat(lie[1])
    template = later("{liar}’s {lie} contradicts {by}’s {true}, and {lie} is the lie.")
    return say(template, liar=liar, by=by, lie=lie[0], true=true[0])


def _verdict_of(
    setup: Setup,
    head: Message,
    words: Sequence[Message],
    seat: int,
    true: tuple[int, int] | None,
    lie: tuple[int, int] | None,
    *,
    out: bool,
) -> Moment:
    """Return a moment that shows who is out or spared.

    ``head`` is the headline, and ``words`` are the sentences below it. ``seat`` is the seat that it is about, and
    ``out`` says whether this seat is out. ``true`` and ``lie`` are (card, its player's seat) for the cards shown, the
    truth first; None leaves a card out.
    """
    marked = [(one, mark) for one, mark in ((true, "true"), (lie, "LIE")) if one is not None]
    cards = tuple(Shown(str(card), setup.name(whose), mark) for (card, whose), mark in marked)
    return Moment(kind="verdict", head=head, words=tuple(words), seat=seat, cards=cards, verdict=True, out=out)


def _shown(before: State, action: Shows, after: State) -> Moment:
    """Return the moment for a card that was shown to a declarer: who is out by it, or that it proves nothing."""
    setup, declarer, card = before.setup, before.declarers[0], (action.card, action.seat)
    fields = {"seat": setup.seat(action.seat), "liar": setup.seat(declarer), "card": action.card}
    if not after.true >> action.card & 1:
        head, words = say("{seat} is out.", **fields), say("{seat} showed {card}, and it is a lie.", **fields)
        return _verdict_of(setup, head, (words,), action.seat, None, card, out=True)
    if before.is_in(declarer) and not after.is_in(declarer):
        lie = before.partner[action.card], declarer
        return _verdict_of(
            setup, say("{liar} is out.", **fields), (_contradicts(setup, card, lie),), declarer, card, lie, out=True
        )
    words = say("{seat}’s {card} is true, but contradicts nothing in {liar}’s hand.", **fields)
    return _verdict_of(setup, say("It proves nothing."), (words,), declarer, card, None, out=False)


def _fallen(before: State, action: Move, after: State, seat: int) -> Moment:
    """Return the moment for a declarer (``seat``) who is out by two contradicting cards in the own hand.

    It has all cards of the hand, the first such pair in front.
    """
    name = before.setup.seat(seat)
    opened = {part.seat: part.cards for part in action.opens if isinstance(part, lair.Hand)}
    hand = tuple(opened.get(seat, cards_of(before.hands[seat])))
    pair = next((card, before.partner[card]) for card in hand if before.partner[card] in hand)
    marks = {True: "true", False: "LIE", None: ""}
    cards = tuple(
        Shown(str(card), language.say("against each other") if card in pair else "", marks[after.truth(card)])
        for card in (*pair, *(card for card in hand if card not in pair))
    )
    words = say("{seat}’s own {one} and {two} contradict each other.", seat=name, one=pair[0], two=pair[1])
    return Moment(
        kind="fallen", head=say("{seat} is out.", seat=name), words=(words,), seat=seat, cards=cards, verdict=True,
        out=True,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ what is to see


def _why_judged(before: State, action: Plays | Shows, after: State) -> str:
    """Return a sentence on why a played or shown card put somebody out, or why it did not."""
    card, other = action.card, before.partner[action.card]
    true = bool(after.true >> card & 1)
    drawn = f"{card} is {'true' if true else 'a lie'}"
    if isinstance(action, Plays):
        pair = f"{card} and {other} are rivals, {title_of(before.setup, card)}"
        rest = "" if true else f", and {other} true"
        return f"{pair}, so one of them is a lie: by the draw at the deal {drawn}{rest}."
    if not true:
        return f"{drawn}, as it was drawn at the deal: who shows a lie is out."
    if before.is_in(before.declarers[0]) and not after.is_in(before.declarers[0]):
        return f"{drawn}, so {other} in the open hand is the lie."
    return f"{drawn}; {other} is not in that hand."


# ------------------------------------------------------------------------------------------------ the last screens


class _Evening:
    """A whole game, read line by line for the last screens.

    ``ways`` has for each dealt card, in words, what happened to it. ``lies`` has for each seat the lies that it played
    and that were not found out in their round. ``spoils`` are sentences on who took or gave which card of a hand.
    ``truths`` is the set of the true cards (bit n is card n).
    """

    def __init__(self, game: Game[State], setup: Setup, actions: Sequence[Move]) -> None:
        self.setup = setup
        self.ways: dict[int, list[str]] = {}  # of each dealt card, in words
        self.lies: dict[int, list[int]] = {}  # that each seat played with nobody the wiser, in order
        self.spoils: list[str] = []  # who took what, in sentences
        self.truths = 0
        for before, action, after in play.steps(game, setup, actions):
            self._read(before, action, after)  # type: ignore[arg-type]

    def _read(self, before: State, action: Move, after: State) -> None:
        name, when = before.setup.name(action.seat), f"in round {before.round}"
        self.truths = self.truths or after.true
        match action:
            case lair.Holds():
                self.ways |= {card: [f"dealt to {name}"] for card in action.cards}
            case Plays():
                self._way(action.card, f"played by {name} {when}")
                if after.exposed != before.exposed:
                    for card in (action.card, before.partner[action.card]):
                        self._way(card, f"met its rival {when}")
                        for lies in self.lies.values():
                            if card in lies:  # it was played this round, and is found out now
                                lies.remove(card)
                elif not self.truths >> action.card & 1:
                    self.lies.setdefault(action.seat, []).append(action.card)
            case lair.Reclaims():
                self._way(action.card, f"taken by {name}")
            case lair.Takes() | lair.Gives() if action.card != NO_CARD:
                self._spoil(before, action, when)
            case Shows():
                self._way(action.card, f"shown by {name} {when}")
        for seat in after.out[len(before.out) :]:
            for card in cards_of(before.hands[seat] & after.gone):
                self._way(card, f"left with {before.setup.name(seat)} {when}")

    def _way(self, card: int, words: str) -> None:
        if card in self.ways:
            self.ways[card].append(words)

    def _spoil(self, before: State, action: lair.Takes | lair.Gives, when: str) -> None:
        name, card = before.setup.name(action.seat), action.card
        what = f"{named(before.setup, card)}, {'a truth' if self.truths >> card & 1 else 'a lie'}"
        if isinstance(action, lair.Takes):
            liar = before.setup.name(before.departing)
            self._way(card, f"taken by {name} from {liar} {when}")
            self.spoils.append(f"{name} took {what}, from {liar}’s hand {when}.")
        else:
            pool = before.spared is None and before.setup.options.departing == "pool"
            whose = before.taker if before.spared is None else before.spared
            whom = "the table" if pool else before.setup.name(whose)
            self._way(card, f"given to {whom} by {name} {when}")
            self.spoils.append(f"{name} gave {whom} {what}, {when}.")

    def liars(self) -> list[str]:
        """Return sentences on who played the most lies that were not found out at once.

        They also list these lies of each player.
        """
        most = max(map(len, self.lies.values()), default=0)
        if not most:
            return ["No lie was played that nobody found out at once."]
        seats = sorted(seat for seat, lies in self.lies.items() if len(lies) == most)
        names = listed([self.setup.name(seat) for seat in seats], "and")
        each = " each" if len(seats) > 1 else ""
        sentences = [f"{names} bluffed longest: {counted(most, 'lie')} played{each}, unpunished."]
        for seat, lies in sorted(self.lies.items()):
            if lies:
                what = f"the {'lie' if len(lies) == 1 else 'lies'} {lair.listed_cards(self.setup, lies)}"
                sentences.append(f"{self.setup.name(seat)} played {what}.")
        return sentences


# --------------------------------------------------------------------------------------------- worth remembering


_MOST_CARDS = 4  # drawn of a hand


def _card(state: State, card: int) -> str:
    """Return a card as a sentence names it: ``11, “Archer of Sock Green”``, or ``11`` if it has no title."""
    title = title_of(state.setup, card)
    return marked(f"{card}, “{title}”", language.spoken()) if title else str(card)


def _mark(last: State, card: int) -> str:
    """Return “true” or “LIE” for a card; "" if that is unknown or, before the end of the game, not public."""
    if last.phase != OVER and not last.exposed >> card & 1:
        return ""
    return {True: "true", False: "LIE", None: ""}[last.truth(card)]


def _lies(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for each card that is a lie and that met no rival in a round in which it was played.

    It tells in how many rounds the lie lay on the table; more rounds make its grade higher.
    """
    last = steps[-1][2]
    names, facts = last.setup.seats, last.setup.facts
    assert facts is not None
    lives: dict[int, list[tuple[int, int]]] = {}  # by card, the places of its plays and who played it
    for at, (before, action, after) in enumerate(steps):
        if isinstance(action, Plays):
            lives.setdefault(action.card, []).append((at, action.seat))
            if after.exposed != before.exposed:
                for card in (action.card, before.partner[action.card]):
                    lives[card].pop()
    for card, played in lives.items():
        if not played or _mark(last, card) != "LIE":
            continue
        first, seats, rounds = played[0][0], list(dict.fromkeys(seat for _, seat in played)), len(played)
        start = steps[first][0]
        end = next((before.round for before, _, after in steps if after.exposed & ~before.exposed & 1 << card), 0)
        alone, text_of = len(seats) == 1, facts.card(card).text
        many = spelt_n("{n} round", "{n} rounds", rounds)
        told = {
            "seat": names[seats[0]], "card": _card(last, card), "end": end, "text": text_of,
            "lay": language.say("round {n}", n=start.round) if rounds == 1 else many, "many": capfirst(many),
            "seats": listed([names[seat] for seat in seats], language.say("and then")), "n": number_word(len(seats)),
        }  # fmt: skip
        was, lay, honour = _TOLD[alone, bool(end)]
        cards = [Shown(str(card), language.say("played by {seat}", seat=both(names[seat] for seat in seats)), "LIE")]
        rival = start.partner[card]
        if last.phase == OVER or last.exposed >> rival & 1:
            holder = next((name for name, hand in zip(names, start.hands, strict=True) if hand >> rival & 1), "")
            note = language.say("in {seat}’s hand", seat=holder) if holder else ""
            cards.append(Shown(str(rival), note, "true"))
        yield Highlight(
            kind=accounts.LIE,
            title=language.say("The longest-lived lie"),
            words=f"{language.say(was, **told)} {language.say(lay, **told)}",
            honour=language.say(honour, **told),
            grade=100 * rounds // (rounds + 2),
            at=first,
            cards=tuple(cards),
        )


_TOLD = {
    (True, True): (
        later("{seat}’s {card}, was a lie."), later("It lay on the table in {lay}; it came out in round {end}."),
        later("{seat}: “{text}” {many}, no doubts."),
    ),
    (True, False): (
        later("{seat}’s {card}, was a lie."), later("It lay on the table in {lay}, and nobody could prove it."),
        later("{seat}: “{text}” {many}, no doubts."),
    ),
    (False, True): (
        later("{card}, was a lie."),
        later("It lay on the table in {lay}, played by {seats}; it came out in round {end}."),
        later("“{text}” {many}, {n} liars."),
    ),
    (False, False): (
        later("{card}, was a lie."),
        later("It lay on the table in {lay}, played by {seats}, and nobody could prove it."),
        later("“{text}” {many}, {n} liars."),
    ),
}  # fmt: skip
"""By whether one alone told a lie, and whether it came out: what it was, how it lay, and an honour."""


def _escapes(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for each time that a lie lay on the table while a player kept the true rival.

    The player held the rival, but played another card. The grade is higher if the player had fewer cards to choose
    from.
    """
    last = steps[-1][2]
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Plays):
            continue
        name, size = before.setup.name(action.seat), before.sizes[action.seat]
        for lie, seat in before.table:
            truth, liar = before.partner[lie], before.setup.name(seat)
            held = before.hands[action.seat] >> truth & 1 and before.is_in(seat)
            if not held or truth == action.card or _mark(last, lie) != "LIE":
                continue
            yield Highlight(
                kind=accounts.BID,
                title=language.say("The narrowest escape"),
                words=language.say(
                    "In round {round} {liar}’s lie, {lie}, lay on the table, and {seat} held the truth, {truth}, among "
                    "{n} cards. {seat} played {card}.",
                    round=before.round, liar=liar, lie=lie, seat=name, truth=truth, n=number_word(size),
                    card=action.card,
                ),
                honour=language.say(
                    "{liar}: {seat} held the proof in round {round}, and kept it.",
                    liar=liar, seat=name, round=before.round,
                ),
                grade=100 // size,
                at=at,
                cards=(
                    Shown(str(lie), language.say("played by {seat}", seat=liar), "LIE"),
                    Shown(str(truth), language.say("kept by {seat}", seat=name), "true"),
                    Shown(str(action.card), language.say("played by {seat}", seat=name), _mark(last, action.card)),
                ),
            )  # fmt: skip


def _declarations(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for each declaration by a player who held a lie.

    A larger share of lies in the hand makes its grade higher. Only a finished game has any, and only hands that are
    known in full count.
    """
    last = steps[-1][2]
    if last.phase != OVER:
        return
    for at, (before, action, after) in enumerate(steps):
        if not isinstance(action, lair.Declares) or before.unknown(action.seat):
            continue
        name, hand = before.setup.name(action.seat), cards_of(before.hands[action.seat])
        lies = [card for card in hand if last.truth(card) is False]
        if not lies:
            continue
        many = spelt_n("{n} lie", "{n} lies", len(lies))
        held = later("In round {round} {seat} declared with {cards}, {lies} among them.")
        if len(lies) == len(hand):
            held = later("In round {round} {seat} declared with {cards}, all of them lies.")
        if len(hand) == 1:
            held = later("In round {round} {seat} declared with {cards}, a lie.")
        cards = spelt_n("{n} card", "{n} cards", len(hand))
        declared = language.say(held, round=before.round, seat=name, cards=cards, lies=many)
        honour = later("{seat} declared with {lies}.")
        if action.seat in last.won and action.seat not in after.out:
            honour = later("{seat} declared with {lies}, and won.")
        yield Highlight(
            kind=accounts.BLUFF,
            title=language.say("The boldest bluff"),
            words=f"{declared} {_end_of_declaration(steps[at:], action.seat)}",
            honour=language.say(honour, seat=name, lies=many),
            grade=100 * len(lies) // len(hand),
            at=at,
            cards=tuple(
                Shown(str(card), language.say("in {seat}’s hand", seat=name), "LIE") for card in lies[:_MOST_CARDS]
            ),
        )


def _end_of_declaration(steps: Steps, seat: int) -> str:
    """Return a sentence on what became of a seat's declaration. ``steps`` begin with the line that declares."""
    name = steps[0][0].setup.name(seat)
    for before, action, after in steps:
        if seat in after.out and seat not in before.out:
            if isinstance(action, Shows) and action.seat != seat:
                prover = before.setup.name(action.seat)
                return language.say("{seat} proved it with {card}.", seat=prover, card=action.card)
            if isinstance(action, Shows):
                return language.say("{seat} showed one of them to another declarer, and was out.", seat=name)
            gone = isinstance(action, lair.Leaves) and action.seat == seat
            if gone:
                return language.say("{seat} went home.", seat=name)
            return language.say("{seat}’s own cards gave it away.", seat=name)
        if seat in after.won:
            if after.how == UNPROVEN:
                return language.say("Nobody proved one, and {seat} won.", seat=name)
            return language.say("{seat} won by it.", seat=name)
        if after.round > steps[0][0].round:
            break
    return language.say("It was never put to the test.")


def _chances(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for each lie that was played while a later player held its true rival.

    A later player is one still to play in the same round. More players to come make its grade higher. It is halved if
    the rival was played in the same round.
    """
    last = steps[-1][2]
    for at, (before, action, _) in enumerate(steps):
        if not isinstance(action, Plays) or _mark(last, action.card) != "LIE":
            continue
        truth, name, queue = before.partner[action.card], before.setup.name(action.seat), before.queue[1:]
        holder = next((before.setup.name(seat) for seat in queue if before.hands[seat] >> truth & 1), None)
        if holder is None:
            continue
        caught = any(
            isinstance(later, Plays) and later.card == truth
            for then, later, _ in steps[at:]
            if then.round == before.round
        )
        end = later("{holder} laid it beside the lie.") if caught else later("{holder} kept it.")
        yield Highlight(
            kind=accounts.BLUFF,
            title=language.say("The boldest bluff"),
            words=language.say(
                "In round {round} {seat} played {card}, a lie, with {players} still to come and the truth in "
                "{holder}’s hand.",
                round=before.round, seat=name, card=_card(before, action.card), holder=holder,
                players=spelt_n("{n} player", "{n} players", len(queue)),
            ) + f" {language.say(end, holder=holder)}",
            honour=language.say(
                "{seat}’s {card}, played into {holder}’s truth.", seat=name, card=action.card, holder=holder
            ),
            grade=(25 if caught else 50) * len(queue) // len(before.hands),
            at=at,
            cards=(
                Shown(str(action.card), language.say("played by {seat}", seat=name), "LIE"),
                Shown(str(truth), language.say("in {seat}’s hand", seat=holder), "true"),
            ),
        )  # fmt: skip


def _first_out(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for the player who was knocked out first, if a played or shown lie was the reason."""
    at = next((at for at, (_, _, after) in enumerate(steps) if after.out), None)
    if at is None:
        return
    before, action, after = steps[at]
    lies = cards_of(after.exposed & ~before.exposed & after.false)
    if isinstance(action, Plays | Shows) and lies:
        title = title_of(before.setup, lies[0])
        told = {"seat": before.setup.name(after.out[0]), "round": before.round}
        honour = later("{seat}, out in round {round} with “{title}”.")
        if not title:
            honour = later("{seat}, out in round {round} with {card}.")
        yield Highlight(
            kind=accounts.OUT,
            title=language.say("The shortest evening"),
            words=language.say("{seat} was out in round {round}, with {card}.", card=_card(before, lies[0]), **told),
            honour=language.say(honour, title=title, card=lies[0], **told),
            grade=100 // before.round,
            at=at,
        )


def _honest(steps: Steps) -> Iterator[Highlight]:
    """Yield a highlight for the player who played no lie in the whole game.

    If there are several, it is the one who played most cards. Two cards are the least. The game must be over.
    """
    last = steps[-1][2]
    if last.phase != OVER:
        return
    played: dict[int, list[int]] = {}
    for _, action, _ in steps:
        if isinstance(action, Plays):
            played.setdefault(action.seat, []).append(action.card)
    honest = {seat: len(cards) for seat, cards in played.items() if all(map(last.truth, cards)) and len(cards) > 1}
    if honest:
        seat = max(sorted(honest), key=lambda seat: honest[seat])
        name = last.setup.name(seat)
        yield Highlight(
            kind=accounts.HONEST,
            title=language.say("The most honest"),
            words=language.say(
                "{seat} played {n} cards, and no lie among them.", seat=name, n=number_word(honest[seat])
            ),
            honour=spelt_n("{seat}, in {n} card.", "{seat}, in {n} cards.", honest[seat], seat=name),
            grade=min(99, 10 * honest[seat]),
            at=len(steps) - 1,
        )
