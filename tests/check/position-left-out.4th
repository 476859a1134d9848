\ A set-up without a position: the next word of the section stands in its place.
LOAD parts/head.4th
{pieces
	{piece} man {moves} list
pieces}
{board-setup
	{setup} White man
	{setup} Black man d4   \ expect: FG103
board-setup}
