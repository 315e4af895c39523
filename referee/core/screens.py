"""The values of a page on a phone or big screen: views by viewer, legal lines, and forms to choose lines."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct, to_builtins

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
    """A line that a seat could enter now, legal or not, with its verb and its arguments as text.

    If the line is illegal, ``why`` is the sentence of the refusal and ``rule`` the id of the broken rule; else both are
    "".
    """

    line: str
    verb: str
    args: str
    rule: str = ""
    why: str = ""


class LegalMoves(Struct, frozen=True):
    """The lines that a seat may enter now, judged from a view so that they tell nothing hidden.

    ``seat`` is None for the table. ``verbs`` are the verbs that may be used now. The first ``due`` of them are those
    that are asked for; the others are optional. ``choices`` are the lines of these verbs, including illegal ones.
    ``fields`` has, by verb, the arguments to ask for if a verb has too many lines to list. ``coming`` is set if it is
    not the seat's turn, but the seat may answer ahead of it; the lines of that answer are then in ``choices``.
    Otherwise it is None.
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
        """Return ``{"legal": […], "verbs": {…}}`` for other programs.

        ``legal`` are the legal lines, and ``verbs`` has, by verb, the ``fields`` of verbs with too many lines to list.
        """
        return {"legal": self.lines, "verbs": {verb: to_builtins(fields) for verb, fields in self.fields.items()}}


def legal_moves(game: Game[object], setup: Setup, view: object, seat: int | None) -> LegalMoves:
    """Return the lines of ``seat`` (None: the table) as LegalMoves, each with its refusal if it is illegal.

    ``view`` is the view of the viewer, from which the lines are judged; the result tells nothing that it hides. If
    there are more than ``MOST`` lines, the further verbs only have their fields.
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
    """Return one Field for each position of a word in the arguments of these lines.

    Its words are those that occur at this position in legal lines, in the order of the lines.
    """
    rows = [choice.args.split() for choice in choices if not choice.why]
    columns = zip_longest(*rows)
    return tuple(Field("word", tuple(dict.fromkeys(word for word in column if word))) for column in columns)


class SeatMark(Struct, frozen=True):
    """A seat as the list of seats shows it to one viewer.

    ``you`` says whether it is the viewer's own seat, and ``acts`` whether the game waits for it. ``out`` means that it
    has left the game. ``cards`` is the number of cards in its hand, or None if the game does not count hands. ``score``
    is its score. ``sits`` means that a phone or a bot plays it, ``laptop`` that it has neither and plays on the host's
    laptop, and ``here`` that its phone is connected. ``bot`` is the level or the character of its bot, "" for a person.
    If it is ``closed``, a phone needs the host's permission to take it. ``watches`` means that its player does not play
    the next game.
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
        """Whether a person plays this seat with a phone, and the phone is not connected."""
        return self.sits and not (self.here or self.out or self.bot)

    @property
    def marks(self) -> str:
        """The CSS classes of the seat's entry in the list, separated by spaces."""
        found = [(self.you, "you"), (self.acts, "now"), (self.out, "gone"), (self.away, "away"), (self.bot, "bot")]
        return " ".join(name for on, name in found if on)

    @property
    def spoken(self) -> str:
        """What a screen reader adds to the seat's name: “, you, next”; "" for nothing."""
        marks = (self.you, self.acts, self.bot, self.out, self.away)
        return "".join(f", {say(words)}" for on, words in zip(marks, _MARKS, strict=True) if on)


_MARKS = (later("you"), later("next"), later("a bot"), later("out"), later("away"))


