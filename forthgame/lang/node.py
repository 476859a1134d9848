"""Fields of an open node of a search, in cells; `layout.SEARCH` is where the first node begins."""

from __future__ import annotations

from typing import Final

ALPHA: Final = 0
BETA: Final = 1
FLOOR: Final = 2  # alpha when the node was opened
DEPTH: Final = 3
BEST: Final = 4
BEST_MOVE: Final = 5  # hash
KEY: Final = 6  # 64 bits
OWN: Final = 8  # whether the player to move is on the searcher's side
TRIED: Final = 9  # moves tried
MOVE: Final = 10  # hash of the move being tried
HINT: Final = 11  # hash of the move that the table or the last depth proposes
KIND: Final = 12  # one of KIND_…
SCOUT: Final = 13  # the move is tried with an empty window, or at less depth
REDUCED: Final = 14  # plies that the depth is cut short
FLIP: Final = 15  # the player behind the move is on the other side
KNOWN: Final = 16  # the score came from the table
EXACT: Final = 17  # the score is no bound
SUM: Final = 18  # 64 bits: scores behind a chance player's moves
BEST_AT: Final = 20  # address of the best move
TAKES: Final = 21  # what the move being tried takes, in value; 0 for nothing
LEFT: Final = 22  # moves that have not been tried
FIRST: Final = 23  # address of the move to try first
STANDING: Final = 24  # 64 bits: the key of what stands, whichever turn it is
WEIGHTS: Final = 26  # 64 bits: sum of the weights of a chance player's moves tried
WEIGHT: Final = 28  # of the move being tried
PARTLY: Final = 29  # something behind it was judged before the end of the game

KIND_MOVES: Final = 0  # all moves, the best counts
KIND_CAPTURES: Final = 1  # only captures, or none
KIND_CHANCE: Final = 2  # all moves, the mean counts
