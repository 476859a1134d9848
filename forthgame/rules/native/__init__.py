"""Compile the words of one game in parts and stages, and install them while it runs.

Parts are compiled on first use: calls from Python, random games and counts of leaves (or these
three as one), engines and their doors, solving, batches. Words that tokens or the host can name are
exported, and words that no root reaches are not compiled.

Counting by running words has a part of its own, in which `COUNTING` is a constant, so recording a
move shrinks to two additions; it is not made for move words of more than 800 instructions.

Engines are compiled once for all games of one shape: those with 0 or -1 in the same registers of
`SHAPE` (`code_parts.py`). All other numbers are read from memory. 21 of 43 bundled games have the
same shape, and an edit rarely changes it. An engine calls the words of a game by doors such as
`(judge)`, `(make-if-legal)` and `(descend)`, through the table of words; a door without machine
code is interpreted. Doors around whole nodes cost nothing measurable, and doors around single tests
5 to 10 %. Words that tally must be behind doors, because each module has tallies of its own.

A search starts with cached code. After 0.3 s of interpreted words (`EAGERNESS`) a draft is made,
and after 0.5 s of the draft (`PATIENCE`) the final code. Each is installed in the middle of the
search by the searching thread when it checks the clock. Random games run in portions of at least 20
ms, so final code can replace the draft between them. A draft never replaces final code. `perft`,
batches, `prepare` and playouts with a time limit wait for final code. Both versions are kept while
in use.

Work in the background leaves a note (`unfinished_code.py`) until it is done. A later process waits
up to 15 s for such code before its first game, or leaves it to a finisher for 3 s; after three
tries a note is ignored. Players at a board or a prompt do not wait.
"""
