"""A program of somebody who uses every public name: mypy reads it as a stranger's (tests/test_door.py), and it runs."""

from pathlib import Path
from random import Random

from cardgen import Deck, PrintError, deck, print_kit, print_rulebook
from factbank import (
    Card,
    FactError,
    Facts,
    Pair,
    check_pack,
    deal_facts,
    facts,
    find_facts,
    make_facts,
    read_facts,
    write_facts,
)
from liarsdeck import UserError, __version__
from referee import GAMES, Match, Move, Player, RecordError, View, asgi, bot, house_rules, new, parse, read


class First:
    """A player that makes the first move of its view."""

    def choose(self, view: View, /) -> Move:
        """Return the first move."""
        print(view, repr(view), view.game, view.name, view.awaits, sorted(view.public), sorted(view.hidden), view.hand)
        print(view.lines)
        return view.legal[0]


def play(folder: Path) -> Match:
    """Use all of a match."""
    print(__version__.split(".")[0])
    match = new(GAMES[2], ["Ann", "Bob", "Cat"], seed=7, rounds=1)
    print(match.play("dealer Ann", "trump 9h", "Bob: bids 1"), match, match.turn, match.to_act, match.awaits)
    move = match.legal[0]
    print(move, move.player, move.verb, move.words, move.card, move.cards, move.number, match.play(move))
    refusal = match.refusal("Ann: bids 7")
    if refusal is not None:
        print(refusal.rule, refusal.why, refusal.line)
    try:
        match.play("Ann: bids 7")
    except RecordError as no:
        print(no.rule, no.why)
    print(match.undo(4), match.deal(Random(7)))
    easy = bot("lizard", "easy", seed=7)
    players: dict[str | None, Player] = {"Ann": First(), "Bob": easy, "Cat": easy, None: match.chance}
    while not match.over:
        print(match.play(players[match.turn].choose(match.view())))
    app = asgi(match)
    print(app.word, app.host_key)
    twin = match.copy()
    print(twin.undo(), twin.playout(Random(7), hands=False), match.game, match.title, match.seats, match.house_rules)
    print(match.winners, match.scores, match.flags, match.lines, match.redacted(), match.redacted("Ann"))
    path = folder / "game.txt"
    path.write_text(match.record(reveal=True), encoding="utf-8")
    assert read(path).lines == match.lines
    return parse(match.record())


def say(folder: Path) -> Facts:
    """Use facts: made, written, read, kept, of one's own."""
    drawn = facts(pairs=15, seed=7, difficulty="hard")
    with deal_facts(3, folder / "ledger.sqlite") as dealt:
        print(dealt.facts, dealt.notes)
    write_facts(drawn, folder / "facts.json")
    own = make_facts([Pair("Tea", (Card(1, "Tea is made of cloud."), Card(2, "Tea is made of fog.")))])
    print(own.kit, [(card.text, card.extra) for pair in own.pairs for card in pair.cards], own.extra)
    print(make_facts([("Tea", "Tea is made of cloud.", "Tea is made of fog.")], seed=7))
    print(find_facts(dealt.facts.kit).seed)
    try:
        pack, faults = check_pack(folder / "facts.json")
        print(pack.name, [str(fault) for fault in faults])
    except FactError as no:
        print(str(no))
    return read_facts(folder / "facts.json")


def show(folder: Path, facts: Facts) -> Deck:
    """Use the printer."""
    lair = deck("liars-lair", facts=facts, indices="jumbo")
    print(lair, len(lair), lair.title, lair.cards, lair.remarks)
    some = lair.choose("1,2", "3", copies=1, blanks=2)
    printed = some.print(
        folder / "deck.pdf", paper="letter", card="poker", sides="short", ink="low", gap=2, bleed="2mm"
    )
    print(printed, printed.cards, printed.sheets, printed.paths)
    book = print_rulebook("lizard", folder / "rules.pdf", players=4, rules={"rounds": 2}, paper="letter")
    print(book.pages, book.sheets, book.path)
    done = some.export("png", folder / "png", dpi=50, theme="lacquer")
    print(done.folder, done.files)
    rules = house_rules("liars-guess")
    kit = print_kit("liars-guess", folder / "kit", players=2, rules=rules, paper="a4", cover=False)
    print(kit.folder, kit.cards, kit.sheets, kit.left_out)
    (folder / "birds.csv").write_text("title,text\nPuffin,It flies.\n", encoding="utf-8")
    try:
        return deck(folder / "birds.csv", back=None, art=None)
    except PrintError as no:
        raise SystemExit(str(no)) from no


def main(folder: Path) -> None:
    """Use all of it, in a folder."""
    try:
        print(play(folder).over, show(folder, say(folder)).title)
    except UserError as no:
        print(no)
