"""A table at a terminal: prompts, private screens, commands."""
