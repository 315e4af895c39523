"""The questions that a designer asks of a lab's games. Each gives a section of the report."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from liarsdeck.english import counted, listed
from referee.core.setup import option_list
from referee.lab.run import Row, stated
from referee.lab.statistics import (
    Bar,
    Bars,
    Lab,
    Section,
    Share,
    Spread,
    Table,
    even,
    finished,
    likely,
    mean,
    percent,
    share,
    spread,
    total,
    unlike_nought,
)


def choice_section(lab: Lab) -> Section:
    """Say how many lines one could choose from in a turn, and how often there is but one."""
    rows, forced = [], []
    for table in lab.tables:
        played = [row for row in lab.plain(table) if row.looked]
        if played:
            alone = share(total(played, lambda row: row.forced), total(played, lambda row: row.looked))
            width = mean([row.width / row.looked for row in played])
            per = mean([row.acts / table[0] for row in played])
            rows.append((lab.named(table), width.said(), alone.said(), per.said()))
            forced.append((alone, width, lab.named(table)))
    if not rows:
        return Section("How much choice is there?", ("No decision was looked at.",))
    most = max(forced, key=lambda one: one[0].share)
    least = min(forced, key=lambda one: one[1].mean)
    several = len(forced) > 1
    at = f"Least at {least[2]}: there a" if several else "A"
    words = (
        f"{at} decision has on average {least[1].said()} lines to choose from.",
        f"Of the decisions, {most[0].said()} leave no choice at all{f', the most at {most[2]}' if several else ''}.",
        "Every eighth decision was looked at. What the rules allow is counted, not what is wise.",
    )
    head = ("table", "lines to choose from", "no choice", "decisions a player and game")
    return Section("How much choice is there?", words, head, tuple(rows))


def leader_wins(rows: Sequence[Row]) -> Share:
    """Return how often somebody who led alone or with others at half time has won."""
    led = [row for row in finished(rows) if row.half]
    return share(sum(len(set(row.half) & set(row.winners)) / len(row.half) for row in led), len(led))


def from_behind(rows: Sequence[Row]) -> Share:
    """Return how often a winner was last at half time."""
    led = [row for row in finished(rows) if row.half]
    return share(sum(any(_last(row, seat) for seat in row.winners) for row in led), len(led))


def _last(row: Row, seat: int) -> bool:
    scores = row.marks[(len(row.marks) - 1) // 2]
    return seat not in row.half and scores[seat] == min(scores)


def risen(rows: Sequence[Row], deal: int) -> Share:
    """Return how many of the players gained points in a deal, counted from 0."""
    dealt = [row for row in rows if len(row.rose) > deal]
    return share(sum(row.rose[deal] for row in dealt), sum(len(row.scores) for row in dealt))


def _easier(lab: Lab, table: Table) -> list[str]:
    """Say whether points come as often late as early, where several players can gain in a deal, or none."""
    rows = finished(lab.plain(table))
    deals = min((len(row.rose) for row in rows), default=0)
    if table[0] == 2 or deals < 3:
        return []
    first, last = risen(rows, 0), risen(rows, deals - 1)
    if not (first.apart(last.high) > 0 or first.apart(last.low) < 0):
        return []
    where = lab.where(table) or "Here "
    return [f"{where}in the first deal {first.said()} of the players gain points, in deal {deals} {last.said()}."]


def course_section(lab: Lab) -> Section | None:
    """Say what a lead at half time is worth; None in a game that has no course."""
    rows, found = [], []
    for table in lab.tables:
        played = lab.plain(table)
        leader = leader_wins(played)
        if leader.of:
            leads = mean([row.turns_of_lead for row in finished(played)])
            behind = from_behind(played)
            fair = 1 / table[0]
            rows.append((lab.named(table), leader.said(), percent(fair), behind.said(), leads.said()))
            found.append((leader, behind, lab.named(table)))
    if not rows:
        return None
    counted = any(max(row.scores, default=0) > 1 for row in lab.all_plain)
    what = "Who is ahead on points" if counted else "Who has the most cards"
    low, high = min(found, key=lambda one: one[0].share), max(found, key=lambda one: one[0].share)
    words = [f"{what} at half time wins {low[0].said()} of the games."]
    if len(found) > 1:
        ends = f"{low[0].said()} of the games at {low[2]} to {high[0].said()} at {high[2]}"
        words = [f"{what} at half time wins from {ends}."]
    most = max(found, key=lambda one: one[1].share)
    if len(found) > 1:
        words.append(f"Winners who were last at half time: at most {most[1].said()}, at {most[2]}.")
    elif lab.tables[0][0] > 2:
        words.append(f"Of the winners, {most[1].said()} were last at half time.")
    if high[0].low > 0.75:
        words.append(
            "A lead at half time decides more than three games of four: the second half is often played out only."
        )
    words += [sentence for table in lab.tables for sentence in _easier(lab, table)]
    head = ("table", "leader at half time wins", "by chance, %", "winner was last", "changes of the lead a game")
    return Section("Does the leader always win?", tuple(words), head, tuple(rows))


MOST_BARS = 24


def ends_section(lab: Lab) -> Section:
    """Say how many games end, after how many rounds, lines that somebody chose, and minutes."""
    rows, bars, lengths = [], [], []
    for table in lab.tables:
        played = lab.plain(table)
        if not played:
            continue
        open_ = share(len(played) - len(finished(played)), len(played))
        rounds = spread([row.rounds for row in played])
        acts = spread([row.acts for row in played])
        minutes = spread([round(row.seconds / 60) for row in played])
        rows.append((lab.named(table), open_.said(), rounds.said(), acts.said(), minutes.said()))
        bars.append((open_, Bar(lab.named(table), 100 * open_.share, 100 * open_.low, 100 * open_.high)))
        lengths.append((_long(minutes, open_), Bar(lab.named(table), minutes.middle, minutes.tenth, minutes.ninth)))
    words = _ends(bars) + _left(lab) + _lengths(lengths)
    plots = [Bars("How long, from one in ten to nine in ten", "minutes", tuple(bar for _, bar in lengths[:MOST_BARS]))]
    if any(open_.many for open_, _ in bars):
        plots.insert(0, Bars("Games without an end", "per cent", tuple(bar for _, bar in bars[:MOST_BARS])))
    words.append(
        f"Minutes are an estimate, in seconds a line: {stated(lab.plan.game)}. A game counts as unfinished after "
        f"{counted(lab.plan.cap, 'round')} or {lab.plan.lines:,} lines."
    )
    return Section(
        "Does it end, and how long does it take?", tuple(words),
        ("table", "unfinished", "rounds", "choices", "minutes"), tuple(rows), tuple(plots),
    )  # fmt: skip


def _ends(bars: Sequence[tuple[Share, Bar]]) -> list[str]:
    worst, bar = max(bars, key=lambda one: one[0].share)
    if not worst.many:
        games = sum(open_.of for open_, _ in bars)
        most = share(0, games)
        return [f"Every game ended: none of {games:,} was left unfinished (at most {percent(most.high)} % would be)."]
    if all(open_.many == open_.of for open_, _ in bars):
        return [f"No game ended: all {sum(open_.of for open_, _ in bars):,} were left unfinished."]
    nearly = "Nearly every" if worst.high < 0.05 else "Not every"
    at = f"At the worst table, {bar.label}," if len(bars) > 1 else "Here"
    words = [f"{nearly} game ends. {at} {worst.said()} are unfinished."]
    good = [bar.label for open_, bar in bars if open_.high < 0.05]
    if 0 < len(good) < len(bars):
        words.append(
            f"Under one in twenty is left unfinished at {len(good)} of {len(bars)} tables: {'; '.join(good[:6])}."
        )
    return words


def _left(lab: Lab) -> list[str]:
    """Say how many players still hold cards where a game has no end, in a game that players leave."""
    stuck = [row for row in lab.all_plain if not row.winners and not any(row.scores) and row.marks]
    if max((len(row.scores) for row in stuck), default=2) == 2:
        return []
    two = share(sum(sum(map(bool, row.marks[-1])) == 2 for row in stuck), len(stuck))
    return [f"Of the games without an end, {two.said()} have come to two players who wait for each other."]


def _lengths(lengths: Sequence[tuple[str, Bar]]) -> list[str]:
    if len(lengths) == 1:
        return [lengths[0][0]]
    short, long = (end(lengths, key=lambda one: one[1].value) for end in (min, max))
    if short[1].value == long[1].value:
        return [f"No table takes longer than another. {long[0]}"]
    return [f"The shortest table is {short[1].label}. {short[0]}", f"The longest is {long[1].label}. {long[0]}"]


def _long(found: Spread, open_: Share) -> str:
    """Say how long games are; where some have no end, that they are counted as far as they went."""
    over = "over or given up" if open_.many else "over"
    return (
        f"Half the games are {over} within {found.middle:.0f} minutes, nine in ten within {found.ninth:.0f} "
        f"(n = {found.of:,})."
    )


def lies_section(lab: Lab) -> Section | None:
    """Say what becomes of lies; None in a game in which nobody says anything that could be one."""
    rows: list[tuple[str, ...]] = []
    words: list[str] = []
    for table in lab.tables:
        played = [row for row in lab.plain(table) if row.lies]
        if not played:
            continue
        lies, truths = total(played, lambda row: sum(row.lies)), total(played, lambda row: sum(row.truths))
        said, caught = share(lies, lies + truths), share(min(total(played, lambda row: sum(row.caught)), lies), lies)
        doubted = share(min(total(played, lambda row: sum(row.doubted)), truths), truths)
        rows.append((lab.named(table), said.said(), caught.said(), doubted.said(), _paid(lab, table)))
        if len(words) < 4:
            believed = f"{share(lies - caught.many, lies).said()} are never caught" if lies else "nothing is known"
            words.append(
                f"{lab.where(table) or 'Here: '}of all that is said {said.said()} are lies, and of the lies {believed}."
            )
    if not rows:
        return None
    head = ("table", "lies of all that is said", "lies caught", "truths doubted", "gain a deal: lying, honest")
    words.append("How often they lie is how these bots are made; what becomes of a lie is the game’s.")
    return Section("Lies: how often said, believed, caught, and worth it?", tuple(words), head, tuple(rows))


def _paid(lab: Lab, table: tuple[int, tuple[tuple[str, str], ...]]) -> str:
    """Return what a deal brought to those who lied in it, and to those who did not."""
    played = lab.plain(table)
    if not any(any(row.scores) for row in played):
        return "—"
    lied = [row.paid[0] / row.paid[1] for row in played if row.paid[1]]
    honest = [row.paid[2] / row.paid[3] for row in played if row.paid[3]]
    return "; ".join(mean(values).said() if values else "—" for values in (lied, honest))


def limits_section(lab: Lab) -> Section:
    """Say what these games are no evidence for, and how they were made."""
    plan = lab.plan
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
        f"{len(lab.rows):,} games of {lab.game.title}, seed {plan.seed}; all seats move on by one from game to game, "
        "and the same deals come again at every table. Intervals are 95 %: Wilson’s of shares, by order of medians, "
        "Student’s of means."
    )
    if not lab.best:
        made += " In a league they are too narrow where all pairs are taken together, since each plays the same deals."
    return Section("What can’t be told from bots", (bots, people, made))


RARE = 0.02


def rules_section(lab: Lab) -> Section:
    """Say what is hardly ever done, which rules bar a line that one might want, and which never do."""
    played = lab.all_plain
    games = len(played)
    done, barred, times = Counter[str](), Counter[str](), Counter[str]()
    for row in played:
        done.update(row.verbs.keys())
        times.update(row.verbs)
        barred.update(row.refused)
    looked = total(played, lambda row: row.looked)
    said = {verb.name for verb in lab.game.verbs if not verb.anytime}
    never = sorted(said - done.keys())
    rare = [verb for verb in sorted(said & done.keys()) if share(done[verb], games).high < RARE]
    words = []
    if never:
        words.append(f"Never in {games:,} games did anybody write {listed([f'“{verb}”' for verb in never], 'or')}.")
    if rare:
        words.append(f"In under one game of fifty: {listed([f'“{verb}”' for verb in rare], 'and')}.")
    if not never and not rare:
        words.append(f"Every verb is used in at least one game of fifty (n = {games:,}).")
    silent = sorted(lab.game.rules.keys() - barred.keys())
    often = [f"{rule} in {share(many, looked).said()}" for rule, many in barred.most_common(3)]
    words.append(
        f"Of {len(lab.game.rules)} rules, {len(barred) or 'none'} barred a line that was worth a thought, in one of "
        f"{looked:,} decisions{f', most often {listed(often)}' if often else ''}. The others speak of order, of typing "
        "and of hands entered, which bots never get wrong, or of what these tables never met: the table names them."
    )
    rows = []
    for verb, _ in times.most_common():
        a_game = mean([row.verbs.get(verb, 0) for row in played])
        rows.append((f"“{verb}”", f"{a_game.said()} times a game; in {share(done[verb], games).said()} of the games"))
    rows += [
        (rule, f"barred a line in {share(many, looked).said()} of the decisions: {lab.game.rules.get(rule, '')}")
        for rule, many in barred.most_common()
    ]
    rows += [(rule, f"barred nothing: {lab.game.rules[rule]}") for rule in silent]
    return Section("Which rules matter?", tuple(words), ("verb or rule", "how often"), tuple(rows))


SURE_SEATS = 0.01
ORDINALS = ("who begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def wins(rows: Sequence[Row], players: int, *, from_starter: bool) -> list[Share]:
    """Return how often each place wins, counted from who acts first or from the first seat. A shared win is parted."""
    counts = [0.0] * players
    for row in rows:
        for seat in row.winners:
            counts[(seat - row.starter) % players if from_starter else seat] += 1 / len(row.winners)
    return [share(count, len(rows)) for count in counts]


def first_ahead(rows: Sequence[Row]) -> list[float]:
    """Return for each game how many points a deal who acts first gains more than who acts last; [] without points."""
    dealt = [row for row in rows if row.deals > 1 or (row.deals and max(row.scores) > 1)]
    return [(row.gains[0] - row.gains[-1]) / row.deals for row in dealt]


def seats_section(lab: Lab) -> Section | None:
    """Say who wins by place, and whether that is more than chance; None in a league, whose deals come again."""
    if not lab.best:
        return None
    words: list[str] = []
    rows: list[tuple[str, ...]] = []
    plots: list[Bars] = []
    for table in lab.tables:
        played = finished(lab.plain(table))
        if not played:
            continue
        players = table[0]
        places, seats = wins(played, players, from_starter=True), wins(played, players, from_starter=False)
        chance = even([place.many for place in places])
        rows.append((lab.named(table), *(place.said() for place in places)))
        if chance < SURE_SEATS:
            words.append(_sentence(lab, table, places))
        if len(plots) < 4:
            bars = tuple(
                Bar(ORDINALS[at], 100 * place.share, 100 * place.low, 100 * place.high)
                for at, place in enumerate(places)
            )
            plots.append(Bars(f"Wins by place: {lab.named(table)}", "per cent", bars, 100 / players))
        if even([seat.many for seat in seats]) < SURE_SEATS / len(lab.tables):
            words.append(
                f"{lab.named(table)}: seats themselves win unevenly: {', '.join(one.said() for one in seats)}."
            )
    won = len(finished(lab.all_plain))
    if not won:
        words.append("Of places nothing can be said: no game was won.")
    elif not words:
        words.append(
            f"No place is better than another, as far as {won:,} game{'s' * (won != 1)} can tell: nowhere do they "
            "differ by more than chance would make in one test of a hundred."
        )
    for table in lab.tables:
        ahead = first_ahead(lab.plain(table))
        if ahead and unlike_nought(ahead) < SURE_SEATS / len(lab.tables):
            other = "the other" if table[0] == 2 else "who acts last"
            sign, where = (1, "ahead of") if sum(ahead) > 0 else (-1, "behind")
            by = mean([sign * one for one in ahead]).said()
            words.append(
                f"{lab.where(table) or 'Here '}who acts first in a deal comes out {by} points {where} {other} in it."
            )
    most = max(players for players, _ in lab.tables)
    head = ("table", *ORDINALS[:most])
    padded = tuple((*row, *("",) * (len(head) - len(row))) for row in rows)
    return Section("Who wins: does it matter where one sits?", tuple(words), head, padded, tuple(plots))


def _sentence(lab: Lab, table: Table, places: Sequence[Share]) -> str:
    fair = 1 / table[0]
    best = max(range(len(places)), key=lambda at: places[at].share)
    worst = min(range(len(places)), key=lambda at: places[at].share)
    last = " (the last)" if best == len(places) - 1 else ""
    return (
        f"{lab.named(table)}: the place matters. {ORDINALS[best].capitalize()}{last} wins {places[best].said()}, "
        f"{ORDINALS[worst]} {places[worst].said()}; even would be {percent(fair)} %."
    )


SURE = 0.05


class Difference(Struct, frozen=True):
    """Something that may have changed at a table: what it was and what it is, in words, and how sure that is.

    ``p`` is the chance that it looks so without a change; ``held`` the same after Holm's correction for all tests.
    ``sign`` is 1 where it went up, −1 where down.
    """

    table: str
    what: str
    before: str
    after: str
    sign: int
    p: float
    held: float = 1.0

    @property
    def real(self) -> bool:
        """Whether it is more than chance would make in one of twenty such comparisons as a whole."""
        return self.held < SURE

    def said(self) -> str:
        """Return it as a sentence."""
        how = "up" if self.sign > 0 else "down"
        return f"{self.table}: {self.what} {how}, from {self.before} to {self.after} ({likely(self.held)})."


Measure = Callable[[Sequence[Row]], Share]
SHARES: Mapping[str, Measure] = {
    "unfinished games": lambda rows: share(len(rows) - len(finished(rows)), len(rows)),
    "wins of who begins": lambda rows: share(
        sum(row.starter in row.winners for row in finished(rows)), len(finished(rows))
    ),
    "wins of who leads at half time": lambda rows: _whole(leader_wins(rows)),
    "lies caught": lambda rows: share(
        min(total(rows, lambda row: sum(row.caught)), total(rows, lambda row: sum(row.lies))),
        total(rows, lambda row: sum(row.lies)),
    ),
    "decisions without a choice": lambda rows: share(
        total(rows, lambda row: row.forced), total(rows, lambda row: row.looked)
    ),
}  # fmt: skip
VALUES: Mapping[str, Callable[[Row], float]] = {
    "rounds": lambda row: row.rounds,
    "choices made": lambda row: row.acts,
    "minutes": lambda row: round(row.seconds / 60),
    "lines to choose from": lambda row: row.width / row.looked if row.looked else 0,
}


def _whole(found: Share) -> Share:
    return share(round(found.many), found.of)


def differences(table: str, before: Sequence[Row], after: Sequence[Row]) -> list[Difference]:
    """Compare two piles of games: shares by Fisher's exact test, values by Mann and Whitney's. Not yet corrected."""
    from scipy.stats import fisher_exact, mannwhitneyu

    found = []
    for what, measure in SHARES.items():
        one, two = measure(before), measure(after)
        if one.of and two.of and (one.many, one.of) != (two.many, two.of):
            p = fisher_exact([[one.many, one.of - one.many], [two.many, two.of - two.many]]).pvalue
            found.append(Difference(table, what, one.said(), two.said(), _sign(one.share, two.share), float(p)))
    for what, value in VALUES.items():
        first, second = list(map(value, before)), list(map(value, after))
        if first and second and sorted(first) != sorted(second):
            p = mannwhitneyu(first, second).pvalue
            old, new = spread(first), spread(second)
            means = sum(first) / len(first), sum(second) / len(second)
            found.append(Difference(table, what, old.brief(), new.brief(), _sign(*means), float(p)))
    return found


def _sign(one: float, two: float) -> int:
    return (two > one) - (two < one)


def corrected(found: Sequence[Difference]) -> list[Difference]:
    """Return differences with Holm's correction for all of them, the surest first."""
    from msgspec.structs import replace
    from statsmodels.stats.multitest import multipletests

    if not found:
        return []
    held = multipletests([one.p for one in found], method="holm")[1]
    done = [replace(one, held=float(p)) for one, p in zip(found, held, strict=True)]
    return sorted(done, key=lambda one: (one.held, one.p))


