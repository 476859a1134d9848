\ A move word that leaves a flag its comment does not name.
LOAD parts/head.4th
: w ( -- ) n from here move add-move ;   \ expect: FG208
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
