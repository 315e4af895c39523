"""What is played: the rules of five games, their records, and the table."""
