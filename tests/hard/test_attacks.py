"""The attacks would notice: each is led to something broken, and says so."""

import json
import os
import signal
import subprocess
import sys
from copy import copy
from pathlib import Path
from zlib import crc32

import pytest
from msgspec.structs import replace

from cardgen.layout import Box, SheetOptions, lay_out
from factbank import factfile
from factbank.deal.ledger import Ledger
from factbank.factfile import Card, Pair
from referee import games
from referee.host.session import HostedTable
from tests.bench.hard import channels, crash, ended, faults, lost, papers, plugins, secrets, sheets
from tests.bench.hard.mutate import Random
from tests.bench.hard.report import Report

SHORT = range(4, 44, 2)  # seeds of games that end as soon as they may
HIDING = [name for name in games.REGISTRY if any(verb.private for verb in games.game(name).verbs)]


def noticed(report, words):
    return any(words in fault for fault in report.faults)


@pytest.mark.parametrize("name", HIDING)
def test_a_game_that_shows_what_is_hidden(name):
    report = Report("leaks")
    leaky = copy(games.game(name))
    leaky.view = lambda state, _seat: state
    assert any(secrets._twice(leaky, seed, report) or noticed(report, "tells") for seed in SHORT)


@pytest.mark.parametrize("name", HIDING)
def test_a_record_that_masks_nothing(name):
    report = Report("leaks")
    leaky = copy(games.game(name))
    leaky.redact = lambda _state, action, _seat: action
    assert any(secrets._twice(leaky, seed, report) or noticed(report, "is read by everybody") for seed in SHORT)


def moved(spot, by):
    return replace(spot, trim=Box(spot.trim.x0 + by, spot.trim.y0, spot.trim.x1 + by, spot.trim.y1))


@pytest.mark.parametrize("sides", ["long", "short", "fold"])
def test_a_back_that_lies_elsewhere(sides):
    layout = lay_out(SheetOptions(sides=sides, cover=False, back_bleed_mm=0, bleed_mm=0))
    sheets.check(layout, 20)
    assert papers._targets(layout, Random(1)) < 0.06
    crooked = replace(layout, backs=tuple(moved(spot, 0.5) for spot in layout.backs))
    with pytest.raises(AssertionError):
        sheets.check(crooked, 20)
    seen = replace(layout, backs=tuple(replace(moved(s, 0.5), bleed=moved(s, 0.5).trim) for s in layout.backs))
    assert 0.1 < papers._targets(seen, Random(1)) < 0.25


def test_a_mark_on_a_card_and_ink_in_the_margin():
    layout = lay_out(SheetOptions(cover=False))
    trim = layout.fronts[0].trim
    mark = replace(layout.marks[0], x0=trim.x0, x1=trim.x1, y0=trim.y0 + 9, y1=trim.y0 + 9)
    with pytest.raises(AssertionError, match="a mark"):
        sheets.check(replace(layout, marks=(*layout.marks, mark)), 9)
    with pytest.raises(AssertionError, match="on a card"):
        papers._targets(replace(layout, marks=(*layout.marks, mark)), Random(1))
    outside = replace(mark, x0=0, x1=300, y0=2, y1=2)
    with pytest.raises(AssertionError, match="in the margin"):
        papers._targets(replace(layout, marks=(*layout.marks, outside)), Random(1))


