"""The values of a page: views of a state by viewer, the legal lines of a seat, and the forms to choose them with."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from liarsdeck.english import capfirst
from liarsdeck.language import later, say, say_n
from referee.core.accounts import Claim, Moment, Screen, Sheet
from referee.core.cards import CALLED, RANKS, SUIT_NAMES, SUITS, WEST, is_card, parse_card, sign_card, text, verb_name
from referee.core.game import Action, Coming, Event, Field, Game, Json, Refused, Setup, Unopened
from referee.core.play import format_action, game_status
from referee.core.setup import FirstTable

MOST = 200
"""The most lines that ``legal_moves`` lists; verbs beyond that are given with their fields."""


class Choice(Struct, frozen=True):
    """A line that a seat could say. If it is illegal, ``why`` is the refusal's sentence and ``rule`` its rule's id."""

    line: str
    verb: str
    args: str
    rule: str = ""
    why: str = ""


class LegalMoves(Struct, frozen=True):
    """The lines that a seat (None: the table) may say now, judged from its own view.

    ``verbs`` are the verbs that may be used now. The optional ones come last, and ``due`` is the number of the others.
    ``choices`` are the lines of these verbs, illegal ones included. ``fields`` has the arguments of each verb whose
    lines are not all listed. ``coming`` is the turn that the seat may answer ahead, or None. Its lines are in
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
        """The legal lines."""
        return [choice.line for choice in self.choices if not choice.why]

    def as_json(self) -> dict[str, Json]:
        """Return ``{"legal": […], "verbs": {…}}``: the legal lines, and verbs with unlisted lines."""
        return {"legal": self.lines, "verbs": {verb: to_builtins(fields) for verb, fields in self.fields.items()}}


def legal_moves(game: Game[object], setup: Setup, view: object, seat: int | None) -> LegalMoves:
    """Return the legal moves of ``seat``. ``view`` is the seat's own view, so no hidden card has an influence."""

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
    """A seat in the list of seats. ``cards`` is the size of its hand, or None if the game does not count hands.

    ``acts`` means that the game waits for it. ``sits`` means that a phone or a bot plays it, and ``here`` that its
    phone is connected. ``bot`` is the level or the character of its bot, "" for a person. ``laptop`` means that it has
    no phone. With ``closed``, phones need the host's permission for it. Who ``watches`` in a lobby does not play.
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
        """Its CSS classes."""
        found = [(self.you, "you"), (self.acts, "now"), (self.out, "gone"), (self.away, "away"), (self.bot, "bot")]
        return " ".join(name for on, name in found if on)

    @property
    def spoken(self) -> str:
        """The text that a screen reader adds to its name."""
        marks = (self.you, self.acts, self.bot, self.out, self.away)
        return "".join(f", {say(words)}" for on, words in zip(marks, _MARKS, strict=True) if on)


_MARKS = (later("you"), later("next"), later("a bot"), later("out"), later("away"))


class ViewsByViewer:
    """The state of a table, with its view for each viewer (a seat, or None for the public). Views are cached."""

    def __init__(self, game: Game[object], setup: Setup, state: object) -> None:
        self.game, self.setup, self.state = game, setup, state
        self._views: dict[int | None, object] = {}
        self._redacted: dict[tuple[int | None, Action], Action] = {}
        self._legal: dict[tuple[int | None, bool], LegalMoves] = {}
        self._public: dict[str, Json] | None = None
        self._shown: tuple[Screen, Sheet | None] | None = None
        self.kept: dict[object, tuple[SeatMark, ...]] = {}  # the ribbon, by what else it rests on

    def view(self, seat: int | None) -> object:
        """Return the view of a seat, the public view for None."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def redacted(self, action: Action, seat: int | None) -> Action:
        """Return the action that follows this state, without what is hidden from a seat."""
        key = seat, action
        if key not in self._redacted:
            self._redacted[key] = self.game.redact(self.state, action, seat)
        return self._redacted[key]

    def legal(self, seat: int | None, *, openly: bool = False) -> LegalMoves:
        """Return the legal moves of a seat, judged from its own view, or (``openly``) from the public view."""
        key = seat, openly
        if key not in self._legal:
            self._legal[key] = legal_moves(self.game, self.setup, self.view(None if openly else seat), seat)
        return self._legal[key]

    def standing(self, seat: int | None) -> dict[str, Json]:
        """Return the object of ``referee replay --json`` for a viewer, without anything that would solve the game."""
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
    """A played action with the views before and after it."""

    before: ViewsByViewer
    action: Action
    after: ViewsByViewer

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """Return its events for a viewer, () where the game has none."""
        game, steps = self.before.game, (self.before.view(seat), self.before.redacted(self.action, seat))
        if found := game.events(*steps, self.after.view(seat)):
            return found
        sentence = game.narrate(*steps, self.after.view(seat))
        return (Event(self.action.verb, text(sentence), self.action.seat),) if sentence else ()

    def moments(self, seat: int | None) -> tuple[Moment, ...]:
        """Return the results that it brought about, as a viewer may see them; every viewer gets as many."""
        before = self.before
        return before.game.moments(before.view(seat), before.redacted(self.action, seat), self.after.view(seat))

    def claims(self) -> tuple[Claim, ...]:
        """Return what it makes others believe or doubt, as everybody may see it."""
        before = self.before
        return before.game.claims(before.view(None), before.redacted(self.action, None), self.after.view(None))

    def truths(self) -> tuple[bool | None, ...]:
        """Return whether each of ``claims`` is true, by all hands, which nobody may see before the end."""
        claims = self.before.game.claims(self.before.state, self.action, self.after.state)
        return tuple(claim.true for claim in claims)


