\ A move word twice in a list.
{board
	5 5 {grid}
board}
{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: go-north ( -- ) north verify empty? verify from here move add-move ;
: go-south ( -- ) south verify empty? verify from here move add-move ;
: go-east ( -- ) east verify empty? verify from here move add-move ;
: go-west ( -- ) west verify empty? verify from here move add-move ;
: go-far ( -- ) turn-number 9 > verify north verify north verify north verify from here move add-move ;

{moves man-moves
	{move} go-north
	{move} go-south
	{move} go-east
	{move} go-west
	{move} go-east   \ expect: FG547 FG551
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
