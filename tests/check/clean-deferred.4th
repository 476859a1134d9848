\ Deferred words that are set later, tokens kept in a variable, DOES>.
DEFER KING
DEFER choose
DEFER onward
: table ( n -- ) <BUILDS , DOES> @ ;
7 table seven
VARIABLE hook
LOAD parts/head.4th
: promote ( -- ) n verify from here move KING change-type seven . hook @ EXECUTE ;
: leap ( -- ) onward verify empty? verify onward verify enemy? verify from here move add-move ;
: advance ( -- ) onward verify from here move add-move ;
: jump ( -- ) friend? verify here 4 - $pos ! empty? verify from here move add-move ;
: pick ( -- ) $FirstMove $MoveString BestMove! ;
: finish ( -- ) add-move ;
' finish hook !
{players
	{player} White {search-engine} choose
	{player} Black
players}
{moves more
	{move} promote
	{move} leap
	{move} advance
	{move} jump
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
' e IS onward
' pick IS choose
