"""Terminals for the console: a plain one by the standard library, a full one by prompt_toolkit."""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from liarsdeck import system
from liarsdeck.english import printable
from referee.core.text_layout import cells, wrap

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent
    from prompt_toolkit.output import Output

ENTER_ALTERNATE, LEAVE_ALTERNATE = "\x1b[?1049h", "\x1b[?1049l"
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen, then what scrolled off it (3J), so that nothing can be scrolled back to
MOMENT_S, CARD_S = 0.8, 2.5  # that a bot seems to think, and that its printed card takes people to move
_TYPED = 8  # cells beside a prompt that a person needs for typing
_STYLES = {"": "", "strong": "1", "no": "33", "soft": "2", "news": "36", "gone": "9;2"}

Words = Callable[[], Sequence[str]]


def _no_words() -> Sequence[str]:
    return ()


class Terminal:
    """A terminal that is read line by line: for ``--plain``, dumb terminals and screen readers.

    It writes to ``out`` (None: standard output). If ``dumb`` is True, the screen is never wiped, as the terminal does
    not understand escape codes; with None, the terminal of ``out`` is asked whether it does. With ``colour``, the
    styles of ``say`` are shown.
    """

    def __init__(self, out: TextIO | None = None, *, dumb: bool | None = None, colour: bool = False) -> None:
        self.out = out or sys.stdout
        self.dumb = not system.CURRENT_OS.obeys_escapes(self.out) if dumb is None else dumb
        self.colour = colour
        self._alone = False
        self._stale = False  # what was typed since the last question was typed while bots played

    @property
    def width(self) -> int:
        """The width for text in cells: that of the terminal, but at least 20 and at most 100."""
        return max(20, min(100, shutil.get_terminal_size((80, 24)).columns))

    @property
    def height(self) -> int:
        """The height of the terminal in lines."""
        return shutil.get_terminal_size((80, 24)).lines

    @property
    def wipes(self) -> bool:
        """Whether ``wipe`` can clear the screen; False on a dumb terminal."""
        return not self.dumb

    @property
    def live(self) -> bool:
        """Whether the table stays visible while people type; never on a plain terminal."""
        return False

    def say(self, text: str, style: str = "") -> None:
        """Print sentences, wrapped to the width.

        ``style`` is strong, no (a refusal), soft (grey), news, gone (struck through) or "" for plain text.
        """
        for line in wrap(printable(text, "\n"), self.width - 1, "  "):
            self.line(line, style)

    def line(self, line: str = "", style: str = "") -> None:
        """Print one line without wrapping it.

        ``style`` is strong, no (a refusal), soft (grey), news, gone (struck through) or "" for plain text.
        """
        code = _STYLES[style] if self.colour else ""
        self.out.write(f"\x1b[{code}m{line}\x1b[0m\n" if code and line else f"{line}\n")
        self.out.flush()

    def ask(self, prompt: str, words: Words = _no_words, bar: Sequence[str] = ()) -> str:  # noqa: ARG002
        """Return what is typed after ``prompt``.

        ``words`` returns completions for Tab, and ``bar`` is shown below the prompt; a plain terminal has neither.
        Raises ``EOFError`` at the end of the input, and ``KeyboardInterrupt`` at Ctrl-C.
        """
        prompt = self._fitting(prompt)
        self._forget()
        with system.CURRENT_OS.echo(shown=True):
            self.out.write(prompt)
            self.out.flush()
            line = sys.stdin.readline()
        if not line:
            self.out.write("\n")
            raise EOFError
        return line.rstrip("\r\n")

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Return a context manager in whose block typed keys are echoed only while a question is asked."""
        with system.CURRENT_OS.echo(shown=False):
            yield

    def wait(self, *, card: bool) -> None:  # noqa: ARG002
        """Let the next question discard all keys that were typed before it; a plain terminal does not wait.

        ``card`` has no effect here. In a ``FullTerminal`` it makes the wait longer.
        """
        self._stale = True

    def _forget(self) -> None:
        """Discard keys that were typed while bots played, so that they do not answer the next question.

        Nothing is discarded unless ``wait`` was called since the last question.
        """
        if self._stale:
            self._stale = False
            system.CURRENT_OS.drop_typed()

    def remember(self, text: str) -> None:
        """Do nothing, as a plain terminal has no history.

        A ``FullTerminal`` adds ``text``, which must not hold secrets, to the history that the key ↑ goes back in.
        """

    def _fitting(self, prompt: str) -> str:
        """Return the prompt to print on the line on which the answer is typed.

        This is ``prompt`` if it leaves enough room for typing. If it does not, ``prompt`` is printed on lines of its
        own, and the result is “> ”.
        """
        if cells(prompt) <= self.width - _TYPED:
            return prompt
        self.say(prompt.rstrip(" >"), "strong")
        return "> "

    def page(self, lines: Sequence[str]) -> None:
        """Print ``lines``, and pause after each screenful until Enter is pressed.

        If anything else is typed before Enter, the rest is not printed.
        """
        room = max(5, self.height - 2)
        for place in range(0, len(lines), room):
            for line in lines[place : place + room]:
                self.line(line)
            if place + room < len(lines) and self.ask("Enter: more · q: enough ").strip():
                return

    def secret(self, prompt: str) -> str:
        """Return a line that is typed after ``prompt`` without echo.

        Raises ``EOFError`` at the end of the input, and ``KeyboardInterrupt`` at Ctrl-C.
        """
        import warnings

        self._forget()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return system.CURRENT_OS.read_secret(prompt)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Return a context manager in whose block one person's secrets are on the alternate screen.

        This screen is wiped before and after the block. On a dumb terminal, the context manager does nothing.
        """
        if self.dumb:
            yield
            return
        self._write(ENTER_ALTERNATE + WIPE)
        self._alone = True
        try:
            yield
        finally:
            self._alone = False
            self._write(WIPE + LEAVE_ALTERNATE + WIPE)

    def wipe(self) -> None:
        """Wipe the screen and its scrollback, if the terminal can."""
        if not self.dumb:
            self._write(WIPE)

    def restore(self) -> None:
        """Leave the alternate screen, in which a killed referee may have left the terminal."""
        if not self.dumb:
            self._write(LEAVE_ALTERNATE + WIPE)

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # a terminal that is gone shows nothing either
            self.out.write(text)
            self.out.flush()


