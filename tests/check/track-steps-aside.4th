\ A round trip has one link that leaves a square out.
{board
	2 4 {grid}
board}
{directions
	{link} next a1 b1
	{link} next b1 c1
	{link} next c1 d1
	{link} next d1 c2   \ expect: FG539
	{link} next d2 c2
	{link} next c2 b2
	{link} next b2 a2
	{link} next a2 a1
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: go-on ( -- ) next verify empty? verify from here move add-move ;
{moves man-moves
	{move} go-on
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d2
board-setup}
