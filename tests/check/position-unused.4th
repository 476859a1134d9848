\ A position that nothing names and no link reaches.
LOAD parts/drops.4th
{board
	3 3 {grid}
	{position} hand   \ expect: FG501
board}
{players
	{player} X
	{player} O
players}
{turn-order
	{turn} X
	{turn} O
turn-order}
