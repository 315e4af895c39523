"""What may be typed now, and what a typed text can mean: the readings of it, or the sentence of a refusal."""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from liarsdeck.english import cardinal
from referee.core.game import Action, Game, Judgment, Line, RecordError, Refused, Setup, Turn, Unopened, Verb
from referee.core.play import QUOTE_LIMIT, choices, fault, format_action, parse
from referee.core.refusals import infinitive, whose_turn
from referee.core.setup import folded

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


_SUITED = re.compile(r"([♠♥♦♣cdhs]?)(10|[2-9tjqka])([♠♥♦♣cdhs]?)", re.IGNORECASE)
_SIGNS = str.maketrans("♠♥♦♣", "shdc")
_FIGURES = {"none": "0", "zero": "0"} | {cardinal(number): str(number) for number in range(1, 13)}


def respelled(
    text: str,
    verbs: Sequence[Verb],
    named: Callable[[str], list[int]],
    arguments: Callable[[], Sequence[str]],
    known: Callable[[], Sequence[str]],
) -> Iterator[str]:
    """Yield what a text may stand for that is no line as it is.

    ``verbs`` are those that may be used now, ``named`` gives the seats of a name, ``known`` the words of legal lines,
    ``arguments`` those of them that are neither name nor verb.
    """
    arguments, known = cache(arguments), cache(known)  # each weighs every legal line
    plain = " ".join(_FIGURES.get(word.casefold(), card_word(word)) for word in text.replace(",", " ").split())
    spoken = " ".join(plain.replace(":", " ").split())
    for form in (plain, spoken, *_reordered(spoken, verbs, named), *_filled(plain, verbs)):
        yield form
        head, _, last = form.rpartition(" ")
        yield f"{head} {whole(last, arguments())}".strip()  # “h” is hearts before it is Hans
        yield " ".join(whole(word, known()) for word in form.split())


def card_word(word: str) -> str:
    """Return a card with its suit behind its rank, in letters: ♥10, h10 and 10♥ are 10h."""
    found = _SUITED.fullmatch(word)
    if found is None or bool(found[1]) == bool(found[3]):
        return word
    return f"{found[2]}{found[1] or found[3]}".translate(_SIGNS)


def whole(word: str, known: Sequence[str]) -> str:
    """Return the one known word that begins like this: l, liz for lizard."""
    low = word.casefold()
    begun = {one for one in known if one.casefold().startswith(low)} if low.isalpha() else set()
    return begun.pop() if len(begun) == 1 else word


def _reordered(text: str, verbs: Sequence[Verb], named: Callable[[str], list[int]]) -> Iterator[str]:
    words = text.split()
    if not words:
        return
    meant = [verb.name for verb in verbs if words[-1].casefold() in verb.also]
    if len(meant) == 1:
        yield " ".join([*words[:-1], meant[0]])
    if len(words) > 1:
        first = words[0].casefold()
        verb = next((verb for verb in verbs if first in {verb.name, infinitive(verb.name)} and not verb.table), None)
        for many in range(len(words) - 1, 0, -1) if verb else ():
            name = " ".join(words[1 : many + 1])
            if len(named(name)) == 1:
                yield f"{name}: {' '.join([words[0], *words[many + 1 :]])}"


def _filled(text: str, verbs: Sequence[Verb]) -> Iterator[str]:
    """Yield a text with the one small word that its verb wants: “gt1 gt” is “gt1 asks gt”."""
    words = text.split()
    for verb in verbs:
        form = verb.usage.split()
        small = [at for at, word in enumerate(form) if word.islower()]
        first = len(words) - len(form) + 1
        if len(small) == 1 and all(word.isupper() or word.islower() for word in form) and first >= 0:
            at = first + small[0]
            yield " ".join([*words[:at], form[small[0]], *words[at:]])


