"""A table's scores for the wall: as text, CSV, Markdown or a picture (SVG)."""

import csv
import io
from html import escape

from referee.game import Screen
from referee.screen import cells, layout
from referee.table import Table


def sheet_of(table: Table) -> Screen:
    """Return the game's own score sheet, or one row a seat where it has none."""
    sheet = table.game.sheet(table.view)
    if sheet is not None:
        return sheet
    outcome = table.game.outcome(table.state)
    rows = tuple(
        (name, f"{score:g}", "wins" if seat in outcome.winners else "")
        for seat, (name, score) in enumerate(zip(table.setup.seats, outcome.scores, strict=True))
    )
    return Screen(f"{table.game.title}, table {table.number}", ("", "score", ""), rows, (table.stands(),))


def as_text(sheet: Screen, width: int) -> str:
    """Return a sheet as lines of text."""
    return "\n".join(layout(sheet, width, "")) + "\n"


def as_csv(sheet: Screen) -> str:
    """Return a sheet as CSV: its columns, then its rows."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if any(sheet.columns):
        writer.writerow([_harmless(cell) for cell in sheet.columns])
    writer.writerows([_harmless(cell) for cell in row] for row in sheet.rows)
    return out.getvalue()


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula; numbers stay what they are."""
    formula = cell[:1] in {"=", "+", "-", "@", "\t"} and not cell.lstrip("+-").replace(".", "", 1).isdigit()
    return f"'{cell}" if formula else cell


def as_markdown(sheet: Screen) -> str:
    """Return a sheet as a Markdown table under its title."""
    many = max((len(row) for row in (sheet.columns, *sheet.rows)), default=0)
    rows = [[*row, *[""] * (many - len(row))] for row in (sheet.columns, *sheet.rows)]
    told = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines = [f"## {sheet.title}", "", told[0], "|" + " --- |" * many, *told[1:]] if many else [f"## {sheet.title}"]
    return "\n".join([*lines, *(["", *sheet.lines] if sheet.lines else [])]) + "\n"


def as_svg(sheet: Screen) -> str:
    """Return a sheet as a picture to print and hang up: plain text on a grid, no script, no font to fetch."""
    rows = [row for row in (sheet.columns, *sheet.rows) if any(row)]
    many = max((len(row) for row in rows), default=1)
    widths = [max([cells(row[c]) for row in rows if c < len(row)] or [1]) * 11 + 24 for c in range(many)]
    wide = max(sum(widths), cells(sheet.title) * 14) + 40
    body = [f'<text x="20" y="40" font-size="24" font-weight="bold">{escape(sheet.title)}</text>']
    y = 78
    for number, row in enumerate(rows):
        x = 20
        head = ' font-weight="bold"' if number == 0 and any(sheet.columns) else ""
        for cell, width in zip(row, widths, strict=False):
            body.append(f'<text x="{x + 8}" y="{y}"{head}>{escape(cell)}</text>')
            x += width
        body.append(f'<line x1="20" y1="{y + 9}" x2="{20 + sum(widths)}" y2="{y + 9}"/>')
        y += 30
    for line in sheet.lines:
        body.append(f'<text x="20" y="{y + 4}" font-size="14">{escape(line)}</text>')
        y += 22
    inside = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {y + 10}" font-family="Source Sans 3, Source Sans'
        f' Pro, sans-serif" font-size="18">\n<style>line {{ stroke: #999; stroke-width: 1 }}</style>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{inside}\n</svg>\n'
    )
