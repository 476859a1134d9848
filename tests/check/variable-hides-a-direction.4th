\ A variable with the name of a direction.
LOAD parts/head.4th
VARIABLE n   \ expect: FG531
: w ( -- ) n @ 1+ n ! e verify from here move add-move ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
