\ A move word that leaves an item in each round.
LOAD parts/head.4th
: w
	4 0 DO I LOOP   \ expect: FG206
	n verify from here move add-move
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
