"""One word for each thing: the table of docs/glossary.md, and everything that a guest reads.

It reads what is printed by all house rules, the pages of phones and big screen, and the sentences in the code of each
game and of the terminal. What is typed or written in records, in `backticks`, keeps its words.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from liarsdeck.files import templates
from referee import games
from referee.books.rulebook import Kit, book, fragment
from referee.books.teach import lesson, lesson_text
from referee.books.text import RULE_ID
from referee.core.setup import seated
from tests.referee.books.choices import every_choice
from tests.sampling import spread

ROOT = Path(__file__).parents[3]
PAGES = {"liars-lair": "lair", "liars-guess": "guess", "liar-poker": "poker", "red-and-black": "redblack"}
SHARED = ["referee/console", "referee/host", "referee/tables", "referee/core", "referee/books", "cardgen/pages"]


def abandoned() -> dict[str, re.Pattern[str]]:
    """Return for each game what matches its abandoned words; `reclaim…` stands for every word that begins so."""
    found: dict[str, list[str]] = {}
    page = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").partition("## One word for each thing")[2]
    titles = {games.game(name).title.replace("’", "'"): name for name in games.REGISTRY}
    for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", page, re.MULTILINE)[1:]:
        if name := titles.get(row[0]):
            found.setdefault(name, []).extend(word.strip() for word in row[2].split(","))
    return {
        name: re.compile("|".join(rf"\b{word.replace('…', '[a-z]*')}\b" for word in words), re.IGNORECASE)
        for name, words in found.items()
    }


WORDS = abandoned()


def faults(name: str, text: str) -> list[str]:
    """Return the abandoned words of a game in a text, each with what stands around it."""
    text = re.sub(r"`[^`\n]*`|--option \S+|{[^{}]*}?|^[^{}]*}", "…", text)
    return [text[max(0, match.start() - 40) : match.end() + 40] for match in WORDS[name].finditer(text)]


def sentences(path: Path, about: re.Pattern[str]) -> Iterator[str]:
    """Yield the texts in a module that people read: of two words or more, and no docstring but a verb's.

    Nothing of a module in which nothing matches `about`.
    """
    source = path.read_text(encoding="utf-8")
    if not about.search(source):
        return
    tree = ast.parse(source)
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and isinstance(node.body[0], ast.Expr):
            told = isinstance(node, ast.ClassDef) and any("verb(" in ast.unparse(each) for each in node.decorator_list)
            if not told:
                skipped.add(id(node.body[0].value))
            elif docstring := ast.get_docstring(node):
                skipped.add(id(node.body[0].value))
                yield docstring.partition("\n")[0]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            said = re.sub(r"{[^{}]*}", "", node.value).strip()
            if " " in said or said[:1].isupper():
                yield node.value


def shown(page: str) -> str:
    """Return the texts of a page's template: between tags, in labels, and in expressions if they are sentences."""
    page = re.sub(r"{#.*?#}|{%.*?%}", " ", page, flags=re.DOTALL)
    said = [
        text
        for code in re.findall(r"{{.*?}}", page, re.DOTALL)
        for text in re.findall(r"\"([^\"]*)\"", code)
        if " " in text.strip() or text[:1].isupper()
    ]
    page = re.sub(r"{{.*?}}", " ", page, flags=re.DOTALL)
    return " ".join([*said, *re.findall(r"aria-label=\"([^\"]*)\"", page), re.sub(r"<[^>]*>", " ", page)])


def test_the_table_names_every_game() -> None:
    assert set(WORDS) == set(games.REGISTRY)
    assert faults("liars-lair", "The Starter reclaims a card; type `reclaims 8`.")
    assert not faults("liars-lair", "The leader takes a card; type `reclaims 8`.")


@pytest.mark.parametrize("name", games.REGISTRY)
def test_what_is_printed_has_one_word_for_each_thing(name: str) -> None:
    game, found = games.game(name), []
    for options, players in spread(every_choice(name), dict.fromkeys((*game.seats, game.usual))):  # type: ignore[no-untyped-call]
        found += faults(name, lesson_text(lesson(seated(game, players, options)), 10_000))
        found += faults(name, fragment(f"cards/{name}.md.j2", name, options, players, kit=Kit()))
    found += faults(name, fragment(f"boxes/{name}.toml.j2", name, game.options(), game.usual, kit=Kit()))
    if (templates() / f"cards/{name}-answers.md.j2").is_file():
        found += faults(name, fragment(f"cards/{name}-answers.md.j2", name, game.options(), game.usual, kit=Kit()))
    assert not found


@pytest.mark.parametrize("name", games.REGISTRY)
def test_so_has_its_book(name: str) -> None:
    game = games.game(name)
    it = book(name, game.options(), game.usual)
    assert not faults(name, RULE_ID.sub("", it.text))


@pytest.mark.parametrize("name", games.REGISTRY)
def test_so_have_screens_and_refusals(name: str) -> None:
    game = games.game(name)
    found = [each for verb in game.verbs for each in faults(name, f"{verb.word} {verb.help}")]
    for path in sorted((ROOT / "referee/games" / name.replace("-", "_")).glob("*.py")):
        found += [f"{path.name}: {each}" for said in sentences(path, WORDS[name]) for each in faults(name, said)]
    for path in sorted((templates() / "host").rglob(f"{PAGES.get(name, name)}*.html")):
        found += [f"{path.name}: {each}" for each in faults(name, shown(path.read_text(encoding="utf-8")))]
    assert not found


def test_what_all_games_share_has_no_word_of_one() -> None:
    pattern = re.compile("starter|reclaim", re.IGNORECASE)
    texts = {path: shown(path.read_text(encoding="utf-8")) for path in (templates() / "host").rglob("*.html")}
    texts |= {path: "\n".join(sentences(path, pattern)) for folder in SHARED for path in (ROOT / folder).rglob("*.py")}
    assert [path.name for path, text in texts.items() if pattern.search(re.sub(r"`[^`\n]*`", "", text))] == []
