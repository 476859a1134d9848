\ One of the words named alike is in no list: parts of names begin with capitals.
LOAD parts/head.4th
: stepNE ( -- ) n verify e verify empty? verify from here move add-move ;
: stepEE ( -- ) e verify e verify empty? verify from here move add-move ;
: stepNN ( -- ) n verify n verify empty? verify from here move add-move ;
{moves more
	{move} stepNE   \ expect: FG551
	{move} stepEE
moves}
{pieces
	{piece} man {moves} more
	{piece} other {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
	{setup} White other b1
	{setup} Black other c4
board-setup}
