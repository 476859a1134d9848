\ 5x5.4th -- go on 5 x 5; go.4th has the rules.

5 CONSTANT size

LOAD go.4th
