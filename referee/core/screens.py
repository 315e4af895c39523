"""The values of a page on a phone or big screen: views by viewer, a seat's legal lines, forms to choose them with."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from liarsdeck.english import capfirst
from liarsdeck.language import later, say, say_n, spoken
from referee.core.accounts import Claim, Moment, Screen, Sheet
from referee.core.cards import CALLED, RANKS, SUIT_NAMES, SUITS, WEST, is_card, parse_card, sign_card, text, verb_name
from referee.core.game import Action, Coming, Event, Field, Game, Json, Refused, Setup, Unopened
from referee.core.play import format_action, game_status
from referee.core.setup import FirstTable

MOST = 200
"""The most lines that ``legal_moves`` lists; verbs beyond that are given with their fields."""


class Choice(Struct, frozen=True):
    """A line that a seat may consider, with its ``verb`` and its arguments as text.

    If it is illegal, ``why`` is the refusal's sentence and ``rule`` the id of the broken rule; both are "" otherwise.
    """

    line: str
    verb: str
    args: str
    rule: str = ""
    why: str = ""


class LegalMoves(Struct, frozen=True):
    """The lines that a seat (None: the table) may say now, judged from its own view.

    ``verbs`` are the verbs that may be used now: first those that are not optional, ``due`` in number, then the others.
    ``choices`` are the lines of these verbs, illegal ones included. ``fields`` has the arguments of each verb whose
    lines are not all listed. ``coming`` is the turn that the seat may answer ahead of time, or None. Its lines are in
    ``choices`` too.
    """

    seat: int | None
    verbs: tuple[str, ...] = ()
    due: int = 0
    choices: tuple[Choice, ...] = ()
    fields: dict[str, tuple[Field, ...]] = {}
    coming: Coming | None = None

    @property
    def lines(self) -> list[str]:
        """The lines of ``choices`` that are legal, as text."""
        return [choice.line for choice in self.choices if not choice.why]

    def as_json(self) -> dict[str, Json]:
        """Return ``{"legal": […], "verbs": {…}}``: legal lines, and arguments of verbs whose lines are not listed."""
        return {"legal": self.lines, "verbs": {verb: to_builtins(fields) for verb, fields in self.fields.items()}}


def legal_moves(game: Game[object], setup: Setup, view: object, seat: int | None) -> LegalMoves:
    """Return the legal lines of ``seat``, or of the table for None.

    ``view`` is what this viewer may see: the result tells of no hidden card.
    """

    def choice(action: Action, *, judged: bool = True) -> Choice:
        line, written = format_action(game, setup, action), game.write(setup, action)
        judgment = game.judge(view, action) if judged else None
        if isinstance(judgment, Refused) and not isinstance(judgment, Unopened):
            return Choice(line, written.verb, written.args, judgment.rule, str(judgment.message.to(seat)))
        return Choice(line, written.verb, written.args)

    due = tuple(verb for turn in game.to_act(view) if turn.seat == seat for verb in turn.verbs)
    optional = (verb for turn in game.optional(view) if turn.seat == seat for verb in turn.verbs)
    verbs = (*due, *(verb for verb in optional if verb not in due))
    quoting = {verb.name for verb in game.verbs if verb.quotes}
    choices: list[Choice] = []
    fields: dict[str, tuple[Field, ...]] = {}
    for verb in verbs:
        own = game.fields(view, seat, verb) or ((Field("words", fewest=0),) if verb in quoting else ())
        listed = [choice(action) for action in game.candidate_actions(view, seat, verb)]
        if own or len(choices) + len(listed) > MOST:
            fields[verb] = own or _by_words(listed)
        if len(choices) + len(listed) <= MOST:
            choices += listed
    ahead = None if due else next((coming for coming in game.coming(view) if coming.seat == seat), None)
    if ahead is not None:
        for verb in ahead.verbs:
            choices += [choice(action, judged=False) for action in game.candidate_actions(view, seat, verb)]
    return LegalMoves(seat, verbs, len(due), tuple(choices), fields, ahead)


def _by_words(choices: list[Choice]) -> tuple[Field, ...]:
    """Return one field for each word of these lines, with the words that occur there in legal ones."""
    rows = [choice.args.split() for choice in choices if not choice.why]
    columns = zip_longest(*rows)
    return tuple(Field("word", tuple(dict.fromkeys(word for word in column if word))) for column in columns)


class SeatMark(Struct, frozen=True):
    """A seat as the list of seats shows it.

    ``cards`` is the size of its hand, or None if the game does not count hands. ``you`` is the viewer's own seat.
    ``acts`` means that the game waits for it. ``out`` means that it has left the game. ``sits`` means that a phone or a
    bot plays it, and ``here`` that its phone is connected. ``bot`` is the level or the character of its bot, "" for a
    person. ``laptop`` means that it has no phone. With ``closed``, phones need the host's permission for it. Who
    ``watches`` in a lobby does not play.
    """

    name: str
    you: bool = False
    acts: bool = False
    out: bool = False
    cards: int | None = None
    score: int = 0
    sits: bool = False
    laptop: bool = False
    here: bool = False
    bot: str = ""
    closed: bool = False
    watches: bool = False

    @property
    def away(self) -> bool:
        """Whether a person plays it with a phone that is not connected."""
        return self.sits and not (self.here or self.out or self.bot)

    @property
    def marks(self) -> str:
        """The CSS classes of its entry in the list, separated by spaces."""
        found = [(self.you, "you"), (self.acts, "now"), (self.out, "gone"), (self.away, "away"), (self.bot, "bot")]
        return " ".join(name for on, name in found if on)

    @property
    def spoken(self) -> str:
        """What a screen reader adds to the seat's name: “, you, next”; "" for nothing."""
        marks = (self.you, self.acts, self.bot, self.out, self.away)
        return "".join(f", {say(words)}" for on, words in zip(marks, _MARKS, strict=True) if on)


