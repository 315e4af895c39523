"""The runner of all three programs: sentences, exit statuses, laziness."""

import os
import subprocess
import sys
import textwrap
from importlib import metadata
from pathlib import Path

import click
import pytest

import liarsdeck
from factbank.errors import FactError
from factbank.factfile import Card, Pair, make, write
from liarsdeck import cli
from liarsdeck.errors import UserError
from tests.sampling import spread

ROOT = Path(__file__).parents[2]


class OtherError(UserError):
    pass


@pytest.fixture(autouse=True)
def no_plug_in(monkeypatch):
    """Another test may have loaded one in this process."""
    monkeypatch.setattr(cli.plug_ins, "loaded", type(cli.plug_ins.loaded)())


def leave(action, *args, capsys=None):
    """Run a one-command program whose body is ``action``; return status, stdout, stderr."""

    @cli.command("go", examples=["prog go"])
    def go():
        """Go somewhere."""
        action()

    global GO  # noqa: PLW0603
    GO = go
    program = cli.Program("prog", lazy={"go": (f"{__name__}:GO", "Go somewhere.")})
    with pytest.raises(SystemExit) as left:
        cli.run(program, list(args) or ["go"])
    out, err = capsys.readouterr()
    return left.value.code, out, err


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (FactError("packs are\n too small"), 2, "prog: packs are too small\n"),
        (OtherError("no paper"), 2, "prog: no paper\n"),
        (PermissionError(13, "Permission denied", "/x/y"), 2, "prog: /x/y: Permission denied\n"),
        (OSError(28, "No space left on device"), 2, "prog: No space left on device\n"),
        (BrokenPipeError(32, "Broken pipe"), 1, ""),
        (KeyboardInterrupt(), 130, "\n"),
        (MemoryError(), 2, "prog: there is not enough memory for this\n"),
        (click.ClickException("bad"), 2, "prog: bad\n"),
    ],
)
def test_an_error_ends_as_one_sentence_and_a_status(error, status, said, capsys):
    def fail():
        raise error

    assert leave(fail, capsys=capsys) == (status, "", said)


def test_a_wrong_option_is_one_line_that_says_where_to_look(capsys):
    status, _, err = leave(lambda: None, "go", "--nope", capsys=capsys)
    assert status == 2
    assert err.count("\n") == 1
    assert "--nope" in err
    assert "prog go --help" in err


def test_a_program_without_a_command_shows_its_help_as_help_looks(capsys):
    with pytest.raises(SystemExit) as left:
        cli.run(cli.Program("prog", lazy={"go": ("nowhere:go", "Go somewhere.")}), [])
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert "\nCommands:\n  go  Go somewhere.\n" in err


def test_what_nobody_foresaw_is_one_sentence_and_a_report_without_a_secret(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))

    def fall():
        hand = "PIN 4711, Ann holds the ace"
        try:
            {}[hand]
        except KeyError as error:
            raise ValueError(hand) from error

    status, out, err = leave(fall, capsys=capsys)
    (report,) = (tmp_path / "home" / "reports").iterdir()
    assert (status, out) == (70, "")
    assert err == (
        "prog: this is a fault of the program, not yours; "
        f"what happened stands in {report}, without a word that was typed\n"
    )
    text = report.read_text()
    assert "builtins.ValueError" in text
    assert "builtins.KeyError" in text
    assert "test_cli.py:" in text
    assert "fall" in text
    assert not any(secret in text for secret in ("4711", "Ann", "ace", str(tmp_path)))
    assert report.stat().st_mode & 0o777 == 0o600


def test_a_fault_where_nothing_can_be_written_is_still_one_sentence(capsys, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(cli.tempfile, "gettempdir", lambda: str(tmp_path / "file"))

    def deep():
        deep()

    status, _out, err = leave(deep, capsys=capsys)
    assert (status, err.count("\n")) == (70, 1)
    assert "could not be written" in err


def test_an_answer_that_never_comes_is_said(capsys, monkeypatch):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    status, _, err = leave(lambda: click.confirm("Sure?"), capsys=capsys)
    assert status == 2
    assert "input ended" in err


def test_notes_go_to_stderr_and_quiet_hushes_them(capsys):
    def body():
        click.echo("data")
        cli.note("by the way")

    assert leave(body, capsys=capsys) == (0, "data\n", "by the way\n")
    assert leave(body, "go", "--quiet", capsys=capsys) == (0, "data\n", "")


def test_the_help_shows_its_examples_as_they_are_typed(capsys):
    status, out, _ = leave(lambda: None, "go", "--help", capsys=capsys)
    assert status == 0
    assert "Example:\n  prog go\n" in out
    assert "--quiet" in out


def test_the_version_is_told(capsys):
    assert leave(lambda: None, "--version", capsys=capsys)[1] == f"prog, liarsdeck {liarsdeck.__version__}\n"
    assert liarsdeck.__version__ == metadata.version("liarsdeck")
    with pytest.raises(AttributeError, match="no attribute 'version'"):
        liarsdeck.version  # noqa: B018


def test_progress_on_a_terminal_waits_then_shows_and_wipes_itself(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with cli.progress("Drawing", 2, after_s=0) as step:
        step()
        assert "Drawing [##########          ]  50 %" in capsys.readouterr().err
    assert capsys.readouterr().err.endswith("\r")
    with cli.progress("Drawing", 2, after_s=60) as step:
        step()
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_one_sentence():
    script = textwrap.dedent("""
        import click
        from liarsdeck.cli import run
        @click.command("prog")
        def prog():
            click.echo("x" * 100)
        run(prog)
        """)
    root = Path(cli.__file__).parents[1]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", script], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=root
        )
    assert done.returncode == 2
    assert done.stderr == "prog: No space left on device\n"


@pytest.mark.parametrize("program", ["factbank", "referee", "cardgen"])
def test_ctrl_c_while_the_command_line_is_loaded_leaves_no_traceback(program):
    script = f"""
        import runpy, sys
        class Pressed:
            def find_spec(self, name, path=None, target=None):
                if name == "click":
                    raise KeyboardInterrupt
        sys.meta_path.insert(0, Pressed())
        runpy.run_module({program!r}, run_name="__main__")
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of another kind")
@pytest.mark.parametrize(
    ("closed", "command"),
    spread(
        ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"],
        ["referee new lizard --seat Ann --seat Bob --seat Cat", "factbank show facts.json", "cardgen list"],
    ),
)
def test_streams_that_are_closed_are_empty_ones(tmp_path, closed, command):
    pairs = [Pair("A", (Card(1, "So."), Card(2, "Not so.")))]
    write(make(pairs), tmp_path / "facts.json")
    done = subprocess.run(
        f"{sys.executable} -m {command} {closed}",
        shell=True, cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"LIARSDECK_HOME": str(tmp_path / "home"), "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode in {0, 2}
    assert "Traceback" not in done.stderr
