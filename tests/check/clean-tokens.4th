\ add-move by its token, and a token kept in a variable.
LOAD parts/head.4th
VARIABLE hook
: finish ( xt -- ) EXECUTE ;
: other ( -- ) n verify from here move hook @ finish ;
: w ( -- ) n verify from here move ['] add-move finish ;
' add-move hook !
{moves list
	{move} other
	{move} step-n
	{move} step-e
moves}
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
