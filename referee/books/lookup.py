"""The rules as text: the whole book of a game as it is played here, or what it says about one rule."""

from liarsdeck.english import hint, quoted
from referee import games
from referee.core.errors import RecordError
from referee.core.game import Setup
from referee.core.text_layout import wrap


def book_text(setup: Setup, width: int) -> str:
    """Return the rulebook for this table, ``width`` cells wide at most."""
    from referee.books.rulebook import kit_of, rules_text

    return rules_text(setup.game, setup.options, len(setup.seats), kit=kit_of(setup.facts), width=width)


def rule_text(setup: Setup, rule: str, width: int) -> str:
    """Return a rule's sentence and what the book says about it.

    Raises ``RecordError`` with the nearest ids when the game has no such rule.
    """
    from referee.books.rulebook import about, book, kit_of, plain
    from referee.books.rulebook import games as shelf

    rules = games.game(setup.game).rules
    rule = rule.strip("[] ").lower()
    if rule not in rules:
        near = hint(rule, rules, most=3, least=0.5)
        raise RecordError(f"There is no rule {quoted(rule)} in {games.game(setup.game).title}: {near}")
    text = "\n".join(wrap(f"[{rule}] {rules[rule]}", width - 1, "  ")) + "\n"
    if setup.game not in shelf():
        return text
    made = book(setup.game, setup.options, len(setup.seats), kit=kit_of(setup.facts))
    sentence = about(made.body, rule)
    return f"{text}\n{plain(sentence, width)}" if sentence.strip() else text
