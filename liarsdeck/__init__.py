"""The ground that all three programs stand on: command lines, files, data, English. It knows no fact, rule or card."""
