\ Pieces and set-up for a game of men.
{pieces
	{piece} man {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
