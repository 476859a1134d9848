\ A move word that adds a move and forgets what it does.
LOAD parts/head.4th
: w ( -- ) n verify empty? verify add-move ;   \ expect: FG529
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
