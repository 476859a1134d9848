"""Registers of proof searches, and fields of their nodes and children.

Registers are byte offsets, like those of `memory_layout.py`, which also places nodes and children;
`proof_number_search.py` has the search.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import cell, wide

# -- registers ------------------------------------------------------------------------------------
LEVEL: Final = cell(5040, "Open nodes of a proof.")
CHILD_TOP: Final = cell(5044, "Children of the open nodes.")
GOAL: Final = cell(5048, "0 to prove a win, 1 a draw at least.")
TURNS: Final = cell(5052, "Whether rules may read the number of the turn.")
PAST: Final = cell(5056, "Whether rules may depend on earlier positions.")
WAYS: Final = cell(5060, "Whether an entry was stored for one path only.")
FOUND: Final = cell(5064, "1 if proven, 2 if disproven, else 0.")
ROOT_PARTLY: Final = cell(
    5068, "Whether alpha-beta evaluated positions before the end of the game."
)
TABLE_BASE: Final = wide(5072, "Table of positions, as its distance from the block.")
TABLE_MASK: Final = wide(5080, "Number of its entries, a power of two, less 1.")
FORESEEN: Final = cell(5088, "The result that the script foresees at the node being opened.")
DRAWN: Final = cell(5092, "Whether a proof has reached a draw or a repetition.")
# -- fields of an open node, in bytes -------------------------------------------------------------
NODE: Final = 64  # bytes of a node
NODES: Final = 1 << 10
OWN: Final = 0  # whether the searcher's side moves
PROOF_LIMIT: Final = 4  # limits at which siblings are more promising
DISPROOF_LIMIT: Final = 8
FIRST: Final = 12  # number of its first child
COUNT: Final = 16  # of its children
CHOSEN: Final = 20  # the child being searched
CHILD_PROOF: Final = 24  # limits for that child
CHILD_DISPROOF: Final = 28
BEGUN: Final = 32  # 64 bits: positions seen before the node was opened
KEY: Final = 40  # 64 bits
WAY: Final = 48  # 64 bits: key of the path from the root, this position included
# -- fields of a child ----------------------------------------------------------------------------
CHILD: Final = 32  # bytes of a child
CHILDREN: Final = 1 << 18
CHILD_KEY: Final = 0  # 64 bits
MOVE: Final = 8
PROOF: Final = 12
DISPROOF: Final = 16
RESTS: Final = 20  # level of the earlier position on which its numbers depend
WORK: Final = 24  # 64 bits: positions seen in its subtree
SIZE: Final = NODES * NODE + CHILDREN * CHILD
