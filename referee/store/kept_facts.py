"""Fact files that tables were set up with, kept in the journal by their hash, so that a table stands alone."""

import hashlib
import sqlite3

DAMAGED = b""
"""What stands for a fact file whose bytes are no more what was kept."""


def keep(sql: sqlite3.Connection, facts: bytes | None) -> str:
    """Keep a fact file, inside a transaction, and return its key; "" for none. Raises ``sqlite3.Error``."""
    if facts is None:
        return ""
    key = hashlib.sha256(facts).hexdigest()
    sql.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (key, facts))
    return key


def read(sql: sqlite3.Connection, key: str) -> bytes | None:
    """Return a key's fact file, None where none was kept, DAMAGED where it was changed. Raises ``sqlite3.Error``."""
    row = sql.execute("SELECT text FROM facts WHERE hash = ?", (key,)).fetchone()
    if row is None:
        return None
    return bytes(row[0]) if hashlib.sha256(row[0]).hexdigest() == key else DAMAGED
