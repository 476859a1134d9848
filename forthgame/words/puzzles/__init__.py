"""Implement proof-number search and searches for shortest solutions.

In a proof, each child of an open node keeps its numbers while the node is open, and new children
begin with the number of their moves. A position that repeats on the path is a win for neither side;
a result that depends on an earlier node is stored for this path only, until that node is the one it
depends on (`RESTS`). If rules count repetitions, keys cover all positions on the path.

Searches for solutions use tables outside of the block, which grow; `search/lent_memory.py` maps
them and writes their distances into registers. A position is a record of a log, cell by cell in 16
bits, after the offset of the record before it; the log is read in order, so it may be in a file. If
there is no room for a record, the word stops with an error, Python provides more memory, and the
position is expanded again. From both ends, each move adds a number to a sum that its reverse
subtracts, so the sum over all finished layers is 0 if every move can be undone. IDA* replaces
learned bounds in a table of fixed size; a position on the path has the bound that it will have if
it fails, so paths have no circles.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
