"""The commands of cardgen."""
