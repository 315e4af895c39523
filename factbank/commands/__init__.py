"""The commands of factbank, a room for each family; imported when one is used."""
