"""Who is who in the league: names that are one player, and names that are not listed; kept in the user data folder."""

from pathlib import Path

import msgspec
from msgspec import Struct, field

from liarsdeck import formats
from liarsdeck.files import read_text, write_atomic
from liarsdeck.paths import data_dir
from referee.core.errors import RecordError
from referee.core.setup import folded

_LIMIT = 100_000  # bytes


class Names(Struct, frozen=True, rename={"left_out": "left-out"}):
    """``same``: a name to the player that it is too; ``left_out``: names that are not listed."""

    same: dict[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def without(self, name: str) -> "Names":
        """Return these names with nothing remembered of one."""
        key = folded(name)
        same = {one: player for one, player in self.same.items() if folded(one) != key}
        return Names(same, tuple(one for one in self.left_out if folded(one) != key))


def names_path() -> Path:
    """Return this household's file of names."""
    return data_dir() / "names.toml"


def read_names() -> Names:
    """Return what is remembered of names, nothing where there is no file. Raises ``RecordError`` for a broken file."""
    path = names_path()
    try:
        text = read_text(path, _LIMIT)
        return msgspec.convert(formats.loads(text), Names)
    except FileNotFoundError:
        return Names()
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise RecordError(f"{path} can't be read: {error}") from None


def write_names(names: Names) -> None:
    """Remember names. Raises ``OSError``."""
    write_atomic(names_path(), formats.dumps(msgspec.to_builtins(names)).encode(), private=True)
