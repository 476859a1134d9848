\ Board, four directions, players and turns.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} n
	1 0 {direction} s
	0 1 {direction} e
	0 -1 {direction} w
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
