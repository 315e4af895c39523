"""What an evening looked like as one page of HTML that holds everything it needs; and its parts, for the big screen."""

import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from referee.books.rulebook import templates
from referee.core.cards import called
from referee.core.screens import Highlight, Shown
from referee.games.liars_lair.face import Face, face
from referee.story.pictures import emblem_file, is_drawn, picture_file
from referee.story.plot import described, drawable, plot
from referee.story.plot_svg import as_svg
from referee.story.story import Story

if TYPE_CHECKING:
    from jinja2 import Environment

WIDE, NARROW, BIG = (720.0, 300.0, 15.0), (340.0, 250.0, 13.5), (900.0, 210.0, 20.0)
"""Width, height and letters of a plot: on a desk, on a phone, on the big screen."""
_TYPES = {".svg": "image/svg+xml", ".woff2": "font/woff2"}
_URL = re.compile(r"url\(([\w./-]+)\)")


class Drawn(Struct, frozen=True):
    """A card of a moment as a page draws it. ``kind``: face (Liar's Lair), colour (Red & Black), picture, or word."""

    kind: str
    name: str
    note: str
    mark: str
    face: Face | None = None


class StoryMoment(Struct, frozen=True):
    """A moment on a page."""

    title: str
    words: str
    cards: tuple[Drawn, ...]


def moments(story: Story) -> tuple[StoryMoment, ...]:
    """Return the moments of a story, as a page draws them."""
    return tuple(StoryMoment(one.title, one.words, _cards(story, one)) for one in story.moments)


def _cards(story: Story, moment: Highlight) -> tuple[Drawn, ...]:
    return tuple(_drawn(story, shown) for shown in moment.cards)


def _drawn(story: Story, shown: Shown) -> Drawn:
    if story.setup.facts is not None and shown.card.isdigit():
        return Drawn("face", shown.card, shown.note, shown.mark, face(story.setup, int(shown.card)))
    if shown.card in {"red", "black"}:
        return Drawn("colour", shown.card, shown.note, shown.mark)
    return Drawn("picture" if is_drawn(shown.card) else "word", shown.card, shown.note, shown.mark)


def plots(story: Story, *sizes: tuple[float, float, float]) -> tuple[Markup, ...]:
    """Return the course as SVG, in each of these sizes; nothing where there is nothing to draw."""
    course, names = story.course, story.setup.seats
    if not drawable(course):
        return ()
    winners = [names.index(name) for name in story.winners]
    desc = described(course, names)
    title = f"{story.title}: {course.what}"
    return tuple(
        Markup(as_svg(plot(course, names, *size, winners), title, desc, f"plot{at}", f"w{at}"))  # noqa: S704, escaped
        for at, size in enumerate(sizes)
    )


def rows(story: Story) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the numbers behind the plot: a label, and a cell a seat."""
    course = story.course
    if course.lanes:
        cells = [[lane[at] if at < len(lane) else "" for lane in course.lanes] for at in range(len(course.labels))]
    else:
        cells = [
            [str(run[at]).replace("-", "−") if at < len(run) else "" for run in course.runs]
            for at in range(len(course.labels))
        ]
    return tuple((label, tuple(row)) for label, row in zip(course.labels, cells, strict=True))


def values(story: Story, *sizes: tuple[float, float, float]) -> dict[str, object]:
    """Return what the templates of a story read; its plot in each of these sizes."""
    return {
        "story": story,
        "heading": f"{story.heading}.",
        "plots": plots(story, *sizes),
        "moments": moments(story),
        "rows": rows(story),
    }


def as_html(story: Story) -> str:
    """Return the whole page, fonts and cards inside it."""
    text: str = (
        environment("story")
        .get_template("page.html")
        .render(values(story, WIDE, NARROW), css=page_css(_static() / "story.css"))
    )
    return text


def folder() -> Path:
    """Return the folder of the story's templates."""
    return templates() / "story"


def _static() -> Path:
    return templates() / "host" / "static"


@cache
def environment(room: str) -> "Environment":
    """Return what renders the pages of a room of the templates, with what the host's pages share."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader([templates() / room, templates() / "host"]), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, auto_reload=False,
    )  # fmt: skip
    made.globals |= {
        "called": called,
        "picture": lambda card: _inside(picture_file(card)),
        "emblem": lambda name: _inside(emblem_file(name)),
    }
    made.filters["curly"] = lambda text: text.replace("'", "’")
    made.globals["c"] = made.get_template("cards.html").module
    return made


def page_css(own: Path) -> Markup:
    """Return the styles of the host's pages and a page's own, with the files that they name inside them."""
    text = "\n".join(file.read_text("utf-8") for file in (_static() / "host.css", own))
    return Markup(_URL.sub(lambda found: f"url({_inside(found[1])})", text))  # noqa: S704, our own file


@cache
def _inside(name: str) -> str:
    """Return a static file as an address that holds it."""
    path = _static() / name
    return f"data:{_TYPES[path.suffix]};base64,{b64encode(path.read_bytes()).decode('ascii')}"
