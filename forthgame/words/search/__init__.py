"""alpha-beta, max-n and best-first search."""
