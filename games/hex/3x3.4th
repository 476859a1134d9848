\ 3x3.4th -- Hex on nine cells, small enough to be searched to the end.
\
\ perft: 9 72 504 3024 15120 54720 146880 207360

3 CONSTANT size

LOAD rules.4th
