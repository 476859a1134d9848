"""Shortest solutions of puzzles: breadth first, from both ends, by depth."""
