"""Print decks on sheets, and preview the sheets."""
