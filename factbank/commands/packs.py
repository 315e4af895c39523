"""The commands for authors of packs: check, try, packs, audit."""

import json
from pathlib import Path
from random import Random

import click

from factbank import factfile
from factbank.check import load
from factbank.deal.deal import PAIRS_LIMIT
from factbank.english.names import check_locale
from factbank.errors import FactError
from factbank.factfile import Facts
from factbank.fill import LENGTHS, Filler, Filling
from factbank.packs.reader import Pack, Topic, all_built_in, built_in_names, locate, own_names, read
from liarsdeck.cli import command, note, progress
from liarsdeck.english import counted, listed
from liarsdeck.language import marked

LISTED = 200  # faults of a pack that are shown
SAMPLES = 10


def show(filling: Filling) -> str:
    """Return a pair as text for the terminal: the title, and the two sentences."""
    code = filling.topic.language
    return f"{filling.title}\n  {marked(filling.first, code)}\n  {marked(filling.second, code)}"


def fill(filler: Filler, rng: Random, tries: int = 400) -> Filling | None:
    """Return a pair drawn by ``filler``, or None if it rejects all of ``tries`` draws."""
    return next(filter(None, (filler.draw(rng) for _ in range(tries))), None)


@command(
    "check",
    examples=["factbank check cabinet", "factbank check mine.toml other.toml", "factbank check --deck facts.json"],
)
@click.argument("packs", nargs=-1, metavar="PACK...")
@click.option("--deck", metavar="FILE", help="Count what comes too often in a fact file, and check no pack.")
@click.option("--seed", type=int, default=1, show_default=True, help="For the ten sample pairs.")
@click.option(
    "--samples", type=click.IntRange(0, 1000), default=SAMPLES, show_default=True, help="How many pairs to show."
)
@click.option("--json", "as_json", is_flag=True, help="Print the faults as JSON, and no samples.")
def check_packs(packs: tuple[str, ...], deck: str | None, seed: int, samples: int, as_json: bool) -> None:
    """Tell every fault of packs, and show ten sample pairs.

    PACK is a .toml file, or the name of a built-in pack or of one in your pack folder. The exit status is 2 when there
    is a fault; advice does not count as one.

    \f
    ``deck`` is a fact file, which is then read in place of packs. ``samples`` pairs are shown, drawn with ``seed``;
    ``as_json`` prints the faults as JSON, without pairs.
    """
    if bool(packs) == bool(deck):
        raise click.UsageError("name packs, or --deck FILE, to be checked")
    if deck:
        _check_deck(factfile.read(Path(deck)), as_json=as_json)
        return
    from factbank.check import check

    all_faults = []
    broken = []
    for name in packs:
        pack, faults = check(locate(name))
        all_faults += faults
        wrong = [fault for fault in faults if not fault.advice]
        if wrong:
            broken.append(f"{name} ({len(wrong)})")
        if as_json:
            continue
        for fault in faults[:LISTED]:
            click.echo(str(fault))
        if more := len(faults) - len(faults[:LISTED]):
            click.echo(f"… and {more} more: mend these first")
        if faults:
            click.echo()
        bad = counted(len(wrong), "fault") if wrong else "no faults"
        click.echo(f"{pack.name}: {counted(len(pack.topics), 'topic')}, {bad}")
        if not wrong:
            rng, topics, shown = Random(seed), list(pack.topics), set[str]()
            rng.shuffle(topics)
            for index in range(samples):
                filling = fill(Filler(topics[index % len(topics)]), rng)
                if filling and filling.key not in shown:
                    shown.add(filling.key)
                    click.echo(f"\n{show(filling)}")
    if as_json:
        click.echo(json.dumps([fault._asdict() for fault in all_faults], ensure_ascii=False, indent=1))
    if broken:
        raise FactError(f"to mend: {', '.join(broken)}")


def _check_deck(facts: Facts, *, as_json: bool) -> None:
    """Print how many pairs of a deck have each trait and may have it, and which cards have long endings.

    A trait is something that tires when it is repeated, such as quotation marks. A long ending may not fit in large
    type. With ``as_json`` the result is printed as one JSON object.
    """
    from factbank.deal.mixture import SOFT, Mixture, traits
    from factbank.looks import LARGE, LONGEST_WORD, is_long

    mixture = Mixture(len(facts.pairs))
    for pair in facts.pairs:
        mixture.use(traits(pair))
    shown = [*SOFT, *sorted(trait for trait, count in mixture.counts.items() if trait not in SOFT and count > 1)]
    rows = [(SOFT.get(trait, (0, trait))[1], mixture.counts[trait], mixture.cap(trait)) for trait in shown]
    long = [card.number for pair in facts.pairs if is_long(pair) for card in pair.cards]
    if as_json:
        mixed = [{"what": what, "pairs": pairs, "cap": cap} for what, pairs, cap in rows]
        told = {"kit": facts.kit, "pairs": len(facts.pairs), "mixture": mixed, "long": long}
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    click.echo(f"{facts.kit}: {counted(len(facts.pairs), 'pair')}")
    for what, pairs, cap in rows:
        click.echo(f"  {what:<32}{pairs:>3} of at most {cap}{'  too many' if pairs > cap else ''}")
    if long:
        limits = f"an ending of more than {LARGE} letters, or a word of more than {LONGEST_WORD}"
        click.echo(f"  {limits}, may be too long for large type: cards {listed(map(str, long), 'and')}")


