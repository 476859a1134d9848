"""Matches and tournaments: planning, playing, storing and analysing games."""
