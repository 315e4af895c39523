"""Seals of deals, as guests and forgers meet them: records that `referee export` wrote, read by `referee verify`."""

import contextlib
import hashlib
import io
import json
import re
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from factbank.factfile import write
from referee import games, parse, records
from referee.console.scripted import run
from referee.core import cards
from referee.core.game import RecordError
from referee.core.play import choose, game_status
from referee.games.lizard import game as lizard_deck
from referee.records import (
    NONCE_BITS,
    SEAL_BITS,
    Seal,
    commitment_of,
    nonce_of,
    old_lines,
    old_seal,
    parse_record,
    read_entered,
    read_seals,
    replay_record,
    verify,
)
from referee.store.journal import LINE, MARK, Journal
from referee.tables.export import record_of
from referee.tables.table import Table, rematch
from tests.referee import conformance as law
from tests.referee.program import referee, refused

OLD = Path(__file__).with_name("sealed-1.txt")  # by the last code that sealed in format 1, from a chosen seed
OLD_SEALS = ("CED1-9YDC-JBE9-V0ZY-5H09", "T4S9-K6QM-P251-MCY3-FZHM")
OLD_MARKS = (
    "sealed 4 590b3f9bb598485ebd0553e7543f1504 CED1-9YDC-JBE9-V0ZY-5H09",
    "sealed 14 f08553f06bf419f7054ca97e57ea8bae T4S9-K6QM-P251-MCY3-FZHM",
)
LAIR_FIVE = Path(__file__).parents[2] / "records" / "lair-five.txt"


def table_of(journal, name, seats, seed=None, **options):
    return Table.new(journal, games.setup(games.game(name), seats, options), seed=seed)


def play(table, seed=5, lines=3000):
    """Play to the end, all that can be dealt by the referee; return the seals that were shown, in their order."""
    rng, shown = Random(seed), [table.seal]
    while not table.over and len(table.actions) < lines:
        drawn = table.draw(everything=True)
        table.act(drawn or choose(table.game, table.state, table.game.to_act(table.state), rng))
        if drawn is None or table.draw(everything=True) is None:
            shown += [table.seal] if table.seal != shown[-1] else []
    return [seal for seal in shown if seal]


def deal(table):
    """Let chance do all that it can."""
    while (drawn := table.draw(everything=True)) is not None:
        table.act_by_chance(drawn)


@pytest.fixture
def poker(journal):
    """A match of Liar Poker that is over, of several deals."""
    table = table_of(journal, "liar-poker", ["Ann", "Bob"], max_rounds=4)
    play(table, 8)
    assert table.over
    assert len(table.deals) > 2
    return table


def check(tmp_path, text, *words):
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    return referee("verify", path, *words)


# What is proven


@pytest.mark.parametrize("name", [name for name in games.REGISTRY if name != "liars-lair"])
def test_a_finished_table_proves_every_deal_from_its_full_export(journal, tmp_path, name):
    game = games.game(name)
    table = table_of(journal, name, ["Ann", "Bob", "Cat"][: game.seats[0]])
    shown = play(table, lines=400)
    full = referee("export", table.number, "--reveal", "--yes").stdout
    done = check(tmp_path, full, *(word for seal in shown for word in ("--seen", seal.lower())))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line[:24] for line in done.stdout.splitlines() if "as it was shown" in line] == shown
    many = sum(len(deal.lines) for deal in table.deals)
    assert f"{many} of {many} private lines are proven." in done.stdout
    assert "chosen" not in done.stdout


def test_an_export_opens_what_lies_open_and_no_more(journal, tmp_path):
    """In Lizard every hand has been played by the end of its round; of the round that goes on nothing is opened."""
    table = table_of(journal, "lizard", ["Ann", "Bob", "Cat"], rounds=2)
    while len(table.deals) < 2 or table.draw(everything=True):
        play(table, lines=len(table.actions) + 1)
    done = check(tmp_path, shared := referee("export").stdout)
    assert done.returncode == 0
    assert "Nothing that is open here was changed after the deal: 3 of 6 private lines are proven; 3 are not open" in (
        done.stdout
    )
    assert "# 3 sealed lines not open here" in shared
    first, second = table.deals
    assert all(line.nonce in shared and line.commitment not in shared for line in first.lines)
    assert all(line.nonce not in shared and line.commitment in shared for line in second.lines)
    assert re.findall(r": holds (.*)", shared)[3:] == ["? ?"] * 3
    done = replay_record(parse_record(shared))
    assert done.answer() == game_status(table.game, table.state)


