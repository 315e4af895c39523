"""Export a table: its record, and for each seat a slip with the cards and notes that only it may see."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, to_builtins

from liarsdeck.english import counted, quoted
from liarsdeck.files import write_atomic
from referee.bots import texts_of
from referee.core.game import Action, Game, RecordError, Setup
from referee.core.play import redacted, steps
from referee.core.setup import NAME_LIMIT
from referee.core.text_layout import cells
from referee.records import CHOSEN, CHOSEN_SEED, dealt_verbs, make_header, print_record, shut
from referee.store.journal import Journal, reduce_entries
from referee.tables.table import Table

FORMAT = 2
_FIRST = "liarsdeck slip"
_WIDEST = 40  # cells of a title that the others' marks are still set behind
_ROOM = 12  # lines of dots
_CELL = re.compile(r"((?:\\.|[^|\\])*+)(\||$)")
_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}


class Slip(Struct, frozen=True):
    """A paper slip with one seat's secrets.

    ``name`` is the player's name, and ``about`` says which game and table the slip belongs to. ``rows`` has (card,
    title, mark) for each card. The mark is `true`, `LIE` or another word; "" if the seat does not know. ``notes`` are
    the player's notes, a line each.
    """

    name: str
    about: str
    rows: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...] = ()


def format_slip(slip: Slip) -> str:
    """Return a slip as text in columns, which `parse_slip` reads."""
    rows = [[_escaped(cell) for cell in row] for row in slip.rows]
    numbers, titles = (min(_WIDEST, max(cells(row[at]) for row in rows)) for at in (0, 1))
    lines = []
    for card, title, mark in rows:
        before, after = " " * (numbers - cells(card)), " " * (titles - cells(title))
        lines.append(f"{before}{card} | {title}{after} |{f' {mark}' if mark else ''}")
    head = [f"{_FIRST} {FORMAT}", _escaped(slip.name), _escaped(slip.about), "For nobody else.", ""]
    notes = [f"  {note}" for note in slip.notes]
    return "\n".join([*head, *lines, "", "Notes:", *notes, *["  " + "." * 60] * _ROOM]) + "\n"


def parse_slip(text: str) -> Slip:
    """Return the slip in a text of the present or the previous format.

    Raises `RecordError` that names the wrong line.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    first = re.fullmatch(rf"{_FIRST} (\d{{1,4}})\s*", lines[0], re.ASCII)
    if first is None:
        return _parse_old("\n".join(lines))
    if int(first[1]) != FORMAT:
        raise RecordError(
            f"this slip has format {int(first[1])}, and this program reads up to {FORMAT}: a newer one wrote it", line=1
        )
    if len(lines) < 3:
        raise RecordError("a slip says whose it is, and what of", line=len(lines))
    name, about = (_cells(line)[0] for line in lines[1:3])
    rows: list[tuple[str, str, str]] = []
    at = next((number for number in range(3, len(lines)) if not lines[number].strip()), len(lines))
    while at < len(lines) and lines[at].strip() != "Notes:":
        if line := lines[at].strip():
            cells = _cells(lines[at])
            if len(cells) > 3:
                why = f"{quoted(line)} has {len(cells)} cells; a card has three, and a bar in a title is \\|"
                raise RecordError(why, line=at + 1)
            card, title, mark = (*cells, "", "")[:3]
            rows.append((card, title, mark))
        at += 1
    if not rows:
        raise RecordError("there is no card on it: after a blank line stands a line for each card", line=at)
    return _slip(name, about, rows, lines[at + 1 :], 2)


def _parse_old(text: str) -> Slip:
    """Return the slip in a text of the format that had no version.

    Its first line has name and game, and two or more blanks separate the columns. Raises `RecordError` if the text is
    no such slip.
    """
    head, _, body = text.partition("\n")
    name, dot, about = head.strip().partition(" · ")
    cards, notes, below = body.partition("Notes:")
    rows = []
    for line in cards.splitlines()[2:]:
        if line.strip():
            card, *words = re.split(r"\s{2,}", line.strip())
            # A card that was picked up since the deal has a title and no mark.
            marked = len(words) > 1 or (words and words[-1].casefold() in {"true", "lie"})
            mark = words.pop() if marked else ""
            rows.append((card, "  ".join(words), mark))
    if not dot or not notes or not rows:
        raise RecordError(f"it does not begin with “{_FIRST} {FORMAT}”, or lacks cards or notes")
    return _slip(name, about, rows, below.split("\n"), 1)


