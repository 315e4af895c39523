"""A table as the journal keeps it: the header of its record, the bytes of its facts, and its lines."""

import contextlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee import games
from referee.bots.seated import texts_of
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Refused, Setup
from referee.core.names import new_name_fault
from referee.core.options import given_options
from referee.lines.line import parse
from referee.records.record import make_header, parse_record, print_header
from referee.store.entries import Standing
from referee.store.journal import Journal
from referee.store.listed import Listed
from referee.tables.entered import as_entered
from referee.tables.takeback import by_chance

if TYPE_CHECKING:
    from factbank.facts import Facts


def header_of(setup: Setup, kit: str, follows: int, bots: Mapping[int, str]) -> str:
    """Return a setup as the journal keeps it: the header of its record. ``bots`` are their levels, by seat."""
    more: dict[str, Any] = ({"kit": kit} if kit else {}) | ({"follows": follows} if follows else {})
    more |= {"bots": texts_of(setup, bots)} if bots else {}
    return print_header(setup, make_header(setup, more))


def setup_of(kept: Listed, journal: Journal, facts: "Facts | None" = None) -> tuple[Setup, dict[str, Any]]:
    """Return the setup of a table, and its header. Raises ``RecordError``, also for facts that are lost.

    Its facts are those given, else those that the journal keeps, else (a table of an earlier version) the kept kit's.
    """
    try:
        if facts is None and (data := journal.facts(kept)) is not None:
            from factbank.facts import parse as parse_facts

            facts = parse_facts(json.loads(data), f"the facts of table {kept.number}")
        record = parse_record(kept.header, facts=facts)
        kit = record.header.get("kit", "")
        if facts is not None and kit and facts.kit != kit:
            raise RecordError(f"it is played with kit {kit}, and these facts are of kit {facts.kit}")
    except RecordError as error:
        hint = "" if "kit" not in error.why else "; give its fact file with --facts"
        raise RecordError(f"Table {kept.number} can't be opened: {error.why}{hint}") from None
    return record.setup, record.header


def followed(game: Game[object], setup: Setup, standing: Standing) -> tuple[list[Action], list[bool], object]:
    """Follow the lines that stand, each judged as it was when it was accepted, as far as they fit.

    Return the actions, of each whether the referee drew it unasked, and the state after them.
    """
    actions: list[Action] = []
    drawn: list[bool] = []
    state = game.start(setup)
    for place, text in enumerate(standing.lines, start=1):
        action: Action | None = None
        with contextlib.suppress(RecordError):
            action = parse(game, setup, text)
        if action is None or isinstance(as_entered(game, state, action), Refused):
            break
        drawn.append(by_chance(place, text) in standing.marks or action.verb in game.drawn(state))
        state = game.apply(state, action)
        actions.append(action)
    return actions, drawn, state


def renamed(setup: Setup, seat: int, name: str) -> Setup:
    """Return a setup in which a seat has another name. Raises ``RecordError``."""
    game, options = games.game(setup.game), given_options(setup.options)
    others = (other for at, other in enumerate(setup.seats) if at != seat)
    if fault := new_name_fault(name, others, (verb.name for verb in game.verbs)):
        raise RecordError(f"seats: {fault}")
    seats = [*setup.seats]
    seats[seat] = name
    return games.setup(game, seats, rules=setup.rules, facts=setup.facts, options=options)


def bytes_of(setup: Setup) -> bytes | None:
    """Return the fact file of a setup as the journal keeps it, None where the game needs no facts."""
    if setup.facts is None:
        return None
    from factbank.facts import format_facts

    return format_facts(setup.facts)
