"""The report of a lab: one page that holds everything it needs, and the same in plain words."""

from collections.abc import Mapping

from referee.books.rulebook import templates
from referee.lab.played import Lab
from referee.lab.plots import as_svg
from referee.lab.questions import choice, course, ends, lies, limits, options, rules, seats, short, skill
from referee.lab.run import digest
from referee.lab.section import Section
from referee.story.page import environment, page_css

QUESTIONS = (
    short.section,
    ends.section,
    seats.section,
    skill.section,
    course.section,
    options.section,
    lies.section,
    choice.section,
    rules.section,
    limits.section,
)


def sections(lab: Lab) -> list[Section]:
    """Return the answers to all questions that these games can answer."""
    found = (question(lab) for question in QUESTIONS)
    return [section for section in found if section is not None]


def as_html(lab: Lab, games: Mapping[str, str]) -> str:
    """Return the whole page; ``games`` are the records that lie beside it."""
    parts = [
        (section, [as_svg(plot, f"p{at}-{many}") for many, plot in enumerate(section.plots)])
        for at, section in enumerate(sections(lab))
    ]
    text: str = (
        environment("lab")
        .get_template("report.html")
        .render(
            lab=lab, parts=parts, games=games, digest=digest(lab.rows), css=page_css(templates() / "lab" / "lab.css")
        )
    )
    return text


def as_text(lab: Lab) -> str:
    """Return what the report says, without its tables and plots."""
    return "\n\n".join("\n".join([section.title, *section.words]) for section in sections(lab)) + "\n"
