\ Deferred words that are set later, tokens kept in a variable, DOES>.
DEFER KING
DEFER choose
: table ( n -- ) <BUILDS , DOES> @ ;
7 table seven
VARIABLE hook
LOAD parts/head.4th
: promote ( -- ) n verify from here move KING change-type seven . hook @ EXECUTE ;
: pick ( -- ) $FirstMove $MoveString BestMove! ;
: finish ( -- ) add-move ;
' finish hook !
{players
	{player} White {search-engine} choose
	{player} Black
players}
{moves more
	{move} promote
moves}
{pieces
	{piece} man {moves} more
	{piece} king {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
' king IS KING
' pick IS choose
