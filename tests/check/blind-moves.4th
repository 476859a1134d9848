\ A word that goes where anything may stand, among words that ask, and one that goes by a variable.
LOAD parts/head.4th
VARIABLE open
: go ( -- )   from here move add-move ;   \ expect: FG569
: slant ( -- )   n verify e verify go ;
: nothing ( -- )   ;   \ expect: FG302
: step-far ( -- )   n verify n verify friend? NOT verify go ;
: open-n ( -- )   open @ verify n verify go ;
: OnNextTurn ( -- )   turn-number 3 > open ! OnNextTurn ;
{moves more
	{move} step-n
	{move} step-e
	{move} slant
	{move} nothing
	{move} step-far
	{move} open-n
moves}
{pieces
	{piece} man {moves} more
	{piece} other {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} White man b1
	{setup} White man d1
	{setup} Black man d4
	{setup} White other c1
	{setup} Black other c4
board-setup}
