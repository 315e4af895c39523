"""Ten thousand random games: what nobody may know is told by nothing that is public.

At private lines the game is played on a second time with another secret: whatever the table reads as the same line must
leave the same public bytes behind, however it is asked: JSON, screen, sentence, prompt, completion, the refusals of
lines that people try, the redacted record. A share is played at a real console, with PINs and notes that are looked for
in everything that was said and kept.
"""

import json
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from factbank.kits import keep
from referee import games
from referee.console.console import Console
from referee.console.interpret import Reader
from referee.core.game import Action, Game, Refused, Setup
from referee.core.play import choose, explained, format_action, game_status, narrated, redacted, ruling
from referee.core.text_layout import layout
from referee.store import pins
from referee.store.journal import Journal
from referee.store.pins import hash_pin
from referee.tables import export
from referee.tables.export import record_of
from referee.tables.table import Table
from tests.bench.hard.report import Report, household
from tests.referee import conformance
from tests.referee.seat import FakeTerminal

FULL = 10_000
SAMPLE = 5
MOMENTS = 6  # private lines of a game that are played with another secret
OTHERS = 3  # other secrets at each
CONSOLE = 25  # every so many games one is played at a console
NEUTRAL = "does not fit the hidden cards"


def run(count: int, seed: int) -> Report:
    """Play ``count`` games."""
    report = Report("secrets of random games")
    with household() as folder:
        for number in range(count):
            game = games.game(games.REGISTRY[number % len(games.REGISTRY)])
            where = f"{game.name}, game {seed * 1_000_003 + number}"
            with report.trial(where):
                _twice(game, seed * 1_000_003 + number, report)
                if number % CONSOLE == number // CONSOLE % CONSOLE:
                    _at_a_console(game, seed + number, folder, report)
    begun = time.process_time()
    kept = hash_pin("1234")
    report.figures |= {"games": count, "a PIN's hash, s": round(time.process_time() - begun, 3)}
    if kept == hash_pin("1234") or pins.COST < 15:
        report.fault("a PIN's hash is not salted, or not slow")
    return report


# ---------------------------------------------------------------------------------- the same but for the secrets


def _twice(game: Game[Any], seed: int, report: Report) -> None:
    rng = Random(seed)
    setup = conformance.some_setup(game, rng)
    play = conformance.long_playout if seed % 2 else games.playout
    _state, actions = play(game, setup, rng, hands=seed % 4 != 0, limit=400)  # type: ignore[operator]
    hidden = [at for at, action in enumerate(actions) if _is_hidden(game, setup, action)]
    chosen = sorted(rng.sample(hidden, min(MOMENTS, len(hidden))))
    state, done = game.start(setup), 0
    for at in chosen:
        while done < at:
            state = game.apply(state, actions[done])
            done += 1
        _other_secrets(game, setup, state, actions[at], actions, rng, report)


def _is_hidden(game: Game[Any], setup: Setup, action: Action) -> bool:
    return (action.seat is not None and game.private(setup, action.verb)) or action.verb == "truths"


def _other_secrets(
    game: Game[Any], setup: Setup, state: Any, action: Action, actions: list[Action], rng: Random, report: Report
) -> None:
    line = format_action(game, setup, game.redact(state, action, None))
    if not line.endswith(")") and "?" not in line:
        report.fault(f"{game.name}: {format_action(game, setup, action)} is read by everybody")
    probes = _probes(game, setup, actions, rng)
    seen = _public(game, setup, state, action, probes)
    for other in _others(game, state, action, rng):
        if format_action(game, setup, game.redact(state, other, None)) != line:
            report.counts["other secrets that open something"] += 1
            continue
        report.counts["pairs of runs"] += 1
        also = _public(game, setup, state, other, probes)
        for what, one, two in zip(seen, seen.values(), also.values(), strict=True):
            if one != two and not (what.startswith("try ") and NEUTRAL in one + two):
                report.fault(
                    f"{game.name}: {what} tells {format_action(game, setup, action)} from "
                    f"{format_action(game, setup, other)}: {one[:90]!r}, {two[:90]!r}"
                )


def _others(game: Game[Any], state: Any, action: Action, rng: Random) -> Iterator[Action]:
    """Yield other secrets that could stand here, of the same seat (of any of its secret verbs)."""
    found = []
    for turn in (*game.to_act(state), *game.optional(state)):
        if turn.seat == action.seat:
            for verb in turn.verbs:
                if verb == action.verb or game.private(state.setup, verb):
                    found += list(game.candidate_actions(state, turn.seat, verb))[:200]
    drawn = [game.draw(state, Random(rng.random())) for _ in range(OTHERS)]
    found += [act for act in drawn if act is not None and (act.seat, act.verb) == (action.seat, action.verb)]
    rng.shuffle(found)
    left = OTHERS
    for other in found:
        if other != action and game.judge(state, other).legal:
            yield other
            left -= 1
        if not left:
            return


