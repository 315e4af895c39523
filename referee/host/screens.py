"""What a screen needs: a page as plain values, made from one view; the templates decide how it looks."""

import json
from collections.abc import Mapping

from msgspec.structs import replace

from referee import games
from referee.core.game import Field, Game, Turn
from referee.core.text_layout import ending
from referee.games.first_tables import first_table
from referee.host.asked import Choice
from referee.host.chairs import why_seatless
from referee.host.desk import Desk
from referee.host.hosting import Session
from referee.host.marks import SeatMark
from referee.host.people import People
from referee.host.screen_values import HandCard, HeldHand, Sayable, ScreenPage
from referee.records.seal import CHOSEN_SEED


def page(desk: Desk, people: People, session: Session | None) -> ScreenPage:
    """Return what a browser's screen needs."""
    if session is None:
        return ScreenPage("join", address=desk.address)
    name = session.seat
    found = _lobby(desk, people, session) if desk.table is None else _table(desk, people, session)
    if name or session.host or desk.hosting.ended:
        return found
    return replace(found, kind="seats", lost=why_seatless(people, session))


def _lobby(desk: Desk, people: People, session: Session) -> ScreenPage:
    hosting = desk.hosting
    seats = tuple(
        SeatMark(
            one.name,
            one.name == session.seat,
            sits=bool(one.pin or one.bot),
            laptop=one.laptop,
            here=people.here(one.name),
            bot=bool(one.bot),
            closed=people.closed(one.name),
        )
        for one in hosting.chairs
    )
    game = games.game(hosting.game) if hosting.game else None
    options = json.loads(hosting.options)
    first = first_table(game, len(people.sitting)) if game and session.host and not hosting.facts else None
    firstly = first is not None and options == first.options
    return ScreenPage(
        "lobby",
        desk.seq,
        hosting.game,
        game.title if game else "",
        hosting.facts,
        session.seat,
        session.host,
        seats,
        address=desk.address,
        word=hosting.word,
        advice="" if people.visited else desk.advice,
        most=game.seats[1] if game else 12,
        games=tuple((name, games.game(name).title) for name in games.REGISTRY) if session.host else (),
        deals=hosting.deals,
        first=first if firstly or not options else None,
        firstly=firstly,
        asking=people.asking if session.host else (),
    )


def _table(desk: Desk, people: People, session: Session) -> ScreenPage:
    table = desk.table
    assert table is not None
    game, setup, you = table.game, table.setup, session.seat or session.alone
    seat = setup.seats.index(you) if you in setup.seats else None
    eyes = desk.eyes
    view = eyes.view(seat)
    public = eyes.standing(None)["public"]
    assert isinstance(public, Mapping)
    turns = game.to_act(view)
    outcome = game.outcome(view)
    kind = "ended" if desk.hosting.ended else "over" if outcome.over else "table"
    asked = desk.asked(seat) if seat is not None or session.host else None
    mine = next((turn for turn in turns if turn.seat == seat), None)
    return ScreenPage(
        kind,
        desk.seq,
        game.name,
        game.title,
        table.kit,
        you,
        session.host,
        tuple(replace(one, you=True) if one.name == you else one for one in _ribbon(desk, people, turns)),
        desk.said,
        tuple(setup.seats[seat] for seat in sorted(_wanted(turns))),
        game.ask(view, mine) if mine is not None else "",
        next((game.ask(eyes.view(None), turn) for turn in turns if turn.seat is None), ""),
        () if asked is None else _answers(desk, asked.choices, asked.fields, asked.verbs[: asked.due]),
        asked.coming if asked else None,
        desk.ahead_of(you),
        len(game.hand(view, seat)) if seat is not None else 0,
        *eyes.drawn(),
        public,
        desk.noticed[-6:],
        ending(setup, outcome) if outcome.over else "",
        tuple(setup.seats[winner] for winner in outcome.winners),
        desk.tally,
        desk.address,
        desk.hosting.word,
        advice="" if people.visited else desk.advice,
        again=tuple(desk.hosting.again),
        others=_others(desk, people) if session.host and not you else (),
        deals=desk.hosting.deals,
        asking=people.asking if session.host else (),
        undealt=session.host and not desk.hosting.deals and bool(table.handouts()),
        earlier=tuple(setup.seats[one] for one in _earlier(game, view, seat)),
        seal=table.seal,
        seeded=CHOSEN_SEED if table.seeded else "",
        number=table.number,
    )


