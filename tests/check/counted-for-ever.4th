\ Counters and flags of events and of moves that are made, which nothing resets, and some that are.
LOAD parts/head.4th
VARIABLE row
VARIABLE rows
VARIABLE chain
VARIABLE jumper
VARIABLE jumps
VARIABLE steps
: count-on ( -- )   16 0 DO I friend-at? IF row ++ rows ++ ENDIF LOOP ;
: OnIsGameOver ( -- result )
	0 rows !  count-on   \ expect: FG563
	row @ 9 >= rows @ 9 >= OR steps @ 99 > OR IF #WinScore ELSE #UnknownScore ENDIF
;
: start ( -- )   -1 jumper ! ;   \ expect: FG563
: OnNextTurn ( -- )   start OnNextTurn ;
: OnNewGame ( -- )   0 steps ! ;   \ expect: FG563
: chained ( -- )   chain ON  steps ++ ;
: jumped ( pos -- )   jumper !  jumps ++ ;
: hop ( -- )
	chain @ NOT verify  jumps @ 2 < verify  jumper @ from = NOT verify
	n verify empty? verify
	from here move  here COMPILE-LITERAL COMPILE jumped  COMPILE chained  add-move
;
VARIABLE loops
VARIABLE spots
16 [] spot[]
: on ( -- ? )   n IF TRUE ELSE loops ++ FALSE ENDIF ;
: reach ( -- )   empty? loops @ AND IF from here move add-move ENDIF ;
: run ( -- )   BEGIN on WHILE reach REPEAT ;   \ expect: FG563
: spotted ( -- )   here spots @ spot[] !  spots ++ ;   \ expect: FG563
: spot ( -- )   e verify spotted empty? verify  0 spot[] @ here = verify  from here move add-move ;
{moves more
	{move} run
	{move} spot
	{move} step-n
	{move} step-e
	{move} hop
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
