\ peg-solitaire.4th -- one player, thirty-three holes, and a peg too many until the end.
\
\ All holes of the English board but the one in the middle hold a peg. A peg jumps over a neighbour
\ into an empty hole behind it, along a row or a column, and the neighbour is taken out. One peg left
\ in the middle solves it.
\
\ The rules are in rules.4th, with moves.4th.
\
\ perft: 4 12 60 400 2960 24600

{board
	7 7 {grid}
board}

LOAD rules.4th

: OnDistance ( -- n )   \ A jump takes one peg.
	pegs 1-
;
