"""A terminal of 60 × 20 with eight at the table: what is needed stands on it whole, and is asked in few keys."""

import re

import pytest

from factbank.factfile import Card, Pair, make
from factbank.fill import TITLE_LIMIT
from factbank.kits import keep
from referee import games
from referee.console.console import Console
from referee.core.text_layout import layout
from referee.tables.table import Table
from tests.referee.seat import FakeTerminal

SEATS = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
WIDE, HIGH = 60, 20


class Small(FakeTerminal):
    """A terminal of 60 × 20 that keeps what stood on it between two wipes."""

    def __init__(self, *answers):
        super().__init__(*answers, width=WIDE)
        self.screens = [""]

    @property
    def height(self):
        return HIGH

    def wipe(self):
        super().wipe()
        self.screens.append("")

    def _keep(self, text):
        super()._keep(text)
        self.screens[-1] += text


@pytest.fixture
def table(journal):
    titles = [f"{n:02} {'Whole'.ljust(TITLE_LIMIT - 3, '.')}" for n in range(1, 25)]
    assert {len(title) for title in titles} == {TITLE_LIMIT}
    pairs = [
        Pair(title, (Card(2 * n - 1, f"Goats {n}."), Card(2 * n, f"No goats {n}.")))
        for n, title in enumerate(titles, 1)
    ]
    facts = make(pairs)
    keep(facts)
    return Table.new(journal, games.setup(games.game("liars-lair"), SEATS, facts=facts), kit=facts.kit, seed="7")


def at(table, *answers):
    terminal = Small(*answers)
    console = Console(Table(table.journal, table.number), terminal)
    console.run()
    return console.table, terminal


SCRIPT = [""] * 48  # a card at a time


def test_one_dealt_card_at_a_time_is_all_that_is_in_sight(table):
    table, terminal = at(table, *SCRIPT)
    names = "|".join(" ".join(name).upper() for name in SEATS)
    read = [re.findall(rf"\bCard (\d+) of 48\s+(?:{names})\n", screen) for screen in terminal.screens]
    assert [step for step in read if step] == [[f"{card}"] for card in range(1, 49)]
    assert all(screen.count("\n") < HIGH for screen in terminal.screens)


def test_titles_are_whole_when_eight_cards_lie_in_play(table):
    table, _ = at(table, *SCRIPT, "skip", "ann")
    hands = {action.seat: action.cards for action in table.actions if action.verb == "holds"}
    for seat in range(7):  # nobody's rival: each plays a card whose other half nobody has played
        played = {action.card for action in table.actions if action.verb == "plays"}
        card = next(card for card in hands[seat] if card not in played and ((card - 1) ^ 1) + 1 not in played)
        table, _ = at(table, str(card))
    lines = layout(table.game.show(table.view, None), WIDE)
    facts = table.setup.facts
    for action in table.actions:
        if action.verb == "plays":
            assert any(line.endswith(f"{action.card} {facts.title_of(action.card)}") for line in lines)
    assert len(lines) <= HIGH - 5, "there is room for what was said and for the question below"


@pytest.mark.parametrize(
    ("said", "leaders", "asked"),
    [
        (["bpb, eve", "y"], {"Bob", "Eve"}, ["Bpb"]),
        (["bpb eve", "y"], {"Bob", "Eve"}, ["Bpb"]),
        (["bob and evve", "n", "cat"], {"Cat"}, ["Evve"]),
        (["bpb, eve", "dan, gus"], {"Dan", "Gus"}, ["Bpb"]),
    ],
)
def test_a_slip_among_the_volunteers_is_asked_about(table, said, leaders, asked):
    table, terminal = at(table, *SCRIPT, "skip", *said)
    questions = [prompt for prompt in terminal.prompts if prompt.endswith("(y/n) ")]
    assert [question.partition("?")[0].capitalize() for question in questions] == asked
    assert table.actions[-1].verb == "start"
    assert SEATS[table.actions[-1].who] in leaders
    assert ("Who, then?" in terminal.shared) == ("n" in said)


def keys(answers):
    """How many keys these answers take: their signs, and Enter after each."""
    return sum(len(answer) + 1 for answer in answers)


def test_a_round_of_eight_takes_no_more_keys_than_readme_says(table):
    """The round is played to its end by these answers and no others: each is what its prompt asks for."""
    table, _ = at(table, *SCRIPT, "skip", "ann")
    first = len(table.actions)
    hands = {action.seat: action.cards for action in table.actions if action.verb == "holds"}
    plays: list[str] = []
    for seat in range(8):
        rivals = {((int(card) - 1) ^ 1) + 1 for card in plays}
        plays.append(str(next(card for card in hands[seat] if card not in rivals)))
    reclaims = [*plays[1:7], plays[0], ""]  # the last card in play is Hal's own: Enter takes it
    table, terminal = at(table, *plays, *reclaims, "all")
    verbs = [action.verb for action in table.actions[first:]]
    assert verbs == ["plays"] * 8 + ["reclaims"] * 8 + ["passes"] * 8
    assert "(all: all pass)" in terminal.prompts[16]
    assert len(terminal.prompts) == 8 + 8 + 1 + 1, "a prompt for each answer, and the next round's"
    assert keys(plays) <= 8 * 3
    assert keys(reclaims) <= 7 * 3 + 1
    assert keys(["all"]) == 4


def test_a_first_look_takes_twelve_keys(table, monkeypatch):
    from referee.store import pins

    monkeypatch.setattr(pins, "SHORTEST_PIN", 4)
    look = ["", "1234", "1234", ""]
    table, terminal = at(table, *SCRIPT, *look)
    assert terminal.prompts[-1].startswith("▸ Bob: take the laptop")
    assert keys(look) == 12


def test_a_long_question_has_one_sign_to_type_after(table):
    from io import StringIO

    from referee.console.terminal import Terminal

    class Narrow(Terminal):
        width = WIDE

    out = StringIO()
    assert Narrow(out)._fitting("Enter: begin · options: the house rules · NAME=VALUE: change one > ") == "> "
    assert ">" not in out.getvalue()