_MARKS = (later("you"), later("next"), later("a bot"), later("out"), later("away"))


class ViewsByViewer:
    """A state of a table, with everything that each viewer may see of it. A viewer is a seat, or None for the public.

    What is computed is cached, so a new state needs a new object.
    """

    def __init__(self, game: Game[object], setup: Setup, state: object) -> None:
        self.game, self.setup, self.state = game, setup, state
        self._views: dict[int | None, object] = {}
        self._redacted: dict[tuple[int | None, Action], Action] = {}
        self._legal: dict[tuple[int | None, bool], LegalMoves] = {}
        self._public: dict[str, Json] | None = None
        self._shown: tuple[Screen, Sheet | None] | None = None
        self.kept: dict[object, tuple[SeatMark, ...]] = {}  # the ribbon, by what else it rests on
        self.told: dict[tuple[Action, int | None, str], tuple[Event, ...]] = {}  # of the line before, see ``Passed``
        self.results: dict[tuple[Action, int | None, str], tuple[Moment, ...]] = {}

    def view(self, seat: int | None) -> object:
        """Return the view of a seat, the public view for None."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def redacted(self, action: Action, seat: int | None) -> Action:
        """Return an action that is played in this state as ``seat`` (None: the public) may read it."""
        key = seat, action
        if key not in self._redacted:
            self._redacted[key] = self.game.redact(self.state, action, seat)
        return self._redacted[key]

    def legal(self, seat: int | None, *, openly: bool = False) -> LegalMoves:
        """Return a seat's (None: the table's) legal lines, judged from its own or (``openly``) the public view."""
        key = seat, openly
        if key not in self._legal:
            self._legal[key] = legal_moves(self.game, self.setup, self.view(None if openly else seat), seat)
        return self._legal[key]

    def standing(self, seat: int | None) -> dict[str, Json]:
        """Return the JSON of ``referee replay`` for a seat (None: the public), without what would solve the game."""
        if seat is None and self._public is not None:
            return dict(self._public)
        found = game_status(self.game, self.view(seat), reveal=seat is not None)
        public = found["public"]
        assert isinstance(public, Mapping)
        found["public"] = {name: value for name, value in public.items() if name not in self.game.unsent}
        if seat is None:
            self._public = dict(found)
        return found

    def shown(self) -> tuple[Screen, Sheet | None]:
        """Return the public screen and the score sheet (None if the game has none)."""
        if self._shown is None:
            self._shown = self.game.show(self.view(None), None), self.game.sheet(self.view(None))
        return self._shown


class Passed(NamedTuple):
    """A line that was played, with the state before it and the state after it.

    What it tells a viewer in the current language is cached with the state after it.
    """

    before: ViewsByViewer
    action: Action
    after: ViewsByViewer

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """Return what the line made happen, as ``seat`` (None: the public) may read it; () for nothing."""
        told, key = self.after.told, (self.action, seat, spoken())
        if key not in told:
            told[key] = self._events(seat)
        return told[key]

    def _events(self, seat: int | None) -> tuple[Event, ...]:
        game, steps = self.before.game, (self.before.view(seat), self.before.redacted(self.action, seat))
        if found := game.events(*steps, self.after.view(seat)):
            return found
        sentence = game.narrate(*steps, self.after.view(seat))
        return (Event(self.action.verb, text(sentence), self.action.seat),) if sentence else ()

    def moments(self, seat: int | None) -> tuple[Moment, ...]:
        """Return the results of the line, such as a trick taken, as ``seat`` (None: the public) may see them.

        () if it has none. All viewers get equally many.
        """
        results, key, before = self.after.results, (self.action, seat, spoken()), self.before
        if key not in results:
            seen = before.view(seat), before.redacted(self.action, seat), self.after.view(seat)
            results[key] = before.game.moments(*seen)
        return results[key]

    def claims(self) -> tuple[Claim, ...]:
        """Return the claims that the line makes and that others may believe or doubt, as everybody may see them."""
        before = self.before
        return before.game.claims(before.view(None), before.redacted(self.action, None), self.after.view(None))

    def truths(self) -> tuple[bool | None, ...]:
        """Return whether each of ``claims`` is true, judged from the full state; None if even that does not tell.

        It is secret while the game goes on.
        """
        claims = self.before.game.claims(self.before.state, self.action, self.after.state)
        return tuple(claim.true for claim in claims)


class Held(Struct, frozen=True):
    """A result that one viewer's screen shows now, before anything else is asked.

    ``cards`` are the values that draw its cards. It is shown for ``seconds`` at most. ``since`` is the number (``seq``)
    of the state that made it, ``at`` the place of its line in the record, from 0, and ``place`` its place among the
    results of that line. ``next`` are the players who act next: when they have seen it, all screens go on. ``waits``
    means that this viewer has seen it and waits for others.
    """

    moment: Moment
    cards: tuple[Struct, ...]
    since: int
    place: int = 0
    seconds: int = 0
    next: tuple[str, ...] = ()
    at: int = 0
    waits: bool = False


class VerbPrompt(Struct, frozen=True):
    """A verb that a seat may use, with its lines (illegal ones included), or its arguments if there are too many lines.

    ``help`` is its sentence in the help. As in ``Verb``, a ``private`` one is entered on a private screen, a
    ``weighty`` one ends a deal or a game, and an ``optional`` one may be left out.
    """

    verb: str
    help: str
    choices: tuple[Choice, ...] = ()
    fields: tuple[Field, ...] = ()
    private: bool = False
    weighty: bool = False
    optional: bool = False


class AskPage(Struct, frozen=True):
    """What a lobby's screen shows of the facts that guests write about each other.

    ``on`` is False while the host has not turned this on. ``all`` counts the endings written by everybody, ``written``
    the viewer's. ``share`` says how many pairs guests write: all, some or none. The viewer is asked to complete the
    opening ``said`` (how a sentence begins), number ``no`` (0: none), with an ending of at most ``most`` characters, or
    of ``one_word``; ``sample`` is an example of an ending. ``doubt`` is True if the viewer thinks that two answers
    could both be true. ``mine`` are openings about the viewer, as (number, words), that nobody has written on;
    ``silent`` means that they want none. For the host, ``flagged`` are the numbers of pairs that a writer doubts, and
    ``whole`` counts complete pairs.
    """

    on: bool = False
    all: int = 0
    share: str = ""
    written: int = 0
    no: int = 0
    said: str = ""
    one_word: bool = False
    most: int = 0
    sample: str = ""
    doubt: bool = False
    mine: tuple[tuple[int, str], ...] = ()
    silent: bool = False
    flagged: tuple[int, ...] = ()
    whole: int = 0


class ScreenPage(Struct, frozen=True):
    """One screen at one moment.

    ``kind`` is join (no session), seats (no seat yet), lobby, table, over or ended. ``seq`` is the number of the
    table's state. ``game`` is the game's name, and ``kit`` the code of its printed cards; both may be "". ``you`` is
    the player whose screen it is. It is "" for the public screen, whose page holds nobody's secrets. ``host`` says that
    this is the host's browser. ``cards`` is the size of the player's hand. ``table`` and ``sheet`` are what
    ``Game.show`` and ``Game.sheet`` return for everybody, and ``public`` is the JSON of ``referee replay``. A hand is
    never in a page: see ``HeldHand``.

    What happens: ``said`` is what happened last, as everybody may read it. ``notices`` are the last ones to all,
    ``notice`` is one since the last line. ``question`` is what ``you`` is asked, and ``chore`` what the table is asked.
    ``wanted`` are the players who have still to act, ``again`` those who would play another game. ``answers`` are the
    verbs that ``you`` (on the host's own page: the table) may use. With ``coming``, ``you`` may answer ahead of the
    turn: ``ahead`` is the answer given, and ``earlier`` are the players who act before ``you``. ``lost`` says what
    became of this browser's former seat. ``over`` is a sentence on how the game ended, "" before, and ``tally`` one on
    the games of this evening.

    Joining: ``address`` and ``word`` are what phones need to join, and ``advice`` is what to try while none has come.
    ``most`` is the largest number of players. ``waiting`` are those who only watch this game.

    On the host's own page: ``games`` are (name, title) of the games to choose from. ``others`` are the seats without a
    phone, with the verbs that they may use openly. ``asking`` are the seats that phones ask for. ``undealt`` means that
    a dealing script waits to be read out. ``first`` are the house rules that are recommended for so many players, and
    ``firstly`` says whether they are chosen. ``draws`` means that the referee draws a player among volunteers.

    The deal: ``deals`` means that the phones hold the cards. ``seal`` is a hash of everything that the referee has
    dealt. ``seeded`` is what is said if somebody chose the seed. ``number`` is the table's number in the journal.
    ``guests`` says in the lobby whether fresh facts will speak of those who sit, None if none are written. ``about`` is
    what ``you`` let them say, as after a guest's name on the command line, or "-" for nothing. ``ask`` is what guests
    write, None where they can't. ``leaving`` is what is lost when ``you`` stand up: (how many endings, ``about`` too?).

    ``moment`` is the result that is shown now, before anything is asked. ``fallen`` is the one by which ``you`` are
    out. ``left`` are other tables of this device that can be continued: number, title, seats.
    """

    kind: str
    seq: int = 0
    game: str = ""
    title: str = ""
    kit: str = ""
    you: str = ""
    host: bool = False
    seats: tuple[SeatMark, ...] = ()
    said: tuple[tuple[Event, ...], ...] = ()
    wanted: tuple[str, ...] = ()
    question: str = ""
    chore: str = ""
    answers: tuple[VerbPrompt, ...] = ()
    coming: Coming | None = None
    ahead: str = ""
    cards: int = 0
    table: Screen = Screen()
    sheet: Sheet | None = None
    public: Mapping[str, Json] = {}
    notices: tuple[str, ...] = ()
    notice: str = ""
    over: str = ""
    winners: tuple[str, ...] = ()
    tally: str = ""
    address: str = ""
    word: str = ""
    most: int = 0
    games: tuple[tuple[str, str], ...] = ()
    waiting: tuple[str, ...] = ()
    advice: str = ""
    again: tuple[str, ...] = ()
    others: tuple[tuple[str, tuple[VerbPrompt, ...]], ...] = ()
    undealt: bool = False
    deals: bool = False
    lost: str = ""
    earlier: tuple[str, ...] = ()
    first: FirstTable | None = None
    firstly: bool = False
    asking: tuple[str, ...] = ()
    seal: str = ""
    seeded: str = ""
    number: int = 0
    guests: bool | None = None
    about: str = ""
    ask: AskPage | None = None
    leaving: tuple[int, bool] = (0, False)
    draws: bool = False
    moment: Held | None = None
    fallen: Held | None = None
    left: tuple[tuple[int, str, tuple[str, ...]], ...] = ()


class ScreenContext(Struct, frozen=True):
    """What a game arranges a page from: the page's values, the setup, the viewer's view and seat (None: the public)."""

    page: ScreenPage
    setup: Setup
    view: object
    seat: int | None

    @property
    def open(self) -> bool:
        """Whether this is the public view."""
        return self.seat is None


Arranged = Mapping[str, object]


def by_suit(cards: list[str]) -> list[str]:
    """Return names of cards sorted: lizards, then suit by suit (♥♠♦♣) from the highest rank, snakes, others."""
    order = {"lizard": (-1, 0), "snake": (9, 0)}
    suits = "hsdc"
    return sorted(
        cards,
        key=lambda card: order.get(card) or (suits.index(card[1]), -RANKS.index(card[0])) if is_card(card)
        or card in order else (10, 0),
    )  # fmt: skip


FEW = 12  # so many options are buttons of one grid; more are rows of a list


class Option(Struct, frozen=True):
    """A choice in a form. ``value`` is written into the line, ``word`` is its label, and ``small`` the text below it.

    ``word`` may be "": then the value is the label. If the choice is illegal, ``why`` is the refusal's sentence and
    ``rule`` the rule's id. ``drawn`` are names of cards drawn in place of the label.
    """

    value: str
    word: str = ""
    small: str = ""
    why: str = ""
    rule: str = ""
    drawn: tuple[str, ...] = ()

    @property
    def read(self) -> str:
        """The label as text: ``word``, or else the value, in the page's language if it is a card's name."""
        return self.word or (say(self.value) if self.value in CALLED else self.value)


class OptionGroup(Struct, frozen=True):
    """A group of options, of which the user chooses ``fewest`` to ``most``; without options, a field for text.

    ``name`` is its name in ``Form.line``. ``look`` is the widget: buttons, grid, rows, fan, cards, west, suits, ranks,
    number or text. ``before`` is a word that the line has before the choice.
    """

    name: str
    look: str
    options: tuple[Option, ...] = ()
    label: str = ""
    fewest: int = 1
    most: int = 1
    before: str = ""


class Form(Struct, frozen=True):
    """The form of one verb: its option groups, the line that they make, and the label of its button.

    In ``line`` and ``label``, a group's name in braces is replaced by its chosen values. ``title`` is its heading, and
    ``small`` the text below. If the only line is illegal, ``why`` is the sentence and ``rule`` the rule's id. ``off``
    are cards that can't be chosen. With ``straight`` there are no groups, and the button sends the line at once. With
    ``only`` the verb has one legal line, which would show the hand: the page does not hold it, but fetches it when the
    button is touched.
    """

    verb: str
    line: str
    label: str
    groups: tuple[OptionGroup, ...] = ()
    small: str = ""
    straight: bool = False
    why: str = ""
    rule: str = ""
    title: str = ""
    off: tuple[str, ...] = ()
    only: bool = False


def pressing(page: ScreenPage) -> set[str]:
    """Return the verbs that the player of ``page`` is asked for, now or ahead of their turn, without optional ones."""
    ahead = page.coming.verbs if page.coming else ()
    return {answers.verb for answers in page.answers if not answers.optional or answers.verb in ahead}


def forms(page: ScreenPage, words: Mapping[str, str], hand: Sequence[str] = ()) -> list[Form]:
    """Return a form for every verb that the player of ``page`` may use.

    ``words`` has labels of buttons by verb, such as {"bids": "Bid {v}"}; other verbs get a label of their own name.
    ``hand`` are the names of the player's cards: lines about them are chosen from a fan of cards.
    """
    return [
        form(page, answers, say(words.get(answers.verb, "")), hand)
        for answers in page.answers
        if not (answers.verb == "holds" and answers.optional and page.cards)
    ]


def form(page: ScreenPage, answers: VerbPrompt, label: str, hand: Sequence[str]) -> Form:
    """Return the form for one verb of a page; parameters as in ``forms``.

    ``answers`` is the verb with its lines, and ``label`` that of its button; "" for the verb's own name.
    """
    who = f"{page.you}: " if page.you else ""
    start = f"{who}{answers.verb}"
    spoken = capfirst(verb_name(answers.verb)) if page.you else answers.verb.capitalize()
    if answers.fields:
        groups = tuple(_field(at, field, hand) for at, field in enumerate(answers.fields))
        line = " ".join([start, *(f"{{{group.name}}}" for group in groups)])
        return Form(answers.verb, line, label or spoken, groups, answers.help)
    only = answers.choices[0] if len(answers.choices) == 1 else None
    if only is not None and not only.args:
        return Form(answers.verb, only.line, label or spoken, (), answers.help, True, only.why, only.rule)
    args = [choice.args for choice in answers.choices]
    if len(args) > len(hand) and all(is_card(arg) for arg in args):
        return picker(start, answers, label or f"{spoken} {{v}}")
    look = _look(args, hand)
    choices = {choice.args: choice for choice in answers.choices}
    order = by_suit(args) if look == "cards" else args
    group = OptionGroup("v", look, tuple(option(choices[arg]) for arg in order))
    return Form(answers.verb, f"{start} {{v}}", label or f"{spoken} {{v}}", (group,), answers.help)


def option(choice: Choice) -> Option:
    """Return the option for a line: its value is the line's arguments.

    A refusal becomes a whole sentence with suit signs.
    """
    why = choice.why.replace(choice.args, sign_card(parse_card(choice.args))) if is_card(choice.args) else choice.why
    return Option(choice.args, why=f"{capfirst(why)}." if why else "", rule=choice.rule)


def _look(args: Sequence[str], hand: Sequence[str]) -> str:
    if hand and set(args) <= set(hand):
        return "fan"
    if all(arg.isdigit() for arg in args) and len(args) <= 2 * FEW:
        return "grid"
    if args and set(args) <= set(WEST):
        return "west"
    if len(args) > 2 * FEW and sum(map(is_card, args)) > len(args) // 2:
        return "cards"
    return "buttons" if len(args) <= FEW and all(len(arg) <= 12 for arg in args) else "rows"


def picker(start: str, answers: VerbPrompt, label: str) -> Form:
    """Return a form that chooses one of the 52 cards by suit and rank; illegal cards are in its ``off``.

    ``answers`` is the verb with its lines.
    ``start`` is the line before the card. In ``label``, ``{v}`` becomes the card.
    """
    legal = {choice.args for choice in answers.choices if not choice.why}
    off = tuple(rank + suit for suit in SUITS for rank in RANKS if rank + suit not in legal)
    suits = OptionGroup(
        "suit", "suits", tuple(Option(suit, say(SUIT_NAMES[SUITS.index(suit)])) for suit in "shdc"), say("Suit")
    )
    ranks = OptionGroup(
        "rank", "ranks", tuple(Option(rank, "10" if rank == "T" else rank) for rank in reversed(RANKS)), say("Rank")
    )
    label = label.replace("{v}", "{rank}{suit}")
    return Form(answers.verb, f"{start} {{rank}}{{suit}}", label, (suits, ranks), off=off)


_FIELDS = {
    "card": later("Card"), "word": later("Word"), "words": later("Words"), "answer": later("Answer"),
    "slot": later("Slot"), "colour": later("Colour"),
}  # fmt: skip


def _field(at: int, field: Field, hand: Sequence[str]) -> OptionGroup:
    name, many = f"f{at}", field.most > 1
    if not field.among:
        return OptionGroup(name, "text", (), say(_FIELDS[field.name]), field.fewest, field.most, field.before)
    look = "fan" if hand and set(field.among) <= set(hand) else _look(field.among, ())
    return OptionGroup(
        name,
        "cards" if many and look != "fan" and all(is_card(word) for word in field.among) else look,
        tuple(map(Option, field.among)),
        "" if look == "fan" else say(_FIELDS[field.name]),
        field.fewest,
        field.most,
        field.before,
    )


def worded(form: Form, words: Mapping[str, tuple[str, str]]) -> Form:
    """Return a form with other texts on its options. ``words`` has (label, text below) by an option's value."""
    groups = tuple(
        replace(
            group,
            options=tuple(
                replace(one, word=words[one.value][0], small=words[one.value][1]) if one.value in words else one
                for one in group.options
            ),
        )
        for group in form.groups
    )
    return replace(form, groups=groups)


def split(found: Sequence[Form], *main: str) -> tuple[list[Form], list[Form]]:
    """Return the forms of the verbs ``main``, in this order, and the list of other forms.

    If ``found`` has none of these verbs, the first list has its first form.
    """
    by_verb = {one.verb: one for one in found}
    first = [by_verb[verb] for verb in main if verb in by_verb] or list(found[:1])
    return first, [one for one in found if one not in first]


def holdings(page: ScreenPage, sizes: Sequence[int], points: Sequence[int] = ()) -> list[tuple[str, str]]:
    """Return (name, “3 cards”) for each seat, the viewer first as “you”.

    ``sizes`` are the numbers of cards by seat; ``points``, if given, are added to the text.
    """
    found: list[tuple[str, str]] = []
    for seat, (mark, size) in enumerate(zip(page.seats, sizes, strict=True)):
        mine = mark.name == page.you
        scored = f" · {say_n('{n} point', '{n} points', points[seat])}" if points else ""
        held = say_n("{n} card", "{n} cards", size) + scored
        found.insert(0 if mine else len(found), (say("you") if mine else mark.name, held))
    return found


def plain(context: ScreenContext) -> Arranged:
    """Return a page's arrangement (the template's values) for a game that has none of its own."""
    page = context.page
    found = forms(page, {}, [])
    first, more = split(found, *(answers.verb for answers in page.answers if not answers.optional))
    title = page.table.title.removeprefix(page.title).lstrip(" ·")
    return {
        "form": "any",
        "where": title or (say("the end") if page.over else ""),
        "step": "ask" if context.seat is not None and found else "watch",
        "ask": page.question,
        "forms": (first, more),
        "titles": {},
    }
