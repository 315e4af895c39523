"""``referee replay``, ``rules`` and ``teach``: any record, any rule, no table needed."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from liarsdeck.cli import command
from liarsdeck.english import listed
from referee.commands.shared import RECORD_FACTS
from referee.core.errors import RecordError

if TYPE_CHECKING:
    from referee.core.game import Setup


@command(examples=["referee replay game.txt", "referee replay game.txt --facts facts.json --json"])
@click.argument("file", type=click.Path(path_type=Path))
@RECORD_FACTS
@click.option("--json", "as_json", is_flag=True, help="One JSON object: who is next, what everyone can see.")
@click.option("--reveal", is_flag=True, help="With everything that is hidden.")
def replay(file: Path, facts: Path | None, as_json: bool, reveal: bool) -> int:
    """Replay any record and say how the game stands.

    The first line that is not legal stops it: exit status 2, and one sentence that names the line and the rule.
    """
    from referee.records.replay import replay_file

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
    from referee.console.commands import revealed
    from referee.core.text_layout import layout, wrap
    from referee.tables.scores import as_screen, scores_of

    game, setup, state = done.record.game, done.record.setup, done.state
    width = max(40, min(100, shutil.get_terminal_size((80, 24)).columns))
    if game.outcome(state).over:
        screen, said = as_screen(scores_of(game, setup, state), width), []
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


@command(examples=["referee verify game.txt"])
@click.argument("file", type=click.Path(path_type=Path))
@RECORD_FACTS
def verify(file: Path, facts: Path | None) -> int:
    """Prove from a finished game's record that nothing was changed after the deal.

    The record is one that `referee export --reveal` wrote: its header holds the seals that the referee showed at the
    deal, and what opens them. Compare them with those that were seen then.
    """
    from referee.records.replay import replay_file
    from referee.records.seal import read_seals
    from referee.records.seal import verify as prove

    try:
        done = replay_file(file, facts=facts, reveal=True)
        seals = read_seals(done.record.header)
        proved = prove(done.record.game, done.record.setup, done.actions, seals)
    except RecordError as error:
        click.echo(f"{file}: {error}", err=True)
        return 2
    for seal in seals:
        click.echo(f"{seal.seal}  as it was shown after line {seal.after}")
    click.echo(f"Nothing was changed after the deal: {proved} private lines are what was sealed.")
    return 0


@command(examples=["referee rules liars-lair", "referee rules lizard lizard.follow"])
@click.argument("game")
@click.argument("rule", required=False, metavar="[RULE-ID]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Tell them as played by a house rule.")
@click.option("--players", type=int, metavar="N", help="Tell them for so many players.")
def rules(game: str, rule: str | None, options: tuple[str, ...], players: int | None) -> None:
    """Print the rules of a game, or one of them by its id (the one in brackets after a refusal)."""
    from referee.books.lookup import book_text, rule_text

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
    """Print the page to teach a game by: what to read aloud in two minutes, and how to begin."""
    from referee import games
    from referee.books.teach import has_lesson, lesson, lesson_text

    found = games.game(game)
    if not has_lesson(found.name):
        taught = [name for name in games.REGISTRY if has_lesson(name)]
        raise RecordError(f"Nobody has written a page to teach {found.title} by; there is one of {listed(taught)}.")
    if kit and not found.needs_facts:
        raise RecordError(f"{found.title} needs no kit and no facts.")
    width = max(40, min(90, shutil.get_terminal_size((80, 24)).columns))
    click.echo(lesson_text(lesson(_asked(game, options, players, kit)), width), nl=False)


def _asked(game: str, options: tuple[str, ...], players: int | None, kit: str | None = None) -> "Setup":
    """Return the setup of a game as these words have it. Raises RecordError, and FactError for an unknown kit."""
    from referee import games
    from referee.commands.play import values_of
    from referee.core.options import read_options
    from referee.core.setup import check_options, seated

    found = games.game(game)
    low, high = found.seats
    many = players if players is not None else found.usual
    if not low <= many <= high:
        raise RecordError(
            f"--players: {found.title} is for {low} to {high}; here {'is' if many == 1 else 'are'} {many}."
        )
    facts = None
    if kit:
        from factbank.kits import find

        facts = find(kit)
    house = read_options(found.options, values_of(options), found.name, words=True)
    check_options(found, house)
    return seated(found, many, house, facts)
