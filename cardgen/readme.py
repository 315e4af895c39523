"""The README.txt of a kit's folder: what lies in it, how to print it, and what to do at the table."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.cover import Part, sheet_count

if TYPE_CHECKING:
    from cardgen.kit import Night
    from cardgen.sheet import SheetOptions

_WIDTH = 78


def readme(night: Night, sheet: SheetOptions, parts: Sequence[Part]) -> str:
    """Return the text, in lines of at most 78 characters."""
    code, each, players = night.facts.kit, night.options.each, night.players
    title = f"Liar’s Lair, kit {code}"
    lines = [title, "=" * len(title), ""]
    pairs = len(night.facts.pairs)
    spare = pairs - players * each
    lines += _wrapped(
        f"For {players} players: {2 * pairs} cards, {pairs} pairs of facts that cannot both be true. Everybody is "
        f"dealt {each} truths and {each} lies."
        + (f" {spare} {'pair stays' if spare == 1 else 'pairs stay'} in the box." if spare else "")
    )
    lines += ["", "PRINT", ""]
    if sheet.cover:
        lines += _wrapped("Begin with print-me-first.pdf: one page that says how, and a ruler to check it.")
    lines += _wrapped(f"Print everything at 100 %, no scaling, on {sheet.paper.name}{_sides(sheet)}.")
    lines.append("")
    wide = max(len(part.file) for part in parts)
    lines += [f"  {part.file:<{wide}}  {sheet_count(part.sheets)}, {part.note}" for part in parts]
    lines += ["", "PLAY WITH THE COMPUTER AS REFEREE", ""]
    lines += _wrapped(
        "The referee deals by number, so nobody has to see the facts. In a terminal (it asks who sits at the table, "
        "clockwise):"
    )
    rules = "".join(f" --option {name}={value}" for name, value in _house_rules(night).items())
    lines += ["", f"    referee new liars-lair --kit {code}{rules}", ""]
    lines += _wrapped(
        "If you printed with make, the program lies in its folder: .venv/bin/referee (Windows: "
        ".venv\\Scripts\\referee). On another computer, in this folder:"
    )
    lines += ["", f"    referee new liars-lair --facts facts.json{rules}", ""]
    lines += ["PLAY ON PAPER", ""]
    lines += _wrapped(
        f"Somebody who does not play is the referee, prints {parts[-1].file} unseen by the others, and opens it at the "
        "table. It says which number is true, which two belong together, and who gets which cards."
    )
    lines += ["", "AGAIN", ""]
    lines += _wrapped("The same kit once more, say on other paper or for other people (facts.json is all it needs):")
    lines += ["", f"    cardgen kit liars-lair --kit {code} --players {players}{rules} --paper letter", ""]
    lines += _wrapped(
        "The facts in facts.json spoil the game: do not look. Which half of a pair is true is drawn anew for every "
        "game by the referee; a fresh answer sheet comes from the same command with another --seed."
    )
    return "\n".join(lines) + "\n"


def _house_rules(night: Night) -> dict[str, str]:
    """Return the options that differ from the referee's defaults, as its command line takes them."""
    from referee.options import given_options

    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in given_options(night.options).items()
    }


def _sides(sheet: SheetOptions) -> str:
    if sheet.sides in ("long", "short"):
        if sheet.feed == "manual":
            return f", the fronts first, then the backs on the turned stack (turn it on its {sheet.sides} edge)"
        return f", on both sides, flipped on the {sheet.sides} edge"
    return ", on one side" + (", then fold along the dashed line and glue" if sheet.sides == "fold" else "")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_on_hyphens=False, break_long_words=False)
