"""Games between scripts: who plays when, playing, and what came of it."""
