"""What is written of a table: its record, and a secret slip for every seat."""

from __future__ import annotations

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
_CELL = re.compile(r"[ \t]*((?:\\.|[^|\\])*?)[ \t]*(\||$)")
_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}


class Slip(Struct, frozen=True):
    """One seat's slip: whose, of what game and table, a row (card, title, mark) for each card, and notes, a line each.

    The mark is `true`, `LIE`, another word, or "" where the seat does not know.
    """

    name: str
    about: str
    rows: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...] = ()


def format_slip(slip: Slip) -> str:
    """Return a slip as text that `parse_slip` reads, its cells in columns."""
    rows = [[_escaped(cell) for cell in row] for row in slip.rows]
    wide = [min(_WIDEST, max(cells(row[at]) for row in rows)) for at in (0, 1)]
    lines = [
        f"{_padded(card, wide[0], left=False)} | {_padded(title, wide[1])} |{f' {mark}' if mark else ''}"
        for card, title, mark in rows
    ]
    head = [f"{_FIRST} {FORMAT}", _escaped(slip.name), _escaped(slip.about), "For nobody else.", ""]
    notes = [f"  {note}" for note in slip.notes]
    return "\n".join([*head, *lines, "", "Notes:", *notes, *["  " + "." * 60] * _ROOM]) + "\n"


def parse_slip(text: str) -> Slip:
    """Read a slip, of this format or the one before. Raises `RecordError` saying which line is wrong, and how."""
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
    _check_name(name, 2)
    rows: list[tuple[str, str, str]] = []
    at = next((number for number in range(3, len(lines)) if not lines[number].strip()), len(lines))
    while at < len(lines) and lines[at].strip() != "Notes:":
        if lines[at].strip():
            rows.append(_row(lines[at], at + 1))
        at += 1
    if not rows:
        raise RecordError("there is no card on it: after a blank line stands a line for each card", line=at)
    return Slip(name, about, tuple(rows), _notes(lines[at + 1 :]))


def _row(line: str, number: int) -> tuple[str, str, str]:
    found = _cells(line)
    if len(found) > 3:
        raise RecordError(
            f"{quoted(line.strip())} has {len(found)} cells; a card has three, and a bar in a title is \\|", line=number
        )
    card, title, mark = (*found, "", "")[:3]
    return card, title, mark


def _check_name(name: str, number: int) -> None:
    if not 0 < len(name) <= NAME_LIMIT:
        raise RecordError(f"a slip is for a seat, whose name has 1 to {NAME_LIMIT} characters", line=number)


def _notes(lines: list[str]) -> tuple[str, ...]:
    return tuple(note for line in lines if (note := line.strip()).strip("._ "))


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("|", "\\|")
    for letter, sign in _SIGNS.items():
        text = text.replace(sign, f"\\{letter}")
    if text.startswith(" "):
        text = f"\\{text}"
    return f"{text[:-1]}\\ " if text.endswith(" ") and text != "\\ " else text


def _cells(line: str) -> list[str]:
    """Take the cells of a line apart. A backslash that ends a line, as no program writes it, is dropped."""
    found, at = [], 0
    while match := _CELL.match(line, at):
        found.append(re.sub(r"\\(.)", lambda sign: _SIGNS.get(sign[1], sign[1]), match[1]))
        at = match.end()
        if not match[2]:
            break
    return found or [""]


def _padded(text: str, width: int, *, left: bool = True) -> str:
    room = " " * (width - cells(text))
    return text + room if left else room + text


def _parse_old(text: str) -> Slip:
    """Read the format that had no version: name and game in the first line, columns divided by two blanks or more."""
    head, _, body = text.partition("\n")
    name, dot, about = head.strip().partition(" · ")
    cards, notes, below = body.partition("Notes:")
    found = [re.split(r"\s{2,}", line.strip()) for line in cards.splitlines()[2:] if line.strip()]
    if not dot or not notes or not found:
        raise RecordError(f"it does not begin with “{_FIRST} {FORMAT}”, or lacks cards or notes")
    _check_name(name, 1)
    rows = []
    for row in found:
        # A card that was picked up since the deal has a title and no mark.
        marked = len(row) > 2 or row[-1].casefold() in {"true", "lie"}
        mark = row.pop() if marked and len(row) > 1 else ""
        rows.append((row[0], "  ".join(row[1:]), mark))
    return Slip(name, about, tuple(rows), _notes(below.split("\n")))


def slips(table: Table) -> dict[int, Slip]:
    """Return the slip of every person whose cards the referee knows. Raises ``RecordError`` when there is none."""
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
    """Write one file a slip that only its owner on this computer can read; return where. Raises ``OSError``."""
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
    """Open a table as far as it is undamaged, and say in a sentence what is lost of it, "" for nothing."""
    try:
        return Table(journal, number), ""
    except RecordError:
        table = Table(journal, number, salvage=True)
        return table, table.lost or f"Only the first {len(table.actions)} lines of table {number} are undamaged."


