"""Facts: packs of topics, from which pairs of contradictory sentences are made. docs/facts.md explains the words.

These are the public names; docs/library.md shows each. Names of the submodules may change with any version.
"""

from typing import TYPE_CHECKING

__all__ = [
    "Card",
    "FactError",
    "Facts",
    "Pair",
    "check_pack",
    "deal_facts",
    "facts",
    "find_facts",
    "make_facts",
    "read_facts",
    "write_facts",
]

if TYPE_CHECKING:
    from factbank.check import check as check_pack
    from factbank.deal.deal import deal_facts, facts
    from factbank.errors import FactError
    from factbank.factfile import Card, Facts, Pair
    from factbank.factfile import make as make_facts
    from factbank.factfile import read as read_facts
    from factbank.factfile import write as write_facts
    from factbank.kits import find as find_facts
else:
    from liarsdeck import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            **dict.fromkeys(("Card", "Facts", "Pair"), "factbank.factfile"),
            **{f"{verb}_facts": f"factbank.factfile:{verb}" for verb in ("make", "read", "write")},
            **dict.fromkeys(("deal_facts", "facts"), "factbank.deal.deal"),
            "find_facts": "factbank.kits:find",
            "FactError": "factbank.errors",
            "check_pack": "factbank.check:check",
        },
        retired=dict.fromkeys(("Wish", "new_facts"), "factbank.deal.deal"),
    )
