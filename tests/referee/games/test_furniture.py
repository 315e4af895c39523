"""Five rooms, one set of furniture: every game keeps the same things in modules of the same names."""

import ast
from importlib import import_module
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import fields

import referee.games
from factbank.facts import EACH, PLAYERS
from referee import games
from referee.core.game import Game
from referee.core.setup import seated
from referee.games.liars_guess import deck as west
from referee.games.lizard import deck as lizard
from tests.referee.conformance import some_facts

FURNITURE = {
    "options": ("check", "warnings"),
    "actions": ("read", "write", "private"),
    "state": ("start", "outcome", "settled", "rounds", "flags"),
    "judge": ("to_act", "awaits", "optional", "coming", "judge", "candidates", "fields"),
    "apply": ("apply",),
    "deal": ("draw", "odds", "drawn", "among", "handouts", "opening"),
    "views": ("view", "redact", "laid", "public", "hidden"),
    "guess": ("guess",),
    "words": ("ask", "face", "narrate", "show", "hand", "notebook", "sheet", "explain"),
}
EXTRA = {"finale": ("finale",), "highlights": ("course", "highlights", "sayings")}
"""What stands in a module of its own, in the games that have it."""
ROOMS = Path(referee.games.__file__).parent
FURNISHED = [name for name in games.REGISTRY if len([*(ROOMS / name.replace("-", "_")).glob("*.py")]) > 1]
"""A game that is small enough for one module has no furniture."""


def room(name: str) -> str:
    return f"referee.games.{name.replace('-', '_')}"


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def test_every_hook_has_its_place() -> None:
    hooks = {field.name for field in fields(Game)}
    said = {hook for hooks_of in (*FURNITURE.values(), *EXTRA.values()) for hook in hooks_of}
    data = {"name", "title", "prefix", "seats", "usual", "rules_version", "numbers", "options", "rules", "verbs"}
    assert hooks == said | data | {"needs_facts", "unsent"}


@pytest.mark.parametrize("name", FURNISHED)
def test_a_game_keeps_everything_where_the_others_do(name: str) -> None:
    game = games.game(name)
    for module, hooks in FURNITURE.items():
        import_module(f"{room(name)}.{module}")
        for hook in hooks:
            where = getattr(game, hook).__module__
            assert where in {f"{room(name)}.{module}", "referee.core.game"}, f"{hook} lies in {where}"
    for module, hooks in EXTRA.items():
        for hook in hooks:
            assert getattr(game, hook).__module__ in {f"{room(name)}.{module}", "referee.core.game"}
    rooms = {module: import_module(f"{room(name)}.{module}") for module in FURNITURE}
    assert game.options is rooms["options"].Options
    assert game.rules is rooms["options"].RULES
    assert game.seats is rooms["options"].SEATS
    assert game.verbs is rooms["actions"].VERBS
    facts = some_facts(15, Random(1)) if game.needs_facts else None
    setup = seated(game, game.usual, game.options(), facts)
    assert type(game.start(setup)) is rooms["state"].State


@pytest.mark.parametrize("name", FURNISHED)
def test_chance_is_in_the_deal_alone(name: str) -> None:
    folder = ROOMS / name.replace("-", "_")
    by_chance = {path.stem for path in folder.glob("*.py") if any(it.startswith("random") for it in imports(path))}
    assert by_chance == {"deal", "guess"}


@pytest.mark.parametrize("name", FURNISHED)
def test_nothing_is_decided_where_it_is_only_said(name: str) -> None:
    folder = ROOMS / name.replace("-", "_")
    for module in ("options", "actions", "state", "apply", "deal"):
        above = {f"{room(name)}.{other}" for other in ("words", "views")}
        assert not {it.rpartition(".")[0] for it in imports(folder / f"{module}.py")} & above, module
    assert f"{room(name)}.words" not in {it.rpartition(".")[0] for it in imports(folder / "judge.py")}


@pytest.mark.parametrize("name", games.REGISTRY)
def test_the_usual_number_can_play(name: str) -> None:
    game = games.game(name)
    assert game.seats[0] <= game.usual <= game.seats[1]


def test_the_usual_number_where_a_game_does_not_say() -> None:
    plain = {field.name: getattr(games.game("lizard"), field.name) for field in fields(Game)}
    for seats, usual in (((2, 2), 2), ((3, 8), 5), ((6, 9), 6), ((2, 4), 4)):
        assert Game(**plain | {"usual": 0, "seats": seats}).usual == usual


def test_a_number_stands_once() -> None:
    lair = games.game("liars-lair")
    assert (lair.usual, lair.options().each) == (PLAYERS, EACH)
    assert games.game("lizard").numbers["cards"] == lizard.DECK == len(lizard.members(lizard.FULL))
    assert games.game("liars-guess").numbers["cards"] == len(west.OF_CARD)
    assert msgspec.to_builtins(games.game("red-and-black").options())["red"] * 2 == 52
