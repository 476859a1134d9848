\ A game with an OnEditAdd of its own, in which two pieces may stand on one position.
LOAD parts/head.4th
{pieces
	{piece} man {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} White man a1
	{setup} Black man d4
board-setup}
: OnEditAdd ( player type pos -- ) DUP empty-at? IF OnEditAdd ELSE 2DROP DROP ENDIF ;
