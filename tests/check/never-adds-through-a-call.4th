\ Nor does the word it calls, or the one it executes.
LOAD parts/head.4th
: note ( -- ) capture ;
: act ( xt -- ) EXECUTE ;
: w ( -- ) n verify enemy? verify ['] note act ;   \ expect: FG302
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
