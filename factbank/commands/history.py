"""The commands that look back: history, show."""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from factbank import facts as factfile
from factbank import kits
from factbank.deal.ledger import DeckLine, Ledger
from factbank.errors import FactError
from factbank.facts import Facts
from liarsdeck.cli import command, note
from liarsdeck.english import counted, moment
from liarsdeck.files import STDOUT, write_atomic
from liarsdeck.paths import ledger_path

SPOILER = "This spoils the game for whoever reads it."


@command(
    "history", examples=["factbank history", "factbank history --export seen.json", "factbank history --clear --yes"]
)
@click.option("--ledger", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Another ledger.")
@click.option(
    "--export", type=click.Path(path_type=Path), metavar="FILE", help="Write all decks and keys as JSON (- is stdout)."
)
@click.option("--clear", is_flag=True, help="Forget everything: all pairs may come again.")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.option("--json", "as_json", is_flag=True, help="Print all decks and keys as JSON.")
@click.option("--check", "sound", is_flag=True, help="Read all of it, and say whether it is sound.")
@click.option("--backup", type=click.Path(path_type=Path), metavar="FILE", help="Copy the ledger, while it is used.")
def history(
    ledger: Path | None, export: Path | None, clear: bool, yes: bool, as_json: bool, sound: bool, backup: Path | None
) -> None:
    """Show, check, copy, export or clear what this household has been dealt."""
    if sound or backup:
        _look_after(Ledger(ledger or ledger_path()), backup)
        return
    if clear and not yes and not sys.stdin.isatty():
        raise FactError("to clear the ledger without being asked, add --yes")
    path = ledger or ledger_path()
    wanted = as_json or export is not None
    decks: list[DeckLine] = []
    if path.exists():
        decks = Ledger(path).mended(lambda book: book.history(), note)
    elif ledger:
        raise FactError(f"there is no ledger {path}")
    elif not wanted:
        note("nothing has been dealt yet")
        return
    if wanted:
        _export(decks, export)
    if clear:
        _clear(path, len(decks), yes=yes)
    elif not wanted:
        _list(decks)


def _look_after(ledger: Ledger, backup: Path | None) -> None:
    """Say that the ledger is sound, or copy it. Raises ``UserError``: a damaged one is left as it is."""
    if not ledger.path.exists():
        raise FactError(f"there is no ledger {ledger.path}")
    if backup is None:
        click.echo(f"the ledger is sound: {ledger.check()}")
        return
    ledger.back_up(backup)
    note(f"the ledger is copied to {backup}; to go back to it, put it in the place of {ledger.path}")


def _export(decks: Sequence[DeckLine], export: Path | None) -> None:
    """Write decks as JSON, to a file or (None, ``-``) to stdout."""
    data = json.dumps([_row(deck) for deck in decks], ensure_ascii=False, indent=1) + "\n"
    if export is None or str(export) == STDOUT:
        click.echo(data, nl=False)
    else:
        write_atomic(export, data.encode())
        note(f"{counted(len(decks), 'deck')} written to {export}")


def _clear(path: Path, decks: int, *, yes: bool) -> None:
    if yes or click.confirm(f"Forget {counted(decks, 'deck')}?"):
        Ledger(path).mended(lambda book: book.clear(), note)
        note(f"forgot {counted(decks, 'deck')}")


def _list(decks: Sequence[DeckLine]) -> None:
    for deck in decks:
        click.echo(f"{_when(deck)}  {deck.kit}  {deck.pairs:3} pairs")
    pairs = sum(deck.pairs for deck in decks)
    note(f"{counted(len(decks), 'deck')}, {pairs} pairs; none of them comes again")


def _when(deck: DeckLine) -> str:
    return moment(deck.at)


def _row(deck: DeckLine) -> dict[str, object]:
    at = datetime.fromtimestamp(int(deck.at), UTC).isoformat()
    return {"kit": deck.kit, "at": at, "pairs": deck.pairs, "keys": list(deck.keys)}


@command("show", examples=["factbank show K7Q4-9M --yes", "factbank show facts.json --yes"])
@click.argument("code")
@click.option("--yes", is_flag=True, help="Don't ask whether you really want to know.")
@click.option("--json", "as_json", is_flag=True, help="Print the fact file.")
def show(code: str, yes: bool, as_json: bool) -> None:
    """Print the facts of a kit, marked by pair (CODE, or a fact file).

    This spoils the game: every pair is shown with both its halves.
    """
    path = Path(code)
    facts = factfile.read(path) if path.suffix == ".json" or path.is_file() else kits.find(code)
    if not yes:
        if sys.stdin.isatty() and sys.stdout.isatty():
            if not click.confirm(f"{SPOILER} Show it?", err=True):
                return
        else:
            note(SPOILER)
    click.echo(factfile.format_facts(facts) if as_json else listing(facts), nl=False)


def listing(facts: Facts) -> str:
    """Return all pairs as people read them: number and text under the title."""
    blocks = [f"Kit {facts.kit}\n"]
    for number, pair in enumerate(facts.pairs, 1):
        cards = "".join(f"  {card.number:3}  {card.text}\n" for card in pair.cards)
        blocks.append(f"Pair {number}: {pair.title}\n{cards}")
    return "\n".join(blocks)
