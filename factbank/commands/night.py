"""The commands for a game night (new, ask, import, history, show) and new-pack."""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Unpack

import click

from factbank import factfile, kits
from factbank.deal.choose import TWINS
from factbank.deal.deal import PAIRS_LIMIT, Wish, Wishes, deal, deal_facts
from factbank.deal.ledger import DeckLine, Ledger
from factbank.errors import FactError
from factbank.factfile import EACH, PLAYERS, Facts
from factbank.fill import LENGTHS, Guest, parse_guests
from liarsdeck.cli import command, note, spelt
from liarsdeck.english import counted, moment, printable
from liarsdeck.files import STDOUT, ledger_path, packs_dir, write_atomic, write_stdout
from liarsdeck.installed import program

if TYPE_CHECKING:
    from factbank.asked import Asked
    from factbank.jokes import Joke


@command(
    "new",
    examples=[
        "factbank new --pairs 15 --seed 7 -o facts.json",
        "factbank new --players 6 --each 3 --difficulty hard --no-ledger -o facts.json",
        "factbank new --guest Ann --guest Bob:he --titles own -o facts.json",
        "factbank new --pairs 5 --pack cabinet --pack sea --theme household --theme sea --length any -o facts.json",
    ],
)
@click.option("--pairs", type=click.IntRange(1, PAIRS_LIMIT), help="How many pairs (two cards each).")
@click.option("--players", type=click.IntRange(1, 50), help=f"How many people play; {PLAYERS} if nothing is said.")
@click.option("--each", type=click.IntRange(1, 20), help=f"How many pairs for each of them; {EACH} if nothing is said.")
@click.option("--seed", type=int, help="For the same facts again (with the same packs, version and ledger).")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="That of the facts, such as de.")
@click.option("--pack", "packs", multiple=True, metavar="NAME|FILE", help="Draw from this pack; may be given often.")
@click.option(
    "--theme",
    "themes",
    multiple=True,
    metavar="T",
    help="Facts about this, such as sea; may be given often. (In cardgen deck, --theme is the cards’ look.)",
)
@click.option(
    "--difficulty",
    type=click.Choice(list(TWINS)),
    default="normal",
    show_default=True,
    help="Easy: pairs told by two pictures, no look-alikes. Normal: a few look-alikes. Hard: many, in twos and threes.",
)
@click.option(
    "--length",
    type=click.Choice(list(LENGTHS)),
    default="any",
    show_default=True,
    help="The longest sentence: 60 characters (short) or 90 (any).",
)
@click.option(
    "--guest",
    "guests",
    multiple=True,
    metavar="NAME[:she|he|they[:…]]",
    help="Facts about somebody at the table, too; may be given often, or once with commas between. After the pronoun"
    " may stand what they do, a pet or a trade: Ann:she:sails, Bob:he:a dog called Rex:a baker.",
)
@click.option(
    "--jokes", multiple=True, metavar="NAME|FILE", help="Let every pair of this pack in (see factbank ask), too."
)
@click.option(
    "--titles",
    type=click.Choice(factfile.TITLES),
    default=factfile.TITLES[0],
    show_default=True,
    help="Shared: both cards of a pair bear one title. Own: each its own, so you must read. None: only the facts.",
)
@click.option("--locale", default="en_US", show_default=True, metavar="L", help="Whose names people in the facts have.")
@click.option("--ledger", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Another ledger.")
@click.option("--no-ledger", is_flag=True, help="Neither look at the ledger nor enter the deck.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to write; else to stdout.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts on stdout beside writing them with -o.")
def new(
    pairs: int | None,
    players: int | None,
    each: int | None,
    ledger: Path | None,
    no_ledger: bool,
    output: Path | None,
    as_json: bool,
    **wishes: Unpack[Wishes],
) -> None:
    """Make the facts of a new deck, and write them as a fact file (JSON).

    \f
    The number of pairs is ``pairs``, or ``players`` times ``each``. ``ledger`` is the file of another ledger;
    ``no_ledger`` uses none. ``output`` is the fact file (None: stdout), and ``as_json`` prints it as well. ``wishes``
    are the keywords of ``deal_facts``.
    """
    if pairs is not None and (players is not None or each is not None):
        raise click.UsageError("give --pairs, or --players and --each, not both")
    if ledger and no_ledger:
        raise click.UsageError("give --ledger or --no-ledger, not both")
    count = pairs if pairs is not None else (players or PLAYERS) * (each or EACH)
    with deal_facts(count, None if no_ledger else ledger or ledger_path(), **wishes) as dealt:
        dealt.stands_at(output or Path(STDOUT))
        where = hand_over(dealt.facts, output, as_json)
    for line in dealt.notes:
        note(line)
    next_line = f"; to print it: {printing(output, count)}" if wishes["jokes"] and output and where else ""
    note(f"{counted(len(dealt.facts.pairs), 'pair')}, kit {dealt.facts.kit}, seed {dealt.facts.seed}{where}{next_line}")


def hand_over(facts: Facts, output: Path | None, as_json: bool = False) -> str:
    """Write the facts to the file ``output``, or print them on stdout if ``output`` is None or ``-``.

    Only the owner of the file can read it. With ``as_json`` the facts are printed, even if a file is written. Return ",
    in PATH", for the end of a message, if a file was written, else "". Raises ``FactError`` or ``OSError`` if the file
    can't be written.
    """
    to_file = output is not None and str(output) != STDOUT
    if output is not None and to_file:
        factfile.write(facts, output, private=True)
    if as_json or not to_file:
        write_stdout(factfile.format_facts(facts))
    return f", in {output}" if to_file else ""


FEWEST, LEAST = 3, 2  # who can play, and with how many pairs for each
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
    """Show, check, copy, export or clear what this household has been dealt.

    \f
    ``ledger`` is the file of another ledger. Without other options the decks are shown. ``export`` is a JSON file to
    write, and ``as_json`` prints the same; ``clear`` deletes all decks, with ``yes`` without a question. ``sound``
    only checks the file; ``backup`` is a file to copy it to.
    """
    path = ledger or ledger_path()
    book = Ledger(path)
    if sound or backup:
        if not path.exists():
            raise FactError(f"there is no ledger {path}")
        if backup is None:
            click.echo(f"the ledger is sound: {book.check()}")
        else:
            book.back_up(backup)
            note(f"the ledger is copied to {backup}; to go back to it, put it in the place of {path}")
        return
    if clear and not yes and not sys.stdin.isatty():
        raise FactError("to clear the ledger without being asked, add --yes")
    wanted = as_json or export is not None
    if ledger and not path.exists():
        raise FactError(f"there is no ledger {path}")
    if not path.exists() and not wanted:
        note("nothing has been dealt yet")
        return
    decks: list[DeckLine] = book.mended(lambda book: book.history(), note) if path.exists() else []
    if wanted:
        rows = []
        for deck in decks:
            at = datetime.fromtimestamp(int(deck.at), UTC).isoformat()
            rows.append({"kit": deck.kit, "at": at, "pairs": deck.pairs, "keys": list(deck.keys)})
        data = json.dumps(rows, indent=1) + "\n"  # in ASCII: the ledger may be a stranger's
        to_file = export is not None and str(export) != STDOUT
        write_atomic(export or Path(STDOUT), data.encode(), private=True)
        if to_file:
            note(f"{counted(len(decks), 'deck')} written to {export}")
    if clear:
        if yes or click.confirm(f"Forget {counted(len(decks), 'deck')}?"):
            book.mended(lambda book: book.clear(), note)
            note(f"forgot {counted(len(decks), 'deck')}")
    elif not wanted:
        for deck in decks:
            click.echo(f"{moment(deck.at)}  {printable(deck.kit)}  {counted(deck.pairs, 'pair'):>9}")
        pairs = sum(deck.pairs for deck in decks)
        note(f"{counted(len(decks), 'deck')}, {counted(pairs, 'pair')}; none of them comes again")


@command("show", examples=["factbank show K7Q4-9M --yes", "factbank show facts.json --yes"])
@click.argument("code")
@click.option("--yes", is_flag=True, help="Don't ask whether you really want to know.")
@click.option("--json", "as_json", is_flag=True, help="Print the fact file.")
def show(code: str, yes: bool, as_json: bool) -> None:
    """Print the facts of a kit, marked by pair (CODE, or a fact file).

    This spoils the game: every pair is shown with both its halves.

    \f
    ``code`` is a kit's code, or the path of a fact file. ``yes`` asks no question; ``as_json`` prints the fact file.
    """
    path = Path(code)
    facts = factfile.read(path) if path.suffix == ".json" or path.is_file() else kits.find(code)
    if not yes:
        if sys.stdin.isatty() and sys.stdout.isatty():
            if not click.confirm(f"{SPOILER} Show it?", err=True):
                return
        else:
            note(SPOILER)
    if as_json:
        click.echo(factfile.format_facts(facts), nl=False)
        return
    blocks = [f"Kit {facts.kit}\n"]
    for number, pair in enumerate(facts.pairs, 1):
        cards = "".join(f"  {card.number:3}  {card.text}\n" for card in pair.cards)
        blocks.append(f"Pair {number}: {pair.title}\n{cards}")
    click.echo("\n".join(blocks), nl=False)


ASKED = 2  # facts of each


@command("ask", examples=["factbank ask --person Ann --person Ben --person Cat", "factbank ask -o jokes.toml"])
@click.option("--person", "people", multiple=True, metavar="NAME", help="Who is asked, one after the other; else you.")
@click.option("--each", type=click.IntRange(1, 50), default=ASKED, show_default=True, help="How many facts of each.")
@click.option("--own", metavar="NAME", help="Put it in your pack folder under this name, where it is found by name.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it here; else jokes.toml.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def ask(people: tuple[str, ...], each: int, own: str | None, output: Path | None, force: bool) -> None:
    """Let the people at the table write facts, and make a deck of them.

    Three or more (Ann, Ben:he, …) finish openings about each other, one after the other at this keyboard. First each of
    them sees what may be asked about them. Two write one pair, and neither sees the other's half. The bank writes the
    rest of a deck of three pairs for each, and facts.json (or FILE) has it.

    One or two are asked for silly facts. For each fact the other half is offered: an opposite, another number, roles
    exchanged. Type the number of an offer, or a half of your own; an empty line passes. That makes a pack.

    The last line says how to draw and print a deck with all of it.

    \f
    ``people`` are texts for ``parse_guests``, each asked for ``each`` facts. ``own`` is the name of a pack to write in
    the user's pack folder; ``output`` is another file, which ``force`` may replace.
    """
    guests = parse_guests(people)
    if len(guests) >= FEWEST and not own:
        _ask_each_other(guests, each, output or Path("facts.json"), force)
        return
    from factbank.jokes import Joke, pack_text

    path = _new_pack_path(own or "", bool(own), output, Path("jokes.toml"), force)
    names = [guest.name for guest in guests] or [""]
    jokes: list[Joke] = []
    try:
        for name in names:
            for turn in range(1, each + 1):
                who = f"{name}, your" if name else "Your"
                joke = _ask_joke(f"{who} silly fact {turn} of {each}", jokes)
                if joke:
                    jokes.append(joke)
    except (click.Abort, EOFError):
        note("")
    if not jokes:
        raise FactError("nobody said anything, so no pack was written")
    write_atomic(path, pack_text(jokes).encode())
    if str(path) != STDOUT:
        deck = f" --pairs {len(jokes)}" if len(jokes) > PLAYERS * EACH else ""
        drawing = f"{program('factbank')} new --jokes {spelt([own or str(path)])}{deck} -o facts.json"
        then = printing("facts.json", max(len(jokes), PLAYERS * EACH))
        note(f"{counted(len(jokes), 'joke')} in {path}; next: {drawing}, then {then}")


def _ask_each_other(guests: Sequence[Guest], each: int, output: Path, force: bool) -> None:
    """Let guests write facts about each other, deal the rest from the packs, and write the fact file.

    Each guest is asked for ``each`` endings. The deck has ``EACH`` pairs for each guest. Raises ``FactError`` if nobody
    wrote anything, or if the file ``output`` exists and ``force``, which replaces it, is false.
    """
    from factbank.asked import Asked

    _check_new(output, force)
    rng, asked = Random(), Asked(on=True, share="all")
    try:
        asked.stock(guests, rng, each + 2)
        for guest in guests:
            _show_openings(asked, guest.name)
        for turn in range(1, each + 1):
            for guest in guests:
                _ask_ending(asked, guest.name, f"{turn} of {each}", rng)
    except (click.Abort, EOFError):
        note("")
    names = [guest.name for guest in guests]
    own = asked.pairs(asked.choose(names, names, EACH, rng))
    if not own:
        raise FactError("nobody wrote anything, so no facts were written")
    with deal(Wish(len(names) * EACH), ledger_path(), own) as dealt:
        dealt.stands_at(output)
        where = hand_over(dealt.facts, output)
    for line in dealt.notes:
        note(line)
    then = f"; to print it: {printing(output, len(dealt.facts.pairs))}" if where else ""
    note(f"{counted(asked.written(), 'ending')}, {len(own)} of {len(names) * EACH} pairs are yours{where}{then}")


def _alone(name: str) -> None:
    """Clear the terminal, and wait until the guest ``name``, who now gets the keyboard, presses Enter."""
    if sys.stderr.isatty():
        click.clear()
        click.prompt(f"{name}, only you look now. Press Enter", default="", show_default=False, err=True)


def _show_openings(asked: "Asked", name: str) -> None:
    """Show the guest called ``name`` all openings about this guest, and take out those they reject.

    An opening is the beginning of a sentence, which the other guests will be asked to finish.
    """
    _alone(name)
    mine = asked.about(name)
    for at, item in enumerate(mine, 1):
        note(f"  {at}  {item.said} “…”")
    wish = f"{name}, these may be asked about you. Numbers to take out, or all"
    answer = click.prompt(wish, default="", show_default=False, err=True).replace(",", " ").split()
    if "all" in answer:
        asked.hush(name, silent=True)
    for number in answer:
        if number.isdecimal() and 1 <= int(number) <= len(mine):
            asked.veto(name, mine[int(number) - 1].no)
    asked.show(name)


def _ask_ending(asked: "Asked", name: str, turn: str, rng: Random) -> None:
    """Ask the guest called ``name`` to finish one opening about another guest, and store the ending.

    An empty line skips the question, and ``?`` shows another opening. ``!`` reports that two endings of this opening
    could both be true, and shows another opening. ``turn`` tells the guest which question this is, such as "1 of 2".
    """
    from factbank.asked import TwiceError, emoji, opening_of, tidied

    _alone(name)
    item, refused = asked.next_for(name, rng), ""
    note(f"{name}, {turn}. Type ? for another, and ! if two answers could both be true.")
    while item is not None:
        opening = opening_of(item.opening)
        if sample := asked.sample(item, name):
            note(f"  Like “{sample}”, but yours.")
        typed = click.prompt(f"  {item.said}", default="", show_default=False, err=True, prompt_suffix=" “…” ").strip()
        try:
            if typed == "!":
                asked.doubt(name, item.no)
            if typed in {"?", "!"}:
                item = asked.next_for(name, rng, new=True)
                continue
            if typed:
                sure = typed == refused
                asked.write(name, item.no, tidied(typed, opening, item.said, lacking=emoji, sure=sure))
        except FactError as error:
            note(str(error))
            refused = typed if isinstance(error, TwiceError) else ""
            continue
        return


def printing(path: Path | str, pairs: int) -> str:
    """Return the ``cardgen`` command line that prints the fact file at ``path``, which has this number of pairs."""
    facts = f"liars-lair --facts {spelt([str(path)])}"
    if pairs < FEWEST * LEAST:
        return f"{program('cardgen')} deck {facts}"
    each = min(EACH, pairs // FEWEST)
    few = f" --players {pairs // each}{'' if each == EACH else f' --each {each}'}"
    return f"{program('cardgen')} kit {facts}{'' if pairs >= PLAYERS * EACH else few}"


def _new_pack_path(name: str, own: bool, output: Path | None, usual: Path, force: bool) -> Path:
    """Return the path at which a new pack is to be written.

    With ``own`` it is the file ``name`` with .toml in the user's pack folder, else ``output``, or ``usual`` if
    ``output`` is None. Raises ``FactError`` if ``name`` can't be a pack's name, or if the file exists and ``force`` is
    false, and ``click.UsageError`` for ``own`` together with ``output``.
    """
    from factbank.packs.reader import SLUG

    if own and output:
        raise click.UsageError("give --own or -o, not both")
    if name and not SLUG.fullmatch(name):
        raise FactError(f"“{name}” can't be a pack's name: use a to z, 0 to 9 and hyphens")
    path = packs_dir() / f"{name}.toml" if own else output or usual
    _check_new(path, force)
    return path


def _check_new(path: Path, force: bool) -> None:
    """Raise ``FactError`` if the file ``path`` exists already and ``force`` is false.

    The path ``-``, which means stdout, is always allowed.
    """
    if path.exists() and str(path) != STDOUT and not force:
        raise FactError(f"{path} is there already: choose another name, or replace it with --force")


def _ask_joke(question: str, jokes: "list[Joke]") -> "Joke | None":
    """Ask for a fact and its other half until both are accepted; return them, or None for an empty line.

    ``question`` is the prompt for the fact, and ``jokes`` are those written so far, whose sentences are refused.
    """
    from factbank.jokes import OFFERS, Joke, is_doubtful, other_halves, same, tidy, why_not

    def is_known(text: str) -> bool:
        return any(same(text, half) for joke in jokes for half in joke)

    while True:
        first = tidy(click.prompt(question, default="", show_default=False, err=True))
        if not first:
            return None
        if is_known(first):
            note("Somebody said that already; another one, please.")
            continue
        halves = islice(other_halves(first), OFFERS * 3)
        offers = [offer for offer in halves if not is_known(offer) and not why_not(Joke(first, offer))][:OFFERS]
        for number, offer in enumerate(offers, 1):
            note(f"  {number}  {offer}")
        wish = "Which other half (a number, or type your own)" if offers else "The other half (it can’t hold too)"
        answer = click.prompt(wish, default="", show_default=False, err=True).strip()
        if not answer:
            continue
        if answer.isdecimal() and 1 <= int(answer) <= len(offers):
            return Joke(first, offers[int(answer) - 1])
        joke = Joke(first, tidy(answer))
        why = "somebody said that already." if is_known(joke.second) else why_not(joke)
        if not why and (not is_doubtful(joke) or click.confirm("Can only one of the two be true?", True, err=True)):
            return joke
        why = why or "both can be true."
        note(f"That won’t do: {why} Try again, or leave the line empty to pass.")


@command("new-pack", examples=["factbank new-pack picnic", "factbank new-pack picnic --own"])
@click.argument("name")
@click.option("--own", is_flag=True, help="Put it in your pack folder, where it is found by name.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it here; else NAME.toml.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new_pack(name: str, own: bool, output: Path | None, force: bool) -> None:
    """Write a starter pack with comments, to be filled with sentences of your own.

    \f
    ``own`` puts it in the user's pack folder; ``output`` is the file otherwise (None: ``name`` with .toml), which
    ``force`` may replace.
    """
    from factbank.packs.reader import all_built_in, starter

    if name in all_built_in() and not (own and output):
        raise FactError(f"there is a built-in pack “{name}”; choose another name")
    path = _new_pack_path(name, own, output, Path(f"{name}.toml"), force)
    write_atomic(path, starter(name).encode())
    if str(path) != STDOUT:
        note(f"wrote {path}; next: {program('factbank')} check {name if own else path}")


@command(
    "import",
    examples=[
        "factbank import pairs.csv --seed 7 -o facts.json",
        "factbank import pairs.csv --pairs 15 --guest Ann -o facts.json",
    ],
)
@click.argument("table", type=click.Path(path_type=Path), metavar="PAIRS.CSV")
@click.option("--pairs", type=click.IntRange(1, PAIRS_LIMIT), help="Fill up to so many with new facts from the bank.")
@click.option("--seed", type=int, help="For other card numbers; with --pairs for the same facts again.")
@click.option(
    "--guest", "guests", multiple=True, metavar="NAME[:she|he|they[:…]]", help="With --pairs: as factbank new has it."
)
@click.option(
    "--ledger", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="With --pairs: another ledger."
)
@click.option("--no-ledger", is_flag=True, help="With --pairs: neither look at the ledger nor enter the facts.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to write; else to stdout.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts on stdout beside writing them with -o.")
def import_pairs(
    table: Path,
    pairs: int | None,
    seed: int | None,
    guests: tuple[str, ...],
    ledger: Path | None,
    no_ledger: bool,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make a fact file of your own jokes: two sentences a row, and a title if you like.

    A first row that says first, second and title may give the columns another order. Without a title one is made of the
    words that both sentences share. With --pairs the rest comes from the bank, mixed with yours: facts that this
    household has not met, and none about what yours are about where that can be avoided.

    \f
    ``table`` is the CSV file. Facts from the bank, with ``guests``, ``ledger`` and ``no_ledger`` as for ``new``, fill
    up to ``pairs`` pairs (None: there are none). ``output`` is the fact file (None: stdout), which ``force`` may
    replace; ``as_json`` prints it as well.
    """
    from factbank.jokes import read_csv

    if ledger and no_ledger:
        raise click.UsageError("give --ledger or --no-ledger, not both")
    if pairs is None and (guests or ledger or no_ledger):
        raise click.UsageError("--guest, --ledger and --no-ledger are for facts from the bank: give --pairs too")
    if output:
        _check_new(output, force)
    made = read_csv(table, seed or 0)
    own = len(made.facts.pairs)
    if pairs is None:
        facts, notes = made.facts, list(made.remarks)
        where = hand_over(facts, output, as_json)
        if warning := kits.keep_or_say(facts):
            note(warning)
        if own < PLAYERS * EACH:
            notes.append(
                f"a usual game has {PLAYERS * EACH} pairs: --pairs {PLAYERS * EACH} takes the rest from the bank"
            )
    else:
        wish = Wish(pairs, seed, guests=guests)
        with deal(wish, None if no_ledger else ledger or ledger_path(), made.facts.pairs) as dealt:
            dealt.stands_at(output or Path(STDOUT))
            facts, notes = dealt.facts, [*made.remarks, *dealt.notes]
            where = hand_over(facts, output, as_json)
    for line in notes:
        note(line)
    yours = "" if pairs is None else f" ({own} of your own), seed {facts.seed}"
    note(f"{counted(len(facts.pairs), 'pair')}{yours}, kit {facts.kit}{where}")
