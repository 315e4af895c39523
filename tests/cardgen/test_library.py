"""The library's front door: decks with art of one's own, plain words for paper and cards, refusals in one sentence."""

from pathlib import Path

import pikepdf
import pytest

import cardgen
import factbank
import referee
from factbank.jokes import Joke, pack_text
from liarsdeck import UserError
from tests.cardgen.program import call, sample

pytestmark = pytest.mark.usefixtures("home")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 95"><rect width="70" height="95" fill="#1F6FB5"/></svg>'


def test_a_deck_prints_what_the_command_prints():
    Path("cat.svg").write_text(SVG)
    deck = cardgen.deck("Lizard", back="cat.svg", indices="jumbo")
    some = deck.choose("Th,lizard", blanks=1)
    some.print("library.pdf", paper="letter", card="tarot", ink="low", gap=2, theme="lacquer")
    words = ["--only", "Th,lizard", "--blank", "1", "--paper", "letter", "--card", "tarot", "--ink", "low"]
    words += ["--gap", "2mm", "--theme", "lacquer"]
    done = call("deck", "lizard", *words, "--back", "cat.svg", "--indices", "jumbo", "-o", "cli.pdf")
    assert done.exit_code == 0, done.output
    assert Path("library.pdf").read_bytes() == Path("cli.pdf").read_bytes()


def test_a_kit_and_a_book_are_those_of_the_commands():
    cardgen.print_kit("liar-poker", "library", rules={"chips": 200}, paper="a4", sides="short")
    cardgen.print_rulebook("liar-poker", "library.pdf", rules={"chips": 200}, paper="a4")
    assert (
        call("kit", "liar-poker", "--option", "chips=200", "--paper", "a4", "--sides", "short", "-o", "cli").exit_code
        == 0
    )
    assert call("rulebook", "liar-poker", "--option", "chips=200", "--paper", "a4", "-o", "cli.pdf").exit_code == 0
    for path in Path("cli").glob("*.pdf"):
        assert (Path("library") / path.name).read_bytes() == path.read_bytes()
    assert Path("library.pdf").read_bytes() == Path("cli.pdf").read_bytes()


def test_a_kit_of_ones_own_facts_is_found_by_its_code():
    own = factbank.facts(pairs=15, seed=7)
    cardgen.print_kit("liars-lair", "library", players=5, facts=own)
    assert factbank.find_facts(own.kit) == own


def test_a_deck_file_brings_its_own_size():
    Path("own.toml").write_text(
        'card = "tarot"\n[box.a]\nat = [6, 6, 51, 20]\ntext = "{{ a }}"\n[[cards]]\na = "One"\n'
    )
    deck = cardgen.deck(Path("own.toml"))
    deck.print("own.pdf", cover=False, paper="a4")
    deck.print("mini.pdf", cover=False, paper="a4", card="mini")
    assert (repr(deck), deck.cards) == ("<Deck own: 1 cards>", ("One",))
    sizes = [len(Path(name).read_bytes()) for name in ("own.pdf", "mini.pdf")]
    assert sizes[0] != sizes[1]
    assert len(pikepdf.open("own.pdf").pages) == 2


def test_a_table_of_your_own_has_its_remarks():
    Path("sheets.tsv").write_text("name\tNumber\nA **b**\t2\nC\t2\n")
    assert cardgen.deck("sheets.tsv").remarks == (
        'sheets.tsv: each row is printed once; if the column "Number" says how often, call it "copies"',
        'sheets.tsv, line 2: "**b**" prints as it stands; markup = true in a deck file sets it',
    )


