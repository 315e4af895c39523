"""A table in a journal, and a clock that the test sets."""

from referee.store.journal import LINE

HEADER = 'game = "lizard"\nseats = ["Ann", "Bob"]\n'


class Clock:
    """A clock that the test sets."""

    def __init__(self, now=1000.0):
        self.now = now

    def __call__(self):
        return self.now


def fill(journal, lines, number=None):
    number = number or journal.create("lizard", HEADER, ["Ann", "Bob"], "7")
    begun = len(journal.entries(number))
    for place, line in enumerate(lines, start=begun + 1):
        journal.append(number, place, LINE, line)
    return number
