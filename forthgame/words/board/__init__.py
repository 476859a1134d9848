"""Implement board, turns and zones, and the words that declare a game.

Positions off the board are empty, and actions on them do nothing. A zone is a bit for each position
and player. The order of turns beyond `{turn-order` is kept in the hidden cells `(next)` and `(out)`
of the record, and `(last)` if a script reads `last`.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
