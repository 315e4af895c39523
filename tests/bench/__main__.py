"""Run every benchmark and print one table: ``python -m tests.bench [NAME…] [--json FILE]``."""

import argparse
import importlib
import json
import os
import platform
import shutil
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from referee.core.text_layout import table

WIDTH = 160  # cells, where the table goes into a file


def main() -> int:
    """Print the table; a benchmark that can't run says why in its row's place."""
    parser = argparse.ArgumentParser(prog="tests.bench")
    parser.add_argument("names", nargs="*", help="which benchmarks (factbank, cardgen, referee, table …); all without")
    parser.add_argument("--json", metavar="FILE", help="write the rows as JSON too, with the machine and the date")
    args = parser.parse_args()
    here = Path(__file__).parent
    modules = sorted(p.stem for p in here.glob("bench_*.py"))
    wanted = [m for m in modules if not args.names or m.removeprefix("bench_") in args.names]
    lines = [("what", "ours", "peer", "ratio", "bound", "note")]
    rows = []
    broken = 0
    for name in wanted:
        try:
            found = list(importlib.import_module(f"tests.bench.{name}").rows())
        except ImportError as missing:
            lines.append((name, "", "", "", "", f"not run: {missing}"))
            continue
        except Exception as error:  # the other benchmarks' figures are wanted all the same
            lines.append((name, "", "", "", "", f"broken: {error!r:.200}"))
            broken = 1
            continue
        for row in found:
            rows.append(asdict(row))
            peer = "" if row.peer is None else f"{row.peer:,.4g} {row.unit}"
            ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
            lines.append((row.name, f"{row.ours:,.4g} {row.unit}", peer, ratio, row.bound, row.note))
        lines.append(("",) * 6)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    print(f"liarsdeck, Python {platform.python_version()}, {os.cpu_count()} cores")
    print("\n".join(table(lines, width)))
    if args.json:
        told = {"date": datetime.now(UTC).date().isoformat(), **machine(), "rows": rows}
        Path(args.json).parent.mkdir(parents=True, exist_ok=True)
        Path(args.json).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return broken


def machine() -> dict[str, str | int]:
    """Return what the figures were measured on."""
    names = Path("/proc/cpuinfo").read_text("utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.partition(":")[2].strip() for line in names if line.startswith("model name")), "")
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": model or platform.processor(),
        "cores": os.cpu_count() or 0,
    }


if __name__ == "__main__":
    sys.exit(main())
