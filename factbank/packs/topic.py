"""One topic of a pack as read: its sentences, the lists that fill them, and what it says of itself."""

from collections.abc import Mapping
from typing import NamedTuple

from factbank.packs.wordlist import WordList

KINDS = ("landmark", "mirror", "swap", "number")
LOCKS = ("first", "one-of-one", "opposite", "order", "number", "said", "swap", "event")
PLAIN_VOICE = "encyclopaedia"
REGISTERS = (
    *(PLAIN_VOICE, "headline", "review", "notice", "report", "minutes", "proverb", "small-print", "study"),
    *("speech", "gossip"),
)


class Topic(NamedTuple):
    """One way to make pairs. Either two or more ``claims``, or one and the slot that ``vary`` names."""

    pack: str
    id: str
    line: int
    theme: str
    kind: str
    shape: str
    premise: str
    title: str
    slots: Mapping[str, WordList]
    about: tuple[str, ...]
    claims: tuple[str, ...]
    vary: str | None
    lock: str = ""  # why both cannot hold; "" in a pack of the first format
    register: str = PLAIN_VOICE
    cast: str | None = None  # the slot that a running character fills

    @property
    def guest(self) -> str | None:
        """The slot that somebody at the table fills, if there is one."""
        return next((slot for slot, words in self.slots.items() if words.guest), None)

    @property
    def single(self) -> bool:
        """Whether it makes one pair and no other, as a table's own joke does."""
        return len(self.claims) == 2 and all(len(words.entries) == 1 for words in self.slots.values())

    @property
    def name(self) -> str:
        """Pack and topic, as keys begin."""
        return f"{self.pack}/{self.id}"

    @property
    def forms(self) -> dict[str, tuple[str, ...] | None]:
        """Each slot with the forms of its rows, as templates are read."""
        return {slot: words.forms for slot, words in self.slots.items()}
