"""One line of the benchmark's table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What one measurement says: ours against a peer (or against nothing), and the bound it should keep.

    ``ours`` and ``peer`` are in ``unit``; ``ratio`` is ours / peer where there is a peer, taken in one interleaved run;
    ``bound`` is the sentence of the promise (``"≤ 1.5"``); ``note`` says what would mislead without it.
    """

    name: str
    ours: float
    unit: str
    peer: float | None = None
    ratio: float | None = None
    bound: str = ""
    note: str = ""
