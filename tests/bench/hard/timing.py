"""What time tells: people and a `hard` bot at a hosted table of each game, over real sockets.

Somebody who plays before the bot measures how long the answer to their line took, how long a page takes while the bot
thinks, and when its line comes. The turns in which the bot had one legal line are compared with those in which it had
more (where it always has more: fewer than half the time, and more): Mann and Whitney's test may not tell them apart.
What looks apart is measured again by another seed, and is a fault when it looks so twice.
"""

import asyncio
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from subprocess import DEVNULL
from typing import Any

from referee import games
from referee.core.play import format_action
from referee.store.journal import Journal
from referee.tables.table import Table
from tests.bench.bench_host import NAMES, Party, hosted, household
from tests.bench.hard.report import Report

FULL = 200  # turns of the bot of each kind, in each game
SAMPLE = 1
MOMENT_S = 0.3  # that a bot takes here, so that an attack does not take hours
ALARM = 0.01
SPACE_S = 0.09  # between two questions: a session may ask twenty times a second
MOST = 6  # times as many turns as are wanted of a kind: then the rarer kind is given up
FEWEST = 8  # turns of either kind that anything is said of
HOST = f"from referee.host import bot_turns; from referee.cli import main; bot_turns.MOMENT_S = {MOMENT_S}; main()"


@dataclass
class Turn:
    """One turn of the bot, as the player before it met it: milliseconds."""

    key: str
    reply: float
    pages: list[float] = field(default_factory=list)
    came: float = 0.0

    def measures(self) -> dict[str, float]:
        return {
            "the answer before it": self.reply,
            "a page meanwhile": max(self.pages, default=0.0),
            "when it came": self.came,
        }


def run(count: int, seed: int) -> Report:
    """Measure ``count`` turns of either kind in every game."""
    report = Report("what time tells")
    for name in games.REGISTRY if count >= FEWEST else ("lizard",):
        apart = _apart(name, count, seed, report)
        if apart and (again := apart & _apart(name, count, seed + 1, report)):
            report.fault(f"{name}: {', '.join(sorted(again))} tells what the bot may do")
    return report


def _apart(name: str, count: int, seed: int, report: Report) -> set[str]:
    """Return which measures tell a bot's turns apart."""
    from scipy.stats import mannwhitneyu

    bot = ("--bot", "Zoe:hard")
    with household() as kit, hosted(kit, name, *bot, program=("-c", HOST), stderr=DEVNULL) as (_, said):
        few, kinds = asyncio.run(_evening(name, said, count, seed))
    report.counts[f"{name}: turns with {few:g} or fewer lines"] += len(kinds[0])
    report.counts[f"{name}: turns with more"] += len(kinds[1])
    found = set()
    if min(map(len, kinds)) >= FEWEST:
        for what in Turn("", 0.0).measures():
            one, two = ([turn.measures()[what] for turn in kind] for kind in kinds)
            chance = float(mannwhitneyu(one, two).pvalue)
            report.figures[f"{name}: {what}, ms, p (seed {seed})"] = (
                f"{median(one):.2f} and {median(two):.2f}, {chance:.3f}"
            )
            if chance < ALARM:
                found.add(what)
    return found


async def _evening(
    name: str, said: dict[str, Any], count: int, seed: int
) -> tuple[float, tuple[list[Turn], list[Turn]]]:
    """Return how many lines are few, and the turns in which the bot had so few, and those in which it had more."""
    party = Party(int(said["port"]), NAMES[: max(1, games.game(name).seats[0] - 1)])
    party.rng = Random(seed)
    await party.sit(said["word"], said["host"])
    turns: list[Turn] = []
    while True:
        await _play(party, 2 * count, turns)
        few, kinds = _kinds(turns)
        if min(map(len, kinds)) >= count or len(turns) >= MOST * count:
            return few, kinds


async def _play(party: Party, count: int, found: list[Turn]) -> None:
    """Play on until the bot has had so many turns more; put them to those that were ``found``."""
    watcher, goal = party.screens[0], len(found) + count
    while len(found) < goal:
        table = json.loads(await watcher.ask("/api/v1/table"))
        if table["over"]:
            await party.again()
            continue
        due = next((turn["seat"] for turn in table["next"] if turn["seat"] in party.names), "")
        if not due:
            await asyncio.sleep(SPACE_S)
            continue
        phone, line = await party.line(due)
        begun = time.perf_counter()
        try:
            done = json.loads(await phone.ask("/api/v1/line", line))
        except AssertionError:  # the bot wrote a line meanwhile, at its own time: this one is refused
            await phone.open()
            continue
        turn = Turn(line["key"], (time.perf_counter() - begun) * 1e3)
        while True:
            asked = time.perf_counter()
            table = json.loads(await watcher.ask("/api/v1/table"))
            now = time.perf_counter()
            if table["seq"] != done["seq"] or [one["seat"] for one in table["next"]] != ["Zoe"]:
                break
            turn.pages.append((now - asked) * 1e3)
            await asyncio.sleep(SPACE_S)
        if turn.pages:
            turn.came = (now - begun) * 1e3
            found.append(turn)
        await asyncio.sleep(SPACE_S)


def _kinds(turns: list[Turn]) -> tuple[float, tuple[list[Turn], list[Turn]]]:
    legal = _legal(turns)
    few = 1 if sum(many == 1 for many in legal.values()) >= FEWEST else median(legal.values())
    kinds: tuple[list[Turn], list[Turn]] = [], []
    for turn in turns:
        kinds[legal[turn.key] > few].append(turn)
    return few, kinds


def _legal(turns: list[Turn]) -> dict[str, int]:
    """Return how many lines the bot might have said, by the key of the line before it."""
    found, wanted = {}, {turn.key for turn in turns}
    with Journal(Path(os.environ["LIARSDECK_HOME"]) / "tables.sqlite", write=False) as journal:
        for kept in journal.tables():
            table = Table(journal, kept.number)
            places = {}
            for mark in table.log.marks:
                word, _, rest = mark.partition(" ")
                if word == "tap":
                    who, place, _ = rest.rsplit(" ", 2)
                    places[int(place)] = who.rpartition("/")[2]
            state, zoe = table.game.start(table.setup), table.setup.seats.index("Zoe")
            for place, action in enumerate(table.actions):
                state = table.game.apply(state, action)
                if (key := places.get(place)) in wanted:
                    due = [turn for turn in table.game.to_act(state) if turn.seat == zoe]
                    lines = {
                        format_action(table.game, table.setup, one)
                        for turn in due
                        for verb in turn.verbs
                        for one in table.game.candidate_actions(state, zoe, verb)
                        if table.game.judge(state, one).legal
                    }
                    found[key] = len(lines)
    return found
