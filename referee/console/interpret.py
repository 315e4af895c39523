"""Parse what people type at a table, in short or full form, into legal actions or a sentence of refusal."""

import contextlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from liarsdeck.english import cardinal
from referee.core.game import (
    Action,
    Game,
    Judgment,
    Line,
    RecordError,
    Refused,
    Setup,
    Turn,
    Unopened,
)
from referee.core.play import QUOTE_LIMIT, actions_in_view, folded, format_line, parse

ANY = -1
"""Stands for the seat in a typed text that names nobody."""


@dataclass(frozen=True)
class Reading:
    """One interpretation of a typed text.

    ``action`` is its action. ``line`` is the action as a full line, with the verb that people say (“takes”), even if
    records have another. If ``sure`` is False, the user has to confirm the interpretation.
    """

    action: Action
    line: str
    sure: bool = True


@dataclass(frozen=True)
class Understood:
    """The interpretations of a typed text, or the reason why it is refused.

    If there are several ``readings``, the user chooses one. A single one that is not sure has to be confirmed: ``asks``
    is the question for that, to be answered by y or n; "" asks about the line of the reading. If ``readings`` is empty,
    ``why`` is the sentence of the refusal, and ``rule`` the id of its rule. ``open`` says that the refused text was
    recognised as a line that anybody may read.
    """

    readings: tuple[Reading, ...] = ()
    asks: str = ""
    why: str = ""
    rule: str = ""
    open: bool = False


# ------------------------------------------------------------------------------------------- other spellings

_SUITED = re.compile(r"([♠♥♦♣cdhs]?)(10|[2-9tjqka])([♠♥♦♣cdhs]?)", re.IGNORECASE)
_SIGNS = str.maketrans("♠♥♦♣", "shdc")
_OPTIONAL = re.compile(r"\[[A-Z]")  # a word that a verb can do without does not stand for it
_FIGURES = {"none": "0", "zero": "0"} | {cardinal(number): str(number) for number in range(1, 13)}


def card_word(word: str) -> str:
    """Return a typed card as rank and suit letter: “10h” for ♥10, h10 and 10♥. Other words are returned as they are."""
    card = _SUITED.fullmatch(word)
    if card is None or bool(card[1]) == bool(card[3]):
        return word
    return f"{card[2]}{card[1] or card[3]}".translate(_SIGNS)


def whole(word: str, known: Sequence[str]) -> str:
    """Return the word of ``known`` that begins with ``word`` (lizard for liz) if it is the only one; else ``word``."""
    low = word.casefold()
    begun = {candidate for candidate in known if candidate.casefold().startswith(low)} if low.isalpha() else set()
    return begun.pop() if len(begun) == 1 else word


def everybody(text: str, word: str) -> str | None:
    """Return whom a text such as “pass except Dan” leaves out: a name, or "" for “all pass”.

    None for any other text. ``word`` is the verb in the infinitive (“pass”).
    """
    words = text.casefold().split()
    if words in (["all", word], [word, "all"], ["everybody", f"{word}es"], ["everyone", f"{word}es"]):
        return ""
    lead = [word, "except"] if words[:2] == [word, "except"] else ["all", word, "except"]
    return text.split(maxsplit=len(lead))[-1] if words[: len(lead)] == lead and len(words) > len(lead) else None


def nearest(word: str, known: Sequence[str]) -> list[str]:
    """Return the words of ``known`` that a misspelt ``word`` may stand for, nearest first.

    These words begin with ``word``, or differ from it by one slip of typing (see ``slips``); by up to two slips if
    ``word`` has five letters or more. ``word`` itself is never among them. The result is [] if ``word`` has one letter,
    or a digit.
    """
    low = word.casefold()
    reach = 1 if len(low) < 5 else 2
    if len(low) < 2 or any(sign.isdigit() for sign in low):
        return []
    near = [(1 if name.casefold().startswith(low) else slips(low, name.casefold(), reach), name) for name in known]
    return [name for count, name in sorted(near, key=lambda pair: pair[0]) if 0 < count <= reach and name != word]


