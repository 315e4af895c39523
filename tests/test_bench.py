"""The benchmarks can be run: what they record of a deck is that deck, drawn again on a bare canvas."""

import marshal
import subprocess
import sys
from pathlib import Path

import pypdfium2

from tests.bench.bench_cardgen import NAMED, RECORD

ROOT = Path(__file__).parents[1]
SCALE = 30 / 72


def pages(path):
    document = pypdfium2.PdfDocument(path)
    found = [document[at].render(scale=SCALE).to_pil().convert("L") for at in range(len(document))]
    document.close()
    return found


def test_what_is_replayed_is_the_deck(tmp_path):
    ours, peer, calls = tmp_path / "ours.pdf", tmp_path / "peer.pdf", tmp_path / "calls"
    for command in (
        ["-c", RECORD, "west", str(ours), NAMED, str(calls)],
        [str(ROOT / "tests" / "bench" / "replay.py"), str(calls), str(peer)],
    ):
        subprocess.run([sys.executable, *command], check=True, cwd=ROOT)
    assert len(marshal.loads(calls.read_bytes())[1]) > 500
    mine, theirs = pages(ours), pages(peer)
    assert len(mine) == len(theirs) == 6
    for one, other in zip(mine, theirs, strict=True):
        assert one.size == other.size
        far = sum(abs(a - b) > 60 for a, b in zip(one.tobytes(), other.tobytes(), strict=True))
        assert far < one.width * one.height / 50
