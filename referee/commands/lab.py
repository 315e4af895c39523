"""The command ``referee lab``: simulated playtests and their report.

See ``referee.commands`` for the parameters and return values of a command's function.
"""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from liarsdeck.cli import command, note, progress
from liarsdeck.files import check_no_file, read_text, write_atomic
from referee import games
from referee.core.game import RecordError

if TYPE_CHECKING:
    from referee.lab.plan import Plan
    from referee.lab.search import Search
    from referee.lab.statistics import Lab

_NEEDS = ("joblib", "numpy", "scipy", "statsmodels", "matplotlib")
_OWN_LIMIT = 1_000_000  # bytes of a file of own strategies
_SEED = "7"
_DRAMA = 40  # games that a search examines by rollouts in its last round


class LabWish(Struct, frozen=True, kw_only=True):
    """The options of ``referee lab`` that say what is played, as typed.

    "", 0, () and None stand for the defaults. ``game`` is the game's name. ``players`` is “N” or “N-M”. ``options`` are
    house rules as NAME=VALUE. ``vary`` are house rules that are played with several values: NAME (all values), NAME=A,B
    or NAME=A..B. ``bots`` lists levels and strategies, divided by commas, and ``own`` is a Python file with more
    strategies. ``each`` is the number of games for each table (house rules and players) and line-up of strategies. The
    same ``seed`` gives the same games. After ``cap`` rounds a game counts as unfinished. ``pairs`` is the number of
    pairs of facts in the kit. ``written`` is “some” if players wrote half of these pairs themselves, “all” if they
    wrote all. With ``league``, each strategy meets each other one. ``temper`` is how much the strategies dare:
    “careful”, “bold” or “mixed”. ``drama`` is the number of games of each table in which the lab plays on from single
    moments, to see how open the game is.
    """

    game: str
    players: str
    options: tuple[str, ...]
    vary: tuple[str, ...]
    bots: str
    own: Path | None
    each: int
    seed: str
    cap: int | None
    pairs: int
    written: str | None
    league: bool
    temper: str | None
    drama: int | None


