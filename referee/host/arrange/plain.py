"""Any game on a screen: its table as a table, its verbs as buttons. A registered game has phones by this."""

from referee.host.arrange.forms import forms, split
from referee.host.arrange.sight import Arranged, Sight


def arrange(sight: Sight) -> Arranged:
    """Return what a phone or the big screen draws of a game that has no arrangement of its own."""
    page = sight.page
    found = forms(page, {}, [])
    first, more = split(found, *(answers.verb for answers in page.answers if not answers.optional))
    title = page.table.title.removeprefix(page.title).lstrip(" ·")
    return {
        "form": "any",
        "where": title or ("the end" if page.over else ""),
        "step": "ask" if sight.seat is not None and found else "watch",
        "ask": page.question,
        "forms": (first, more),
        "titles": {},
    }
