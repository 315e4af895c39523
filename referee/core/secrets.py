"""What is hidden: fields of a state that have an entry for each seat, of which a seat knows only its own.

    hands: Annotated[tuple[Hand, ...], hands_from(unseen)] = ()
    bids: Annotated[tuple[int | None, ...], choices(lambda state: range(state.round + 1))] = ()

``Game.view``, ``redact`` and ``guess`` follow from such declarations, and ``judge_choice`` judges the brackets of
choices that are made at the same time. An entry is None as long as there is none.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated, Any, NamedTuple, get_origin, get_type_hints

from referee.core.cards import UNKNOWN, pick, some


class Secret(NamedTuple):
    """A field with an entry for each seat that only this seat knows.

    ``mask`` returns what a view holds in place of an entry. ``among(view)`` are the cards of which hidden hands are
    dealt, or the values of a hidden choice. ``together``: the entries are choices made at the same time, and the last
    one opens all. ``when``: by which setups the field is hidden at all. The sentences refuse brackets: ``early`` before
    the last choice, ``wrong`` (of ``name`` and ``choice``), ``missing`` (of ``names``).
    """

    mask: Callable[[Any], Any]
    among: Callable[[Any], Sequence[int]]
    together: bool = False
    when: Callable[[Any], bool] = lambda _: True
    early: str = "choices are opened by the last of them: leave out the brackets"
    wrong: str = "{name} did not choose {choice}"
    missing: str = "the last choice must say what was chosen in secret: {names}’s is missing"

    def hides(self, setup: Any, row: Sequence[Any]) -> bool:
        """Return whether entries of this row are hidden."""
        return self.when(setup) and (not self.together or None in row)

    def seen(self, row: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
        """Return a row as ``seat`` may know it."""
        return tuple([entry if at == seat or entry is None else self.mask(entry) for at, entry in enumerate(row)])

    def sampled(self, view: Any, row: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
        """Return a row of a view with every hidden entry chosen at random: hands are dealt in seat order."""
        hidden = [at for at, entry in enumerate(row) if entry is not None and entry == self.mask(entry)]
        if not hidden:
            return row
        entries, pool = list(row), self.among(view)
        if self.together:
            for at in hidden:
                entries[at] = pick(pool, rng)
            return tuple(entries)
        cards = some([*pool], sum(len(row[at]) for at in hidden), rng)
        for at in hidden:
            size = len(row[at])
            entries[at], cards = tuple(sorted(cards[:size])), cards[size:]
        return tuple(entries)


def hands_from(unseen: Callable[[Any], Sequence[int]]) -> Secret:
    """Return the secret of hands, tuples of cards; ``unseen(view)`` are the cards that may be in hidden ones."""
    return Secret(lambda hand: (UNKNOWN,) * len(hand), unseen)


def choices(among: Callable[[Any], Sequence[int]], *, masked: int = UNKNOWN, **more: Any) -> Secret:
    """Return the secret of choices made at the same time; ``among(view)`` are the values that one may have."""
    return Secret(lambda _: masked, among, together=True, **more)


def declared(state: type) -> dict[str, Secret]:
    """Return the secret fields of a state's class by name."""
    hints = get_type_hints(state, include_extras=True)
    return {
        name: secret
        for name, hint in hints.items()
        if get_origin(hint) is Annotated
        for secret in hint.__metadata__
        if isinstance(secret, Secret)
    }


def entered(row: tuple[Any, ...], seat: int, entry: Any, opens: Sequence[tuple[int, Any]] = ()) -> tuple[Any, ...]:
    """Return a row with the entry of a seat, and with those that brackets make known."""
    entries = list(row)
    entries[seat] = entry
    for at, known in opens:
        entries[at] = known
    return tuple(entries)
