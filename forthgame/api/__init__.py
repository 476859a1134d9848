"""What users hold: a Game, and a State of it. Both are made of parts of the floors below."""
