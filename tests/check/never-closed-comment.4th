\ A comment that is closed by the one of the next definition, whose name is then not known.
LOAD parts/head.4th
: ahead? ( -- ?   \ expect: FG102
	n ;
: w ( -- ) ahead? verify from here move add-move ;
: v ( -- ) w ;
{moves more
	{move} w
	{move} v
moves}
LOAD parts/tail-king.4th
