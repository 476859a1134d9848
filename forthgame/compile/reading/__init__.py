"""Symbolic execution of move words for all positions at once."""
