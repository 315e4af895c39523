"""The commands ``referee replay``, ``verify``, ``rules`` and ``teach``, which need no table.

See ``referee.commands`` for the parameters and return values of the commands' functions.
"""

import shutil
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command
from liarsdeck.english import listed
from liarsdeck.installed import typed
from referee.commands import RECORD_FACTS
from referee.core.game import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.core.game import Setup


@command(examples=["referee replay game.txt", "referee replay game.txt --facts facts.json --json"])
@click.argument("file", type=click.Path(path_type=Path))
@RECORD_FACTS
@click.option("--json", "as_json", is_flag=True, help="One JSON object: who is next, what everyone can see.")
@click.option("--reveal", is_flag=True, help="With everything that is hidden.")
def replay(file: Path, facts: Path | None, as_json: bool, reveal: bool) -> int:
    """Replay any record and say how the game stands.

    The first line that is not legal stops it: exit status 2, and one sentence that names the line and the rule.

    \f
    `file` is the record, `facts` its fact file (None: the one that its header names). `as_json` prints one JSON object;
    `reveal` shows what is hidden, too.
    """
    from referee.records import replay_file

    try:
        done = replay_file(file, facts=facts, reveal=reveal)
    except RecordError as error:
        if error.line is None:
            raise
        click.echo(str(error), err=True)  # it begins with its line, as a compiler's would
        return 2
    if as_json:
        import json

        click.echo(json.dumps(done.answer(reveal=reveal), ensure_ascii=False))
        return 0
    from referee.console.console import revealed
    from referee.core.text_layout import layout, wrap
    from referee.tables.league import scores_of, scores_screen

    game, setup, state = done.record.game, done.record.setup, done.state
    width = max(40, min(100, shutil.get_terminal_size((80, 24)).columns))
    if game.outcome(state).over:
        screen, said = scores_screen(scores_of(game, setup, state), width), []
    else:
        screen = game.show(game.view(state, None), None)
        turns = [f"{setup.name(turn.seat)} ({', '.join(turn.verbs)})" for turn in game.to_act(state)]
        said = [*game.flags(state), f"Next: {', '.join(turns)}."]
    for line in layout(screen, width, ""):
        click.echo(line)
    for sentence in said:
        click.echo("\n".join(wrap(sentence, width)))
    if reveal:
        for line in revealed(game.hidden(state), width):
            click.echo(line)
    return 0


@command(examples=["referee verify game.txt", "referee verify game.txt --seen 7K4M-9Q2X-HBGB-WHTC-0NWP"])
@click.argument("file", type=click.Path(path_type=Path))
@RECORD_FACTS
@click.option("--seen", multiple=True, metavar="SEAL", help="A seal that somebody noted at the table.")
def verify(file: Path, facts: Path | None, seen: tuple[str, ...]) -> int:
    """Prove from a record that nothing was changed after the deal.

    The record is one that `referee export` wrote: its header holds the seals that the table was shown, and what opens
    them; of a finished game --reveal opens all. Compare them with those that were seen then, best by --seen. Exit
    status 2 where something does not fit, or a line of a deal has no seal.

    \f
    `file` is the record, `facts` its fact file (None: the one that its header names), `seen` seals that were noted.
    """
    from liarsdeck.english import counted
    from referee.records import CHOSEN, CHOSEN_SEED, read_entered, read_seals, replay_file
    from referee.records import verify as prove

    try:
        done = replay_file(file, facts=facts, reveal=True)
        header, setup, actions = done.record.header, done.record.setup, done.actions
        seals = read_seals(header)
        chosen = header.get("seed") == CHOSEN
        proof = prove(done.record.game, setup, actions, seals, entered=read_entered(header), chosen=chosen)
        kit = str(header.get("kit", "")).strip().upper()
        if kit and setup.facts is not None and setup.facts.kit != kit:
            raise RecordError(f"facts: these are of kit {setup.facts.kit}, and the record is of kit {kit}")
        if not kit and setup.facts is not None and any(seal.lines for seal in seals):
            raise RecordError("kit: the header names none, so nothing shows which sentences the cards had")
        if missing := [one for one in seen if one.strip().upper() not in {seal.seal.upper() for seal in seals}]:
            raise RecordError(f"seals: none of them is {missing[0]}: this is another deal, or one was taken out")
        if shut := [one for one in seen if one.strip().upper() in proof.unopened]:
            raise RecordError(
                f"seals: {shut[0]} stands here without its nonce, so nothing shows that it is of this deal"
            )
        if proof.bare:
            bare = [(place, actions[place - 1]) for place in proof.bare[:_MOST]]
            whose = ["" if action.seat is None else f"{setup.seats[action.seat]}: " for _, action in bare]
            names = [f"line {place} ({who}{action.verb} …)" for (place, action), who in zip(bare, whose, strict=True)]
            more = f" and {len(proof.bare) - _MOST} more" if len(proof.bare) > _MOST else ""
            raise RecordError(f"no seal covers what was dealt in {listed(names, 'and')}{more}")
        if not proof.proven:
            raise RecordError(
                f"nothing is proven: none of {counted(len(proof.shut), 'sealed line')} is open here;"
                f" `{typed('referee export')} --reveal` opens them when the game is over"
            )
    except RecordError as error:
        click.echo(f"{file}: {error}", err=True)
        return 2
    for seal in seals:
        unopened = seal.seal.strip().upper() in proof.unopened
        how = "which this record does not open, from" if unopened else "as it was shown"
        click.echo(f"{seal.seal}  {how} after line {seal.after}")
    for name, was in proof.renamed:
        click.echo(f"{name} was called {was} at the deal.")
    if chosen:
        click.echo(CHOSEN_SEED)
    if proof.entered:
        click.echo(f"No seal covers the hands that people entered: {_lines(proof.entered)}.")
    if proof.choices:
        click.echo(f"No seal covers what players chose in secret: {_lines(proof.choices)}.")
    many = proof.proven + len(proof.shut)
    rest = f"; {len(proof.shut)} are not open in this record" if proof.shut else ""
    open_here = " that is open here" if proof.shut else ""
    click.echo(
        f"Nothing{open_here} was changed after the deal: {proof.proven} of {many} private lines are proven{rest}."
    )
    return 0


