"""The command line of factbank: what its commands are, each imported when it is used."""

from factbank.shell import Program, run

program = Program(
    "factbank",
    help="Make contradictory pairs of facts for Liar's Lair, from packs of odd sentences.",
    lazy={},
)


def main() -> None:
    """Run the console script."""
    run(program)
