\ One of four words asks for a friend, one of four goes round a corner.
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
: hop-n ( -- )
	n verify enemy? verify n verify from here move add-move
;
: hop-e ( -- )
	e verify enemy? verify e verify from here move add-move
;
: hop-s ( -- )
	s verify enemy? verify s verify from here move add-move
;
: hop-w ( -- )
	w verify friend? verify w verify from here move add-move   \ expect: FG536
;
: go-n ( -- ) n verify n verify from here move add-move ;
: go-e ( -- ) e verify e verify from here move add-move ;
: go-s ( -- ) s verify s verify from here move add-move ;
: go-w ( -- ) w verify n verify from here move add-move ;   \ expect: FG536
{moves list
	{move} hop-n
	{move} hop-e
	{move} hop-s
	{move} hop-w
	{move} go-n
	{move} go-e
	{move} go-s
	{move} go-w
moves}
LOAD parts/tail.4th