def everybody(text: str, word: str) -> str | None:
    """Return whom “all pass” leaves out: "" for nobody, a name for “pass except Dan”, None where it is no such text.

    ``word`` is what they do, as “pass”.
    """
    words = text.casefold().split()
    if words in (["all", word], [word, "all"], ["everybody", f"{word}es"], ["everyone", f"{word}es"]):
        return ""
    lead = [word, "except"] if words[:2] == [word, "except"] else ["all", word, "except"]
    return text.split(maxsplit=len(lead))[-1] if words[: len(lead)] == lead and len(words) > len(lead) else None


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """Return the known words that begin with ``word`` or lie a slip away (two from five letters on), nearest first."""
    low = word.casefold()
    reach = 1 if len(low) < 5 else 2
    if len(low) < 2 or any(sign.isdigit() for sign in low):
        return []
    near = [(1 if name.casefold().startswith(low) else slips(low, name.casefold(), reach), name) for name in known]
    return [name for count, name in sorted(near, key=lambda pair: pair[0]) if 0 < count <= reach and name != word]


def slips(one: str, other: str, reach: int) -> int:
    """Return how many slips (a letter more, fewer, other, two swapped) part two words; ``reach + 1`` when too many."""
    if abs(len(one) - len(other)) > reach:
        return reach + 1
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, start=1):
        last = rows[-1]
        row = [i]
        for j, b in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return min(rows[-1][-1], reach + 1)


LONGEST = 2000
"""Characters that are read: the longest hand takes a tenth of them."""
SLIP_WORDS = 60
"""Words among which a slip is looked for: the longest line has fewer, and the search grows with their square."""
_FEW = 3  # near readings that are asked about; of more, the person says again what was meant