def slips(one: str, other: str, reach: int) -> int:
    """Return the edit distance of two words (insert, delete, replace, swap neighbours).

    Every distance above ``reach`` is returned as ``reach + 1``.
    """
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
"""The most characters of a typed text. The longest hand takes a tenth of them."""
SLIP_WORDS = 60
"""The most words of a text in which misspelt words are looked for. The search takes time by their square."""
_FEW = 3  # near readings that are asked about; of more, the person says again what was meant


class Reader:
    """Parser for what people type at a table, on the shared screen or on a private one.

    ``seat`` is the seat of the private screen; None is the shared screen. ``view`` is the state as this screen may show
    it. The parser accepts the verbs that may be used now; on a private screen, only the private verbs of the seat.
    ``verbs`` are the verbs that the player was asked for; () stands for all that are due. A text may leave out its
    verb; if that verb is not one of ``verbs``, the user has to confirm the reading.
    """

    def __init__(
        self, game: Game[object], setup: Setup, view: object, seat: int | None = None, verbs: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.setup = setup
        self.view = view
        self.alone = seat is not None
        self._names = [folded(name) for name in setup.seats]
        self._verbs = {verb.name: verb for verb in game.verbs}
        self._due = game.to_act(view)
        self._quote = ""  # the quotation at the end of the text that is read now
        self._judged: dict[Action, Judgment | None] = {}
        by_seat: dict[int | None, list[str]] = {}  # what must be done before what may be
        for turn in (*self._due, *game.optional(view)):
            if not self.alone:
                by_seat.setdefault(turn.seat, []).extend(turn.verbs)
            elif turn.seat == seat:
                by_seat.setdefault(seat, []).extend(verb for verb in turn.verbs if game.private(setup, verb))
        self.turns = tuple(Turn(who, tuple(dict.fromkeys(names))) for who, names in by_seat.items())
        self._timely = {verb for turn in self.turns for verb in turn.verbs}
        self._asked = set(verbs) or {verb for turn in self._due for verb in turn.verbs}

    # What may be typed

    def lines(self, most: int = 400) -> list[str]:
        """Return up to ``most`` complete lines that are legal now, judging by what this screen shows.

        On the shared screen, lines with private verbs are left out.
        """
        mine = {
            (turn.seat, verb) for turn in self.turns for verb in turn.verbs if self.alone or not self._private(verb)
        }
        legal = (action for action in actions_in_view(self.game, self.view) if (action.seat, action.verb) in mine)
        return [self._spoken(action) for action, _ in zip(legal, range(most), strict=False)]

    def _spoken(self, action: Action) -> str:
        """Return an action as a line, with the word that people say for its verb: “takes” for ``reclaims``."""
        line = self.game.write(self.setup, action)
        return format_line(self.setup, Line(line.seat, self._verbs[line.verb].word, line.args, line.opens, line.quote))

    def words(self) -> list[str]:
        """Return the completions for typing, sorted: each legal line, and the same line without name and verb.

        If a line has no arguments, its verb alone stands for the second.
        """
        ways = set()
        for line in self.lines():
            rest = line.partition(": ")[2] or line
            ways |= {line, rest.partition(" ")[2] or rest}
        return sorted(ways)

    def choices(self, seat: int, verb: str) -> list[str]:
        """Return the words that can be arguments of ``verb`` in a line of ``seat``, by this screen's view."""
        lines = (self.game.write(self.setup, action) for action in self.game.candidate_actions(self.view, seat, verb))
        return list(dict.fromkeys(word for line in lines for word in line.words))

    def named(self, text: str) -> list[int]:
        """Return the seats with this name; if there are none, the seats whose names begin with the text.

        Case does not matter. [] if no name fits.
        """
        name = folded(text)
        exact = [seat for seat, known in enumerate(self._names) if known == name]
        return exact or [seat for seat, known in enumerate(self._names) if name and known.startswith(name)]

    def may(self, action: Action) -> bool:
        """Return whether an action is legal as far as this screen shows."""
        return not isinstance(self._judge(action), Refused)

    # What was typed

    def read(self, typed: str) -> Understood:
        """Return the interpretations of a typed text as a line of the game, or why the text is refused."""
        line_rule = f"{self.game.prefix}.line"
        if len(typed) > LONGEST:
            return Understood(why=f"that line has {len(typed)} characters; the longest that is read has {LONGEST}")
        self._quote = ""
        if any(verb.quotes for verb in self.game.verbs):
            typed, _, quote = typed.replace("“", '"').replace("”", '"').partition('"')
            self._quote = " ".join(quote.removesuffix('"').replace('"', "'").split())
        if len(self._quote) > QUOTE_LIMIT:
            why = f"these are {len(self._quote)} characters in quotes; the most that is written down is {QUOTE_LIMIT}"
            return Understood(why=why, rule=line_rule)
        text = " ".join(typed.split("#", 1)[0].split())
        if "(" in text or ")" in text:
            # What they say is judged by what is true: at the prompt that would be a way to ask.
            return Understood(why="brackets are the referee's to write: leave them out", rule=line_rule)
        understood = self._read(text)
        if any(reading.sure for reading in understood.readings):
            return understood
        if "," in text and not understood.readings:
            understood = self._read(" ".join(text.replace(",", " ").split()))
        for other in dict.fromkeys(self._respelled(text)):
            meant = self._read(other) if other != text else understood
            if any(reading.sure for reading in meant.readings):
                return meant
            if meant.open and not understood.open and not understood.readings:
                understood = meant  # what is wrong with it says more than that it can't be read
        return understood

    def secret(self, typed: str) -> tuple[int, str] | None:
        """Return (seat, verb) if a text, such as ``Ann: holds``, has a private verb of a seat; else None.

        A private verb is one that is typed on the seat's private screen. It counts only if the seat may use it now.
        """
        text = " ".join(typed.split("#", 1)[0].split())
        for seat, rest in self._seats(text):
            word = rest.partition(" ")[0].casefold()
            for turn in self._turns_of(seat):
                for verb in turn.verbs if turn.seat is not None else ():
                    begun = self._begins(verb, word) and (len(word) > 1 or (word and verb in self._asked))  # h: hearts
                    if begun and self._private(verb):
                        assert turn.seat is not None
                        return turn.seat, verb
        return None

    def untimely_secret(self, typed: str) -> str:
        """Return the private verb that a text uses, with arguments, though nobody may use it now; else ""."""
        for _, rest in self._seats(typed):
            word, _, args = rest.partition(" ")
            verb = self._verb_itself(word.rstrip(":"))
            if verb and args and verb not in self._timely and self._private(verb):
                return verb
        return ""

    def choice(self, seat: int, typed: str) -> Action | None:
        """Return the action of a seat that a text such as “large” means, legal or not; None if none or several fit."""
        actions = {}
        word, _, args = typed.partition(" ")
        low = word.casefold()
        for verb in (verb for turn in self.turns if turn.seat == seat for verb in turn.verbs):
            if self._verbs[verb].kept:
                continue
            ways = [args] if self._begins(verb, low) or low in self._verbs[verb].ways() else []
            known = self.choices(seat, verb)
            for rest in [*ways, typed] if self._usage(verb) else ways:
                spelled = " ".join(whole(card_word(part), known) for part in rest.split())
                if reading := self._try(seat, verb, spelled):
                    actions[reading.line] = reading.action
        return next(iter(actions.values())) if len(actions) == 1 else None

    # Parts of a text

    def _seats(self, text: str) -> Iterator[tuple[int | None, str]]:
        """Yield (seat, rest of the text) for each seat whose name the text may begin with.

        The last pair is (``ANY``, text), which takes the text as one without a name. After a name with a colon, there
        is no such pair.
        """
        name, colon, rest = text.partition(":")
        if colon:
            yield from ((seat, rest.strip()) for seat in self.named(name))
            return
        words = text.split()
        longest = max(len(name.split()) for name in self._names)
        for count in range(min(longest, len(words)), 0, -1):
            seats = self.named(" ".join(words[:count]))
            yield from ((seat, " ".join(words[count:])) for seat in seats)
            if seats and count > 1:
                break
        yield ANY, text

    def _turns_of(self, seat: int | None) -> list[Turn]:
        return [turn for turn in self.turns if seat in {ANY, turn.seat}]

    def _verb_of(self, word: str) -> str:
        """Return the verb of this game that ``word`` is, or the only one that begins with it; "" for none.

        A word that may be a player's name counts only if it is exactly a verb.
        """
        if not word or self.named(word):
            return word if word in self._verbs else ""
        exact = self._verb_itself(word)
        begun = [exact] if exact else [verb for verb in self._verbs if self._begins(verb, word)]
        return begun[0] if len(begun) == 1 else ""

    def _verb_itself(self, word: str) -> str:
        """Return the verb of this game that ``word`` is in any of its forms; "" if there is none.

        If several verbs fit, one that may be used now comes first.
        """
        meant = [name for name, verb in self._verbs.items() if word.casefold() in verb.ways()]
        return min(meant, key=lambda name: (name not in self._timely, self._verbs[name].said != ""), default="")

    def _begins(self, verb: str, word: str) -> bool:
        """Return whether a verb, or the word that people say for it, begins with the letters ``word``."""
        return verb.startswith(word) or self._verbs[verb].word.startswith(word)

    def _usage(self, verb: str) -> str:
        return self._verbs[verb].usage

    def _private(self, verb: str) -> bool:
        return self.game.private(self.setup, verb)

    def _whose_turn(self) -> str:
        return self.game.whose_turn(self.setup, self._due)

    def _words(self) -> list[str]:
        return [*self.setup.seats, *sorted(self._verbs[verb].word for verb in self._timely), *self._arguments()]

    def _arguments(self) -> list[str]:
        words = {word for line in self.lines() for word in line.rpartition(": ")[2].split()[1:]}
        return sorted(words - set(self.setup.seats))

    # Other spellings

    def _respelled(self, text: str) -> Iterator[str]:
        """Yield other spellings of a text that can't be read as it is.

        In them, numbers and cards are written as records have them, commas and colons are left out, words are in
        another order, missing small words are filled in, or abbreviated words are completed.
        """
        arguments, known = cache(self._arguments), cache(self._words)  # each weighs every legal line
        plain = " ".join(_FIGURES.get(word.casefold(), card_word(word)) for word in text.replace(",", " ").split())
        spoken = " ".join(plain.replace(":", " ").split())
        for form in (plain, spoken, *self._reordered(spoken), *self._filled(plain)):
            yield form
            head, _, last = form.rpartition(" ")
            yield f"{head} {whole(last, arguments())}".strip()  # “h” is hearts before it is Hans
            yield " ".join(whole(word, known()) for word in form.split())

    def _reordered(self, text: str) -> Iterator[str]:
        """Yield a text in the order of a line: with a verb that stands last, or before the name, in its place.

        A verb at the end may be another word for the verb; the real one replaces it.
        """
        words = text.split()
        verbs = [verb for verb in self.game.verbs if verb.name in self._timely]
        meant = [verb.name for verb in verbs if words and words[-1].casefold() in verb.also]
        if len(meant) == 1:
            yield " ".join([*words[:-1], meant[0]])
        if len(words) > 1:
            first = words[0].casefold()
            verb = any(first in verb.ways() and not verb.table for verb in verbs)
            for count in range(len(words) - 1, 0, -1) if verb else ():
                name = " ".join(words[1 : count + 1])
                if len(self.named(name)) == 1:
                    yield f"{name}: {' '.join([words[0], *words[count + 1 :]])}"

    def _filled(self, text: str) -> Iterator[str]:
        """Yield a text with the one small word that the usage of a verb has: “gt1 asks gt” for “gt1 gt”."""
        words = text.split()
        for verb in (verb for verb in self.game.verbs if verb.name in self._timely):
            form = verb.usage.split()
            small = [at for at, word in enumerate(form) if word.islower()]
            first = len(words) - len(form) + 1
            if len(small) == 1 and all(word.isupper() or word.islower() for word in form) and first >= 0:
                at = first + small[0]
                yield " ".join([*words[:at], form[small[0]], *words[at:]])

    # Readings

    def _read(self, text: str) -> Understood:
        readings = self._readings(text)
        legal = [reading for reading in readings if self.may(reading.action)]
        if legal:
            sure = [reading for reading in legal if reading.sure]
            if len(sure) == 1:
                return Understood((sure[0],))
            chosen = sure or legal
            leaver = next((each.action.seat for each in chosen if self._goes_home(each.action)), None)
            asks = "" if leaver is None else f"{self.setup.seats[leaver]} goes home, for good? Everyone agreed?"
            return Understood(tuple(chosen), asks)
        if readings:
            # Of “r r” as a river of two and as “river r”, the one that leaves nothing out is refused.
            sure = [reading for reading in readings if reading.sure] or readings
            best = max(sure, key=lambda reading: len(reading.line.split()))
            judgment = self._judge(best.action)
            assert isinstance(judgment, Refused)
            return Understood(why=judgment.why, rule=judgment.rule, open=not self._private(best.action.verb))
        return self._slip(text) or self._refused(text)

    def _readings(self, text: str) -> list[Reading]:
        if not text:
            return []
        readings: dict[str, Reading] = {}
        seats = list(self._seats(text))
        due = {turn.seat for turn in self.turns}
        others = any(seat != ANY and seat not in due for seat, _ in seats)
        for seat, rest in seats:
            word = rest.partition(" ")[0].casefold()
            for reading in self._readings_of(seat, rest):
                verb = reading.action.verb  # “b 0” is half of one, or a name: of somebody who is not asked now
                doubt = others and seat == ANY and word not in self._verbs[verb].ways() and self._begins(verb, word)
                known = readings.get(reading.line)
                sure = reading.sure and not doubt
                if known is None or (sure and not known.sure):
                    readings[reading.line] = replace(reading, sure=sure)
        with contextlib.suppress(RecordError):
            action = parse(self.game, self.setup, f'{text} "{self._quote}"' if self._quote else text)
            if action is not None:
                line = self._spoken(action)
                readings[line] = Reading(action, line, sure=not self._goes_home(action))
        if " " not in text and folded(text) not in self._names:  # “d” is a verb before it is Dan
            begun = [each for each in readings.values() if self._begins(each.action.verb, text.casefold())]
            readings = {reading.line: reading for reading in begun} or readings
        if not readings:  # a verb that nobody may use now: whoever has the turn is told why
            waiting = [turn.seat for turn in self._due if turn.seat is not None]
            for seat, rest in seats:
                word, _, args = rest.partition(" ")
                verb = self._verb_of(word.casefold())
                if verb and (seat != ANY or waiting) and not self._verbs[verb].table:
                    who = self._busiest(waiting) if seat == ANY else seat
                    if late := self._try(who, verb, args):
                        readings[late.line] = late
        return list(readings.values())

    def _readings_of(self, seat: int | None, rest: str) -> Iterator[Reading]:
        """Yield the readings of a text that begins with its verb, then those of the text without a verb.

        ``seat`` is the seat that the text is for; ``ANY`` stands for every seat that may act. ``rest`` is the text
        after the name.
        """
        word, _, args = rest.partition(" ")
        low = word.casefold()
        turns = self._turns_of(seat)
        for turn in turns:
            begun = [verb for verb in turn.verbs if low and self._begins(verb, low)]
            exact = [verb for verb in begun if low in {verb, self._verbs[verb].word}]
            for verb in exact or begun:
                if reading := self._try(turn.seat, verb, args):
                    yield reading
        for turn in turns:
            for verb in turn.verbs:  # left out where it has arguments or takes none, if it is typed on this screen
                fits = bool(self._usage(verb)) == bool(rest) and (self.alone or not self._private(verb))
                if fits and not _OPTIONAL.match(self._usage(verb)) and (reading := self._try(turn.seat, verb, rest)):
                    yield replace(reading, sure=reading.sure and self._certain(seat, verb))

    def _certain(self, seat: int | None, verb: str) -> bool:
        """Return whether a verb that a text leaves out is certain, so that nobody has to confirm it.

        That is so if only one seat may use the verb, or if the text names the seat and no other verb may be used now.
        The verb must have been asked for. A verb that ends a deal or a game is never certain.
        """
        every = [other for turn in self.turns for other in turn.verbs]
        alone = every.count(verb) == 1 or (seat != ANY and {*every} == {verb})
        return alone and verb in self._asked and not self._verbs[verb].weighty

    def _try(self, seat: int | None, verb: str, args: str) -> Reading | None:
        """Return the reading of a seat's verb and its arguments; None if they make no line of the game.

        If the argument is a player's name, its first letters are enough.
        """
        if args and any("NAME" in self._usage(timely) for timely in self._timely):
            seats = self.named(args)
            args = self.setup.seats[seats[0]] if len(seats) == 1 else args
        try:
            quote = self._quote if self._verbs[verb].quotes else ""
            action = self.game.read(self.setup, Line(seat, verb, args, quote=quote))
            return Reading(action, self._spoken(action), sure=not self._goes_home(action))
        except RecordError:
            return None

    def _goes_home(self, action: Action) -> bool:
        """Return whether ``action`` takes a player out of the game though nobody asked them.

        Such an action may be typed at any time. It needs the consent of all.
        """
        asked = any(turn.seat == action.seat and action.verb in turn.verbs for turn in self.turns)
        return self._verbs[action.verb].anytime and not asked

    def _judge(self, action: Action) -> Judgment | None:
        """Return the judgment of an action, which is computed once for each action.

        None if the action lacks only its brackets (what it makes known), which the referee adds.
        """
        if action not in self._judged:
            words = self.game.write(self.setup, action).words
            if not self.alone and len(words) > self._verbs[action.verb].open_words:
                why = f"leave out what only {self.setup.name(action.seat)} may know: this screen is everybody's"
                judgment: Judgment | None = Refused(f"{self.game.prefix}.line", why)
            else:
                judgment = self.game.judge(self.view, action)
            self._judged[action] = None if isinstance(judgment, Unopened) else judgment
        return self._judged[action]

    # Refusals

    def _slip(self, text: str) -> Understood | None:
        """Return the readings of a text with one word replaced by a similar one, and a question about it.

        None if no such text is legal. The first word that has such readings counts; if there are more than three
        readings, nothing is guessed from that word.
        """
        words = text.replace(":", " : ").split()
        if len(words) > SLIP_WORDS:
            return None
        for place, word in enumerate(words):
            asked: dict[str, Reading] = {}
            for meant in nearest(word, self._words()):
                mended = " ".join([*words[:place], meant, *words[place + 1 :]]).replace(" : ", ": ")
                legal = [reading for reading in self._readings(mended) if self.may(reading.action)]
                if mended != text and len(legal) == 1:
                    asked.setdefault(f"{word}? {meant}", replace(legal[0], sure=False))
            if 0 < len({reading.line for reading in asked.values()}) <= _FEW:
                return Understood(tuple(asked.values()), asks=next(iter(asked)))
        return None

    def _refused(self, text: str) -> Understood:
        """Return the refusal of a text that can't be read, with the best reason that can be found.

        The reasons are tried in this order: the game's own, a verb that can't be used now, a player who has to wait,
        wrong arguments. If none fits, the refusal says whose turn it is.
        """
        if not self._due:
            return Understood(why="the game is over: no line follows any more", rule=f"{self.game.prefix}.over")
        return (
            self._refused_by_game(text) or self._not_now(text) or self._waits(text) or self._half(text)
        ) or Understood(
            why=f"“{text if len(text) <= 40 else text[:39] + '…'}” is nothing that can be typed now: "
            f"{self._whose_turn()} (`help` says more)"
        )

    def _refused_by_game(self, text: str) -> Understood | None:
        """Return the game's own refusal of a text that has a colon, or that is typed when nobody may act here.

        If the text names a player who has to wait, the refusal says so. None for any other text, or if the game can
        read it.
        """
        try:
            parse(self.game, self.setup, text)
        except RecordError as error:
            if ":" in text or not self.turns:
                seats = self.named(text.partition(":")[0])
                waits = self._has_to_wait(seats[0]) if len(seats) == 1 else None
                return waits or Understood(why=error.why, rule=error.rule)
        return None

    def _not_now(self, text: str) -> Understood | None:
        """Return the refusal of a text whose verb nobody may use now, or may use only with other arguments.

        None for any other text.
        """
        for _, rest in self._seats(text):
            verb = self._verb_itself(rest.partition(" ")[0])
            if verb and self._verbs[verb].anytime:  # it may be typed now, but not like this
                usage = f"NAME: {verb} {self._usage(verb)}".rstrip()
                error = self.game.misread(f"that line can't be read: it is written {usage}")
                return Understood(why=error.why, rule=error.rule)
            if verb and verb not in self._timely:
                why = f"nobody can {self.game.spoken(verb)} now: {self._whose_turn()}"
                return Understood(why=why, rule=f"{self.game.prefix}.step")
        return None

    def _waits(self, text: str) -> Understood | None:
        """Return the refusal of a text for a seat that has nothing to do now; None for any other text.

        An example is “ann 1” on Bob's turn.
        """
        for seat, rest in self._seats(text):
            if seat not in {ANY, None} and rest and not any(turn.seat in {seat, None} for turn in self._due):
                return self._has_to_wait(seat or 0)
        return None

    def _has_to_wait(self, seat: int) -> Understood | None:
        if any(turn.seat == seat for turn in self._due):
            return None
        why = f"{self.setup.seats[seat]} has to wait: {self._whose_turn()}"
        return Understood(why=why, rule=f"{self.game.prefix}.turn")

    def _half(self, text: str) -> Understood | None:
        """Return the refusal of a text whose arguments can't be read, if only one verb can be meant; else None."""
        for seat, rest in self._seats(text):
            meant = list(self._meant(seat, rest))
            if len({verb for _, verb, _ in meant}) == 1:
                whose = self._busiest([who for who, _, _ in meant if who is not None] or [0])
                try:
                    self.game.read(self.setup, Line(*next((line for line in meant if line[0] == whose), meant[0])))
                except RecordError as error:
                    now = f"; {self._whose_turn()}" if seat != ANY and len(self._due) > 1 else ""
                    return Understood(why=error.why + now, rule=error.rule)
        return None

    def _busiest(self, seats: Sequence[int]) -> int:
        """Return the one of these seats that may use the most verbs now."""
        return max(seats, key=lambda seat: sum(len(turn.verbs) for turn in self.turns if turn.seat == seat))

    def _meant(self, seat: int | None, rest: str) -> Iterable[tuple[int | None, str, str]]:
        """Return (seat, verb, arguments) for each verb that a text may be meant for.

        If the text begins with a verb, these are the verbs that it stands for. Otherwise they are all verbs that the
        seat (``ANY``: every seat) may leave out now. ``rest`` is the text after the name.
        """
        word, _, args = rest.partition(" ")
        low = word.casefold()
        mine = [(turn.seat, verb) for turn in self._turns_of(seat) for verb in turn.verbs]
        begun = [(who, verb, args) for who, verb in mine if low in self._verbs[verb].ways()]
        several = [(who, verb, rest) for who, verb in mine if "…" in self._usage(verb)]
        if self.alone and not begun and args and several:  # cards, where one word is asked for: a hand
            return several
        return begun or [
            (turn.seat, verb, rest)
            for turn in self._due
            for verb in turn.verbs
            if seat in {ANY, turn.seat} and self._usage(verb) and (self.alone or not self._private(verb))
        ]