class Held(Struct, frozen=True):
    """A result that a viewer's screens hold, with its drawn ``cards``, for ``seconds`` at most.

    ``since`` is the number of the state that it made, and ``place`` tells apart several results of one line. ``next``
    are the players who go next: when they have seen it, all screens go on. ``at`` is the place of its line, from 0.
    """

    moment: Moment
    cards: tuple[Struct, ...]
    since: int
    place: int = 0
    seconds: int = 0
    next: tuple[str, ...] = ()
    at: int = 0


class VerbPrompt(Struct, frozen=True):
    """A verb that a seat may use, with its lines (illegal ones included) or its arguments."""

    verb: str
    help: str
    choices: tuple[Choice, ...] = ()
    fields: tuple[Field, ...] = ()
    private: bool = False
    weighty: bool = False
    optional: bool = False


class AskPage(Struct, frozen=True):
    """What a lobby's screen shows of the facts that guests write; ``on`` is False where the host may turn that on.

    ``all`` counts the endings of everybody, ``written`` yours. ``share`` says how many pairs guests write. Before you
    is the opening ``said`` with the number ``no`` (0: none waits), for an ending of at most ``most`` characters, in
    quotation marks if ``quotes``; ``sample`` is one of ours. ``mine`` are openings about you (number, words) that
    nobody has written on, ``silent`` means that you want none. The host sees the numbers of ``flagged`` pairs, and how
    many are ``whole``.
    """

    on: bool = False
    all: int = 0
    share: str = ""
    written: int = 0
    no: int = 0
    said: str = ""
    quotes: bool = False
    most: int = 0
    sample: str = ""
    mine: tuple[tuple[int, str], ...] = ()
    silent: bool = False
    flagged: tuple[int, ...] = ()
    whole: int = 0


