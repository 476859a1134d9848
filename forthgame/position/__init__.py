"""a game in progress: states, moves, results, texts and batches."""
