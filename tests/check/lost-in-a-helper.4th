\ Every move word ends with a helper that records something too late, and changes a piece too early.
LOAD parts/head.4th
VARIABLE taken
: note ( -- ) taken ++ ;
: OnNewGame ( -- ) taken OFF ;
: noted ( -- ) COMPILE note ;
: finish ( -- )
	taken @ 9 < IF 1 change-type ENDIF
	from here move   \ expect: FG559
	add-move
	noted   \ expect: FG560
;
: late-n ( -- ) n verify finish ;
: late-e ( -- ) e verify finish ;
{moves more
	{move} late-n
	{move} late-e
moves}
LOAD parts/tail-king.4th
