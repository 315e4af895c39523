"""The command line of all three programs: commands imported on use, errors in one sentence, progress bars.

A program is a ``Program``. Its table has ``"package.module:attribute"`` and a one-line help for each command, so that
``--help`` need not import the commands. Commands are made with ``@command(examples=...)``. ``run`` is the console
script.

The exit status is 2 after a ``UserError``, which prints one sentence on stderr. It is 130 after Ctrl-C, and 128 plus
the number of the signal after another signal (``liarsdeck.system``). After any other exception it is 70, and one
sentence gives the path of a report. If a plug-in is loaded, such an exception is blamed on the plug-in, and the status
is 2.
"""

import contextlib
import os
import re
import shlex
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from liarsdeck import plug_ins, system
from liarsdeck.english import listed, printable
from liarsdeck.errors import OPTION, UserError, by_make, of_file
from liarsdeck.files import data_dir, make_folder, remove_staging

_QUIET = "liarsdeck.quiet"
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells have it
UNREAD = 1  # the exit status where nobody reads the output any more, as `| head` does
FAULT = 70  # the exit status of a fault of ours, as sysexits.h has it for software
FRAMES = 60  # of a report at most
SENTENCE = 1500  # characters of a refusal at most: a pack may have many faults
_TIME_LEFT = 16  # characters of the time left


