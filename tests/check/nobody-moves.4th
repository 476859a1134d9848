\ A game none of whose move words ends with add-move.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} n
	0 1 {direction} e
	1 0 {direction} s
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
: step-n ( -- ) n e s w AND AND AND verify from here move ;   \ expect: FG302 FG528
: step-e ( -- ) e verify from here move ;   \ expect: FG302
{moves list
	{move} step-n
	{move} step-e
moves}
LOAD parts/tail.4th
