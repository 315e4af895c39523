"""The style sheets of all pages: nothing in them is for something that no page has."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHEETS = [str(sheet.relative_to(ROOT)) for sheet in sorted((ROOT / "templates").rglob("*.css"))]


@pytest.fixture(scope="module")
def makers() -> list[str]:
    """What writes pages: templates, scripts, and the code that fills them."""
    files = (file for place in ("templates", "referee", "cardgen") for file in sorted((ROOT / place).rglob("*")))
    return [file.read_text("utf-8") for file in files if file.suffix in {".html", ".js", ".j2", ".py", ".svg"}]


@pytest.fixture(scope="module")
def words(makers: list[str]) -> frozenset[str]:
    return frozenset(word for text in makers for word in re.findall(r"[A-Za-z][\w-]*", text))


@pytest.fixture(scope="module")
def filled(makers: list[str]) -> re.Pattern[str]:
    """Classes whose end is filled in: ``k-{{ page.kind }}``, or a number ``n{{ many }}``."""
    begun = {start for text in makers for start in re.findall(r"[\"' ]([a-z][a-z-]*)\{", text)}
    return re.compile("|".join(f"{start}{'.+' if start.endswith('-') else '[0-9]+'}" for start in sorted(begun)))


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_class_is_one_that_a_page_may_have(sheet: str, words: frozenset[str], filled: re.Pattern[str]) -> None:
    text = re.sub(r"/\*.*?\*/", "", (ROOT / sheet).read_text("utf-8"), flags=re.DOTALL)
    selectors = re.sub(r"\{[^{}]*\}", "{}", text)
    classes = set(re.findall(r"\.([A-Za-z][\w-]*)", selectors))
    assert classes
    assert {name for name in classes - words if not filled.fullmatch(name)} == set()


def test_every_value_that_has_a_name_is_used(makers: list[str]) -> None:
    sheets = "".join((ROOT / sheet).read_text("utf-8") for sheet in SHEETS)
    named = set(re.findall(r"(--[\w-]+)\s*:", sheets))
    assert len(named) > 40
    assert named - set(re.findall(r"var\((--[\w-]+)", "".join([sheets, *makers]))) == set()
