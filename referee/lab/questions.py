"""Sections of a lab's report. Each function ``…_section`` returns one, or None if it does not apply."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from liarsdeck.english import counted, listed
from referee.core.setup import option_list
from referee.lab.differences import SURE, by_rule, direction, strongest, varied
from referee.lab.drama import CHANCE, CHOICES, POINTS, ROLLOUTS
from referee.lab.measures import (
    first_ahead,
    forced,
    from_behind,
    leader_wins,
    lies_caught,
    minutes,
    risen,
    unfinished,
    wins,
)
from referee.lab.run import Row, stated
from referee.lab.statistics import (
    Bar,
    Bars,
    Lab,
    Mean,
    Section,
    Share,
    Table,
    even,
    finished,
    hundredths,
    likely,
    mean,
    percent,
    quantile,
    ratio,
    share,
    spread,
    unlike_nought,
)

MOST_BARS, MOST_CHARTS = 24, 4
FEW = 100
"""The number of games of a table below which the report warns that little can be said."""
OPEN, LONG, SHORT, UNEVEN, DECIDED, FORCED = 0.05, 120, 4, 1.25, 0.75, 0.5
"""Bounds beyond which something speaks against a table.

OPEN: the share of unfinished games. LONG: the minutes that one game in ten exceeds. SHORT: the minutes that half the
games fall short of. UNEVEN: the wins of a place as a multiple of a fair share. DECIDED: the share of games that the
leader at half time wins. FORCED: the share of decisions with one legal action.
"""


# --------------------------------------------------------------------------------------- sections about the games


def choice_section(lab: Lab) -> Section:
    """Return the section on how many legal actions a decision has, and how often it has only one."""
    title, rows, played = "How much choice is there?", [], []
    for table in lab.tables:
        if looked := [row for row in lab.plain(table) if row.looked]:
            alone, width = forced(looked), mean([row.width / row.looked for row in looked])
            rows.append((lab.named(table), width, alone, mean([row.acts / table[0] for row in looked])))
            played.append((alone, width, lab.named(table)))
    if not rows:
        return Section(title, ("No decision was looked at.",))
    most, least = max(played, key=lambda at: at[0].share), min(played, key=lambda at: at[1].mean)
    several = len(played) > 1
    at = f"Least at {least[2]}: there a" if several else "A"
    words = (
        f"{at} decision has on average {least[1]} lines to choose from.",
        f"Of the decisions, {most[0]} leave no choice at all{f', the most at {most[2]}' if several else ''}.",
        "Every eighth decision was looked at. What the rules allow is counted, not what is wise.",
    )
    return Section(title, words, ("table", "lines to choose from", "no choice", "decisions a player and game"), rows)


def course_section(lab: Lab) -> Section | None:
    """Return the section on how often the leader at half time wins; None if no finished game had one."""
    rows, led, easier = [], [], []
    for table in lab.tables:
        played, name = lab.plain(table), lab.named(table)
        leader, won = leader_wins(played), finished(played)
        if leader.of:
            behind = from_behind(played)
            rows.append((name, leader, percent(1 / table[0]), behind, mean([row.turns_of_lead for row in won])))
            led.append((leader, behind, name))
        deals = min((len(row.rose) for row in won), default=0)
        if table[0] > 2 and deals > 2:  # several can gain in a deal, or nobody
            first, last = risen(won, 0), risen(won, deals - 1)
            if first.apart(last.high) > 0 or first.apart(last.low) < 0:
                where = lab.where(table) or "Here "
                easier.append(f"{where}in the first deal {first} of the players gain points, in deal {deals} {last}.")
    if not rows:
        return None
    points = any(max(row.scores, default=0) > 1 for row in lab.all_plain)
    what = f"{'Who is ahead on points' if points else 'Who has the most cards'} at half time wins"
    low, high = min(led, key=lambda at: at[0].share), max(led, key=lambda at: at[0].share)
    most = max(led, key=lambda at: at[1].share)
    if len(led) > 1:
        words = [f"{what} from {low[0]} of the games at {low[2]} to {high[0]} at {high[2]}."]
        words.append(f"Winners who were last at half time: at most {most[1]}, at {most[2]}.")
    else:
        words = [f"{what} {low[0]} of the games."]
        if lab.tables[0][0] > 2:
            words.append(f"Of the winners, {most[1]} were last at half time.")
    if high[0].low > 0.75:
        words.append(
            "A lead at half time decides more than three games of four: the second half is often played out only."
        )
    head = ("table", "leader at half time wins", "by chance, %", "winner was last", "changes of the lead a game")
    return Section("Does the leader always win?", words + easier, head, rows)


def ends_section(lab: Lab) -> Section:
    """Return the section on how many games end, and after how many rounds, decisions and minutes."""
    rows, shares, lengths = [], list[tuple[Share, str]](), list[tuple[str, Bar]]()
    for table in lab.tables:
        if played := lab.plain(table):
            name, open_, time = lab.named(table), unfinished(played), spread([*map(minutes, played)])
            rounds, acts = spread([row.rounds for row in played]), spread([row.acts for row in played])
            rows.append((name, open_, rounds, acts, time))
            shares.append((open_, name))
            over = "over or given up" if open_.many else "over"
            words = f"Half the games are {over} within {time.middle:.0f} minutes, nine in ten within {time.ninth:.0f}"
            lengths.append((f"{words} (n = {time.of:,}).", Bar(name, time.middle, time.tenth, time.ninth)))
    words_ = _ends(shares)
    stuck = [row for row in lab.all_plain if not row.winners and not any(row.scores) and row.marks]
    if max((len(row.scores) for row in stuck), default=2) > 2:  # a game that players leave
        two = share(sum(sum(map(bool, row.marks[-1])) == 2 for row in stuck), len(stuck))
        words_.append(f"Of the games without an end, {two} have come to two players who wait for each other.")
    short, long = (end(lengths, key=lambda at: at[1].value) for end in (min, max))
    if len(lengths) == 1:
        words_.append(long[0])
    elif short[1].value == long[1].value:
        words_.append(f"No table takes longer than another. {long[0]}")
    else:
        words_ += [f"The shortest table is {short[1].label}. {short[0]}", f"The longest is {long[1].label}. {long[0]}"]
    words_.append(
        f"Minutes are an estimate, in seconds a line: {stated(lab.game)}. A game counts as unfinished after "
        f"{counted(lab.plan.cap, 'round')} or {lab.plan.lines:,} lines."
    )
    plots = [Bars("How long, from one in ten to nine in ten", "minutes", tuple(bar for _, bar in lengths[:MOST_BARS]))]
    if any(open_.many for open_, _ in shares):
        bars = tuple(open_.bar(name) for open_, name in shares[:MOST_BARS])
        plots.insert(0, Bars("Games without an end", "per cent", bars))
    head = ("table", "unfinished", "rounds", "choices", "minutes")
    return Section("Does it end, and how long does it take?", words_, head, rows, plots)


def _ends(shares: Sequence[tuple[Share, str]]) -> list[str]:
    """Return sentences on how many games are left unfinished, and at which table most are.

    ``shares`` has (share of unfinished games, name of the table).
    """
    worst, label = max(shares, key=lambda at: at[0].share)
    games = sum(open_.of for open_, _ in shares)
    if not worst.many:
        most = percent(share(0, games).high)
        return [f"Every game ended: none of {games:,} was left unfinished (at most {most} % would be)."]
    if all(open_.many == open_.of for open_, _ in shares):
        return [f"No game ended: all {games:,} were left unfinished."]
    at = f"At the worst table, {label}," if len(shares) > 1 else "Here"
    words = [f"{'Nearly every' if worst.high < 0.05 else 'Not every'} game ends. {at} {worst} are unfinished."]
    good = [name for open_, name in shares if open_.high < 0.05]
    if 0 < len(good) < len(shares):
        words.append(
            f"Under one in twenty is left unfinished at {len(good)} of {len(shares)} tables: {'; '.join(good[:6])}."
        )
    return words


def lies_section(lab: Lab) -> Section | None:
    """Return the section on how often lies are told, believed and caught; None if no truth or lie was told."""
    rows, words = [], list[str]()
    for table in lab.tables:
        played = [row for row in lab.plain(table) if row.lies]
        if not played:
            continue
        lies, truths = (sum(map(sum, said)) for said in ([r.lies for r in played], [r.truths for r in played]))
        told, caught = share(lies, lies + truths), lies_caught(played)
        doubted = ratio(played, lambda row: sum(row.doubted), lambda row: sum(row.truths))
        paid = "—"
        if any(any(row.scores) for row in played):
            lied = [row.paid[0] / row.paid[1] for row in played if row.paid[1]]
            honest = [row.paid[2] / row.paid[3] for row in played if row.paid[3]]
            paid = "; ".join(str(mean(values)) if values else "—" for values in (lied, honest))
        rows.append((lab.named(table), told, caught, doubted, paid))
        if len(words) < 4:
            believed = f"{share(lies - caught.many, lies)} are never caught" if lies else "nothing is known"
            where = lab.where(table) or "Here: "
            words.append(f"{where}of all that is said {told} are lies, and of the lies {believed}.")
    if not rows:
        return None
    head = ("table", "lies of all that is said", "lies caught", "truths doubted", "gain a deal: lying, honest")
    words.append("How often they lie is how these bots are made; what becomes of a lie is the game’s.")
    return Section("Lies: how often said, believed, caught, and worth it?", words, head, rows)


_PLACES = ("first", "between", "last")


def tells_section(lab: Lab) -> Section | None:
    """Return the section on how often the first, middle and last statements of a round are true.

    It is None if the games have no statements to count.
    """
    rows, words = [], list[str]()
    for table in lab.tables:
        counts = [sum(row.tells[at] for row in lab.plain(table) if row.tells) for at in range(6)]
        if not any(counts):
            continue
        true = [share(counts[2 * at], counts[2 * at] + counts[2 * at + 1]) for at in range(3)]
        rows.append((lab.named(table), *true))
        said = [(place, part) for place, part in zip(_PLACES, true, strict=True) if part.of]
        most, least = (end(said, key=lambda at: at[1].share) for end in (max, min))
        if most[1].low > least[1].high and len(words) < 4:
            words.append(
                f"{lab.where(table) or 'Here '}the place tells: what comes {most[0]} in a round is true in {most[1]}, "
                f"what comes {least[0]} in {least[1]}."
            )
    if not rows:
        return None
    words = words or ["The place in a round does not tell truths from lies, as far as these games can say."]
    words.append("Only what is said for the first time counts. A table that has noticed this can read it.")
    return Section("Tells: does the place give a lie away?", words, ("table", *(f"true, {p}" for p in _PLACES)), rows)


def out_section(lab: Lab) -> Section | None:
    """Return the section on how long players are out of the game; None if everybody plays to the end."""
    rows, words = [], list[str]()
    for table in lab.tables:
        played = [row for row in lab.plain(table) if row.rounds and len(row.idle) > 2]
        if not played or not any(max(row.idle) > 1 for row in played):
            continue
        first, out = (mean([measure(row) for row in played], 0) for measure in (first_out, out_share))
        rows.append((lab.named(table), *map(_percents, (out, first))))
        if len(words) < 4:
            words.append(
                f"{lab.where(table) or 'Here '}players are out for {_percents(out)} of the rounds, "
                f"and who is out first for {_percents(first)}."
            )
    if not rows:
        return None
    return Section("How long is anybody out?", words, ("table", "rounds out, each player", "who is out first"), rows)


def out_share(row: Row) -> float:
    """Return the fraction of the rounds (0 to 1) in which a player is out, on average over the players."""
    return min(1.0, sum(row.idle) / (len(row.idle) * row.rounds))


def first_out(row: Row) -> float:
    """Return the fraction of the rounds (0 to 1) during which the first player to leave was out."""
    return min(1.0, max(row.idle) / row.rounds)


def _percents(value: Mean) -> str:
    return f"{percent(value.mean)} % ({percent(max(0, value.low))} to {percent(value.high)}; n = {value.of:,})"


class Excitement(Struct, frozen=True):
    """Browne's measures of the games at a table, estimated by rollouts (games played on from a moment).

    ``uncertainty`` is how open games are on average, from 0 (decided) to 1, and ``late`` the same for their last
    quarter. ``leads`` is how often the lead changes in a game. ``drama`` is how far the winner was behind, from 0 to 1,
    and ``back`` the share of games in which the winner came back from far behind; for both, only games with one winner
    count. ``spread`` is the standard deviation of a player's probability of winning between the alternatives of a
    decision. ``matter`` is the share of decisions whose alternatives differ by more than chance.
    """

    uncertainty: Mean
    late: Mean
    leads: Mean
    drama: Mean
    back: Share
    spread: Mean
    matter: Share


def excitement(rows: Sequence[Row]) -> Excitement | None:
    """Return measures of how exciting these games were, found by rollouts; None if no game was examined."""
    found = [(row, row.drama) for row in rows if row.drama is not None]
    if not found:
        return None
    open_ = [look.uncertainty for _, look in found]
    won = [(look, row.winners[0]) for row, look in found if len(row.winners) == 1]
    choices = [choice for _, look in found for choice in look.choices]
    spread_ = mean([variance for variance, _ in choices])
    ends = [max(0.0, value) ** 0.5 for value in (spread_.mean, spread_.low, spread_.high)]
    return Excitement(
        mean([sum(points) / len(points) for points in open_], 0),
        mean([sum(last) / len(last) for points in open_ if (last := points[-max(1, len(points) // 4) :])], 0),
        mean([look.lead_changes for _, look in found], 0),
        mean([look.drama(winner) for look, winner in won], 0),
        share(sum(look.came_back(winner) for look, winner in won), len(won)),
        Mean(ends[0], len(choices), ends[1], ends[2]),
        share(sum(p < CHANCE for _, p in choices), len(choices)),
    )


def drama_section(lab: Lab) -> Section | None:
    """Return the section on how exciting games are (Browne's measures); None in a lab without ``--drama``."""
    rows, words, plots = list[tuple[object, ...]](), list[str](), list[Bars]()
    found = {table: seen for table in lab.tables if (seen := excitement(lab.plain(table)))}
    if not found:
        return None
    for table, seen in found.items():
        rows.append(
            (lab.named(table), *map(hundredths, (seen.uncertainty, seen.late, seen.leads, seen.drama)), seen.back,
             hundredths(seen.spread), seen.matter)
        )  # fmt: skip
        if len(words) < 4:
            words.append(
                f"{lab.where(table) or 'Here '}the game is open by {hundredths(seen.uncertainty)}, in its last quarter "
                f"by {hundredths(seen.late)}; of the winners {seen.back} came back from far behind; and {seen.matter} "
                "of the decisions matter."
            )
    bars = [
        (name, tuple(Bar(lab.named(table), one.mean, one.low, one.high) for table, one in values[:MOST_BARS]))
        for name, values in (
            ("How open the game is", [(table, seen.uncertainty) for table, seen in found.items()]),
            ("Drama: how far behind the winner was", [(table, seen.drama) for table, seen in found.items()]),
        )
    ]
    plots += [Bars(name, "from 0 to 1", those) for name, those in bars if len(those) > 1]
    words.append(
        f"The measures are Cameron Browne’s. {lab.plan.drama} games of a table were played on {ROLLOUTS} times from "
        f"each of {POINTS} moments, and after each alternative of {CHOICES} decisions, in states that fit what the "
        "player knew. Open is the entropy of the chances to win: 1 if all are equal, 0 if all is decided. Drama is the "
        "mean square root of how far the winner’s chance was behind the best; who was under half of a fair share came "
        f"back. A decision matters where its alternatives differ by more than chance does in {CHANCE * 100:.0f} of "
        "100. The spread is the standard deviation of the chance to win between them."
    )
    head = (
        "table", "open", "in the last quarter", "lead changes", "drama", "came back", "spread of choices",
        "decisions that matter",
    )  # fmt: skip
    return Section("Is it exciting, and do choices matter?", words, head, rows, plots)


def rules_section(lab: Lab) -> Section:
    """Return the section on actions that are rarely taken, and rules that often or never forbid an action."""
    played, rules = lab.all_plain, lab.game.rules
    games, looked = len(played), sum(row.looked for row in played)
    done, barred, times = Counter[str](), Counter[str](), Counter[str]()
    for row in played:
        done.update(row.verbs.keys())
        times.update(row.verbs)
        barred.update(row.refused)
    verbs = {verb.name for verb in lab.game.verbs if not verb.anytime}
    never = [f"“{verb}”" for verb in sorted(verbs - done.keys())]
    rare = [f"“{verb}”" for verb in sorted(verbs & done.keys()) if share(done[verb], games).high < 0.02]
    legal = Counter[str]()
    for row in played:
        legal.update(row.offered)
    words = [f"Never in {games:,} games did anybody write {listed(never, 'or')}."] if never else []
    if could := [f"“{_spoken(what)}” ({share(legal[what], looked)})" for what in sorted(legal.keys() - done.keys())]:
        words.append(f"What nobody ever did, and in how many decisions it was legal: {listed(could, 'and')}.")
    if unused := _unused(lab, done):
        words.append(f"What nobody ever did at one table, though it was legal there: {'; '.join(unused[:6])}.")
    words += [f"In under one game of fifty: {listed(rare, 'and')}."] if rare else []
    words = words or [f"Every verb is used in at least one game of fifty (n = {games:,})."]
    often = [f"{rule} in {share(many, looked)}" for rule, many in barred.most_common(3)]
    words.append(
        f"Of {len(rules)} rules, {len(barred) or 'none'} barred a line that was worth a thought, in one of {looked:,} "
        f"decisions{f', most often {listed(often)}' if often else ''}. The others speak of order, of typing and of "
        "hands entered, which bots never get wrong, or of what these tables never met: the table names them."
    )
    rows = []
    for verb, _ in times.most_common():
        a_game = mean([row.verbs.get(verb, 0) for row in played])
        rows.append((f"“{_spoken(verb)}”", f"{a_game} times a game; in {share(done[verb], games)} of the games"))
    for rule, many in barred.most_common():
        rows.append((rule, f"barred a line in {share(many, looked)} of the decisions: {rules.get(rule, '')}"))
    rows += [(rule, f"barred nothing: {rules[rule]}") for rule in sorted(rules.keys() - barred.keys())]
    return Section("Which rules matter?", words, ("verb or rule", "how often"), rows)


def limits_section(lab: Lab) -> Section:
    """Return the section on what these games do not show, and how they were played."""
    bots = (
        "Bots don't laugh. Whether it is fun, whether people remember what was played, how long they think, how they "
        "read a face, whether they hold a grudge: of that nothing is said here."
    )
    people = (
        "A table that never ends among bots may end among people who get bored and take a risk; one that these bots "
        "find fair may still have a trick that they have not found. What is said of a strategy holds against those "
        "that it met."
    )
    made = (
        f"{len(lab.rows):,} games of {lab.game.title}, seed {lab.plan.seed}; all seats move on by one from game to "
        "game, and the same deals come again at every table. Intervals are 95 %: Wilson’s of shares, by order of "
        "medians, Student’s of means."
    )
    if not lab.best:
        made += " In a league they are too narrow where all pairs are taken together, since each plays the same deals."
    return Section("What can’t be told from bots", (bots, people, made))


SURE_SEATS = 0.01
"""The p-value, divided by the number of tables, below which an unevenness of places counts as real."""
ORDINALS = ("who begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def seats_section(lab: Lab) -> Section | None:
    """Return the section on how often each place (counted from who begins) wins; None in a league."""
    if not lab.best:
        return None
    words, rows, plots = list[str](), list[tuple[object, ...]](), list[Bars]()
    sure = SURE_SEATS / len(lab.tables)  # a test for each table
    head = ("table", *ORDINALS[: max(players for players, _ in lab.tables)])
    for table in lab.tables:
        players, name, played = table[0], lab.named(table), finished(lab.plain(table))
        if not played:
            continue
        places, seats = wins(played, players, from_starter=True), wins(played, players, from_starter=False)
        rows.append((name, *places, *[""] * (len(head) - 1 - players)))
        if even([place.many for place in places]) < sure:
            best, worst = (end(range(players), key=lambda at: places[at].share) for end in (max, min))
            words.append(
                f"{name}: the place matters. {ORDINALS[best].capitalize()}{' (the last)' * (best == players - 1)} wins "
                f"{places[best]}, {ORDINALS[worst]} {places[worst]}; even would be {percent(1 / players)} %."
            )
        if len(plots) < MOST_CHARTS:
            bars = tuple(place.bar(ORDINALS[at]) for at, place in enumerate(places))
            plots.append(Bars(f"Wins by place: {name}", "per cent", bars, 100 / players))
        if even([seat.many for seat in seats]) < sure:
            words.append(f"{name}: seats themselves win unevenly: {', '.join(map(str, seats))}.")
    won = len(finished(lab.all_plain))
    if not won:
        words.append("Of places nothing can be said: no game was won.")
    elif not words:
        words.append(
            f"No place is better than another, as far as {won:,} game{'s' * (won != 1)} can tell: nowhere do they "
            "differ by more than chance would make in one lab of a hundred."
        )
    for table in lab.tables:
        ahead = first_ahead(lab.plain(table))
        if ahead and unlike_nought(ahead) < sure:
            other = "the other" if table[0] == 2 else "who acts last"
            sign, where = (1, "ahead of") if sum(ahead) > 0 else (-1, "behind")
            by = mean([sign * points for points in ahead])
            words.append(
                f"{lab.where(table) or 'Here '}who acts first in a deal comes out {by} points {where} {other} in it."
            )
    return Section("Who wins: does it matter where one sits?", words, head, rows, plots)


def _spoken(what: str) -> str:
    """Return a verb with its argument as a record has them: “bets large” for “bets:large”."""
    return what.replace(":", " ")


def _unused(lab: Lab, done: Mapping[str, int]) -> list[str]:
    """Return for each table a phrase on the actions that were legal and never taken there.

    Only actions that are in ``done``, the numbers of games by action, are named: those that were taken at another
    table. Tables without such actions are left out; the result is [] if there is only one table.
    """
    found = []
    for table in lab.tables if len(lab.tables) > 1 else ():
        used, legal = set[str](), set[str]()
        for row in lab.plain(table):
            used.update(row.verbs)
            legal.update(row.offered)
        if idle := sorted((legal - used) & done.keys()):
            found.append(f"{listed([f'“{_spoken(what)}”' for what in idle], 'and')} ({lab.named(table)})")
    return found


def options_section(lab: Lab) -> Section | None:
    """Return the section on the effect of each house rule; None if none was varied."""
    rules = varied(lab)
    if not rules:
        return None
    done = by_rule(lab)
    real = [test for test in done if test.real]
    about = {option.name: option.description for option in option_list(lab.game.options)}
    words = [*(f"{name}: {about[name]}" for name in rules), *map(str, real[:8])]
    words += [sentence for sentence in strongest(lab) if sentence not in words]
    words.append(
        f"{len(real)} of {len(done)} comparisons are more than chance, after Holm’s correction for all of them."
    )
    rows = [(test.table, test.what, test.before, test.after, likely(test.held)) for test in real[:40]]
    return Section("What do the house rules do?", words, ("change", "what", "from", "to", "p"), rows)


# --------------------------------------------------------------------------------------- strategies against others

_MOST_CYCLES, _FEW_KINDS, _FEW_TABLES = 8, 3, 2


class Meeting(Struct, frozen=True):
    """The results of games in which one seat plays the strategy ``one``, and all other seats ``other``.

    ``won`` is the share of finished games that this seat won. ``sign`` is 1 if ``won`` is above a fair share (1 /
    players) by more than chance, −1 if it is below, else 0. ``unfinished`` is the share of games without a winner.
    """

    one: str
    other: str
    won: Share
    sign: int
    unfinished: Share


def meetings(lab: Lab, table: Table) -> list[Meeting]:
    """Return all meetings of strategies at a table. Their signs are from a binomial test with Holm's correction."""
    from scipy.stats import binomtest
    from statsmodels.stats.multitest import multipletests

    players, met = table[0], []
    for cell, rows in lab.cells.items():
        if (cell.players, cell.options) == table and len(set(cell.lineup)) == 2 and rows:
            played, (one, other) = finished(rows), cell.lineup[:2]
            many = sum((row.index % players in row.winners) / len(row.winners) for row in played)
            met.append((one, other, share(many, len(played)), unfinished(rows)))
            if players == 2:
                met.append((other, one, share(len(played) - many, len(played)), unfinished(rows)))
    if not met:
        return []
    chances = [binomtest(round(won.many), won.of, 1 / players).pvalue if won.of else 1.0 for _, _, won, _ in met]
    held = multipletests(chances, method="holm")[1]
    return [
        Meeting(one, other, won, direction(1 / players, won.share) if p < SURE else 0, open_)
        for (one, other, won, open_), p in zip(met, held, strict=True)
    ]


def cycles(met: Sequence[Meeting]) -> list[tuple[str, str, str]]:
    """Return all (a, b, c), names of strategies, where a beats b, b beats c and c beats a; each cycle once."""
    beats = {(meeting.one, meeting.other) for meeting in met if meeting.sign > 0}
    return [
        (a, b, c)
        for a, b, c in permutations(sorted({meeting.one for meeting in met}), 3)
        if a < b and a < c and {(a, b), (b, c), (c, a)} <= beats
    ]


def said_of(lab: Lab, table: Table) -> list[str]:
    """Return sentences on the meetings of strategies at a table, with the table's name if the lab has several."""
    met, where = meetings(lab, table), lab.where(table)
    if not met:
        return []
    kinds = sorted({meeting.one for meeting in met})
    if len(kinds) <= _FEW_KINDS:
        fair, shown = percent(1 / table[0]), met[::2] if table[0] == 2 else met
        return [f"{where}One {meet.one} among {meet.other} wins {meet.won}; fair is {fair} %." for meet in shown]
    better = Counter(meeting.one for meeting in met if meeting.sign > 0)
    worse = Counter(meeting.one for meeting in met if meeting.sign < 0)
    words = [
        f"{kind} does better than fair among every other kind: it always wins, and nobody should play anything else."
        for kind in kinds
        if better[kind] == len(kinds) - 1
    ] or ["No strategy does better than fair among every other kind."]
    if stands := [kind for kind in kinds if not worse[kind]]:
        fewest = min(meeting.won.of for meeting in met)
        words.append(f"Nothing holds {listed(stands, 'or')} under a fair share, as far as {fewest} games can tell.")
    if circles := cycles(met):
        shown_ = "; ".join(" beats ".join((*three, three[0])) for three in circles[:_MOST_CYCLES])
        words.append(f"There are {len(circles)} circles of three, like scissors, paper and stone: {shown_}.")
    else:
        words.append("There is no circle of three: who is better is better among all.")
    if weak := [kind for kind in kinds if worse[kind] == len(kinds) - 1]:
        words.append(f"{listed(weak, 'and')} does worse than fair among every other kind.")
    stuck = max(met, key=lambda meeting: meeting.unfinished.share)
    if stuck.unfinished.many:
        words.append(f"{stuck.one} and {stuck.other} leave {stuck.unfinished} of their games unfinished.")
    return [f"{where}{sentence}" for sentence in words]


def skill_section(lab: Lab) -> Section | None:
    """Return the section on which strategy beats which; None if no different strategies met."""
    rows, plots = list[tuple[object, ...]](), list[Bars]()
    found = {table: met for table in lab.tables if (met := meetings(lab, table))}
    if not found:
        return None
    if not lab.best:
        games = counted(lab.plan.each, "game")
        words = [f"Each played {games} as one among others of each other kind: in short it is said what that comes to."]
    elif len(found) > _FEW_TABLES and len(lab.strategies) <= _FEW_KINDS:
        words = _over_all(lab, found)
    else:
        words = [sentence for table in found for sentence in said_of(lab, table)]
    for table, met in found.items():
        name = lab.named(table)
        for meet in met:
            stands = {1: "more than fair", 0: "", -1: "less than fair"}[meet.sign]
            open_ = meet.unfinished if meet.unfinished.many else "none"
            rows.append((name, meet.one, meet.other, meet.won, stands, open_))
        if len(plots) < MOST_CHARTS:  # how each kind fares among all others taken together
            bars = []
            for kind in dict.fromkeys(meet.one for meet in met):
                won = [meet.won for meet in met if meet.one == kind]
                bars.append(share(sum(part.many for part in won), sum(part.of for part in won)).bar(kind))
            bars.sort(key=lambda bar: -bar.value)
            plots.append(Bars(f"Wins among all others: {name}", "per cent", tuple(bars), 100 / table[0]))
    many = len(lab.strategies) > _FEW_KINDS
    title = "Is there a strategy that always wins?" if many else "How much does skill count?"
    return Section(title, words, ("table", "one", "among", "wins of the one", "", "unfinished"), rows, plots)


def _over_all(lab: Lab, found: Mapping[Table, Sequence[Meeting]]) -> list[str]:
    """Return a sentence for each two strategies: how often the one wins among others, over all tables.

    It also says at which table the one does best. ``found`` has the meetings at each table.
    """
    words = []
    for one, other in dict.fromkeys((met.one, met.other) for all_met in found.values() for met in all_met):
        at = {table: met for table, all_met in found.items() for met in all_met if (met.one, met.other) == (one, other)}
        games = sum(met.won.of for met in at.values())
        if not games:
            continue
        won = share(sum(met.won.many for met in at.values()), games)
        fair = sum(met.won.of / table[0] for table, met in at.items()) / games
        best = max(at, key=lambda table: at[table].won.share * table[0])
        more, less = (sum(met.sign == sign for met in at.values()) for sign in (1, -1))
        words.append(
            f"One {one} among {other} wins {won} at all tables together, where {percent(fair)} % is fair: more than "
            f"fair at {more} of {len(at)} tables, less at {less}. It does best at {lab.named(best)}: {at[best].won}."
        )
    return words


# ------------------------------------------------------------------------------------------------------- in short


class Verdict(Struct, frozen=True):
    """What speaks against a table, as sentences with figures.

    ``against`` are those whose whole 95 % interval is beyond a bound of this module. ``open`` are those with only a
    part of the interval beyond the bound, so that more games would have to decide. If both are (), the table is sound.
    """

    against: tuple[str, ...]
    open: tuple[str, ...]


_Bound = tuple[bool, bool, str]
"""(Whether the whole interval is beyond a bound, whether a part of it is, the sentence)."""


def _people(rows: Sequence[Row], short: int = SHORT, long: int = LONG) -> list[_Bound]:
    """Return, for each figure that could keep people from playing, whether it is beyond its bound.

    The figures are the share of games that never end, the minutes that one game in ten exceeds (bound: more than
    ``long``), the minutes that half the games take (bound: fewer than ``short``), and the share of decisions with one
    legal action.
    """
    open_, alone = unfinished(rows), forced(rows)
    time, most = (quantile([*map(minutes, rows)], part) for part in (0.5, 0.9))
    over = "over or given up" if open_.many else "over"
    found = [
        (open_.low > OPEN, open_.high > OPEN, f"{open_} never end"),
        (most.low > long, most.high > long, f"one game in ten takes over {most} minutes"),
        (time.high < short, time.low < short, f"half the games are {over} in {time} minutes"),
    ]
    if alone.of:
        found.append((alone.low > FORCED, alone.high > FORCED, f"{alone} of the decisions leave no choice"))
    return found


def unplayable(rows: Sequence[Row], short: int, long: int) -> list[str]:
    """Return a sentence for each reason why people would not play at a table; [] if there is none.

    The reasons are: half of the games take less than ``short`` minutes; one game in ten takes more than ``long``
    minutes; too many games never end; too many decisions have one legal action. A reason counts only if the whole 95 %
    interval of its figure is beyond the bound.
    """
    return [said for beyond, _, said in _people(rows, short, long) if beyond]


def verdict(lab: Lab, table: Table) -> Verdict:
    """Return what speaks against a table: figures beyond the bounds OPEN … FORCED of this module."""
    played, players = lab.plain(table), table[0]
    won, leader, found = finished(played), leader_wins(played), _people(played)
    places = wins(won, players, from_starter=True) if won else []
    uneven = bool(places) and even([place.many for place in places]) < SURE_SEATS / len(lab.tables)
    for at, place in enumerate(places):
        where = "who begins" if at == 0 else f"place {at + 1} from who begins"
        most_fair = UNEVEN / players
        said = f"{where} wins {place}, where {percent(1 / players)} % is fair"
        found.append((uneven and place.low > most_fair, place.high > most_fair, said))
    if leader.of:
        found.append((leader.low > DECIDED, leader.high > DECIDED, f"who leads at half time wins {leader}"))
    return Verdict(
        tuple(said for beyond, _, said in found if beyond),
        tuple(said for beyond, partly, said in found if partly and not beyond),
    )


def short_section(lab: Lab) -> Section:
    """Return the section that says for each number of players which tables are sound, and why others are not."""
    words = list[str]()
    if not lab.best:
        words += [word for table in lab.tables for word in said_of(lab, table)]
        words.append(
            f"One of a kind met others of each other kind, {counted(lab.plan.each, 'game')} a meeting. Better and "
            "worse is what fewer than one of twenty such leagues would show by chance (Holm’s correction)."
        )
        return Section("In short", words)
    numbers = list(dict.fromkeys(players for players, _ in lab.tables))
    verdicts = {table: verdict(lab, table) for table in lab.tables if lab.plain(table)}
    faults = {table: found.against for table, found in verdicts.items()}
    for many in numbers:
        tables = [table for table in faults if table[0] == many]
        shared = counted(many, "player")  # what a table is not called among those for as many
        names = {t: lab.named(t).removeprefix(shared).removeprefix(", ") or "this table" for t in tables}
        good = [names[table] for table in tables if not faults[table]]
        head = f"For {many} players" if len(numbers) > 1 else "Here"
        if len(lab.tables) == 1:
            good, names = ["this table"] * len(good), dict.fromkeys(tables, "this table")
        if good:
            some = good if len(good) <= 8 else [*good[:8], f"{len(good) - 8} more"]
            words.append(f"{head} nothing that was counted speaks against {'; '.join(some)}.")
        elif len(tables) > 1:
            words.append(f"{head} every table has something against it.")
        if len(tables) == 1 < len(lab.tables):
            names = dict.fromkeys(tables, f"the table of {many}")
        words += [f"Against {names[table]}: {'; '.join(faults[table])}." for table in tables if faults[table]][:6]
        unsettled = [f"{names[t]} ({'; '.join(verdicts[t].open)})" for t in tables if verdicts[t].open][:6]
        if unsettled and lab.plan.each >= FEW:
            words.append(f"More games would have to settle, as an interval crosses its bound: {', '.join(unsettled)}.")
    words += strongest(lab)
    if not varied(lab) and any(faults.values()):
        words.append("Vary the house rules, with --vary NAME, to see which of them mends it.")
    if lab.plan.each < FEW:
        words.append(f"With {counted(lab.plan.each, 'game')} a table little can be said: play {FEW} or more.")
    if len(lab.all_plain) < len(lab.rows):
        words.append(
            f"{len(lab.rows):,} games were played. Where nothing else is said, a figure is of the "
            f"{len(lab.all_plain):,} in which all at the table play {lab.best}, {lab.plan.each:,} a table; in the "
            "others one plays otherwise than the rest, which tells what skill counts for."
        )
    words.append(
        f"Something speaks against a table where more than {100 * OPEN:.0f} % of the games never end, one in ten takes "
        f"over {LONG} minutes or half are over in under {SHORT}, a place wins {UNEVEN:g} times its fair share, a lead "
        f"at half time wins more than {percent(DECIDED)} %, or more than {percent(FORCED)} % of the decisions are "
        "none. The whole interval has to be beyond the bound."
    )
    return Section("In short", words)
