\ Code behind EXIT.
LOAD parts/head.4th
: w ( -- )
	n verify from here move add-move EXIT
	back   \ expect: FG301
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
