"""A table's own jokes: the other half is offered, what is no good is refused, and all of it joins the deck."""

import pytest
from click.testing import CliRunner

from factbank.cli import program
from factbank.deal.deal import Wish, deal, new_facts
from factbank.errors import FactError
from factbank.jokes import Joke, opposite, other_halves, pack_text, tidy, why_not


@pytest.mark.parametrize(
    ("word", "other"),
    [("enter", "leave"), ("leaves", "enters"), ("Won", "Lost"), ("older", "younger"), ("trombone", None)],
)
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
        ("Ann loves the lift.", "Ann may hate the lift.", "the hedge “may”"),
        ("Ben once ate soup.", "Ben once ate cake.", "one day"),
    ],
)
def test_a_joke_is_checked_like_any_pack(first, second, why):
    assert why in why_not(Joke(first, second))
    assert bool(why_not(Joke(first, second))) == bool(why)


def test_jokes_that_are_named_as_a_pack_too_come_out_once(tmp_path):
    path = tmp_path / "jokes.toml"
    jokes = [Joke("Ann loves the lift.", "Ann hates the lift."), Joke("Ben trusts geese.", "Ben distrusts geese.")]
    path.write_text(pack_text(jokes), encoding="utf-8")
    said = {text for joke in jokes for text in joke}
    for packs, pairs in (((str(path),), 2), ((str(path), "cabinet"), 5)):
        facts = new_facts(Wish(pairs=pairs, seed=1, packs=packs, jokes=(str(path),))).facts
        assert sum(card.text in said for card in facts.cards) == 4
    with pytest.raises(FactError, match="2 of 3 pairs could be made"):
        new_facts(Wish(pairs=3, seed=1, packs=(str(path),), jokes=(str(path),)))


def test_all_jokes_come_out_once_and_no_more(tmp_path):
    path = tmp_path / "jokes.toml"
    jokes = [Joke("Ann loves the lift.", "Ann hates the lift."), Joke("Ben trusts geese.", "Ben distrusts geese.")]
    path.write_text(pack_text(jokes), encoding="utf-8")
    said = {text for joke in jokes for text in joke}
    wish = Wish(pairs=6, seed=1, jokes=(str(path),))
    assert said <= {card.text for card in new_facts(wish).facts.cards}
    ledger = tmp_path / "ledger.sqlite"
    with deal(wish, ledger) as first, deal(Wish(pairs=6, seed=2, jokes=(str(path),)), ledger) as second:
        assert said <= {card.text for card in first.facts.cards}
        assert said.isdisjoint({card.text for card in second.facts.cards})
    with pytest.raises(FactError, match="ask for more"):
        new_facts(Wish(pairs=1, seed=1, jokes=(str(path),)))


def test_the_command_asks_offers_refuses_and_writes(tmp_path):
    path = tmp_path / "jokes.toml"
    typed = "Ann loves the lift\n1\nMy goat once sang\nMy goat once wept\n\n"
    made = CliRunner().invoke(program, ["ask", "--person", "Ann", "-o", str(path)], input=typed)
    assert made.exit_code == 0, made.output
    assert "That won’t do" in made.output
    assert path.read_text(encoding="utf-8").count("[[topic]]") == 1
    again = CliRunner().invoke(program, ["ask", "-o", str(path)], input="x\n")
    assert isinstance(again.exception, FactError)
