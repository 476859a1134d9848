\ Words that are alike and differ as they should.
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
: hop-n ( -- ) n verify enemy? verify n verify from here move add-move ;
: hop-e ( -- ) e verify enemy? verify e verify from here move add-move ;
: hop-s ( -- ) s verify enemy? verify s verify from here move add-move ;
: hop-w ( -- ) w verify enemy? verify w verify from here move add-move ;
: hop-far ( -- ) n verify e verify n verify empty? verify from here move add-move ;
: jump-ne ( -- ) n verify e verify from here move add-move ;
: jump-nw ( -- ) n verify w verify from here move add-move ;
: hole? ( 'dir -- ? ) EXECUTE IF empty? ELSE FALSE ENDIF back ;
: hole-beside? ( -- ? )   \ The first row has nothing before it to be joined to.
	['] n hole?
	['] s hole? OR
	['] e hole? OR
	['] w hole? OR ;
: hop-beside ( -- ) hole-beside? verify n verify from here move add-move ;
{moves list
	{move} hop-beside
	{move} hop-n
	{move} hop-e
	{move} hop-s
	{move} hop-w
	{move} hop-far
	{move} jump-ne
	{move} jump-nw
moves}
LOAD parts/tail.4th
