\ Pieces and set-up for a game of men and kings, whose moves are the list `more`.
{pieces
	{piece} man {moves} list
	{piece} king {moves} more
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
	{setup} White king b1
	{setup} Black king c4
board-setup}