@pytest.mark.parametrize(
    ("work", "says"),
    [
        (lambda: cardgen.deck("lizrd"), 'there is no deck "lizrd"; did you mean lizard?'),
        (lambda: cardgen.deck("liars-lair"), "Liar’s Lair is printed from facts: give them as facts=…"),
        (lambda: cardgen.deck("liars-lair", facts=3), "facts cannot be 3: they are what factbank.facts"),
        (lambda: cardgen.deck("standard52", jokers="two"), "jokers cannot be 'two'; it is a whole number"),
        (lambda: cardgen.deck("west", back="nowhere.png"), "there is no file nowhere.png"),
        (lambda: cardgen.deck("west").choose("xx9"), 'West has no card "xx9"'),
        (lambda: cardgen.deck("west").print("x.pdf", paper="a9"), 'there is no paper "a9"'),
        (lambda: cardgen.deck("west").print("x.pdf", paper=4), "paper cannot be 4; it is a text"),
        (lambda: cardgen.deck("west").print("x.pdf", papr="a4"), 'there is no setting "papr"'),
        (lambda: cardgen.deck("west").print("x.pdf", sides="lon"), "sides cannot be 'lon'; did you mean long?"),
        (lambda: cardgen.deck("west").print("x.pdf", cover="no"), "cover cannot be 'no'; it is True or False"),
        (lambda: cardgen.deck("west").print("x.pdf", slots="gaps-9", gap=2), "has its own gaps: leave out gap"),
        (lambda: cardgen.deck("west").print("x.pdf", back_bleed="x"), "back_bleed cannot be"),
        (lambda: cardgen.deck("west").choose(copies=0), "a deck is printed 1 to 100 times: copies=0 will not do"),
        (lambda: cardgen.deck("west").export("png", "x", dpi=7), "dpi=7 makes no sense"),
        (lambda: cardgen.print_kit("lizard", "x", stock="7kg"), 'stock cannot be "7kg"'),
        (lambda: cardgen.print_kit("lizard", "x", players=99), "Lizard is for 3 to 5 players: players=99 will not do"),
        (lambda: cardgen.deck("west").export("pgn", "x"), 'there is no export "pgn"; did you mean png?'),
        (lambda: cardgen.deck("west").print("x.png"), "what is printed is a PDF: call it x.pdf"),
        (lambda: cardgen.deck("west").export("png", "x", dip=300), "did you mean dpi?"),
        (lambda: cardgen.deck("west").choose(7), "a card cannot be 7; it is a text"),
        (lambda: cardgen.deck("west").choose("Ac", copies="two"), "copies cannot be 'two'; it is a whole number"),
        (lambda: cardgen.deck("west").export("png", "x", dpi="lots"), "dpi cannot be 'lots'; it is a whole number"),
        (lambda: cardgen.deck("west").print(Path.cwd()), "this is a folder; name a file in it"),
        (lambda: cardgen.print_rulebook("lizard", Path.cwd()), "this is a folder; name a file in it"),
        (lambda: factbank.facts(pair=3), "there is no keyword “pair” of facts; did you mean pairs?"),
        (lambda: factbank.write_facts(sample(), Path.cwd()), "this is a folder; name a file in it"),
        (lambda: factbank.check_pack("x.toml"), "the pack x.toml can't be read: No such file"),
        (lambda: referee.read("x.record"), "x.record: No such file"),
        (lambda: referee.read(Path.cwd()), ": Is a directory"),
        (lambda: cardgen.print_kit("lizard", "x", players="four"), "players cannot be 'four'; it is a whole number"),
        (lambda: cardgen.print_kit("lizard", "x", rules={"rouns": 3}), "no such option (did you mean rounds?)"),
        (lambda: cardgen.print_kit("liars-lair", "x"), "give them as facts=…"),
        (lambda: cardgen.print_rulebook("chess", "x.pdf"), 'there is no kit for a game "chess"'),
    ],
)
def test_what_is_wrong_is_one_sentence(work, says):
    with pytest.raises(UserError) as no:
        work()
    assert says in str(no.value)
    assert "\n" not in str(no.value)
    assert not any(path.name.startswith("x") for path in Path().iterdir())


def test_older_names_work_with_a_warning():
    with pytest.warns(DeprecationWarning, match="goes with the next version"):
        from cardgen import DeckOptions, Night, SheetOptions, make_deck, make_kit, parse_paper, print_deck
    from referee import house_rules

    sheet = SheetOptions(paper=parse_paper("letter"), cover=False)
    assert print_deck(make_deck("liars-lair", DeckOptions(sample())), sheet, Path("deck.pdf")).sheets == 4
    assert make_kit(Night("liars-guess", house_rules("liars-guess"), 2), sheet, Path("kit")).cards == 27


def test_a_pack_is_named_by_a_path_or_a_text(tmp_path):
    (tmp_path / "mine.toml").write_text(pack_text([Joke("Ann has a cat.", "Ann has no cat.")]), encoding="utf-8")
    for path in (tmp_path / "mine.toml", f"{tmp_path}/mine.toml"):
        pack, faults = factbank.check_pack(path)
        assert (pack.name, faults) == ("mine", [])
