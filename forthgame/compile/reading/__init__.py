"""Execute move words symbolically, for all positions of the board at once.

`path_reader.py` follows a word from state to state (`path_states.py`), with known numbers in their
place (`symbolic_values.py`): constants, `here` and numbers computed from it, cells of the board
under a mask and zones (`question_reader.py`), variables that the word has written, and cells that
no move word changes (`memory_reader.py`). Where a branch depends on the board, both ways are
followed; paths that meet with the same items join. Loops end because their count is known or a
direction leaves the board.
`path_graph.py` makes one graph of the paths, and a decision diagram (`decision_diagrams.py`) for
each place that adds a move.

Numbers that are computed from cells, variables and positions are compared when the moves are
counted, by the bodies of the words that compute them.

A word that cannot be followed is read again without its regions (`skipped_regions.py`): calls and
branches that record captures, flips or counters but add no move. Each is followed once in a frame
of its own (`region_frames.py`), to make sure that it ends and cannot fail; afterwards anything that
differs between its paths is unknown (`region_reader.py`). If a number of few values decides how far
a loop goes or what is read in a table, as a die, a mark or the type of a piece, the word is
followed for each value. A word with too many paths is read with the signs of the totals of its
loops only. A word that asks the same for each piece of a list is run once before
(`list_questions.py`).
"""
