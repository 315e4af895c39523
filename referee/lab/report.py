"""The report of a lab: an HTML page with charts, results.csv, and records of notable games."""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from factbank.factfile import write
from liarsdeck.files import make_folder, templates, write_atomic
from referee.lab import questions
from referee.lab.drama import CHANCE
from referee.lab.plan import Plan
from referee.lab.run import Row, digest, lines_of
from referee.lab.statistics import Bars, Lab, Section, finished
from referee.records import make_header, print_record
from referee.story import environment, page_css

HEAD = (
    "cell", "game", "seed", "players", "options", "seats", "digest", "over", "winners", "winning", "starter", "rounds",
    "lines", "acts", "minutes", "scores", "margin", "half", "turns_of_lead", "looked", "width", "forced", "lies",
    "truths", "caught", "doubted", "verbs", "refused", "tells", "idle", "open", "open_late", "lead_changes", "drama",
    "came_back", "choices", "matter",
)  # fmt: skip


def as_csv(plan: Plan, rows: Sequence[Row]) -> str:
    """Return the text of results.csv, with a heading and a line for each of ``rows``.

    ``plan`` is the plan by which the games were played. Seats are numbered from 1. If a cell has several values, spaces
    separate them.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for row in rows:
        cell = plan.cells[row.cell]
        seats = plan.seated(row.cell, row.index)
        writer.writerow(
            (
                row.cell, row.index, f"{plan.seed}/{row.index}", cell.players,
                " ".join(f"{name}={value}" for name, value in cell.options), " ".join(seats), row.digest,
                int(row.over and bool(row.winners)), _seats(row.winners), " ".join(seats[at] for at in row.winners),
                row.starter + 1, row.rounds, row.lines, row.acts, f"{row.seconds / 60:.1f}", _words(row.scores),
                row.margin, _seats(row.half), row.turns_of_lead, row.looked, row.width, row.forced, _words(row.lies),
                _words(row.truths), _words(row.caught), _words(row.doubted),
                " ".join(f"{verb}={many}" for verb, many in row.verbs.items()),
                " ".join(f"{rule}={many}" for rule, many in row.refused.items()), _words(row.tells), _words(row.idle),
                *_exciting(row),
            )
        )  # fmt: skip
    return out.getvalue()


def _exciting(row: Row) -> tuple[object, ...]:
    """Return what rollouts found in a game, as the last seven cells of its line in results.csv.

    A rollout is a game played on from one of this game's moments. All seven cells are "" if the game was not examined
    by rollouts. The two cells on the winner are "" unless there is exactly one winner.
    """
    if row.drama is None:
        return ("",) * 7
    look, points = row.drama, row.drama.uncertainty
    late = points[-max(1, len(points) // 4) :]
    of_winner: tuple[object, ...] = ("", "")
    if len(row.winners) == 1:
        of_winner = (f"{look.drama(row.winners[0]):.4f}", int(look.came_back(row.winners[0])))
    return (
        f"{sum(points) / len(points):.4f}", f"{sum(late) / len(late):.4f}", look.lead_changes, *of_winner,
        " ".join(f"{variance:.6f}" for variance, _ in look.choices), sum(p < CHANCE for _, p in look.choices),
    )  # fmt: skip


def _words(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _seats(values: Sequence[int]) -> str:
    return _words([seat + 1 for seat in values])


FOLDER = "games"
_FACTS = "facts-{}.json"


def notable(rows: Sequence[Row]) -> dict[str, Row]:
    """Return the rows of up to four notable games by name: shortest, longest, closest, strangest.

    The shortest game has the fewest lines, the longest the most. The closest game has the smallest margin between the
    best two scores (if no margin is above 1, margins are ignored); among equals it has the most changes of the lead,
    then the most lines. The strangest game is farthest from the medians of lines, rounds, margin, changes of the lead,
    lies and caught lies, added up. A game that has one of these names is not considered for the later ones. Only the
    longest game may be unfinished; if no game is finished, the result has no other.
    """
    won = finished(rows)
    if not won:
        return {"longest": max(rows, key=lambda row: row.lines)} if rows else {}
    scales = []
    for measure in _MEASURES:
        values = sorted(map(measure, won))
        middle = values[len(values) // 2]
        scales.append((measure, middle, sorted(abs(value - middle) for value in values)[len(values) // 2] or 1))
    counts = any(row.margin > 1 for row in won)
    orders: Mapping[str, tuple[Sequence[Row], Callable[[Row], Any]]] = {
        "shortest": (won, lambda row: row.lines),
        "longest": (rows, lambda row: -row.lines),
        "closest": (won, lambda row: (row.margin if counts else 0, -row.turns_of_lead, -row.lines)),
        "strangest": (won, lambda row: -sum(abs(measure(row) - middle) / usual for measure, middle, usual in scales)),
    }
    told: dict[str, Row] = {}
    for name, (among, order) in orders.items():
        if free := [row for row in among if row not in told.values()]:
            told[name] = min(free, key=order)
    return told


_MEASURES: tuple[Callable[[Row], int], ...] = (
    lambda row: row.lines, lambda row: row.rounds, lambda row: row.margin, lambda row: row.turns_of_lead,
    lambda row: sum(row.lies), lambda row: sum(row.caught),
)  # fmt: skip


def write_games(folder: Path, lab: Lab) -> dict[str, str]:
    """Write the record of each ``notable`` game into the subfolder ``games``; return the paths by name.

    The names are those of ``notable``, such as "shortest", and the paths are relative to ``folder``. In a game with
    facts, the fact file is written too.
    """
    make_folder(folder / FOLDER)
    written = {}
    for name, row in notable(lab.rows).items():
        setup, actions = lines_of(lab.plan, row.cell, row.index)
        more: dict[str, object] = {}
        if setup.facts is not None:
            facts = _FACTS.format(len(setup.facts.pairs))
            write(setup.facts, folder / FOLDER / facts)
            more["facts"] = facts
        seats = ", ".join(lab.plan.seated(row.cell, row.index))
        more["lab"] = f"cell {row.cell}, game {row.index}, seed {lab.plan.seed}: {seats}"
        text = print_record(lab.game, make_header(setup, more), setup, actions)
        written[name] = f"{FOLDER}/{name}.record"
        write_atomic(folder / written[name], text.encode())
    return written


_WIDE_IN, _ROW_IN, _LINE_IN, _EDGE_IN = 3.9, 0.27, 0.11, 0.95
_LETTER_PT = 9.5
_MOST_LABEL, _ONE_LINE = 52, 20
_INK, _SOFT, _MARK, _FAIR = "#010101", "#020202", "#030303", "#040404"
_TONES = {_INK: "var(--ink)", _SOFT: "var(--hair)", _MARK: "var(--red-text)", _FAIR: "var(--blue-text)"}
"""Colours that matplotlib writes, and the CSS variables of the page that take their place."""
_HEAD = re.compile(r"^.*?<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>", re.DOTALL)


def as_svg(plot: Bars, name: str) -> Markup:
    """Return a chart as SVG: for each bar a dot at its value and a line from its ``low`` to its ``high``.

    If ``plot.fair`` is not None, a dashed line marks that value. ``name`` is the prefix of all ids in the SVG. The SVG
    contains a description with all values, for screen readers.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings = {
        "svg.fonttype": "none", "svg.hashsalt": name, "font.family": "sans-serif", "font.size": _LETTER_PT,
        "text.color": _INK, "axes.edgecolor": _SOFT, "axes.labelcolor": _INK, "xtick.color": _INK, "ytick.color": _INK,
    }  # fmt: skip
    labels = [_cut(bar.label) for bar in plot.bars]
    with rc_context(settings):
        row = _ROW_IN + _LINE_IN * any("\n" in label for label in labels)
        figure = Figure(figsize=(_WIDE_IN, _EDGE_IN + row * len(plot.bars)))
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        for at, bar in enumerate(reversed(plot.bars)):
            axes.plot([bar.low, bar.high], [at, at], color=_INK, linewidth=1.6, solid_capstyle="butt")
            axes.plot([bar.value], [at], marker="D", markersize=5, color=_MARK, linestyle="none")
        if plot.fair is not None:
            axes.axvline(plot.fair, color=_FAIR, linewidth=1.2, dashes=(4, 3))
        axes.set_yticks(range(len(labels)), labels[::-1])
        axes.set_xlabel(plot.unit)
        whole = plot.unit == "per cent" and max(bar.high for bar in plot.bars) > 60
        axes.set_xlim(left=0, right=100 if whole else None)
        axes.set_ylim(-0.6, len(labels) - 0.4)
        axes.grid(visible=True, axis="x", color=_SOFT, linewidth=0.6)
        axes.set_axisbelow(b=True)
        axes.tick_params(length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        figure.tight_layout(pad=0.3)
        figure.set_layout_engine(None)  # with one, even one that is done, it is drawn twice
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    head = _HEAD.match(out.getvalue())
    assert head is not None
    body = out.getvalue()[head.end() :]
    for tone, variable in _TONES.items():
        body = body.replace(tone, variable)
    body = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px var(--sans)", body)  # as older versions of matplotlib write
    body = re.sub(r"font-family: [^;\"]*", "font-family: var(--sans)", body)
    body = re.sub(r"\b(id=\"|href=\"#|url\(#)", lambda mark: f"{mark[0]}{name}-", body)
    values = "; ".join(f"{bar.label} {bar.value:.3g} ({bar.low:.3g} to {bar.high:.3g})" for bar in plot.bars)
    fair = f"; the dashed line is {plot.fair:.3g}" if plot.fair is not None else ""
    opening = (
        f'<svg class="bars" role="img" aria-labelledby="{name}-t {name}-d" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" {head[1]}>'
        f'<title id="{name}-t">{escape(plot.title)}</title>'
        f'<desc id="{name}-d">{escape(f"In {plot.unit}: {values}{fair}")}</desc>'
    )
    return Markup(opening + body)  # noqa: S704, drawn here, words escaped


def _cut(label: str) -> str:
    """Return a chart's label, cut to 52 characters, and broken into two lines if it has more than 20.

    A label that was cut ends with “…”. A label without a blank near the middle stays on one line.
    """
    words = label if len(label) <= _MOST_LABEL else f"{label[: _MOST_LABEL - 1].rstrip()}…"
    at = words.rfind(" ", 0, len(words) // 2 + 6) if len(words) > _ONE_LINE else -1
    return f"{words[:at]}\n{words[at + 1 :]}" if at > 0 else words


QUESTIONS = (
    questions.short_section, questions.ends_section, questions.seats_section, questions.skill_section,
    questions.course_section, questions.out_section, questions.drama_section, questions.options_section,
    questions.lies_section, questions.tells_section, questions.choice_section, questions.rules_section,
    questions.limits_section,
)  # fmt: skip
Answers = list[tuple[Section, list[Markup]]]
"""The sections of a report, each with its charts as SVG."""
FELL = Section(
    "A question without an answer",
    ("Here the program is at fault, not the games: they are all in results.csv, and what can be said stands here.",),
)


def answers(lab: Lab) -> tuple[Answers, list[Exception]]:
    """Return the sections of the report, and the exceptions that occurred.

    There is a section with its charts for each question of QUESTIONS that the games of ``lab`` can answer, in this
    order. If a question raises an exception, the section FELL takes the place of its section.
    """
    parts, faults = Answers(), list[Exception]()
    for question in QUESTIONS:
        try:
            if (section := question(lab)) is not None:
                parts += drawn([section], len(parts))
        except Exception as fault:
            parts.append((FELL, []))
            faults.append(fault)
    return parts, faults


def drawn(sections: Sequence[Section], first: int = 0) -> Answers:
    """Return the sections, each with its charts as SVG.

    ``first`` is the number of sections before these on the page; with it, the ids of all charts on the page differ.
    """
    return [
        (section, [as_svg(plot, f"p{number}-{at}") for at, plot in enumerate(section.plots)])
        for number, section in enumerate(sections, first)
    ]


def as_html(lab: Lab, answered: Answers, games: Mapping[str, str], points: Sequence[Struct] = ()) -> str:
    """Return the report as an HTML page.

    ``answered`` are the sections with their charts (from ``answers``). ``games`` has the paths of the notable games'
    records by name (from ``write_games``). ``points`` are the tables that a search found (``referee.lab.front.Shown``),
    () without a search.
    """
    css = page_css(templates() / "lab" / "lab.css")
    page = environment("lab").get_template("report.html")
    text: str = page.render(lab=lab, parts=answered, games=games, points=points, digest=digest(lab.rows), css=css)
    return text


def as_text(answered: Answers) -> str:
    """Return the titles and sentences of the sections as text, without tables and charts."""
    return "\n\n".join("\n".join([section.title, *section.words]) for section, _ in answered) + "\n"
