"""`cardgen studio` in a process of its own, as people start it, and a browser that says what it was started with."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

BROWSER = "import sys; from pathlib import Path; Path(sys.argv[1]).write_text(sys.argv[2])"
"""A browser that writes down its command line, as everybody on the computer can see it."""


class Program:
    """`cardgen studio` in a process and a household of its own; `address` is what it prints, `seen` the browser's."""

    def __init__(self, home, *words):
        self.seen = home.with_suffix(".seen")
        script = home.with_suffix(".py")
        script.write_text(BROWSER, "utf-8")
        parts = (Path(sys.executable), script, self.seen)
        browser = " ".join(f'"{part.as_posix()}"' for part in parts) + " %s"
        env = {**os.environ, "LIARSDECK_HOME": str(home), "BROWSER": browser}
        words = [sys.executable, "-m", "cardgen", "studio", "--quiet", *words]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env)
        self.address = self.process.stdout.readline().strip()
        self.port = urlsplit(self.address).port

    def kill(self):
        self.process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        self.process.wait(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