def compared(before: Lab, after: Lab) -> list[Difference]:
    """Compare two labs, cell by cell of those that both have; where they share none, those of one line-up."""
    old, new = before.cells, after.cells
    pairs = [(cell, cell) for cell in old if cell in new]
    if not pairs:
        pairs = [(one, two) for one in old for two in new if (one.players, one.lineup) == (two.players, two.lineup)]
    found = []
    for one, two in pairs:
        name = f"{after.named((two.players, two.options))}, {_met(two.lineup)}"
        found += differences(name, old[one], new[two])
        if len(set(two.lineup)) > 1:
            found += _wins(name, two.lineup[0], two.players, old[one], new[two])
    return corrected(found)


def _met(lineup: Sequence[str]) -> str:
    return f"all play {lineup[0]}" if len(set(lineup)) == 1 else f"one {lineup[0]} among {lineup[1]}"


def _wins(table: str, word: str, players: int, before: Sequence[Row], after: Sequence[Row]) -> list[Difference]:
    """Compare how often the strategy in the first place of a line-up wins."""
    from scipy.stats import fisher_exact

    def won(rows: Sequence[Row]) -> Share:
        played = finished(rows)
        return share(sum(row.index % players in row.winners for row in played), len(played))

    one, two = won(before), won(after)
    if not one.of or not two.of or (one.many, one.of) == (two.many, two.of):
        return []
    p = fisher_exact([[one.many, one.of - one.many], [two.many, two.of - two.many]]).pvalue
    return [Difference(table, f"wins of {word}", one.said(), two.said(), _sign(one.share, two.share), float(p))]


