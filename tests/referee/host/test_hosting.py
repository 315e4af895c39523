"""Where a table is hosted, and two in one household: each has its own lobby, cookie and port, and finds them again."""

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.cookies import SimpleCookie

import msgspec
import pytest

from referee.host.hosting import Hosting, address_of, hosting_of, is_any, new_word
from referee.store.journal import Journal, JournalError
from tests.referee.host.windows import Table
from tests.referee.host.wire import lobby
from tests.referee.program import referee, refused


class Guest:
    """A browser on 127.0.0.1: it sends every cookie to every port, as all browsers do."""

    def __init__(self, **cookies):
        self.cookies = cookies

    def ask(self, url, name, **body):
        signs = {"cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())}
        signs |= {"content-type": "application/json"} if body else {}
        data = json.dumps(body).encode() if body else None
        try:
            answer = urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1/{name}", data, signs))
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())
        for kept in SimpleCookie(answer.headers["set-cookie"] or "").values():
            self.cookies[kept.key] = kept.value
        return answer.status, json.loads(answer.read())

    def sits(self, url, word, name):
        """Join, and take a seat."""
        assert self.ask(url, "join", word=word)[0] == 200
        assert self.ask(url, "claim", seat=name, pin="4711")[0] == 200
        return self

    def seats(self, url):
        """Return the names at a table, None where nobody knows this browser."""
        status, found = self.ask(url, "table")
        return [one["seat"] for one in found["seats"]] if status == 200 else None


