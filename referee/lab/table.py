"""The games of a lab as a table of comma-separated values: a row a game, a column what was counted."""

import csv
import io
from collections.abc import Sequence

from referee.lab.plan import Plan
from referee.lab.row import Row

HEAD = (
    "cell", "game", "seed", "players", "options", "seats", "digest", "over", "winners", "winning", "starter", "rounds",
    "lines", "acts", "minutes", "scores", "margin", "half", "turns_of_lead", "looked", "width", "forced", "lies",
    "truths", "caught", "doubted", "verbs", "refused",
)  # fmt: skip


def as_csv(plan: Plan, rows: Sequence[Row]) -> str:
    """Return results.csv; seats are counted from 1, what has several values is parted by blanks."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for row in rows:
        cell = plan.cells[row.cell]
        seats = cell.seated(row.index)
        writer.writerow(
            (
                row.cell, row.index, f"{plan.seed}/{row.index}", cell.players,
                " ".join(f"{name}={value}" for name, value in cell.options), " ".join(seats), row.digest,
                int(row.over and bool(row.winners)), _seats(row.winners), " ".join(seats[at] for at in row.winners),
                row.starter + 1, row.rounds, row.lines, row.acts, f"{row.seconds / 60:.1f}", _words(row.scores),
                row.margin, _seats(row.half), row.turns_of_lead, row.looked, row.width, row.forced, _words(row.lies),
                _words(row.truths), _words(row.caught), _words(row.doubted),
                " ".join(f"{verb}={many}" for verb, many in row.verbs.items()),
                " ".join(f"{rule}={many}" for rule, many in row.refused.items()),
            )
        )  # fmt: skip
    return out.getvalue()


def _words(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _seats(values: Sequence[int]) -> str:
    return _words([seat + 1 for seat in values])
