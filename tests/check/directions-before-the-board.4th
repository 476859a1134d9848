\ The grid is not there yet that the directions link.
{directions
	-1 0 {direction} n   \ expect: FG556
directions}
{board
	4 4 {grid}
board}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: step-n ( -- ) n verify empty? verify from here move add-move ;
{moves list
	{move} step-n
moves}
LOAD parts/tail.4th
