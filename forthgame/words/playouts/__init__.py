"""trees of random games: UCT and its extensions."""
