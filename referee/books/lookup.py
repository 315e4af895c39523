"""The rules as text: the whole book of a game as it is played here, or what it says about one rule."""

from liarsdeck.english import hint, quoted
from referee import games
from referee.core.errors import RecordError
from referee.core.game import Setup
from referee.core.text_layout import wrap


def book_text(setup: Setup, kit: str, width: int) -> str:
    """Return the rulebook for this table, ``width`` cells wide at most."""
    from referee.books.rulebook import rules_text

    titles = setup.facts.titles if setup.facts else "shared"
    return rules_text(setup.game, setup.options, len(setup.seats), kit=kit or None, titles=titles, width=width)


def rule_text(setup: Setup, kit: str, rule: str, width: int) -> str:
    """Return a rule's sentence and what the book says about it.

    Raises ``RecordError`` with the nearest ids when the game has no such rule.
    """
    from referee.books.rulebook import about, book, plain
    from referee.books.rulebook import games as shelf

    rules = games.game(setup.game).rules
    rule = rule.strip("[] ").lower()
    if rule not in rules:
        near = hint(rule, rules, most=3, least=0.5)
        raise RecordError(f"There is no rule {quoted(rule)} in {games.game(setup.game).title}: {near}")
    text = "\n".join(wrap(f"[{rule}] {rules[rule]}", width - 1, "  ")) + "\n"
    if setup.game not in shelf():
        return text
    titles = setup.facts.titles if setup.facts else "shared"
    sentence = about(book(setup.game, setup.options, len(setup.seats), kit=kit or None, titles=titles).body, rule)
    return f"{text}\n{plain(sentence, width)}" if sentence.strip() else text
