"""How often: rates of requests, and wrong words and PINs that slow down whoever types them, and nobody else."""

from collections import OrderedDict
from collections.abc import Callable

from referee.store.pins import Tries, wait_s

Clock = Callable[[], float]
_KNOWN = 2000  # clients that are kept in mind; the one that was quiet longest is forgotten first


class Rate:
    """So many at once, and so many a second from then on, for each client by itself."""

    def __init__(self, burst: float, per_s: float, clock: Clock) -> None:
        self._burst, self._per_s, self._clock = burst, per_s, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Count one, and say whether it may be."""
        now = self._clock()
        left, at = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + max(0.0, now - at) * self._per_s)
        may = left >= 1
        self._left[client] = (left - may, now)
        while len(self._left) > _KNOWN:
            self._left.popitem(last=False)
        return may


class Slow:
    """Wrong tries of a client at one thing (a seat's PIN, the word): five are free, then it waits ever longer.

    A client is known by several names at once, its address and its session: it waits as long as any of them has to.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tries: OrderedDict[tuple[str, str], Tries] = OrderedDict()

    def wait_s(self, what: str, *client: str) -> int:
        """Return the whole seconds that this client has to wait, 0 mostly."""
        return max(wait_s(self._tries.get((what, name), Tries()), self._clock()) for name in client)

    def wrong(self, what: str, *client: str) -> None:
        """Count a wrong try."""
        for name in client:
            tries = self._tries.pop((what, name), Tries())
            self._tries[what, name] = Tries(tries.wrong + 1, self._clock())
        while len(self._tries) > _KNOWN:
            self._tries.popitem(last=False)

    def right(self, what: str, *client: str) -> None:
        """Forget the wrong tries: this one was right."""
        for name in client:
            self._tries.pop((what, name), None)
