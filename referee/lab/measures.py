"""What is measured in a table's games. ``rows`` are the rows of these games (``referee.lab.run.Row``)."""

from collections.abc import Sequence

from referee.lab.run import Row
from referee.lab.statistics import Share, finished, ratio, share


def unfinished(rows: Sequence[Row]) -> Share:
    """Return the share of games without a winner."""
    return share(len(rows) - len(finished(rows)), len(rows))


def forced(rows: Sequence[Row]) -> Share:
    """Return the share of decisions with only one legal action."""
    return ratio(rows, lambda row: row.forced, lambda row: row.looked)


def lies_caught(rows: Sequence[Row]) -> Share:
    """Return the share of lies that were caught."""
    return ratio(rows, lambda row: sum(row.caught), lambda row: sum(row.lies))


def minutes(row: Row) -> int:
    """Return the estimated length of a game in minutes."""
    return round(row.seconds / 60)


def leader_wins(rows: Sequence[Row]) -> Share:
    """Return the share of games that the leader at half time won.

    Only finished games with a leader at half time count. If several players led together, a game counts as the fraction
    of them that won.
    """
    led = [row for row in finished(rows) if row.half]
    return share(sum(len({*row.half} & {*row.winners}) / len(row.half) for row in led), len(led))


def from_behind(rows: Sequence[Row]) -> Share:
    """Return the share of games that were won by a player who was last at half time.

    Only finished games with a leader at half time count.
    """

    def last(row: Row, seat: int) -> bool:
        scores = row.marks[(len(row.marks) - 1) // 2]
        return seat not in row.half and scores[seat] == min(scores)

    led = [row for row in finished(rows) if row.half]
    return share(sum(any(last(row, seat) for seat in row.winners) for row in led), len(led))


def risen(rows: Sequence[Row], deal: int) -> Share:
    """Return the share of players, over all games, who gained points in the deal ``deal`` (0: the first)."""
    dealt = [row for row in rows if len(row.rose) > deal]
    return share(sum(row.rose[deal] for row in dealt), sum(len(row.scores) for row in dealt))


def wins(rows: Sequence[Row], players: int, *, from_starter: bool) -> list[Share]:
    """Return the share of games that each of the ``players`` places won, in order of places.

    With ``from_starter``, place 0 is the seat that acts first, and the others follow clockwise; otherwise places are
    seats. If several players win a game together, each place has an equal part of the win.
    """
    counts = [0.0] * players
    for row in rows:
        for seat in row.winners:
            counts[(seat - row.starter) % players if from_starter else seat] += 1 / len(row.winners)
    return [share(count, len(rows)) for count in counts]


def first_ahead(rows: Sequence[Row]) -> list[float]:
    """Return, for each game, how many points a deal the first player to act gains more than the last.

    It is the mean over the game's deals. Games that do not count points are left out.
    """
    dealt = [row for row in rows if row.deals > 1 or (row.deals and max(row.scores) > 1)]
    return [(row.gains[0] - row.gains[-1]) / row.deals for row in dealt]
