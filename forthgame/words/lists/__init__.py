"""Implement decisions about whole lists: legality, selection, counting, endings.

`(generate-turn)` runs move words, then OnIsLegal?, continuations of partial moves, forced passes
and priorities, `prefer`, and OnMoves. The register `CHECK_MODE` determines which moves OnIsLegal?
tests: all, the drawn one, or moves until one is legal. In the last two modes a list that has moves
has a legal one, so `stalemate?` is exact; if the events of a game use more of the list, all moves
are tested. A tested move's flags store the answer. All modes play the same games from the same seed
(`tests/beyond/test_lazy_library.py`).

Moves are counted (`counted_moves.py`) if move words run and `add-move` only raises the number: no
list is made. Moves are tallied (`tallying.py`) if machine code counts them for 64 positions at
once, without running move words; if it can count only some of them that way, the others are run
(`mixed_counting.py`).

`attacked?` opens a list, runs the move words of the other player's pieces one by one, and stops at
the first action that captures on the position. If OnIsLegal? uses only attacks and storage, it runs
once before any move and records the dependencies of its answer (`legality_checks.py`); a move
that touches none of them keeps it. Chess counts 0.5 million leaves a second without these shortcuts
and 13 million with them.

Where players choose at the same time, keys of moves are in hidden cells, and lists are made again
after all have chosen. Earlier positions are a ring of keys, and each copy of a board records how
many there were. If a script defines OnRetractMove, `(push-move)` copies the board twice, so the
event may drop one copy and write on the other; `(take-back)` returns to the untouched record.

In a script's own OnGenerateMoves the older word makes the list, up to OnIsLegal? and priorities.
Stores of the event in the board are kept as `Position.opened`, beside the position before it, which
texts, `==` and repetitions use.

If the result of the player to move does not show who has won (more than two players, a turn of a
chance player, `{endings`), `(count-each)` counts the result of every player at the end of each
random game.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