def _slip(name: str, about: str, rows: Sequence[tuple[str, str, str]], below: Sequence[str], line: int) -> Slip:
    """Return a slip from the parts that were read.

    ``below`` are the lines after the word “Notes:”; dotted lines among them are skipped. Raises `RecordError` with the
    line number ``line`` if the name is empty or too long.
    """
    if not 0 < len(name) <= NAME_LIMIT:
        raise RecordError(f"a slip is for a seat, whose name has 1 to {NAME_LIMIT} characters", line=line)
    notes = tuple(note for text in below if (note := text.strip()).strip("._ "))
    return Slip(name, about, tuple(rows), notes)


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("|", "\\|")
    for letter, sign in _SIGNS.items():
        text = text.replace(sign, f"\\{letter}")
    if text.startswith(" "):
        text = f"\\{text}"
    return f"{text[:-1]}\\ " if text.endswith(" ") and text != "\\ " else text


def _cells(line: str) -> list[str]:
    """Return the cells of a line, without the blanks around them and with backslash signs decoded.

    Bars separate the cells. A backslash at the end of the line, which no program writes, is dropped.
    """
    cells, at = [], 0
    while match := _CELL.match(line, at):
        cell = match[1].strip(" \t")
        if (len(cell) - len(cell.rstrip("\\"))) % 2:  # the blank that was cut off is one that the program wrote
            cell += " "
        cells.append(re.sub(r"\\(.)", lambda sign: _SIGNS.get(sign[1], sign[1]), cell))
        at = match.end()
        if not match[2]:
            break
    return cells or [""]


def slips(table: Table) -> dict[int, Slip]:
    """Return the slips by seat, one for each person whose cards the referee knows. Bots get none.

    Raises ``RecordError`` if there are no slips.
    """
    about = f"{table.game.title} · table {table.number}"
    found = {}
    for seat, name in enumerate(table.setup.seats):
        rows = table.game.hand(table.game.view(table.state, seat), seat)
        if rows and seat not in table.bots:
            found[seat] = Slip(name, about, rows)
    if not found:
        raise RecordError(f"The referee knows no hand at table {table.number}, so there is nothing to write on slips.")
    return found


def write(found: Mapping[int, Slip], folder: Path) -> list[Path]:
    """Write each slip to its own text file in ``folder``; return the paths.

    ``found`` has the slips by seat. Only this computer's user may read the files. Raises ``OSError`` if a file can't be
    written.
    """
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True)
    paths = []
    for seat, slip in found.items():
        name = re.sub(r"[^\w-]+", "-", slip.name).strip("-") or "seat"
        path = folder / f"{seat + 1}-{name}.txt"
        write_atomic(path, format_slip(slip).encode(), private=True)
        paths.append(path)
    return paths


def open_for_export(journal: Journal, number: int) -> tuple[Table, str]:
    """Return (table, what is lost) for the table ``number``; of a damaged table, its undamaged first part.

    What is lost is a sentence, "" if nothing is.
    """
    try:
        return Table(journal, number), ""
    except RecordError:
        table = Table(journal, number, salvage=True)
        return table, table.lost or f"Only the first {len(table.actions)} lines of table {number} are undamaged."


