\ hex.4th -- join two sides of a rhombus of hexagons.
\
\ Players take turns to put a stone on an empty cell; Red begins. Red joins the top to the bottom
\ by a chain of stones, Blue the left to the right. One of them always succeeds: there are no draws.
\
\ perft: 121 14520 1727880 203889840

11 CONSTANT size

LOAD rules.4th
