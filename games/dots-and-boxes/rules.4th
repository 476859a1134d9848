\ rules.4th -- dots and boxes on any board.
\
\ A script that LOADs this file names its size first: `boxes-high` and `boxes-wide`. Rows and columns
\ of the grid are counted from 0. Dots lie where both are even, boxes where both are odd, lines between.

{board
	boxes-high 2* 1+  boxes-wide 2* 1+  {grid}
board}

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0 -1 {direction} west
	 0  1 {direction} east
directions}

{players
	{player} Red
	{player} Blue
players}

{turn-order
	{turn} Red
	{turn} Blue
turn-order}

2 CONSTANT BOX   \ the number of that piece in {pieces below

\ ---- Boxes ----

: place ( pos -- row column )   \ Where a position is.
	boxes-wide 2* 1+ /MOD SWAP
;

: box-place? ( pos -- ? )   \ True where a box may be.
	place AND 1 AND
;

: line-place? ( pos -- ? )   \ True where a line may be.
	place + 1 AND
;

: side ( n pos 'dir -- n pos )   \ Add 1 if a line is drawn on that side of a box.
	OVER to
	EXECUTE DROP not-empty? IF SWAP 1+ SWAP ENDIF
;

: sides ( pos -- n )   \ How many sides of a box are drawn.
	0 SWAP
	['] north side  ['] south side  ['] west side  ['] east side DROP
;

\ ---- Moves ----

: close ( ? 'dir -- ? )   \ A box on that side that lacks only this line is taken: then true.
	back EXECUTE here box-place? AND IF
		here DUP sides 3 = IF
			BOX SWAP create-piece-type-at DROP TRUE
		ELSE DROP ENDIF
	ENDIF
;

: draw ( -- )   \ A line may be drawn between any two dots; who takes a box goes on.
	here line-place? empty? AND verify
	drop
	FALSE ['] north close  ['] south close  ['] west close  ['] east close
	IF partial ENDIF
	add-move
;

{moves lines
	{move} draw
moves}

{pieces
	{piece} line {drops} lines 0 {value}
	{piece} box                1 {value}
pieces}

\ ---- The end of the game ----

: ahead ( -- n )   \ How many boxes the player to move has more than his opponent.
	current-player material-balance
;

: OnIsGameOver ( -- result )   \ When all lines are drawn, who has more boxes wins.
	stalemate? NOT IF #UnknownScore EXIT ENDIF
	ahead 0= IF #DrawScore EXIT ENDIF
	ahead 0> IF #WinScore ELSE #LossScore ENDIF
;

\ ---- A judgement for the built-in search ----

: ready ( -- n )   \ How many boxes the player to move may take at once.
	0 $positions @ 0 DO
		I box-place? IF I sides 3 = IF 1+ ENDIF ENDIF
	LOOP
;

: OnEvaluate ( -- score )   \ Boxes, and most of those that can be taken.
	ahead 4 *  ready 3 * +
;
