"""Writes the generation loop of a game, and the entry point for modules of machine code."""
