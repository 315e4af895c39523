"""Names that stand in ``referee.core.game`` and ``referee.core.verbs`` now."""

from referee.core.game import capped, common_rules, is_due, judge_leaves, left, untimely, whose_turn
from referee.core.message import infinitive
from referee.core.verbs import LEAVES, Leaves

__all__ = [
    "LEAVES",
    "Leaves",
    "capped",
    "common_rules",
    "infinitive",
    "is_due",
    "judge_leaves",
    "left",
    "untimely",
    "whose_turn",
]
