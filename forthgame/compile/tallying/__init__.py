"""Count and make moves with bit sets instead of running words.

`tally_writer.py` writes the decisions for 64 positions at a time: contents of the board are
compared once and shifted, and links of directions are tables. A word must move pieces that it has
tested, follow directions that lead equally far for most starts, and store only into its own
variables. All words together make at most 160 moves a position; their entries share tests of the
board. Boards of 65 to 128 positions have code for each 64. Priorities, requested move types, drops
beside moves, hands and one `Pass` are supported. If a script stores an invalid code into `$player`
or `$forPlayer`, words are run (`tallies_now`).

Words that cannot be read are run, and their moves become bits as well (`untallied_entries.py`),
unless the game has priorities or these words are most of the work.

A tallied move is made without its word (`move_maker.py`) if its actions are known from the place
that adds it. Random games draw a position by its rank among the bits. Counts of leaves keep the
bits of each list on the path and go through them in the order that the list would have.
`$moveAddr`, `$lastPos` and the room in the arena are as if there had been a list.

`tally_reader.py` finds `prefer` and `unique` in words whose moves all differ and are preferred
alike, so that these are ignored.

`position_loops.py` replaces loops of a script, in words of known effect; `loop_iterations.py` reads
an iteration:

- `BEGIN west WHILE held? IF 1+ ENDIF REPEAT` becomes a mask and a count of bits, on boards of up to
  64 positions.
- `24 0 DO I enemy-at? IF … ENDIF LOOP` visits only positions for which the test is true, on boards
  of up to 384 positions; the test is repeated after each, so the body may change the board. Bounds
  may be computed. `I to … OR LOOP`, which looks for a line from each position, visits only those
  where there is one, and the last, which leaves its position and variables.
"""
