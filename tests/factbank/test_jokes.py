"""A table's own jokes: the other half is offered, what is no good is refused, and all of it joins the deck."""

import json
import re
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factbank.deal.deal import Wish, deal, new_facts
from factbank.errors import FactError
from factbank.jokes import Joke, opposite, other_halves, pack_text, tidy, why_not
from tests.programs import ran
from tests.sampling import WHOLE


@pytest.mark.parametrize(("word", "other"), [
    ("trust", "distrust"), ("agree", None), ("follows", "avoids"), ("Won", "Lost"), ("older", "younger"),
    ("trombone", None),
])  # fmt: skip
def test_opposites_keep_their_form(word, other):
    assert opposite(word) == other


def test_halves_that_are_offered():
    assert "Ann hates the lift." in list(other_halves("Ann loves the lift."))
    assert "The lift is older than Ben." in list(other_halves("Ben is older than the lift."))
    assert tidy("  my 'goat' says \"no\"") == "My ’goat’ says “no”."


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("Ann loves the lift.", "Ann hates the lift.", ""),
        ("Ann loves the lift.", "Ben hates soup.", "nothing in common"),
        ("Ann loves the lift.", "Ann may hate the lift.", "“Ann may hate the lift.” says “may”. Say it flatly."),
        ("Ben once ate soup.", "Ben once ate cake.", "one day"),
    ],
)
def test_a_joke_is_checked_like_any_pack(first, second, why):
    assert why in why_not(Joke(first, second))
    assert bool(why_not(Joke(first, second))) == bool(why)


TWO = (("Ann loves the lift.", "Ann hates the lift."), ("Ben trusts geese.", "Ben distrusts geese."))
SAID = {text for joke in TWO for text in joke}


def written(path, *jokes):
    """Write jokes into a file as `factbank ask` does, and return it."""
    path.write_text(pack_text([Joke(*joke) for joke in jokes]), encoding="utf-8")
    return path


def test_jokes_that_are_named_as_a_pack_too_come_out_once(tmp_path):
    path = written(tmp_path / "jokes.toml", *TWO)
    for packs, pairs in (((str(path),), 2), ((str(path), "cabinet"), 5)):
        facts = new_facts(Wish(pairs=pairs, seed=1, packs=packs, jokes=(str(path),))).facts
        assert sum(card.text in SAID for card in facts.cards) == 4
    with pytest.raises(FactError, match="2 of 3 pairs could be made"):
        new_facts(Wish(pairs=3, seed=1, packs=(str(path),), jokes=(str(path),)))


def test_all_jokes_come_out_once_and_no_more(tmp_path):
    path = written(tmp_path / "jokes.toml", *TWO)
    ledger = tmp_path / "ledger.sqlite"
    with deal(Wish(pairs=4, seed=1, jokes=(str(path),)), ledger) as first:
        assert {card.text for card in first.facts.cards} >= SAID
        again = pytest.raises(FactError, match="2 jokes of your own were all dealt before")
        with again, deal(Wish(pairs=4, seed=2, jokes=(str(path),)), ledger):
            pass


def test_what_was_written_before_an_empty_line_is_kept(tmp_path):
    typed = "Ann loves the lift\n1\nMy goat once sang\nMy goat once wept\n\n"
    made = ran("factbank", "ask", "--person", "Ann", "-o", tmp_path / "jokes.toml", lines=typed)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "jokes.toml").read_text("utf-8").count("[[topic]]") == 1


