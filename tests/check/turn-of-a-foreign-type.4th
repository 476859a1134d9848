\ Each player moves the ball first; one turn lacks its {for-player}.
{board
	5 5 {grid}
board}
{directions 1 0 {direction} south -1 0 {direction} north directions}
{players {player} White {player} Black {neutral} ?Ball players}
{symmetries Black {symmetry} north south symmetries}
{turn-order
	{turn} White {for-player} ?Ball {of-type} rolling
	{turn} White {of-type} walking
	{turn} Black {of-type} rolling \ expect: FG508
	{turn} Black {of-type} walking
turn-order}
: go ( -- ) north verify empty? verify from here move add-move ;
: fall ( -- ) south verify empty? verify from here move add-move ;
{moves man-moves {move} go {move-type} walking moves}
{moves ball-moves
	{move} go {move-type} rolling
	{move} fall {move-type} rolling
moves}
{pieces
	{piece} man {moves} man-moves
	{piece} ball {moves} ball-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} White man e1
	{setup} Black man a5
	{setup} Black man e5
	{setup} ?Ball ball c3
board-setup}
