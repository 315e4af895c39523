"""What bots can't tell."""

from referee.lab.played import Lab
from referee.lab.section import Section


def section(lab: Lab) -> Section:
    """Say what these games are no evidence for, and how they were made."""
    plan = lab.plan
    bots = (
        "Bots don't laugh. Whether it is fun, whether people remember what was played, how long they think, how they "
        "read a face, whether they hold a grudge: of that nothing is said here."
    )
    people = (
        "A table that never ends among bots may end among people who get bored and take a risk; one that these bots "
        "find fair may still have a trick that they have not found. What is said of a strategy holds against those "
        "that it met."
    )
    made = (
        f"{len(lab.rows):,} games of {lab.game.title}, seed {plan.seed}; all seats move on by one from game to game, "
        "and the same deals come again at every table. Intervals are 95 %: Wilson’s of shares, by order of medians, "
        "Student’s of means."
    )
    if not lab.best:
        made += " In a league they are too narrow where all pairs are taken together, since each plays the same deals."
    return Section("What can’t be told from bots", (bots, people, made))
