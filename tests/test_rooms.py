"""A game is one folder: who else names one. What others need to know of a game, they ask its class."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee import games

ROOT = Path(__file__).parents[1]
PACKAGES = ("liarsdeck", "factbank", "referee", "cardgen")
ROOMS = ("cardgen/art", "cardgen/decks", "cardgen/extras/boxes", "cardgen/pages/dress.py")
"""Where cardgen may name games: their faces, backs and boxes are drawn here."""
MODULES = {name.replace("-", "_") for name in games.REGISTRY}
NAMED: dict[str, str] = {
    "referee/games/__init__.py REGISTRY": "the registry of the house's games",
    "referee/core/cards.py NAMES": "the card",
    "referee/core/cards.py CALLED": "the card",
    "referee/core/screens.py by_suit": "the card",
    "referee/books/html.py _look": "the card",
    "referee/books/text.py _NAMED": "the card",
    "referee/story.py _SPECIAL": "the card",
    "cardgen/pages/figures.py _BEASTS": "the card",
    "cardgen/extras/reference.py pictogram": "the card",
    "cardgen/pages/secret.py GAME": "the answer sheet is one game's",
    "cardgen/studio/render.py warm": "an example that warms the process up",
    "cardgen/studio/render.py _SAMPLE": "the sample kit for who looks without a script",
    "cardgen/studio/room.py LAIR": "names dealt on the first page make its kit",
    "cardgen/export/screens.py shown_card": "the cards of the first page",
    "referee/host/gathering.py GAME": "the game whose facts guests write",
}
"""Each place outside that names a game, and why. In cardgen there are eight at most."""


def places(path: Path) -> Iterator[str]:
    """Yield where a module has a game's name as a whole string, or imports a game's own module."""
    text = path.read_text("utf-8")
    tree = ast.parse(text if any(name in text for name in MODULES | set(games.REGISTRY)) else "")
    here = path.relative_to(ROOT).as_posix()
    for statement in tree.body:
        where = getattr(statement, "name", "")
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            where = ast.unparse(target)
        for node in ast.walk(statement):
            named = isinstance(node, ast.Constant) and node.value in games.REGISTRY
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import):
                modules = [name.name for name in node.names]
            if isinstance(node, ast.ImportFrom) and node.module == "referee.games":
                modules += [f"referee.games.{name.name}" for name in node.names]
            if named or any(module.split(".")[:2] == ["referee", "games"] and module.split(".")[2:3] and
                            module.split(".")[2] in MODULES for module in modules):  # fmt: skip
                yield f"{here} {where}".strip()


@cache
def found(package: str) -> set[str]:
    """Return the places of a package that name a game, outside of the rooms that may."""
    rooms = [ROOT / room for room in ROOMS] + [ROOT / "referee" / "games" / module for module in MODULES]
    files = [file for file in (ROOT / package).rglob("*.py") if not any(file.is_relative_to(room) for room in rooms)]
    return {place for file in files for place in places(file)}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_place_names_a_game(package: str) -> None:
    assert sorted(found(package) - set(NAMED)) == []


def test_cardgen_names_games_in_eight_places_at_most() -> None:
    assert found("cardgen") == {place for place in NAMED if place.startswith("cardgen")}
    assert len(found("cardgen")) <= 8
