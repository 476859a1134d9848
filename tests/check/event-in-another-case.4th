\ An event whose name has a small letter too many.
LOAD parts/head.4th
: w ( -- ) n verify from here move add-move ;
: OnIsGameover ( -- n ) 0 ;   \ expect: FG530
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