def _earlier(game: Game[object], view: object, seat: int | None) -> list[int]:
    """Return the seats that speak before this one in a step that goes round."""
    order = [it.seat for it in game.coming(view)]
    return order[: order.index(seat)] if seat in order else []


def _others(desk: Desk, people: People) -> tuple[tuple[str, tuple[Sayable, ...]], ...]:
    """Return what the host may say openly for those who have no phone."""
    table = desk.table
    assert table is not None
    found = []
    for turn in table.game.to_act(desk.eyes.view(None)):
        if turn.seat is None or people.holder(table.name(turn.seat)) is not None:
            continue
        if turn.seat in table.bots and desk.passed is not table.state:
            continue
        asked = desk.eyes.asked(turn.seat, openly=True)
        answers = _answers(desk, asked.choices, asked.fields, asked.verbs[: asked.due])
        found.append((table.name(turn.seat), tuple(one for one in answers if not one.private)))
    return tuple(one for one in found if one[1])


def script(desk: Desk) -> tuple[tuple[str, str], ...]:
    """Return the dealing script, card by card: it is heard once at the table, and gone when it was dealt."""
    table = desk.table
    if table is None or desk.hosting.deals:
        return ()
    return tuple((one.card, "the box" if one.seat is None else table.name(one.seat)) for one in table.handouts())


def _wanted(turns: tuple[Turn, ...]) -> set[int]:
    """Return the seats that the game waits for: not those who may only do what everybody may at any time."""
    seats = {turn.seat: set(turn.verbs) for turn in turns if turn.seat is not None}
    always = set.intersection(*seats.values()) if len(seats) > 1 else set()
    busy = any(turn.seat is None for turn in turns)  # then the table is waited for
    return {seat for seat, verbs in seats.items() if verbs - always} or (set() if busy else set(seats))


def _ribbon(desk: Desk, people: People, turns: tuple[Turn, ...]) -> tuple[SeatMark, ...]:
    """Return the seats as everybody sees them, put together once for all eyes that see the same turns."""
    table, presence = desk.table, people.presence
    assert table is not None
    kept, key = desk.eyes.kept, (turns, presence, tuple(table.bots))
    if key not in kept:
        public = desk.eyes.standing(None)["public"]
        assert isinstance(public, Mapping)
        out, hands = public.get("out"), public.get("hands")
        acts, scores = _wanted(turns), table.game.outcome(desk.eyes.view(None)).scores
        kept[key] = tuple(
            SeatMark(
                name,
                False,
                seat in acts,
                isinstance(out, list) and name in out,
                many if isinstance(hands, Mapping) and isinstance(many := hands.get(name), int) else None,
                scores[seat],
                phone or seat in table.bots,
                not phone and seat not in table.bots,
                here,
                seat in table.bots,
                closed,
            )
            for seat, (name, (phone, here, closed)) in enumerate(zip(table.setup.seats, presence, strict=True))
        )
    return kept[key]


def _answers(
    desk: Desk, choices: tuple[Choice, ...], fields: Mapping[str, tuple[Field, ...]], due: tuple[str, ...]
) -> tuple[Sayable, ...]:
    table = desk.table
    assert table is not None
    by_verb: dict[str, list[Choice]] = {}
    for choice in choices:
        by_verb.setdefault(choice.verb, []).append(choice)
    return tuple(
        Sayable(
            verb.name,
            verb.help,
            tuple(by_verb.get(verb.name, ())),
            fields.get(verb.name, ()),
            table.private(verb.name),
            verb.weighty,
            verb.name not in due,
        )
        for verb in table.game.verbs
        if verb.name in by_verb or verb.name in fields
    )


def hand(desk: Desk, seat: int) -> HeldHand:
    """Return a seat's hand, its notes and its notebook, from its own view."""
    table = desk.table
    assert table is not None
    game, setup = table.game, table.setup
    view = desk.eyes.view(seat)
    notes = dict(table.journal.notes(table.number, seat))
    cards = tuple(
        HandCard(card, title, game.face(setup, card), mark, notes.pop(card, ""))
        for card, title, mark in game.hand(view, seat)
    )
    return HeldHand(
        setup.seats[seat], cards, tuple(sorted(notes.items())), game.notebook(view, seat), game.hidden(view)
    )
