"""What phones and the big screen show in the course of a game of each kind, as goldens: each text and its class."""

from html.parser import HTMLParser
from random import Random

import pytest

from referee import games
from tests.referee.host.wire import some_evening

LINES = (10, 18, 26, 40)  # after which the screens are read
VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Texts(HTMLParser):
    """Lists the texts of a page, each with the classes of the nearest element that has any."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.classes, self.lines = [""], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if tag not in VOID:
            self.classes.append(" ".join((known.get("class") or "").split()) or self.classes[-1])
        chosen = [name for name in ("disabled", "checked", "selected", "aria-current", "aria-pressed") if name in known]
        said = [known[name] for name in ("aria-label", "alt", "value") if known.get(name)]
        if said or chosen:
            self.lines.append(f"{tag}: {' | '.join((*said, *chosen))}")

    def handle_endtag(self, tag):
        if tag not in VOID and len(self.classes) > 1:
            self.classes.pop()

    def handle_data(self, data):
        if text := " ".join(data.split()):
            self.lines.append(f"{self.classes[-1]}: {text}")


@pytest.mark.parametrize("name", games.names())
def test_what_the_screens_show(household, name, snapshot):
    shown, rng = [], Random(5)
    evening = some_evening(household, name, 4)
    phones = evening.phones(*evening.table.setup.seats)
    for many in LINES:
        evening.play_on(lambda many=many: evening.hosted.seq >= many, rng)
        if f"--- after {evening.hosted.seq} lines, big screen" in shown:
            break
        due = evening.table.setup.seats[0] if evening.table.over else evening.due
        for what, page in (("big screen", evening.host().page("screen")), (f"phone of {due}", phones[due].page())):
            shown += [f"--- after {evening.hosted.seq} lines, {what}", *Texts(page).lines]
    evening.close()
    assert "\n".join(shown) == snapshot
