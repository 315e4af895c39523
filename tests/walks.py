"""The files that one piece of work crosses: ``python -m tests.walks`` lists them.

A file is counted when one of its functions is called in a process that has done the same work before; what runs while
a module is imported is not counted.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType

from cardgen.cli import program
from factbank.factfile import write
from referee import games
from referee.bots import Lines, next_line
from referee.core.game import Action
from referee.core.play import format_action, legal_actions
from referee.core.setup import setup
from tests.referee.conformance import some_facts
from tests.referee.host.wire import lizard

ROOT = Path(__file__).parents[1]
PACKAGES = ("liarsdeck", "factbank", "referee", "cardgen")


def crossed(work: Callable[[], object]) -> list[str]:
    """Do the work; return the project's files whose functions it called, in the order of their first call."""
    found: dict[str, None] = {}

    def heard(frame: FrameType, event: str, _value: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>":
            with contextlib.suppress(ValueError):
                name = Path(code.co_filename).relative_to(ROOT).as_posix()
                if name.startswith(PACKAGES):
                    found[name] = None

    sys.setprofile(heard)
    try:
        work()
    finally:
        sys.setprofile(None)
    return [*found]


def a_decision() -> list[str]:
    """Return the files of a hard bot's bid at Lizard."""
    game = games.game("lizard")
    at = setup(game, ["Ann", "Bob", "Cat"])
    state, steps = game.start(at), list[tuple[object, Action, object]]()
    rng = Random(3)
    while (action := game.draw(state, rng)) is not None:
        before, state = state, game.apply(state, action)
        steps.append((before, action, state))
    seen = {seat: Lines(game, seat, steps) for seat in range(3)}

    def work() -> object:
        return next_line(game, state, dict.fromkeys(range(3), "hard"), seen, "7")

    work()
    return crossed(work)


def a_card() -> list[str]:
    """Return the files of one card of Liar's Lair, from the command to its PDF."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        write(some_facts(15, Random(1)), Path(folder) / "facts.json")

        def work() -> object:
            words = ["deck", "liars-lair", "--facts", f"{folder}/facts.json", "--only", "1", "-o", f"{folder}/card.pdf"]
            return program.main(words, standalone_mode=False)

        work()
        return crossed(work)


def a_tap() -> list[str]:
    """Return the files of one line at a hosted table of Lizard: from the request to the answer, and a phone's page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(lizard(Path(folder), "Ann", "Bob", "Cat")) as evening,
    ):
        seats = dict(zip(("Ann", "Bob", "Cat"), evening.seated("Ann", "Bob", "Cat"), strict=True))

        def work() -> object:
            table = evening.table
            action = legal_actions(table.game, table.state)[0]
            line = format_action(table.game, table.setup, action)
            return seats[line.partition(":")[0]].say(line).status, seats["Ann"].ask("GET", "/part/phone").status

        assert work() == (200, 200)
        return crossed(work)


WALKS = {"a tap": a_tap, "a card of Liar's Lair": a_card, "a bot's decision": a_decision}

if __name__ == "__main__":
    for name, walk in WALKS.items():
        files = walk()
        print(f"{name}: {len(files)} files", *files, sep="\n  ")
