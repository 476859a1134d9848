"""rows and stack effects, the dictionary, and the interfaces that bodies use."""
