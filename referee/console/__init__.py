"""The table at a keyboard: prompts, private screens, commands."""
