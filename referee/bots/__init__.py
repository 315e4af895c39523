"""Players that are no people: each sees its seat's view and the lines as that seat reads them, and nothing else."""
