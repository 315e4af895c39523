"""All that screens say, in the pseudo-language: every refusal, event, moment and highlight once, and every page."""

import json
import re
from html import unescape
from random import Random
from unittest import mock

import pytest

from factbank import factfile
from factbank import facts as draw
from liarsdeck import language
from referee import games
from referee.core.play import steps, walked
from referee.core.screens import Passed, ViewsByViewer
from referee.story import story_of, values
from tests import pseudo
from tests.referee.host import wire
from tests.referee.host.play import some_line
from tests.referee.host.staged import CASES
from tests.referee.host.test_moments import ANN_WINS, staged
from tests.referee.rulings.rooms import OF_GAMES
from tests.sampling import some

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
TITLES = " ".join(games.game(name).title for name in games.names())
ALLOWED = {"bot", "liarsdeck", "kit", "rule", "the", "table", "start"} | {
    name.casefold() + end for name in (*NAMES, *re.findall(r"[A-Za-z’]+", TITLES)) for end in ("", "’s")
}
"""Names, titles of games, and what is typed."""
VERBS = {spec.word for name in games.names() for spec in games.game(name).verbs}
TYPED = re.compile(r"\.(line|bracket-missing|bracket-false)$")
"""Rules on how a line is typed, which phones never refuse by."""

QUOTED = re.compile("(?<=: )“[^”]*”")
"""Words of a player that a line quotes."""


@pytest.fixture(scope="module", autouse=True)
def spoken(tmp_path_factory):
    place = tmp_path_factory.mktemp("languages")
    pseudo.write(place)
    with mock.patch.object(language, "places", return_value=(*language.places(), place)):
        yield place
    language.language.cache_clear()


def kept(facts):
    """Return the words that stand on cards of facts in English."""
    text = " ".join(f"{card.text} {pair.title}" for pair in facts.pairs for card in pair.cards) if facts else ""
    return {*map(str.casefold, re.findall(r"[A-Za-zÀ-ÿ’]{3,}", text)), *ALLOWED, *VERBS}


@pytest.mark.parametrize("room", OF_GAMES, ids=lambda room: room.game.name)
def test_every_refusal_is_said_in_the_language(room):
    left, refused = {}, set()
    for case in room.cases:
        if case.refused and not TYPED.search(case.refused):
            with language.speaking(pseudo.CODE):
                error = room._error(case, room.text(case))
            refused.add(error.rule)
            if words := pseudo.plain(error.why, kept(case.facts)):
                left[error.why] = words
    assert not left
    assert refused


@pytest.mark.parametrize("room", OF_GAMES, ids=lambda room: room.game.name)
def test_every_event_moment_and_highlight_is_said_in_the_language(room):
    left = {}
    for case in some((case for case in room.cases if not case.refused), 3):
        done = room.replay(case, room.text(case))
        game, setup, allowed = room.game, done.record.setup, kept(case.facts)
        with language.speaking(pseudo.CODE):
            for before, action, after in steps(game, setup, done.actions):
                views = [ViewsByViewer(game, setup, state) for state in (before, after)]
                for said in told(Passed(views[0], action, views[1]), len(setup.seats)):
                    if words := pseudo.plain(re.sub(QUOTED, "", said), allowed):
                        left[said] = words
            lines = walked(game, setup, done.actions)
            for one in game.highlights(lines):
                text = " ".join([one.title, one.words, one.honour, *(card.note for card in one.cards)])
                if words := pseudo.plain(text, allowed):
                    left[text] = words
            story = story_of(game, setup, done.actions)
            text = f"{story.heading} {story.ending} {' '.join(map(str, values(story, (300, 300, 12))['plots']))}"
            if words := pseudo.plain(tags(text), allowed):
                left[text] = words
    assert not left


def told(passed, seats):
    """Yield all sentences of a line: what happened, results and claims, to everybody and to each seat."""
    for seat in (None, *range(seats)):
        for event in passed.events(seat):
            yield from (str(message.to(seat)) for message in (event.message, event.brief) if message is not None)
        for moment in passed.moments(seat):
            yield " ".join(str(message.to(seat)) for message in (moment.head, *moment.words))
            notes = [*(card.note for card in moment.cards), *(side.note for side in moment.sides)]
            yield " ".join([moment.where, *notes, *(label for label, _ in moment.figures)])
    yield from (str(claim.words) for claim in passed.claims())


def tags(html):
    """Return what a piece of HTML says: a line for each text, those of attributes too, without code and kit codes."""
    html = re.sub(r"<(style|code|script)\b.*?</\1>|\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b", "\n", html, flags=re.DOTALL)
    texts = re.findall(r'\b(?:aria-label|placeholder|alt|data-why|data-shut|data-mark|title)="([^"]*)"', html)
    return unescape("\n".join([*texts, re.sub(r"<[^>]*>", "\n", html)]))


PAGES = ("/part/phone", "/part/menu", "/part/hand", "/", "/story")


@pytest.mark.parametrize("name", games.names())
def test_every_page_is_in_the_language(household, name):
    game, rng = games.game(name), Random(7)
    left = {}
    facts = None
    if game.needs_facts:
        made = json.loads(factfile.format_facts(draw(8, seed=4, length="short")))
        facts = factfile.parse(pseudo.facts(made), "facts")
    players = NAMES[: game.usual if game.seats[1] < 4 else 4]
    options = {"each": 2} if game.needs_facts else {}
    with language.speaking(pseudo.CODE):
        evening = wire.Evening(household, games.setup(game, players, options, facts=facts))
    evening.hosting.language = pseudo.CODE
    phones, host = evening.seated(*players), evening.host()
    for _ in range(40):
        look(evening, phones, host, left)
        seats = [*range(len(players)), None]
        due = [seat for seat in seats if evening.hosted.views.legal(seat).due] if not evening.table.over else []
        if not due:
            break
        seat = rng.choice(due)
        line = some_line(rng, evening.hosted.views.legal(seat), None if seat is None else players[seat])
        (host if seat is None else phones[seat]).say(line or "")
    assert host.post("end").status == 200
    look(evening, phones, host, left)
    assert not left


def look(evening, phones, host, left):
    """Look at every page of the first seat, of whoever is asked, and of the host."""
    names = evening.table.setup.seats
    wanted = {turn.seat for turn in evening.table.game.to_act(evening.table.state)} - {None}
    for browser in {0, *wanted}:
        pages = [(path, phones[browser].get(path)) for path in PAGES]
        seen(pages, names[browser], left)
    seen([(path, host.get(path)) for path in ("/part/screen", "/part/laptop")], "host", left)


def test_the_winner_is_told_in_the_language_on_the_own_phone(household):
    case = CASES["a lie in play"]
    _, phones, _ = staged(household, case._replace(lines=ANN_WINS), language=pseudo.CODE)
    left, allowed = {}, kept(case.setup.facts)
    for name, phone in phones.items():
        seen([("/part/phone", phone.get("/part/phone"))], name, left, allowed)
    assert "data-moment" in phones["Ann"].page()
    assert not left


def seen(pages, who, left, allowed=ALLOWED):
    for path, answer in pages:
        if answer.status != 200:
            continue
        for text in tags(answer.body.decode()).split("\n"):
            if words := pseudo.plain(text, allowed):
                left.setdefault(" ".join(text.split()), f"{path} of {who}: {sorted(words)}")
