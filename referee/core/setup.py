"""What a game starts from, checked: seats, options, rules version and facts, each fault naming its key."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from msgspec import Struct

from liarsdeck.english import quoted
from referee.core.errors import RecordError
from referee.core.game import Game, Setup
from referee.core.options import read_options

if TYPE_CHECKING:
    from factbank.facts import Facts

NAME_LIMIT = 24
NAME_SIGNS = ":#?;()"


def setup(
    game: Game[Any],
    seats: Sequence[str],
    options: Mapping[str, object] | None = None,
    *,
    rules: int | None = None,
    facts: "Facts | None" = None,
    words: bool = False,
) -> Setup:
    """Return the setup of a game, by its newest rules unless others are named.

    ``words`` reads option values as typed. Raises ``RecordError`` naming the key.
    """
    check_seats(game, seats)
    newest = game.rules_version
    rules = newest if rules is None else rules
    if isinstance(rules, bool) or not isinstance(rules, int) or rules < 1:
        raise RecordError(
            f"rules: {quoted(rules)} will not do; it is the number of the rules, {newest} being the newest"
        )
    if rules > newest:
        raise RecordError(f"rules: this record was played by rules {rules}; this referee knows them up to {newest}")
    if game.needs_facts and facts is None:
        raise RecordError(f"facts: {game.title} needs the facts of its kit; name a fact file or a kit")
    made = Setup(
        game.name, tuple(seats), read_options(game.options, options or {}, game.name, words=words), rules, facts
    )
    fault = game.check(made)
    if fault is not None:
        raise _refused(made, *fault)
    return made


def check_options(game: Game[Any], options: Struct) -> None:
    """Raise ``RecordError`` where house rules do not go together, however many play."""
    made = [seated(game, many, options) for many in range(game.seats[0], game.seats[1] + 1)]
    faults = [] if game.needs_facts else [game.check(one) for one in made]
    if faults and faults[0] is not None and all(faults):
        raise _refused(made[0], *faults[0])


def _refused(made: Setup, key: str, why: str) -> RecordError:
    return RecordError(f"{'options.' if hasattr(made.options, key) else ''}{key}: {why}")


def seated(game: Game[Any], players: int, options: Struct, facts: "Facts | None" = None) -> Setup:
    """Return a setup of so many players without names, nothing checked: to ask a game what its options come to."""
    seats = tuple(f"Seat {number}" for number in range(1, players + 1))
    return Setup(game.name, seats, options, game.rules_version, facts)


def serves(game: Game[Any], options: Struct, facts: "Facts | None" = None) -> tuple[int, int]:
    """Return how few and how many players may sit down by these house rules, and with these facts.

    Where the options fit no number of players, or the facts are not known, it is what the game is for.
    """
    low, high = game.seats
    if game.needs_facts and facts is None:
        return low, high
    fits = [many for many in range(low, high + 1) if game.check(seated(game, many, options, facts)) is None]
    return (fits[0], fits[-1]) if fits else (low, high)


def check_seats(game: Game[Any], seats: Sequence[str]) -> None:
    """Raise ``RecordError`` unless these names can sit at this game's table."""
    for name in seats:
        fault = name_fault(name)
        if fault:
            raise RecordError(f"seats: {fault}")
    low, high = game.seats
    if not low <= len(seats) <= high:
        people = f"{low} players" if low == high else f"{low} to {high} players"
        raise RecordError(
            f"seats: {game.title} is for {people}; here {'is' if len(seats) == 1 else 'are'} {len(seats)}"
        )
    known: dict[str, str] = {}
    for name in seats:
        twin = known.setdefault(folded(name), name)
        if twin is not name:
            raise RecordError(f"seats: two seats are called {name}; give one of them another name")


def name_fault(name: object) -> str:
    """Return what is wrong with a name as a sentence, "" when nothing is."""
    if not isinstance(name, str):
        return f"{quoted(name)} is no name; names are written in quotes"
    if not name or name != name.strip() or len(name) > NAME_LIMIT:
        return f"{quoted(name)} is no name: names have 1 to {NAME_LIMIT} characters and no blank at either end"
    if any(sign in NAME_SIGNS or not sign.isprintable() for sign in name):
        return f"{quoted(name)} is no name: names have none of {' '.join(NAME_SIGNS)} and no line break"
    return ""


def folded(name: str) -> str:
    """Return a name as names are compared: without regard to case, to how its accents are written (é as one sign or as
    two) and to how many blanks it has inside.
    """
    if name.isascii():
        return " ".join(name.casefold().split())
    return " ".join(normalize("NFC", normalize("NFD", name).casefold()).split())