def report(before: Lab, after: Lab, found: Sequence[Difference]) -> list[str]:
    """Return what changed, in sentences."""
    real = [one for one in found if one.real]
    lines = [one.said() for one in real]
    if not lines:
        lines = ["Nothing changed that these games could show."]
    if before.plan.said != after.plan.said:
        lines = [f"From: {before.plan.said}", f"To: {after.plan.said}", *lines]
    games = f"{len(before.rows):,} and {len(after.rows):,} games"
    return [*lines, f"{len(real)} of {len(found)} differences are more than chance, by Holm’s correction; {games}."]


_MOST = 40
MATTERS = (
    "unfinished games",
    "rounds",
    "minutes",
    "wins of who begins",
    "wins of who leads at half time",
    "lies caught",
)


def varied(lab: Lab) -> list[str]:
    """Return the house rules that differ between tables."""
    return sorted({name for _, _, name in _neighbours(lab.tables)})


def by_rule(lab: Lab) -> list[Difference]:
    """Compare tables that differ in one house rule alone; the surest difference first."""
    found: list[Difference] = []
    for one, other, name in _neighbours(lab.tables):
        before, after = lab.plain(one), lab.plain(other)
        old, new = dict(one[1])[name], dict(other[1])[name]
        rest = ", ".join([f"{one[0]} players", *(f"{key} = {value}" for key, value in one[1] if key != name)])
        found += differences(f"{name} = {new} instead of {old} ({rest})", before, after)
    return corrected([one for one in found if one.what in MATTERS])


