"""Red & Black, for two: a bluff about two colours, with a river between."""
