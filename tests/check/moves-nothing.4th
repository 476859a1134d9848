\ A move from a position just found empty.
LOAD parts/head.4th
: w ( -- ) n verify empty? verify here from move add-move ;   \ expect: FG303
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