class ScreenPage(Struct, frozen=True):
    """One screen at one moment.

    ``kind`` is join (no session), seats (no seat yet), lobby, table, over or ended. ``you`` is the player whose screen
    it is. It is "" for the open table, whose page holds nobody's secrets. ``public`` is the JSON of ``referee replay``.
    A hand is never in a page: see ``HeldHand``.

    What happens: ``said`` is what happened last, as the open table heard it. ``notices`` are the last ones to all,
    ``notice`` is one since the last line. ``question`` is what ``you`` is asked, and ``chore`` what the table is asked.
    ``wanted`` are the players who have still to act, ``again`` those who would play another game. ``answers`` are the
    lines that ``you`` may say. With ``coming`` they are ahead of the turn, ``ahead`` is the answer that was given, and
    ``earlier`` are the players who speak before ``you``. ``lost`` says what became of this browser's former seat.

    On the host's own page: ``others`` are the seats without a phone, with the lines that they may say openly.
    ``asking`` are the seats that a phone wants. ``undealt`` means that a dealing script waits to be read out. ``first``
    are the house rules that are recommended for so many players, and ``firstly`` says whether they are chosen.
    ``draws`` means that the referee draws a player among volunteers.

    The deal: ``deals`` means that the phones hold the cards. ``seal`` is the seal of everything that the referee has
    dealt. ``seeded`` is what is said if somebody chose the seed. ``number`` is the table's number in the journal.
    ``guests`` says in the lobby whether fresh facts will speak of those who sit, None if none are written. ``about`` is
    what ``you`` let them say, as after a guest's name on the command line, or "-" for nothing. ``ask`` is what guests
    write, None where they can't.

    ``moment`` is the result that is held now, before anything is asked. ``fallen`` is the one by which ``you`` are out.
    ``left`` are other tables of this device that may be gone on with: number, title, seats.
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
    draws: bool = False
    moment: Held | None = None
    fallen: Held | None = None
    left: tuple[tuple[int, str, tuple[str, ...]], ...] = ()


class ScreenContext(Struct, frozen=True):
    """The values that a game arranges a page from. ``seat`` is None for the public view."""

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
    """Return cards sorted: lizards, then suit by suit (♥♠♦♣) from the highest rank, snakes, other names."""
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

    If the choice is illegal by ``rule``, ``why`` is the sentence. ``drawn`` are cards drawn in place of the label.
    """

    value: str
    word: str = ""
    small: str = ""
    why: str = ""
    rule: str = ""
    drawn: tuple[str, ...] = ()

    @property
    def read(self) -> str:
        """The label, by default the value, which may be a card's name."""
        return self.word or (say(self.value) if self.value in CALLED else self.value)


class OptionGroup(Struct, frozen=True):
    """A group of options. The user chooses ``fewest`` to ``most`` of them.

    ``look`` is the widget: buttons, grid, rows, fan, cards, west, suits, ranks, number, text.
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

    In ``line`` and ``label``, a group's name in braces is replaced by its chosen values. With ``straight`` there are no
    groups, and the button sends the line at once. With ``only`` the verb has one legal line, which tells of the hand:
    the page does not hold it, and asks for it when the button is touched.
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
    """Return the verbs that the player of ``page`` is asked for, now or ahead of time, without optional ones."""
    ahead = page.coming.verbs if page.coming else ()
    return {answers.verb for answers in page.answers if not answers.optional or answers.verb in ahead}


def forms(page: ScreenPage, words: Mapping[str, str], hand: Sequence[str] = ()) -> list[Form]:
    """Return a form for every verb of ``page``; ``words`` are button labels by verb: {"bids": "Bid {v}"}.

    ``hand`` are the known cards of its seat: lines about them are chosen from a fan of cards.
    """
    return [
        form(page, answers, say(words.get(answers.verb, "")), hand)
        for answers in page.answers
        if not (answers.verb == "holds" and answers.optional and page.cards)
    ]


def form(page: ScreenPage, answers: VerbPrompt, label: str, hand: Sequence[str]) -> Form:
    """Return the form of the verb of ``answers``."""
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
    """Return the option for a line. A refusal becomes a whole sentence with suit signs."""
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
    """Return a form that chooses a standard card by suit and rank; ``off`` are the illegal cards."""
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
    """Return a form with other texts on its options. ``words`` maps the value of an option to (word, small)."""
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
    """Return the forms of the verbs ``main``, in order, and the others; without any, the first form and the rest."""
    by_verb = {one.verb: one for one in found}
    first = [by_verb[verb] for verb in main if verb in by_verb] or list(found[:1])
    return first, [one for one in found if one not in first]


def holdings(page: ScreenPage, sizes: Sequence[int], points: Sequence[int] = ()) -> list[tuple[str, str]]:
    """Return (name, text) rows of each seat's number of cards, and points where given, “you” first."""
    found: list[tuple[str, str]] = []
    for seat, (mark, size) in enumerate(zip(page.seats, sizes, strict=True)):
        mine = mark.name == page.you
        scored = f" · {say_n('{n} point', '{n} points', points[seat])}" if points else ""
        held = say_n("{n} card", "{n} cards", size) + scored
        found.insert(0 if mine else len(found), (say("you") if mine else mark.name, held))
    return found


def plain(context: ScreenContext) -> Arranged:
    """Return a page's arrangement for a game without one of its own."""
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
