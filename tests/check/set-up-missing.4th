\ White's and Black's men mirror each other, but one of Black is missing.
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
	{setup} White man b1
	{setup} White man c1
	{setup} White man d1
	{setup} White man e1
	{setup} Black man a5
	{setup} Black man b5
	{setup} Black man c5
	{setup} Black man d5   \ expect: FG538
board-setup}
