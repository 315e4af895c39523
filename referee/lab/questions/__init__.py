"""What a designer asks of a lab's games, a module a question: each gives a section of the report, in words first."""
