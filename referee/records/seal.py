"""Sealed deals: a commitment shown at the deal, opened at the end, so that anybody can prove that nothing changed.

A deal is sealed over the private lines that were written for it (hands, truths) and a nonce; the seal is the first
100 bits of their SHA-256. Seats are numbers in what is sealed, so a seat may be renamed. The nonce stays secret until
the game is over: without it a seal says nothing, however few deals are possible. It comes of the table's seed, so a
table whose seed was given says the same every time.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.core.cards import MASK
from referee.core.errors import RecordError
from referee.core.game import Action, Game, Setup
from referee.core.play import steps
from referee.lines.line import format_action

NONCE_BITS = 128
SEAL_BITS = 100
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none looks like another
_GROUP = 4
_FORM = "liarsdeck seal 1"


class Seal(Struct, frozen=True, omit_defaults=True):
    """A seal as a header holds it: how many lines stood when it was made, and its nonce once the game is over."""

    after: int
    seal: str
    nonce: str = ""


def sealed_lines(game: Game[Any], setup: Setup, actions: Iterable[Action]) -> tuple[str, ...]:
    """Return the private lines that a record ends with, with numbers for names."""
    numbered = replace(setup, seats=tuple(str(seat) for seat in range(1, len(setup.seats) + 1)))
    lines: list[str] = []
    for before, action, _ in steps(game, setup, actions):
        line = format_action(game, numbered, replace(action, opens=()))
        if game.redact(before, action, None) == action and MASK not in line.split():
            lines.clear()
        else:
            lines.append(line)
    return tuple(lines)


def nonce_of(seed: str, after: int) -> str:
    """Return the nonce of the deal after so many lines, in hexadecimal: it comes of the seed, and says nothing of it.

    A seed that nobody chose is as random as a nonce can be. Whoever chose one can work out the deal by it anyway.
    """
    text = "\n".join((_FORM, "nonce", seed, str(after)))
    return hashlib.sha256(text.encode()).hexdigest()[: NONCE_BITS // 4]


def seal_of(nonce: str, lines: Sequence[str]) -> str:
    """Return the seal of a deal's private lines, in groups of four: ``7K4M-9Q2X-…``."""
    text = "\n".join((_FORM, nonce, *lines)) + "\n"
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") >> (256 - SEAL_BITS)
    digits = "".join(DIGITS[number >> shift & 31] for shift in range(SEAL_BITS - 5, -1, -5))
    return "-".join(digits[at : at + _GROUP] for at in range(0, len(digits), _GROUP))


def read_seals(header: Mapping[str, Any]) -> tuple[Seal, ...]:
    """Return the seals that a record's header holds. Raises ``RecordError`` where it holds none, or what is no seal."""
    if "seals" not in header:
        raise RecordError("seals: the header has none, so nothing was promised at the deal")
    try:
        return msgspec.convert(header["seals"], tuple[Seal, ...])
    except msgspec.ValidationError:
        form = '[{ after = 6, seal = "7K4M-…", nonce = "…" }]'
        raise RecordError(f"seals: they are written {form}") from None


def verify(game: Game[Any], setup: Setup, actions: Sequence[Action], seals: Sequence[Seal]) -> int:
    """Return how many private lines of a record its seals prove. Raises ``RecordError`` naming what does not fit."""
    proved = 0
    for number, seal in enumerate(seals, start=1):
        which = f"seals: number {number} ({seal.seal})"
        if not seal.nonce:
            raise RecordError(f"{which} is still shut: its nonce is in the record when the game is over")
        if not 0 < seal.after <= len(actions):
            raise RecordError(f"{which} was made after {seal.after} lines; the record has {len(actions)}")
        lines = sealed_lines(game, setup, actions[: seal.after])
        if not lines or any(MASK in line.split() for line in lines):
            raise RecordError(f"{which} covers private lines that this record leaves out: export it with --reveal")
        if seal_of(seal.nonce, lines) != seal.seal.strip().upper():
            raise RecordError(f"{which} was not made of this deal: it was changed after the deal")
        proved += len(lines)
    return proved