class Reader(Prompt):
    """Reads what is typed at one table, for the eyes of one ``seat`` (asked for these ``verbs``) or of all (None)."""

    _quote = ""  # what somebody said, of the text that is read now

    def read(self, typed: str) -> Understood:
        """Return what ``typed`` can mean now."""
        if len(typed) > LONGEST:
            return Understood(why=f"that line has {len(typed)} characters; the longest that is read has {LONGEST}")
        typed, self._quote = self._quoted(typed)
        if len(self._quote) > QUOTE_LIMIT:
            why = f"these are {len(self._quote)} characters in quotes; the most that is written down is {QUOTE_LIMIT}"
            return Understood(why=why, rule=f"{self.game.prefix}.line")
        text = " ".join(typed.split("#", 1)[0].split())
        if "(" in text or ")" in text:
            # What they say is judged by what is true: at the prompt that would be a way to ask.
            return Understood(
                why="brackets are the referee's to write: leave them out", rule=f"{self.game.prefix}.line"
            )
        understood = self._read(text)
        if any(reading.sure for reading in understood.readings):
            return understood
        if "," in text and not understood.readings:
            understood = self._read(" ".join(text.replace(",", " ").split()))
        mine = self._timely()
        verbs = [verb for verb in self.game.verbs if verb.name in mine]
        for other in dict.fromkeys(respelled(text, verbs, self.named, self._arguments, self._words)):
            meant = self._read(other) if other != text else understood
            if any(reading.sure for reading in meant.readings):
                return meant
            if meant.open and not understood.open and not understood.readings:
                understood = meant  # what is wrong with it says more than that it can't be read
        return understood

    def _quoted(self, typed: str) -> tuple[str, str]:
        """Part what somebody said, in quotes at the end, from the line, in a game that writes it down."""
        if not any(verb.quotes for verb in self.game.verbs):
            return typed, ""
        text, _, said = typed.replace("“", '"').replace("”", '"').partition('"')
        return text, " ".join(said.removesuffix('"').replace('"', "'").split())

    def _read(self, text: str) -> Understood:
        found = self._readings(text)
        legal = [reading for reading in found if not isinstance(self._judge(reading.action), Refused)]
        if legal:
            sure = [reading for reading in legal if reading.sure]
            chosen = sure or legal
            if len(chosen) == 1 and sure:
                return Understood((chosen[0],))
            leaver = next((one.action.seat for one in chosen if self._goes_home(one.action)), None)
            asks = "" if leaver is None else f"{self.setup.seats[leaver]} goes home, for good? Everyone agreed?"
            return Understood(tuple(chosen), asks)
        if found:
            # of “r r” as a river of two and as “river r”, what leaves nothing out is told what is wrong with it
            best = max([reading for reading in found if reading.sure] or found, key=lambda one: len(one.line.split()))
            judgment = self._judge(best.action)
            assert isinstance(judgment, Refused)
            opened = not self.game.private(self.setup, best.action.verb)
            return Understood(why=judgment.why, rule=judgment.rule, open=opened)
        return self._slip(text) or self._refused(text)

    def secret(self, typed: str) -> tuple[int, str] | None:
        """Return the seat and verb when the text asks for a private step (``Ann: holds``, ``takes``), else None."""
        text = " ".join(typed.split("#", 1)[0].split())
        for seat, rest in self._seats(text):
            word = rest.partition(" ")[0].casefold()
            for turn in self.turns:
                if turn.seat is not None and seat in {turn.seat, ANY}:
                    for verb in turn.verbs:
                        begun = verb.startswith(word) and (len(word) > 1 or (word and verb in self.asked))  # h: hearts
                        if begun and self.game.private(self.setup, verb):
                            return turn.seat, verb
        return None

    def untimely_secret(self, typed: str) -> str:
        """Return the private verb that a text gives arguments to while nobody may use it, "" where it does not."""
        for _, rest in self._seats(typed):
            word, _, args = rest.partition(" ")
            verb = self._verb_itself(word.rstrip(":"))
            if verb and args and verb not in self._timely() and self.game.private(self.setup, verb):
                return verb
        return ""

    def choice(self, seat: int, typed: str) -> Action | None:
        """Return the secret choice that a text names for a seat, when it can be only one."""
        found = {}
        for turn in self.turns:
            if turn.seat != seat:
                continue
            word, _, args = typed.partition(" ")
            for verb in turn.verbs:
                if self._verbs[verb].kept:
                    continue
                ways = [args] if verb.startswith(word.casefold()) or verb == word.casefold() + "s" else []
                known = self.choices(seat, verb)
                for rest in [*ways, typed] if self._usage(verb) else ways:
                    spelled = " ".join(whole(card_word(one), known) for one in rest.split())
                    for reading in self._try(seat, verb, spelled, sure=True):
                        found[reading.line] = reading.action
        return next(iter(found.values())) if len(found) == 1 else None

    def may(self, action: Action) -> bool:
        """Say whether an action is legal as far as these eyes can tell."""
        return not isinstance(self._judge(action), Refused)

    # Readings

    def _readings(self, text: str) -> list[Reading]:
        if not text:
            return []
        found: dict[str, Reading] = {}
        due = {turn.seat for turn in self.turns}
        others = any(seat != ANY and seat not in due for seat, _ in self._seats(text))
        for seat, rest in self._seats(text):
            word = rest.partition(" ")[0].casefold()
            for read in self._of(seat, rest):
                verb = read.action.verb  # “b 0” is half of one, or a name: of somebody who is not asked now
                doubt = others and seat == ANY and word != verb and verb.startswith(word)
                reading = Reading(read.action, read.line, sure=read.sure and not doubt)
                known = found.get(reading.line)
                if known is None or (reading.sure and not known.sure):
                    found[reading.line] = reading
        with contextlib.suppress(RecordError):
            whole = parse(self.game, self.setup, f'{text} "{self._quote}"' if self._quote else text)
            if whole is not None:
                line = format_action(self.game, self.setup, whole)
                found[line] = Reading(whole, line, sure=not self._goes_home(whole))
        if " " not in text and folded(text) not in self._names:  # “d” is a verb before it is Dan
            begun = [one for one in found.values() if one.action.verb.startswith(text.casefold())]
            found = {reading.line: reading for reading in begun} or found
        if not found:  # a verb that nobody may use now: whoever has the turn is told why
            found = {reading.line: reading for reading in self._untimely(text)}
        return list(found.values())

    def _untimely(self, text: str) -> Iterator[Reading]:
        due = [turn.seat for turn in self.game.to_act(self.view) if turn.seat is not None]
        for seat, rest in self._seats(text):
            word, _, args = rest.partition(" ")
            verb = self._verb_of(word.casefold())
            if verb and (seat != ANY or due) and not self._verbs[verb].table:
                yield from self._try(self._whose(due) if seat == ANY else seat, verb, args, sure=True)

    def _of(self, seat: int | None, rest: str) -> Iterator[Reading]:
        word, _, args = rest.partition(" ")
        turns = [turn for turn in self.turns if seat in {ANY, turn.seat}]
        for turn in turns:
            for verb in beginning(turn.verbs, word.casefold()):
                yield from self._try(turn.seat, verb, args, sure=True)
        for turn in turns:
            for verb in turn.verbs:
                if self._fits(verb, rest):
                    yield from self._try(turn.seat, verb, rest, sure=self._certain(seat, verb))

    def _certain(self, seat: int | None, verb: str) -> bool:
        """Say whether a verb left out is certain: asked of one seat alone, or the only one there is.

        What ends a deal or a game is never taken from a bare line.
        """
        many = [other for turn in self.turns for other in turn.verbs]
        alone = many.count(verb) == 1 or (seat != ANY and {*many} == {verb})
        return alone and verb in self.asked and not self._verbs[verb].weighty

    def _fits(self, verb: str, args: str) -> bool:
        """Say whether a verb may be left out here: it is typed on this screen, and has arguments where some are."""
        return bool(self._usage(verb)) == bool(args) and (self.alone or not self.game.private(self.setup, verb))

    def _try(self, seat: int | None, verb: str, args: str, *, sure: bool) -> Iterator[Reading]:
        with contextlib.suppress(RecordError):
            for spelled in self._spelled(args):
                quote = self._quote if self._verbs[verb].quotes else ""
                action = self.game.read(self.setup, Line(seat, verb, spelled, quote=quote))
                line = format_action(self.game, self.setup, action)
                yield Reading(action, line, sure=sure and not self._goes_home(action))
                return

    def _goes_home(self, action: Action) -> bool:
        """Say whether a line is said of somebody at any time, and is not asked for: then all have to agree."""
        asked = any(turn.seat == action.seat and action.verb in turn.verbs for turn in self.turns)
        return self._verbs[action.verb].anytime and not asked

    def _spelled(self, args: str) -> Iterator[str]:
        """Yield the arguments with a name's first letters completed, when they are a name."""
        seats = self.named(args) if args and any("NAME" in self._usage(v) for t in self.turns for v in t.verbs) else []
        yield self.setup.seats[seats[0]] if len(seats) == 1 else args

    def _judge(self, action: Action) -> Judgment | None:
        if not self.alone and len(self.game.write(self.setup, action).words) > self._verbs[action.verb].open_words:
            why = f"leave out what only {self.setup.name(action.seat)} may know: this screen is everybody's"
            return Refused(f"{self.game.prefix}.line", why)
        judgment = self.game.judge(self.view, action)
        return None if isinstance(judgment, Unopened) else judgment

    # Slips

    def _slip(self, text: str) -> Understood | None:
        """Ask about the nearest words that make a legal line of a text that is none; of many nothing is guessed."""
        words = text.replace(":", " : ").split()
        if len(words) > SLIP_WORDS:
            return None
        for place, word in enumerate(words):
            found: dict[str, Reading] = {}
            for meant in nearest(word, self._words()):
                mended = " ".join([*words[:place], meant, *words[place + 1 :]]).replace(" : ", ": ")
                legal = [r for r in self._readings(mended) if not isinstance(self._judge(r.action), Refused)]
                if mended != text and len(legal) == 1:
                    found.setdefault(f"{word}? {meant}", Reading(legal[0].action, legal[0].line, sure=False))
            if 0 < len({reading.line for reading in found.values()}) <= _FEW:
                return Understood(tuple(found.values()), asks=next(iter(found)))
        return None

    def _refused(self, text: str) -> Understood:
        """Say why a text is no line: what can't be read of it where one verb is meant, else whose turn it is."""
        if not self.game.to_act(self.view):
            return Understood(why="the game is over: no line follows any more", rule=f"{self.game.prefix}.over")
        return (
            self._no_line(text) or self._not_now(text) or self._waits(text) or self._half(text) or self._nothing(text)
        )

    def _no_line(self, text: str) -> Understood | None:
        """Refuse a text that names somebody, or that nobody here may type, as the game can't read it."""
        try:
            parse(self.game, self.setup, text)
        except RecordError as error:
            if ":" in text or not self.turns:
                return self._silent(text) or Understood(why=error.why, rule=error.rule)
        return None

    def _not_now(self, text: str) -> Understood | None:
        """Refuse a verb that nobody may use now, or not with these words."""
        for _, rest in self._seats(text):
            verb = self._verb_itself(rest.partition(" ")[0])
            if verb and self._verbs[verb].anytime:  # it may be said now, but not like this
                error = fault(self.game.prefix, f"NAME: {verb} {self._usage(verb)}".rstrip())
                return Understood(why=error.why, rule=error.rule)
            if verb and verb not in self._timely():
                return Understood(
                    why=f"nobody can {infinitive(verb)} now: {self._whose_turn()}", rule=f"{self.game.prefix}.step"
                )
        return None

    def _half(self, text: str) -> Understood | None:
        """Refuse arguments that can't be read, where only one verb can be meant."""
        for seat, rest in self._seats(text):
            meant = list(self._meant(seat, rest))
            if len({verb for _, verb, _ in meant}) == 1:
                whose = self._whose([who for who, _, _ in meant if who is not None] or [0])
                try:
                    self.game.read(self.setup, Line(*next((one for one in meant if one[0] == whose), meant[0])))
                except RecordError as error:
                    now = f"; {self._whose_turn()}" if seat != ANY and len(self.game.to_act(self.view)) > 1 else ""
                    return Understood(why=error.why + now, rule=error.rule)
        return None

    def _nothing(self, text: str) -> Understood:
        shown = text if len(text) <= 40 else text[:39] + "…"
        why = f"“{shown}” is nothing that can be typed now: {self._whose_turn()} (`help` says more)"
        return Understood(why=why, rule="")

    def _silent(self, text: str) -> Understood | None:
        """Refuse what somebody is said to do who has nothing to do now."""
        seats = self.named(text.partition(":")[0])
        turns = self.game.to_act(self.view)
        if len(seats) != 1 or not turns or any(turn.seat == seats[0] for turn in turns):
            return None
        why = f"{self.setup.seats[seats[0]]} has to wait: {self._whose_turn()}"
        return Understood(why=why, rule=f"{self.game.prefix}.turn")

    def _waits(self, text: str) -> Understood | None:
        """Refuse what is typed for somebody who has nothing to do now: “ann 1” on Bob's turn."""
        turns = self.game.to_act(self.view)
        for seat, rest in self._seats(text):
            if seat not in {ANY, None} and rest and not any(turn.seat in {seat, None} for turn in turns):
                return self._silent(f"{self.setup.seats[seat or 0]}: {rest}")
        return None

    def _meant(self, seat: int | None, rest: str) -> Iterator[tuple[int | None, str, str]]:
        """Yield the verbs that a text can be meant for, with its arguments: the one it begins with, or any."""
        word, _, args = rest.partition(" ")
        turns = [turn for turn in self.turns if seat in {ANY, turn.seat}]
        low = word.casefold()
        begun = [(turn.seat, verb, args) for turn in turns for verb in turn.verbs if low in {verb, infinitive(verb)}]
        several = [(turn.seat, verb, rest) for turn in turns for verb in turn.verbs if "…" in self._usage(verb)]
        if self.alone and not begun and args and several:  # cards, where one word is asked for: a hand
            yield from several
            return
        required = [turn for turn in self.game.to_act(self.view) if seat in {ANY, turn.seat}]
        yield from begun or (
            (turn.seat, verb, rest)
            for turn in required
            for verb in turn.verbs
            if self._usage(verb) and (self.alone or not self.game.private(self.setup, verb))
        )