_MOST = 6  # lines that a refusal names


def _lines(places: "Sequence[int]") -> str:
    """Return numbers of lines, in ascending order, as words: “lines 4 to 6 and 9”."""
    words: list[str] = []
    for _, run in groupby(enumerate(places), key=lambda place: place[1] - place[0]):
        numbers = [number for _, number in run]
        words += [f"{numbers[0]} to {numbers[-1]}"] if len(numbers) > 2 else map(str, numbers)
    return f"{'line' if len(places) == 1 else 'lines'} {listed(words, 'and')}"


@command(examples=["referee rules liars-lair", "referee rules lizard lizard.follow"])
@click.argument("game")
@click.argument("rule", required=False, metavar="[RULE-ID]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Tell them as played by a house rule.")
@click.option("--players", type=int, metavar="N", help="Tell them for so many players.")
def rules(game: str, rule: str | None, options: tuple[str, ...], players: int | None) -> None:
    """Print the rules of a game, or one of them by its id (the one in brackets after a refusal).

    \f
    `rule` is the id (None: the whole book), `options` are house rules as `name=value`, `players` is their number (None:
    the usual one).
    """
    from referee.books.rulebook import book_text, rule_text

    setup = _asked(game, options, players)
    width = max(40, min(90, shutil.get_terminal_size((80, 24)).columns))
    text = rule_text(setup, rule, width) if rule else book_text(setup, width)
    click.echo(text, nl=False)


@command(
    examples=["referee teach lizard", "referee teach liars-lair --kit K7Q4-9M", "referee teach liar-poker --players 2"]
)
@click.argument("game")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As played by a house rule.")
@click.option("--players", type=int, metavar="N", help="For so many players.")
@click.option("--kit", metavar="CODE", help="With the facts of a kit made on this computer.")
def teach(game: str, options: tuple[str, ...], players: int | None, kit: str | None) -> None:
    """Print the page to teach a game by: what to read aloud in two minutes, and how to begin.

    \f
    `options` are house rules as `name=value`, `players` is their number (None: the usual one), `kit` a stored kit's
    code.
    """
    from referee import games
    from referee.books.teach import has_lesson, lesson, lesson_text

    subject = games.game(game)
    if not has_lesson(subject.name):
        taught = [name for name in games.names() if has_lesson(name)]
        raise RecordError(f"Nobody has written a page to teach {subject.title} by; there is one of {listed(taught)}.")
    if kit and not subject.needs_facts:
        raise RecordError(f"{subject.title} needs no kit and no facts.")
    width = max(40, min(90, shutil.get_terminal_size((80, 24)).columns))
    click.echo(lesson_text(lesson(_asked(game, options, players, kit)), width), nl=False)


def _asked(game: str, options: tuple[str, ...], players: int | None, kit: str | None = None) -> "Setup":
    """Return the setup of a game for these options, with example names at the seats.

    ``options`` are house rules as ``NAME=VALUE``, ``players`` is the number of players (None: the usual one), and
    ``kit`` is the code of a kit (None: no facts). Raises RecordError for a wrong house rule or number, and FactError
    for an unknown kit.
    """
    from referee import games
    from referee.commands import values_of
    from referee.core.setup import check_options, read_options, seated

    rules = games.game(game)
    low, high = rules.seats
    many = players if players is not None else rules.usual
    if not low <= many <= high:
        raise RecordError(
            f"--players: {rules.title} is for {low} to {high}; here {'is' if many == 1 else 'are'} {many}."
        )
    facts = None
    if kit:
        from factbank.kits import find

        facts = find(kit)
    house = read_options(rules.options, values_of(options), rules.name, words=True)
    check_options(rules, house)
    return seated(rules, many, house, facts)
