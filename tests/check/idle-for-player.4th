\ A turn for the pieces of one who has none.
LOAD parts/head.4th
{players
	{player} White
	{player} Black
	{neutral} Grey
players}
{turn-order
	{turn} White
	{turn} Black
	{turn} White {for-player} Grey   \ expect: FG508
turn-order}
LOAD parts/tail.4th