@command(
    examples=[
        "referee lab liars-lair --players 3-6 --vary each=2..4 --vary own_conflict --games 100 -o lab",
        "referee lab lizard --bots low,high,zero --league --games 100 -o bids",
        "referee lab liar-poker --option bets.large=40,50,60 --vary bets.small=10,10,20/5,5,10 --games 100 -o bets",
        "referee lab liars-lair --players 3-5 --search --games 400 -o front",
        "referee lab --resume -o lab",
        "referee lab --compare old new",
    ]
)
@click.argument("game", required=False)
@click.option("--players", default="", metavar="N|N-M", help="How many play. [default: as many as is usual]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule of every table.")
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME[=A..B|=A,B]",
    help="Play all values of a house rule, or these; rows of numbers stand with strokes between.",
)
@click.option(
    "--bots",
    default="",
    metavar="LIST",
    help="Who plays: levels and strategies, like easy,lair:declare=0.3. [default: the best level]",
)
@click.option(
    "--strategies", "own", type=click.Path(path_type=Path), metavar="FILE", help="A Python file with more of them."
)
@click.option(
    "--temper",
    type=click.Choice(["careful", "bold", "mixed"]),
    help="How much all of them dare: risk 0.1, 0.6, or 0.1, 0.3 and 0.6 in turn. [default: as they are made]",
)
@click.option("--league", is_flag=True, help="Let each of them meet each other; without --bots, all that there are.")
@click.option(
    "--games",
    "each",
    type=click.IntRange(1, 1_000_000),
    default=200,
    show_default=True,
    help="Games of each table and line-up.",
)
@click.option(
    "--drama",
    type=click.IntRange(0, 10_000),
    metavar="N",
    help="Play on from moments of N games of each table: how open it is, and what choices are worth.  [default: 0; 40 "
    "with --search]",
)
@click.option("--seed", default=_SEED, show_default=True, metavar="TEXT", help="The same seed plays the same games.")
@click.option(
    "--cap",
    type=click.IntRange(1, 1_000_000),
    help="Rounds after which a game counts as unfinished. [default: by the game]",
)
@click.option(
    "--pairs",
    type=click.IntRange(0, 400),
    default=0,
    metavar="N",
    help="Pairs in the kit, where a game has facts. [default: as many as it needs]",
)
@click.option(
    "--written",
    type=click.Choice(["some", "all"]),
    help="Half or all pairs are the players' own: two wrote each, and are not dealt it. [default: none are]",
)
@click.option(
    "--search",
    is_flag=True,
    help="Search the house rules (all, or those of --vary) for tables that no other beats in everything at once.",
)
@click.option(
    "--tables",
    type=click.IntRange(2, 500),
    default=32,
    show_default=True,
    metavar="N",
    help="With --search: tables that begin, for each number of players.",
)
@click.option(
    "--minutes",
    default="4-120",
    show_default=True,
    metavar="N-M",
    help="With --search: leave out tables where half the games are shorter, or one in ten is longer.",
)
@click.option(
    "--workers", type=click.IntRange(0, 512), default=0, metavar="N", help="Processes. [default: one for each core]"
)
@click.option("--dask", default="", metavar="ADDRESS", help="Play on this dask cluster, like tcp://127.0.0.1:8786.")
@click.option("--resume", is_flag=True, help="Go on with what lies in the folder.")
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(path_type=Path),
    metavar="OLD NEW",
    help="Say what differs between two labs’ folders.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("lab"),
    show_default=True,
    metavar="FOLDER",
    help="Where all of it goes.",
)
def lab(
    workers: int, dask: str, resume: bool, search: bool, tables: int, minutes: str,
    compare: tuple[Path, Path] | None, out: Path, **words: Any,
) -> None:  # fmt: skip
    """Play many games between bots and rules of thumb, and say what a designer would ask.

    Every combination of players, house rules and line-ups is played. The folder holds report.html, results.csv and the
    most telling games. What was played is kept as it comes, so that --resume goes on after anything.

    With --search, the game's own house rules are searched instead: bots are tuned at each table, and the folder's
    report.html shows the best tables with the command that plays each of them with friends.

    \f
    `words` are the fields of `LabWish`. `out` is the folder; `resume` goes on with what it holds. `compare` are the
    folders of two labs whose differences are printed. `workers` is the number of processes (0: one for each core), or
    `dask` the address of a cluster ("": none). A table is a choice of house rules for a number of players. With
    `search`, `tables` is how many of them the search begins with for each number of players, and `minutes` how long a
    game should take, as `N-M`.
    """
    from referee.lab.differences import compared, report
    from referee.lab.run import WorkersKilled, begin, chunks, forget, go, kept, need, planned
    from referee.lab.search import begin as start
    from referee.lab.search import forget as drop
    from referee.lab.search import searched

    need(*_NEEDS)
    if compare is not None:
        (old, before), (new, after) = ((folder, _lab(folder)) for folder in compare)
        if before.plan.game != after.plan.game:
            raise RecordError(f"--compare: {old} is of {before.game.title}, {new} of {after.game.title}")
        for line in report(before, after, compared(before, after)):
            click.echo(line)
        return
    check_no_file(out)
    fresh = not out.exists()
    if resume:
        if words["game"] is not None:
            raise RecordError("--resume goes on with the plan that lies in the folder: name no game beside it")
        if (known := searched(out)) is not None:
            _search(out, known, workers, dask)
            return
        plan = planned(out)
    else:
        if words["game"] is None:
            raise RecordError(f"say which game: {', '.join(games.names())}")
        if search:
            wanted = searched_by(LabWish(**words), tables, minutes)
            start(out, wanted)
            try:
                _search(out, wanted, workers, dask)
            except RecordError:
                drop(out, whole=fresh)
                raise
            return
        plan = planned_by(LabWish(**words))
        begin(out, plan)
    todo = len(chunks(plan)) - len(kept(out))
    try:
        with progress(f"{games.game(plan.game).title}", todo) as step:
            go(out, plan, workers=workers, dask=dask, step=step)
    except RecordError as error:
        if not resume and not isinstance(error, WorkersKilled):
            forget(out, whole=fresh)
        raise
    _write(out, plan)


def planned_by(wish: LabWish) -> "Plan":
    """Return the plan of the games to simulate for the command's options ``wish``.

    Raises ``RecordError``, which names the option, if one is wrong.
    """
    from referee.commands import values_of
    from referee.lab.plan import Plan, cells, daring, player, ready, spread, strategies, varied

    game = games.game(wish.game)
    many = spread(wish.players or str(game.usual), *game.seats, what="--players")
    own = read_text(wish.own, _OWN_LIMIT) if wish.own else ""
    words = [word.strip() for word in wish.bots.split(",") if word.strip()]
    if not words:
        words = list(strategies(game, own)) if wish.league else [ready(game, wish.temper or "")]
    for word in words:
        player(word, game, own)
        if wish.temper:
            daring(word, wish.temper, 0, game, own)
    fixed, vary = values_of(wish.options), dict[str, tuple[str, ...]]()
    for name, values in (varied(game, text) for text in wish.vary):
        if name in fixed:
            raise RecordError(f"--vary {name}: --option {name}={fixed[name]} holds it fast; leave out one of them")
        vary[name] = tuple(dict.fromkeys((*vary.get(name, ()), *values)))
    tables = cells(
        game, many, [*fixed.items()], [*vary.items()], list(dict.fromkeys(words)), league=wish.league, pairs=wish.pairs
    )
    cap = wish.cap or game.patience
    return Plan(
        game.name, tables, wish.each, wish.seed, cap, pairs=wish.pairs, own=own, league=wish.league, said=said(wish),
        temper=wish.temper or "", drama=wish.drama or 0, written=wish.written or "",
    )  # fmt: skip


