"""What every game must do: checks of any game, run over the registry and the tiny game."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from factbank.factfile import Card, Facts, Pair, make
from referee.core.game import Action, Game, RecordError, Refused, Setup
from referee.core.play import (
    actions_in_view,
    choose,
    format_action,
    game_status,
    last_ruling,
    legal_actions,
    narrated,
    parse,
    parse_line,
    playout,
    redacted,
    replay,
    ruling,
    state_after,
)
from referee.core.setup import option_list
from referee.core.setup import setup as make_setup
from referee.records import (
    Proof,
    Seal,
    dealt_verbs,
    make_header,
    parse_record,
    print_record,
    read_entered,
    read_seals,
    replay_record,
    verify,
)
from referee.store.journal import Journal
from referee.tables.export import record_of
from referee.tables.table import Table
from tests.bench.hard.mutate import mutated

LONG = frozenset({"rounds", "chips", "deals"})  # options that say how long a game is, kept small here
NAMES = ("Ann", "Bob", "Cat", "Dan Lee", "Ève", "Dan", "Gus", "Hal-9")


def some_facts(pairs: int, rng: Random) -> Facts:
    """Return the facts of a kit of so many pairs, its numbers shuffled: one of a few kits of that size."""
    return _kit(pairs, rng.randrange(4))


@cache
def _kit(pairs: int, seed: int) -> Facts:
    rng = Random(seed)
    numbers = rng.sample(range(1, 2 * pairs + 1), 2 * pairs)
    return make(
        [
            Pair(f"Title {at}", (Card(one, f"Thing {at} is so."), Card(two, f"Thing {at} is not so.")), key=f"k/{at}")
            for at, (one, two) in enumerate(zip(numbers[::2], numbers[1::2], strict=True))
        ]
    )


def some_setup(game: Game[Any], rng: Random, *, small: bool = True) -> Setup:
    """Return a setup with seats and options at random, every option's every choice among them."""
    while True:
        seats = NAMES[: rng.randint(*game.seats)]
        options = {}
        for option in option_list(game.options):
            values: list[Any] = list(option.choices)
            if isinstance(option.default, bool):
                values = [False, True]
            if option.low is not None and option.many == 1 and not isinstance(option.default, bool):
                top = option.low + 2 if small else option.high or option.low + 9
                values += range(option.low, min(top, option.high or top) + 1)
                if isinstance(option.default, int) and option.default > 100:
                    values += [option.default // 25, option.default // 10]
                if small:
                    values = [value for value in values if value != "all"]
            if values and (rng.random() < 0.7 or option.name in LONG):
                options[option.name] = rng.choice(values)
        pairs = len(seats) * options.get("each", 3) + rng.choice((0, 0, 1, 4))
        try:
            return make_setup(game, seats, options, facts=some_facts(pairs, rng) if game.needs_facts else None)
        except RecordError:
            continue  # options that don't go together


def eyes_of(setup: Setup) -> tuple[int | None, ...]:
    return (None, *range(len(setup.seats)))


def law_of_views(game: Game[Any], setup: Setup, actions: list[Action]) -> None:
    """view(apply(view(s, p), redact(s, a, p)), p) == view(apply(s, a), p), and what follows from it."""
    state = game.start(setup)
    views = {eyes: game.view(state, eyes) for eyes in eyes_of(setup)}
    for action in actions:
        after = game.apply(state, action)
        for eyes, view in views.items():
            seen = game.redact(state, action, eyes)
            where = f"{format_action(game, setup, action)!r} as {eyes} sees it: {format_action(game, setup, seen)!r}"
            verb = next(verb for verb in game.verbs if verb.name == action.verb)
            open_words = len(game.write(setup, action).words) <= verb.open_words
            if open_words and action.seat not in {None, eyes} and replace(seen, opens=()) != replace(action, opens=()):
                assert game.private(setup, action.verb), f"{where}: masked, yet typed on the shared screen"
            judgment = game.judge(view, seen)
            assert judgment.legal, f"{where} is refused in the view: {judgment}"
            expected = game.view(after, eyes)
            differing = _differing(game.view(game.apply(view, seen), eyes), expected)
            assert not differing, f"{where}: {differing}"
            assert game.view(expected, eyes) == expected, f"{where}: a view of a view is another"
            assert parse(game, setup, format_action(game, setup, seen)) == seen
            assert game.to_act(expected) == game.to_act(after), where
            assert game.outcome(expected) == game.outcome(after), where
            assert game.flags(expected) == game.flags(after), where
            views[eyes] = expected
        # nobody is shown less than the open table, and what the table hears rests on its view alone
        assert not _differing(game.view(views[0], None), views[None])
        assert game_status(game, after) == game_status(game, views[None])
        state = after


def _differing(one: Any, two: Any) -> list[str]:
    return [
        f"{name}: {getattr(one, name)!r} is not {getattr(two, name)!r}"
        for name in one.__struct_fields__
        if getattr(one, name) != getattr(two, name)
    ]


def turns_are_true(game: Game[Any], setup: Setup, actions: list[Action], rng: Random) -> None:
    """Who may act is in seat order, verbs in the alphabet's, none optional, each with a legal completion."""
    known = {verb.name: verb for verb in game.verbs}
    state = game.start(setup)
    for action in actions:
        turns = game.to_act(state)
        seats = [len(setup.seats) if turn.seat is None else turn.seat for turn in turns]
        assert seats == sorted(set(seats))
        for turn in turns:
            assert turn.verbs
            assert list(turn.verbs) == sorted(set(turn.verbs))
            assert not any(known[verb].optional for verb in turn.verbs)
        turn = rng.choice(turns)
        for verb in turn.verbs:
            candidates = game.candidate_actions(state, turn.seat, verb)
            assert not candidates or any(game.judge(state, candidate).legal for candidate in candidates), (turn, verb)
        assert any(turn.seat == action.seat and action.verb in turn.verbs for turn in (*turns, *game.optional(state)))
        state = game.apply(state, action)
    assert game.to_act(state) == ()
    assert legal_actions(game, state) == []


def players_know(game: Game[Any], setup: Setup, actions: list[Action]) -> None:
    """What a player must know: for whom the game waits, what is settled, what chance gives, the same in every view."""
    state, settled = game.start(setup), 0
    for action in actions:
        turns, awaited = game.to_act(state), game.awaits(state)
        assert awaited
        assert len(set(awaited)) == len(awaited)
        assert {turn.seat for turn in turns} >= {*awaited}
        odds = game.odds(state)
        assert len({format_action(game, setup, drawn) for drawn, _ in odds}) == len(odds)
        assert all(weight > 0 and game.judge(state, drawn).legal for drawn, weight in odds)
        drawn = game.draw(state, Random(len(odds)))
        assert not odds or drawn in [one for one, _ in odds]
        for eyes in eyes_of(setup):
            view = game.view(state, eyes)
            assert game.awaits(view) == awaited
            assert game.deals_scored(view) == game.deals_scored(state) in {settled, settled + 1}
        settled = game.deals_scored(state)
        state = game.apply(state, action)
    outcome = game.outcome(state)
    assert not game.awaits(state)
    assert game.deals_scored(state) >= settled
    assert game.odds(state) == ()
    assert outcome.unfinished is (outcome.over and not outcome.winners)


def guesses(game: Game[Any], setup: Setup, actions: list[Action], rng: Random) -> Iterator[Any]:
    """Yield a guess from the view of one of those who look on, at every moment; each agrees with its view."""
    state = game.start(setup)
    for action in (None, *actions):
        if action is not None:
            state = game.apply(state, action)
        eyes = rng.choice(eyes_of(setup))
        view = game.view(state, eyes)
        guess = game.sample_state(view, eyes, rng)
        differing = _differing(game.view(guess, eyes), view)
        assert not differing, f"as {eyes} sees it after {action}: {differing}"
        assert game.to_act(guess) == game.to_act(view)
        assert game.view(guess, eyes) == game.view(state, eyes), "a view was changed"
        yield guess


def plays_on(game: Game[Any], state: Any, rng: Random, limit: int = 200) -> None:
    """From any full state the game goes on, and each line that is drawn or chosen in it is legal."""
    while limit and (turns := game.to_act(state)):
        action = choose(game, state, turns, rng)
        assert game.judge(state, action).legal
        state, limit = game.apply(state, action), limit - 1


def completion_knows(game: Game[Any], setup: Setup, actions: list[Action]) -> None:
    """What was played is among the choices of the actor's view (or the table's, where it is typed there)."""
    open_ended = {verb.name for verb in game.verbs if "…" in verb.usage}
    state = game.start(setup)
    for action in actions:
        private = game.private(setup, action.verb)
        view = game.view(state, action.seat if private else None)
        if game.candidate_actions(view, action.seat, action.verb):
            offered = actions_in_view(game, view, action.seat, everyone=False)
            bare = {format_action(game, setup, choice).partition(" (")[0] for choice in offered}
            known = format_action(game, setup, action).partition(" (")[0] in bare
            many = action.verb in open_ended and any(choice.verb == action.verb for choice in offered)
            assert known or many, format_action(game, setup, action)
        state = game.apply(state, action)


def round_trips(game: Game[Any], setup: Setup, actions: list[Action], state: Any) -> None:
    """Every action and the whole record print and read back; the redacted record says the same to the table."""
    for action in actions:
        line = format_action(game, setup, action)
        assert parse(game, setup, line) == action, line
        assert parse(game, setup, f"  {line.upper()}   # {line}\r") == action, line
    assert replay(game, setup, actions) == state
    masked = redacted(game, setup, actions)
    assert game_status(game, replay(game, setup, masked)) == game_status(game, state)
    text = print_record(game, make_header(setup), setup, actions)
    assert text.count("\n") == len(text.splitlines())


def undo(game: Game[Any], setup: Setup, actions: list[Action]) -> None:
    """Folding all but the last gives the state before it."""
    state = game.start(setup)
    for action in actions[:-1]:
        state = game.apply(state, action)
    assert state_after(game, setup, actions[:-1]) == state
    assert game.apply(state, actions[-1]) == state_after(game, setup, actions)


def strangers(game: Game[Any], setup: Setup, actions: list[Action], rng: Random, many: int) -> Iterator[str]:
    """Yield the rules that refuse, each refusal checked, lines from elsewhere in a record and of what is nearly legal.

    They are judged in the full state and in the open table's view; where one is legal it must apply.
    """
    lines = [format_action(game, setup, action) for action in actions]
    lines += [format_action(game, setup, action) for action in redacted(game, setup, actions)]
    state = game.start(setup)
    for at, action in enumerate([*actions, None]):
        view = game.view(state, None)
        for _ in range(many):
            stranger, error = parsed(game, setup, _stranger(game, setup, state, lines, at, rng))
            if error is not None:
                yield error.rule
            if stranger is None:
                continue
            for known in (state, view):
                judgment = game.judge(known, stranger)
                if isinstance(judgment, Refused):
                    _check_refusal(game, setup, known, stranger)
                    yield judgment.rule
                else:
                    game.apply(known, stranger)
        if action is not None:
            state = game.apply(state, action)


def own_verbs(game: Game[Any], setup: Setup, actions: list[Action], rng: Random, many: int) -> int:
    """Try each verb with what others carry, whole, short, long or mutilated, at moments of a game; return how many.

    What can be read keeps its verb, and what can't or may not be written now is refused by a rule.
    """
    lines = [format_action(game, setup, action) for action in actions]
    lines += [format_action(game, setup, action) for action in redacted(game, setup, actions)]
    carried = sorted({line.rpartition(": ")[2].partition(" ")[2] for line in lines})
    words = sorted({word.strip("();") for args in carried for word in args.split()} | {"?", "0", "1", *setup.seats})
    state, at, read = game.start(setup), 0, 0
    for moment in sorted(rng.sample(range(len(actions)), min(many, len(actions)))):
        while at < moment:
            state, at = game.apply(state, actions[at]), at + 1
        for verb in game.verbs:
            args = rng.choice(carried).split()
            drop, more = rng.choice(((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (9, 0), (9, 1), (9, 2)))
            said = [*args[: max(0, len(args) - drop)], *rng.choices(words, k=more)]
            whose = "" if verb.table else f"{rng.choice(setup.seats)}: "
            for line in (f"{whose}{verb.name} {' '.join(said)}", mutated(rng.choice(lines), rng, lines)):
                action, error = parsed(game, setup, line)
                assert error is None or (error.why.isprintable() and not error.why.endswith(".")), error
                if action is not None:
                    read += 1
                    keeps_its_verb(game, setup, line, action)
                    if isinstance(game.judge(state, action), Refused):
                        _check_refusal(game, setup, state, action)
    return read


def keeps_its_verb(game: Game[Any], setup: Setup, line: str, action: Action) -> None:
    """A line that was read is written with its own verb, of its own seat, with as many words, and reads back."""
    written = format_action(game, setup, action)
    typed, meant, which = parse_line(game, setup, line), parse_line(game, setup, written), f"{line!r} is {written!r}"
    assert typed is not None
    assert meant is not None
    assert (typed.seat, typed.verb) == (meant.seat, meant.verb) == (action.seat, action.verb), which
    assert (len(typed.words), len(typed.opens)) == (len(meant.words), len(meant.opens)), which
    assert typed.quote == meant.quote, which
    assert parse(game, setup, written) == action, which


def _stranger(game: Game[Any], setup: Setup, state: Any, lines: list[str], at: int, rng: Random) -> str:
    """Return a line of this record at another place, with a word changed, another's name, or without its brackets."""
    half = len(lines) // 2
    turns = game.to_act(state)
    turn = rng.choice(turns) if turns else None
    timely = [line for line in lines if turn and f" {rng.choice(turn.verbs)} " in f" {line.rpartition(': ')[2]} "]
    near = lines[min(half - 1, max(0, at + rng.randint(-6, 6))) + rng.choice((0, half))]
    line = rng.choice(timely) if timely and rng.random() < 0.6 else near
    name, colon, rest = line.rpartition(": ")
    if colon and rng.random() < 0.6:
        seat = turn.seat if turn and turn.seat is not None and rng.random() < 0.8 else rng.randrange(len(setup.seats))
        name = setup.seats[seat]
    body, bracket, opens = rest.partition(" (")
    if rng.random() < 0.6:
        body = _changed(body, rng, first=1)
    if bracket and rng.random() < 0.3:
        bracket, opens = "", ""
    elif bracket and rng.random() < 0.5:
        opens = _changed(opens[:-1], rng, first=0) + ")"
    elif rng.random() < 0.02:
        bracket, opens = " (", f"{rng.choice(setup.seats)} 2)"
    return name + colon + body + bracket + opens


def _changed(text: str, rng: Random, *, first: int) -> str:
    """Return a text with one word after the ``first`` changed, left out or said twice."""
    words = text.split()
    if len(words) <= first:
        return text
    at = rng.randrange(first, len(words))
    kind = rng.random()
    if kind < 0.15:
        del words[at]
    elif kind < 0.3:
        words.append(words[at])
    elif words[at].isdigit():
        words[at] = str(rng.choice((0, 1, 2, 3, 4, 5, 7, 99, int(words[at]) + 1)))
    else:
        words[at] = rng.choice((*words, "?", "red", "black", "2c", "Kh", "rc1", "gt3", "true", "false", "nothing"))
    return " ".join(words)


def parsed(game: Game[Any], setup: Setup, text: str) -> tuple[Action | None, RecordError | None]:
    """Return what a line says, or the error that it can't be read; that must be one of the game's."""
    try:
        return parse(game, setup, text), None
    except RecordError as error:
        fault = error
    assert fault.rule in game.rules, text
    assert fault.why
    assert fault.line is None
    return None, fault


def _check_refusal(game: Game[Any], setup: Setup, state: Any, action: Action) -> None:
    for refused in (game.judge(state, action), ruling(game, state, action)):
        assert isinstance(refused, Refused)
        assert refused.rule in game.rules, refused
        assert refused.why, refused
        assert "\n" not in refused.why
        assert not refused.why.endswith("."), refused
        assert len(refused.why) < 400, refused
    for eyes in eyes_of(setup):
        public = ruling(game, state, action, eyes)
        seen = game.judge(game.view(state, eyes), action)
        assert isinstance(public, Refused)
        if not isinstance(seen, Refused):
            assert "does not fit the hidden cards" in public.why


def words(game: Game[Any], setup: Setup, actions: list[Action]) -> None:
    """What a console says of every line is a sentence, and its screens hold what screens hold."""
    state = game.start(setup)
    for action in actions:
        after = game.apply(state, action)
        for eyes in (None, 0):
            sentence = narrated(game, state, action, after, eyes)
            assert "\n" not in sentence
            assert MASKED_SECRETS.isdisjoint(sentence.split())
            view = game.view(after, eyes)
            screen = game.show(view, eyes)
            assert all(len(row) == len(screen.columns) for row in screen.rows), screen
            for turn in game.to_act(view):
                assert "\n" not in game.ask(view, turn)
        game.hand(game.view(after, 0), 0)
        game.notebook(game.view(after, 0), 0)
        state = after
    game.sheet(game.view(state, None))
    assert not any("\n" in sentence for sentence in last_ruling(game, setup, actions)[1])
    game.handouts(setup, actions)
    assert not any("\n" in sentence for sentence in game.opening(game.view(game.start(setup), None), Random(1)))
    assert game.opening(game.view(state, None), Random(1)) == ()
    game.warnings(setup)


def private_verbs(game: Game[Any], setup: Setup) -> None:
    """What a verb says of itself is what the console goes by, but for options that overrule it."""
    for verb in game.verbs:
        assert game.private(setup, verb.name) or not verb.private, verb.name


def dealt_table(journal: Journal, game: Game[Any], seed: int, limit: int = 150) -> Table:
    """Return a table where the referee dealt all that it can, and people played so many lines at random."""
    rng = Random(seed)
    setup = some_setup(game, rng)
    while getattr(setup.options, "deal", "assigned") == "entered":  # a deal of people's
        setup = some_setup(game, rng)
    table = Table.new(journal, setup)
    while len(table.actions) < limit and not table.over:
        drawn = table.draw(everything=True)
        table.act(drawn or choose(game, table.state, game.to_act(table.state), rng))
    while (drawn := table.draw(everything=True)) is not None:
        table.act(drawn)
    return table


def proof_of(text: str, table: Table) -> Proof:
    """Return what a record proves, as ``referee verify`` finds it. Raises ``RecordError``."""
    done = replay_record(parse_record(text, facts=table.setup.facts), reveal=True)
    header = done.record.header
    return verify(
        done.record.game,
        done.record.setup,
        done.actions,
        read_seals(header),
        entered=read_entered(header),
        chosen=header.get("seed") == "chosen",
    )


def deals_are_sealed(game: Game[Any], table: Table, rng: Random) -> None:
    """All that the referee dealt in private is sealed, the full record proves it, the redacted one what lies open."""
    setup, actions = table.setup, list(table.actions)
    state, private = game.start(setup), []
    for place, action in enumerate(actions, start=1):
        dealt = action.verb in dealt_verbs(game, setup)
        if action.seat is None and replace(game.redact(state, action, None), opens=()) != replace(action, opens=()):
            assert dealt, f"{action.verb}: what the table keeps to itself is sealed"
        private += [place] if dealt else []
        state = game.apply(state, action)
    sealed = [line.place for deal in table.deals for line in deal.lines]
    assert sealed == private, "what the referee deals in private is sealed, and nothing else"
    if not sealed:
        assert table.seal == ""
        return
    full, shared = record_of(table, reveal=True), record_of(table, reveal=False)
    proof = proof_of(full, table)
    assert (proof.proven, proof.shut, proof.bare, proof.entered) == (len(sealed), (), (), ())
    proof = proof_of(shared, table)
    assert proof.proven + len(proof.shut) == len(sealed)
    assert not proof.bare
    for deal in table.deals:
        assert deal.seal in shared
        for line in deal.lines:
            assert (line.nonce in shared) is (line.place not in proof.shut)
            assert line.nonce in full
    for text in (full, shared):
        answer = replay_record(parse_record(text, facts=setup.facts)).answer()
        assert answer == game_status(game, table.state)
    changed_deals_are_found(game, table, rng)


def changed_deals_are_found(game: Game[Any], table: Table, rng: Random) -> None:
    """Whatever is changed of a deal or of its seal, a record of it proves nothing any more."""
    setup, at = table.setup, rng.randrange(len(table.deals))
    after = table.deals[at].after
    actions = list(table.actions[:after])
    seals = [deal.opened(setup.seats, actions) for deal in table.deals[: at + 1]]
    assert verify(game, setup, actions, seals).bare == ()

    def found(actions: list[Action], seals: list[Seal], seats: tuple[str, ...] = setup.seats) -> None:
        try:
            bare = verify(game, replace(setup, seats=seats), actions, seals).bare
        except RecordError:
            return
        assert bare, "a change was not found"

    place = rng.choice([line.place for line in table.deals[at].lines])
    before = state_after(game, setup, actions[: place - 1])
    others = (game.draw(before, Random(rng.random())) for _ in range(20))
    for other in others:
        if other is not None and other != actions[place - 1]:
            found([*actions[: place - 1], other, *actions[place:]], seals)
    last, lines = seals[-1], seals[-1].lines
    found(actions, seals[:-1])
    if len(seals) > 1:
        found(actions, seals[1:])
        found(actions, [seals[1], seals[0], *seals[2:]])
    one = rng.randrange(len(lines))
    nonce = lines[one][:-1] + ("0" if lines[one][-1] != "0" else "1")
    shut = table.deals[at].lines[one].commitment
    for entry in (nonce, "0" * 64, shut):  # another nonce, another commitment, a line that stands and is not proven
        found(actions, [*seals[:-1], replace(last, lines=(*lines[:one], entry, *lines[one + 1 :]))])
    found(actions, [*seals[:-1], replace(last, seal=last.seal[::-1])])
    found(actions, [*seals[:-1], replace(last, lines=lines[1:])])
    found(actions, seals, setup.seats[::-1])


MASKED_SECRETS = frozenset({"None", "-1", "UNKNOWN"})


def random_game(game: Game[Any], seed: int, *, small: bool = True) -> tuple[Setup, list[Action], Any, Random]:
    """Return one random game, over within its limit; every third without known hands, every other a long one."""
    rng = Random(seed)
    setup = some_setup(game, rng, small=small)
    play = long_playout if seed % 2 else playout
    state, actions = play(game, setup, rng, hands=seed % 3 != 0, limit=20_000)
    assert game.outcome(state).over, f"{game.name} {setup}: not over after {len(actions)} actions"
    return setup, actions, state, rng


def long_playout(game: Game[Any], setup: Setup, rng: Random, *, hands: bool, limit: int) -> tuple[Any, list[Action]]:
    """Play at random, but for 80 actions shun what would end the game: so the far corners of its rules are met."""
    state = game.start(setup)
    actions: list[Action] = []
    while len(actions) < limit and (turns := game.to_act(state)):
        for tries in range(12):
            action = choose(game, state, turns, rng, hands=hands)
            after = game.apply(state, action)
            if len(actions) > 80 or tries == 11 or not _ends(game, after, rng, hands):
                break
        state = after
        actions.append(action)
    return state, actions


def _ends(game: Game[Any], state: Any, rng: Random, hands: bool) -> bool:
    """Say whether a game is over now, or after one more action at random."""
    turns = game.to_act(state)
    if not turns:
        return True
    return not game.to_act(game.apply(state, choose(game, state, turns, rng, hands=hands)))
