\ A comment that is closed by the one of the next definition.
LOAD parts/head.4th
: unused ( -- ?   \ expect: FG527 FG403
	n NOT ;
: w ( -- ) n verify from here move add-move ;
: w ( -- ) e verify from here move add-move ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