def strongest(lab: Lab) -> list[str]:
    """Return for each house rule what it changes most surely, in a sentence, or that it changes nothing."""
    real = [one for one in by_rule(lab) if one.real]
    words = []
    for name in varied(lab):
        first = next((one.said() for one in real if one.table.startswith(f"{name} =")), "")
        words.append(first or f"{name}: no value makes a difference that these games could show.")
    return words


def options_section(lab: Lab) -> Section | None:
    """Say what each house rule changes; None where none was varied."""
    rules = varied(lab)
    if not rules:
        return None
    done = by_rule(lab)
    real = [one for one in done if one.real]
    about = {option.name: option.description for option in option_list(lab.game.options)}
    words = [f"{name}: {about[name]}" for name in rules]
    words += [one.said() for one in real[:8]]
    words += [one for one in strongest(lab) if one not in words]
    words.append(
        f"{len(real)} of {len(done)} comparisons are more than chance, after Holm’s correction for all of them."
    )
    rows = tuple((one.table, one.what, one.before, one.after, likely(one.held)) for one in real[:_MOST])
    return Section("What do the house rules do?", tuple(words), ("change", "what", "from", "to", "p"), rows)


def _neighbours(tables: Sequence[Table]) -> list[tuple[Table, Table, str]]:
    """Return the pairs of tables that differ in one option, the first of each varied option's values against others."""
    found = []
    firsts: dict[str, str] = {}
    for _, options in tables:
        for name, value in options:
            firsts.setdefault(name, value)
    for players, options in tables:
        for name, value in options:
            if value != firsts[name]:
                base = (players, tuple((key, firsts[key] if key == name else held) for key, held in options))
                if base in tables:
                    found.append((base, (players, options), name))
    return found