class Hosted:
    """`referee host` in a process of its own."""

    def __init__(self, *args, bind="127.0.0.1"):
        command = [sys.executable, "-m", "referee", "host", *args, "--bind", bind, "--json"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        said = json.loads(line)
        self.url, self.word, self.key, self.port = said["address"], said["word"], said["host"], said["port"]

    def kill(self):
        self.process.kill()
        return self.process.communicate()[1]


@pytest.fixture
def start(household):
    made = []

    def started(*args, **how):
        made.append(Hosted(*args, **how))
        return made[-1]

    yield started
    for one in made:
        if one.process.poll() is None:
            one.kill()


@pytest.fixture
def found(host, capsys):
    """Host in this process what was left: return the hosting, and what is said of the rest."""

    def again(*args):
        capsys.readouterr()
        table = host(*args, kind=Table)
        return table.hosted.hosting, capsys.readouterr().err

    return again


def left(household, name, *, ago=0.0):
    """Leave a lobby in which somebody sits, some seconds ago; return its hosting."""
    evening = lobby(household)
    if name:
        evening.seated(name)
    evening.now = time.time() - ago
    evening.journal.keep_hosting(evening.hosting.id, 0, msgspec.json.encode(evening.hosting))
    evening.close()
    return evening.hosting


@pytest.mark.parametrize("data", [b"{}", b'{"format": 1, "word": "\xff"}', b'{"\xff": 1}', b"\xff"])
def test_a_damaged_hosting_is_as_none(tmp_path, data):
    with Journal(tmp_path / "tables.sqlite") as journal:
        journal.keep_hosting("one", 1, data)
        assert hosting_of(journal, 1) is None


def test_one_killed_in_its_lobby_finds_it_again_while_the_other_plays(start, household):
    first = start("liar-poker", "--deal", "--port", "0")
    second = start("lizard", "--deal", "--port", "0", bind="localhost")
    assert second.url == f"http://127.0.0.1:{second.port}"
    screen, both = Guest(), Guest()
    for one in (first, second):
        assert screen.ask(one.url, "join", host=one.key)[0] == 200
    guests = [Guest().sits(first.url, first.word, name) for name in ("Ann", "Bob")]
    zed = Guest().sits(second.url, second.word, "Zed")
    both.sits(second.url, second.word, "Yan").ask(first.url, "join", word=first.word)
    assert screen.ask(first.url, "begin", now=True)[0] == 200, "the other's cookie took the place of this one's"
    assert guests[0].seats(first.url) == both.seats(first.url) == ["Ann", "Bob"]
    assert guests[0].ask(first.url, "seat")[1]["hidden"]["hands"]["Bob"] == ["?"] * 5

    second.kill()
    again = start()
    assert (again.word, again.url) == (second.word, second.url), "not its own lobby, or not at its own port"
    assert zed.seats(again.url) == both.seats(again.url) == ["Zed", "Yan"]
    assert screen.ask(again.url, "bot", seat="Xenia")[0] == 200, "the screen is not the host's any more"
    assert screen.ask(again.url, "begin", now=True)[0] == 200
    assert both.ask(again.url, "seat")[1]["seat"] == "Yan", "somebody had to join again"
    assert guests[1].ask(first.url, "seat")[1]["seat"] == "Bob"

    first.kill()  # the table of the other was begun later, and is open
    once_more = start()
    assert (once_more.word, once_more.url) == (first.word, first.url)
    assert guests[1].ask(first.url, "seat")[1]["seat"] == "Bob"
    said = once_more.kill()
    assert f"Another referee keeps table 2 (hosted at {second.url})" in said
    with Journal() as journal:
        assert journal.hostings(0) == []


def test_the_same_command_goes_on_with_an_evening_that_was_cut_off(start, household):
    command = ("liar-poker", "--deal", "--port", "0")
    first = start(*command)
    screen = Guest()
    assert screen.ask(first.url, "join", host=first.key)[0] == 200
    ann, bob = (Guest().sits(first.url, first.word, name) for name in ("Ann", "Bob"))
    assert screen.ask(first.url, "begin", now=True)[0] == 200
    assert "cut off" not in referee("tables").stdout
    held = f"Another referee keeps table 1 (hosted at {first.url})"
    refused(referee("resume"), f"referee: {held}: close it there, or look on with --watch.")
    seen = ann.ask(first.url, "seat")[1]
    tap = {"line": "Ann: bets small", "key": "tap-1", "seen": seen["seq"]}
    done = ann.ask(first.url, "line", **tap)
    assert done[0] == 200
    first.kill()
    listed = referee("tables")
    assert listed.stdout.endswith("Ann, Bob  cut off\n")
    assert listed.stderr == "Table 1 was cut off. To go on with it: referee host --table 1\n"
    assert json.loads(referee("tables", "--json").stdout)[0]["cut_off"] is True
    said = start(*command).kill()  # where nobody can answer
    assert "Liar Poker of Ann and Bob was cut off at " in said
    assert said.endswith("To go on with it: referee host --table 1\n")
    pty = pytest.importorskip("pty")
    keyboard, terminal = pty.openpty()
    asked = subprocess.Popen(
        [sys.executable, "-m", "referee", "host", *command, "--bind", "127.0.0.1", "--no-open"],
        stdin=terminal, stdout=subprocess.PIPE, stderr=terminal, text=True,
    )  # fmt: skip
    question = b""
    while b"Go on with it? [Y/n]:" not in question:
        question += os.read(keyboard, 500)
    os.write(keyboard, b"\n")
    shown = [*iter(asked.stdout.readline, "Ctrl-C: everything is saved\n")]
    assert "Everybody on this Wi-Fi: point a camera at this.\n" in shown
    assert sum("█" in one for one in shown) > 8, "no code to scan"
    address, word = re.search(r"^  or type  (\S+)  and the word  (\S+)$", "".join(shown), re.MULTILINE).groups()
    assert re.fullmatch(rf"The big screen: http://{re.escape(address)}/screen#\S{{32}}\n", shown[-1])
    url = f"http://{address}"
    assert word == first.word
    assert [guest.seats(url) for guest in (ann, bob)] == [["Ann", "Bob"]] * 2
    assert ann.ask(url, "line", **tap) == done, "the same tap is done once"
    after = ann.ask(url, "seat")[1]
    assert after["hidden"]["hands"] == seen["hidden"]["hands"]
    assert after["next"] == [{"seat": "Bob", "verbs": ["bets", "folds"]}]
    asked.terminate()
    asked.communicate()
    os.close(keyboard)
    os.close(terminal)
    assert "cut off" not in referee("tables").stdout, "it was gone on with, and ended in order"


def test_a_table_whose_evening_went_on_leads_to_the_newest_one(household, host, capsys):
    evening = lobby(household, "lizard", options='{"rounds": 1}', deals=True, moment_s=0)
    owner, _ = evening.host(), evening.seated("Ann", "Bob", "Cat")
    assert owner.post("begin").status == 200
    evening.play_on()
    assert owner.post("lobby").status == 200
    evening.close()
    for stage, newest, said in ((1, 0, "its lobby"), (2, 2, "table 2")):
        table = host("--table", "1", kind=Table)
        assert (table.hosted.hosting.id, table.hosted.hosting.table) == (evening.hosting.id, newest)
        assert f"Table 1 is over. Its evening went on: this is {said}." in capsys.readouterr().err
        screen = Guest()
        assert screen.ask(table.url, "join", host=table.key)[0] == 200
        assert stage == 2 or screen.ask(table.url, "begin", now=True)[0] == 200
        table.stop()


def test_the_newest_lobby_that_is_open_nowhere_is_gone_on_with_and_the_others_are_said(household, found):
    left(household, "Old", ago=9000)
    new = left(household, "New", ago=60)
    live = lobby(household)
    live.seated("Live")
    hosting, said = found()
    assert (hosting.word, hosting.id) == (new.word, new.id)
    assert "a lobby of Lizard (Old)" in said
    assert said.count("\n") == 1
    next_one, said = found()
    assert [chair.name for chair in next_one.chairs] == ["Old"]
    assert said == ""
    fresh, said = found()
    assert (fresh.chairs, said) == ([], "")
    assert len({hosting.id, next_one.id, fresh.id, live.hosting.id}) == 4


def test_a_table_and_a_lobby_were_left_and_the_later_one_is_gone_on_with(household, found):
    old = left(household, "Old", ago=9000)
    evening = lobby(household)
    evening.seated("Ann", "Bob", "Cat")
    evening.now = time.time()
    assert evening.host().post("begin").status == 200
    evening.close()
    hosting, said = found()
    assert (hosting.word, hosting.table) == (evening.hosting.word, 1)
    assert "(Old)" in said
    hosting, _ = found()
    assert hosting.id == old.id


def test_a_table_that_is_open_elsewhere_is_said_and_another_begun(household, found):
    evening = lobby(household)
    evening.seated("Ann", "Bob", "Cat")
    assert evening.host().post("begin").status == 200
    hosting, said = found()
    assert (hosting.table, hosting.chairs) == (0, [])
    assert "keeps table 1 (hosted at http://127.0.0.1:7777)" in said


def test_lobbies_of_no_use_are_swept_and_an_open_one_is_not(household, found):
    for name, ago in (("", 60), ("Ago", 8 * 86_400), ("Late", 6 * 86_400)):
        left(household, name, ago=ago)
    ended = lobby(household)
    ended.seated("Ann")
    assert ended.host().post("end").status == 200
    ended.close()
    live = lobby(household)
    hosting, said = found("liar-poker")
    assert said == ""
    kept = {name for name, _, _ in live.journal.hostings(0)}
    assert ended.hosting.id not in kept
    names = {hosting.id, live.hosting.id}
    assert len(kept - names) == 1
    assert names < kept
    assert [chair.name for chair in found()[0].chairs] == ["Late"]


def test_a_strangers_lobby_names_no_file_outside(household, found):
    """Its id is part of the name of a lock, which is emptied and removed."""
    own = household / "project"
    own.mkdir()
    (own / "Cargo.lock").write_text("mine")
    with Journal() as journal:
        kept = json.loads(msgspec.json.encode(Hosting(new_word(), "", game="lizard")))
        for name in ("x/../../project/Cargo", "../project/Cargo", "..", "a;b=c"):
            journal.keep_hosting(name, 0, json.dumps(kept | {"id": name}).encode())
            with pytest.raises(JournalError, match="names a lock"):
                journal.hold_lobby(name)
    for game in ((), ("lizard",)):
        assert found(*game)[0].chairs == []
    assert [(path.name, path.read_text()) for path in own.iterdir()] == [("Cargo.lock", "mine")]
    assert {path.parent for path in household.rglob("*.lock")} == {household / "locks", own}


@pytest.mark.parametrize(("file", "number"), [("lobby.json", 0), ("1.json", 1)])
def test_a_hosting_of_the_version_before_opens_and_its_phones_go_on(household, host, file, number):
    """It was kept without an id, in a file; of a lobby, and of a table."""
    evening = lobby(household)
    ann = evening.seated("Ann", "Bob", "Cat")[0]
    assert not number or evening.host().post("begin").status == 200
    evening.close()
    with sqlite3.connect(household / "tables.sqlite") as journal:
        ((data,),) = journal.execute("SELECT data FROM hostings")
        journal.execute("DELETE FROM hostings")
    kept = json.loads(data)
    del kept["id"]
    (household / "hosting").mkdir()
    (household / "hosting" / file).write_text(json.dumps(kept))
    table = host(kind=Table)
    guest = Guest(liarsdeck=ann.cookie)
    assert guest.seats(table.url) == ["Ann", "Bob", "Cat"]
    own = guest.ask(table.url, "seat") if number else guest.ask(table.url, "claim", seat="Ann", pin="4711")
    assert (own[0], own[1]["seat"]) == (200, "Ann")
    assert not (household / "hosting" / file).exists()
    again = [name for name, _, _ in Journal().hostings(number)]
    assert again == [table.hosted.hosting.id], "another id at every start would make another cookie"


@pytest.mark.parametrize(
    ("bind", "means"),
    [
        ("*", "0.0.0.0"),
        ("", "0.0.0.0"),
        ("127.1", "127.0.0.1"),
        ("0", "0.0.0.0"),
        ("::", "::"),
        ("[::1]", "::1"),
        ("LocalHost", "127.0.0.1"),
    ],
)
def test_what_bind_means(bind, means):
    assert address_of(bind) == means
    assert is_any(means) == (means in {"0.0.0.0", "::"})


@pytest.mark.parametrize("bind", ["example.com", "127.0.0.1:80", "1.2.3.4.5", "ü", "a" * 300, "\0", "fe80::1%nope"])
def test_what_is_no_address_is_refused_in_a_sentence_and_no_name_is_looked_up(household, monkeypatch, bind):
    system = socket.getaddrinfo

    def looked_up(*names, flags=0, **more):
        assert flags & socket.AI_NUMERICHOST
        return system(*names, flags=flags, **more)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    refused(referee("host", "lizard", "--deal", "--bind", bind, "--json"), "192.168.1.20, or localhost, or *")


@pytest.mark.parametrize("bind", ["203.0.113.9", "2001:db8::1"])
def test_an_address_of_another_machine_is_refused_in_a_sentence(household, bind):
    refused(referee("host", "lizard", "--deal", "--bind", bind, "--json"), f"{bind} is no address of this machine")


def test_a_table_that_is_named_beside_a_game_is_gone_on_with_by_its_number_alone(household):
    refused(referee("host", "liars-lair", "--deal", "--table", 3, "--json"), "Table 3 has its game", "host --table 3")