def searched_by(wish: LabWish, tables: int, minutes: str) -> "Search":
    """Return the search for good house rules that these options describe.

    ``tables`` is the number of tables (choices of house rules) that the search begins with, for each number of players.
    ``minutes`` is the wanted length of a game, as “N-M”. Raises ``RecordError``, which names the option, for a wrong
    option.
    """
    from referee.bots import quick
    from referee.commands import values_of
    from referee.lab.plan import daring, player, spread, varied
    from referee.lab.search import Search, values

    game = games.game(wish.game)
    own = read_text(wish.own, _OWN_LIMIT) if wish.own else ""
    word = wish.bots.strip() or quick(game, "hard")
    if "," in word:
        raise RecordError(f"--bots {word}: a search tunes one strategy at each table; name one")
    player(word, game, own)
    if wish.temper:
        daring(word, wish.temper, 0, game, own)
    if wish.league:
        raise RecordError("--league: in a search all players of a table play alike; leave out one of them")
    fixed = values_of(wish.options)
    vary = dict(varied(game, text) for text in wish.vary) or {
        name: some for name, some in values(game) if name not in fixed
    }
    if both := next((name for name in vary if name in fixed), ""):
        raise RecordError(f"--vary {both}: --option {both}={fixed[both]} holds it fast; leave out one of them")
    if not vary:
        raise RecordError(f"--search: {game.title} has no house rule to search; say one with --vary NAME=A,B")
    many = spread(wish.players or str(game.usual), *game.seats, what="--players")
    span = spread(minutes, 0, 100_000, what="--minutes")
    drama = _DRAMA if wish.drama is None else wish.drama
    line = f"{said(replace(wish, drama=drama))} --search --tables {tables} --minutes {minutes}"
    return Search(
        game.name, many, tuple(fixed.items()), tuple(vary.items()), word, tables, wish.each, drama, wish.seed,
        wish.cap or game.patience, (min(span), max(span)), pairs=wish.pairs, own=own, temper=wish.temper or "",
        said=line,
    )  # fmt: skip


def said(wish: LabWish) -> str:
    """Return the command line ``referee lab …`` that sets the options ``wish``, quoted for a shell."""
    words = ["referee", "lab", wish.game]
    for name in ("players", "bots", "temper"):
        words += [f"--{name}", value] if (value := getattr(wish, name)) else []
    words += ["--strategies", str(wish.own)] if wish.own else []
    for name, texts in (("--option", wish.options), ("--vary", wish.vary)):
        words += [word for text in texts for word in (name, text)]
    words += ["--written", wish.written] if wish.written else []
    words += ["--league"] if wish.league else []
    words += ["--games", str(wish.each), "--seed", wish.seed]
    words += ["--drama", str(wish.drama)] if wish.drama is not None else []
    for name, number in (("--cap", wish.cap), ("--pairs", wish.pairs)):
        words += [name, str(number)] if number else []
    return shlex.join(words)


def _write(out: Path, plan: "Plan") -> None:
    """Write the results of a finished lab into the folder ``out``, and print a summary.

    The table of results is written first, so it is there even if the report fails. If a question of the report could
    not be answered, its error is raised at the end.
    """
    from referee.lab.report import answers, as_csv, as_html, as_text, write_games
    from referee.lab.run import digest, rows_of
    from referee.lab.statistics import Lab

    rows = rows_of(out)
    played = Lab(plan, rows)
    write_atomic(out / "results.csv", as_csv(plan, rows).encode())
    written = write_games(out, played)
    answered, faults = answers(played)
    write_atomic(out / "report.html", as_html(played, answered, written).encode())
    click.echo(as_text(answered), nl=False)
    note(f"{out / 'report.html'} says all of it, with plots; {len(rows):,} games, digest {digest(rows)}")
    if faults:
        raise faults[0]


def _search(out: Path, search: "Search", workers: int, dask: str) -> None:
    """Run a search for house rules, write its report and its table into the folder ``out``, and print them.

    ``workers`` is the number of processes (0: one for each core); ``dask`` is the address of a dask cluster to use
    instead ("": none).
    """
    from referee.lab.front import as_csv, sections, shown
    from referee.lab.report import as_html, as_text, drawn
    from referee.lab.run import digest
    from referee.lab.search import Rounds

    title = games.game(search.game).title
    rounds = Rounds(
        out, search, workers=workers, dask=dask, progress=lambda what, todo: progress(f"{title}, {what}", todo)
    )
    found = rounds.run()
    points, answered = shown(search, found), drawn(sections(search, found))
    write_atomic(out / "front.csv", as_csv(search, found).encode())
    write_atomic(out / "report.html", as_html(found.lab, answered, {}, points).encode())
    click.echo(as_text(answered[:1]))
    for point in points:
        click.echo("\n".join([point.title, *(f"  {name}: {value}" for name, value in point.rows)]))
        click.echo("\n".join([*(f"  Against it: {why}." for why in point.against), f"  {point.command}", ""]))
    note(f"{out / 'report.html'} shows all of it; digest {digest(found.lab.rows)}")


def _lab(folder: Path) -> "Lab":
    from referee.lab.run import planned, rows_of
    from referee.lab.statistics import Lab

    return Lab(planned(folder), rows_of(folder))
