"""What does each house rule do?"""

from collections.abc import Sequence

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


def section(lab: Lab) -> Section | None:
    """Compare tables that differ in one house rule alone; None where none was varied."""
    found: list[Difference] = []
    varied: set[str] = set()
    for one, other, name in _neighbours(lab.tables):
        varied.add(name)
        before, after = lab.plain(one), lab.plain(other)
        old, new = dict(one[1])[name], dict(other[1])[name]
        rest = ", ".join([f"{one[0]} players", *(f"{key} = {value}" for key, value in one[1] if key != name)])
        found += differences(f"{name} = {new} instead of {old} ({rest})", before, after)
    if not varied:
        return None
    done = corrected([one for one in found if one.what in MATTERS])
    real = [one for one in done if one.real]
    words = [one.said() for one in real[:8]]
    words += [
        f"{name}: no value makes a difference that these games could show."
        for name in sorted(varied)
        if not any(one.table.startswith(f"{name} =") for one in real)
    ]
    words.append(
        f"{len(real)} of {len(done)} comparisons are more than chance, after Holm’s correction for all of them."
    )
    rows = tuple((one.table, one.what, one.before, one.after, f"{one.held:.2g}") for one in real[:_MOST])
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
