"""What belongs to a game beside its deck and its book: a module each, and `write_extras` for all of them at once."""

from cardgen.extras.reference import reference_deck
from cardgen.secret import write_answer_sheet

__all__ = ["reference_deck", "write_answer_sheet"]
