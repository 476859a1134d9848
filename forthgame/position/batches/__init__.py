"""many positions of a game that are played together, with arrays."""
