"""Everything for one game night, in one folder."""