def record_of(table: Table, *, reveal: bool) -> str:
    """Return a table's record, its notices as comments and its seals in the header.

    The redacted record replays to the same public state as the full one. It holds the hands that have been laid open
    to the last card, and what opens their seals; of hidden lines it has what commits to them, and no nonce.
    """
    game, setup = table.game, table.setup
    actions = in_seat_order(game, setup, table.actions)
    sealed = {place for deal in table.deals for place in deal.places}
    more: dict[str, object] = {"kit": table.kit} if table.kit else {}
    more |= {"follows": table.follows} if table.follows else {}
    more |= {"bots": texts_of(setup, table.bots)} if table.bots else {}
    more |= {"seed": CHOSEN} if table.seeded else {}
    hidden = dealt_verbs(game, setup)
    entered = [
        place
        for place, (action, drawn) in enumerate(zip(actions, table.drawn, strict=True), start=1)
        if action.verb in hidden and not drawn and place not in sealed
    ]
    seals = [to_builtins(deal.opened(setup.seats, actions)) for deal in table.deals]
    more |= {"seals": seals} if seals else {}
    more |= {"entered": entered} if entered and seals else {}
    header, said = make_header(setup, more), [CHOSEN_SEED] if table.seeded else []
    if not reveal:
        opened = {line.place for deal in table.deals for line in deal.lines} & hands_laid_open(game, setup, actions)
        pairs = enumerate(zip(actions, redacted(game, setup, actions), strict=True), start=1)
        shown = [full if place in opened else masked for place, (full, masked) in pairs]
        header, actions = shut(game, setup, header, actions, shown), shown
        if many := len(sealed - opened):
            said.append(f"{counted(many, 'sealed line')} not open here: `export --reveal` has what opens them.")
    lines = print_record(game, header, setup, actions).split("\n")
    first = len(lines) - 1 - len(actions)
    for place, words in reversed(_comments(table)):
        lines.insert(first + min(place, len(actions)), f"# {words}")
    lines[first:first] = [f"# {sentence}" for sentence in said]
    return "\n".join(lines)


def hands_laid_open(game: Game[object], setup: Setup, actions: Sequence[Action]) -> set[int]:
    """Return the places of the hands (from 1) of which everybody has seen every card since."""
    kept = {verb.name for verb in game.verbs if verb.kept}
    found: set[int] = set()
    hands: dict[int, tuple[int, Counter[str]]] = {}
    for place, (before, action, after) in enumerate(steps(game, setup, actions), start=1):
        if action.verb in kept and action.seat is not None:
            hands[action.seat] = place, Counter(game.write(setup, action).words)
        for seat, card in game.laid(before, action, after):
            if seat in hands:
                hands[seat][1][card] -= 1
                found |= {hands[seat][0]} if not +hands[seat][1] else set()
        if game.settled(before) != game.settled(after):
            hands.clear()
    return found


def in_seat_order(game: Game[object], setup: Setup, actions: Sequence[Action]) -> list[Action]:
    """Return a record's actions with what is chosen in secret in seat order, however they came in.

    Lines change places only where both are secret, and the game stands the same after both; hands stay as they came,
    for a deal may be sealed.
    """
    secret = {verb.name for verb in game.verbs if game.private(setup, verb.name) and not verb.kept}
    found, states = list(actions), [game.start(setup)]
    for place in range(len(found)):
        at = place
        while (
            at
            and found[at - 1].verb in secret
            and found[at].verb in secret
            and _turned(game, states[at - 1], found, at)
        ):
            found[at - 1], found[at] = found[at], found[at - 1]
            states[at] = game.apply(states[at - 1], found[at - 1])
            at -= 1
        states.append(game.apply(states[place], found[place]))
    return found


def _turned(game: Game[object], before: object, actions: Sequence[Action], at: int) -> bool:
    """Say whether two lines stand against seat order, and could as well stand the other way round."""
    first, second = actions[at - 1], actions[at]
    if first.seat is None or second.seat is None or first.seat < second.seat or not game.judge(before, second).legal:
        return False
    between = game.apply(before, second)
    if not game.judge(between, first).legal:
        return False
    return bool(game.apply(between, first) == game.apply(game.apply(before, first), second))


def _comments(table: Table) -> list[tuple[int, str]]:
    """Return the notices with how many of the lines that stand came before each."""
    try:
        notices = table.notices()
    except RecordError:  # damaged, in a table that is being saved
        return []
    entries = table.journal.entries(table.number, salvage=True)
    many = len(reduce_entries(entries).lines)
    return [
        (
            min(many, len(reduce_entries(entries[: notice.entry]).lines)),
            " ".join(notice.said(table.setup.seats).split()),
        )
        for notice in notices
    ]
