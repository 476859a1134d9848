\ Words that undo each other, and tests that cannot hold.
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
: stand ( -- )
	from here move   \ expect: FG549
	add-move
;
: return ( -- )
	north verify
	here from move   \ expect: FG549
	add-move
;
: twice ( -- )
	north verify
	empty? verify
	enemy? verify   \ expect: FG550
	from here move
	add-move add-move   \ expect: FG549
;

{moves man-moves
	{move} go-north
	{move} go-south
	{move} go-east
	{move} go-west
	{move} stand
	{move} return
	{move} twice
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
