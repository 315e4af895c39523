"""The ground that all three programs stand on: command lines, files, data, English. It knows no fact, rule or card.

``UserError`` is the family of every error that a person can cause; the rest may change.
"""

from liarsdeck.errors import UserError

__all__ = ["UserError"]
