"""The command line of factbank: what its commands are, each imported when it is used."""

from factbank.shell import Program, run

program = Program(
    "factbank",
    help="Make contradictory pairs of facts for Liar's Lair, from packs of odd sentences.",
    lazy={
        "new": ("factbank.commands.new:new", "Make the facts of a new deck, and write them as a fact file (JSON)."),
        "check": ("factbank.commands.packs:check_packs", "Tell every fault of packs, and show ten sample pairs."),
        "try": ("factbank.commands.packs:try_topic", "Show ten fillings of one topic (TOPIC or PACK/TOPIC)."),
    },
)


def main() -> None:
    """Run the console script."""
    run(program)
