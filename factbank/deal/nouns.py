"""Which words of a pair are nouns, as far as word lists tell: for "one goose a night"."""

from collections.abc import Iterable

from factbank.english.spelling import WORD_IN, stem
from factbank.fill import forms
from factbank.fill.fill import Filling, idle
from factbank.packs.reader import Pack


def lexicon(packs: Iterable[Pack]) -> frozenset[str]:
    """Return the stems of all nouns that the word lists of some packs hold; capitals are names, and left out."""
    known = set(frozenset().union(*(forms.nouns_of(pack) for pack in packs)))
    return frozenset(known - idle())


class Nouns:
    """The nouns that a deck has used up, by the topic whose frame or entries said them."""

    def __init__(self, known: frozenset[str]) -> None:
        self.known = known
        self.used: dict[str, str] = {}

    def of(self, filling: Filling) -> frozenset[str]:
        """Return the stems of the nouns that a pair says."""
        text = f"{filling.title} {filling.first} {filling.second}"
        said = frozenset(stem(word) for word in WORD_IN.findall(text) if len(word) > 2)
        return (said & self.known) - filling.persons

    def clash(self, filling: Filling) -> bool:
        """Tell whether a pair says a noun that another topic's pair has, or one of its own topic in other words."""
        for noun in self.of(filling):
            topic = self.used.get(noun)
            if topic is not None and (topic != filling.topic.name or noun in self.drawn(filling)):
                return True
        return False

    def drawn(self, filling: Filling) -> frozenset[str]:
        """Return the stems of everything that the slots of a pair hold, as against its frame."""
        return frozenset(stem(word) for entry in filling.entries for word in WORD_IN.findall(entry))

    def use(self, filling: Filling) -> None:
        """Note the nouns of a pair as used up."""
        for noun in self.of(filling):
            self.used[noun] = filling.topic.name
