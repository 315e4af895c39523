"""The kit in the making: what somebody chose so far, as a record that is kept at every change, and its command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cardgen.studio.drawn.kit import Job
from factbank.deal.deal import Draft
from factbank.facts import Card, Facts, Pair, format_facts
from liarsdeck.cli import spelt
from liarsdeck.files import read_within, write_atomic
from liarsdeck.formats import KEY, check_format
from liarsdeck.paths import data_dir

FORMAT = 1
_MOST = 4_000_000  # bytes of the kept file
FLAGS = frozenset(("colour-aid", "large-print", "sleeved"))
"""Words of the command line that take no value; here they are "yes" or not there."""
USUAL = {
    "card": "poker", "ink": "full", "back-ink": "full", "ground": "paper", "indices": "normal", "sides": "long",
    "feed": "duplex", "deck-theme": "harlequin", "booklet": "yes", "colour-aid": "", "large-print": "",
    "stock": "0.3mm", "paper": "", "printer": "", "tray": "",
}  # fmt: skip
"""What the page asks of look and paper, in the command line's words, and what each is when nothing was chosen."""


class Making(Struct, frozen=True, omit_defaults=True):
    """A kit in the making. ``guests`` are as the command line takes them (``Ann``, ``Bob:he``).

    ``rules`` are house rules that differ from the usual ones, ``words`` the look and the paper, both in the command
    line's words. ``unspoilt`` keeps unseen what its maker has not asked to see; ``left`` names what is not printed;
    ``entered`` is the code that stands in the ledger. ``deck`` is the file of a deck of one's own.
    """

    game: str = ""
    players: int = 0
    guests: tuple[str, ...] = ()
    about: bool = True
    rules: dict[str, str] = {}
    difficulty: str = "normal"
    length: str = "any"
    titles: str = "shared"
    unspoilt: bool = True
    draft: Draft = Draft()
    words: dict[str, str] = {}
    left: tuple[str, ...] = ("answers",)
    entered: str = ""
    deck: str = ""

    def word(self, name: str) -> str:
        """Return what was chosen of look or paper, or what is usual."""
        return self.words.get(name, USUAL[name])

    @property
    def names(self) -> list[str]:
        """Who comes, without the words that stand for them."""
        return [guest.partition(":")[0] for guest in self.guests]

    def sees(self, at: int) -> bool:
        """Say whether its maker looks at the pair at a place."""
        return not self.unspoilt or self.draft.pairs[at].seen

    @property
    def facts(self) -> Facts | None:
        """Return the facts; None where there are none yet."""
        return self.draft.facts(self.titles) if self.draft.pairs else None

    @property
    def job(self) -> Job:
        """Return what is drawn of it: nothing of it says what its maker has not asked to see."""
        facts, shown = self.facts, self.shown_facts()
        file, code = (format_facts(shown), facts.kit) if facts and shown else (b"", "")
        return Job(tuple(kit_words(self)), file, code, self.hidden)

    def shown_facts(self) -> Facts | None:
        """Return the facts as their maker may see them: for the others stand cards that say nothing.

        What belongs together among those, and which of them has which number, tells nothing either.
        """
        facts = self.facts
        if facts is None:
            return None
        hidden = [at for at in range(len(facts.pairs)) if not self.sees(at)]
        numbers = sorted(card.number for at in hidden for card in facts.pairs[at].cards)
        blanks = {at: _blank(numbers[2 * nth], numbers[2 * nth + 1]) for nth, at in enumerate(hidden)}
        return replace(facts, pairs=tuple(blanks.get(at, pair) for at, pair in enumerate(facts.pairs)))

    @property
    def hidden(self) -> tuple[int, ...]:
        """The numbers of the cards that are shown by their backs."""
        places = (at for at in range(len(self.draft.pairs)) if not self.sees(at))
        return tuple(sorted(card.number for at in places for card in self.draft.pairs[at].pair.cards))


def _blank(first: int, second: int) -> Pair:
    said = tuple(Card(number, f"Unseen {number}.", title=f"Unseen {number}") for number in (first, second))
    return Pair(f"Unseen {first}", (said[0], said[1]))


def kit_words(making: Making, code: str = "") -> list[str]:
    """Return the words after `cardgen kit` that make this kit; `code` stands for its facts."""
    words = [making.game, *(["--kit", code] if code else []), "--players", str(making.players)]
    for name, value in sorted(making.rules.items()):
        words += ["--each", value] if name == "each" else ["--option", f"{name}={value}"]
    return words + look_words(making.words)


def look_words(chosen: Mapping[str, str]) -> list[str]:
    """Return look and paper as words of the command line: those that are not as usual."""
    words: list[str] = []
    for name, usual in USUAL.items():
        value = chosen.get(name, usual)
        if value != usual:
            words += [f"--{name}"] if name in FLAGS else [f"--{name}", value]
    return words


def kit_line(making: Making) -> str:
    """Return the line that makes this kit in a terminal."""
    facts = making.facts
    return "cardgen kit " + spelt(kit_words(making, facts.kit if facts else ""))


def kept_file() -> Path:
    """Return the file that keeps the kit in the making."""
    return data_dir() / "studio.json"


class Kept(Struct, omit_defaults=True):
    """What outlives the program: the kit, and the port that it was shown at. ``last`` is the kit printed last.

    ``changes`` counts the kit's changes: by it a page knows whether it shows the kit as it is.
    """

    format: int = FORMAT
    port: int = 0
    making: Making = Making()
    last: Making = Making()
    changes: int = 0


def read_kept(path: Path) -> Kept:
    """Return what was kept; what cannot be read is as good as nothing. Raises ValueError for a newer program's file."""
    try:
        kept = msgspec.json.decode(read_within(path, _MOST), type=Kept)
    except (OSError, msgspec.DecodeError):
        return Kept()
    check_format({KEY: kept.format}, FORMAT, str(path))
    return kept


def write_kept(path: Path, kept: Kept) -> None:
    """Keep it, for its owner's eyes alone. Raises OSError."""
    write_atomic(path, msgspec.json.encode(kept), private=True)
