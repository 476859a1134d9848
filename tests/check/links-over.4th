\ A direction leads back, but for one link.
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
	{link} over p1 p2  {link} over p2 p1
	{link} over p3 p4  {link} over p4 p3
	{link} over p5 p6  {link} over p6 p5
	{link} over p7 p8   \ expect: FG539
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: go-over ( -- ) over verify empty? verify from here move add-move ;

{moves man-moves
	{move} go-over
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man p1
	{setup} Black man p8
board-setup}
