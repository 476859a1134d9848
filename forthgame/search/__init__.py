"""engines: alpha-beta, trees, proofs, puzzles, random games."""