SURE_SKILL = 0.05
_MOST_CYCLES, _FEW_KINDS, _FEW_TABLES = 8, 3, 2


class Meeting(Struct, frozen=True):
    """One of a kind among others of one other kind: how often it won; whether that is more (1) or less than fair."""

    one: str
    other: str
    won: Share
    sign: int
    unfinished: Share


def meetings(lab: Lab, table: Table) -> list[Meeting]:
    """Return all meetings at a table, who is better by a binomial test, corrected for how many there are (Holm)."""
    from scipy.stats import binomtest
    from statsmodels.stats.multitest import multipletests

    players, found = table[0], []
    for cell, rows in lab.cells.items():
        if (cell.players, cell.options) == table and len(set(cell.lineup)) == 2 and rows:
            played = finished(rows)
            many = sum((row.index % players in row.winners) / len(row.winners) for row in played)
            open_ = share(len(rows) - len(played), len(rows))
            found.append((cell.lineup[0], cell.lineup[1], share(many, len(played)), open_))
            if players == 2:
                found.append((cell.lineup[1], cell.lineup[0], share(len(played) - many, len(played)), open_))
    if not found:
        return []
    chances = [binomtest(round(won.many), won.of, 1 / players).pvalue if won.of else 1.0 for _, _, won, _ in found]
    held = multipletests(chances, method="holm")[1]
    return [
        Meeting(one, other, won, _skill_sign(won.share, 1 / players) if p < SURE_SKILL else 0, open_)
        for (one, other, won, open_), p in zip(found, held, strict=True)
    ]


