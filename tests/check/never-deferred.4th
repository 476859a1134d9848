\ A deferred word that is run and never set.
LOAD parts/head.4th
DEFER KING   \ expect: FG405
: w ( -- ) n verify from here move KING change-type add-move ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