class ViewsByViewer:
    """A state of a table, with everything that each viewer may see of it.

    A viewer is a seat, or None for the public. Results are cached and never computed again, so each new state needs an
    object of its own.
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
        """Return the state as a seat may see it (None: as everybody may), with all else masked."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def redacted(self, action: Action, seat: int | None) -> Action:
        """Return what ``seat`` (None: the public) may read of an action that is played in this state."""
        key = seat, action
        if key not in self._redacted:
            self._redacted[key] = self.game.redact(self.state, action, seat)
        return self._redacted[key]

    def legal(self, seat: int | None, *, openly: bool = False) -> LegalMoves:
        """Return the lines of a seat (None: the table) as LegalMoves, judged from its own view.

        With ``openly``, they are judged from the public view, so that everybody may see them.
        """
        key = seat, openly
        if key not in self._legal:
            self._legal[key] = legal_moves(self.game, self.setup, self.view(None if openly else seat), seat)
        return self._legal[key]

    def standing(self, seat: int | None) -> dict[str, Json]:
        """Return the JSON of ``referee replay`` as a seat (None: the public) may see it.

        The fields named in ``Game.unsent`` are left out, as they would solve the game.
        """
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

    The events and results that it tells a viewer are cached in ``after``, for each language.
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
        """Return the results of the line, such as a trick taken, as ``seat`` (None: the public) sees them.

        () if there are none. The number of results is the same for all viewers.
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
        """Return for each of ``claims``, in order, whether it is true, judged from the full state.

        An entry is None if not even the full state tells. The result is secret until the game is over.
        """
        claims = self.before.game.claims(self.before.state, self.action, self.after.state)
        return tuple(claim.true for claim in claims)


class Held(Struct, frozen=True):
    """A result that one viewer's screen shows now, before anything else is asked.

    ``moment`` is the result. ``cards`` are the values with which the templates draw its cards. ``since`` is the number
    of the table's state (``ScreenPage.seq``) that came with the result, and ``place`` is the index of the result among
    those of its line, from 0. It is shown for ``seconds`` at most. ``next`` are the names of the players who act next;
    when all of them have gone on from the result, all screens go on. ``at`` is the index of its line in the record,
    from 0. ``waits`` means that this viewer has gone on and waits for others.
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
    """A verb that a seat may use now, with everything that a form for it needs.

    ``help`` explains the verb in one sentence. ``choices`` are its lines, including illegal ones. If it has too many
    lines, ``fields`` are the arguments to ask for. A ``private`` verb is entered on a private screen, a ``weighty`` one
    ends a deal or a game, and an ``optional`` one need not be used.
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

    A fact begins with an opening about a guest, and other guests write endings for it. ``on`` is False until the host
    turns this on; the other fields then have their defaults. ``all`` counts the endings that everybody has written.
    ``share`` says how many pairs of facts guests write: “all”, “some” or “none”. ``written`` counts the viewer's
    endings. ``no`` is the number of the opening that the viewer is asked to complete, 0 for none, and ``said`` is its
    text. The ending has to be a single word if ``one_word`` is set, and has at most ``most`` characters; ``sample`` is
    an example. ``doubt`` is True if the viewer has said that two endings of this opening could both be true. ``mine``
    are the openings about the viewer as (number, text), on which nobody has written yet. ``silent`` means that the
    viewer wants no facts about themselves. For the host only, ``flagged`` are the numbers of openings that a writer
    doubts, and ``whole`` counts complete pairs.
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
    """All that one screen, a phone or the big screen, shows at one moment.

    ``kind`` is join (no session), seats (no seat yet), lobby, table, over or ended. ``seq`` is the number of the
    table's state. ``game`` is the game's name, ``title`` its title, and ``kit`` the code of its printed cards, each ""
    for none. ``you`` is the player whose screen it is; "" for the public screen, whose page holds nobody's secrets.
    ``host`` says whether it is the host's browser. ``seats`` is the list of seats. ``said`` are the events of the last
    lines, as everybody may read them.

    ``wanted`` are the players who still have to act. ``question`` is what ``you`` is asked, and ``chore`` what the
    table is asked. ``answers`` are the verbs that ``you`` may use now; on the host's own page, those of the table.
    ``coming`` is set if ``you`` may answer ahead of the turn, and ``ahead`` is the line that was given so, or "".
    ``cards`` is the number of cards in the player's hand; the hand itself is never in a page (see ``HeldHand``).
    ``table`` and ``sheet`` are what ``Game.show`` and ``Game.sheet`` return for everybody, and ``public`` has the
    public fields of ``referee replay``. ``notices`` are the last messages to all, and ``notice`` is one that came after
    the last line, or "". ``over`` is a sentence on how the game ended, "" before. ``winners`` are the names of the
    winners. ``tally`` is a sentence on who has won the games of this evening.

    ``address`` and ``word`` are what phones need to join. ``most`` is the largest number of players. ``games`` has
    (name, title) of each game that the host can choose. ``waiting`` are people who only watch this game. ``advice`` is
    what to try while no phone has come, and ``again`` are the players who want another game. ``others``, for the host,
    has (name, verbs) of each seat without a phone that is to act. ``undealt`` means that a dealing script waits to be
    read aloud, and ``deals`` that the phones hold the cards. ``lost`` says why this browser has lost its seat.
    ``earlier`` are the players who act before ``you`` (see ``coming``). ``first`` are house rules that are recommended
    for a first evening, and ``firstly`` says whether they are chosen. ``asking`` are the seats that phones ask the host
    for.

    ``seal`` is a hash of all that the referee has dealt, and ``seeded`` a sentence if somebody chose the seed of the
    deal. ``number`` is the table's number in the journal. ``guests`` says in a lobby whether new facts will be about
    the people at the table; None if no facts are written. ``about`` is what ``you`` let facts tell about them, or "-"
    for nothing, and ``unsaid`` what of that no fact can say. ``ask`` is the page of the facts that guests write, None
    if that is not offered. ``leaving`` is what is lost if ``you`` stand up: (number of endings, whether ``about`` is
    lost). ``draws`` means that the referee draws one of the volunteers. ``moment`` is the result to show before
    anything is asked, and ``fallen`` the result by which ``you`` left the game. ``left`` has (number, title, names of
    the players) of each other table on this device that can be continued.
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
    unsaid: str = ""
    ask: AskPage | None = None
    leaving: tuple[int, bool] = (0, False)
    draws: bool = False
    moment: Held | None = None
    fallen: Held | None = None
    left: tuple[tuple[int, str, tuple[str, ...]], ...] = ()


