\ A direction is run where its token is meant.
LOAD parts/head.4th
: w ( -- ) n step ;   \ expect: FG533
: v ( -- )
	empty? EXECUTE   \ expect: FG533
	from here move add-move
;
{moves more
	{move} w
	{move} v
moves}
LOAD parts/tail-king.4th
