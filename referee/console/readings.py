"""What may be typed now, and what a typed text can mean: the readings of it, or the sentence of a refusal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.core.game import Action, Game, Setup, Turn
from referee.core.play import choices
from referee.core.refusals import infinitive, whose_turn
from referee.core.setup import folded
from referee.lines.line import format_action

ANY = -1
"""The seat of a text that names nobody."""


@dataclass(frozen=True)
class Reading:
    """One way to read what was typed: the action, the whole line, and whether the person left no doubt."""

    action: Action
    line: str
    sure: bool = True


@dataclass(frozen=True)
class Understood:
    """What a typed text can mean.

    One sure reading is simply done; readings that aren't sure are asked about (``asks``: what to say before the y/n);
    ``why`` is the sentence of a refusal, with its ``rule``, when nothing legal can be meant; ``open`` says that it
    was read all the same, as a line that anybody may read.
    """

    readings: tuple[Reading, ...] = ()
    asks: str = ""
    why: str = ""
    rule: str = ""
    open: bool = False


def beginning(verbs: Iterable[str], word: str) -> list[str]:
    """Return the verbs that begin with a word, or the one that it is."""
    found = [verb for verb in verbs if word and verb.startswith(word)]
    return [word] if word in found else found


def merged(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Join the turns of one seat, what must be done before what may be."""
    verbs: dict[int | None, list[str]] = {}
    for turn in turns:
        verbs.setdefault(turn.seat, []).extend(turn.verbs)
    return tuple(Turn(seat, tuple(dict.fromkeys(names))) for seat, names in verbs.items())


class Prompt:
    """What is asked at one table: whom, for which verbs; and the seats, verbs and lines that are understood there.

    As one ``seat`` sees it that is asked for these ``verbs``, or all (None).
    """

    def __init__(
        self, game: Game[object], setup: Setup, view: object, seat: int | None = None, verbs: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.setup = setup
        self._names = [folded(name) for name in setup.seats]
        self.view = view
        self.alone = seat is not None
        self._verbs = {verb.name: verb for verb in game.verbs}
        turns = (*game.to_act(view), *game.optional(view))
        self.turns = merged(turn for turn in turns if not self.alone or turn.seat == seat)
        if self.alone:  # on a private screen nothing is said that the whole table should hear
            self.turns = tuple(Turn(t.seat, tuple(v for v in t.verbs if game.private(setup, v))) for t in self.turns)
        self.asked = set(verbs) or {verb for turn in game.to_act(view) for verb in turn.verbs}

    def lines(self, most: int = 400) -> list[str]:
        """Return the legal lines, in full, as far as these eyes can tell; private steps on private screens only."""
        mine = {(turn.seat, verb) for turn in self.turns for verb in turn.verbs}
        found: list[str] = []
        for action in choices(self.game, self.view):
            if len(found) == most:
                break
            if (action.seat, action.verb) in mine and (self.alone or not self.game.private(self.setup, action.verb)):
                found.append(format_action(self.game, self.setup, action))
        return found

    def words(self) -> list[str]:
        """Return what completes a typed text: every legal line, in its shortest form and in full."""
        return sorted({way for line in self.lines() for way in (self.short(line)[0], line)})

    def short(self, line: str) -> list[str]:
        """Return the ways to type a full line that are understood, the shortest first."""
        rest = line.partition(": ")[2] or line
        args = rest.partition(" ")[2]
        ways = [args, rest, line] if args else [rest, line]
        return [way for way in ways if way]

    def choices(self, seat: int, verb: str) -> list[str]:
        """Return the words that a seat can choose by a verb, as far as these eyes can tell."""
        lines = (self.game.write(self.setup, action) for action in self.game.candidates(self.view, seat, verb))
        return list(dict.fromkeys(word for line in lines for word in line.words))

    def named(self, text: str) -> list[int]:
        """Return the seats whose name this is, or begins with this."""
        name = folded(text)
        whole = [seat for seat, known in enumerate(self._names) if known == name]
        begun = [seat for seat, known in enumerate(self._names) if name and known.startswith(name)]
        return whole or begun

    def _seats(self, text: str) -> Iterator[tuple[int | None, str]]:
        """Yield who a text may be about, with the rest of it: a seat, ``ANY`` when nobody was named."""
        name, colon, rest = text.partition(":")
        if colon:
            yield from ((seat, rest.strip()) for seat in self.named(name))
            return
        words = text.split()
        longest = max(len(name.split()) for name in self._names)
        for many in range(min(longest, len(words)), 0, -1):
            seats = self.named(" ".join(words[:many]))
            yield from ((seat, " ".join(words[many:])) for seat in seats)
            if seats and many > 1:
                break
        yield ANY, text

    def _verb_of(self, word: str) -> str:
        """Return the verb of this game that a word is, or the only one that begins with it; "" for none."""
        if not word or self.named(word):
            return word if word in self._verbs else ""
        whole = [verb for verb in self._verbs if word in {verb, infinitive(verb)}]
        begun = whole or [verb for verb in self._verbs if verb.startswith(word)]
        return begun[0] if len(begun) == 1 else ""

    def _verb_itself(self, word: str) -> str:
        """Return the verb of this game that a word is, as it is written or said; "" for none."""
        return next((verb for verb in self._verbs if word.casefold() in {verb, infinitive(verb)}), "")

    def _usage(self, verb: str) -> str:
        return self._verbs[verb].usage

    def _timely(self) -> set[str]:
        """Return the verbs that somebody may use now."""
        return {verb for turn in self.turns for verb in turn.verbs}

    def _whose_turn(self) -> str:
        return whose_turn(self.setup, self.game.to_act(self.view))

    def _whose(self, due: Sequence[int]) -> int:
        """Return the seat whose turn it is, where more than one may act: the one that may do most."""
        return max(due, key=lambda seat: sum(len(turn.verbs) for turn in self.turns if turn.seat == seat))

    def _words(self) -> list[str]:
        return [*self.setup.seats, *sorted(self._timely()), *self._arguments()]

    def _arguments(self) -> list[str]:
        words = {word for line in self.lines() for word in line.rpartition(": ")[2].split()[1:]}
        return sorted(words - set(self.setup.seats))
