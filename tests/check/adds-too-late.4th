\ The only add-move is never reached.
LOAD parts/head.4th
: w ( -- )   \ expect: FG302
	n verify from here move EXIT
	add-move   \ expect: FG301
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
