"""The games of a lab that tell most: the shortest, the longest, the closest, the strangest; as records to replay."""

from collections.abc import Callable, Sequence
from pathlib import Path

from factbank.facts import write
from liarsdeck.files import make_folder, write_atomic
from referee.lab.measure import lines_of
from referee.lab.played import Lab, finished
from referee.lab.row import Row
from referee.records.record import make_header, print_record

FOLDER = "games"
_FACTS = "facts-{}.json"


def notable(rows: Sequence[Row]) -> dict[str, Row]:
    """Return the games that tell most: by name, none of them twice.

    The closest ended with the smallest margin after the most changes of the lead; the strangest lies farthest from the
    middle by all that was counted together.
    """
    won = finished(rows)
    if not won:
        return {"longest": max(rows, key=lambda row: row.lines)} if rows else {}
    found: dict[str, Row] = {}

    def keep(name: str, ordered: Sequence[Row]) -> None:
        free = [row for row in ordered if row not in found.values()]
        if free:
            found[name] = free[0]

    keep("shortest", sorted(won, key=lambda row: row.lines))
    keep("longest", sorted(rows, key=lambda row: -row.lines))
    counts = any(row.margin > 1 for row in won)
    keep("closest", sorted(won, key=lambda row: (row.margin if counts else 0, -row.turns_of_lead, -row.lines)))
    keep("strangest", sorted(won, key=_strangeness(won), reverse=True))
    return found


def _strangeness(rows: Sequence[Row]) -> Callable[[Row], float]:
    """Return what says how far a game lies from the middle: its distances, each by the usual one."""
    measures: tuple[Callable[[Row], int], ...] = (
        lambda row: row.lines, lambda row: row.rounds, lambda row: row.margin, lambda row: row.turns_of_lead,
        lambda row: sum(row.lies), lambda row: sum(row.caught),
    )  # fmt: skip
    scales = []
    for measure in measures:
        values = sorted(map(measure, rows))
        middle = values[len(values) // 2]
        usual = sorted(abs(value - middle) for value in values)[len(values) // 2] or 1
        scales.append((measure, middle, usual))
    return lambda row: sum(abs(measure(row) - middle) / usual for measure, middle, usual in scales)


def write_games(folder: Path, lab: Lab) -> dict[str, str]:
    """Write these games into a folder's ``games``; return the file of each by what it is called."""
    make_folder(folder / FOLDER)
    written = {}
    for name, row in notable(lab.rows).items():
        cell = lab.plan.cells[row.cell]
        setup, actions = lines_of(lab.plan, row.cell, row.index)
        more: dict[str, object] = {}
        if setup.facts is not None:
            facts = _FACTS.format(len(setup.facts.pairs))
            write(setup.facts, folder / FOLDER / facts)
            more["facts"] = facts
        more["lab"] = f"cell {row.cell}, game {row.index}, seed {lab.plan.seed}: {', '.join(cell.seated(row.index))}"
        text = print_record(lab.game, make_header(setup, more), setup, actions)
        file = f"{FOLDER}/{name}.record"
        write_atomic(folder / file, text.encode())
        written[name] = file
    return written
