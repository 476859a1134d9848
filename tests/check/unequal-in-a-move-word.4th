\ The same in a move word.
LOAD parts/head.4th
: w
	n IF 1 ENDIF   \ expect: FG204
	from here move add-move
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
