"""A table's scores for the wall: as text, CSV or Markdown; ``scorepicture`` draws them."""

import csv
import io

from msgspec import Struct

from liarsdeck.english import counted
from referee.core.game import Game, Setup
from referee.core.screens import Score, Screen, Sheet
from referee.core.text_layout import GAP, ending, layout


class Scores(Struct, frozen=True):
    """What the wall is told: the game, who played it, row by row what was counted, and how it stands."""

    title: str
    seats: tuple[str, ...]
    sheet: Sheet
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    stands: str
    flags: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether the game counts points; in the others there is only who won."""
        return bool(self.sheet.legend)


def scores_of(game: Game[object], setup: Setup, state: object) -> Scores:
    """Return the scores of a game, from what everybody can see."""
    view, outcome = game.view(state, None), game.outcome(state)
    sheet = game.sheet(view) or Sheet("", "")
    done = f"{counted(len(sheet.rows), sheet.what)} played" if sheet.rows else "just begun"
    stands = ending(setup, outcome) if outcome.over else f"{done}; the game goes on"
    flags = game.flags(view)
    return Scores(game.title, setup.seats, sheet, outcome.scores, outcome.winners, outcome.over, stands, flags)


def as_screen(scores: Scores, width: int = 10_000) -> Screen:
    """Return the scores as a table for a terminal; where words and totals have no room, totals alone."""
    if not scores.counted:
        won = ("wins" if seat in scores.winners else "" for seat in range(len(scores.seats)))
        return Screen(f"{scores.title}: {scores.stands}", rows=tuple(zip(scores.seats, won, strict=True)))
    words, totals = _widths(scores, width)
    noted = any(row.note for row in scores.sheet.rows)
    rows: list[tuple[str, ...]] = [
        (row.label, *(_text(score, words, totals) for score in row.scores), *([row.note] if noted else []))
        for row in scores.sheet.rows
    ]
    legend = f"{scores.title}: {scores.sheet.legend}"
    columns = (scores.sheet.what, *scores.seats, *([""] if noted else []))
    return Screen(legend, columns, tuple(rows) or (("", *map(str, scores.totals)),), (scores.stands, *scores.flags))


def _widths(scores: Scores, width: int) -> tuple[int, int]:
    """Return how many cells the words and the total of a score take; no words where a row has no room for them."""
    cells = [score for row in scores.sheet.rows for score in row.scores]
    words = max((len(score.words) for score in cells), default=0)
    totals = max((len(str(score.total)) for score in cells), default=1)
    wide = sum(max(words + 1 + totals, len(name)) + GAP for name in scores.seats) + len(scores.sheet.what)
    note = max((len(row.note) for row in scores.sheet.rows), default=0)
    return words if wide + note <= width else 0, totals


def _text(score: Score, words: int, totals: int) -> str:
    return (f"{score.words:<{words}} " if words else "") + f"{score.total:>{totals}}"


def as_text(scores: Scores, width: int) -> str:
    """Return the scores as lines of text."""
    return "\n".join(layout(as_screen(scores, width), width, "")) + "\n"


def as_csv(scores: Scores) -> str:
    """Return the scores as CSV: a row for everything that was counted, every part of it in a column of its own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    sheet = scores.sheet
    if scores.counted:
        heads = [f"{name} {part}" for name in scores.seats for part in (*sheet.parts, "total")]
        writer.writerow(map(_harmless, (sheet.what, *heads, "note")))
        for row in sheet.rows:
            writer.writerow([row.label, *(number for score in row.scores for number in _numbers(score)), row.note])
    else:
        writer.writerow(("name", "score", "wins"))
        for seat, name in enumerate(scores.seats):
            writer.writerow((_harmless(name), scores.totals[seat], "yes" if seat in scores.winners else ""))
    return out.getvalue()


def _numbers(score: Score) -> tuple[int, ...]:
    return (*score.parts, score.total)


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in {"=", "+", "-", "@", "\t"} else cell


def as_markdown(scores: Scores) -> str:
    """Return the scores as a Markdown table under a title."""
    screen = as_screen(scores)
    columns = screen.columns or ("", "")
    rows = [columns, *screen.rows]
    parts = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    lines = [f"## {scores.title}", "", parts[0], "|" + " --- |" * len(columns), *parts[1:], "", _cell(scores.stands)]
    return "\n".join([*lines, *(f"\n{_cell(flag)}" for flag in scores.flags)]) + "\n"


def _cell(text: str) -> str:
    """Return a text that Markdown takes for text."""
    escaped = "".join(f"\\{sign}" if sign in "\\|*_`<>[]#" else sign for sign in text)
    return " ".join(escaped.split())
