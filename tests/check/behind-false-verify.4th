\ Code behind a verify that never holds.
LOAD parts/head.4th
: w ( -- )
	n verify from here move add-move FALSE verify
	back e verify from here move add-move   \ expect: FG301
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
