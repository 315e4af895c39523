"""Run attacks and print what they found: ``python -m tests.bench.hard [NAME…] [--count N] [--seed N]``."""

import argparse
import importlib
import sys
import time

ROOMS = (
    *("crash", "ended", "faults", "lost", "versions", "load"),
    *("lines", "files", "options", "plugins", "machines", "twice", "offline"),
    *("decks", "playouts", "secrets", "labs"),
    *("sheets", "text", "faces", "looks"),
    *("wire", "network", "tables", "evening", "timing", "channels"),
)


def main() -> int:
    """Run the rooms that were named, all without; return 1 when a promise fell."""
    parser = argparse.ArgumentParser(prog="tests.bench.hard")
    parser.add_argument("names", nargs="*", choices=[*ROOMS, []], help="which attacks; all without")
    parser.add_argument("--count", type=int, help="how many, instead of each attack's full number")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one Nth of the full number")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    fell = False
    for name in args.names or ROOMS:
        room = importlib.import_module(f"tests.bench.hard.{name}")
        begun = time.perf_counter()
        report = room.run(args.count or max(1, room.FULL // args.share), args.seed)
        report.figures["seconds"] = round(time.perf_counter() - begun, 1)
        print("\n".join(report.lines()), flush=True)
        fell |= bool(report.faults)
    return int(fell)


if __name__ == "__main__":
    sys.exit(main())
