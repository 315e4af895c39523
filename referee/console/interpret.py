"""What a person typed: whatever is certain may be left out, and a slip becomes a question, never a guess.

Nothing here knows a game: readings are made from its verbs and seats, read by it, and judged in the open table's view
(or, on a private screen, in that seat's), so that no answer of the prompt tells a secret.
"""

import contextlib
from collections.abc import Iterator

from referee.console.readings import ANY, Prompt, Reading, Understood, beginning
from referee.console.respell import card_word, nearest, respelled, whole
from referee.core.errors import RecordError
from referee.core.game import Action, Judgment, Line, Refused, Unopened
from referee.core.refusals import infinitive
from referee.core.setup import folded
from referee.lines.line import QUOTE_LIMIT, fault, format_action, parse

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
