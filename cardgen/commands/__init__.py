"""The commands of cardgen, a module each; imported when they are used."""