@command(
    "try",
    examples=[
        "factbank try goodbye-in",
        "factbank try cabinet/goodbye-in --seed 3",
        "factbank try room --pack mine.toml",
    ],
)
@click.argument("topic")
@click.option("--pack", "packs", multiple=True, metavar="NAME|FILE", help="Where to look; all packs if not given.")
@click.option("--count", type=click.IntRange(1, 10_000), default=SAMPLES, show_default=True, help="How many fillings.")
@click.option("--seed", type=int, help="For the same fillings again.")
@click.option(
    "--length", type=click.Choice(list(LENGTHS)), default="any", show_default=True, help="The most characters."
)
@click.option("--locale", default="en_US", show_default=True, help="For names from Faker.")
@click.option("--json", "as_json", is_flag=True, help="Print the fillings as JSON.")
def try_topic(
    topic: str, packs: tuple[str, ...], count: int, seed: int | None, length: str, locale: str, as_json: bool
) -> None:
    """Show ten fillings of one topic (TOPIC or PACK/TOPIC).

    \f
    ``packs`` are names or files of the packs to look in (empty: all), and ``count`` is how many fillings are shown,
    drawn with ``seed`` (None: at random). ``length`` is a key of ``LENGTHS``; ``locale`` is Faker's, for names of
    people. ``as_json`` prints the fillings as JSON.
    """
    chosen = _find(topic, packs)
    filler = Filler(chosen, locale, length)
    rng = Random(seed)
    shown = []
    for _ in range(count):
        filling = fill(filler, rng)
        if filling is None:
            raise FactError(f"nothing that the topic {chosen.name} makes is short and even enough")
        shown.append(filling)
    if as_json:
        rows = [{"key": each.key, "title": each.title, "texts": [each.first, each.second]} for each in shown]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for filling in shown:
        click.echo(show(filling))
    alive = 100 * (1 - sum(filler.thrown.values()) / filler.drawn)
    note(f"{chosen.name}: {filler.count():,} keys before throw-backs; {alive:.0f} % survive")


def _find(topic: str, packs: tuple[str, ...]) -> Topic:
    """Return the one topic that ``topic`` names, as "topic" or "pack/topic".

    ``packs`` are the names or files of the packs to look in. If ``packs`` is empty, the pack in ``topic`` is searched,
    or all packs if ``topic`` has no pack. Raises ``FactError`` if no topic or several topics are found.
    """
    pack_name, slash, name = topic.rpartition("/")
    if slash and not packs:
        packs = (pack_name,)
    topics: list[Topic] = []
    for named in packs or (*all_built_in(), *own_names()):
        pack, faults = read(locate(named))
        if faults and packs:
            raise FactError(str(faults[0]))
        topics += [each for each in pack.topics if each.id == name]
    if not topics:
        raise FactError(f"there is no topic “{topic}” (factbank packs --topics lists them)")
    if len(topics) > 1:
        raise FactError(f"there are several topics “{name}”: {', '.join(each.name for each in topics)}")
    return topics[0]