def record_of(table: Table, *, reveal: bool) -> str:
    """Return a table's record as text, with notices as comments and seals in the header.

    Without ``reveal``, hidden things are masked; the text still replays to the same public state. A dealt hand is not
    masked if everybody has seen all its cards. In the seals, a line that is not masked has its nonce, and a masked line
    has only its commitment.
    """
    game, setup = table.game, table.setup
    actions = in_seat_order(game, setup, table.actions)
    sealed = {place for deal in table.deals for place in deal.places}
    private = dealt_verbs(game, setup)
    drawn = enumerate(zip(actions, table.drawn, strict=True), start=1)
    entered = [at for at, (action, chance) in drawn if action.verb in private and not chance and at not in sealed]
    seals = [to_builtins(deal.opened(setup.seats, actions)) for deal in table.deals]
    more: dict[str, object] = {
        "kit": table.kit,
        "follows": table.follows,
        "bots": texts_of(setup, table.bots),
        "seed": CHOSEN if table.seeded else "",
        "seals": seals,
        "entered": entered if seals else [],
    }
    header = make_header(setup, {key: value for key, value in more.items() if value})
    comments = [CHOSEN_SEED] if table.seeded else []
    if not reveal:
        opened = {line.place for deal in table.deals for line in deal.lines} & hands_laid_open(game, setup, actions)
        pairs = enumerate(zip(actions, redacted(game, setup, actions), strict=True), start=1)
        shown = [full if place in opened else masked for place, (full, masked) in pairs]
        header, actions = shut(game, setup, header, actions, shown), shown
        if many := len(sealed - opened):
            comments.append(f"{counted(many, 'sealed line')} not open here: `export --reveal` has what opens them.")
    lines = print_record(game, header, setup, actions).split("\n")
    first = len(lines) - 1 - len(actions)
    entries = table.journal.entries(table.number, salvage=True)
    with contextlib.suppress(RecordError):  # damaged notices, in a table that is being saved
        for notice in reversed(table.notices()):  # each after as many lines as stood when it was written
            place = min(len(actions), len(reduce_entries(entries[: notice.entry]).lines))
            lines.insert(first + place, f"# {' '.join(notice.said(setup.seats).split())}")
    lines[first:first] = [f"# {sentence}" for sentence in comments]
    return "\n".join(lines)


def hands_laid_open(game: Game[object], setup: Setup, actions: Sequence[Action]) -> set[int]:
    """Return the numbers (from 1) of the lines that enter a hand that everybody has seen completely.

    A hand counts if everybody has seen each of its cards by the time when the deal is scored.
    """
    kept = {verb.name for verb in game.verbs if verb.kept}
    laid_open: set[int] = set()
    hands: dict[int, tuple[int, Counter[str]]] = {}
    for place, (before, action, after) in enumerate(steps(game, setup, actions), start=1):
        if action.verb in kept and action.seat is not None:
            hands[action.seat] = place, Counter(game.write(setup, action).words)
        for seat, card in game.cards_shown(before, action, after):
            if seat in hands:
                hands[seat][1][card] -= 1
                laid_open |= {hands[seat][0]} if not +hands[seat][1] else set()
        if game.deals_scored(before) != game.deals_scored(after):
            hands.clear()
    return laid_open


def in_seat_order(game: Game[object], setup: Setup, actions: Sequence[Action]) -> list[Action]:
    """Return a record's actions, with secret choices that were made in the same step in seat order.

    So the record does not tell who chose first. The lines of hands are not moved, because the seal of a deal covers
    their places.
    """
    secret = {verb.name for verb in game.verbs if game.private(setup, verb.name) and not verb.kept}
    ordered, states = list(actions), [game.start(setup)]

    def swaps(at: int) -> bool:
        """Return whether line ``at`` (from 1) and the next one can be swapped to get them in seat order.

        They can if both are secret choices, the second is of a lower seat, and the other order is legal and leads to
        the same state.
        """
        before, first, second = states[at - 1], ordered[at - 1], ordered[at]
        if (
            first.seat is None
            or second.seat is None
            or first.seat < second.seat
            or not {first.verb, second.verb} <= secret
        ):
            return False
        if not game.judge(before, second).legal or not game.judge(between := game.apply(before, second), first).legal:
            return False
        return bool(game.apply(between, first) == game.apply(game.apply(before, first), second))

    for place in range(len(ordered)):
        at = place
        while at and swaps(at):
            ordered[at - 1], ordered[at] = ordered[at], ordered[at - 1]
            states[at] = game.apply(states[at - 1], ordered[at - 1])
            at -= 1
        states.append(game.apply(states[place], ordered[place]))
    return ordered
