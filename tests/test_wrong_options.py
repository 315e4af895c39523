"""A wrong word for an option that is a number or a choice: every command says what it would have taken."""

from importlib import import_module

import click
import pytest

from tests.programs import ran

PROGRAMS = {name: import_module(f"{name}.cli").program for name in ("factbank", "referee", "cardgen")}
PARAMS = [
    (name, verb, param)
    for name, program in PROGRAMS.items()
    for verb in program.list_commands(click.Context(program))
    for param in program.get_command(click.Context(program), verb).params
    if isinstance(param.type, (click.types.IntParamType, click.types.FloatParamType, click.Choice))
]


def test_every_number_and_choice_says_what_it_takes():
    assert len(PARAMS) > 40
    for name, verb, param in PARAMS:
        option = [param.opts[0]] if isinstance(param, click.Option) else []
        done = ran(name, verb, *option, *["x"] * max(1, param.nargs))
        ends = (getattr(param.type, "min", None), getattr(param.type, "max", None))
        wanted = [*getattr(param.type, "choices", ["number"]), *(str(end) for end in ends if end is not None)]
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert all(word in done.stderr for word in ["'x'", *option, *map(str, wanted)]), done.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("factbank new --pairs x", "Invalid value for '--pairs': 'x' is not a whole number from 1 to 200"),
        ("referee rules lizard --players two", "'two' is not a whole number"),
        ("cardgen calibrate --turn a-bit", "'a-bit' is not a number"),
    ],
)
def test_a_word_for_a_number_is_one_sentence(line, said):
    done = ran(*line.split())
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
