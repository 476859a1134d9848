\ A piece with a list of moves that is none.
LOAD parts/head.4th
5 CONSTANT five
{pieces
	{piece} man {moves} five   \ expect: FG103
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