class ScreenContext(Struct, frozen=True):
    """What a game's module ``screens`` gets to arrange a page.

    ``page`` has the page's values. ``view`` is the viewer's view of the state, and ``seat`` the viewer's seat, None for
    the public.
    """

    page: ScreenPage
    setup: Setup
    view: object
    seat: int | None

    @property
    def open(self) -> bool:
        """Whether the page is for everybody, and not for one seat."""
        return self.seat is None


Arranged = Mapping[str, object]


def by_suit(cards: list[str]) -> list[str]:
    """Return the names of cards in the order of a hand.

    First come lizards, then the standard cards by suit (♥ ♠ ♦ ♣), in each suit the highest rank first, then snakes,
    then all other names.
    """
    order = {"lizard": (-1, 0), "snake": (9, 0)}
    suits = "hsdc"
    return sorted(
        cards,
        key=lambda card: order.get(card) or (suits.index(card[1]), -RANKS.index(card[0])) if is_card(card)
        or card in order else (10, 0),
    )  # fmt: skip


FEW = 12  # so many options are buttons of one grid; more are rows of a list


class Option(Struct, frozen=True):
    """A choice in a form.

    ``value`` is written into the line. ``word`` is the label; if it is "", the label is ``value``. ``small`` is a text
    below the label. If the choice is illegal, ``why`` is the sentence of the refusal and ``rule`` the id of the broken
    rule. ``drawn`` are names of cards that are drawn in place of the label.
    """

    value: str
    word: str = ""
    small: str = ""
    why: str = ""
    rule: str = ""
    drawn: tuple[str, ...] = ()

    @property
    def read(self) -> str:
        """The label as text: ``word``, or if that is "", the value.

        If the value is a name of a card that can be translated, such as “lizard”, it is in the current language.
        """
        return self.word or (say(self.value) if self.value in CALLED else self.value)


