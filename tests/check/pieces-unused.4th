\ Many types of pieces that are not in the set-up are one finding.
LOAD parts/head.4th
{pieces
	{piece} man {moves} list
	{piece} duke {moves} list   \ expect: FG502
	{piece} earl {moves} list
	{piece} lord {moves} list
	{piece} king {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
