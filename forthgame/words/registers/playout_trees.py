"""The tree of random games: registers of its engines, fields of its nodes, additional tables.

Registers are byte offsets after the events and below those of `extension_registers.py`;
`memory_layout.py` places the tables.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import cell, wide

# -- settings, which the host writes; 0 is off ----------------------------------------------------
LEARNS: Final = cell(6280, "Whether values of moves are learned, see move_means.py.")
SOLVES: Final = cell(6284, "Whether values are proven, see proven_values.py.")
EXPLORES: Final = cell(6288, "Weight of exploration, in thousandths.")
URGENCY: Final = cell(6292, "1 + value of an untried move, in thousandths.")
BIAS: Final = cell(6296, "Weight of a move's mean elsewhere, in thousandths.")
CUT: Final = cell(6300, "Plies after which random games are cut off and estimated, -1 for never.")
UNENDED: Final = cell(6580, "Random games of this search that have not ended.")
AVERAGES: Final = cell(6304, "Whether random games draw moves by their means.")
SHARPNESS: Final = cell(6308, "Strength of the preference for better moves, in thousandths.")
NEVER_CUT: Final = -1
USUAL_CUT: Final = 2  # plies of games that hardly end, and of all if the script has an evaluation
LEAST_UNENDED: Final = 2  # unended random games before the search tests their share
RARELY: Final = 4  # they are tolerated if fewer than one in RARELY
# -- registers ------------------------------------------------------------------------------------
ROOM_END: Final = cell(6276, "End of a thread's part of a shared tree, 0 if it is not shared.")
LOGGED: Final = cell(6312, "Moves of this random game recorded for learning.")
COMPETING: Final = cell(6316, "Bit k: player number k competes.")
OVER: Final = cell(6320, "Whether this random game has ended.")
PROVEN: Final = cell(6332, "The searcher's proven value, 0 if there is none.")
BASE: Final = wide(6336, "The tree, as its distance from the block.")
MASK: Final = wide(6344, "Number of its nodes, a power of two, less 1.")
OLD_BASE: Final = wide(6352, "The tree of an earlier search, 0 for none.")
KEPT: Final = cell(6360, "Random games of earlier searches in the tree.")
GOES_ON: Final = cell(6364, "Whether the next search continues with the existing tree.")
GRAVE: Final = cell(6368, "Random games before the means of a node count, see grave.py.")
MINIMAX: Final = cell(6372, "Weight of evaluations backed up, in thousandths, implicit_minimax.py.")
WIN_LOOKAHEAD: Final = cell(6392, "Plies of a random game that are searched for an immediate win.")
LOOK_BIAS: Final = cell(6564, "Weight of features of a move, in thousandths: uct.py.")
SHARING_SERIAL: Final = cell(
    6588,
    "A unique number of this search if nodes for the same position share "
    "children, else 0: tree_transpositions.py.",
)
LONGEST: Final = cell(6396, "Length of the longest sequences with means, see move_means.py.")
# -- fields of a node, in bytes -------------------------------------------------------------------
NODE: Final = 32  # bytes of a node
VISITS: Final = 0
POINTS: Final = 4  # half points of the player who made the move into the node
FIRST_CHILD: Final = 8
CHILDREN: Final = 12
MOVER: Final = 16  # player number in 5 bits, 2 of uct.py, from bit 8 on implicit_minimax.py
PLAY: Final = 20  # bits 0-13: entry of the move (move_means.py); above: its table (grave.py)
VALUES: Final = 24  # 64 bits: proven values of all players, see proven_values.py
PATH_LIMIT: Final = 4096  # nodes on the path of a descent
# -- values of moves, from layout.PLAYS on --------------------------------------------------------
ENTRIES: Final = 1 << 14
ENTRY: Final = 16  # bytes of an entry
LOG: Final = ENTRIES * ENTRY  # moves of this random game
LOG_LIMIT: Final = 1 << 13
OPINIONS: Final = LOG + LOG_LIMIT * 4  # of each player number, a float
LEADS: Final = OPINIONS + 32 * 4  # for each player number, statistics of its evaluations
LEAD: Final = 12  # bytes: count, mean, mean distance from the mean, see cutoff_estimates.py
LEAD_COUNT: Final = 0
LEAD_MEAN: Final = 4
LEAD_DISTANCE: Final = 8
AMAF_COUNT: Final = LEADS + 32 * LEAD  # number of node tables in use, see grave.py
AMAF_NOW: Final = AMAF_COUNT + 4  # 1 + the table used at the current node, 0 for none
LOGGED_AT: Final = AMAF_NOW + 4  # moves recorded before each node of the path
AMAF: Final = LOGGED_AT + PATH_LIMIT * 4  # the tables
AMAF_TABLES: Final = 1 << 10
AMAF_ENTRIES: Final = 1 << 10
AMAF_ENTRY: Final = 8  # bytes: games with the move, half points from them
AMAF_TABLE: Final = AMAF_ENTRIES * AMAF_ENTRY
GRAMS: Final = AMAF + AMAF_TABLES * AMAF_TABLE  # means of sequences, see move_means.py
GRAM_ENTRIES: Final = 1 << 16
GRAM_ENTRY: Final = 8  # bytes: games with the sequence, half points from them
PLAYS_SIZE: Final = GRAMS + GRAM_ENTRIES * GRAM_ENTRY
