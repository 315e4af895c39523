"""What is printed: cards, sheets, books and extras as PDF."""
