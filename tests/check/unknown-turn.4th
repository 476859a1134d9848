\ A turn of nobody.
LOAD parts/drops.4th
{players
	{player} X
	{player} O
players}
{turn-order
	{turn} X
	{turn} Q   \ expect: FG101
turn-order}
