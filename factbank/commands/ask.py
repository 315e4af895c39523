"""The command that asks a table for its own jokes: ask."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from factbank.errors import FactError
from factbank.fill.guests import parse_guests
from factbank.usual import EACH, PLAYERS
from liarsdeck.cli import command, note
from liarsdeck.english import counted
from liarsdeck.files import STDOUT, write_atomic
from liarsdeck.paths import packs_dir

if TYPE_CHECKING:
    from factbank.jokes import Joke

ASKED = 2  # facts of each


@command("ask", examples=["factbank ask --person Ann --person Ben -o jokes.toml"])
@click.option("--person", "people", multiple=True, metavar="NAME", help="Who is asked, one after the other; else you.")
@click.option("--each", type=click.IntRange(1, 10), default=ASKED, show_default=True, help="How many facts of each.")
@click.option("--own", metavar="NAME", help="Put it in your pack folder under this name, where it is found by name.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it here; else jokes.toml.")
def ask(people: tuple[str, ...], each: int, own: str | None, output: Path | None) -> None:
    """Ask everybody at the table for two silly facts, and make a pack of them.

    For each fact the other half is offered: an opposite, another number, roles exchanged. Type the number of an offer,
    or a half of your own; an empty line passes. The pack is checked like any other; `factbank new --jokes FILE` then
    lets all of it into the next deck.
    """
    from factbank.jokes import Joke, pack_text
    from factbank.packs.reader import SLUG

    if own and output:
        raise click.UsageError("give --own or -o, not both")
    if own and not SLUG.fullmatch(own):
        raise FactError(f"“{own}” can't be a pack's name: use a to z, 0 to 9 and hyphens")
    path = packs_dir() / f"{own}.toml" if own else output or Path("jokes.toml")
    if path.exists() and str(path) != STDOUT:
        raise FactError(f"{path} is there already")
    names = [guest.name for guest in parse_guests(people)] or [""]
    jokes: list[Joke] = []
    try:
        for name in names:
            for turn in range(1, each + 1):
                who = f"{name}, your" if name else "Your"
                found = _one(f"{who} silly fact {turn} of {each}", jokes)
                if found:
                    jokes.append(found)
    except (click.Abort, EOFError):
        note("")
    if not jokes:
        raise FactError("nobody said anything, so no pack was written")
    write_atomic(path, pack_text(jokes).encode())
    if str(path) != STDOUT:
        deck = f" --pairs {len(jokes)}" if len(jokes) > PLAYERS * EACH else ""
        note(f"{counted(len(jokes), 'joke')} in {path}; next: factbank new --jokes {own or path}{deck} -o facts.json")


def _one(question: str, jokes: "list[Joke]") -> "Joke | None":
    """Ask for one fact and its other half until both are good, or an empty line passes."""
    from factbank.jokes import OFFERS, Joke, other_halves, same, tidy, why_not

    def said(text: str) -> bool:
        return any(same(text, half) for joke in jokes for half in joke)

    while True:
        first = tidy(click.prompt(question, default="", show_default=False, err=True))
        if not first:
            return None
        if said(first):
            note("Somebody said that already; another one, please.")
            continue
        halves = islice(other_halves(first), OFFERS * 3)
        offers = [offer for offer in halves if not said(offer) and not why_not(Joke(first, offer))][:OFFERS]
        for number, offer in enumerate(offers, 1):
            note(f"  {number}  {offer}")
        wish = "Which other half (a number, or type your own)" if offers else "The other half (it can’t hold too)"
        answer = click.prompt(wish, default="", show_default=False, err=True).strip()
        if not answer:
            continue
        if answer.isdecimal() and 1 <= int(answer) <= len(offers):
            return Joke(first, offers[int(answer) - 1])
        joke = Joke(first, tidy(answer))
        why = "somebody said that already." if said(joke.second) else why_not(joke)
        if not why:
            return joke
        note(f"That won’t do: {why} Try again, or leave the line empty to pass.")