def test_a_card_that_comes_again_in_another_deal_opens_no_hand(journal):
    """Ann keeps one card hidden; in the next round, which people deal, she shows the same card."""
    table = table_of(journal, "liar-poker", ["Ann", "Bob"])
    while table.draw(everything=True):
        play(table, lines=len(table.actions) + 1)
    ann, bob = (line.partition(" holds ")[2].split() for line in table.log.lines[1:])
    board = table.log.lines[0].split()[1:]

    def both(verb, mine="", theirs=""):
        for name, rest in (("Ann", mine), ("Bob", theirs)):
            table.act(table.read(f"{name}: {verb} {rest}".strip()))

    for shown in (slice(0, 3), slice(3, 4)):
        both("bets", "small", "small")
        both("reveals", " ".join(ann[shown]), " ".join(bob[shown]))
    both("bets", "small", "small")
    both("claims", ann[4], bob[4])
    both("accepts")
    first, second, *others = (card for card in cards.NAMES[:52] if card not in {*ann, *bob, *board})
    table.act(table.read(f"board {first} {second}"))
    both("bets", "small", "small")
    both("reveals", " ".join((ann[4], *others[:2])), " ".join(others[2:5]))
    shared = record_of(table, reveal=False)
    assert "Ann: holds ? ? ? ? ?" in shared
    assert not any(line.nonce in shared for line in table.deals[0].lines)


def test_where_nothing_is_open_nothing_is_proven_and_it_says_so(poker, tmp_path):
    shared = referee("export").stdout
    assert not any(line.nonce in shared for deal in poker.deals for line in deal.lines)
    many = sum(len(deal.lines) for deal in poker.deals)
    refused(check(tmp_path, shared), f"none of {many} sealed lines is open here", "--reveal")


def test_a_hand_that_nobody_showed_is_not_found_however_few_there_are(journal):
    """A finished export without --reveal: whoever reads it tries every card with all that could open a line."""
    table = table_of(journal, "lizard", ["Ann", "Bob", "Cat"], rounds=1)
    while table.draw(everything=True):
        play(table, lines=len(table.actions) + 1)
    table.act(table.read("Ann: leaves"))
    shared = record_of(table, reveal=False)
    public = {*re.findall(r"\S+", shared), *re.findall(r"\w+", shared), "", "0" * 32, str(table.kept.made)}
    hidden = {line.commitment for line in table.deals[0].lines}
    for line in table.deals[0].lines:
        assert line.commitment in shared
        truth = table.log.lines[line.place - 1]
        assert commitment_of(line.nonce, line.place, truth) == line.commitment, "with its nonce it opens"
        for card in lizard_deck.NAMES:
            text = f"{line.name}: holds {card}"
            tried = [hashlib.sha256(word.encode()).hexdigest()[:32] for word in public]
            tried += [*public, *(nonce_of(word, line.place, text) for word in public)]
            assert hidden.isdisjoint(commitment_of(nonce, line.place, text) for nonce in tried)


def test_who_masks_a_full_record_takes_out_what_opens_it(poker):
    """By the library's front door, and records of format 1 too."""
    for text in (record_of(poker, reveal=True), OLD.read_text("utf-8")):
        full = parse_record(text).header["seals"]
        nonces = {nonce for one in full for nonce in (one.get("nonce"), *one.get("lines", ())) if nonce}
        done = replay_record(parse_record(text))
        for masked in (done.text(redact=True), parse(text).record()):
            assert nonces
            assert not any(nonce in masked for nonce in nonces)
            assert [one["seal"] for one in parse_record(masked).header["seals"]] == [one["seal"] for one in full]
        assert parse(text).record(reveal=True) == done.text()
    assert done.text().count("nonce") == 2
    shut = parse_record(replay_record(parse_record(record_of(poker, reveal=True))).text(redact=True))
    assert shut.header["seals"] == parse_record(record_of(poker, reveal=False)).header["seals"]
    match = parse(record_of(poker, reveal=True))
    match.undo(len(match.lines))
    assert "after" not in match.record()


