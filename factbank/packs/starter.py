"""The starter pack that ``factbank new-pack`` writes: every notation once, with comments; it passes the check."""

from pathlib import Path


def starter(name: str) -> str:
    """Return the text of a starter pack of this name."""
    return (
        (Path(__file__).parents[1] / "english" / "lists" / "starter.toml")
        .read_text(encoding="utf-8")
        .replace("NAME", name)
    )
