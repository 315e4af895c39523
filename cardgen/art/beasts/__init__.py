"""The lizard and the snake, and the sunlit panel that they lie on."""