def test_a_seal_has_its_bits_and_hangs_on_a_nonce_that_nobody_can_guess(journal):
    seals = {play(table_of(journal, "liar-poker", ["Ann", "Bob"]), lines=3)[-1] for _ in range(5)}
    assert len(seals) == 5
    assert all(len(seal.replace("-", "")) * 5 == SEAL_BITS >= 80 for seal in seals)
    nonces = [nonce_of(seed, place, line) for seed in ("a", "b") for place in (1, 2) for line in ("x", "y")]
    assert len(set(nonces)) == 8, "no two lines, places or tables have one nonce"
    assert all(len(bytes.fromhex(nonce)) * 8 == NONCE_BITS >= 128 for nonce in nonces)


def test_seals_are_made_as_the_rules_say(journal):
    """From the text of an export alone, by the words of docs/rules.md."""
    table = table_of(journal, "liar-poker", ["Ann", "Bob"], seed="7", max_rounds=3)
    play(table, 8)
    header = parse_record(record_of(table, reveal=True)).header
    signs, commitments = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", []
    for one in header["seals"]:
        first = one["after"] - len(one["lines"]) + 1
        for place, nonce in enumerate(one["lines"], start=first):
            line = table.log.lines[place - 1]
            parts = ("liarsdeck seal 2", "line", nonce, str(place), line)
            commitments.append(hashlib.sha256("\n".join(parts).encode()).hexdigest())
        whole = "\n".join(("liarsdeck seal 2", "deals", "chosen", *commitments))
        bits = f"{int(hashlib.sha256(whole.encode()).hexdigest(), 16):0256b}"[:100]
        seal = "".join(signs[int(bits[at : at + 5], 2)] for at in range(0, 100, 5))
        assert one["seal"].replace("-", "") == seal
    shut = parse_record(record_of(table, reveal=False)).header["seals"]
    assert [line for one in shut for line in one["lines"]] == commitments


# What forgers try


def seals_in(text):
    return re.findall(r"^  \{ after = .*\n", text, re.MULTILINE)


def test_a_deal_whose_seal_was_taken_out_is_named(poker, tmp_path):
    """What a forger did: the last seal gone, and the hand under it another."""
    full, last = record_of(poker, reveal=True), poker.deals[-1]
    for gone in seals_in(full):
        refused(check(tmp_path, full.replace(gone, "")))
    cut = full.replace(seals_in(full)[-1], "")
    first, second = last.places
    refused(check(tmp_path, cut), f"line {first} (Ann: holds …) and line {second} (Bob: holds …)")
    refused(check(tmp_path, re.sub(r"seals = \[\n.*?\n\]\n", "", full, flags=re.DOTALL)), "nothing was promised")
    # No file can keep somebody from writing that people entered the hand. It is said, and whoever noted the seal knows.
    entered = cut.replace("[options]", f"entered = [{first}, {second}]\n[options]")
    done = check(tmp_path, entered)
    assert f"No seal covers the hands that people entered: lines {first} and {second}." in done.stdout
    refused(check(tmp_path, entered, "--seen", last.seal), f"none of them is {last.seal}")


def test_facts_of_another_kit_are_no_proof_of_what_was_dealt(journal, tmp_path):
    facts = law.some_facts(9, Random(1))
    setup = games.setup(games.game("liars-lair"), ("Ann", "Bob", "Cat"), facts=facts)
    table = Table.new(journal, setup, kit=facts.kit)
    play(table)
    record = record_of(table, reveal=True)
    files = {name: tmp_path / f"{name}.json" for name in ("own", "forged")}
    write(facts, files["own"])
    forged = json.loads(files["own"].read_text("utf-8"))
    for pair in forged["pairs"]:
        pair.pop("parts", None)
        one, other = pair["cards"]
        one["text"], other["text"] = other["text"], one["text"]
    files["forged"].write_text(json.dumps(forged), "utf-8")
    assert check(tmp_path, record, "--facts", files["own"]).returncode == 0
    refused(check(tmp_path, record, "--facts", files["forged"]), f"the record is of kit {facts.kit}")
    nameless = record.replace(f'kit = "{facts.kit}"\n', "")
    assert nameless != record
    refused(check(tmp_path, nameless, "--facts", files["forged"]), "kit: the header names none")


