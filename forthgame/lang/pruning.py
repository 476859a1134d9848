"""What alpha-beta leaves out, prefers and looks deeper at: its settings, and other registers.

Registers are byte offsets between the random streams and the text of an engine's move; `layout.py`
has the tables. The host writes the settings; 0 is always what the engine does by default.
"""

from __future__ import annotations

from typing import Final

# -- settings -------------------------------------------------------------------------------------
PASS: Final = 1792  # plies by which the search behind a passed turn is cut short, 0 for no passing
LATE: Final = 1796  # 1 + moves that are searched in full before others are cut short; 0: four
MALUS: Final = 1800  # whether moves that did not help lose what they had in the history
COUNTERMOVE: Final = 1804  # whether the move that answered a move is tried early when it comes back
FORCED: Final = 1808  # whether an only move costs no depth
RECAPTURE: Final = 1812  # whether taking back on the same position costs none
CHECK: Final = 1816  # whether a position costs none where OnIsLegal? forbids to pass
WHOLE: Final = 1820  # whether the root's window is open, not one about the last score
OPEN: Final = 1824  # whether moves are searched without an empty window first
INTERNAL: Final = 1828  # whether a node without a proposed move is searched at less depth first
CAPTURES: Final = 1832  # 1 + plies of captures beyond the depth; 0: seven
STAR: Final = 1836  # 1 + 0 no windows for outcomes, 1 windows, 2 after a look at each; 0: usual
# -- registers ------------------------------------------------------------------------------------
PLUS: Final = 1840  # whether opponents but one play the move that is ordered first (BRS+)
LATE_USUAL: Final = 4
CAPTURES_USUAL: Final = 7
STAR_USUAL: Final = 2
