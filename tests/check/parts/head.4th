\ Board, directions, players, turns and one list of moves: for the scripts beside this folder.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} n
	0 1 {direction} e
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: step ( 'dir -- )   \ To an empty position.
	EXECUTE verify empty? verify from here move add-move
;
: step-n ( -- ) ['] n step ;
: step-e ( -- ) ['] e step ;
{moves list
	{move} step-n
	{move} step-e
moves}
