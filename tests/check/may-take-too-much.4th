\ A move word takes too much on one way.
LOAD parts/head.4th
: w
	n IF
		from here move add-move
		DROP 0   \ expect: FG202
	ENDIF
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
