"""The seals of a table's deals: made when the referee has dealt, kept in the journal, opened at the end."""

from referee.records.seal import Seal, nonce_of, seal_of, sealed_lines
from referee.tables.table import Table

_SEALED = "sealed"  # the mark of a deal: how many lines stood, its nonce, its seal


def seal(table: Table, *, drew: bool = False) -> str:
    """Seal what the referee has just dealt, and return the seal to be shown; "" where nothing is to be sealed.

    ``drew`` says that it was drawn here, also in a game whose hands people deal as a rule.
    """
    many = len(table.actions)
    if not many or table.of_bot(table.actions[-1]) or not (drew or table.drawn[-1]):
        return ""  # that was no deal
    lines = sealed_lines(table.game, table.setup, table.actions)
    if not lines or any(one.after == many for one in seals(table)):
        return ""
    nonce = nonce_of(table.kept.seed, many)
    made = seal_of(nonce, lines)
    table.mark(f"{_SEALED} {many} {nonce} {made}")
    return made


def seals(table: Table) -> tuple[Seal, ...]:
    """Return the seals of all deals that still stand, with their nonces: those are secret until the game is over."""
    found = {}
    for mark in table.standing.marks:
        word, *parts = mark.split()
        if word == _SEALED and int(parts[0]) <= len(table.actions):
            after, nonce, made = int(parts[0]), parts[1], parts[2]
            if seal_of(nonce, sealed_lines(table.game, table.setup, table.actions[:after])) == made:
                found[after] = Seal(after, made, nonce)
    return tuple(found[after] for after in sorted(found))
