\ A move word calls a word that wants an item.
LOAD parts/head.4th
: go ( pos -- ) from SWAP move add-move ;
: w ( -- )   \ expect: FG208
	n verify
	go   \ expect: FG201
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
