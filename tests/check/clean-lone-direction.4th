\ One direction of four leads nowhere back: too few others make it doubtful.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} n
	0 1 {direction} right
	0 -1 {direction} left
	-2 1 {direction} leap
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
: step-right ( -- ) ['] right step ;
: step-left ( -- ) ['] left step ;
: step-leap ( -- ) ['] leap step ;
{moves list
	{move} step-n
	{move} step-right
	{move} step-left
	{move} step-leap
moves}
LOAD parts/tail.4th
