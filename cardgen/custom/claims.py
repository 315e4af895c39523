"""Decks of users' own in the style of Liar's Lair: each card has an opening, a picture and a large ending."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cardgen.custom.draw import Report
from cardgen.custom.table import CardRow, CardTable, counts, plain
from cardgen.decks import CardFace
from cardgen.decks.faces.liars_lair import Claim, Style, claim_of, draw_claim, lay_out
from cardgen.errors import PrintError
from cardgen.export.pictures import safe
from cardgen.pdf import type as lettering
from factbank.factfile import Card, Pair, Parts, sentence
from factbank.looks import VOICES, known_emblems
from liarsdeck.english import hint

if TYPE_CHECKING:
    from cardgen.pdf.ink import Ink, Size

COLUMNS = ("opening", "ending", "closing", "number", "title", "emblem", "voice")


def claim_faces(table: CardTable, copies: str, report: Report) -> tuple[CardFace, ...]:
    """Return the faces of a table's rows as cards of Liar's Lair.

    The columns `COLUMNS` say what is on a card. The face of a row is repeated as often as its cell in the column
    `copies` says; if `copies` is "", it comes once. Rows that differ only in ending and number are rivals (they
    contradict each other), and have the same layout. All faults are added to `report`; if there are any, the result is
    (). Raises PrintError if the table has no column `ending`, or too many cards.
    """
    named = {plain(column): column for column in table.columns}
    if "ending" not in named:
        raise PrintError(f'{table.name} has no column "ending": that is what a face of claims sets large')
    rows: list[dict[str, str]] = []
    groups: dict[tuple[str, ...], list[str]] = {}
    for row in table.rows:
        cells = {name: row.cells.get(named.get(name, ""), "") for name in COLUMNS}
        report.faults |= dict.fromkeys(_faults(table, row, cells))
        groups.setdefault(_shared(cells), []).append(cells["ending"])
        rows.append(cells)
    times = counts(table, copies, report)
    if report.faults:
        return ()
    claims = {key: _claim(dict(zip(_SHARED, key, strict=True)), endings) for key, endings in groups.items()}
    faces: list[CardFace] = []
    for row, cells, many in zip(table.rows, rows, times, strict=True):
        key, number = _shared(cells), cells["number"] or str(len(faces) + 1)
        draw = partial(
            _draw, claim=claims[key], which=groups[key].index(cells["ending"]), number=number,
            where=f"{table.name}, line {row.line}",
        )  # fmt: skip
        title = " ".join(filter(None, (number, cells["title"])))
        text = sentence(cells["opening"], cells["ending"], cells["closing"])
        faces += [CardFace(safe(title), title, draw, text=text)] * many
    return tuple(faces)


_SHARED = tuple(name for name in COLUMNS if name not in ("ending", "number"))


def _shared(cells: dict[str, str]) -> tuple[str, ...]:
    return tuple(cells[name] for name in _SHARED)


def _faults(table: CardTable, row: CardRow, cells: dict[str, str]) -> list[str]:
    where, found = f"{table.name}, line {row.line}", []
    if not cells["ending"]:
        found.append(f"{where}: its ending is empty")
    if len(cells["number"]) > 3:
        found.append(f'{where}: the number "{cells["number"][:40]}" has more than three signs')
    for name, known in (("voice", sorted(VOICES)), ("emblem", sorted(known_emblems()))):
        if cells[name] and cells[name].lower() not in known:
            found.append(f'{where}: there is no {name} "{cells[name][:40]}"; {hint(cells[name].lower(), known)}')
    words = {name: lettering.missing(cells[name], lettering.SERIF_BLACK) for name in ("opening", "ending", "closing")}
    spelt = {name: lettering.spell(lacking[0]) for name, lacking in words.items() if lacking}
    return [*found, *(f"{where}: the fonts have no {sign} for its {name}" for name, sign in spelt.items())]


def _claim(cells: dict[str, str], endings: list[str]) -> Claim:
    """Return the claim (the content of rival cards) for rows that share all cells but ending and number.

    `cells` are the shared cells by column, `endings` the rows' endings. If the cell `emblem` is empty, an emblem is
    chosen that goes with the words.
    """
    parts = Parts(cells["opening"], (endings[0], endings[-1]), cells["closing"])
    one, other = (Card(number, text) for number, text in enumerate(parts.texts, 1))
    pair = Pair(
        cells["title"], (one, other), register=cells["voice"].lower(), pieces=parts, emblem=cells["emblem"].lower()
    )
    return claim_of(pair, cells["title"])._replace(endings=tuple(endings))


def _draw(ink: Ink, size: Size, *, claim: Claim, which: int, number: str, where: str) -> None:
    layout = lay_out(claim, size, Style(ink.theme.fonts))
    if layout is None:
        raise PrintError(
            f"{where}: its text does not fit a card of {size.width_mm:g} × {size.height_mm:g} mm: shorten it"
        )
    draw_claim(ink, size, layout, number, which)
