"""Settings of alpha-beta's pruning, move ordering and extensions, and other registers.

Registers are byte offsets between the random streams and the text of an engine's move; `layout.py`
places the tables. The host writes the settings; 0 always stands for the engine's default.
"""

from __future__ import annotations

from typing import Final

from forthgame.lang.register import cell

# -- settings -------------------------------------------------------------------------------------
PASS: Final = cell(1792, "Plies less deep behind a passed turn, 0: nobody passes.")
LATE: Final = cell(1796, "1 + moves searched in full before others are cut short; 0: four.")
MALUS: Final = cell(1800, "Whether moves that did not help lose what they had in the history.")
COUNTERMOVE: Final = cell(1804, "Whether what answered a move is tried early when that comes back.")
FORCED: Final = cell(1808, "Whether an only move costs no depth.")
RECAPTURE: Final = cell(1812, "Whether taking back on the same position costs none.")
CHECK: Final = cell(1816, "Whether a position costs none where OnIsLegal? forbids to pass.")
WHOLE: Final = cell(1820, "Whether the root's window is open, not one about the last score.")
OPEN: Final = cell(1824, "Whether moves are searched without an empty window first.")
INTERNAL: Final = cell(1828, "Whether a node without a proposed move is searched less deep first.")
CAPTURES: Final = cell(1832, "1 + plies of captures beyond the depth; 0: seven.")
STAR: Final = cell(1836, "1 + 0 no windows for dice, 1 windows, 2 with a look at each; 0: usual.")
# -- registers ------------------------------------------------------------------------------------
PLUS: Final = cell(1840, "Whether opponents but one play the move that is ordered first (BRS+).")
LATE_USUAL: Final = 4
CAPTURES_USUAL: Final = 7
STAR_USUAL: Final = 2
