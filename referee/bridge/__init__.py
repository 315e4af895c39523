"""The games in the forms of other programs: each module is an adapter over ``Game``, and imports what it adapts to."""
