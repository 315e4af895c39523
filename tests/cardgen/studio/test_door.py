"""The studio's door: keys that work once, and what others on this computer can't do with all that they see of it."""

import contextlib
import json
import re
import sys
import time
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from cardgen.studio.room import kept_file
from tests.cardgen.studio.program import Program
from tests.cardgen.studio.shop import Shop, asked, bare, came_in
from tests.cardgen.studio.squatter import Squatter
from tests.programs import ran


def test_only_this_computer_is_heard_and_no_other_site(shop):
    port = shop.studio.entrance.port
    assert shop.studio.listening.getsockname()[0] == "127.0.0.1"
    assert shop.ask()[0] == 200
    assert shop.ask(Host=f"localhost:{port}")[0] == 200
    for name in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"192.168.1.2:{port}", "127.0.0.1:1"):
        assert shop.ask(Host=name)[0] == 421
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", "http://127.0.0.1:1"):
        assert shop.ask("do/game", {"game": "lizard"}, Origin=origin)[0] == 403
    assert shop.ask("do/game", {"game": "lizard"}, Sec_Fetch_Site="cross-site")[0] == 403
    assert not shop.making.game
    kept = shop.ask()[1]
    assert kept["cache-control"] == "no-store"
    assert "default-src 'none'" in kept["content-security-policy"]


def test_a_key_is_exchanged_once_for_a_cookie_of_this_port_and_path(shop):
    address = shop.address("own")
    assert asked(address, method="HEAD")[0] == 403
    assert asked(address, {"deck": "x.csv"})[0] == 403
    assert asked(address, Sec_Fetch_Site="cross-site")[0] == 403
    assert asked(address, Host="evil.example")[0] == 421
    status, headers, _ = asked(address)
    assert status == 200, "what was refused has not used the key"
    assert urljoin(address, headers["refresh"].partition("=")[2]) == f"{shop.url}own"
    cookie, _, said = headers["set-cookie"].partition("; ")
    assert cookie.partition("=")[0] == f"liarsdeck-studio-{shop.studio.entrance.port}"
    path = urlsplit(shop.url).path
    assert sorted(said.lower().split("; ")) == ["httponly", f"path={path.lower()}", "samesite=strict"]
    assert asked(shop.url, Cookie=cookie)[0] == 200
    theirs = cookie.partition("=")[0] + "=x"
    assert asked(shop.url, Cookie=f"{theirs}; {cookie}; {theirs}")[0] == 200, "a program at another port set one too"


def test_a_key_that_comes_twice_opens_nothing_and_its_holder_may_shut_the_first_out(shop):
    address = shop.address()
    _, first = came_in(address)
    status, headers, page = asked(address)
    assert (status, "set-cookie" in headers, "refresh" in headers) == (403, False, False)
    assert b"another browser has used it: call <code>cardgen studio</code>" in page
    assert shop.url.rsplit("/", 2)[1].encode() not in page
    assert asked(shop.url, Cookie=first)[0] == 200, "the first browser works on"
    shut = urljoin(address, re.search(rb'action="([^"]+)"', page)[1].decode())
    assert asked(shut, {}, Sec_Fetch_Site="cross-site")[0] == 403
    assert asked(shut.replace("/shut", "x/shut"), {})[0] == 403
    assert asked(shop.url, Cookie=first)[0] == 200, "no other site closes it, and nobody without the key"
    assert b"What that address opened is closed." in asked(shut, {})[2]
    assert asked(shop.url, Cookie=first)[0] == 403
    assert asked(address)[0] == 403
    assert shop.ask()[0] == 200, "other browsers work on"


def test_a_part_of_what_it_takes_opens_nothing(shop):
    name, _, value = shop.cookie.partition("=")
    address, port = shop.address(), shop.studio.entrance.port
    key = address.rsplit("/", 2)[1]
    for cookie in ("", name, f"{name}=", f"{name}={value[:-1]}", f"liarsdeck-studio-1={value}", f"{name}={key}"):
        status, headers, page = asked(shop.url, Cookie=cookie)
        assert (status, "set-cookie" in headers) == (403, False), cookie
        assert b"</code> again, which opens your kit here" in page
        assert asked(f"{shop.url}do/game", {"game": "lizard"}, Cookie=cookie)[0] == 403
    here = f"http://127.0.0.1:{port}"
    other = "B" if key[0] == "A" else "A"
    for path in (
        "/",
        "/guests",
        f"{shop.url[len(here) : -2]}/",
        f"/{other}{key[1:]}/",
        f"/{key[:12]}/",
        f"/%C3%A9{key[1:]}/",
    ):
        assert asked(f"{here}{path}", Cookie=shop.cookie)[0] == 403, path
    assert not shop.making.game
    assert asked(address)[0] == 200