def test_a_line_that_was_confirmed_and_is_gone(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    lines = ["dealer Ann\n", "trump 9h\n", "Bob: bids 0\n"]
    command = ["new", "lizard", "--seat", "Ann", "--seat", "Bob", "--seat", "Cat", "--option", "rounds=1"]
    assert crash.killed(command, lines, Random(1), None, to_the_end=True) == 3
    assert crash.stands(lines, 3, most=1) == ""
    assert crash.stands([*lines[:2], "Bob: bids 1\n"], 3, most=1) == "other lines stand"
    assert crash.stands(lines, 4, most=1) == "4 were confirmed, 3 stand"


def test_a_room_that_a_signal_leaves_and_a_reservation_that_stays(monkeypatch):
    monkeypatch.setattr("liarsdeck.files._remove", lambda _room, _lock: None)
    assert "is left" in ended._tried(ended._folder, ended._moments(ended._folder) // 2, signal.SIGTERM)
    monkeypatch.undo()
    monkeypatch.setattr(Ledger, "settle", lambda *_which, **_how: None)
    assert ended._tried(ended._new, ended._moments(ended._new) // 2, signal.SIGINT) == "a reservation is left"


def test_half_a_kit_and_a_line_that_was_confirmed_and_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(faults, "_NAMES", {"facts.json", "deck.pdf"})
    monkeypatch.setattr(faults, "_OLD_CODE", "AAAA-AA")
    facts = factfile.make([Pair("T", (Card(1, "So."), Card(2, "Not so.")), "a/1")])
    factfile.write(facts, tmp_path / "kit" / "facts.json")
    assert faults._kit_unsound(tmp_path / "kit") == "half a kit stands: without ['deck.pdf']"
    (tmp_path / "kit" / "deck.pdf").write_bytes(b"%PDF")
    assert faults._kit_unsound(tmp_path / "kit") == "half a PDF stands: ['deck.pdf']"
    faults.table_before(tmp_path)
    done = faults.Said(0, ["sealed", "Bob bids 0."], "")
    assert "('Bob: bids 0',) was confirmed" in faults._table_unsound(tmp_path, done)


@pytest.mark.skipif(faults.library(Path(lost.__file__).with_suffix(".c")) is None, reason="no C compiler here")
@pytest.mark.parametrize("name", ["new", "host", "backup"])
def test_a_power_cut_takes_what_was_never_flushed(name):
    """Without the calls that flush, each of these loses what it said was kept."""
    with faults.library(Path(lost.__file__).with_suffix(".c")) as preload:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.hard.lost", "1", "20", name, "--never-flushed"],
            env=os.environ | {"LD_PRELOAD": preload}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert "on the disk" in done.stdout, done.stderr


def parting(folder, name, kind):
    places = (folder / f"{kind}-{seed}" for seed in range(20))
    return next(filter(None, (channels._parting(name, kind, place, Random(place.name)) for place in places)))


def test_a_page_that_differs_by_a_byte_a_bell_too_many_and_a_page_rendered_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path))
    hands, ahead = parting(tmp_path, "lizard", channels.HANDS), parting(tmp_path, "lizard", channels.AHEAD)
    standing, give = HostedTable.standing, HostedTable._give_ahead

    def told(self, seat=None):
        return standing(self, seat) | {"checked": crc32("".join(self.table.log.lines).encode()) % 90 + 10}

    def rung(self, *said):
        self.changed()
        return give(self, *said)

    monkeypatch.setattr(HostedTable, "standing", told)
    report = Report("channels")
    channels._held("hands", hands, Random(1), report, timed=False)
    assert noticed(report, "/api/v1/table")
    monkeypatch.setattr(HostedTable, "standing", standing)
    monkeypatch.setattr(HostedTable, "_give_ahead", rung)
    report = Report("channels")
    channels._held("ahead", ahead, Random(1), report, timed=False)
    assert noticed(report, "the stream")


def test_one_answer_that_is_late_among_noise(monkeypatch):
    """One answer of fifty is 5 ms late in half of the rounds; each answer has 1 ms of noise, and some wait for 40."""
    rng, kinds = Random(1), [f"answer {number}" for number in range(50)]

    def noisy(_pair, _at, late=""):
        took = {what: rng.uniform(2, 3) + (40 if rng.random() < 0.03 else 0) for what in kinds}
        return channels.Round([], took | ({late: took[late] + 1e3 * channels.LEAK_S} if late else {}))

    monkeypatch.setattr(channels, "_round", noisy)
    assert channels._told_apart(None, rng, "answer 7")[0] == {"answer 7"}
    found, widest = channels._told_apart(None, rng)
    assert not found
    assert widest < channels.FLOOR_MS


def test_a_plug_in_whose_traceback_is_shown_and_half_a_file(tmp_path, monkeypatch):
    home, report = tmp_path / "home", Report("plug-ins")
    monkeypatch.setenv("LIARSDECK_HOME", str(home))
    with plugins.installed(tmp_path / "packages"):
        (home / "out").mkdir(parents=True)
        (home / "out" / "half.pdf").touch()
        plugins._command(("referee", "rules", "gone"), "its import", home, report)
        assert noticed(report, "half a file is left")
        monkeypatch.setattr("liarsdeck.plug_ins.loaded", type("Blind", (dict,), {"__bool__": lambda _: False})())
        monkeypatch.setattr(plugins.Evil, "to_act", lambda *_: 7)
        plugins._command(plugins.NEW, "to_act 7", home, report)
    assert noticed(report, "status 70")


def test_a_report_says_what_fell():
    report = Report("name", {"games": 1000, "share": 0.5})
    assert report.lines() == ["name: every promise held", "  games: 1,000", "  share: 0.5"]
    report.fault("so it is")
    assert "1 FAULTS" in report.lines()[0]
    assert json.dumps(report.faults) == '["so it is"]'
