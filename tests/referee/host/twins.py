"""The same evening twice, but for secrets: whoever may not know them is sent the same bytes, whatever they ask.

``Twins`` part when a seat does one secret thing in one and another in the other; ``Deals`` are dealt other hands but
for one party's from the beginning. What is compared is every answer (status, headers in their order, body) to all that
a party can ask, refusals of what it may not say too, and when its screens were told that something happened.

Other hands have another seal: it commits to them and hides them behind a nonce that nobody is sent, as
``tests/referee/records/test_seal.py`` shows. So where hands differ, each evening's own seal is masked by as many signs,
and nothing else is: that it is there, where and how often is compared.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

from markupsafe import escape
from msgspec.structs import replace

from liarsdeck.web import token_hash
from referee import games
from referee.core.game import Action, Refused
from referee.core.play import format_action, parse, redacted
from referee.tables.table import Table
from tests.referee import conformance
from tests.referee.host.play import JUNK, some_line
from tests.referee.host.wire import KEY, Answer, Browser, Evening

PAGES = ("/", "/part/phone", "/screen", "/part/screen", "/part/hand", "/part/menu", "/story", "/part/reveal", "/laptop",
         "/part/laptop", "/rules", "/teach", "/code.svg", "table", "seat", "reveal", "health", "nothing")  # fmt: skip
SOME, PROBES = 4, 3  # of the pages that a party asks for, and lines that it tries, where not all are wanted
MOST_TRIES = 40
OTHERS = 12
HELD_S = 8  # for so long the screens hold a result: what is compared has one wherever a line made one


class Parted(Exception):
    """The two evenings can't go on alike."""