def _skill_sign(value: float, fair: float) -> int:
    return (value > fair) - (value < fair)


def cycles(met: Sequence[Meeting]) -> list[tuple[str, str, str]]:
    """Return every three of which each beats the next and the last the first, each once."""
    beats = {(one.one, one.other) for one in met if one.sign > 0}
    words = sorted({one.one for one in met})
    return [
        three
        for three in permutations(words, 3)
        if three[0] == min(three) and all((three[at], three[(at + 1) % 3]) in beats for at in range(3))
    ]


def said_of(lab: Lab, table: Table) -> list[str]:
    """Return what the meetings at a table come to, in sentences; where there are several tables, with its name."""
    met = meetings(lab, table)
    return [f"{lab.where(table)}{sentence}" for sentence in _sentences(table, met)] if met else []


def skill_section(lab: Lab) -> Section | None:
    """Say who beats whom; None where only players alike met."""
    words: list[str] = []
    rows: list[tuple[str, ...]] = []
    plots: list[Bars] = []
    found = {table: met for table in lab.tables if (met := meetings(lab, table))}
    if lab.best:
        many = len(found) > _FEW_TABLES and len(lab.strategies) <= _FEW_KINDS
        words = _over_all(lab, found) if many else [said for table in found for said in said_of(lab, table)]
    if not lab.best:
        games = counted(lab.plan.each, "game")
        words = [f"Each played {games} as one among others of each other kind: in short it is said what that comes to."]
    for table, met in found.items():
        for one in met:
            stands = {1: "more than fair", 0: "", -1: "less than fair"}[one.sign]
            open_ = one.unfinished.said() if one.unfinished.many else "none"
            rows.append((lab.named(table), one.one, one.other, one.won.said(), stands, open_))
        if len(plots) < 4:
            plots.append(_plot(lab, table, met))
    if not rows:
        return None
    title = (
        "Is there a strategy that always wins?" if len(lab.strategies) > _FEW_KINDS else "How much does skill count?"
    )
    head = ("table", "one", "among", "wins of the one", "", "unfinished")
    return Section(title, tuple(words), head, tuple(rows), tuple(plots))


