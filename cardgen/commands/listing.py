"""The commands `cardgen list` and `cardgen art`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from liarsdeck.cli import command, note


@command("list", examples=["cardgen list", "cardgen list emblems", "cardgen list --json"])
@click.argument("what", type=click.Choice(["emblems"]), required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def listing(*, what: str | None, as_json: bool) -> None:
    """List decks, card sizes, papers, prepared sheets and printers; or all emblems.

    \f
    `what` is `emblems`, or None for all but emblems; `as_json` prints JSON.
    """
    if what == "emblems":
        _emblems(as_json=as_json)
        return
    from cardgen.decks import all_decks
    from cardgen.layout import BUILT_IN, CARDS, PAPERS, default_paper, described
    from cardgen.printers import known

    profiles, default = known()
    decks, faults = all_decks()
    for fault in faults:
        note(fault)
    if as_json:
        listed = {
            "decks": [
                {
                    "name": name,
                    "title": entry.title,
                    "cards": entry.cards if isinstance(entry.cards, int) else None,
                    "count": str(entry.cards),
                    "needs_facts": entry.needs_facts,
                }
                for name, entry in decks.items()
            ],
            "cards": [{"name": c.name, "width_mm": c.width_mm, "height_mm": c.height_mm} for c in CARDS.values()],
            "papers": [
                {"name": p.name, "width_mm": p.width_mm, "height_mm": p.height_mm, "default": p == default_paper()}
                for p in PAPERS.values()
            ],
            "sheets": [
                {
                    "name": name,
                    "title": slots.title,
                    "paper": slots.paper.name,
                    "cards": len(slots.places),
                    "width_mm": slots.extent_mm(slots.places[0])[0],
                    "height_mm": slots.extent_mm(slots.places[0])[1],
                }
                for name, sheets in BUILT_IN.items()
                for slots in sheets
            ],
            "printers": [
                {"name": p.printer, "tray": p.tray, "profile": p.describe(), "default": p == default} for p in profiles
            ],
        }
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    _table("Decks", [(name, f"{entry.title}: {entry.cards}") for name, entry in decks.items()])
    _table("Card sizes", [(c.name, f"{c.width_mm:g} × {c.height_mm:g} mm") for c in CARDS.values()])
    _table(
        "Papers",
        [
            (p.name, f"{p.width_mm:g} × {p.height_mm:g} mm{' (the default here)' if p == default_paper() else ''}")
            for p in PAPERS.values()
        ],
    )
    _table("Prepared sheets", [(name, described(sheets)) for name, sheets in BUILT_IN.items()])
    if profiles:
        rows = [(p.printer, p.describe() + (" (the default)" if p == default else "")) for p in profiles]
        _table("Printers", rows)
    click.echo(
        "\nA paper or a card can be any size too, such as 100x150mm; a deck or a sheet can be a file of your own."
    )


def _table(title: str, rows: list[tuple[str, str]]) -> None:
    click.echo(f"{'' if title == 'Decks' else chr(10)}{title}")
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        click.echo(f"  {name:<{wide}}  {text}")


def _emblems(*, as_json: bool) -> None:
    from cardgen.art.pictures import describe
    from factbank.looks import THEMES, emblems, own_emblems, table
    from liarsdeck.files import brought_dir

    themes = {names[0]: theme for theme, names in THEMES.items()}
    words = {name: words for names in table().values() for name, words in names.items()}
    rows = [
        {
            "name": name,
            "shows": describe(name),
            "words": words.get(name, "").replace("|", "").split(),
            "theme": themes.get(name),
        }
        for name in dict.fromkeys([*emblems(), *own_emblems()])
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    wide = max(len(str(row["name"])) for row in rows)
    for row in rows:
        theme = f" The theme {row['theme']}." if row["theme"] else ""
        fits = f" For: {', '.join(row['words'])}" if row["words"] else ""
        click.echo(f"{row['name']:<{wide}}  {row['shows']}{theme}{fits}")
    click.echo(
        "\nA pair wears the emblem of the words that both its cards share, or its theme’s; in a fact file it may name "
        f"one (“emblem”). In a deck of your own each is an icon. Your own go into {brought_dir() / 'emblem'}"
    )


@command("art", examples=["cardgen art templates/art/signs/horn.svg"])
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
def art(*, files: tuple[Path, ...]) -> None:
    """Check drawings, such as an emblem of your own, and say what is wrong with one.

    \f
    `files` are SVG files; each good one's title and size are printed. Raises PrintError for the first faulty one.
    """
    from cardgen.art.pictures import check_drawing

    for file in files:
        drawing = check_drawing(file)
        click.echo(f"{file.name}: {drawing.title} {drawing.width_mm:.4g} × {drawing.height_mm:.4g} mm")
