"""`cardgen kit --ask`: phones of the household write facts, and Enter prints them."""

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request

from factbank import factfile
from referee.host.hosting import lobbies
from referee.store.journal import Journal

LINE = [sys.executable, "-m", "cardgen", "kit", "liars-lair", "--ask", "--each", "2"]


class Phone:
    """A phone that joined by the word and sat down."""

    def __init__(self, address, word, name):
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener, self.address = urllib.request.build_opener(jar), address
        self.post("join", word=word)
        self.post("claim", seat=name, pin="4711")

    def ask(self):
        with self.opener.open(f"http://{self.address}/api/v1/ask") as answer:
            return json.load(answer)["write"]

    def post(self, what, **body):
        sent = urllib.request.Request(
            f"http://{self.address}/api/v1/{what}", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        try:
            with self.opener.open(sent) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code


def opened(*more):
    """Start the program; return it with the address and word that it says."""
    program = subprocess.Popen(
        [*LINE, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", env=dict(os.environ),
    )  # fmt: skip
    said = ""
    while not said.endswith("goes on with it.\n"):
        line = program.stderr.readline()
        assert line, said
        said += line
    port, word = re.search(r"or type\s+\S+:(\d+)\s+and the word\s+(\S+)", said).groups()
    return program, f"127.0.0.1:{port}", word


def test_phones_write_and_enter_prints_also_after_a_crash(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    program, address, word = opened("-o", str(tmp_path / "kit"))
    names = ("Ann", "Bob", "Cat", "Dan")
    phones = {name: Phone(address, word, name) for name in names}
    for phone in phones.values():
        phone.ask()
    assert phones["Ann"].post("ask", no=phones["Ann"].ask()["no"], text="a 🐙") == 422, "paper has no emoji"
    for at, thing in enumerate(("tuba", "goose", "harbour", "wrong moon")):
        for name, phone in phones.items():
            assert phone.post("ask", no=phone.ask()["no"], text=f"the {thing} of {name} number {at}") == 200
    program.kill()
    program.communicate()
    program, address, _ = opened("-o", str(tmp_path / "kit"))
    out, said = program.communicate("\n", timeout=300)
    assert program.returncode == 0, said
    assert "16 endings came in" in said
    assert out.strip() == str(tmp_path / "kit")
    facts = factfile.read(tmp_path / "kit" / "facts.json")
    assert len(facts.pairs) == 8
    assert {pair.guest for pair in facts.pairs if any(card.by for card in pair.cards)} <= set(names)
    assert len(facts.writers) >= 8
    with Journal(tmp_path / "home" / "tables.sqlite") as journal:
        assert lobbies(journal) == [], "what was printed is not kept as a lobby"


def test_ask_is_for_new_facts():
    done = subprocess.run([*LINE, "--kit", "K7Q4-9M"], capture_output=True, text=True, check=False)
    assert (done.returncode, "--ask is for new facts" in done.stderr) == (2, True)
