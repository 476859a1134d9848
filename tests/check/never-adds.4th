\ A move word without add-move.
LOAD parts/head.4th
: w ( -- ) n verify empty? verify from here move ;   \ expect: FG302
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
