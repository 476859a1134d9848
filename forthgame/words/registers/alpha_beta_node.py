"""Fields of an open search node, in cells; the first node begins at `layout.SEARCH`."""

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
HINT: Final = 11  # hash of the best move in the table or at the last depth
KIND: Final = 12  # one of KIND_…
SCOUT: Final = 13  # the move is tried with an empty window, or at less depth
REDUCED: Final = 14  # plies that the depth is cut short
FLIP: Final = 15  # the next player is on the other side
KNOWN: Final = 16  # the score comes from the table
EXACT: Final = 17  # the score is exact, not a bound
SUM: Final = 18  # 64 bits: scores of a chance player's moves
BEST_AT: Final = 20  # address of the best move
TAKES: Final = 21  # value that the current move captures, or 0
LEFT: Final = 22  # moves that have not been tried
FIRST: Final = 23  # address of the move to try first
STANDING: Final = 24  # 64 bits: key of the position without its turn
WEIGHTS: Final = 26  # 64 bits: sum of the weights of a chance player's moves tried
WEIGHT: Final = 28  # of the move being tried
PARTLY: Final = 29  # a position in the subtree was evaluated before the end of the game
EXTENSION: Final = 30  # plies added to the depth
INNER: Final = 31  # plies of internal reduction for a first search; -1 when that is done
FIRST_ONLY: Final = 32  # only the first move is tried; -2 if there are others
ANSWERED: Final = 33  # BRS+: whether an earlier opponent has played another move than the first
ROUND: Final = 34  # BRS+: moves of opponents since the searcher's side moved
PHASE: Final = 35  # of a chance node: one of PHASE_…
LONGER: Final = 36  # plies of extension of the current move
ASKED: Final = 37  # best replies: bits of the opponents whose moves have been tried
ASIDE: Final = 38  # best replies: 1 + turns passed on a copy of the position, 0 without one
CLEARED: Final = 40  # cells cleared when a node is opened; others are set before use
SPECIAL: Final = 40  # BRS+: address of the move that is ordered first
AS_ORDERED: Final = 41  # BRS+: whether that is the current move
TARGET: Final = 42  # target position of the current move, if needed
HIGH: Final = 43  # whether known outcomes of a chance node are upper bounds
TOTAL: Final = 44  # 64 bits: sum of the weights of its outcomes
REST_LOW: Final = 46  # 64 bits: least sum of the outcomes not yet searched
REST_HIGH: Final = 48  # 64 bits: greatest sum of the outcomes not yet searched

# kind 0: all moves, the best counts
KIND_CAPTURES: Final = 1  # captures only, or no move
KIND_CHANCE: Final = 2  # all moves, the mean counts

PHASE_PLAIN: Final = 0  # no window
PHASE_LOOK: Final = 1  # one move after each outcome
PHASE_FULL: Final = 2  # windows derived from the known outcomes
PHASE_CUT: Final = 3  # the score is a bound

INFINITE: Final = 2147483647  # beyond any score
