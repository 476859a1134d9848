\ A move word takes what is not there.
LOAD parts/head.4th
: w ( -- ) DROP n verify from here move add-move ;   \ expect: FG201 FG208
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
