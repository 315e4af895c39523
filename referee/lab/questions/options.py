"""What does each house rule do?"""

from collections.abc import Sequence

from referee.core.options import option_list
from referee.lab.estimate import likely
from referee.lab.played import Lab, Table
from referee.lab.questions.changes import Difference, corrected, differences
from referee.lab.section import Section

_MOST = 40
MATTERS = (
    "unfinished games",
    "rounds",
    "minutes",
    "wins of who begins",
    "wins of who leads at half time",
    "lies caught",
)


def varied(lab: Lab) -> list[str]:
    """Return the house rules that differ between tables."""
    return sorted({name for _, _, name in _neighbours(lab.tables)})


def by_rule(lab: Lab) -> list[Difference]:
    """Compare tables that differ in one house rule alone; the surest difference first."""
    found: list[Difference] = []
    for one, other, name in _neighbours(lab.tables):
        before, after = lab.plain(one), lab.plain(other)
        old, new = dict(one[1])[name], dict(other[1])[name]
        rest = ", ".join([f"{one[0]} players", *(f"{key} = {value}" for key, value in one[1] if key != name)])
        found += differences(f"{name} = {new} instead of {old} ({rest})", before, after)
    return corrected([one for one in found if one.what in MATTERS])


def strongest(lab: Lab) -> list[str]:
    """Return for each house rule what it changes most surely, in a sentence, or that it changes nothing."""
    real = [one for one in by_rule(lab) if one.real]
    words = []
    for name in varied(lab):
        first = next((one.said() for one in real if one.table.startswith(f"{name} =")), "")
        words.append(first or f"{name}: no value makes a difference that these games could show.")
    return words


def section(lab: Lab) -> Section | None:
    """Say what each house rule changes; None where none was varied."""
    rules = varied(lab)
    if not rules:
        return None
    done = by_rule(lab)
    real = [one for one in done if one.real]
    about = {option.name: option.description for option in option_list(lab.game.options)}
    words = [f"{name}: {about[name]}" for name in rules]
    words += [one.said() for one in real[:8]]
    words += [one for one in strongest(lab) if one not in words]
    words.append(
        f"{len(real)} of {len(done)} comparisons are more than chance, after Holm’s correction for all of them."
    )
    rows = tuple((one.table, one.what, one.before, one.after, likely(one.held)) for one in real[:_MOST])
    return Section("What do the house rules do?", tuple(words), ("change", "what", "from", "to", "p"), rows)


def _neighbours(tables: Sequence[Table]) -> list[tuple[Table, Table, str]]:
    """Return the pairs of tables that differ in one option, the first of each varied option's values against others."""
    found = []
    firsts: dict[str, str] = {}
    for _, options in tables:
        for name, value in options:
            firsts.setdefault(name, value)
    for players, options in tables:
        for name, value in options:
            if value != firsts[name]:
                base = (players, tuple((key, firsts[key] if key == name else held) for key, held in options))
                if base in tables:
                    found.append((base, (players, options), name))
    return found
