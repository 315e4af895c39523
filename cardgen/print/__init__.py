"""Print decks on sheets, and preview them."""
