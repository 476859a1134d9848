\ The limit and the start of a loop are exchanged.
LOAD parts/head.4th
: far ( -- )
	0 4 DO n DROP LOOP   \ expect: FG532
;
: near ( -- )
	0 4 DO n DROP -1 +LOOP
;
: w ( -- ) far near from here move add-move ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
