"""Shared options: they arrive as one frozen struct, in the order of the help."""

from typing import Annotated, Literal

import click
import pytest
from click.testing import CliRunner
from msgspec import Struct

from cardgen.commands.deck import CardWords, deck, gathered, show


class Words(Struct, frozen=True):
    paper: Annotated[str | None, "--paper", "On what."] = None
    copies: Annotated[int, "--copies", "How often."] = 1
    indices: Annotated[Literal["normal", "jumbo"], "--indices", "How large."] = "normal"


@click.command()
@click.option("--first")
@gathered(Words, "words", "paper", "copies")
@click.option("--last")
def probe(first, words, last):
    """Print what arrives."""
    click.echo(repr((first, words, last)))


def test_options_arrive_as_one_struct_beside_the_others():
    assert [param.name for param in probe.params] == ["first", "paper", "copies", "last"]
    shown = CliRunner().invoke(probe, ["--first", "a", "--copies", "3"]).output
    assert shown == "('a', Words(paper=None, copies=3, indices='normal'), None)\n"


def test_every_field_of_the_sheet_is_an_option():
    assert set(CardWords.__struct_fields__) <= {param.name for param in deck.params}


@pytest.mark.parametrize("verb", [deck, show])
def test_a_deck_of_ones_own_brings_its_size_unless_one_is_given(verb, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('card = "tarot"\n[box.a]\nat = [6, 6, 51, 20]\ntext = "{{ a }}"\n[[cards]]\na = "One"\n')
    out = tmp_path / ("out.pdf" if verb is deck else "out.png")
    words = [str(own)] if verb is deck else ["One", "--deck", str(own)]
    for more in ([], ["--card", "mini"]):
        done = CliRunner().invoke(verb, [*words, "-o", str(out), *more], catch_exceptions=False)
        assert done.exit_code == 0
        assert out.exists()
        if verb is deck:
            assert ("mini" if more else "tarot") in done.stderr
