"""Counts and makes moves with bit sets instead of running words."""