class FullTerminal(Terminal):
    """A terminal with line editing, history and completion, which shows the table below the prompt.

    With ``colour``, text is styled and coloured. ``prompt_input`` and ``prompt_output`` are the Input and the Output of
    prompt_toolkit; None means those of the real terminal.
    """

    def __init__(
        self, *, colour: bool, prompt_input: "Input | None" = None, prompt_output: "Output | None" = None
    ) -> None:
        super().__init__(colour=colour)
        from prompt_toolkit.input.defaults import create_input
        from prompt_toolkit.output.defaults import create_output

        self._input = prompt_input or create_input()
        self._output = prompt_output or create_output()
        self._remembered: list[str] = []  # what ↑ brings back, the newest last: no secret is ever among it

    @property
    def live(self) -> bool:
        """Whether the terminal has room for the table below the prompt (16 lines or more)."""
        return self.height >= 16

    def ask(self, prompt: str, words: Words = _no_words, bar: Sequence[str] = ()) -> str:
        """Return what is typed after ``prompt``.

        ``words`` returns completions for Tab, and ``bar`` is shown below the prompt. Raises ``EOFError`` at the end of
        the input, and ``KeyboardInterrupt`` at Ctrl-C.
        """
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import FormattedText
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        prompt = self._fitting(prompt)
        session = self._session(InMemoryHistory([] if self._alone else self._remembered))
        text = "\n".join(bar[: max(0, self.height - 6)])
        return str(
            session.prompt(
                FormattedText([("bold" if self.colour else "", prompt)]),
                completer=WordCompleter(lambda: list(words()), ignore_case=True, sentence=True),
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,  # said above the prompt: below it stands the table
                bottom_toolbar=FormattedText([("noreverse", text)]) if text else None,
                reserve_space_for_menu=0,
                pre_run=self._forget,
            )
        )

    def wait(self, *, card: bool) -> None:
        """Wait as long as a person thinks before acting, so that people can follow a bot.

        With ``card`` it waits longer, so that people can move the printed card that the bot plays. The next question
        discards all keys that were typed before it.
        """
        super().wait(card=card)
        time.sleep(CARD_S if card else MOMENT_S)

    def _forget(self) -> None:
        """Discard keys that were typed while bots played, or that were pasted after the last answer.

        Nothing is discarded unless ``wait`` was called since the last question.
        """
        from prompt_toolkit.input.typeahead import clear_typeahead

        if self._stale:
            clear_typeahead(self._input)
        super()._forget()

    def remember(self, text: str) -> None:
        """Add a text without secrets to the history (the key ↑)."""
        if text.strip() and self._remembered[-1:] != [text]:
            self._remembered.append(text)

    def secret(self, prompt: str) -> str:
        """Return a line typed after ``prompt``; the terminal shows an asterisk for each character.

        Raises ``EOFError`` at the end of the input, and ``KeyboardInterrupt`` at Ctrl-C.
        """
        from prompt_toolkit.history import DummyHistory

        return str(self._session(DummyHistory()).prompt(prompt, is_password=True, pre_run=self._forget))

    def _session(self, history: "History") -> "PromptSession[str]":
        from prompt_toolkit import PromptSession
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.styles import Style

        keys = KeyBindings()

        @keys.add("c-c")
        def _stop(event: "KeyPressEvent") -> None:
            """Handle Ctrl-C: clear what was typed, or raise ``KeyboardInterrupt`` if there is nothing."""
            if event.current_buffer.text:
                event.current_buffer.reset()
            else:
                event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

        return PromptSession(
            key_bindings=keys,
            history=history,
            input=self._input,
            output=self._output,
            color_depth=None if self.colour else ColorDepth.DEPTH_1_BIT,
            style=Style.from_dict({"bottom-toolbar": "noreverse", "bottom-toolbar.text": "noreverse"}),
        )


def terminal(*, plain: bool) -> Terminal:
    """Return a terminal for standard input and output.

    With ``plain``, or if standard output does not understand escape codes, it is a plain ``Terminal``; otherwise it is
    a ``FullTerminal``.
    """
    lines = Terminal()
    return lines if plain or lines.dumb else FullTerminal(colour=not os.environ.get("NO_COLOR"))
