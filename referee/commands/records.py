"""``referee replay`` and ``referee rules``: any record, any rule, no table needed."""

import shutil
from pathlib import Path

import click

from liarsdeck.cli import command
from referee.core.errors import RecordError


@command(examples=["referee replay game.txt", "referee replay game.txt --facts facts.json --json"])
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--facts", type=click.Path(path_type=Path), metavar="FILE", help="The fact file, whatever the header says."
)
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


@command(examples=["referee rules liars-lair", "referee rules lizard lizard.follow"])
@click.argument("game")
@click.argument("rule", required=False, metavar="[RULE-ID]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Tell them as played by a house rule.")
@click.option("--players", type=int, metavar="N", help="Tell them for so many players.")
def rules(game: str, rule: str | None, options: tuple[str, ...], players: int | None) -> None:
    """Print the rules of a game, or one of them by its id (the one in brackets after a refusal)."""
    from referee import games
    from referee.books.lookup import book_text, rule_text
    from referee.commands.play import values_of
    from referee.core.options import read_options
    from referee.core.setup import seated

    found = games.game(game)
    low, high = found.seats
    many = players if players is not None else found.usual
    if not low <= many <= high:
        raise RecordError(f"--players: {found.title} is for {low} to {high}; here are {many}.")
    setup = seated(found, many, read_options(found.options, values_of(options), found.name, words=True))
    width = max(40, min(90, shutil.get_terminal_size((80, 24)).columns))
    text = rule_text(setup, "", rule, width) if rule else book_text(setup, "", width)
    click.echo(text, nl=False)
