\ Two directions undo each other, but for one link.
{board
	{position} p1
	{position} p2
	{position} p3
	{position} p4
	{position} p5
	{position} p6
	{position} p7
	{position} p8
board}
{directions
	{link} on p1 p2
	{link} on p2 p3
	{link} on p3 p4
	{link} on p4 p5   \ expect: FG539
	{link} on p5 p6
	{link} on p6 p7
	{link} on p7 p8
	{link} off p2 p1
	{link} off p3 p2
	{link} off p4 p3
	{link} off p6 p5
	{link} off p7 p6
	{link} off p8 p7
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: go-on ( -- ) on verify empty? verify from here move add-move ;
: go-off ( -- ) off verify empty? verify from here move add-move ;

{moves man-moves
	{move} go-on
	{move} go-off
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man p1
	{setup} Black man p8
board-setup}
