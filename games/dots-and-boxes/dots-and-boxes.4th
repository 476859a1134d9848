\ dots-and-boxes.4th -- dots and boxes with five rows of five boxes.
\
\ Players draw lines between neighbouring dots in turn; Red begins. Whoever draws the fourth side of a
\ box has it, and goes on. Who has more boxes when all lines are drawn wins.
\
\ perft: 60 3540 205320

5 CONSTANT boxes-high
5 CONSTANT boxes-wide

LOAD rules.4th