def asked(people, answers, path):
    """Type answers to the program: a sentence, its other half, for each person so many."""
    lines = "".join(f"{first}\n{second}\n" for first, second in answers)
    each = -(-len(answers) // len(people))
    words = [word for name in people for word in ("--person", name)]
    made = ran("factbank", "ask", *words, "--each", each, "-o", path, lines=lines)
    assert made.returncode == 0, made.stderr
    return made.stderr


def dealt(path, *words):
    """Return what `factbank new` deals with these jokes: status, the fact file or None, and what is said."""
    made = ran("factbank", "new", "--jokes", path, "--no-ledger", *words)
    return made.returncode, json.loads(made.stdout) if made.stdout else None, made.stderr


def texts(facts):
    return [card["text"] for pair in facts["pairs"] for card in pair["cards"]]


def of_ann(many, person="Ann"):
    things = ("geese", "stairs", "soup", "moths", "kilts", "tubas", "quizzes", "prunes", "maps", "yetis", "fog", "jam")
    return [(f"{person} is afraid of {thing}.", f"{person} is fond of {thing}.") for thing in things[:many]]


def test_what_is_offered_contradicts_what_was_said(tmp_path):
    path = tmp_path / "jokes.toml"
    said = asked(["Ben"], [("Ben taught the parrot to swear", ""), ("Ben keeps 14 hens", "1")], path)
    assert "learned" not in said
    assert " Ben keeps 45 hens." in said
    assert texts(dealt(path, "--pairs", 1)[1]) in (offer := ["Ben keeps 14 hens.", "Ben keeps 45 hens."], offer[::-1])


def test_the_bank_says_nothing_of_whom_the_jokes_are_about(tmp_path):
    own = written(tmp_path / "own.toml", *of_ann(3), *of_ann(2, "Ben"))
    path = written(tmp_path / "jokes.toml", TWO[0])
    status, facts, _ = dealt(path, "--pack", own, "--pairs", 2)
    assert status == 0
    assert Counter(text.split()[0] for text in texts(facts)) == {"Ann": 2, "Ben": 2}  # of the bank, one pair of Ben
    status, _, said = dealt(path, "--pack", own, "--pairs", 3)
    assert status == 2
    assert "2 of 3 pairs could be made. Ask for fewer or let more packs and themes in" in said
    made = [ran("factbank", "new", "--pack", path, "--pairs", 1, "-o", tmp_path / "a.json") for _ in range(2)]
    assert made[0].returncode == 0
    assert made[1].returncode == 2  # it was dealt, so fewer would not help
    assert "Let more packs and themes in or let what was dealt before come again (without a ledger)" in made[1].stderr
    assert dealt(path, "--pack", path, "--pairs", 1)[0] == 0


def test_a_joke_that_is_too_long_for_a_short_deck_is_named(tmp_path):
    path = tmp_path / "jokes.toml"
    long = "Ann has lost every umbrella that she was ever given to the same old heron."
    asked(["Ann"], [(long, long.replace("lost", "sold")), *of_ann(1)], path)
    status, _, said = dealt(path, "--length", "short")
    assert status == 2
    assert f"the joke “{long}” has {len(long)} characters, and length short takes 60" in said
    assert "ask for length any" in said
    assert dealt(path)[0] == 0
    checked = ran("factbank", "check", path)
    assert checked.returncode == 0
    assert "more than 60. It fits no deck of length short" in checked.stdout
    assert "1 different pairs" not in checked.stdout  # jokes are no bank: longer lists are no advice for them
    assert checked.stdout.count("\nAnn & Geese\n") == 1  # and each is shown once


def test_jokes_that_say_the_same_are_named(tmp_path):
    for name, other in (("one", "fond"), ("two", "proud")):
        path = written(tmp_path / f"{name}.toml", ("Ann is afraid of geese.", f"Ann is {other} of geese."))
    status, _, said = dealt(tmp_path / "one.toml", "--jokes", tmp_path / "two.toml")
    assert status == 2
    assert "“Ann is afraid of geese.” is said by two of your jokes: take one of them out" in said
    both = tmp_path / "both.toml"
    both.write_text("".join((tmp_path / f"{name}.toml").read_text(encoding="utf-8") for name in ("one", "two")))
    checked = ran("factbank", "check", both)
    assert checked.returncode == 2
    assert "“Ann is afraid of geese.” stands in topic “joke-" in checked.stdout
    # The same file under two names is one file.
    status, facts, _ = dealt(path, "--jokes", f"{tmp_path}/../{tmp_path.name}/two.toml", "--pairs", 3)
    assert status == 0
    assert sum("geese" in text for text in texts(facts)) == 2


def test_other_jokes_in_a_file_of_the_same_name_are_other_jokes(tmp_path):
    path = tmp_path / "jokes.toml"
    for evening, joke in enumerate(of_ann(2)):
        asked(["Ann"], [joke], path)
        made = ran("factbank", "new", "--jokes", path, "--pairs", 3, "-o", tmp_path / f"{evening}.json")
        assert made.returncode == 0, made.stderr
        assert "dealt before" not in made.stderr
        assert set(joke) <= set(texts(json.loads((tmp_path / f"{evening}.json").read_text())))
        path.rename(tmp_path / f"jokes-{evening}.toml")
    (tmp_path / "jokes-1.toml").rename(path)
    made = ran("factbank", "new", "--jokes", path, "--pairs", 3, "-o", tmp_path / "again.json")
    assert made.returncode == 2
    assert "1 joke of your own was dealt before: print the facts of that deck, or draw without a ledger" in made.stderr
    new = tmp_path / "new.toml"
    new.write_text(path.read_text() + pack_text([Joke("Ann has a cat.", "Ann has no cat.")]).replace("# ", "\n# "))
    made = ran("factbank", "new", "--jokes", new, "--pairs", 3, "-o", tmp_path / "again.json")
    assert made.returncode == 0
    assert set(of_ann(2)[1]) <= set(texts(dealt(path, "--pairs", 3)[1]))


def test_what_cannot_be_printed_or_was_said_is_asked_again(tmp_path):
    path = tmp_path / "jokes.toml"
    typed = (
        "Ann is afraid of geese\nAnn is fond of geese\n"
        "Ann keeps {one} goat\nAnn eats {one} goat\n\n"  # braces are a template's
        "Ann keeps two go\u200dats\nAnn eats two go\u200dats\n\n"
        "Ann shuns most geese\nAnn is fond of geese\nAnn shuns most geese\nAnn greets most geese\n"
    )
    made = ran("factbank", "ask", "--person", "Ann", "--each", 4, "-o", path, lines=typed)
    assert made.returncode == 0, made.stderr
    for why in ("no braces and no backslash", "a sign in it can’t be printed", "somebody said that already"):
        assert why in made.stderr
    status, facts, _ = dealt(path, "--pairs", 2)
    assert status == 0
    assert set(texts(facts)) >= {"Ann is fond of geese.", "Ann greets most geese."}


VERBS = (("is afraid of", "is fond of"), ("always wins at", "always loses at"), ("sells", "buys"))
THINGS = ("geese", "the old lift", "soup", "4 tubas", "croquet on the roof of the old town hall", "jam")
PEOPLE = ("Ann", "Jo", "Zoë", "Dr Bartholomew", "Maximiliana-Wilhelmina")


@given(
    jokes=st.lists(
        st.tuples(st.sampled_from(PEOPLE), st.sampled_from(VERBS), st.sampled_from(THINGS)),
        min_size=1,
        max_size=12,
        unique=True,
    ),
    pairs=st.integers(1, 16),
    guests=st.lists(st.sampled_from(PEOPLE[:3]), max_size=3, unique=True),
    short=st.booleans(),
    titles=st.sampled_from(["shared", "own", "none"]),
    difficulty=st.sampled_from(["easy", "normal", "hard"]),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=200 if WHOLE else 6)
def test_whatever_was_asked_is_dealt_or_the_remedy_works(jokes, pairs, guests, short, titles, difficulty, seed):
    answers = [(f"{who} {one} {what}.", f"{who} {other} {what}.") for who, (one, other), what in jokes]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "jokes.toml"
        asked(["Ann", "Ben"], answers, path)
        words = ["--titles", titles, "--difficulty", difficulty, "--seed", seed]
        words += [f"--guest={name}" for name in guests]
        words += ["--length", "short"] if short else []
        for _ in range(3):
            status, facts, said = dealt(path, "--pairs", pairs, *words)
            if status == 0:
                break
            assert status == 2, said
            assert "joke" in said or "guest" in said or "the name “" in said
            if wanted := re.search(r"ask for (\d+) or more", said):
                pairs = int(wanted[1])
            else:
                assert "ask for length any" in said
                words = words[:-2]
        assert status == 0, said
    assert len(facts["pairs"]) == pairs
    assert {text for joke in answers for text in joke} <= set(texts(facts))
    assert {pair["guest"] for pair in facts["pairs"] if "guest" in pair} == set(guests)
    own = [pair["title"] for pair in facts["pairs"]]
    assert len({title.casefold() for title in own}) == len(own)
    assert max(map(len, own)) <= 24


CONTRADICTIONS = [
    ("Ann has a cat", "Ann has no cat"),
    ("Ann eats soup", "Ann never eats soup"),
    ("Ann likes cheese", "Ann doesn't like cheese"),
    ("Ann can juggle", "Ann cannot juggle"),
    ("Ann has never met a goat", "Ann meets a goat every day"),
    ("Nobody has seen Ann asleep", "Everybody has seen Ann asleep"),
    ("Ann once ate a shoe", "Ann never ate a shoe"),
    ("Ann was born on a boat", "Ann was born on a Transylvanian haystack"),
]


def test_what_a_person_calls_a_contradiction_is_taken_dealt_and_printed_by_the_commands_it_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = asked(["Ann"], CONTRADICTIONS, "a.toml")
    assert "That won’t do" not in told
    assert "next: factbank new --jokes a.toml -o facts.json, then cardgen kit liars-lair --facts facts.json" in told
    said = {tidy(text) for joke in CONTRADICTIONS for text in joke}
    made = ran("factbank", "new", "--jokes", "a.toml", "-o", "facts.json")
    assert made.returncode == 0, made.stderr
    assert made.stderr.strip().endswith("; to print it: cardgen kit liars-lair --facts facts.json")
    assert said < set(texts(json.loads(Path("facts.json").read_text("utf-8"))))
    made = ran("cardgen", "kit", "liars-lair", "--jokes", "a.toml", "-o", "kit")  # they are in facts.json
    assert made.returncode == 2
    assert "8 jokes of your own were all dealt before: print the facts of that deck" in made.stderr
    assert not Path("kit").exists()


def test_halves_with_little_in_common_are_doubted_and_refusals_are_in_plain_words(tmp_path):
    path = tmp_path / "a.toml"
    typed = (
        "Ann is an only child\nAnn has seven sisters\ny\nAnn has a boat\nAnn was a queen in Rome\nn\n\n"
        "Ann sings a song\nAnn sings an song\nAnn may sing\nAnn may weep\nAnn once wept\nAnn once sang\n"
        "Ann’s cat is asleep\nAnn’s cat is awake\n"
    )
    made = ran("factbank", "ask", "--each", 3, "-o", path, lines=typed)
    assert made.returncode == 0, made.stderr
    assert "1 joke in" not in made.stderr
    assert path.read_text("utf-8").count("[[topic]]") == 2
    refusals = re.findall("That won’t do: (.*) Try again", made.stderr)
    assert refusals == [
        "both can be true.",
        "“an song”. Write “a song”.",
        "both can be true, because “Ann may sing.” says “may”. Say it flatly.",
        "both can be true, because “Ann once wept.” tells of one day. Say what is always so.",
    ]


def test_a_file_that_is_there_is_replaced_by_force_alone(tmp_path):
    path = tmp_path / "a.toml"
    asked(["Ann"], CONTRADICTIONS[:1], path)
    lines = "\n".join(CONTRADICTIONS[1]) + "\n"
    for words in (["ask", "--each", 1], ["new-pack", "a"]):
        before = path.read_bytes()
        refused = ran("factbank", *words, "-o", path, lines=lines)
        assert refused.returncode == 2
        assert f"{path} is there already: choose another name, or replace it with --force" in refused.stderr
        assert path.read_bytes() == before
        assert ran("factbank", *words, "-o", path, "--force", lines=lines).returncode == 0
        assert path.read_bytes() != before


def test_facts_about_one_person_fill_a_deck_from_the_first_question_to_the_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    things = (
        "geese stairs soup moths kilts tubas prunes maps yetis fog jam lamps socks bees rugs hats tea mud nuts bagpipes"
    )
    jokes = [(f"Ann is afraid of {thing}.", f"Ann is fond of {thing}.") for thing in things.split()]
    assert f"next: factbank new --jokes own.toml --pairs {len(jokes)} -o" in asked(["Ann"], jokes, "own.toml")
    for words in (
        ["factbank", "new", "--jokes", "own.toml", "--pairs", len(jokes), "-o", "facts.json"],
        ["cardgen", "kit", "liars-lair", "--facts", "facts.json", "--booklet", "no", "-o", "kit"],
        ["referee", "new", "liars-lair", "--facts", "facts.json", "--seat=Ann", "--seat=Ben", "--seat=Cat"],
    ):
        made = ran(*words)
        assert made.returncode == 0, made.stderr
    assert sorted(texts(json.loads(Path("kit/facts.json").read_text("utf-8")))) == sorted(sum(jokes, ()))


@pytest.mark.parametrize("pairs", [5, 8, 14] if not WHOLE else range(1, 16))
def test_the_command_that_is_named_prints_as_many_pairs_as_there_are(tmp_path, monkeypatch, pairs):
    monkeypatch.chdir(tmp_path)
    asked(["Ann"], of_ann(1), "own.toml")
    made = ran("factbank", "new", "--jokes", "own.toml", "--pairs", pairs, "-o", "facts.json")
    command = made.stderr.strip().partition("; to print it: ")[2].split()
    more = ["--booklet", "no"] if command[1] == "kit" else ["--no-cover"]
    done = ran(*command, *more, "-o", "made")
    assert done.returncode == 0, done.stderr


def test_three_people_write_about_each_other_and_nobody_writes_both_halves(tmp_path):
    path = tmp_path / "facts.json"
    words = [word for name in ("Ann", "Ben:he", "Cat") for word in ("--person", name)]
    vetoes = ["1 3", "", ""]
    endings = ["tuba", "?", "geese", "murder", "murder", "👩", "boot", ""]  # some openings want one word
    made = ran("factbank", "ask", *words, "--each", 2, "-o", path, lines="\n".join([*vetoes, *endings, *"abc"]))
    assert made.returncode == 0, made.stderr
    assert "Our type has no “👩”" in made.stderr
    assert "Send it again if you mean it" in made.stderr
    facts = json.loads(path.read_text("utf-8"))
    assert len(facts["pairs"]) == 9
    own = [pair for pair in facts["pairs"] if any("by" in card for card in pair["cards"])]
    assert f"{len(own)} of 9 pairs are yours" in made.stderr
    for pair in own:
        writers = [card["by"] for card in pair["cards"] if "by" in card]
        assert len(set(writers)) == len(writers)
        assert pair["guest"] not in writers
        assert all(pair["guest"] in card["text"] for card in pair["cards"])
    assert any("Tuba" in card["text"] for pair in own for card in pair["cards"])
    again = ran("factbank", "ask", *words, "-o", path, lines="")
    assert (again.returncode, "there already" in again.stderr) == (2, True)
    nobody = ran("factbank", "ask", *words, "-o", tmp_path / "none.json", lines="all\nall\nall\n")
    assert (nobody.returncode, "nobody wrote anything" in nobody.stderr) == (2, True)
