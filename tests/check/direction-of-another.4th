\ A direction was not changed when a word was copied.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} n
	0 1 {direction} e
	1 0 {direction} s
	0 -1 {direction} w
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: take ( 'dir -- ) EXECUTE verify enemy? verify from here move add-move ;
: take-n ( -- ) ['] n take ;
: take-e ( -- ) ['] e take ;
: take-s ( -- ) ['] s take ;
: take-w ( -- ) ['] e take ;   \ expect: FG535
: around ( -- )
	['] n take  ['] e take
	['] s take  ['] e take   \ expect: FG537
;
: left ( -- ) w verify from here move add-move ;
{moves list
	{move} take-n
	{move} take-e
	{move} take-s
	{move} take-w
	{move} left
	{move} around
moves}
LOAD parts/tail.4th