def _over_all(lab: Lab, found: Mapping[Table, Sequence[Meeting]]) -> list[str]:
    """Say for each kind among each other how it fares at all tables together, and where it does best."""
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
            f"One {one} among {other} wins {won.said()} at all tables together, where {percent(fair)} % is fair: more "
            f"than fair at {more} of {len(at)} tables, less at {less}. It does best at {lab.named(best)}: "
            f"{at[best].won.said()}."
        )
    return words


def _sentences(table: Table, met: Sequence[Meeting]) -> list[str]:
    fair, kinds = 1 / table[0], sorted({one.one for one in met})
    if len(kinds) <= _FEW_KINDS:
        said = met[::2] if table[0] == 2 else met
        return [f"One {one.one} among {one.other} wins {one.won.said()}; fair is {percent(fair)} %." for one in said]
    wins = {kind: [one.other for one in met if one.one == kind and one.sign > 0] for kind in kinds}
    losses = {kind: [one.other for one in met if one.one == kind and one.sign < 0] for kind in kinds}
    words = [
        f"{kind} does better than fair among every other kind: it always wins, and nobody should play anything else."
        for kind in kinds
        if len(wins[kind]) == len(kinds) - 1
    ]
    if not words:
        words.append("No strategy does better than fair among every other kind.")
    stands = [kind for kind in kinds if not losses[kind]]
    if stands:
        fewest = min(one.won.of for one in met)
        words.append(f"Nothing holds {listed(stands, 'or')} under a fair share, as far as {fewest} games can tell.")
    round_ = cycles(met)
    if round_:
        shown = "; ".join(" beats ".join((*three, three[0])) for three in round_[:_MOST_CYCLES])
        words.append(f"There are {len(round_)} circles of three, like scissors, paper and stone: {shown}.")
    else:
        words.append("There is no circle of three: who is better is better among all.")
    weak = [kind for kind in kinds if len(losses[kind]) == len(kinds) - 1]
    if weak:
        words.append(f"{listed(weak, 'and')} does worse than fair among every other kind.")
    stuck = max(met, key=lambda one: one.unfinished.share)
    if stuck.unfinished.many:
        words.append(f"{stuck.one} and {stuck.other} leave {stuck.unfinished.said()} of their games unfinished.")
    return words


def _plot(lab: Lab, table: Table, met: Sequence[Meeting]) -> Bars:
    """Draw how each kind fares among all others taken together."""
    bars = []
    for kind in dict.fromkeys(one.one for one in met):
        all_won = [one.won for one in met if one.one == kind]
        won = share(sum(part.many for part in all_won), sum(part.of for part in all_won))
        bars.append(Bar(kind, 100 * won.share, 100 * won.low, 100 * won.high))
    bars.sort(key=lambda bar: -bar.value)
    return Bars(f"Wins among all others: {lab.named(table)}", "per cent", tuple(bars), 100 / table[0])


