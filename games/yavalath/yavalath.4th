\ yavalath.4th -- four in a row win, three in a row lose.
\
\ Players take turns to put a stone on an empty cell of a hexagon of 61; White begins. Four or more of a
\ colour in a row win, exactly three without a four lose; a full board without either is a draw.
\
\ perft: 61 3660 215940 12524520

{board                  \ The hexagon lies aslant in a square, whose corners at the top left and
	9 9 {grid}          \ the bottom right stay empty.
	{variable} newest   \ where the last stone was put
board}

{directions
	 0  1 {direction} east        0 -1 {direction} west
	-1  0 {direction} north       1  0 {direction} south
	-1  1 {direction} northeast   1 -1 {direction} southwest
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

\ ---- Moves ----

: within? ( n low high -- ? )   \ Whether low <= n <= high.
	2 PICK >= SWAP ROT <= AND
;

: cell? ( row column -- ? )   \ Whether the hexagon has this cell.
	2DUP + 4 12 within?  SWAP 0 8 within? AND  SWAP 0 8 within? AND
;

: note ( pos -- )   \ Part of every move: remember where its stone lies.
	newest !
;

: place ( -- )   \ A stone may go on any empty cell.
	empty? here 9 /MOD cell? AND verify
	drop
	here COMPILE-LITERAL COMPILE note
	add-move
;

{moves stone-drops
	{move} place
moves}

{pieces
	{piece} stone {drops} stone-drops
pieces}

\ ---- The end of the game ----
\ Only the newest stone can have made a new row, so the search for one starts there.

: run ( 'dir -- n )   \ How many stones of its colour follow the newest one in a direction.
	newest @ to  piece SWAP
	0 BEGIN OVER EXECUTE 3 PICK piece = AND WHILE 1+ REPEAT
	SWAP DROP SWAP DROP
;

: row ( 'dir 'opposite -- n )   \ How many there are with it on this line.
	run SWAP run + 1+
;

: result ( n n n -- result )   \ From the rows the opponent has on the three lines.
	2DUP MAX 3 PICK MAX 3 > >R
	3 = SWAP 3 = OR SWAP 3 = OR
	R> IF DROP #LossScore ELSE IF #WinScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ENDIF
;

: OnIsGameOver ( -- result )   \ Before the first stone there are no rows.
	newest @ empty-at? IF #UnknownScore EXIT ENDIF
	['] east ['] west row  ['] north ['] south row  ['] northeast ['] southwest row  result
;

: decided? ( -- ? )   \ Whether the newest stone is one of three or more in a row.
	newest @ empty-at? IF FALSE EXIT ENDIF
	['] east ['] west row  ['] north ['] south row MAX  ['] northeast ['] southwest row MAX  2 >
;

: OnPosition ( -- )   \ The newest stone is one of a row if there is any.
	decided? NOT IF
		newest @
		$positions @ 0 DO I newest !  decided? IF DROP I ENDIF LOOP
		newest !
	ENDIF
;

\ ---- A judgement for the built-in search ----
\ Four cells in line are a chance for whoever alone has stones there. Three stones among them are a
\ threat: they do not lie side by side, or the game would be over.

: fours, ( down right -- )   \ Append all fours that run in a direction.
	9 0 DO 9 0 DO
		J I cell?  2 PICK 3 * J + 2 PICK 3 * I + cell? AND
		IF J 9 * I + , 2DUP SWAP 9 * + , ENDIF
	LOOP LOOP 2DROP
;

102 CONSTANT #fours
CREATE fours   \ the first cell of each, and the step to the next
	0 1 fours,  1 0 fours,  1 -1 fours,

CREATE worth   \ of none to four stones
	0 , 1 , 5 , 40 , 0 ,

: stone-at ( pos -- n )   \ 1 for an own stone, 16 for an enemy one.
	DUP friend-at? IF DROP 1 ELSE enemy-at? 16 AND ENDIF
;

: four-stones ( step pos -- sum )   \ What four cells count.
	DUP stone-at SWAP 3 0 DO 2 PICK + SWAP OVER stone-at + SWAP LOOP
	DROP SWAP DROP
;

: chance ( sum -- n )   \ What it is worth to the player to move.
	DUP 16 < IF CELLS worth + @ EXIT ENDIF
	16 /MOD SWAP IF DROP 0 ELSE CELLS worth + @ NEGATE ENDIF
;

: OnEvaluate ( -- score )   \ All chances of the player to move, less those of his opponent.
	0 #fours 0 DO
		I 2* CELLS fours + DUP CELLSIZE + @ SWAP @ four-stones chance +
	LOOP
;