class OptionGroup(Struct, frozen=True):
    """A group of options in a form, from which the user chooses; without options, it is a field for text.

    ``name`` stands for the chosen values in ``Form.line``. ``look`` names the widget, such as buttons, grid, rows, fan
    (the player's hand), cards, suits, ranks or text. ``label`` is its heading, "" for none. The user chooses at least
    ``fewest`` and at most ``most`` of the options. ``before`` is a word that the line has before the choice, or "".
    """

    name: str
    look: str
    options: tuple[Option, ...] = ()
    label: str = ""
    fewest: int = 1
    most: int = 1
    before: str = ""


class Form(Struct, frozen=True):
    """The form with which a player chooses one line of a verb.

    ``line`` is the line and ``label`` the text of the button; in both, the name of a group in braces (``{v}``) is
    replaced by the values chosen in that group. ``groups`` are the groups of options. ``small`` is the text below the
    heading ``title``. With ``straight``, there are no groups, and the button sends the line at once. If the only line
    is illegal, ``why`` is the sentence of the refusal and ``rule`` the id of the broken rule. ``off`` are cards that
    can't be chosen. With ``only``, the one legal line would betray the hand, so it is not in the page, but fetched when
    the button is touched.
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
    """Return the verbs that the player of ``page`` is asked for, now or ahead of their turn.

    Optional verbs are left out, unless they belong to an answer ahead of the turn.
    """
    ahead = page.coming.verbs if page.coming else ()
    return {answers.verb for answers in page.answers if not answers.optional or answers.verb in ahead}


def forms(page: ScreenPage, words: Mapping[str, str], hand: Sequence[str] = ()) -> list[Form]:
    """Return a form for every verb that the player of ``page`` may use.

    ``words`` has the labels of buttons by verb, such as {"bids": "Bid {v}"}; for a verb without one, the label is the
    verb's infinitive. ``hand`` has the names of the player's cards: if all choices are among them, they are shown as a
    fan of cards.
    """
    return [
        form(page, answers, say(words.get(answers.verb, "")), hand)
        for answers in page.answers
        if not (answers.verb == "holds" and answers.optional and page.cards)
    ]


def form(page: ScreenPage, answers: VerbPrompt, label: str, hand: Sequence[str]) -> Form:
    """Return the form for one verb of a page.

    ``answers`` is the verb with its lines. ``label`` is the text of its button, in which ``{v}`` stands for the choice;
    "" takes the verb's infinitive. ``hand`` has the names of the player's cards: if all choices are among them, they
    are shown as a fan of cards.
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
    """Return the option of a form for a line. Its value is the line's arguments.

    For an illegal line, ``Option.why`` is the refusal as a whole sentence, with the card's suit as a sign.
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
    """Return a form in which one of the 52 cards is chosen by suit and rank; illegal cards are in ``off``.

    ``start`` is the line up to the card. ``answers`` is the verb with its lines. ``label`` is the text of the button,
    in which ``{v}`` stands for the card.
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


def split(found: Sequence[Form], *main: str) -> tuple[list[Form], list[Form]]:
    """Return two lists of forms: those of the verbs ``main``, in this order, and all others.

    If ``found`` has none of these verbs, the first list is the first form of ``found``, if there is one.
    """
    by_verb = {one.verb: one for one in found}
    first = [by_verb[verb] for verb in main if verb in by_verb] or list(found[:1])
    return first, [one for one in found if one not in first]


def holdings(page: ScreenPage, sizes: Sequence[int], points: Sequence[int] = ()) -> list[tuple[str, str]]:
    """Return (name, “3 cards”) for each seat; the viewer comes first and is called “you”.

    ``sizes`` are the numbers of cards by seat. ``points`` are the points by seat, which are added to the text (“3 cards
    · 2 points”); () adds nothing.
    """
    found: list[tuple[str, str]] = []
    for seat, (mark, size) in enumerate(zip(page.seats, sizes, strict=True)):
        mine = mark.name == page.you
        scored = f" · {say_n('{n} point', '{n} points', points[seat])}" if points else ""
        held = say_n("{n} card", "{n} cards", size) + scored
        found.insert(0 if mine else len(found), (say("you") if mine else mark.name, held))
    return found


def plain(context: ScreenContext) -> Arranged:
    """Return the values that the page templates need, for a game without a module ``screens`` of its own."""
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
