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
EXTENSION: Final = 30  # plies that the depth was made longer
INNER: Final = 31  # plies that the depth is cut short for a first look; -1 when that is done
FIRST_ONLY: Final = 32  # only the first move is tried; -2 where there are others
ANSWERED: Final = 33  # BRS+: whether an opponent before has played another one than was first
ROUND: Final = 34  # BRS+: moves of opponents since the searcher's side moved
PHASE: Final = 35  # of a chance node: one of PHASE_…
LONGER: Final = 36  # plies that the move being tried is searched deeper
ASKED: Final = 37  # best replies: bits of the opponents whose moves have been tried
ASIDE: Final = 38  # best replies: 1 + turns come to on a copy of the position, 0 without one
CLEARED: Final = 40  # cells that are 0 when a node is opened; others are set before they count
SPECIAL: Final = 40  # BRS+: address of the move that is ordered first
AS_ORDERED: Final = 41  # BRS+: whether it is the move being tried
TARGET: Final = 42  # position that the move being tried leads to, where that is asked for
HIGH: Final = 43  # whether what is known of the outcomes of a chance node are upper bounds
TOTAL: Final = 44  # 64 bits: sum of the weights of its outcomes
REST_LOW: Final = 46  # 64 bits: least sum of those that have not been searched
REST_HIGH: Final = 48  # 64 bits: greatest sum of those

# of a node with all moves, of which the best counts, the kind is 0
KIND_CAPTURES: Final = 1  # only captures, or none
KIND_CHANCE: Final = 2  # all moves, the mean counts

PHASE_PLAIN: Final = 0  # no window
PHASE_LOOK: Final = 1  # one move behind each outcome
PHASE_FULL: Final = 2  # windows that follow from what is known of other outcomes
PHASE_CUT: Final = 3  # the score is a bound

INFINITE: Final = 2147483647  # beyond any score
