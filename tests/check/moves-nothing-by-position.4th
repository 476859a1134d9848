\ The same with empty-at? and IF.
LOAD parts/head.4th
: w ( -- )
	n verify
	a2 empty-at? IF
		a2 here move add-move   \ expect: FG303
	ENDIF
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
