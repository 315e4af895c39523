"""What is typed for an option and isn't one: every command of the three programs says what it would have taken."""

from importlib import import_module

import click
import pytest

from liarsdeck.cli import _refusal
from tests.programs import ran


def options():
    """Yield each command's options and arguments that are a number or a choice."""
    for name in ("factbank", "referee", "cardgen"):
        program = import_module(f"{name}.cli").program
        for verb in program.list_commands(click.Context(program)):
            command = program.get_command(click.Context(program), verb)
            for param in command.params:
                if isinstance(param.type, (click.types.IntParamType, click.types.FloatParamType, click.Choice)):
                    yield f"{name} {verb}", command, param


def test_every_number_and_choice_says_what_it_takes():
    tried = 0
    for where, command, param in options():
        typed = ("x",) if param.nargs == 1 else ("x",) * param.nargs
        with pytest.raises(click.BadParameter) as refused:
            param.type_cast_value(click.Context(command), typed if param.multiple or param.nargs != 1 else "x")
        refused.value.ctx = click.Context(command, info_name=where)
        refused.value.param = param
        _, said = _refusal("program", refused.value)
        low, high = getattr(param.type, "min", None), getattr(param.type, "max", None)
        wanted = [
            *map(str, getattr(param.type, "choices", ["number"])),
            *(str(end) for end in (low, high) if end is not None),
        ]
        assert "'x'" in said, said
        assert param.opts[0] in said or param.make_metavar(click.Context(command)) in said, said
        assert all(word in said for word in wanted), f"{where}: {said}"
        tried += 1
    assert tried > 40


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
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
