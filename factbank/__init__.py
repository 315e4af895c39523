"""What is said: packs of topics, filled into contradictory pairs of facts.

The front door; docs/library.md shows it. Whatever is not named here may change.
"""

from typing import TYPE_CHECKING

__all__ = [
    "Card",
    "FactError",
    "Facts",
    "Pair",
    "Wish",
    "check_pack",
    "deal_facts",
    "find_facts",
    "make_facts",
    "new_facts",
    "read_facts",
    "write_facts",
]

if TYPE_CHECKING:
    from factbank.check import check as check_pack
    from factbank.deal.deal import Wish, new_facts
    from factbank.deal.deal import deal as deal_facts
    from factbank.errors import FactError
    from factbank.facts import Card, Facts, Pair
    from factbank.facts import make as make_facts
    from factbank.facts import read as read_facts
    from factbank.facts import write as write_facts
    from factbank.kits import find as find_facts
else:
    from liarsdeck import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            **dict.fromkeys(("Card", "Facts", "Pair"), "factbank.facts"),
            **{f"{verb}_facts": f"factbank.facts:{verb}" for verb in ("make", "read", "write")},
            "find_facts": "factbank.kits:find",
            "FactError": "factbank.errors",
            "Wish": "factbank.deal.deal",
            "check_pack": "factbank.check:check",
            "deal_facts": "factbank.deal.deal:deal",
            "new_facts": "factbank.deal.deal",
        },
    )
