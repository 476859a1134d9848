\ Storage of the position that is only set.
LOAD parts/drops.4th
{board
	3 3 {grid}
	{variable} marks   \ expect: FG401
board}
{players
	{player} X
	{player} O
players}
{turn-order
	{turn} X
	{turn} O
turn-order}
: OnNextTurn ( -- ) marks ++ OnNextTurn ;
