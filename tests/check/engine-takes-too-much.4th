\ A search engine that takes what is not there.
LOAD parts/head.4th
: think ( -- )   \ expect: FG208
	DROP   \ expect: FG201
	$FirstMove $MoveString BestMove!
;
{players
	{player} White {search-engine} think
	{player} Black
players}
LOAD parts/tail.4th
