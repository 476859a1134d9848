\ A player without a turn, and one with a turn and no pieces.
LOAD parts/head.4th
{players
	{player} White
	{player} Black
	{player} Red
	{player} Blue   \ expect: FG507
players}
{turn-order
	{turn} White
	{turn} Black
	{turn} Red   \ expect: FG508
turn-order}
LOAD parts/tail.4th
