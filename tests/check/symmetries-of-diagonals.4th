\ Black goes down, but slants up on one side; only its diagonals turn.
{board
	5 5 {grid}
board}
{directions
	-1  1 {direction} northeast
	-1 -1 {direction} northwest
	 1  1 {direction} southeast
	 1 -1 {direction} southwest
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
{symmetries   \ expect: FG541
	Black {symmetry} northeast southeast
symmetries}
: go-northeast ( -- ) northeast verify empty? verify from here move add-move ;
: go-southwest ( -- ) southwest verify empty? verify from here move add-move ;
: go-northwest ( -- ) northwest verify empty? verify from here move add-move ;

{moves man-moves
	{move} go-northeast
	{move} go-northwest
	{move} go-southwest
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
