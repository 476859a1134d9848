\ A piece that never comes onto the board.
LOAD parts/head.4th
{pieces
	{piece} man {moves} list
	{piece} king {moves} list   \ expect: FG502
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