class Twins:
    """The same evening twice, until somebody does one secret thing in one and another in the other.

    ``whole``: everybody asks for everything at every line, not for some of it. ``heard`` is what was rung in each.
    """

    def __init__(self, folders, name: str, seed: int, *, deals: bool, whole: bool = False):
        self.rng, self.whole = Random(seed), whole
        game = games.game(name)
        setup = conformance.some_setup(game, Random(seed))
        self.names = setup.seats
        self.counts: Counter[str] = Counter()
        self.both = self._two(folders, setup, seed, deals=deals)
        self.heard: list[list[int]] = [[], []]
        for at, one in enumerate(self.both):
            self._listen(at, one)
        self.phones = [one.seated(*self.names) for one in self.both]
        self.hosts = [one.host() for one in self.both]
        self.strangers = [one.browser(client="10.9.9.9") for one in self.both]
        self.onlookers = [one.browser(client="10.9.9.8") for one in self.both]
        for one in self.onlookers:
            assert one.post("join", word=one.evening.hosting.word).status == 200
        for phones in self.phones:
            for name, phone in zip(self.names, phones, strict=True):
                assert phone.post("note", card="a card", text=self._note_of(name)).status == 200

    def _two(self, folders, setup, seed: int, *, deals: bool) -> list[Evening]:
        return [Evening(folder, setup, seed=str(seed), deals=deals, moment_s=HELD_S) for folder in folders]

    def _listen(self, at: int, one: Evening) -> None:
        ring = one.hosted.changed

        def heard() -> None:
            self.heard[at].append(one.hosted.seq)
            ring()

        one.hosted.changed = heard

    def run(self, taps: int) -> None:
        """Play until they part, and on until what parts them comes out."""
        parted: int | None = None
        for _ in range(taps):
            seat = self._who()
            if seat is ...:
                return
            line = self._line(seat)
            if line is None:
                continue
            other = self._other(seat, line) if parted is None and seat is not None else None
            if other is not None:
                self._say(seat, (line, other))
                parted = seat
                self.counts["pairs"] += 1
            elif parted is not None and parted == seat:
                return  # what the two may say differs from here
            elif not self._say(seat, (line, line)):
                return
            if parted is not None:
                eyes = [None, *(one for one in range(len(self.names)) if one != parted)]
                if not self._same_views(eyes):
                    return
                self._compare(eyes)

    def _who(self) -> Any:
        hosted = self.both[0].hosted
        seats = [*range(len(self.names)), None]
        due = [
            one
            for one in seats
            if hosted.views.legal(one).due or (hosted.views.legal(one).verbs and self.rng.random() < 0.3)
        ]
        due += [one for one in seats if hosted.views.legal(one).coming is not None and self.rng.random() < 0.3]
        return self.rng.choice(due) if due else ...

    def _line(self, seat: int | None, at: int = 0) -> str | None:
        return some_line(self.rng, self.both[at].hosted.views.legal(seat), None if seat is None else self.names[seat])

    def _other(self, seat: int, line: str) -> str | None:
        """Return another line that this seat could say instead, and that others would read as the same."""
        for _ in range(OTHERS):
            other = self._line(seat)
            if other is not None and other != line and self._alike(seat, line, other):
                return other
        return None

    def _alike(self, seat: int, line: str, other: str) -> bool:
        table = self.both[0].table
        game, setup, state = table.game, table.setup, table.state
        one, two = parse(game, setup, line), parse(game, setup, other)
        if isinstance(game.judge(state, one), Refused) or isinstance(game.judge(state, two), Refused):
            # answers ahead are secret until their turn
            return self.both[0].hosted.views.legal(seat).coming is not None
        return all(
            game.redact(state, one, eyes) == game.redact(state, two, eyes)
            and game.view(game.apply(state, one), eyes) == game.view(game.apply(state, two), eyes)
            for eyes in (None, *range(len(self.names)))
            if eyes != seat
        )

    def _say(self, seat: int | None, lines: tuple[str, str]) -> bool:
        """Say a line in each; return whether both took it, or neither: a card may lie in a hand that was entered."""
        answers = []
        for at, line in enumerate(lines):
            browser = self.hosts[at] if seat is None else self.phones[at][seat]
            answers.append(browser.say(line, f"k{self.both[at].count}"))
        return answers[0].status == answers[1].status

    def _same_views(self, seats: list[int | None]) -> bool:
        one, two = (evening.table for evening in self.both)
        return all(
            one.game.view(one.state, eyes) == two.game.view(two.state, eyes)
            and redacted(one.game, one.setup, one.actions, eyes) == redacted(two.game, two.setup, two.actions, eyes)
            for eyes in seats
        )

    # What they are sent

    def _compare(self, seats: list[int | None]) -> None:
        """Hold what these are sent against each other; None are the host, who looks on, and who never joined."""
        for eyes in seats:
            if self.both[0].table.over:
                return  # all lies open, and is asked for; a line that was tried may have ended it
            if eyes is None:
                for name, pair in (("host", self.hosts), ("onlooker", self.onlookers), ("stranger", self.strangers)):
                    self._asks(name, *pair)
            else:
                self._asks(self.names[eyes], *(phones[eyes] for phones in self.phones))
        assert self.heard[0] == self.heard[1], "screens were rung at other times"
        self.counts["compared"] += 1

    def _asks(self, name: str, one: Browser, two: Browser) -> None:
        self._never = [secret.encode() for secret in self._secrets(name)]
        for page in PAGES if self.whole else self.rng.sample(PAGES, SOME):
            self._same(f"{name} at {page}", one.get(page), two.get(page))
        for line in self._probes(name):
            self._same(f"{name}, asking back {line!r}", *(
                self._post(who, "/part/confirm", {"line": line}) for who in (one, two)
            ))  # fmt: skip
            answers = [who.say(line, f"p{who.evening.count}") for who in (one, two)]
            self._same(f"{name}, trying {line!r}", *answers)

    @staticmethod
    def _post(who: Browser, path: str, values: dict[str, Any]) -> Answer:
        import json

        return who.ask("POST", path, json.dumps(values).encode())

    def _probes(self, name: str) -> list[str]:
        """Return lines that a party has no business with, or that are not legal: what is refused, and how?"""
        table, found = self.both[0].table, []
        for _ in range(2 * PROBES if self.whole else PROBES):
            verb = self.rng.choice([verb for verb in table.game.verbs if not verb.kept])
            other = self._line(self.rng.randrange(len(self.names)))
            about = f"{name}: {other.partition(': ')[2]}" if other and name in self.names else other
            made = (f"{name}: {verb.name}", f"{self.names[0]}: {verb.name} 3")
            found.append(self.rng.choice((*JUNK, about or "", *made)))
        mine = self.names.index(name) if name in self.names else None
        legal = set(self.both[0].hosted.views.legal(mine).lines) if name in self.names or name == "host" else set()
        kept = tuple(verb.name for verb in table.game.verbs if verb.kept)
        return [line for line in found if line not in legal and not any(word in line for word in kept)]

    @staticmethod
    def _note_of(name: str) -> str:
        return f"what {name.encode().hex()} thinks"

    def _secrets(self, name: str) -> list[str]:
        """Return what a party may be sent under no circumstances: keys, others' notes, cards that it never saw."""
        found = [KEY, token_hash(KEY), "scrypt$", *(self._note_of(one) for one in self.names if one != name)]
        for at, phones in enumerate(self.phones):
            found += [one.cookie for one in (*phones, self.hosts[at])]
        table, seat = self.both[0].table, self.names.index(name) if name in self.names else None
        if table.setup.facts is not None and not table.over:
            lines = redacted(table.game, table.setup, table.actions, seat)
            words = " ".join(format_action(table.game, table.setup, one) for one in lines)
            seen = set(re.findall(r"\d+", words))
            if seat is not None:
                seen |= {str(card) for card, *_ in table.game.hand(table.game.view(table.state, seat), seat)}
            cards = [card for pair in table.setup.facts.pairs for card in pair.cards]
            found += [card.text for card in cards if str(card.number) not in seen]
            found += [str(escape(card.text)) for card in cards if str(card.number) not in seen]
        return found

    def _same(self, what: str, first: Answer, second: Answer) -> None:
        for one in (first, second):
            for secret in self._never:
                assert secret not in one.body, f"{what}: {secret!r} was sent: {one}"
            self.counts["scanned"] += len(self._never)
        assert first.status == second.status, f"{what}: {first} {second}"
        bodies = [self._masked(one.body, at) for at, one in enumerate((first, second))]
        assert bodies[0] == bodies[1], f"{what}: other bytes: {bodies[0]!r} {bodies[1]!r}"
        assert first.sent == second.sent, f"{what}: {first.sent} {second.sent}"
        self.counts["answers"] += 1

    def _masked(self, body: bytes, _at: int) -> bytes:
        """Return what is compared of a body: all of it."""
        return body