class Command(click.Command):
    """A click command with the option ``--quiet`` and examples in its help; made by ``command``."""

    examples: tuple[str, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples after the options, unwrapped, so that they can be copied."""
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples" if len(self.examples) > 1 else "Example"):
                for example in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


def command(name: str | None = None, *, examples: Sequence[str]) -> Callable[[Callable[..., object]], Command]:
    """Return a decorator that makes a function a ``Command``. ``examples`` are complete command lines that work.

    ``name`` is the command's name; None makes it from that of the function.
    """

    def note_quiet(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
        if value:
            ctx.meta[_QUIET] = True

    def make(function: Callable[..., object]) -> Command:
        made = click.command(name, cls=Command)(function)
        made.examples = tuple(examples)
        words = "Say nothing but errors and what was asked for."
        made.params.append(
            click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, help=words, callback=note_quiet)
        )
        return made

    return make


class Program(click.Group):
    """A click group that imports a command when it is used.

    ``lazy`` maps a command's name to (``"package.module:attribute"``, one-line help). A test compares the one-line
    helps with the commands' own.
    """

    def __init__(self, name: str, help: str = "", *, lazy: Mapping[str, tuple[str, str]]) -> None:  # noqa: A002
        super().__init__(name, help=help, context_settings={"help_option_names": ["-h", "--help"]})
        self.lazy = dict(lazy)
        words = "Show the version and exit."
        self.params.append(
            click.Option(
                ["--version"], is_flag=True, is_eager=True, expose_value=False, help=words, callback=_show_version
            )
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without any, print the help and exit with status 2."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands in the order of ``lazy``."""
        return [*self.lazy]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return the command of this name; None if there is no such command."""
        if cmd_name not in self.lazy:
            return None
        module, _, attribute = self.lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands and their one-line helps, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.lazy.items()])


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from liarsdeck import __version__

        click.echo(f"{ctx.find_root().info_name}, liarsdeck {__version__}")
        ctx.exit()


def quiet() -> bool:
    """Return whether the running command was given ``--quiet``; False outside of a command."""
    ctx = click.get_current_context(silent=True)
    return bool(ctx and ctx.meta.get(_QUIET))


def note(text: str) -> None:
    """Print one line on stderr, unless ``--quiet`` was given."""
    if not quiet():
        click.echo(shown(text), err=True)


progress_told: Callable[[str, int, int], None] | None = None
"""A web page's function that shows progress: called after each step with the label, the steps done, and their total."""


@contextlib.contextmanager
def progress(label: str, total: int, *, after_s: float = 1.0) -> Iterator[Callable[[], None]]:
    """Show a progress bar on stderr within the block; yield a function to call after each step.

    ``total`` is the number of steps, and ``label`` the text before the bar; the time left stands behind the bar. At the
    end the bar is erased. No bar is shown if stderr is no terminal, with ``--quiet``, or in the first ``after_s``
    seconds.
    """
    begun = time.monotonic()
    shown_percent = -1
    done = 0
    mute = quiet() or not sys.stderr.isatty()

    def step() -> None:
        nonlocal done, shown_percent
        done += 1
        if progress_told:
            progress_told(label, done, total)
        percent = min(100, 100 * done // max(1, total))
        spent = time.monotonic() - begun
        if mute or percent == shown_percent or spent < after_s:
            return
        shown_percent = percent
        bar, left = "#" * (percent // 5), _time_left(spent * (total - done) / done)
        sys.stderr.write(f"\r{label} [{bar:<20}] {percent:3} % {left:<{_TIME_LEFT}}")
        sys.stderr.flush()

    try:
        yield step
    finally:
        if shown_percent >= 0:
            sys.stderr.write("\r" + " " * (len(label) + 32 + _TIME_LEFT) + "\r")
            sys.stderr.flush()


def _time_left(seconds: float) -> str:
    if seconds < 10:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min left"
    return f"{minutes} min {rest:02} s left" if minutes else f"{rest} s left"


def run(program: click.Command, args: Sequence[str] | None = None) -> NoReturn:
    """Run a program as its console script, and exit with the status that the module's docstring explains.

    ``args`` are the arguments without the program's name; None means those of this process.
    """
    name = program.name or "liarsdeck"
    # Streams closed by the caller (`>&-`, `<&-`, or a service without a console) become empty ones.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, for as long as the program runs
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if (stream.encoding or "").lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    with system.signals_raised(), system.CURRENT_OS.closing(system.end_program):
        try:
            status = _status(program, name, args)
        except (KeyboardInterrupt, system.Ended):  # while the exit status was found out
            status = INTERRUPTED
        system.ignore_signals()
        remove_staging()
        status = system.signal_status() or status
    if status == 0:
        try:
            sys.stdout.flush()
        except OSError as error:
            status = _os_error(name, error)
    if status:
        # Python would complain at its end about a buffer that can't be written.
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.exit(status)
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def _status(program: click.Command, name: str, args: Sequence[str] | None) -> int:
    colour = False if os.environ.get("NO_COLOR") else None  # None: click asks the terminal
    out = sys.stdout
    try:
        result = program.main(args, prog_name=name, standalone_mode=False, color=colour)
    except click.exceptions.Exit as leave:
        return int(leave.exit_code)
    except system.Ended as leave:
        return int(str(leave.code))
    except (click.Abort, KeyboardInterrupt) as error:
        if isinstance(error.__cause__ or error.__context__, EOFError):
            return _say(name, "the answer to a question is missing: the input ended")
        return INTERRUPTED
    except OSError as error:
        return _os_error(name, error)
    except click.UsageError as error:
        from liarsdeck.installed import program as called

        where = error.ctx.command_path if error.ctx else name
        typed = where.replace(name, called(name), 1)
        more = "" if by_make() else f" (see {typed} --help)"
        return _say(where, f"{_usage(error).rstrip('.')}{more}")
    except click.ClickException as error:
        return _say(name, error.format_message())
    except UnicodeEncodeError as error:  # half of a surrogate pair, which a Windows command line may hold
        sign = ascii(error.object[error.start : error.end])
        return _say(name, f"what was typed holds a sign that is no text and no file's name: {sign}")
    except MemoryError:
        return _say(name, "there is not enough memory for this")
    except UserError as error:
        return _say(name, *error.sentences)
    except (Exception, SystemExit) as error:
        if isinstance(error, SystemExit) and sys.stdout is not out:
            return UNREAD  # by click, which put another stream in the place of the closed pipe
        return _fault(program, name, error)
    return result if isinstance(result, int) and not isinstance(result, bool) else 0


def _fault(program: click.Command, name: str, error: BaseException) -> int:
    """Write a report of an unexpected exception, say where the report is, and return the exit status.

    ``name`` is the program's name. The status is 70, or 2 if a plug-in is loaded, which is then blamed. If an
    interruption caused the exception, nothing is said, and the status is that of Ctrl-C.
    """
    if any(isinstance(cause, (KeyboardInterrupt, system.Ended)) for cause in _causes(error)):
        return INTERRUPTED  # which a library turned into an exception of its own
    words = [word for word in sys.argv[1:2] if isinstance(program, Program) and word in program.lazy]
    where = _write_report(" ".join([name, *words]), error)
    if plug_ins.loaded:
        return _say(name, f"{listed(plug_ins.loaded)} has failed ({type(error).__name__}); {where}")
    _say(name, f"this is a fault of the program, not yours; {where}")
    return FAULT


def _usage(error: click.UsageError) -> str:
    """Return click's sentence about a wrong option; for a number, with the range that the option takes."""
    param = error.param if isinstance(error, click.BadParameter) else None
    if param and by_make() and isinstance(error, click.BadParameter):
        error.param_hint = str(OPTION[max(param.opts, key=len).lstrip("-")])
    kind = param.type if param else None
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    span = "" if low is None else f" of {low} or more" if high is None else f" from {low} to {high}"
    number = "number" if isinstance(kind, click.types.FloatParamType) else "whole number"
    return re.sub(r"a valid (?:integer|float)(?: range)?\.$", f"a {number}{span}", error.format_message())


def _write_report(command_line: str, error: BaseException) -> str:
    """Write a report of an exception, and return the half sentence that says where the report is.

    The report has the types of the exception and its causes, and places in the code. It has no message and no value,
    because a hand or a PIN might be in them. The file is in the data folder, or in the machine's temporary folder if
    that fails; only its owner can read it.
    """
    lines = [command_line, f"Python {sys.version.split()[0]} on {sys.platform}"]
    for cause in _causes(error):
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}")
        frames = traceback.extract_tb(cause.__traceback__)
        kept = frames if len(frames) <= FRAMES else [*frames[: FRAMES // 2], *frames[-FRAMES // 2 :]]
        lines += [f"  {'/'.join(Path(at.filename).parts[-3:])}:{at.lineno} {at.name}" for at in kept]
    for in_data_dir in (True, False):
        with contextlib.suppress(OSError, UserError):
            folder = data_dir() / "reports" if in_data_dir else Path(tempfile.gettempdir())
            make_folder(folder, private=True)
            handle, path = tempfile.mkstemp(prefix="report-", suffix=".txt", dir=folder)
            with os.fdopen(handle, "wb") as file:
                file.write(("\n".join(lines) + "\n").encode())
            return f"what happened stands in {path}, without a word that was typed"
    return "a report of it could not be written"


def _causes(error: BaseException) -> list[BaseException]:
    """Return an exception and its causes: the exception first, then its cause, then the cause of that."""
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in causes:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    return causes


def _os_error(name: str, error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        return UNREAD
    return _say(name, of_file(error))


def _say(name: str, *sentences: str) -> int:
    with contextlib.suppress(OSError):
        for sentence in sentences:
            click.echo(f"{name}: {shown(sentence)}", err=True)
    return 2


def shown(sentence: str) -> str:
    """Return a sentence for the terminal: on one line, without control characters, a very long one shortened by “…”."""
    text = printable(" ".join(sentence.split()))
    return text if len(text) <= SENTENCE else f"{text[: SENTENCE * 2 // 3]} … {text[-SENTENCE // 3 :]}"


def spelt(words: Sequence[str]) -> str:
    """Return the command line that these words make, quoted so that any common shell splits it into the same words."""
    quoted = []
    for word in words:
        plain = shlex.quote(word)
        quoted.append(plain if plain == word or any(sign in word for sign in '"\\$`!%\n') else f'"{word}"')
    return " ".join(quoted)
