\ Two rounds, one of which is not closed.
{board
	2 8 {grid}
board}
{directions
	{link} next a1 b1
	{link} next b1 c1
	{link} next c1 d1
	{link} next d1 d2
	{link} next d2 c2
	{link} next c2 b2
	{link} next b2 a2   \ expect: FG539
	{link} next e1 f1
	{link} next f1 g1
	{link} next g1 h1
	{link} next h1 h2
	{link} next h2 g2
	{link} next g2 f2
	{link} next f2 e2
	{link} next e2 e1
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
	{setup} Black man g2
board-setup}
