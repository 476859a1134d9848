\ A move word leaves numbers.
LOAD parts/head.4th
: w n verify from here move add-move 1 2 ;   \ expect: FG211
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
