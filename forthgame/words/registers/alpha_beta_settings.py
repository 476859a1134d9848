"""Settings of alpha-beta's pruning, move ordering and extensions, and other registers.

Registers are byte offsets between the random streams and the text of an engine's move;
`memory_layout.py` places the tables. The host writes the settings; 0 always stands for the engine's
default.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import cell

# -- settings -------------------------------------------------------------------------------------
PASS: Final = cell(1792, "Depth reduction of null moves in plies, 0 for no null moves.")
LATE: Final = cell(1796, "1 + moves searched in full before late move reductions; 0 for 4.")
MALUS: Final = cell(1800, "Whether moves that did not cause a cutoff lose history scores.")
COUNTERMOVE: Final = cell(1804, "Whether replies that caused a cutoff are tried early.")
FORCED: Final = cell(1808, "Whether only moves are extended.")
RECAPTURE: Final = cell(1812, "Whether recaptures are extended.")
CHECK: Final = cell(1816, "Whether positions in which OnIsLegal? forbids a pass are extended.")
WHOLE: Final = cell(1820, "Whether the root's window is full, without aspiration.")
OPEN: Final = cell(1824, "Whether moves are searched without a null window first.")
INTERNAL: Final = cell(1828, "Whether internal iterative deepening is used.")
CAPTURES: Final = cell(1832, "1 + plies of captures beyond the depth; 0 for 7.")
STAR: Final = cell(
    1836, "1 + 0 for no windows at chance nodes, 1 for Star1, 2 for Star2; 0 for Star2."
)
# -- registers ------------------------------------------------------------------------------------
PLUS: Final = cell(1840, "Whether all opponents but one play the move ordered first (BRS+).")
LATE_USUAL: Final = 4
CAPTURES_USUAL: Final = 7
STAR_USUAL: Final = 2
