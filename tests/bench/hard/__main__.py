"""Run attacks and print what they found: ``python -m tests.bench.hard [NAME…] [--count N] [--seed N]``."""

import argparse
import importlib
import json
import platform
import sys
import time
from dataclasses import asdict
from pathlib import Path

ROOMS = (
    "crash",
    "ended",
    "faults",
    "lost",
    "lines",
    "files",
    "options",
    "plugins",
    "decks",
    "playouts",
    "secrets",
    "sheets",
    "text",
    "faces",
    "looks",
    "machines",
    "twice",
    "load",
    "offline",
    "wire",
    "network",
    "tables",
    "versions",
    "evening",
    "timing",
    "channels",
    "labs",
)


def main() -> int:
    """Run the rooms that were named, all without; return 1 when a promise fell."""
    parser = argparse.ArgumentParser(prog="tests.bench.hard")
    parser.add_argument("names", nargs="*", choices=[*ROOMS, []], help="which attacks; all without")
    parser.add_argument("--count", type=int, help="how many, instead of each attack's full number")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one Nth of the full number")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", metavar="FILE", help="write what was found as JSON too")
    args = parser.parse_args()
    found = []
    for name in args.names or ROOMS:
        room = importlib.import_module(f"tests.bench.hard.{name}")
        begun = time.perf_counter()
        report = room.run(args.count or max(1, room.FULL // args.share), args.seed)
        report.figures["seconds"] = round(time.perf_counter() - begun, 1)
        print("\n".join(report.lines()), flush=True)
        found.append(asdict(report) | {"counts": dict(report.counts)})
    if args.json:
        told = {"python": platform.python_version(), "seed": args.seed, "reports": found}
        Path(args.json).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if any(report["faults"] for report in found) else 0


if __name__ == "__main__":
    sys.exit(main())
