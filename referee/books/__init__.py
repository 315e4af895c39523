"""The rules as text: rulebooks, single rules, and the example games in rulebooks."""
