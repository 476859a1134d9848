"""board, turns, zones, and the words that declare a game."""
