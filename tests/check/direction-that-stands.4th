\ A direction without a step, which is no name of the compass.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} ahead
	0 0 {direction} beside   \ expect: FG540
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: go ( ? -- )   verify empty? verify from here move add-move ;
: go-ahead ( -- )   ahead go ;
: go-beside ( -- )   beside go ;
{moves men
	{move} go-ahead
	{move} go-beside
moves}
{pieces
	{piece} man {moves} men
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