def test_a_noted_seal_that_stands_there_unopened_is_no_proof(poker, tmp_path):
    """A forger deals anew, seals that, and adds the seal that the table was shown in the form of older records."""
    full, noted = record_of(poker, reveal=True), "GR9P-C3H7-4EFZ-J1P4-CHFS"
    forged = full.replace(
        seals_in(full)[0], f'  {{ after = {poker.deals[0].places[-1]}, seal = "{noted}" }},\n{seals_in(full)[0]}'
    )
    assert "which this record does not open" in check(tmp_path, forged).stdout
    refused(check(tmp_path, forged, "--seen", noted.lower()), "stands here without its nonce")
    assert check(tmp_path, forged, "--seen", poker.seal).returncode == 0


def test_a_seal_of_format_1_beside_the_noted_ones_proves_nothing(poker, tmp_path):
    """A forger changes a hand, shuts its line in the true seal, and seals the change himself in the old format."""
    full, deal = record_of(poker, reveal=True), poker.deals[0]
    line = deal.lines[0]
    truth = poker.log.lines[line.place - 1]
    for card in (rank + suit for rank in "23456789TJQKA" for suit in "cdhs"):
        if card in truth.split():
            continue
        forged = f"{truth.rpartition(' ')[0]} {card}"
        changed = full.replace(truth, forged).replace(line.nonce, line.commitment)
        with contextlib.suppress(RecordError):
            replayed = replay_record(parse_record(changed), reveal=True)
            break
    assert forged != truth
    refused(check(tmp_path, changed, "--seen", poker.seal), "no seal covers what was dealt in")
    called = re.sub(r"(lines = \[[^]]*\])", r'\1, called = ["? a", ""]', changed, count=1)
    refused(check(tmp_path, called, "--seen", poker.seal), "no seal covers what was dealt in")
    for after in (line.place, deal.after):
        covered = old_lines(poker.game, poker.setup, replayed.actions, {after})[after]
        own = f'{{ after = {after}, seal = "{old_seal("0" * 32, covered)}", nonce = "{"0" * 32}" }}'
        for order in (f"  {own},\n{seals_in(changed)[0]}", f"{seals_in(changed)[0]}  {own},\n"):
            put = changed.replace(seals_in(changed)[0], order)
            refused(check(tmp_path, put, "--seen", poker.seal), "seals: number")


def test_many_seals_of_format_1_over_many_lines_are_refused(tmp_path, monkeypatch):
    record = replay_record(parse_record(OLD.read_text("utf-8")), reveal=True)
    monkeypatch.setattr(records, "_OLD_LINES", 5)
    with pytest.raises(RecordError, match="cover more than 5 lines"):
        verify(record.record.game, record.record.setup, record.actions, read_seals(record.record.header))


def test_a_changed_card_a_swapped_hand_and_a_false_nonce_are_found(poker, tmp_path):
    full = record_of(poker, reveal=True)
    for deal in poker.deals:
        lines = [poker.log.lines[place - 1] for place in deal.places]
        ann, bob = (line.partition(": holds ")[2] for line in lines)
        swapped = full.replace("\n".join(lines), f"Ann: holds {bob}\nBob: holds {ann}")
        assert swapped != full
        refused(check(tmp_path, swapped))
    refused(check(tmp_path, full.replace(poker.deals[0].lines[0].nonce, "f" * 32)), poker.deals[0].seal)
    commitment = poker.deals[-1].lines[1].commitment
    refused(check(tmp_path, full.replace(poker.deals[-1].lines[1].nonce, commitment)), "(Bob: holds …)")


