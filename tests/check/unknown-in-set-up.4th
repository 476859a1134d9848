\ A set-up of a piece that is not declared.
LOAD parts/head.4th
{pieces
	{piece} man {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black queen d4   \ expect: FG101
	{setup} Red man d3   \ expect: FG101
	{setup} Black man z9   \ expect: FG101
board-setup}