@command("packs", examples=["factbank packs", "factbank packs --topics --pack cabinet", "factbank packs --json"])
@click.option("--pack", "names", multiple=True, metavar="NAME|FILE", help="Only this pack; may be given often.")
@click.option("--topics", is_flag=True, help="List every topic as well.")
@click.option(
    "--samples", type=click.IntRange(0, 100_000), default=200, show_default=True, help="Fillings of each topic."
)
@click.option("--locale", default="en_US", show_default=True, metavar="L", help="For names from Faker.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def packs(names: tuple[str, ...], topics: bool, samples: int, locale: str, as_json: bool) -> None:
    """List the packs, with how many pairs each can make.

    Keys are counted exactly, before any filling is thrown back; how many fillings survive is a sampled share.

    \f
    ``names`` are names or files of packs (empty: all). ``topics`` lists every topic, ``samples`` is how many fillings
    of each are drawn for the share, and ``locale`` is Faker's, for names of people. ``as_json`` prints JSON.
    """
    from factbank import measure

    check_locale(locale)
    chosen = _packs(names)
    rows = []
    with progress("Counting", len(chosen)) as step:
        for pack in chosen:
            rows.append(measure.pack_row(pack, locale, samples))
            step()
    total = measure.total(chosen, rows)
    if as_json:
        click.echo(json.dumps({"packs": rows, "total": total}, ensure_ascii=False, indent=1))
        return
    for row in rows:
        click.echo(
            f"{row['name']:<14} {counted(len(row['topics']), 'topic'):>10}  {_pairs(row['keys']):>22}"
            f"  {_share(row['survival'])}"
        )
        for topic in row["topics"] if topics else ():
            what = f"{topic['theme']}, {topic['kind']}, {topic['shape']}"
            click.echo(f"  {topic['id']:<14} {_pairs(topic['keys']):>29}  {_share(topic['survival'])}  {what}")
    sums = ", ".join(counted(total[f"{what}s"], what) for what in ("topic", "theme", "shape"))
    click.echo(f"{'in all':<14} {sums}, {total['words']:,} words, {_pairs(total['keys'])}")


def _pairs(number: int) -> str:
    return f"{number:,} pair{'' if number == 1 else 's'}"


def _share(survival: float | None) -> str:
    return "" if survival is None else f"{100 * survival:3.0f} % survive"


def _packs(names: tuple[str, ...]) -> list[Pack]:
    """Return the packs in ``names`` (names or files), or all packs if ``names`` is empty.

    Raises ``FactError`` if a named or a built-in pack can't be used. If ``names`` is empty, a pack in the user's pack
    folder that can't be used is skipped with a note.
    """
    if names:
        chosen = [load(name) for name in names]
    else:
        chosen = [load(name) for name in built_in_names()]
        for name in own_names():
            try:
                chosen.append(load(name))
            except FactError as error:
                note(f"left out: {error}")
    return chosen


@command("audit", examples=["factbank audit", "factbank audit --pack cabinet --pairs 500 --json"])
@click.option("--pack", "names", multiple=True, metavar="NAME|FILE", help="Only this pack; may be given often.")
@click.option("--pairs", type=click.IntRange(10, 1_000_000), default=5_000, show_default=True, help="How many to draw.")
@click.option("--seed", type=int, default=1, show_default=True, help="For other pairs.")
@click.option("--locale", default="en_US", show_default=True, metavar="L", help="For names from Faker.")
@click.option("--decks", type=click.IntRange(0, 1000), default=10, show_default=True, help="Decks of each difficulty.")
@click.option(
    "--deck-pairs", type=click.IntRange(1, PAIRS_LIMIT), default=15, show_default=True, help="Pairs of a deck."
)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def audit(
    names: tuple[str, ...], pairs: int, seed: int, locale: str, decks: int, deck_pairs: int, as_json: bool
) -> None:
    """Measure whether anything tells one half from the other, and what the packs are made of.

    \f
    ``names`` are names or files of packs (empty: all). ``pairs`` random pairs are measured, and ``decks`` decks of each
    difficulty with ``deck_pairs`` pairs. The same ``seed`` draws the same. ``locale`` is Faker's, for names of people;
    ``as_json`` prints the figures as JSON.
    """
    from factbank.measure import report

    check_locale(locale)
    audited = report(_packs(names), pairs, seed, locale, decks, deck_pairs)
    if as_json:
        click.echo(json.dumps(audited, ensure_ascii=False, indent=1))
        return
    click.echo(f"{audited['pairs']} pairs: mean by claim position, and how often the first has more or fewer")
    for feature, row in audited["by position"].items():
        means = f"{row['first']:8.3f} {row['second']:8.3f}"
        click.echo(
            f"  {feature:<14} {means}   {100 * row['first has more']:5.1f} % {100 * row['first has fewer']:5.1f} %"
        )
    if audited["look-alikes in a deck"]:
        alike = ", ".join(f"{name} {many}" for name, many in audited["look-alikes in a deck"].items())
        click.echo(f"look-alikes in a deck of {deck_pairs}: {alike}")
    shares = ", ".join(f"{word} {100 * share:.1f} %" for word, share in audited["lock words"].items())
    click.echo(f"lock words: {shares} of the pairs")
    for kind, dropped in audited["names dropped"].items():
        click.echo(f"names of the kind {kind} dropped: {', '.join(f'{why} {many}' for why, many in dropped.items())}")
    varied = audited["variety"]
    click.echo(f"topics {', '.join(f'{what} {many}' for what, many in varied.items() if isinstance(many, int))}")
    for what in ("jokes", "chapters"):
        click.echo(f"{what}: {', '.join(f'{name} {many}' for name, many in varied[what].items()) or 'none'}")
    for what in ("kinds", "shapes", "themes"):
        click.echo(f"{what} of topics: {', '.join(f'{name} {many}' for name, many in audited[what].items())}")
