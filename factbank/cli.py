"""The command line of factbank. A command's module is imported when the command is run."""

try:
    from liarsdeck.cli import Program, run
except KeyboardInterrupt:  # while the command line itself is being loaded
    raise SystemExit(130) from None

program = Program(
    "factbank",
    help="Make contradictory pairs of facts for Liar's Lair, from packs of odd sentences.",
    lazy={
        "new": ("factbank.commands.night:new", "Make the facts of a new deck, and write them as a fact file (JSON)."),
        "show": ("factbank.commands.night:show", "Print the facts of a kit, marked by pair (CODE, or a fact file)."),
        "history": (
            "factbank.commands.night:history",
            "Show, check, copy, export or clear what this household has been dealt.",
        ),
        "packs": ("factbank.commands.packs:packs", "List the packs, with how many pairs each can make."),
        "try": ("factbank.commands.packs:try_topic", "Show ten fillings of one topic (TOPIC or PACK/TOPIC)."),
        "check": ("factbank.commands.packs:check_packs", "Tell every fault of packs, and show ten sample pairs."),
        "audit": (
            "factbank.commands.packs:audit",
            "Measure whether anything tells one half from the other, and what the packs are made of.",
        ),
        "new-pack": (
            "factbank.commands.night:new_pack",
            "Write a starter pack with comments, to be filled with sentences of your own.",
        ),
        "ask": (
            "factbank.commands.night:ask",
            "Let the people at the table write facts, and make a deck of them.",
        ),
        "import": (
            "factbank.commands.night:import_pairs",
            "Make a fact file of your own jokes: two sentences a row, and a title if you like.",
        ),
    },
)


def main() -> None:
    """Run the console script."""
    run(program)
