"""The rulebook as the inside of a page: for a phone at the table, each rule under its id."""

from html import escape

from referee.books.html import HtmlBook, ShowCard, written_card
from referee.books.notation import parse
from referee.books.rulebook import book, example_cards, kit_of
from referee.core.game import Setup


def book_page(setup: Setup, card: ShowCard | None = None) -> str:
    """Return the rulebook of a table, as it is played there; ``card`` shows a card of the game, else it is written.

    Every rule is an anchor of its name. Cards of facts, which the book has of its own, are always written.
    """
    made = book(setup.game, setup.options, len(setup.seats), kit=kit_of(setup.facts))
    numbers = example_cards(setup.game)

    def show(name: str) -> str:
        return written_card(name, numbers) if card is None or name.isdigit() else card(name)

    tokens = parse(made.body)
    inside = HtmlBook(show, tokens).html(tokens)
    return f"<h1>{escape(made.title)}</h1>\n<p><em>{escape(made.tagline)}</em></p>\n{inside}"
