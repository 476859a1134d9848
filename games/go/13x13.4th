\ 13x13.4th -- go on 13 x 13; go.4th has the rules.

13 CONSTANT size

LOAD go.4th
