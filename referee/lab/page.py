"""The report of a lab: one page that holds everything it needs, and the same in plain words."""

from collections.abc import Mapping

from markupsafe import Markup

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


Answers = list[tuple[Section, list[Markup]]]
"""What the report says to each question, with its plots as they are drawn."""
FELL = Section(
    "A question without an answer",
    ("Here the program is at fault, not the games: they are all in results.csv, and what can be said stands here.",),
)


def answers(lab: Lab) -> tuple[Answers, list[Exception]]:
    """Return the answers to all questions that these games can answer, and what those questions raised that failed."""
    found, faults = list[tuple[Section, list[Markup]]](), list[Exception]()
    for question in QUESTIONS:
        try:
            section = question(lab)
            if section is not None:
                plots = [as_svg(plot, f"p{len(found)}-{many}") for many, plot in enumerate(section.plots)]
                found.append((section, plots))
        except Exception as fault:
            found.append((FELL, []))
            faults.append(fault)
    return found, faults


def as_html(lab: Lab, answered: Answers, games: Mapping[str, str]) -> str:
    """Return the whole page; ``games`` are the records that lie beside it."""
    css = page_css(templates() / "lab" / "lab.css")
    page = environment("lab").get_template("report.html")
    text: str = page.render(lab=lab, parts=answered, games=games, digest=digest(lab.rows), css=css)
    return text


def as_text(answered: Answers) -> str:
    """Return what the report says, without its tables and plots."""
    return "\n\n".join("\n".join([section.title, *section.words]) for section, _ in answered) + "\n"