def _probes(game: Game[Any], setup: Setup, actions: list[Action], rng: Random) -> list[Action]:
    """Return lines that somebody might try, to hear what the referee says."""
    found = []
    for action in rng.choices(actions, k=6):
        line = format_action(game, setup, action)
        name, colon, rest = line.rpartition(": ")
        other, _ = conformance.parsed(game, setup, f"{rng.choice(setup.seats) if colon else name}{colon}{rest}")
        found += [action, *([other] if other is not None else [])]
    return found


def _public(game: Game[Any], setup: Setup, state: Any, action: Action, probes: list[Action]) -> dict[str, str]:
    """Return everything that is public after an action, as the bytes that somebody would see."""
    after = game.apply(state, action)
    view = game.view(after, None)
    reader = Reader(game, setup, view)
    found = {
        "the view": repr(view),
        "the JSON": json.dumps(game_status(game, after), ensure_ascii=False),
        "the sentence": narrated(game, state, action, after),
        "the screen": "\n".join(layout(game.show(view, None), 80)),
        "the prompt": " / ".join(game.ask(view, turn) for turn in game.to_act(view)),
        "the completion": "\n".join(reader.words()),
        "the score sheet": repr(game.sheet(view)),
        "why": "\n".join(explained(game, state, action, after)),
        "the record": format_action(game, setup, game.redact(state, action, None)),
        "what is drawn": repr(game.drawn(after)),
        "who volunteers": game.among(view),
    }
    for probe in probes:
        line = format_action(game, setup, probe)
        judgment = ruling(game, after, probe)
        found[f"try {line}"] = judgment.why if isinstance(judgment, Refused) else "goes"
        understood = reader.read(line)
        found[f"type {line}"] = f"{understood.why} {understood.asks} {[r.line for r in understood.readings]}"
    return found


# --------------------------------------------------------------------------------------------- at a real console


def _at_a_console(game: Game[Any], seed: int, folder: Path, report: Report) -> None:
    """Play an evening at a console; look for PINs, notes and hidden cards in all that was public or kept."""
    rng = Random(seed)
    setup = conformance.some_setup(game, rng)
    if setup.facts is not None:
        keep(setup.facts)
    path = folder / f"{seed}" / "tables.sqlite"
    chosen = {seat: f"pin{rng.randrange(10**9):09}" for seat in range(len(setup.seats))}
    note = f"note{rng.randrange(10**9):09}"
    with Journal(path, pin_cost=1) as journal:
        table = Table.new(journal, setup, kit=setup.facts.kit if setup.facts else "", seed=str(seed))
        left = [120]

        def answer(_words: list[str]) -> str:
            left[0] -= 1
            if left[0] < 0:
                raise EOFError
            prompt = terminal.prompts[-1]
            if "PIN" in prompt or "Again" in prompt or "gain:" in prompt:
                return chosen[seat_alone()]
            if "hide" in prompt:
                return rng.choice(("", "", f"note 3 {note}", "book"))
            return typed(table, rng)

        def seat_alone() -> int:
            names = [line.removesuffix(", alone") for line in terminal.private.splitlines() if line.endswith(", alone")]
            return setup.seats.index(names[-1])

        terminal = FakeTerminal(*[answer] * 4000)
        Console(table, terminal).run()
        public = terminal.shared
        public += record_of(table, reveal=False)
        public += " ".join(kept.stands for kept in journal.tables())
        public += json.dumps(game_status(table.game, table.state))
        for secret in (*chosen.values(), note):
            assert secret not in public, f"{secret[:4]} was said in public"
        assert not any(pin.encode() in file.read_bytes() for pin in chosen.values() for file in _files(path.parent))
        for file in (path.parent, *_files(path.parent)):
            mode = stat.S_IMODE(file.stat().st_mode)
            assert not mode & 0o077, f"{file.name} can be read by others ({mode:o})"
        _slips_are_private(table, path.parent / "slips")
        _masked(game, setup, table, public)
    report.counts["evenings at a console"] += 1


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def _slips_are_private(table: Table, folder: Path) -> None:
    if any(table.game.hand(table.game.view(table.state, seat), seat) for seat in range(len(table.setup.seats))):
        for file in (folder, *export.write(export.slips(table), folder)):
            assert not stat.S_IMODE(file.stat().st_mode) & 0o077, f"{file.name} can be read by others"


def _masked(game: Game[Any], setup: Setup, table: Table, public: str) -> None:
    """No private line stands as it is in anything public."""
    masked = redacted(game, setup, table.actions)
    for action, seen in zip(table.actions, masked, strict=True):
        line = format_action(game, setup, action)
        if seen != action and line not in {format_action(game, setup, other) for other in masked}:
            assert f"{line}\n" not in public, f"{line} stands in public"


def typed(table: Table, rng: Random) -> str:
    """Return what somebody types: mostly what is due, sometimes an aside."""
    if table.over or rng.random() < 0.1:
        return rng.choice(("table", "history", "scores", "look", "help", "why", "undo", "redo", "notes", "options"))
    if rng.random() < 0.3:
        return rng.choice(("", "s"))
    action = choose(table.game, table.state, table.game.to_act(table.state), rng, hands=False)
    return format_action(table.game, table.setup, action)
