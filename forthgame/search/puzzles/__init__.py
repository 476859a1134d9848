"""Shortest solutions of puzzles: breadth first, bidirectional, and by iterative deepening."""
