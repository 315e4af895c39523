"""What is kept of one simulated game."""

from itertools import pairwise

from msgspec import Struct


class Row(Struct, frozen=True, array_like=True):
    """A game: which cell of the plan and which of its games, a digest of its lines, and what was counted.

    Seats are places at this table. ``winners`` are () where it is unfinished. ``starter`` acts first, once all is laid
    out. ``rounds`` as the table counts them, ``lines`` all that were written, ``acts`` those that somebody chose.
    ``seconds`` is an estimate. ``marks`` are the scores (or, where none are counted, the cards in hand) at each round's
    end; in labs of before some are (). ``verbs`` counts lines by verb. Of every eighth decision: ``looked``, the lines
    it could have been (``width``), whether there was one alone (``forced``), and which rules said no to something
    (``refused``).
    ``lies``, ``truths``, ``caught`` and ``doubted`` are a number a seat; ``paid`` what a seat's score gained in deals
    in which it lied and in those in which it did not, with how many of each: (lied, deals, honest, deals).
    ``gains`` are what the places gained in all ``deals`` that were scored, counted from who acted first in each;
    ``rose`` how many players gained in each of them, of the first forty.
    """

    cell: int
    index: int
    digest: str
    over: bool
    winners: tuple[int, ...]
    starter: int
    rounds: int
    lines: int
    acts: int
    seconds: int
    scores: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    verbs: dict[str, int]
    looked: int
    width: int
    forced: int
    refused: dict[str, int]
    lies: tuple[int, ...] = ()
    truths: tuple[int, ...] = ()
    caught: tuple[int, ...] = ()
    doubted: tuple[int, ...] = ()
    paid: tuple[int, int, int, int] = (0, 0, 0, 0)
    gains: tuple[int, ...] = ()
    deals: int = 0
    rose: tuple[int, ...] = ()

    @property
    def margin(self) -> int:
        """By how much the best score is ahead of the next."""
        best, *rest = sorted(self.scores, reverse=True)
        return best - rest[0] if rest else 0

    @property
    def half(self) -> tuple[int, ...]:
        """The seats that led at half time; () where nobody did, or everybody."""
        scores = self.marks[(len(self.marks) - 1) // 2] if len(self.marks) > 2 else ()
        if not scores:
            return ()
        best = max(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best) if min(scores) < best else ()

    @property
    def turns_of_lead(self) -> int:
        """How often the lead went to somebody else."""
        leads = [scores.index(max(scores)) for scores in self.marks if scores and scores.count(max(scores)) == 1]
        return sum(one != other for one, other in pairwise(leads))