def test_a_second_one_opens_the_first_and_asks_nobody(shop, tmp_path):
    deck = tmp_path / "birds.csv"
    deck.write_text("name\nPuffin\n", "utf-8")
    found = []
    for words in ((), (deck,)):
        done = ran("cardgen", "studio", "--no-open", *words)
        assert done.returncode == 0, done.stderr
        assert "open already" in done.stderr
        found.append(came_in(done.stdout.strip()))
    (start, cookie), (own, _) = found
    assert (start, own) == (shop.url, f"{shop.url}own")
    assert asked(start, Cookie=cookie)[0] == 200
    assert shop.making.deck == str(deck)
    done = ran("cardgen", "studio", "--no-open", tmp_path / "none.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no deck file" in done.stderr
    done = ran("cardgen", "studio", "--no-open", "--port", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"open already, at port {shop.studio.entrance.port}" in done.stderr


def test_who_reads_the_browsers_command_line_reads_no_file_by_it(household, tmp_path):
    """The address is used by the browser that it was for; another user sees it in the list of programs."""
    private = tmp_path / "private.csv"
    private.write_text("account,password\nbank,hunter2\n", "utf-8")
    with Program(household / "seen") as program:
        url, cookie = came_in(until(program.seen.read_text))
        seen = program.seen.read_text("utf-8")
        assert program.address != seen
        assert asked(url, Cookie=cookie)[0] == 200
        for path, form in (
            ("", None), ("do/game", {"game": "liars-lair"}), ("own/open", {"deck": str(private)}),
            ("own/deck.pdf", None), ("own/export/png.zip", None), ("end", {}),
        ):  # fmt: skip
            status, headers, body = asked(seen + path, form)
            assert (status, "set-cookie" in headers) == (403, False), path
            assert b"hunter2" not in body
        assert str(private) not in (household / "seen" / "studio.json").read_text("utf-8")
        lock = household / "seen" / "locks" / "studio.lock"
        assert sys.platform == "win32" or lock.stat().st_mode & 0o077 == 0
        url, cookie = came_in(program.address)
        asked(f"{url}end", {}, Cookie=cookie)
        assert program.process.wait(60) == 0
        assert not lock.exists()


def test_who_listens_where_a_killed_studio_was_hears_nothing_and_the_kit_is_there(household):
    """What drew is gone with its studio, and the second ends by its button."""
    home = household / "squatted"
    with Program(home, "--no-open") as first:
        url, cookie = came_in(first.address)
        asked(f"{url}do/game", {"game": "lizard", "step": "guests"}, Cookie=cookie)
        asked(f"{url}do/words", {"deck-theme": "seaside", "step": "look"}, Cookie=cookie)
        assert "--deck-theme seaside" in bare(asked(f"{url}look", Cookie=cookie)[2].decode())
        drawing = children(first.process.pid)
        assert drawing or sys.platform != "linux"
        unused = ran("cardgen", "studio", "--no-open", env={"LIARSDECK_HOME": str(home)}).stdout.strip()
        first.kill()
    with Squatter(first.port) as squatter, Program(home, "--no-open") as second:
        assert squatter.heard == []
        assert second.port != first.port
        here = f"http://127.0.0.1:{second.port}/"
        for old in (url, unused, first.address):
            assert asked(here + old.split("/", 3)[3], Cookie=cookie)[0] == 403
        url, cookie = came_in(second.address)
        after = asked(f"{url}look", Cookie=cookie)[2].decode()
        assert "--deck-theme seaside" in bare(after)
        end = re.search(r'<form method="post" action="([^"]+)"><button class="link">Close the studio', after)
        assert b"<h1>Closed.</h1>" in asked(urljoin(url, end[1]), {}, Cookie=cookie)[2]
        assert second.process.wait(60) == 0
        assert not any(map(alive, drawing))
        assert squatter.heard == []


def test_each_run_has_another_port_and_the_old_one_says_what_to_do(household, monkeypatch):
    """Who listened at the old port may have left a program in the browser, which hears all that comes there."""
    monkeypatch.setenv("LIARSDECK_HOME", str(household / "twice"))
    kept_file().parent.mkdir()
    old = {"port": 0, "secret": "a-secret-of-an-earlier-version", "making": {"game": "lizard", "players": 4}}
    kept_file().write_text(json.dumps(old), "utf-8")
    one = Shop(None)
    assert one.making.game == "lizard"
    assert asked(urljoin(one.url, f"/{old['secret']}/"))[0] == 403
    assert "secret" not in kept_file().read_text("utf-8")
    unused = one.address()
    one.stop()
    two = Shop(None)
    try:
        assert two.url.split("/")[2:] != one.url.split("/")[2:]
        assert two.studio.entrance.port != one.studio.entrance.port
        for address in (f"{one.url}guests", unused, one.url.replace(urlsplit(one.url).path, urlsplit(two.url).path)):
            for cookie in (one.cookie, two.cookie):
                status, headers, page = asked(address, Cookie=cookie)
                assert (status, "set-cookie" in headers) == (403, False)
                assert b"</code> again, which opens your kit here" in page
        fresh = urlsplit(two.address()).path
        assert asked(urljoin(one.url, fresh))[0] == 403
        assert asked(urljoin(two.url, fresh))[0] == 200, "a key is for the new port alone"
    finally:
        two.stop()


def until(look):
    """Return what a look returns that fails at first; for a minute, since a machine may be busy."""
    for _ in range(1200):
        with contextlib.suppress(OSError):
            if found := look():
                return found
        time.sleep(0.05)
    raise AssertionError("it did not come")


def children(number):
    """Return the processes that a process started and that run, where the system says."""
    found = Path(f"/proc/{number}/task/{number}/children")
    return found.read_text("ascii").split() if found.exists() else []


def alive(number):
    """Say whether a process runs still; one that has ended may wait for somebody to notice."""
    try:
        return Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
