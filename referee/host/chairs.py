"""Chairs that bots take: in the lobby, or when somebody has to go home; and what a browser hears that lost its seat."""

from referee import games
from referee.bots.seated import level_of
from referee.core.setup import folded
from referee.host.hosting import Chair, Session
from referee.host.people import People
from referee.host.taps import No

PERSON = "person"
NAMES = (
    "Zoe",
    "Yan",
    "Xenia",
    "Wim",
    "Vera",
    "Udo",
    "Tess",
    "Sol",
    "Rosa",
    "Quinn",
    "Pia",
    "Otto",
)  # of bots nobody named


def sit_bot(people: People, typed: str, level: str) -> None:
    """Let a bot play a seat from now on: a new chair of the lobby, or one that is there; ``person``: nobody's yet.

    In the lobby a new one may be without a name: then it is given one.

    Raises ``No``, ``RecordError``.
    """
    with people.whole():
        _sit_bot(people, typed, level)


def _sit_bot(people: People, typed: str, level: str) -> None:
    table, hosting = people.desk.table, people.hosting
    if table is None:
        people.check_lobby()
        if not hosting.game:
            raise No(409, "Which game? Choose it first, then its bots.")
        names = {folded(name) for name in people.names}
        typed = " ".join(typed.split()) or next(name for name in NAMES if folded(name) not in names)
        if folded(typed) not in names:
            people.check_new(typed, people.names)
            if len(names) >= games.game(hosting.game).seats[1]:
                raise No(409, "All seats are taken.")
        level = "" if level == PERSON else level_of(games.game(hosting.game), level)
        chair = next((one for one in hosting.chairs if folded(one.name) == folded(typed)), None)
        if chair is None:
            chair = Chair(typed)
            hosting.chairs.append(chair)
        hosting.unseat(chair.name)
        chair.bot, chair.pin, chair.laptop = level, "", False
        people.changed()
        return
    name = people.name(typed)
    if name is None:
        raise No(422, "Nobody is called so at this table.", "host.name")
    seat = table.setup.seats.index(name)
    if level == PERSON:
        if seat not in table.bots:
            raise No(409, f"No bot plays for {name}.")
        table.seat_bot(seat, None)
        people.ask_about(name)
    else:
        if people.holder(name) is not None:
            people.free(name)
        table.seat_bot(seat, level)
    people.desk.resume()


def why_seatless(people: People, session: Session) -> str:
    """Return what became of the seat that a browser had, "" where it had none."""
    name, table = session.was, people.desk.table
    if not name or session.seat:
        return ""
    if name not in people.names:
        return f"The host has taken {name} off the list."
    seat = people.names.index(name)
    if table.bots.get(seat) if table else people.hosting.chairs[seat].bot:
        return f"A bot plays for {name} now."
    if people.holder(name) is not None:
        return f"{name} sits at another phone now. If that is somebody else, the host can free the seat."
    return f"The host has freed {name}’s seat."
