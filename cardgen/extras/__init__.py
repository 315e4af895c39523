"""What belongs to a game beside its deck and its book: a module each, and `write_extras` for all of them at once."""

from cardgen.answers import write_answer_sheet
from cardgen.extras.reference import reference_deck

__all__ = ["reference_deck", "write_answer_sheet"]
