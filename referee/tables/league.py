"""The league of a household: games, wins and points of every player, added up over all evenings by name."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from referee.core.screens import Screen
from referee.core.setup import folded


class Result(Struct, frozen=True):
    """One finished game. ``evening`` is the same for a chain of rematches; ``points`` () where nothing is counted."""

    evening: int
    game: str
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...] = ()


class Tally(Struct, frozen=True):
    """What somebody did in one game, or in all of them together."""

    games: int = 0
    wins: int = 0
    points: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.games + other.games, self.wins + other.wins, self.points + other.points)


class Player(Struct, frozen=True):
    """Somebody in the league: how many evenings they came, and a tally for each game."""

    name: str
    evenings: int
    by_game: dict[str, Tally]

    @property
    def total(self) -> Tally:
        """All games together."""
        return sum(self.by_game.values(), Tally())


class League(Struct, frozen=True):
    """The players, the best first, and the games that were played, the most played first."""

    evenings: int
    games: tuple[tuple[str, int], ...]
    players: tuple[Player, ...]


def league(results: Iterable[Result], same: Mapping[str, str] | None = None, left_out: Collection[str] = ()) -> League:
    """Add up results. ``same`` maps a name to the player that it is too; who is ``left_out`` is not listed.

    Names are compared as seats' names are, and shown as they were spelled last. A shared win is a win for each. Players
    stand by wins, then by how few games these took, then by name.
    """
    other = {folded(name): folded(player) for name, player in (same or {}).items()}
    spelled = {folded(player): player for player in (same or {}).values()}
    hidden = {_player(folded(name), other) for name in left_out}
    tallies: dict[str, dict[str, Tally]] = {}
    came: dict[str, set[int]] = {}
    played: Counter[str] = Counter()
    evenings = set()
    for result in results:
        played[result.game] += 1
        evenings.add(result.evening)
        for seat, name in enumerate(result.seats):
            key = _player(folded(name), other)
            if key == folded(name) and key not in set(other.values()):
                spelled[key] = name
            came.setdefault(key, set()).add(result.evening)
            points = result.points[seat] if result.points else 0
            games = tallies.setdefault(key, {})
            games[result.game] = games.get(result.game, Tally()) + Tally(1, int(seat in result.winners), points)
    players = [Player(spelled.get(key, key), len(came[key]), tallies[key]) for key in tallies if key not in hidden]
    players.sort(key=lambda player: (-player.total.wins, player.total.games, folded(player.name)))
    return League(len(evenings), tuple(played.most_common()), tuple(players))


def _player(key: str, other: Mapping[str, str]) -> str:
    """Follow a name to the player that it is: "Anna" is "Ann", and "Ann" may be "Annabel"."""
    seen = {key}
    while key in other and other[key] not in seen:
        key = other[key]
        seen.add(key)
    return key


def as_screen(found: League, titles: Mapping[str, str]) -> Screen:
    """Return the league as a table: a row a player, wins of games for each game, and all together."""
    columns = ("", "evenings", *(titles.get(game, game) for game, _ in found.games), "games", "wins", "points")
    rows = tuple(
        (player.name, str(player.evenings), *(_cell(player.by_game.get(game)) for game, _ in found.games),
         str(player.total.games), str(player.total.wins), str(player.total.points))
        for player in found.players
    )  # fmt: skip
    evenings = f"{found.evenings} evening{'' if found.evenings == 1 else 's'}"
    games = sum(count for _, count in found.games)
    return Screen(f"The league: {evenings}, {games} game{'' if games == 1 else 's'}", columns, rows, ())


def _cell(tally: Tally | None) -> str:
    if tally is None:
        return ""
    points = f", {tally.points}" if tally.points else ""
    return f"{tally.wins} of {tally.games}{points}"
