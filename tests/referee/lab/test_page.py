"""The page: whole in itself, words before plots, in the page's own colours."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.lab.report import as_svg
from referee.lab.statistics import Bar, Bars
from tests.referee.lab.labs import lab


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("lab")
    lab("liar-poker --bots poker,honest --option max_rounds=4 --games 6 --vary first_fold", folder, charts=True)
    return (folder / "report.html").read_text("utf-8")


def test_it_holds_everything_it_needs(page: str) -> None:
    outside = re.findall(r"(?:src|href)=\"(?!#|data:|games/)([^\"]+)|url\((?!data:|#|\"?#)([^)]+)\)", page)
    assert outside == []
    assert "<script" not in page
    assert "http" not in re.sub(
        r"http://www\.w3\.org/[\w/]+|http://purl\.org/[\w/.]+|http://creativecommons\.org/[\w/#]+", "", page
    )


def test_no_stand_in_colour_is_left(page: str) -> None:
    assert not re.findall(r"#0[1-4]0[1-4]0[1-4]", page)
    assert "var(--ink)" in page


def test_plots_are_set_in_the_type_of_the_page(page: str) -> None:
    assert "DejaVu" not in page
    assert page.count("var(--sans)") > page.count("<svg")


def test_a_plot_is_sound_by_itself() -> None:
    """As XML too, which a picture in a README is read as."""
    bars = Bars("A & B", "per cent", (Bar("<one>", 5, 1, 9), Bar("two", 7, 3, 12)), 6)
    svg = as_svg(bars, "p")
    root = ElementTree.fromstring(svg)
    assert root.attrib["viewBox"].startswith("0 0 ")
    assert svg == as_svg(bars, "p")


def test_words_come_before_numbers_and_names_are_one(page: str) -> None:
    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.order: list[str] = []
            self.ids: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            named = dict(attrs)
            self.ids += [named["id"]] if named.get("id") else []
            if tag in {"h2", "p", "figure", "details"}:
                self.order.append(tag)

    reader = Reader()
    reader.feed(page)
    assert len(reader.ids) == len(set(reader.ids))
    order = "".join({"h2": "h", "p": "p", "figure": "f", "details": "d"}[tag] for tag in reader.order)
    assert re.fullmatch(r"p+(hp+f*d?)+p*", order)
    used = set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", page))
    assert used <= set(reader.ids)
