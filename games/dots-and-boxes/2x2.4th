\ 2x2.4th -- dots and boxes with four boxes only: small enough to be solved.
\
\ perft: 12 132 1320 11880 95040

2 CONSTANT boxes-high
2 CONSTANT boxes-wide

LOAD rules.4th