class Deals(Twins):
    """Two evenings, dealt alike for one party (``eyes``; None: the open table) and for no other."""

    def __init__(self, folders, name: str, seed: int, *, whole: bool = False):
        self._drawn: list[tuple[Action | None, Any, Any]] = []  # what the first was dealt, and how the party sees it
        self._draw = Table.draw
        super().__init__(folders, name, seed, deals=True, whole=whole)

    def _two(self, folders, setup, seed: int, *, deals: bool) -> list[Evening]:
        self.eyes = self.rng.choice((None, *range(len(self.names))))
        found = []
        for at, folder in enumerate(folders):
            with self._drawing(at):
                found.append(Evening(folder, setup, seed=str(seed), deals=deals, moment_s=HELD_S))
        return found

    def _masked(self, body: bytes, at: int) -> bytes:
        """Return a body without the seal of this evening's deals, which differs as they do."""
        seal = self.both[at].table.seal.encode()
        self.counts["seals"] += body.count(seal) if seal else 0
        return body.replace(seal, b"~" * len(seal)) if seal else body

    def run(self, taps: int) -> None:
        """Play on as long as the party sees the same in both."""
        for _ in range(taps):
            if not self._same_views([self.eyes]) or self.both[0].table.over:
                return  # when it is over, all lies open
            if self.counts["other hands"]:
                self._compare([self.eyes] if self.eyes is None else [self.eyes, None])
            seat = self._who()
            lines = None if seat is ... else self._two_lines(seat)
            if lines is None or not self._say(seat, lines):
                return

    def _two_lines(self, seat: int | None) -> tuple[str, str] | None:
        for _ in range(MOST_TRIES):
            line = self._line(seat)
            if line is None:
                return None
            if seat == self.eyes and seat is not None:
                return line, line
            others = [line, *(other for _ in range(6) if (other := self._line(seat, 1)) is not None)]
            for other in others:
                if self._read_alike(line, other):
                    return line, other
        return None

    def _read_alike(self, line: str, other: str) -> bool:
        tables, found = [one.table for one in self.both], []
        for table, text in zip(tables, (line, other), strict=True):
            action = parse(table.game, table.setup, text)
            if isinstance(table.game.judge(table.state, action), Refused):
                return False
            found.append(table.game.redact(table.state, action, self.eyes))
        return found[0] == found[1]

    def _say(self, seat: int | None, lines: tuple[str, str]) -> bool:
        answers = []
        try:
            for at, line in enumerate(lines):
                browser = self.hosts[at] if seat is None else self.phones[at][seat]
                with self._drawing(at):
                    answers.append(browser.say(line, f"k{self.both[at].count}"))
        except Parted:
            self.counts["parted"] += 1
            return False
        return answers[0].status == answers[1].status == 200

    @contextmanager
    def _drawing(self, at: int) -> Iterator[None]:
        """Let chance do in the second evening what the party sees as the same as in the first."""
        count = 0
        if at == 0:
            self._drawn.clear()
        else:
            self._plan = self._shuffled()

        def draw(table: Table, **how: Any) -> Action | None:
            nonlocal count
            count += 1
            if at:
                return self._another(table, count - 1, how)
            found = self._draw(table, **how)
            self._drawn.append((found, *self._seen(table, found)))
            return found

        with mock.patch.object(Table, "draw", draw):
            yield

    def _seen(self, table: Table, action: Action | None) -> tuple[Any, Any]:
        """Return how the party reads an action, and what it sees after it."""
        if action is None:
            return None, None
        game, state = table.game, table.state
        return game.redact(state, action, self.eyes), game.view(game.apply(state, action), self.eyes)

    def _another(self, table: Table, place: int, how: dict[str, Any]) -> Action | None:
        if place >= len(self._drawn):
            raise Parted
        was, *seen = self._drawn[place]
        if was is None:
            return None
        for other in (*(self._sampled(table, was, place, how) for _ in range(MOST_TRIES)), was):
            if other is None or isinstance(table.game.judge(table.state, other), Refused):
                continue
            if list(self._seen(table, other)) == seen:
                self.counts["other hands"] += other != was
                return other
        raise Parted

    def _sampled(self, table: Table, was: Action, place: int, how: dict[str, Any]) -> Action | None:
        """Return another hand for the same seat, or what chance gives."""
        if place in self._plan:
            return replace(was, cards=self._plan[place])
        game, among = table.game, {name: how[name] for name in ("among",) if name in how}
        return game.draw(table.state, Random(self.rng.random()), **among)

    def _shuffled(self) -> dict[int, tuple[int, ...]]:
        """Return hands of the cards that the party saw none of in the first evening, dealt anew, by their places."""
        hands = {
            place: cards
            for place, (one, *_) in enumerate(self._drawn)
            if one is not None and one.seat not in {None, self.eyes}
            if isinstance(cards := getattr(one, "cards", None), tuple)
        }
        if len(hands) < 2:
            return {}
        cards = [card for hand in hands.values() for card in hand]
        self.rng.shuffle(cards)
        found = {}
        for place, hand in hands.items():
            found[place] = tuple(sorted(cards[: len(hand)]))
            del cards[: len(hand)]
        return found
