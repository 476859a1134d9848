\ A direction that goes another way than its name says.
{board
	5 5 {grid}
board}
{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 1 -1 {direction} west   \ expect: FG540
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

{moves man-moves
	{move} go-north
	{move} go-south
	{move} go-east
	{move} go-west
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
