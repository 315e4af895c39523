"""How often is a lie said, believed, caught, and worth it?"""

from referee.lab.estimate import mean, share
from referee.lab.played import Lab, total
from referee.lab.section import Section


def section(lab: Lab) -> Section | None:
    """Say what becomes of lies; None in a game in which nobody says anything that could be one."""
    rows: list[tuple[str, ...]] = []
    words: list[str] = []
    for table in lab.tables:
        played = [row for row in lab.plain(table) if row.lies]
        if not played:
            continue
        lies, truths = total(played, lambda row: sum(row.lies)), total(played, lambda row: sum(row.truths))
        said, caught = share(lies, lies + truths), share(min(total(played, lambda row: sum(row.caught)), lies), lies)
        doubted = share(min(total(played, lambda row: sum(row.doubted)), truths), truths)
        rows.append((lab.named(table), said.said(), caught.said(), doubted.said(), _paid(lab, table)))
        if len(words) < 4:
            believed = f"{share(lies - caught.many, lies).said()} are never caught" if lies else "nothing is known"
            words.append(
                f"{lab.where(table) or 'Here: '}of all that is said {said.said()} are lies, and of the lies {believed}."
            )
    if not rows:
        return None
    head = ("table", "lies of all that is said", "lies caught", "truths doubted", "gain a deal: lying, honest")
    words.append("How often they lie is how these bots are made; what becomes of a lie is the game’s.")
    return Section("Lies: how often said, believed, caught, and worth it?", tuple(words), head, tuple(rows))


def _paid(lab: Lab, table: tuple[int, tuple[tuple[str, str], ...]]) -> str:
    """Return what a deal brought to those who lied in it, and to those who did not."""
    played = lab.plain(table)
    if not any(any(row.scores) for row in played):
        return "—"
    lied = [row.paid[0] / row.paid[1] for row in played if row.paid[1]]
    honest = [row.paid[2] / row.paid[3] for row in played if row.paid[3]]
    return "; ".join(mean(values).said() if values else "—" for values in (lied, honest))
