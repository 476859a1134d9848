\ Names that are never used: they are meant where another one stands twice, or by the name of a word.
{board
	5 5 {grid}
board}
{directions
	-1  0 {direction} up
	 1  0 {direction} down
	 0  1 {direction} right
	 0 -1 {direction} left   \ expect: FG514
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
VARIABLE first
VARIABLE second   \ expect: FG401
: take-two ( -- )
	up verify enemy? verify  here first !
	up verify enemy? verify  here second !
	up verify empty? verify
	from here move
	first @ capture-at
	first @ capture-at
	add-move
;
: glide ( ? -- )   verify empty? verify from here move add-move ;
: go-up ( -- )   up glide ;
: go-down ( -- )   down glide ;
: go-right ( -- )   right glide ;
: go-left ( -- )   turn-number 3 > verify right glide ;
{moves men
	{move} take-two
	{move} go-up
	{move} go-down
	{move} go-right   \ expect: FG537
	{move} go-left
moves}
{pieces
	{piece} man {moves} men
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
