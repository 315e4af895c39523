"""What a hosted table sends: every body that phones, the big screen and other programs get through an evening.

Run as ``python evening.py OUT GAME SEED TAPS``: a table whose seed is chosen is hosted in a process of its own, and
seated players tap what a seeded chance chooses among their legal lines. Every body stands in ``OUT/GAME-SEED.jsonl``
behind what was asked and by whom, less what chance alone makes: keys, words, ports, times of day, seals, hashes.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any

from factbank import write_facts
from factbank.deal.deal import Wish, new_facts

NAMES = {"liars-lair": 4, "liars-guess": 2, "lizard": 3, "red-and-black": 2, "liar-poker": 2}
SEATS = ("Ann", "Bob", "Cat", "Dan")
OPTIONS = {"liars-lair": ("each=2",), "lizard": ("rounds=4",), "liar-poker": ("chips=60",)}
MASKS = (
    (re.compile(r"127\.0\.0\.1:\d+"), "HERE"),
    (re.compile(r"\b\d\d:\d\d\b"), "TIME"),
    (re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3,}\b"), "SEAL"),
    (re.compile(r"\?[0-9a-f]{10}\b"), "?MARK"),
    (re.compile(r'data-once="[^"]*"'), "data-once"),
    (re.compile(r"\b\w{7}-\w{4}\b(?=[^\"]*</)"), "WORD"),
    (re.compile(r"\b\d{1,2} \w+ 20\d\d\b"), "DAY"),
)


class Browser:
    """One client, with its cookies."""

    def __init__(self, url: str, name: str, out: Any) -> None:
        self.url, self.name, self.out, self.cookies = url, name, out, dict[str, str]()

    def ask(self, path: str, body: object = None, *, keep: bool = True) -> Any:
        """Ask, write down what came, and return it: JSON read, or text."""
        signs = {"cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())}
        data = None
        if body is not None:
            data, signs["content-type"] = json.dumps(body).encode(), "application/json"
        path = path if path.startswith("/") else f"/api/v1/{path}"
        while True:
            try:
                answer = urllib.request.urlopen(urllib.request.Request(self.url + path, data, signs))
            except urllib.error.HTTPError as error:
                answer = error
            if answer.status != 429:  # else a guest in a hurry waits
                break
            time.sleep(0.1)
        for kept in SimpleCookie(answer.headers["set-cookie"] or "").values():
            self.cookies[kept.key] = kept.value
        text = answer.read().decode()
        if keep:
            masked = text
            for pattern, instead in MASKS:
                masked = pattern.sub(instead, masked)
            print(json.dumps([self.name, path, answer.status, masked]), file=self.out)
        return json.loads(text) if text[:1] in "{[" else text


def main(out: Path, game: str, seed: int, taps: int) -> None:
    """Play an evening of a game."""
    rng, names = Random(f"{game}/{seed}"), SEATS[: NAMES[game]]
    with tempfile.TemporaryDirectory() as home, (out / f"{game}-{seed}.jsonl").open("w") as file:
        env = os.environ | {"LIARSDECK_HOME": home, "TZ": "UTC", "COLUMNS": "80"}
        referee = [sys.executable, "-m", "referee"]
        facts = []
        if game == "liars-lair":
            write_facts(new_facts(Wish(pairs=2 * len(names), seed=seed)).facts, Path(home) / "facts.json")
            facts = ["--facts", f"{home}/facts.json"]
        seats = [word for name in names for word in ("--seat", name)]
        options = [word for option in OPTIONS.get(game, ()) for word in ("--option", option)]
        command = [*referee, "new", game, *seats, *options, *facts, "--seed", f"net {seed}"]
        subprocess.run(command, env=env, input="", capture_output=True, text=True, check=False)
        host = [*referee, "host", "--table", "1", "--deal", "--bind", "127.0.0.1", "--port", "0", "--json", "--no-open"]
        process = subprocess.Popen(host, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            _play(said, names, rng, taps, file)
        finally:
            process.terminate()
            process.wait(20)


def _play(said: dict[str, str], names: tuple[str, ...], rng: Random, taps: int, file: Any) -> None:
    url = said["address"]
    big = Browser(url, "host", file)
    big.ask("join", {"host": said["host"]}, keep=False)
    big.ask("phone", {"seats": list(names)})
    phones = {}
    for name in names:
        phones[name] = Browser(url, name, file)
        phones[name].ask("/")
        phones[name].ask("join", {"word": said["word"]}, keep=False)
        phones[name].ask("/part/phone")
        phones[name].ask("claim", {"seat": name, "pin": "4711"})
    for path in ("/rules", "/teach", "/laptop"):
        big.ask(path)
    for tap in range(taps):
        table = big.ask("table")
        big.ask("/part/screen")
        big.ask("/part/laptop")
        for phone in phones.values():
            for path in ("/part/phone", "/part/hand", *(("/part/menu",) if tap % 7 == 0 else ()), "seat"):
                phone.ask(path)
        if table["over"]:
            break
        due = [turn["seat"] for turn in table["next"] if turn["seat"]]
        if not due:
            break
        name = rng.choice(due)
        seat = phones[name].ask("seat", None, keep=False)
        lines = seat["legal"] or [_of_fields(rng, name, verb, fields) for verb, fields in seat["verbs"].items()]
        if rng.random() < 0.2:
            words = rng.choice(lines).split()
            words[-1] = rng.choice(("7", "Ah", "none"))
            phones[name].ask("line", {"line": " ".join(words), "key": f"wrong-{tap}", "seen": table["seq"]})
        line = rng.choice(lines)
        phones[name].ask("/part/confirm", {"line": line})
        phones[name].ask("line", {"line": line, "key": f"tap-{tap}", "seen": table["seq"]})
        if tap % 11 == 10:
            big.ask("undo", {})
    for path in ("/story", "reveal", "/part/reveal", "/part/screen"):
        big.ask(path)
    big.ask("end", {})
    for browser in (big, *phones.values()):
        browser.ask("/part/phone")
    big.ask("/part/screen")


def _of_fields(rng: Random, name: str, verb: str, fields: list[dict[str, Any]]) -> str:
    words = [verb]
    for field in fields:
        if field["among"]:
            words += [field["before"], *rng.sample(field["among"], max(1, field["fewest"]))]
    return f"{name}: {' '.join(word for word in words if word)}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
