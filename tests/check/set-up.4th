\ Set-ups outside the board, in the wrong order, and two on one position.
LOAD parts/head.4th
20 CONSTANT far
{pieces
	{piece} man {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man far   \ expect: FG512
	{setup} man Black b4   \ expect: FG512
	{setup} Black man d4
	{setup} White man d4   \ expect: FG513
board-setup}
