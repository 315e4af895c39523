"""Forms of the built-in packs' words, made beforehand: the grammar library takes over a second to import.

One file a pack lies in ``forms/``; ``python -m factbank.fill.forms`` writes them all anew. A word that no table
holds is asked of the library, so a table that is out of date costs time and nothing else; a test proves that none is.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from factbank.english import grammar
from factbank.english import names as people
from factbank.english.nouns import list_nouns
from factbank.packs.reader import BUILT_IN, Pack, read
from factbank.packs.sentence import parse
from factbank.packs.wordlist import FAKER_KINDS
from liarsdeck.files import write_atomic

FORMS = Path(__file__).parents[1] / "english" / "forms"
_learnt: set[str] = set()
_nouns: dict[str, frozenset[str]] = {}


def load(packs: Iterable[Pack]) -> None:
    """Teach the grammar the forms of some packs' words. Packs that aren't ours have no table."""
    for pack in packs:
        path = FORMS / f"{pack.name}.json"
        if pack.built_in and pack.name not in _learnt and path.is_file():
            table = json.loads(path.read_bytes())
            grammar.learn(table["plural"], table["a"])
            _nouns[pack.name] = frozenset(table["nouns"])
            _learnt.add(pack.name)


def nouns_of(pack: Pack) -> frozenset[str]:
    """Return the stems of the nouns that a pack's lists hold, from its table if it has been loaded."""
    if pack.built_in and pack.name in _nouns:
        return _nouns[pack.name]
    return frozenset().union(*(list_nouns(listed.entries) for listed in pack.words.values() if not listed.numbers))


def table_of(pack: Pack) -> dict[str, dict[str, str] | list[str]]:
    """Return every plural and every article that a pack's templates can ask for, asked of the library; its nouns."""
    made: dict[str, dict[str, str]] = {"plural": {}, "a": {}}
    ask = {"plural": grammar.ask_plural, "a": grammar.ask_a}
    done = set()
    for topic in pack.topics:
        for source in (topic.title, *topic.claims):
            for ref in parse(source, topic.forms).refs:
                found = topic.slots[ref.slot]
                if not {"plural", "a"} & set(ref.filters) or (found.entries, ref.form, ref.filters) in done:
                    continue
                done.add((found.entries, ref.form, ref.filters))
                place = found.forms.index(ref.form) if found.forms and ref.form else 0
                for row in found.entries:
                    text = row if isinstance(row, str) else row[place]
                    for name in ref.filters:
                        if name in ask:
                            table = made[name]
                            if text not in table:
                                table[text] = ask[name](text)
                            text = table[text]
                        else:
                            text = grammar.FILTERS[name](text)
    lists = (listed.entries for listed in pack.words.values() if not listed.numbers)
    nouns = sorted(frozenset().union(*map(list_nouns, lists)))
    return {**{name: dict(sorted(table.items())) for name, table in made.items()}, "nouns": nouns}


def format_table(table: dict[str, dict[str, str] | list[str]]) -> bytes:
    """Return the bytes of a pack's table."""
    return (json.dumps(table, ensure_ascii=False, indent=0) + "\n").encode()


def main() -> None:
    """Write the tables of all built-in packs anew, and the default locale's names."""
    built_in = set()
    for path in sorted(BUILT_IN.glob("*.toml")):
        pack, _ = read(path)
        built_in.add(pack.name)
        write_atomic(FORMS / f"{pack.name}.json", format_table(table_of(pack)))
    for path in FORMS.glob("*.json"):
        if path.stem not in built_in:
            path.unlink()
    import faker

    for kind in FAKER_KINDS:
        made = people.draw(kind, people.DEFAULT)
        write_atomic(people.READY / f"{people.DEFAULT}-{kind}.json", people.format_pool(made, faker.VERSION))


if __name__ == "__main__":
    main()
