"""The command line of cardgen. Each command is imported when it is used."""

try:
    from liarsdeck.cli import Program, run
except KeyboardInterrupt:  # while the command line itself is being loaded
    raise SystemExit(130) from None

program = Program(
    "cardgen",
    help="Print card decks, rulebooks and everything for a game night, as PDF.",
    lazy={
        "kit": ("cardgen.commands.kit:kit", "Print everything for one game night into one folder."),
        "deck": ("cardgen.commands.deck:deck", "Print the cards of one game."),
        "show": ("cardgen.commands.deck:show", "Show one card."),
        "extras": (
            "cardgen.commands.book:extras",
            "Print a game's page to teach by, box, reference cards, pads and chips.",
        ),
        "rulebook": ("cardgen.commands.book:rulebook", "Print the rules of one game as a booklet."),
        "export": ("cardgen.commands.deck:export", "Write a deck for a print shop, an online table, or as pictures."),
        "studio": ("cardgen.studio.command:studio", "Make a kit by looking, in the browser."),
        "slips": ("cardgen.commands.book:slips", "Print the referee's secret slips, to be folded shut."),
        "story": ("cardgen.commands.book:story", "Print what an evening looked like, as pages of A5."),
        "calibrate": ("cardgen.commands.calibrate:calibrate", "Measure where a printer puts backs, and remember it."),
        "list": (
            "cardgen.commands.listing:listing",
            "List decks, card sizes, papers, prepared sheets and printers; or all emblems.",
        ),
        "art": (
            "cardgen.commands.listing:art",
            "Check drawings, such as an emblem of your own, and say what is wrong with one.",
        ),
    },
)


def main() -> None:
    """Run `cardgen` with the arguments of this process; it exits with the command's status."""
    run(program)
