\ 9x9.4th -- go on 9 x 9; go.4th has the rules.

9 CONSTANT size

LOAD go.4th
