"""A table's setup as the journal keeps it: the header of its record, and the bytes of its facts."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.bots.seated import texts_of
from referee.core.errors import RecordError
from referee.core.game import Setup
from referee.records.record import make_header, parse_record, print_header
from referee.store.journal import Journal, Kept

if TYPE_CHECKING:
    from factbank.facts import Facts


def header_of(setup: Setup, kit: str, follows: int, bots: Mapping[int, str]) -> str:
    """Return a setup as the journal keeps it: the header of its record. ``bots`` are their levels, by seat."""
    more: dict[str, Any] = ({"kit": kit} if kit else {}) | ({"follows": follows} if follows else {})
    more |= {"bots": texts_of(setup, bots)} if bots else {}
    return print_header(setup, make_header(setup, more))


def setup_of(kept: Kept, journal: Journal, facts: "Facts | None" = None) -> tuple[Setup, dict[str, Any]]:
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


def bytes_of(setup: Setup) -> bytes | None:
    """Return the fact file of a setup as the journal keeps it, None where the game needs no facts."""
    if setup.facts is None:
        return None
    from factbank.facts import format_facts

    return format_facts(setup.facts)
