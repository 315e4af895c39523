"""The rules as text: books, single rules, the games that a book tells."""