def test_a_dealt_hand_that_is_called_entered_is_no_proof(journal, tmp_path):
    """The nonces of two hands are replaced by their commitments, the hands exchanged, and both called entered."""
    table = table_of(journal, "liar-poker", ["Ann", "Bob"])
    deal(table)
    full, one = record_of(table, reveal=True), table.deals[-1]
    lines = [table.log.lines[place - 1] for place in one.places]
    ann, bob = (line.partition(": holds ")[2] for line in lines)
    forged = full.replace("\n".join(lines), f"Ann: holds {bob}\nBob: holds {ann}")
    for line in one.lines:
        forged = forged.replace(line.nonce, line.commitment)
    forged = forged.replace("\nseals", f"\nentered = {[*one.places]}\nseals", 1)
    assert "entered" in forged
    refused(check(tmp_path, forged, "--seen", one.seal), "no seal covers what was dealt in")


def test_seats_that_change_names_are_found(poker, tmp_path):
    full = record_of(poker, reveal=True)
    swapped = full.replace("Ann", "@").replace("Bob", "Ann").replace("@", "Bob")
    refused(check(tmp_path, swapped), "changed after the deal")
    called = re.sub(r"(lines = \[[^]]*\])", r'\1, called = ["Ann", "Bob"]', swapped)
    refused(check(tmp_path, called), "was dealt to Ann, and here it is Bob’s")


def test_a_seat_that_was_renamed_after_the_deal_is_said(poker, tmp_path):
    shown = poker.seal
    poker.rename(1, "Zoë")
    assert poker.seal == shown, "what was noted holds"
    done = check(tmp_path, record_of(poker, reveal=True), "--seen", shown)
    assert done.returncode == 0
    assert "Zoë was called Bob at the deal." in done.stdout


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({}, "has none"),
        ({"seals": []}, "has none"),
        ({"seals": "x"}, "are written"),
        ({"seals": [{"after": "six"}]}, "are written"),
        ({"seals": [{"after": 6, "seal": "A", "lines": ["12"]}]}, "are written"),
        ({"seals": [{"after": 6, "seal": "A", "lines": ["G" * 32]}]}, "are written"),
        ({"seals": [{"after": 6, "seal": "\x1b]0;x\x07A", "nonce": "0"}]}, "are written"),
        ({"seals": [{"after": 6, "seal": "A", "lines": ["0" * 32], "called": ["\x1b[2J"]}]}, "are written"),
        ({"seals": [{"after": 6, "seal": "A", "lines": ["0" * 32], "called": ["Ann", "Bob"]}]}, "are written"),
    ],
)
def test_headers_without_seals(header, why):
    with pytest.raises(RecordError, match=why):
        read_seals(header)


def test_what_people_entered_is_a_list_of_numbers():
    assert read_entered({"entered": [4, 5]}) == (4, 5)
    for wrong in ("x", [True], ["4"], 4):
        with pytest.raises(RecordError, match="numbers of lines"):
            read_entered({"entered": wrong})


@pytest.mark.parametrize("after", [-1, 0, 1, 2, 10**6])
def test_a_seal_of_other_lines_is_refused(poker, after):
    one = poker.deals[0].opened(("Ann", "Bob"), poker.actions)
    with pytest.raises(RecordError, match="seals: number 1"):
        verify(poker.game, poker.setup, poker.actions, [Seal(after, one.seal, one.lines)])


# When a deal is sealed


def test_each_line_is_on_the_disk_with_its_seal(journal, tmp_path):
    """Killed after any write, the table deals on: the seal is the one that it would have been."""
    table = table_of(journal, "lizard", ["Ann", "Bob", "Cat"], rounds=1)
    append, copies = journal.append, []

    def kept(*row, **how):
        append(*row, **how)
        copies.append(tmp_path / f"{len(copies)}.sqlite")
        journal.back_up(copies[-1])

    journal.append = kept
    while table.draw(everything=True):
        play(table, lines=len(table.actions) + 1)
    assert len(copies) == len(table.actions) == 5
    for many, copy in enumerate(copies, start=1):
        with Journal(copy) as opened:
            again = Table(opened, table.number)
            holds = [place for place, one in enumerate(again.actions, start=1) if one.verb == "holds"]
            assert [line.place for deal in again.deals for line in deal.lines] == holds
            assert len(again.actions) == many
            deal(again)
            assert again.log.lines == table.log.lines
            assert again.seal == table.seal


