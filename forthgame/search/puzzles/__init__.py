"""Find shortest solutions: breadth first, bidirectional, and by iterative deepening.

`(breadth)` and `(seek)` of `stdlib.4th` do the work, in a part of machine code that is made when a
puzzle is first solved. The moves of a solution are found by playing from record to record.
`solve.py` also compares the promises of OnDistance with the path that was found. Partial moves may
go back and forth within a turn, so breadth-first search has a table of the turn.
"""
