"""Implement recording, generating, storing and applying moves.

`$GenerateMoves` pushes a header on a stack of headers, with its moves in the arena after those of
the list below; `$DeallocateMoves` pops it, but not a list that is being generated, nor in
OnIsLegal? one that existed before. A generation saves the state that it changes (player, `here`,
scan state, the current record), so it can be nested even in a move word. A list that a move word
leaves open is separate from moves made later, and is dropped when the generation ends. Priorities
unlink the moves that they hide.

A move is a record of actions: `EXECUTE` on its token applies it, and only words put into it with
`COMPILE` run as code. `is_move` checks the place, the mark, and that the actions end in the arena,
because a move of a dropped list may be partly overwritten; applying or printing it is harmless,
since its numbers are checked like all others.

`(CANDIDATE)` runs a move word inside the frame of its generation; only the place to which `verify`
leaves changes, so a trial costs little.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