def test_a_deal_that_is_taken_back_comes_again_with_the_seal_that_it_had(journal):
    table = table_of(journal, "liar-poker", ["Ann", "Bob"])
    seals = play(table, lines=3)
    first, lines = table.seal, len(table.actions)
    table.act(table.read("Ann: folds"))
    table.act(table.read("Bob: folds"))
    deal(table)
    second = table.seal
    assert len({*seals, second}) == 2
    table.undo(table.takeback())
    assert table.seal == first
    assert Table(journal, table.number).seal == first
    table.act(table.read("Bob: folds"))
    deal(table)
    assert table.seal == second == Table(journal, table.number).seal
    assert len(table.actions) > lines


def test_another_deal_in_its_place_has_another_seal(journal):
    """Who deals first is drawn by people: another line before the deal is another deal."""
    made = []
    table = table_of(journal, "lizard", ["Ann", "Bob", "Cat"], rounds=2)
    for dealer in ("Ann", "Bob", "Ann"):
        table.act(table.read(f"dealer {dealer}"))
        deal(table)
        made.append((table.seal, table.log.lines))
        table.undo(table.takeback())
    assert made[0] == made[2]
    for (one, lines), (other, others) in permutations(made[:2]):
        assert (one == other) is (lines[1:4] == others[1:4])


def test_hands_that_people_enter_have_no_seal(journal, tmp_path):
    table = table_of(journal, "lizard", ["Ann", "Bob", "Cat"], rounds=2)
    for line in ("dealer Ann", "Ann: holds Kh", "trump Jd", "Bob: bids 0"):
        table.act(table.read(line))
    assert (table.seal, table.deals) == ("", ())
    refused(check(tmp_path, record_of(table, reveal=True)), "nothing was promised")
    for line in ("Cat: bids 0", "Ann: bids 0", "Bob: plays 2c", "Cat: plays 3c", "Ann: plays Kh"):
        table.act(table.read(line))
    deal(table)  # a bot sat down, say
    done = check(tmp_path, record_of(table, reveal=True))
    assert done.returncode == 0
    assert "No seal covers the hands that people entered: line 2." in done.stdout
    assert "3 of 3 private lines are proven." in done.stdout


def test_what_chance_adds_to_hands_of_people_is_sealed_with_them(journal, tmp_path):
    """Liar's Lair, dealt by people: the truths are the referee's, and worth nothing for other hands."""
    lair = games.game("liars-lair")
    setup = law.some_setup(lair, Random(1))
    setup = games.setup(lair, setup.seats, {"deal": "entered", "each": setup.options.each}, facts=setup.facts)
    table = Table.new(journal, setup)
    state, hands = lair.start(setup), len(setup.seats)
    for seed in range(hands):
        action = lair.draw(state, Random(seed))
        table.act(action, action.seat)
        state = lair.apply(state, action)
    assert table.seal == ""
    table.act(table.draw())
    assert [line.place for line in table.deals[0].lines] == [*range(1, hands + 2)]
    assert law.proof_of(record_of(table, reveal=True), table).proven == hands + 1


def test_a_rematch_has_seals_of_its_own(poker):
    again = rematch(poker.journal, poker)
    assert again.seal == ""
    shown = play(again, lines=3)
    assert shown
    assert not {*shown} & {deal.seal for deal in poker.deals}


# A seed that somebody chose


@pytest.mark.parametrize("name", ["liars-guess", "lizard", "liar-poker", "red-and-black"])
def test_what_the_referee_deals_to_a_script_is_sealed_and_the_same_seed_seals_alike(name, tmp_path):
    """Two tables of one seed say the same, seal and all; another seed seals otherwise; the record proves it."""
    said = []
    for place, seed in enumerate(("7", "7", "8")):
        with Journal(tmp_path / f"{place}.sqlite") as journal:
            game = games.game(name)
            table = Table.new(journal, games.setup(game, ["Ann", "Bob", "Cat"][: game.seats[0]]), seed=seed)
            out = io.StringIO()
            assert run(table, [], draws=True, out=out) == 0
            said.append(out.getvalue())
            assert out.getvalue().count(f"The deal is sealed: {table.seal}") == 1
            proof = law.proof_of(record_of(table, reveal=True), table)
            assert proof.proven == len(table.setup.seats)
    assert said[0] == said[1] != said[2]


