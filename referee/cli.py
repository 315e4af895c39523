"""The command line of referee. A command's module is imported when the command is run."""

try:
    from liarsdeck.cli import Program, run
except KeyboardInterrupt:  # while the command line itself is being loaded
    raise SystemExit(130) from None

program = Program(
    "referee",
    help="Keep a game at the table: whose turn it is, what is allowed, and who knows what.",
    lazy={
        "new": ("referee.commands.play:new", "Set up a table and keep its game."),
        "resume": ("referee.commands.play:resume", "Go on with a table: the one that was played last, or TABLE."),
        "host": ("referee.commands.host:host", "Let everybody's phone be their private screen."),
        "tables": (
            "referee.commands.kept:tables",
            "List the tables that were kept, check or copy them, take one away.",
        ),
        "scores": ("referee.commands.kept:scores", "Show a table's scores, or write them for the wall."),
        "story": ("referee.commands.kept:story", "Write what an evening looked like: its course, its best moments."),
        "league": ("referee.commands.kept:league", "Add up all evenings by player, or write a page for the wall."),
        "lab": ("referee.commands.lab:lab", "Play thousands of games between bots, and say what a designer would ask."),
        "slips": ("referee.commands.kept:slips", "Write a secret slip for every seat: its cards and what is true."),
        "export": ("referee.commands.kept:export", "Write a table's record; what is hidden stays hidden."),
        "replay": ("referee.commands.records:replay", "Replay any record and say how the game stands."),
        "verify": ("referee.commands.records:verify", "Prove that nothing was changed after the deal."),
        "teach": ("referee.commands.records:teach", "Print what to read aloud to teach a game in two minutes."),
        "rules": ("referee.commands.records:rules", "Print the rules of a game, or one of them by its id."),
    },
)


def main() -> None:
    """Run the command ``referee``."""
    run(program)
