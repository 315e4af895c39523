"""The commands of factbank, grouped by module; each module is imported when one of its commands is run."""