FEW, SURE_SHORT = 100, 0.01
"""Games of a table under which little can be said; how unlikely an unevenness of places must be, at all tables."""
OPEN, LONG, SHORT, UNEVEN, DECIDED, FORCED = 0.05, 120, 4, 1.25, 0.75, 0.5
"""What speaks against a table: more unfinished games; one in ten takes longer, or half are over sooner (minutes); a
place that wins so much more than fair; a leader at half time who wins more often; more decisions without a choice."""


def against(lab: Lab, table: Table) -> list[str]:
    """Return what speaks against a table, each with its number; the bounds are those of this module."""
    played = lab.plain(table)
    won = finished(played)
    found = []
    open_ = share(len(played) - len(won), len(played))
    if open_.low > OPEN or (open_.share > OPEN and open_.of < 100):
        found.append(f"{open_.said()} never end")
    minutes = spread([round(row.seconds / 60) for row in played])
    if minutes.ninth > LONG:
        found.append(f"one game in ten takes over {minutes.ninth:.0f} minutes")
    if minutes.middle < SHORT:
        over = "over or given up" if open_.many else "over"
        found.append(f"half the games are {over} in {minutes.middle:.0f} minutes")
    places = wins(won, table[0], from_starter=True) if won else []
    fair = 1 / table[0]
    uneven = bool(places) and even([place.many for place in places]) < SURE_SHORT / len(lab.tables)
    for at, place in enumerate(places if uneven else ()):
        if place.low > fair and place.share > UNEVEN * fair:
            where = "who begins" if at == 0 else f"place {at + 1} from who begins"
            found.append(f"{where} wins {place.said()}, where {percent(fair)} % is fair")
    leader = leader_wins(played)
    if leader.of and leader.low > DECIDED:
        found.append(f"who leads at half time wins {leader.said()}")
    forced = share(sum(row.forced for row in played), sum(row.looked for row in played))
    if forced.of and forced.low > FORCED:
        found.append(f"{forced.said()} of the decisions leave no choice")
    return found


def short_section(lab: Lab) -> Section:
    """Say for each number of players which tables are sound, and what speaks against the others."""
    if not lab.best:
        words = [word for table in lab.tables for word in said_of(lab, table)]
        words.append(
            f"One of a kind met others of each other kind, {counted(lab.plan.each, 'game')} a meeting. Better and "
            "worse is what fewer than one of twenty such leagues would show by chance (Holm’s correction)."
        )
        return Section("In short", tuple(words))
    words = []
    for many in dict.fromkeys(players for players, _ in lab.tables):
        tables = [table for table in lab.tables if table[0] == many and lab.plain(table)]
        faults = {table: against(lab, table) for table in tables}
        names = {table: _without(lab, table) for table in tables}
        good = [names[table] for table in tables if not faults[table]]
        head = f"For {many} players" if len({players for players, _ in lab.tables}) > 1 else "Here"
        if len(lab.tables) == 1:
            good, names = ["this table"] * len(good), dict.fromkeys(tables, "this table")
        if good:
            words.append(f"{head} nothing that was counted speaks against {'; '.join(_short(good))}.")
        elif len(tables) > 1:
            words.append(f"{head} every table has something against it.")
        if len(tables) == 1 < len(lab.tables):
            names = dict.fromkeys(tables, f"the table of {many}")
        words += [f"Against {names[table]}: {'; '.join(faults[table])}." for table in tables if faults[table]][:6]
    words += strongest(lab)
    if not varied(lab) and any(against(lab, table) for table in lab.tables):
        words.append("Vary the house rules, with --vary NAME, to see which of them mends it.")
    if lab.plan.each < FEW:
        words.append(f"With {counted(lab.plan.each, 'game')} a table little can be said: play {FEW} or more.")
    words.append(
        f"Something speaks against a table where more than {100 * OPEN:.0f} % of the games never end, one in ten takes "
        f"over {LONG} minutes or half are over in under {SHORT}, a place wins {UNEVEN:g} times its fair share, a lead "
        f"at half time wins more than {percent(DECIDED)} %, or more than {percent(FORCED)} % of the decisions are none."
    )
    return Section("In short", tuple(words))


def _without(lab: Lab, table: Table) -> str:
    """Return what a table is called among those for as many players."""
    name = lab.named(table).removeprefix(counted(table[0], "player")).removeprefix(", ")
    return name or "this table"


def _short(names: list[str]) -> list[str]:
    return names if len(names) <= 8 else [*names[:8], f"{len(names) - 8} more"]