def test_that_a_seed_was_chosen_is_said_everywhere_and_cannot_be_left_out(home, tmp_path):
    """The cheat deals a table to look at, and another one by the same seed."""
    words = ["new", "liar-poker", "--seat", "Ann", "--seat", "Bob", "--seed", "cheat"]
    looked, played = (referee(*words) for _ in range(2))
    assert looked.stdout == played.stdout
    assert re.search(r"The deal is sealed: [0-9A-Z-]{24} \(from a chosen seed\)", played.stdout)
    assert "cheat" not in played.stdout + played.stderr
    for text in (referee("export").stdout, full := referee("export", "--reveal", "--yes").stdout):
        assert 'seed = "chosen"' in text
        assert "# The seed of this table was chosen: whoever knows it knows every deal." in text
        assert "cheat" not in text
    done = check(tmp_path, full)
    assert done.returncode == 0
    assert "The seed of this table was chosen" in done.stdout
    refused(check(tmp_path, full.replace('seed = "chosen"\n', "")), "changed after the deal")


def test_a_table_whose_seed_nobody_chose_does_not_say_so(poker):
    assert "seed" not in record_of(poker, reveal=True)
    watched = referee("resume", "--watch").stdout
    assert f"The deal is sealed: {poker.seal}\n" in watched
    assert "seed" not in watched


# Format 1


def test_a_record_of_format_1_proves_what_it_did(home, tmp_path):
    for record, seals, many in ((OLD, OLD_SEALS, 6), (LAIR_FIVE, ("4EFZ-J1P4-CHFS-SC6N-DFQK",), 6)):
        done = referee("verify", record)
        assert (done.returncode, done.stderr) == (0, "")
        assert [line[:24] for line in done.stdout.splitlines() if "as it was shown" in line] == [*seals]
        assert f"{many} of {many} private lines are proven." in done.stdout
    text = OLD.read_text("utf-8")
    refused(check(tmp_path, text.replace("Ann: holds Kh\nBob: holds Tc", "Ann: holds Tc\nBob: holds Kh")))
    refused(check(tmp_path, text.replace("holds 2s Jd", "holds ? ?")), "leaves out")
    last = text[text.index(", { after = 14") : text.index("]\n[options]")]
    refused(check(tmp_path, text.replace(last, "")), "line 12 (Ann: holds …), line 13 (Bob: holds …) and line 14")
    closed = re.sub(r', nonce = "\w+"', "", text)
    refused(check(tmp_path, closed), "no seal covers")


def test_a_journal_of_format_1_keeps_its_seals_and_goes_on_in_format_2(journal, tmp_path):
    table = table_of(journal, "lizard", ["Ann", "Bob", "Cat"], seed="7", rounds=3)
    lines = OLD.read_text("utf-8").partition("[options]")[2].splitlines()[3:]
    rows = [(LINE, line) for line in lines]
    for after, mark in zip((4, 14), OLD_MARKS, strict=True):
        rows.insert(rows.index((LINE, lines[after - 1]), after - 1) + 1, (MARK, mark))
    journal.append_all(table.number, 1, rows)
    table = Table(journal, table.number)
    assert [deal.seal for deal in table.deals] == [*OLD_SEALS]
    deal(table)
    assert [deal.seal for deal in table.deals[:2]] == [*OLD_SEALS]
    assert len(table.deals[2].lines) == 3
    full, shared = record_of(table, reveal=True), record_of(table, reveal=False)
    done = check(tmp_path, full, "--seen", OLD_SEALS[1], "--seen", table.seal)
    assert done.returncode == 0, done.stderr
    assert "9 of 9 private lines are proven." in done.stdout
    assert "590b3f9bb598485ebd0553e7543f1504" in full
    assert "nonce" not in shared
    refused(check(tmp_path, shared), "none of 9 sealed lines is open here")
