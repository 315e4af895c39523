"""A terminal for tests: answers come from a list, and what is said is kept apart by who could see it."""

import contextlib
import io

from referee.console.terminal import Terminal


class FakeTerminal(Terminal):
    """Answers in turn; ``shared`` is what stood on the shared screen, ``private`` what one person saw alone."""

    def __init__(self, *answers, width=80, wipes=True):
        super().__init__(io.StringIO(), dumb=not wipes)
        self.answers = list(answers)
        self.columns = width
        self.private = ""
        self.shared = ""
        self.prompts = []
        self.wiped = 0

    @property
    def width(self):
        return self.columns

    @property
    def height(self):
        return 24

    def line(self, line="", style=""):
        self._keep(line + "\n")

    def ask(self, prompt, words=list, bar=()):
        self.prompts.append(prompt)
        self._keep(f"{prompt}\n")
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        if isinstance(answer, type):
            raise answer
        if callable(answer):
            answer = answer(list(words()))
        return answer

    def secret(self, prompt):
        return self.ask(prompt)

    @contextlib.contextmanager
    def alone(self):
        self._alone = True
        try:
            yield
        finally:
            self._alone = False
            self.wiped += 1

    def wipe(self):
        self.wiped += 1

    def _keep(self, text):
        if self._alone:
            self.private += text
        else:
            self.shared += text
