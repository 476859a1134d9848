"""Implement alpha-beta, max-n and best-first search.

`(search)` of `stdlib.4th` takes the view of the mover; window and score change sign only if the
side changes. So several moves in a row, partial moves (never judged in the middle), passes and
eliminated players need no rules of their own, and negamax for two is paranoid for more.

- Keys are computed from the whole record at each node, not incrementally, because scripts write
  into the board with `!`. A key is a sum of products of cells and 64-bit numbers, which becomes
  vector code: 64 positions cost some 40 of the 500 ns of a node. A search marks its entries, so it
  does not depend on earlier searches.
- Positions at the depth limit have a table of their own, 32 Ki entries that fit a processor's
  cache, because most nodes are of that kind.
- A table entry counts only at exactly its depth, if `depth=` is given. Without it captures are
  followed further, deeper entries count, and late moves are reduced where the side changes.
- A node remembers whether any evaluation below it came from an unfinished game. A root without one
  has the value of the game, and the search stops there.
- A won game scores by its distance from the root, whatever depth a node has left, and the table
  keeps the distance from the entry's node.
- From the fourth depth on, the root is searched with a window around the last score, as wide as
  scores have moved between depths.
- Max-n has no windows; its entries of 32 bytes keep the scores of up to six players.
- BRS+ distinguishes nodes of opponents by the player who has answered in this round, and tests
  OnIsLegal? on all moves at once, since the first move in order must be legal.
- Best-first search keeps its nodes where UCT keeps its tree. `SEARCH_LEVEL` stays 0.
- `(foresee)` runs OnForesee on a copy of the board that was just played on, before its key is
  computed, so positions that it makes equal share an entry.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
