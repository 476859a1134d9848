\ ' in a definition, where ['] is meant.
LOAD parts/head.4th
: w ( -- ) ' n step ;   \ expect: FG526
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
