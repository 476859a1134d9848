\ The limit and the start of a loop are exchanged.
LOAD parts/head.4th
: far ( -- )
	0 4 DO n DROP LOOP   \ expect: FG532
;
: near ( -- )
	0 4 DO n DROP -1 +LOOP
;
: wraps ( -- )   \ 51 turns: the index behind the highest number is the lowest
	-2147483598 2147483647 DO n DROP LOOP
;
: own ( -- )   \ The word sets the index itself.
	0 4 DO n DROP R> DROP -2 >R LOOP
;
: leaves ( -- )
	0 4 DO n IF LEAVE ENDIF LOOP   \ expect: FG532
;
: w ( -- ) far near wraps own leaves from here move add-move ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
